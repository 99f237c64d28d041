import type { accountsQueries } from "../../../shared/domain/accounts.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { isId } from "../../../shared/kit/ids.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { publicUserColumns } from "./people.ts";

export const accountsResolvers: Resolvers<typeof accountsQueries> = {
  async "auth.me"({ me }) {
    return me;
  },

  async "auth.passwordRules"({ passwordMin }) {
    return { minLength: passwordMin };
  },

  async "users.profile"({ db, me }, { id }) {
    const person = isId(id)
      ? await db("users")
          .first(...publicUserColumns)
          .where({ id, isActive: true })
      : undefined;
    if (!person) throw new DomainError("user-not-found");
    return me?.id === person.id ? { ...person, email: me?.email } : person;
  },
};
