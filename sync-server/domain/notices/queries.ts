import type { noticesQueries } from "../../../shared/domain/notices.ts";
import type { Resolvers } from "../../kit/query-resolver.ts";
import { settingsOf } from "./choices.ts";
import { devicesOf, pushStateOf } from "./subscriptions.ts";

export const noticesResolvers: Resolvers<typeof noticesQueries> = {
  "settings.own": ({ db, me }) => settingsOf(db, me.id),
  "push.state": ({ services, db, me, sessionHash }) => pushStateOf(services, db, me.id, sessionHash),
  "sessions.own": ({ db, me, sessionHash }) => devicesOf(db, me.id, sessionHash),
};
