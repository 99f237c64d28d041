// The only list of queries.
import { accountsQueries } from "./domain/accounts.ts";
import { adminQueries } from "./domain/admin.ts";
import { aircraftQueries } from "./domain/aircraft.ts";
import { bookingsQueries } from "./domain/bookings.ts";
import { favoritesQueries } from "./domain/favorites.ts";
import { messagesQueries } from "./domain/messages.ts";
import { noticesQueries } from "./domain/notices.ts";
import { searchesQueries } from "./domain/searches.ts";
import { uploadsQueries } from "./domain/uploads.ts";
import type { z } from "zod";

export const queries = {
  ...accountsQueries,
  ...adminQueries,
  ...aircraftQueries,
  ...bookingsQueries,
  ...favoritesQueries,
  ...messagesQueries,
  ...uploadsQueries,
  ...noticesQueries,
  ...searchesQueries,
};

export type Queries = typeof queries;
export type QueryName = keyof Queries;
/** The input as a caller passes it; numbers and lists become text in the query string. */
export type QueryInput<Name extends QueryName> = z.output<Queries[Name]["input"]>;
export type QueryResult<Name extends QueryName> = z.output<Queries[Name]["result"]>;
