// POST /api/sync: receives commands, returns outcomes and changes.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Router from "@koa/router";
import type { Knex } from "knex";
import { DomainError, type RefusalCode } from "../../shared/kit/errors.ts";
import {
  exchangeRequest,
  MAX_EXCHANGE_BYTES,
  OLDEST_SCHEMA,
  type ExchangeRequest,
  type Outcome,
} from "../../shared/sync.ts";
import { readChanges } from "../reads/changes.ts";
import { changesText, type ChangesPage } from "../reads/page.ts";
import { snapshotText } from "../db/snapshot.ts";
import { changesInResult, wholeCursor } from "../reads/result-changes.ts";
import { parseInput } from "../writes/execute.ts";
import type { ReplayServices, Sender } from "../writes/queued.ts";
import { runBatched } from "../writes/batched-request.ts";
import { replay } from "../writes/replay.ts";
import { readJson } from "./body.ts";
import { chosenEncoding } from "./site/compress.ts";
import type { AppContext, AppMiddleware, AppServices, RequestState } from "./context.ts";
import { callerOf, requireOwnOrigin } from "./request.ts";
import { readSession, recentSessionOf, hasSessionCookie, type RequestSession } from "./session.ts";

const gzipped = promisify(gzip);
/** Smallest answer in bytes that is compressed; smaller ones are faster uncompressed. */
const WORTH_GZIP = 4096;

export type ExchangeServices = ReplayServices & Pick<AppServices, "config">;

export function exchangeRoutes(services: ExchangeServices): AppMiddleware {
  const router = new Router<RequestState>();
  const clients = clientOwners(services.db);
  router.post("/api/sync", async (ctx) => {
    ctx.state.route = "/api/sync";
    const { sender, request } = await admit(ctx, services, clients);
    const text = (await plainAnswer(services, sender, request)) ?? (await fullAnswer(ctx, services, sender, request));
    await answer(ctx, text);
  });
  router.all("/api/sync", (ctx) => {
    ctx.set("Allow", "POST");
    throw new DomainError("method-not-allowed");
  });
  return router.routes() as unknown as AppMiddleware;
}

/** `isFromBefore`: the session was valid at its last check and may have ended since. */
type Admitted = { sender: Sender & { isFromBefore: boolean }; request: ExchangeRequest };

/** @throws DomainError foreign-origin, not-signed-in, too-large, wrong-kind, malformed-body, invalid, upgrade-needed, wrong-user */
async function admit(ctx: AppContext, services: ExchangeServices, clients: ClientOwners): Promise<Admitted> {
  const { config } = services;
  requireOwnOrigin(ctx.req, config, hasSessionCookie(ctx.req.headers.cookie, config));
  const recent = recentSessionOf(ctx, services);
  const session = recent ?? (await liveSessionOf(ctx, services));
  // A body that has not fully arrived may come much later, so the session needs another check.
  const isFromBefore = recent !== null || !ctx.req.complete;
  const body = await readJson(ctx.req, MAX_EXCHANGE_BYTES);
  // Checked before the rest: an old app may send another shape.
  if (Number.isInteger(body.schema) && (body.schema as number) < OLDEST_SCHEMA) throw new DomainError("upgrade-needed");
  const request = parseInput(exchangeRequest, body) as ExchangeRequest;
  const clientId = request.clientId.toLowerCase();
  const { me, idHash } = session;
  if (request.userId.toLowerCase() !== me.id || !(await clients.isOwner(clientId, me.id)))
    throw new DomainError("wrong-user");
  const sender = { me, sessionHash: idHash, clientId, caller: callerOf(ctx.req, config), isFromBefore };
  return { sender, request };
}

/** @throws DomainError not-signed-in */
async function liveSessionOf(ctx: AppContext, services: ExchangeServices): Promise<NonNullable<RequestSession>> {
  const session = await readSession(ctx, services);
  if (!session) throw new DomainError("not-signed-in");
  return session;
}

/**
 * Answers a request of messages alone: one statement checks the session, stores them and reads the changes. Null for
 * any other.
 */
async function plainAnswer(
  services: ExchangeServices,
  sender: Sender,
  { cursor: token, commands }: ExchangeRequest,
): Promise<string | null> {
  if (commands.length === 0) return null;
  const { db, installationKey } = services;
  const cursor = wholeCursor(installationKey, sender.me.id, token);
  if (!cursor) return null;
  const result = await runBatched(services, sender, commands, snapshotText(cursor.position));
  if (!result?.news) return null;
  // The messages are stored. Reads the changes apart where the statement could not, as after the first message to a
  // user.
  const { id } = sender.me;
  const page =
    changesInResult(installationKey, token, cursor, { ...result, news: result.news }) ??
    (await readChanges(services, id, token));
  const outcomes = commands.map((command): Outcome => ({ id: command.id, status: "applied" }));
  return exchangeText(page, await outcomesToTell(db, id, page, outcomes));
}

/** Answers every other request. Looks up a cached session first, since only the batched statement checks it. */
async function fullAnswer(
  ctx: AppContext,
  services: ExchangeServices,
  { isFromBefore, ...known }: Admitted["sender"],
  { cursor, commands }: ExchangeRequest,
): Promise<string> {
  const { db } = services;
  const sender = isFromBefore ? { ...known, me: (await liveSessionOf(ctx, services)).me } : known;
  const outcomes = commands.length > 0 ? await replay(services, sender, commands) : [];
  ctx.state.refusals = outcomes.flatMap(({ status, code }) => (status === "refused" ? [code as RefusalCode] : []));
  const page = await readChanges(services, sender.me.id, cursor);
  return exchangeText(page, await outcomesToTell(db, sender.me.id, page, outcomes));
}

type ClientOwners = { isOwner(clientId: string, userId: string): Promise<boolean> };

const MOST_CLIENTS = 50_000;
/** Most clientIds stored per user. */
const MOST_DEVICES = 200;

/** Caches the owner of each clientId: the first user of a clientId owns it for ever. */
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

/** Removes a user's oldest devices above the limit; a removed device is stored again at its next call. */
async function forgetOldest(db: Knex, userId: string): Promise<void> {
  const newest = db("clients").select("clientId").where({ userId }).orderBy("createdAt", "desc").limit(MOST_DEVICES);
  await db("clients").where({ userId }).whereNotIn("clientId", newest).delete();
}

/**
 * Returns the outcomes to send: with the last page only, and only if the answer's snapshot shows their ledger rows.
 * An outcome must not arrive before the rows that confirm it.
 * Without earlier pages the snapshot is younger than every commit here.
 * With earlier pages, outcomes the ledger has forgotten wait too: nothing shows whether the answer holds their rows.
 */
async function outcomesToTell(db: Knex, userId: string, page: ChangesPage, outcomes: Outcome[]): Promise<Outcome[]> {
  if (page.hasMore) return [];
  if (!page.isLater || outcomes.length === 0) return outcomes;
  const known: { commandId: string; isSeen: boolean }[] = await db("outcomes")
    .select("commandId", db.raw(`pg_visible_in_snapshot(xid, ?::pg_snapshot) as "isSeen"`, [snapshotText(page.target)]))
    .where({ userId })
    .whereIn(
      "commandId",
      outcomes.map(({ id }) => id),
    );
  const seen = new Map(known.map(({ commandId, isSeen }) => [commandId, isSeen]));
  return outcomes.filter(({ id, status }) => seen.get(id.toLowerCase()) ?? status !== "applied");
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
