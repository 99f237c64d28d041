import type { accountsQueries } from "../../../shared/domain/accounts.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { isId } from "../../../shared/kit/ids.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { publicUserColumns } from "./people.ts";
import { repliesOf, replyTimeFrom } from "./reply-time.ts";

export const accountsResolvers: Resolvers<typeof accountsQueries> = {
  async "auth.me"({ me }) {
    return me.isHeldBack ? { ...me, isAdmin: true } : me;
  },

  async "auth.passwordRules"({ passwordMin }) {
    return { minLength: passwordMin };
  },

  async "users.profile"({ db, me }, { id }) {
    const person = isId(id)
      ? await db("users")
          .first(...publicUserColumns, "verifiedAt", db.raw(`${repliesOf("users.id")} as replies`))
          .where({ id, isActive: true })
      : undefined;
    if (!person) throw new DomainError("user-not-found");
    const { replies, ...shown } = person;
    return { ...shown, ...replyTimeFrom(replies), ...(me?.id === person.id && { email: me?.email }) };
  },
};
