// The id of a request: in each of its log lines, in its answer, and in the sentence of an internal error.
import type { IncomingMessage } from "node:http";
import { newId } from "../../shared/kit/ids.ts";

export const REQUEST_ID_HEADER = "X-Request-Id";

/** Neither an address nor a session token fits: no dots, no `@`, at most as long as common proxies write. */
const wellFormed = /^[A-Za-z0-9_-]{8,36}$/;

/** Returns the id that a client or proxy gave the request, if it is well-formed; else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && wellFormed.test(given) ? given : newId();
}
