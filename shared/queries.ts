// The names and types of queries; contract.ts lists them.
import type { z } from "zod";
import { queries } from "./contract.ts";

export { queries };

export type Queries = typeof queries;
export type QueryName = keyof Queries;
/** The input as a caller passes it; numbers and lists become text in the query string. */
export type QueryInput<Name extends QueryName> = z.output<Queries[Name]["input"]>;
export type QueryResult<Name extends QueryName> = z.output<Queries[Name]["result"]>;
