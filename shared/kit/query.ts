// A query is one named read over REST. Queries never write.
import type { z } from "zod";
import type { Access } from "./command.ts";

export type Query<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> = {
  /** `GET /path/:name`; path parameters and the query string together are the input. */
  route: `GET /${string}`;
  access: Access;
  input: Input;
  result: Result;
};

export function query<Input extends z.ZodType, Result extends z.ZodType>(
  spec: Query<Input, Result>,
): Query<Input, Result> {
  return spec;
}
