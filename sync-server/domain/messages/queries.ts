import type { Knex } from "knex";
import type { Message, messagesQueries } from "../../../shared/domain/messages.ts";
import { DomainError } from "../../../shared/kit/errors.ts";
import { isId } from "../../../shared/kit/ids.ts";
import type { Resolvers, SignedInReadContext } from "../../kit/query-resolver.ts";
import { newestPositionText, readNewestPosition } from "../list-position.ts";
import { inPair, messageColumns } from "./rows.ts";

/** Messages or conversations a page; older ones follow by `Link`. */
export const PAGE_MESSAGES = 1000;

export const messagesResolvers: Resolvers<typeof messagesQueries> = {
  async "messages.unreadCount"({ db, me }) {
    const row = await db("messages").where({ receiverId: me.id, read: false }).count({ count: "*" }).first();
    return { count: Number(row?.count ?? 0) };
  },

  async "messages.conversations"(context, { userId, cursor }) {
    requireOwnPath(context, userId);
    const from = readNewestPosition(cursor);
    const latest = await latestOfEach(context.db, context.me.id, from);
    const page = latest.slice(0, PAGE_MESSAGES);
    const last = page.at(-1);
    if (latest.length > page.length && last) context.nextPage({ cursor: newestPositionText(last) });
    return page.map(({ user, ...lastMessage }) => ({ user, lastMessage }));
  },

  async "messages.conversation"(context, { userId, recipientId, cursor }) {
    requireOwnPath(context, userId);
    const { db, me } = context;
    const partner = isId(recipientId) ? await db("users").where({ id: recipientId }).first("id") : undefined;
    if (!partner) throw new DomainError("user-not-found");
    const from = readNewestPosition(cursor);
    const newestFirst: Message[] = await db("messages")
      .select(messageColumns)
      .whereRaw(inPair, { one: me.id, other: recipientId })
      .modify((query) => {
        if (from) void query.whereRaw(`("createdAt", id) < (?, ?)`, [from.createdAt, from.id]);
      })
      .orderBy([
        { column: "createdAt", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(PAGE_MESSAGES + 1);
    const page = newestFirst.slice(0, PAGE_MESSAGES);
    const oldest = page.at(-1);
    if (newestFirst.length > page.length && oldest) context.nextPage({ cursor: newestPositionText(oldest) });
    return page.reverse();
  },
};

/** @throws DomainError user-not-found, forbidden */
function requireOwnPath({ me }: SignedInReadContext, userId: string): void {
  if (!isId(userId)) throw new DomainError("user-not-found");
  if (userId.toLowerCase() !== me.id) throw new DomainError("forbidden");
}

type Latest = Pick<Message, "id" | "content" | "senderId" | "receiverId" | "read" | "createdAt"> & {
  user: { id: string; name: string; verified: boolean; avatarUrl: string | null; userType: "pilot" | "owner" };
};

async function latestOfEach(db: Knex, me: string, from: { createdAt: string; id: string } | null): Promise<Latest[]> {
  const older = from ? `where (latest."createdAt", latest.id) < (:createdAt::timestamptz, :id::uuid)` : "";
  const { rows } = await db.raw(
    `with partners as (
       select "receiverId" as id from messages where "senderId" = :me
       union select "senderId" from messages where "receiverId" = :me
     )
     select latest.*, json_build_object('id', users.id,
       'name', case when users."isActive" then users.name else 'Former member' end,
       'verified', users.verified and users."isActive",
       'avatarUrl', case when users."isActive" then users."avatarUrl" end, 'userType', users."userType") as user
     from partners join users using (id) cross join lateral (
       select m.id, m.content, m."senderId", m."receiverId", m.read, m."createdAt" from messages m
       where least(m."senderId", m."receiverId") = least(partners.id, :me::uuid)
         and greatest(m."senderId", m."receiverId") = greatest(partners.id, :me::uuid)
       order by m."createdAt" desc, m.id desc limit 1
     ) latest ${older}
     order by latest."createdAt" desc, latest.id desc limit :limit`,
    { me, limit: PAGE_MESSAGES + 1, ...from },
  );
  return rows as Latest[];
}
