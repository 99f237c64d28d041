// Arbitrary requests to every route and to the exchange, and frames of the live line.
import { existsSync } from "node:fs";
import fc from "fast-check";
import { commands } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";
import type { Query } from "../../shared/kit/query.ts";
import { splitRoute } from "../../shared/kit/routes.ts";
import { queries } from "../../shared/queries.ts";
import { exchangeRequest, phoneFrame } from "../../shared/sync.ts";
import { hostileText, hostileTexts, near } from "./values.ts";

/** Whose session a request has. Targets are those of one fleet of users, which the test makes anew now and then. */
export const askers = ["guest", "pilot", "owner", "admin"] as const;
export type Asker = (typeof askers)[number];

export type FuzzRequest = {
  kind: "request";
  name: string;
  as: Asker;
  method: string;
  /** With `{id}` for ids of the users' rows; see `filled`. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
};
export type FuzzFrame = { kind: "frame"; name: string; as: Asker; frame: string; isBinary: boolean };
export type FuzzInput = FuzzRequest | FuzzFrame;

/** Names of rows that exist; the test replaces `{name}` in texts by the id, and `{new}` by a new one. */
export const rowNames = [
  "pilot",
  "owner",
  "admin",
  "plane",
  "booking",
  "message",
  "search",
  "block",
  "upload",
] as const;
const ids = fc.constantFrom(...rowNames.map((name) => `{${name}}`));

const asker = fc.constantFrom(...askers, "pilot" as const, "owner" as const);

/** Commands that hash a password take the processor for long, and a sign-out ends the session of later requests. */
const expensive =
  /^auth\.(signup|login|changePassword|resetPassword|logout)$|^admin\.(setPassword|setActive)$|^sessions\.end$/;

/** The value in `percent` of all cases, else null. */
const rarely = <Value>(arbitrary: fc.Arbitrary<Value>, percent: number): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: percent, arbitrary }, { weight: 100 - percent, arbitrary: fc.constant(null) });

const jsonText = (value: unknown) => JSON.stringify(value) ?? "";

/** Bodies that are no JSON object, and bytes that are no JSON. */
const oddBody = fc.oneof(
  fc.constantFrom("", "{", "[]", "null", "0", `"text"`, "{}{}", `{"a":}`, "\u0000", "a=b&c=d", `{"a":1,"a":2}`),
  fc.json(),
  hostileText,
);

const headerText = fc.constantFrom(
  "",
  "0",
  "-1",
  "audio/basic",
  "text/html",
  "application/json",
  "application/json; charset=utf-7",
  "multipart/form-data; boundary=x",
  "gzip",
  "Bearer",
  "Bearer x",
  "Basic YWRtaW46YWRtaW4=",
  "null",
  "https://evil.example",
  "not-a-uuid",
  "00000000-0000-4000-8000-000000000000",
  "a=b; c",
  "tailhour_session=x; tailhour_device=",
  `"x", W/"y", *`,
  "bytes=0-1,5-",
  "x".repeat(3000),
);
const headerName = fc.constantFrom(
  "content-type",
  "content-encoding",
  "accept",
  "accept-encoding",
  "accept-language",
  "authorization",
  "cookie",
  "origin",
  "referer",
  "sec-fetch-site",
  "idempotency-key",
  "if-none-match",
  "if-modified-since",
  "range",
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-http-method-override",
  "user-agent",
);
const oddHeaders = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.dictionary(headerName, headerText, { maxKeys: 3 }) },
) as fc.Arbitrary<Record<string, string>>;

function pathPart(value: unknown): string {
  const text = typeof value === "string" ? value : jsonText(value);
  // A lone surrogate has no encoding.
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"))
    .replaceAll("%7B", "{")
    .replaceAll("%7D", "}");
}

function queryOf(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat(1).map((one) => `${pathPart(name)}=${pathPart(one)}`),
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

const fieldsIn = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

function toRoute(name: string, spec: Command | Query): fc.Arbitrary<FuzzRequest> {
  const [method, pattern] = splitRoute(spec.route);
  const isRead = !("offline" in spec);
  return fc
    .record({
      as: asker,
      input: near(spec.input, ids),
      part: fc.oneof({ weight: 6, arbitrary: ids }, { weight: 1, arbitrary: hostileText }),
      odd: rarely(oddBody, 5),
      headers: oddHeaders,
    })
    .map(({ as, input, part, odd, headers }) => {
      const rest = { ...fieldsIn(input) };
      const path = pattern.replaceAll(/:([a-zA-Z]+)/g, (_, parameter: string) => {
        const value = rest[parameter] ?? part;
        delete rest[parameter];
        return pathPart(value) || "x";
      });
      const inQuery = isRead
        ? rest
        : Object.fromEntries((spec.fromQuery ?? []).map((field) => [field, rest[field] ?? ""]));
      const body =
        odd ?? (typeof input === "object" && input !== null ? jsonText(isRead ? undefined : rest) : jsonText(input));
      return {
        kind: "request" as const,
        name,
        as,
        method,
        target: `${path}${queryOf(inQuery)}`,
        headers: { ...(body !== "" && method !== "GET" && { "content-type": "application/json" }), ...headers },
        body: method === "GET" || body === "" ? undefined : body,
      };
    });
}

const sent = fc.oneof(
  ...Object.entries(commands).map(([name, spec]) => ({
    weight: spec.offline ? 10 : 1,
    arbitrary: fc.record({ name: fc.constant(name), input: near(spec.input, ids) }),
  })),
  {
    weight: 10,
    arbitrary: fc.record({ name: hostileText, input: fc.jsonValue({ maxDepth: 2 }) }),
  },
);

const editBase = fc.record({
  rev: fc.integer(),
  values: fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 })),
});

const envelope = fc
  .record({
    as: asker,
    commands: fc.array(fc.tuple(sent, rarely(fc.uuid(), 10)), { maxLength: 4 }),
    base: rarely(editBase, 30),
    odd: rarely(near(exchangeRequest, ids), 20),
    clientId: fc.uuid({ version: 4 }),
    cursor: rarely(hostileText, 20),
    raw: rarely(oddBody, 5),
    headers: oddHeaders,
  })
  .map(({ as, commands: list, base, odd, clientId, cursor, raw, headers }): FuzzRequest => {
    const all = list.map(([command, id]) => ({ ...command, id: id ?? "{new}", ...(base && { base }) }));
    const usual = { clientId, userId: `{${as === "guest" ? "pilot" : as}}`, schema: 1, cursor, commands: all };
    return {
      kind: "request",
      name: "exchange",
      as,
      method: "POST",
      target: "/api/sync",
      headers: { "content-type": "application/json", ...headers },
      body: raw ?? jsonText(odd ?? usual),
    };
  });

const frame = fc
  .record({
    as: asker,
    frame: fc.oneof({ weight: 4, arbitrary: near(phoneFrame, ids).map(jsonText) }, { weight: 1, arbitrary: oddBody }),
    isBinary: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  })
  .map((one): FuzzFrame => ({ kind: "frame", name: "frame", ...one }));

/** Pages need the built app. */
const isBuilt = existsSync(new URL("../../dist/pwa/index.html", import.meta.url));

const otherPaths = [
  "/api/catalogue",
  "/api/catalogue/denver-co/base/",
  "/api/catalogue/denver-co/segment/",
  "/objects/",
  "/api/objects/upload/",
  "/s3/multipart/",
  "/s3/multipart/{upload}/",
  "/api/mail/unsubscribe?token=",
  "/api/live",
  "/calendar/",
  "/metrics?",
  "/readyz?",
  "/api/",
  "/assets/",
  ...(isBuilt ? ["/", "/aircraft/", "/profile/", "/help/", "/legal/"] : []),
];

const other = fc
  .record({
    as: asker,
    method: fc.constantFrom("GET", "GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"),
    path: fc.constantFrom(...otherPaths),
    end: fc.oneof(ids, hostileText),
    isRaw: fc.boolean(),
    query: fc.dictionary(
      fc.constantFrom("w", "f", "g", "key", "token", "to", ...hostileTexts.slice(0, 8)),
      hostileText,
      { maxKeys: 2 },
    ),
    headers: oddHeaders,
    body: rarely(oddBody, 30),
  })
  .map(({ as, method, path, end, isRaw, query, headers, body }): FuzzRequest => {
    // A raw end keeps what a client can put on the line: printable characters.
    const plain = end.replaceAll(/[^!-~]/g, "");
    const target = `${path}${isRaw ? plain : pathPart(end)}${path.includes("?") ? "" : queryOf(query)}`;
    return {
      kind: "request",
      name: `other ${path}`,
      as,
      method,
      target,
      headers,
      body: method === "GET" ? undefined : (body ?? undefined),
    };
  });

const routes = [...Object.entries(commands), ...Object.entries(queries)].map(([name, spec]) => ({
  weight: expensive.test(name) ? 1 : 6,
  arbitrary: toRoute(name, spec),
}));

/** One input of any kind. */
export const anyInput: fc.Arbitrary<FuzzInput> = fc.oneof(
  { weight: 60, arbitrary: fc.oneof(...routes) },
  { weight: 22, arbitrary: envelope },
  { weight: 8, arbitrary: frame },
  { weight: 10, arbitrary: other },
);
