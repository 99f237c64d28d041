// Derives one route per command and query from the contract. Checks run in this order: path, origin, session, role,
// body, limits.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import Router from "@koa/router";
import { commands, type CommandName } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";
import { DomainError, type RefusalCode } from "../../shared/kit/errors.ts";
import { isId, newId } from "../../shared/kit/ids.ts";
import type { Query } from "../../shared/kit/query.ts";
import { splitRoute } from "../../shared/kit/routes.ts";
import { queries, type QueryName } from "../../shared/queries.ts";
import { accountIdOf } from "../domain/accounts/people.ts";
import { tokenHash } from "../domain/accounts/secrets.ts";
import { resolvers } from "../domain/subjects.ts";
import type { ReadContext } from "../kit/query-resolver.ts";
import type { Services } from "../kit/services.ts";
import type { Call, Outcome } from "../writes/call.ts";
import { authorise, execute, parseInput, refuse } from "../writes/execute.ts";
import { ownRows } from "../reads/own-rows.ts";
import { MAX_COMMAND_BYTES, readJson } from "./body.ts";
import type { AppContext, AppMiddleware, AppServices, RequestState } from "./context.ts";
import { clearCookie, deviceIdOf, hasJustWritten, keepDeviceId, markWrite, openCookie } from "./cookies.ts";
import { answerRefusal } from "./errors.ts";
import { bearerToken, callerOf, ownOrigin, requireOwnOrigin } from "./request.ts";
import { readSession, type RequestSession } from "./session.ts";

/** An id that no user has. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

type Params = Record<string, string>;
export type ApiRouter = Router<RequestState>;

/** Creates a router with every command and query. */
export function apiRouter(services: AppServices): ApiRouter {
  const router: ApiRouter = new Router();
  const routes = [
    ...Object.entries(commands).map(([name, spec]) => ({
      route: spec.route,
      run: commandRoute(services, name as CommandName, spec),
    })),
    ...Object.entries(queries).map(([name, spec]) => ({
      route: spec.route,
      run: queryRoute(services, name as QueryName, spec),
    })),
  ];
  // Fixed segments match before parameters.
  routes.sort((a, b) => (sortKey(a.route) < sortKey(b.route) ? -1 : 1));
  for (const { route, run } of routes) {
    const [method, path] = splitRoute(route);
    router.register(path, [method], (ctx) => {
      ctx.state.route = path;
      return run(ctx, ctx.params);
    });
  }
  return router;
}

/** Sorts `:parameter` after every fixed segment. */
function sortKey(route: string): string {
  return splitRoute(route)[1].replaceAll(":", "~");
}

type Route = (ctx: AppContext, params: Params) => Promise<void>;

/** Reads of public data: what they miss for two seconds nobody has seen. */
const onReplica: ReadonlySet<QueryName> = new Set([
  "aircraft.list",
  "aircraft.priceRange",
  "aircraft.withOwner",
  "aircraft.reviews",
]);

function queryRoute(services: AppServices, name: QueryName, spec: Query): Route {
  /** Only browsers carry the mark of a write, so other signed-in clients read from the primary. */
  const isForReplica = ({ req }: AppContext) =>
    services.replica !== null && onReplica.has(name) && !bearerToken(req) && !hasJustWritten(req, services.config);
  // The contract's types tie each resolver to its input; this loop erases the difference.
  const resolve = resolvers[name] as unknown as (context: ReadContext, input: unknown) => Promise<unknown>;
  return async function read(ctx, params) {
    const session = await readSession(ctx, services);
    const me = session?.me ?? null;
    authorise(spec, me);
    const input = parseInput(spec.input, { ...ctx.query, ...params });
    const context: Omit<ReadContext, "services" | "db"> = {
      me,
      sessionHash: session?.sessionHash ?? null,
      origin: ownOrigin(ctx.req, services.config),
      isDemo: services.config.DEMO,
      passwordMin: services.config.PASSWORD_MIN,
      site: services.site,
      uploads: services.writes.uploads,
      rowsOf: (entity) => ownRows(services.runPrepared, me?.id ?? NOBODY, entity),
      nextPage(changes) {
        const query = new URLSearchParams(ctx.querystring);
        for (const [key, value] of Object.entries(changes)) query.set(key, value);
        ctx.set("Link", `<${ctx.path}?${query.toString()}>; rel="next"`);
      },
      totalCount: (rows) => ctx.set("X-Total-Count", String(rows)),
    };
    const run = (from: Services) => resolve({ ...context, services: from, db: from.db }, input);
    const answer = spec.result.parse(await (isForReplica(ctx) ? services.replica!.read(services, run) : run(services)));
    if (spec.isCacheable) answerCacheable(ctx, answer, me === null);
    else ctx.body = spec.file?.isStreamed ? Readable.from(answer as AsyncIterable<string>) : answer;
    if (spec.file) describeFile(ctx, spec.file);
  };
}

/** Answers with an ETag of the text: a cache keeps the answer, and asks again before each use. */
function answerCacheable(ctx: AppContext, answer: unknown, isForEverybody: boolean): void {
  const text = JSON.stringify(answer);
  ctx.set("Cache-Control", isForEverybody ? "public, no-cache" : "private, no-cache");
  ctx.type = "json";
  ctx.etag = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = text;
}

/** Replaces the headers of JSON. */
function describeFile(ctx: AppContext, { type, name, maxAgeSeconds, isStreamed }: NonNullable<Query["file"]>): void {
  ctx.type = type;
  ctx.set("Content-Disposition", `${isStreamed ? "attachment" : "inline"}; filename="${name}"`);
  ctx.set("Cache-Control", maxAgeSeconds === undefined ? "private, no-store" : `private, max-age=${maxAgeSeconds}`);
}

function commandRoute(services: AppServices, name: CommandName, spec: Command): Route {
  return async function write(ctx, params) {
    const { config, writes } = services;
    ctx.state.command = name;
    requireOwnOrigin(ctx.req, config);
    const { session, body } = await admit(ctx, services, spec);
    const caller = callerOf(ctx.req, config);
    const deviceId = caller.browserPage ? deviceIdOf(ctx, config) : undefined;
    const fromPath = spec.fromPath ? spec.fromPath(params) : params;
    const { input, problem } = commandInput(spec, fromPath, { ...body, ...fromQuery(ctx, spec) });
    const call: Call = {
      requestId: ctx.state.requestId,
      name,
      ...idsOf(ctx, spec, fromPath, body),
      input,
      me: session?.me ?? null,
      sessionHash: session?.sessionHash ?? null,
      caller: { ...caller, deviceHash: deviceId && tokenHash(deviceId) },
    };
    if (spec.access === "admin") ctx.state.targetId = params["id"];
    ctx.state.commandIds = [call.id];
    markWrite(ctx, config);
    // Without a key no client can retry the command, so no outcome is stored.
    if (problem && !(call.alias && call.me)) throw problem;
    const outcome = problem ? await refuse(writes, call, problem) : await execute(writes, call);
    ctx.state.userId ??= await accountOf(services.db, input, outcome);
    if (outcome.status === "refused") return answerRefusal(ctx, outcome.refusal);
    ctx.body = outcome.result ?? null;
    ctx.status = spec.status;
    const { session: opened } = outcome.effects;
    if (opened === null) clearCookie(ctx, config);
    else if (opened !== undefined) {
      openCookie(ctx, config, opened);
      if (deviceId) keepDeviceId(ctx, config, deviceId);
      if (!call.caller.browserPage) ctx.body = { ...(outcome.result as object), token: opened };
    }
  };
}

/** Refusals of a log-in, whose account the log names. */
const signInRefusals: readonly RefusalCode[] = ["login-failed", "second-factor-needed", "factor-invalid"];

/** The account that a guest's command signs in to, or fails to. */
async function accountOf(db: AppServices["db"], input: unknown, outcome: Outcome): Promise<string | undefined> {
  if (outcome.status === "applied") return (outcome.result as { user?: { id: string } } | undefined)?.user?.id;
  const { email } = (input ?? {}) as { email?: string };
  return signInRefusals.includes(outcome.refusal.code) && email ? accountIdOf(db, email) : undefined;
}

/**
 * Reads the caller and the body.
 * A slow body may outlive the session, so a body incomplete at the session check causes a second check.
 * @throws DomainError not-signed-in, forbidden, too-large, wrong-kind, malformed-body
 */
async function admit(
  ctx: AppContext,
  services: AppServices,
  spec: Command,
): Promise<{ session: RequestSession | null; body: Record<string, unknown> }> {
  const session = await readSession(ctx, services);
  authorise(spec, session?.me ?? null);
  const isAllHere = ctx.req.complete;
  const body = await readJson(ctx.req, MAX_COMMAND_BYTES);
  if (isAllHere || !session) return { session, body };
  const now = await readSession(ctx, services);
  authorise(spec, now?.me ?? null);
  return { session: now, body };
}

function fromQuery(ctx: AppContext, spec: Command): Record<string, unknown> {
  const given = (spec.fromQuery ?? []).filter((field) => ctx.query[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, ctx.query[field]]));
}

type CommandInput = { input?: unknown; problem?: DomainError };

/** Path parameters override the body. A malformed one matches no record, so it gets the answer for an unknown one. */
function commandInput(spec: Command, fromPath: Params, body: Record<string, unknown>): CommandInput {
  try {
    return { input: parseInput(spec.input, { ...body, ...fromPath }) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const parameter = Object.keys(error.fields ?? {}).find((field) => field in fromPath);
    return { problem: parameter === undefined ? error : new DomainError(spec.notFound?.[parameter] ?? "not-found") };
  }
}

/**
 * Returns the command's id, which is also the id of a record it creates: the body's, else the Idempotency-Key, else
 * new.
 * A key beside a body id is an alias of the same command.
 */
function idsOf(
  ctx: AppContext,
  spec: Command,
  fromPath: Params,
  body: Record<string, unknown>,
): Pick<Call, "id" | "alias"> {
  const key = ctx.get("Idempotency-Key").toLowerCase() || undefined;
  if (key !== undefined && !isId(key)) throw new DomainError("bad-idempotency-key");
  const isCreation = spec.status === 201 && !("id" in fromPath);
  const own = isCreation && typeof body.id === "string" && isId(body.id) ? body.id.toLowerCase() : undefined;
  return { id: own ?? key ?? newId(), alias: key };
}

/** Answers unmatched requests: an unknown path, or a known path with a wrong method. */
export function unmatched(routers: readonly ApiRouter[]): AppMiddleware {
  return async function noRoute(ctx) {
    const layers = routers.flatMap((router) => router.stack).filter((layer) => layer.match(ctx.path));
    if (layers.length === 0) throw new DomainError("not-found");
    ctx.set("Allow", [...new Set(layers.flatMap((layer) => layer.methods))].join(", "));
    throw new DomainError("method-not-allowed");
  };
}
