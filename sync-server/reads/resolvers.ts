// All resolvers. A query without one does not compile.
import type { Queries } from "../../shared/queries.ts";
import { accountsResolvers } from "../domain/accounts/queries.ts";
import { adminResolvers } from "../domain/admin/queries.ts";
import { aircraftResolvers } from "../domain/aircraft/queries.ts";
import { bookingsResolvers } from "../domain/bookings/queries.ts";
import { favoritesResolvers } from "../domain/favorites/queries.ts";
import { messagesResolvers } from "../domain/messages/queries.ts";
import { noticesResolvers } from "../domain/notices/queries.ts";
import { searchesResolvers } from "../domain/searches/queries.ts";
import { uploadsResolvers } from "../domain/uploads/queries.ts";
import type { Resolvers } from "../kit/query-resolver.ts";

export const resolvers: Resolvers<Queries> = {
  ...accountsResolvers,
  ...adminResolvers,
  ...aircraftResolvers,
  ...bookingsResolvers,
  ...favoritesResolvers,
  ...messagesResolvers,
  ...uploadsResolvers,
  ...noticesResolvers,
  ...searchesResolvers,
};
