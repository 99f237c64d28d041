// Rows for routes that are neither a command nor a query, by method and path as the router registers them.
import sharp from "sharp";
import type { Access } from "../../shared/kit/command.ts";
import { newId } from "../../shared/kit/ids.ts";
import { readInstallationKey } from "../../sync-server/db/keyed-hash.ts";
import { addUpload } from "../../sync-server/domain/uploads/rows.ts";
import { unsubscribeToken } from "../../sync-server/domain/notices/unsubscribe-token.ts";
import type { Sending } from "../http.ts";
import { multipart } from "./command-rows.ts";
import type { RuleName } from "./verdicts.ts";
import { picture, type World } from "./world.ts";

/** A request: its path with the query, and what it sends besides the caller's headers. */
export type Request = Sending & { path: string };

export type RouteRow = {
  access: Access;
  rule: RuleName;
  request(world: World): Request | Promise<Request>;
};

const at = (path: string) => () => ({ path });

const partOf = (world: World, part: string) =>
  multipart(world).then(({ uploadId, key }) => ({
    path: `/s3/multipart/${String(uploadId)}${part}?key=${encodeURIComponent(String(key))}`,
  }));

const unsubscribe = async ({ db, owner }: World) => ({
  path: `/api/mail/unsubscribe?token=${unsubscribeToken(await readInstallationKey(db), owner.id)}`,
});

const exchange = (userId: string, over: object = {}) => ({
  path: "/api/sync",
  body: { clientId: newId(), userId, schema: 1, cursor: null, commands: [], ...over },
});

const notThisMethod = (path: string): RouteRow => ({
  access: "guest",
  rule: "notThisMethod",
  request: () => ({ path, body: {} }),
});

/** `*` means every method that has no route. */
export const routeRows: Record<string, RouteRow> = {
  "GET /healthz": { access: "guest", rule: "any", request: at("/healthz") },
  "GET /readyz": { access: "guest", rule: "any", request: at("/readyz") },
  "GET /metrics": {
    access: "guest",
    rule: "operator",
    request: () => ({ path: "/metrics", headers: { "x-forwarded-for": "203.0.113.7" } }),
  },
  "GET /api/catalogue": { access: "guest", rule: "any", request: at("/api/catalogue") },
  "GET /api/catalogue/:bucket/base/:n": {
    access: "guest",
    rule: "any",
    request: ({ bucket }) => ({ path: `/api/catalogue/${bucket}/base/1` }),
  },
  "GET /api/catalogue/:bucket/segment/:n": {
    access: "guest",
    rule: "any",
    request: ({ bucket }) => ({ path: `/api/catalogue/${bucket}/segment/2` }),
  },
  "GET /objects/:id": {
    access: "guest",
    rule: "unclaimed",
    request: async (world) => ({ path: `/objects/${await picture(world)}` }),
  },
  "PUT /api/objects/upload/:id": {
    access: "user",
    rule: "ownUpload",
    async request({ db, owner }) {
      const id = await addUpload(db, { userId: owner.id, kind: "single" });
      const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: "navy" } })
        .png()
        .toBuffer();
      return { path: `/api/objects/upload/${id}`, body, headers: { "content-type": "image/png" } };
    },
  },
  "PUT /api/wallet/pages/:id": {
    access: "user",
    rule: "ownPage",
    async request({ db, owner }) {
      const id = newId();
      await db("scan_pages").insert({ id, userId: owner.id, keyId: "test", sealed: Buffer.alloc(40) });
      return { path: `/api/wallet/pages/${id}`, body: Buffer.from("its bytes again") };
    },
  },
  "GET /s3/multipart/:uploadId": { access: "user", rule: "ownUpload", request: (world) => partOf(world, "") },
  "GET /s3/multipart/:uploadId/:partNumber": {
    access: "user",
    rule: "ownUpload",
    request: (world) => partOf(world, "/1"),
  },
  "PUT /s3/multipart/:uploadId/:partNumber": {
    access: "user",
    rule: "ownUpload",
    request: async (world) => ({ ...(await partOf(world, "/1")), body: Buffer.from("bytes of a part") }),
  },
  "POST /api/mail/unsubscribe": { access: "guest", rule: "secret", request: unsubscribe },
  "GET /api/mail/unsubscribe": { access: "guest", rule: "any", request: unsubscribe },
  "* /api/sync": notThisMethod("/api/sync"),
  "* /api/catalogue": notThisMethod("/api/catalogue"),
  "* /api/catalogue/:bucket/base/:n": notThisMethod("/api/catalogue/austin-tx/base/1"),
  "* /api/catalogue/:bucket/segment/:n": notThisMethod("/api/catalogue/austin-tx/segment/2"),
  "POST /api/sync": { access: "user", rule: "any", request: ({ me }) => exchange(me.id) },
};

/** More requests to routes that have a row already, each with what it is about. */
export const moreRequests: Record<string, RouteRow> = {
  "POST /api/sync, in the owner's name": {
    access: "user",
    rule: "exchangeOfOwner",
    request: ({ owner }) => exchange(owner.id),
  },
  "POST /api/sync, from the owner's device": {
    access: "user",
    rule: "exchangeOfOwner",
    async request({ db, owner, me }) {
      const clientId = newId();
      await db("clients").insert({ clientId, userId: owner.id });
      return exchange(me.id, { clientId });
    },
  },
  "GET /api/demo/mail, outside of the demo": { access: "guest", rule: "nobody", request: at("/api/demo/mail") },
};
