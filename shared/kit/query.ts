// A query is one named read over REST. Queries never write.
import type { z } from "zod";
import type { Access } from "./command.ts";

export type QueryRoute = `GET /${string}`;

export type Query<
  Input extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
  Route extends QueryRoute = QueryRoute,
> = {
  /** `GET /path/:name`; path parameters and the query string together are the input. */
  route: Route;
  access: Access;
  input: Input;
  result: Result;
  /** Caches may keep the answer, and ask with its ETag before they use it again. */
  isCacheable?: true;
  /**
   * The answer is this file instead of JSON. Only the browser of the reader may store it, for `maxAgeSeconds`. A streamed file is an
   * iterable of its parts, which the browser saves.
   */
  file?: { type: string; name: string; maxAgeSeconds?: number; isStreamed?: true };
};

/** Declares a query. Keeps the route as a literal type, so the compiler checks the client's paths against it. */
export function query<Input extends z.ZodType, Result extends z.ZodType, const Route extends QueryRoute>(
  spec: Query<Input, Result, Route>,
): Query<Input, Result, Route> {
  return spec;
}
