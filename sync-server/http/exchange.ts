// POST /api/sync: commands come in, outcomes and changes go out.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Router from "@koa/router";
import type { Knex } from "knex";
import { DomainError } from "../../shared/kit/errors.ts";
import {
  exchangeRequest,
  MAX_EXCHANGE_BYTES,
  OLDEST_SCHEMA,
  type ExchangeRequest,
  type Outcome,
} from "../../shared/sync.ts";
import { changesText, readChanges, type ChangesPage } from "../reads/changes.ts";
import { snapshotText } from "../reads/snapshot.ts";
import { parseInput } from "../writes/execute.ts";
import { replay, type ReplayServices, type Sender } from "../writes/replay.ts";
import { readJson } from "./body.ts";
import { chosenEncoding } from "./compress.ts";
import type { AppContext, AppMiddleware, AppServices, RequestState } from "./context.ts";
import { callerOf, requireOwnOrigin } from "./request.ts";
import { readSession, sessionCookie } from "./session.ts";

const gzipped = promisify(gzip);
/** Small answers are quicker as they are. */
const WORTH_GZIP = 4096;

export type ExchangeServices = Pick<AppServices, "config" | "db"> & { replay: ReplayServices };

export function exchangeRoutes(services: ExchangeServices): AppMiddleware {
  const router = new Router<RequestState>();
  const clients = clientOwners(services.db);
  router.post("/api/sync", async (ctx) => {
    ctx.state.route = "/api/sync";
    const { sender, request } = await admit(ctx, services, clients);
    const outcomes = request.commands.length > 0 ? await replay(services.replay, sender, request.commands) : [];
    const page = await readChanges(services.db, sender.me.id, request.cursor);
    const told = await outcomesToTell(services.db, sender.me.id, page, outcomes);
    await answer(ctx, exchangeText(page, told));
  });
  router.all("/api/sync", (ctx) => {
    ctx.set("Allow", "POST");
    throw new DomainError("method-not-allowed");
  });
  return router.routes() as unknown as AppMiddleware;
}

/** @throws DomainError foreign-origin, not-signed-in, too-large, wrong-kind, malformed-body, invalid, upgrade-needed, wrong-user */
async function admit(
  ctx: AppContext,
  { config, db }: ExchangeServices,
  clients: ClientOwners,
): Promise<{ sender: Sender; request: ExchangeRequest }> {
  requireOwnOrigin(ctx.req, config, sessionCookie(ctx.req.headers.cookie) !== undefined);
  const session = await readSession(ctx, { db, config } as AppServices);
  if (!session) throw new DomainError("not-signed-in");
  const body = await readJson(ctx.req, MAX_EXCHANGE_BYTES);
  // Before the rest is looked at: what an old app sends may have had another shape.
  if (Number.isInteger(body.schema) && (body.schema as number) < OLDEST_SCHEMA) throw new DomainError("upgrade-needed");
  const request = parseInput(exchangeRequest, body) as ExchangeRequest;
  const { me, idHash } = session;
  if (request.userId.toLowerCase() !== me.id || !(await clients.isOwner(request.clientId.toLowerCase(), me.id)))
    throw new DomainError("wrong-user");
  const sender = {
    me,
    sessionHash: idHash,
    clientId: request.clientId.toLowerCase(),
    caller: callerOf(ctx.req, config),
  };
  return { sender, request };
}

type ClientOwners = { isOwner(clientId: string, userId: string): Promise<boolean> };

const MOST_CLIENTS = 50_000;
/** Devices of one person that are remembered. */
const MOST_DEVICES = 200;

/** Whose device is whose: the first person to use a clientId owns it for ever. */
function clientOwners(db: Knex): ClientOwners {
  const known = new Map<string, string>();
  return {
    async isOwner(clientId, userId) {
      let owner = known.get(clientId);
      if (owner === undefined) {
        const added = await db("clients")
          .insert({ clientId, userId })
          .onConflict("clientId")
          .ignore()
          .returning("clientId");
        if (added.length > 0) await forgetOldest(db, userId);
        const row: { userId: string } | undefined = await db("clients").where({ clientId }).first("userId");
        owner = row?.userId ?? "";
        if (known.size >= MOST_CLIENTS) known.clear();
        known.set(clientId, owner);
      }
      return owner === userId;
    },
  };
}

/** A person has so many devices at most; one not seen since is known again as soon as it calls. */
async function forgetOldest(db: Knex, userId: string): Promise<void> {
  const newest = db("clients").select("clientId").where({ userId }).orderBy("createdAt", "desc").limit(MOST_DEVICES);
  await db("clients").where({ userId }).whereNotIn("clientId", newest).delete();
}

/**
 * Outcomes come with the last page only, and only those whose ledger row the answer's snapshot shows: an outcome must not
 * arrive before the rows that confirm it. Without earlier pages the snapshot is younger than every commit here.
 */
async function outcomesToTell(db: Knex, userId: string, page: ChangesPage, outcomes: Outcome[]): Promise<Outcome[]> {
  if (page.hasMore) return [];
  if (!page.isLater || outcomes.length === 0) return outcomes;
  const unseen: { commandId: string }[] = await db("outcomes")
    .select("commandId")
    .where({ userId })
    .whereIn(
      "commandId",
      outcomes.map(({ id }) => id),
    )
    .whereRaw("not pg_visible_in_snapshot(xid, ?::pg_snapshot)", [snapshotText(page.target)]);
  const hidden = new Set(unseen.map(({ commandId }) => commandId));
  return outcomes.filter(({ id }) => !hidden.has(id.toLowerCase()));
}

function exchangeText(page: ChangesPage, outcomes: readonly Outcome[]): string {
  const flags = `${page.isReset ? `,"reset":true` : ""}${page.hasMore ? `,"more":true` : ""}`;
  const time = new Date().toISOString();
  return (
    `{"from":${JSON.stringify(page.from)},"to":${JSON.stringify(page.to)},${changesText(page)},` +
    `"outcomes":${JSON.stringify(outcomes)}${flags},"serverTime":"${time}"}`
  );
}

async function answer(ctx: AppContext, text: string): Promise<void> {
  ctx.status = 200;
  ctx.vary("Accept-Encoding");
  const isLong = text.length >= WORTH_GZIP && chosenEncoding(ctx, "gzip") === "gzip";
  ctx.set("Content-Type", "application/json; charset=utf-8");
  if (isLong) ctx.set("Content-Encoding", "gzip");
  ctx.body = isLong ? await gzipped(text, { level: 4 }) : Buffer.from(text);
}
