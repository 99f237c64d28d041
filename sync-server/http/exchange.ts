// POST /api/sync: receives commands, returns outcomes and changes.
import type { IncomingMessage } from "node:http";
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
import { snapshotText } from "../db/snapshot.ts";
import { changesText, readChanges, type ChangesPage } from "../reads/changes.ts";
import { changesInResult, wholeCursor } from "../reads/result-changes.ts";
import type { RequestContext } from "../writes/call.ts";
import { parseInput } from "../writes/execute.ts";
import { runBatched } from "../writes/message-batches.ts";
import { replay, type ReplayServices } from "../writes/replay.ts";
import { readJson } from "./body.ts";
import type { AppMiddleware, AppServices, Exchanged, RequestState } from "./context.ts";
import { markWrite } from "./cookies.ts";
import { callerOf, requireOwnOrigin } from "./request.ts";
import { recentSessionOf, requireSession } from "./session.ts";
import { acceptsGzip } from "./site/compress.ts";

const gzipped = promisify(gzip);
/** Smallest answer in bytes that is compressed; smaller ones are faster uncompressed. */
const WORTH_GZIP = 4096;

export const EXCHANGE_PATH = "/api/sync";

export type ExchangeServices = ReplayServices & Pick<AppServices, "config">;

/**
 * Runs one exchange and returns the text of its answer. All checks of an exchange are here, whatever serves it.
 * @throws DomainError as `admit`
 */
export type Exchange = (exchanged: Exchanged) => Promise<string>;

export function createExchange(services: ExchangeServices): Exchange {
  const clients = clientOwners(services);
  return async function exchange(exchanged) {
    const { context, request, isSessionChecked } = await admit(exchanged, services, clients);
    const { cursor, commands } = request;
    const userId = context.me.id;
    const batch = await runAsBatch(services, context, request);
    const outcomes = batch
      ? commands.map(({ id }): Outcome => ({ id, status: "applied" }))
      : await replay(services, isSessionChecked ? context : await withSession(exchanged, services, context), commands);
    if (commands.length > 0) markWrite(exchanged, services.config);
    exchanged.state.refusals = refusalsIn(outcomes);
    const page = batch?.page ?? (await readChanges(services, userId, cursor));
    return answerText(page, await visibleOutcomes(services.db, userId, page, outcomes));
  };
}

/** Serves the exchange in Koa, for the targets that `directExchange` leaves: with a query, or a whole address. */
export function exchangeRoutes(exchange: Exchange): AppMiddleware {
  const router = new Router<RequestState>();
  router.post(EXCHANGE_PATH, async (ctx) => {
    ctx.state.route = EXCHANGE_PATH;
    const { body, headers } = await exchangeAnswer(ctx.req, await exchange(ctx));
    ctx.status = 200;
    ctx.set(headers);
    ctx.body = body;
  });
  router.all(EXCHANGE_PATH, (ctx) => {
    ctx.set("Allow", "POST");
    throw new DomainError("method-not-allowed");
  });
  return router.routes() as unknown as AppMiddleware;
}

type Admitted = { context: RequestContext; request: ExchangeRequest; isSessionChecked: boolean };

/**
 * Reads and checks the request. `isSessionChecked` is false if the session may have ended since its last check.
 * @throws DomainError foreign-origin, not-signed-in, too-large, wrong-kind, malformed-body, invalid, upgrade-needed, wrong-user
 */
async function admit(exchanged: Exchanged, services: ExchangeServices, clients: ClientOwners): Promise<Admitted> {
  const { config } = services;
  const { req } = exchanged;
  requireOwnOrigin(req, config);
  const recent = recentSessionOf(exchanged, services);
  const { me, sessionHash } = recent ?? (await requireSession(exchanged, services));
  // A body that has not fully arrived may come much later, so the session needs another check.
  const isSessionChecked = recent === null && req.complete;
  const body = await readJson(req, MAX_EXCHANGE_BYTES);
  // Checked before the rest: an old app may send another shape.
  if (Number.isInteger(body.schema) && (body.schema as number) < OLDEST_SCHEMA) throw new DomainError("upgrade-needed");
  const request = parseInput(exchangeRequest, body) as ExchangeRequest;
  const clientId = request.clientId.toLowerCase();
  if (request.userId.toLowerCase() !== me.id || !(await clients.isOwner(clientId, me.id)))
    throw new DomainError("wrong-user");
  const { requestId } = exchanged.state;
  if (request.commands.length > 0) exchanged.state.commandIds = request.commands.map(({ id }) => id.toLowerCase());
  const context = { requestId, me, sessionHash, clientId, caller: callerOf(req, config) };
  return { context, request, isSessionChecked };
}

/** Reads the session again, since only the statement of a batch checks it. @throws DomainError not-signed-in */
async function withSession(
  exchanged: Exchanged,
  services: ExchangeServices,
  context: RequestContext,
): Promise<RequestContext> {
  const { me } = await requireSession(exchanged, services);
  return { ...context, me };
}

/**
 * Runs a request of messages alone: one statement checks the session, stores them and reads the changes. Null if
 * replay must run the request.
 * `page` is null if another query must read the changes, as after the first message to a user.
 */
async function runAsBatch(
  services: ExchangeServices,
  context: RequestContext,
  request: ExchangeRequest,
): Promise<{ page: ChangesPage | null } | null> {
  if (request.commands.length === 0) return null;
  const { cursors } = services;
  const cursor = wholeCursor(cursors, context.me.id, request.cursor);
  if (!cursor) return null;
  const result = await runBatched(services, context, request.commands, snapshotText(cursor.position));
  if (!result?.unseen) return null;
  return { page: changesInResult(cursors, request.cursor, cursor, { ...result, unseen: result.unseen }) };
}

function refusalsIn(outcomes: readonly Outcome[]): RefusalCode[] {
  return outcomes.flatMap(({ status, code }) => (status === "refused" ? [code as RefusalCode] : []));
}

type ClientOwners = { isOwner(clientId: string, userId: string): Promise<boolean> };

const MOST_CLIENTS = 50_000;
/** Most clientIds stored per user. */
const MOST_DEVICES = 200;

/** Caches the owner of each clientId: the first user of a clientId owns it permanently. */
function clientOwners({ db, admission }: Pick<ExchangeServices, "db" | "admission">): ClientOwners {
  const known = new Map<string, string>();
  /** Running lookups by clientId. The insert may wait for the user's row, so repeated requests share one connection. */
  const running = new Map<string, Promise<string>>();

  async function lookUp(clientId: string, userId: string): Promise<string> {
    const added = await db("clients")
      .insert({ clientId, userId })
      .onConflict("clientId")
      .ignore()
      .returning("clientId");
    if (added.length > 0) await forgetOldest(db, userId);
    const row: { userId: string } | undefined = await db("clients").where({ clientId }).first("userId");
    const owner = row?.userId ?? "";
    if (known.size >= MOST_CLIENTS) known.clear();
    known.set(clientId, owner);
    return owner;
  }

  return {
    async isOwner(clientId, userId) {
      const owner = known.get(clientId);
      if (owner !== undefined) return owner === userId;
      let lookup = running.get(clientId);
      if (!lookup) {
        lookup = admission.run(userId, () => lookUp(clientId, userId)).finally(() => running.delete(clientId));
        running.set(clientId, lookup);
      }
      return (await lookup) === userId;
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
async function visibleOutcomes(db: Knex, userId: string, page: ChangesPage, outcomes: Outcome[]): Promise<Outcome[]> {
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

function answerText(page: ChangesPage, outcomes: readonly Outcome[]): string {
  const flags = `${page.isReset ? `,"reset":true` : ""}${page.hasMore ? `,"more":true` : ""}`;
  const time = new Date().toISOString();
  return (
    `{"from":${JSON.stringify(page.from)},"to":${JSON.stringify(page.to)},${changesText(page)},` +
    `"outcomes":${JSON.stringify(outcomes)}${flags},"serverTime":"${time}"}`
  );
}

/** Headers of an answer that is not compressed. */
export const plainJson = { Vary: "Accept-Encoding", "Content-Type": "application/json; charset=utf-8" };

/** Returns the body and the headers of an answer; a long one is compressed where the device accepts it. */
export async function exchangeAnswer(
  request: IncomingMessage,
  text: string,
): Promise<{ body: string | Buffer; headers: Record<string, string> }> {
  if (text.length < WORTH_GZIP || !acceptsGzip(request)) return { body: text, headers: plainJson };
  return { body: await gzipped(text, { level: 4 }), headers: { ...plainJson, "Content-Encoding": "gzip" } };
}
