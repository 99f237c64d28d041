// Runs every cell of the authorization matrix against one server with its database; see docs/authorization.md.
import Router from "@koa/router";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { commands, type CommandName } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";
import { newId } from "../../shared/kit/ids.ts";
import { fillPath, splitRoute } from "../../shared/kit/routes.ts";
import { queries, type QueryName } from "../../shared/queries.ts";
import type { Manifest } from "../../shared/sync.ts";
import { anOwner } from "../people.ts";
import { send, type Answer, type Sending } from "../http.ts";
import { freshDatabase } from "../postgres.ts";
import { startPushService, testKeys, type PushService } from "../push/push-service.ts";
import { startTestServer } from "../server.ts";
import { commandRows, type Input } from "./command-rows.ts";
import { queryRows } from "./query-rows.ts";
import { moreRequests, routeRows } from "./route-rows.ts";
import { callerNames, onlineInExchange, verdicts, type Caller, type Verdict } from "./verdicts.ts";
import { aWorld, belongingsOf, placeAt, type Place, type World } from "./world.ts";

let pushes: PushService;
let place: Place;
/** `METHOD path` of each route that the server has registered. */
const registered = new Set<string>();

beforeAll(async () => {
  pushes = await startPushService();
  const { url: databaseUrl, knex: db } = await freshDatabase({ pool: 8 });
  const register = vi.spyOn(Router.prototype, "register");
  const env = { ...testKeys, PUSH_TEST_ORIGIN: pushes.origin, RATE_LIMIT_FACTOR: "1000" };
  const { url } = await startTestServer({ databaseUrl, env });
  for (const [path, methods] of register.mock.calls) {
    const names = methods.length > 2 ? ["*"] : methods;
    for (const one of [path].flat())
      for (const method of names) registered.add(`${method.toUpperCase()} ${String(one)}`);
  }
  register.mockRestore();
  place = { ...placeAt(db, url), bucket: "austin-tx", aSubscription: () => pushes.receiver().subscription };
  await publish();
});
afterAll(() => pushes.close());

/** Makes a base and a segment of the bucket. */
async function publish(): Promise<void> {
  const owner = await anOwner(place.db);
  for (const segment of [1, 2]) {
    const body = { name: "Husky", make: "Aviat", model: "A-1C", location: "Austin TX" };
    await send(place.url, "POST /api/aircraft", { body, headers: owner.headers });
    await vi.waitFor(async () => {
      const manifest = (await (await fetch(`${place.url}/api/catalogue`)).json()) as Manifest;
      expect(manifest.buckets.find(({ bucket }) => bucket === place.bucket)?.head).toBe(segment);
    });
  }
}

type Cells = Record<Caller, Verdict>;

/** Calls as every caller, each in a new world. The answer has the verdicts, and who changed what does not belong to them. */
async function run(call: (world: World) => Promise<Verdict>): Promise<Cells> {
  const cells = callerNames.map(async (caller): Promise<[Caller, Verdict]> => {
    const world = await aWorld(place, caller);
    return [caller, await call(world)];
  });
  return Object.fromEntries(await Promise.all(cells)) as Cells;
}

/** The verdict of a call, and whether the owner and the pilot have everything as before. */
async function watched(world: World, call: () => Promise<Verdict>): Promise<Verdict> {
  const before = await belongingsOf(world);
  const verdict = await call();
  const isSame = before === (await belongingsOf(world));
  if (verdict === "yes") return isSame ? "no effect" : "yes";
  return isSame ? verdict : (`${verdict}, but it changed rows` as Verdict);
}

const codeOf = ({ status, body }: Answer<{ code?: string }>): Verdict =>
  status < 400 ? "yes" : ((body.code ?? `status ${status}`) as Verdict);

/** A cell that expects success accepts one without an effect on the owner and the pilot. */
const alike = (expected: Cells, found: Cells): Cells =>
  Object.fromEntries(
    callerNames.map((caller) => [
      caller,
      expected[caller] === "yes" && found[caller] === "no effect" ? "yes" : found[caller],
    ]),
  ) as Cells;

function check(expected: Cells, found: Cells): void {
  expect(alike(expected, found)).toEqual(expected);
}

const admittedAs = (cells: Cells, otherwise: Verdict | undefined): Cells =>
  otherwise === undefined
    ? cells
    : (Object.fromEntries(
        callerNames.map((caller) => [caller, cells[caller] === "yes" ? otherwise : cells[caller]]),
      ) as Cells);

/** Sends a command over REST. */
async function overRest(world: World, spec: Command, input: Input, path: Input): Promise<Verdict> {
  const [method, pattern] = splitRoute(spec.route);
  const { path: filled, rest } = fillPath(pattern, { ...input, ...path });
  const fromQuery = new URLSearchParams(
    (spec.fromQuery ?? []).flatMap((field) => (rest[field] === undefined ? [] : [[field, rest[field] as string]])),
  );
  const body = method === "GET" ? {} : { body: rest };
  return codeOf(
    await send(world.url, `${method} ${filled}?${fromQuery.toString()}`, { ...body, headers: world.headers }),
  );
}

/** Sends commands in one exchange; the verdict of each. */
async function inExchange(world: World, sent: readonly { name: CommandName; input: Input }[]): Promise<Verdict[]> {
  const all = sent.map((command) => ({ ...command, id: newId() }));
  const body = { clientId: newId(), userId: world.me.id, schema: 1, cursor: null, commands: all };
  const answer = await send<{ outcomes?: { status: string; code?: Verdict }[]; code?: string }>(
    world.url,
    "POST /api/sync",
    { body, headers: world.headers },
  );
  if (answer.status !== 200) return [codeOf(answer)];
  return answer.body.outcomes!.map(({ status, code }) => (status === "applied" ? "yes" : code!));
}

function onlyOne(all: readonly Verdict[]): Verdict {
  return new Set(all).size === 1 ? all[0]! : (all.join(", ") as Verdict);
}

describe("every caller of a command", () => {
  it.each(Object.keys(commands) as CommandName[])("[S1100] gets over REST what the matrix says: %s", async (name) => {
    const { rule, input, path, otherwise } = commandRows[name];
    const spec: Command = commands[name];
    const expected = admittedAs(verdicts(spec.access, rule), otherwise);
    const found = await run(async (world) => {
      const made = await input(world);
      return watched(world, () => overRest(world, spec, made, path?.(made) ?? {}));
    });
    check(expected, found);
  });

  const offline = (Object.keys(commands) as CommandName[]).filter((name) => commands[name].offline);
  it.each(offline)("[S1101] gets in an exchange what the matrix says: %s", async (name) => {
    const { rule, input } = commandRows[name];
    const found = await run(async (world) => {
      const made = await input(world);
      return watched(world, async () => (await inExchange(world, [{ name, input: made }]))[0]!);
    });
    check(verdicts(commands[name].access, rule), found);
  });

  it("[S1112] gets in an exchange no command that needs the network", async () => {
    const online = (Object.keys(commands) as CommandName[]).filter((name) => !commands[name].offline);
    const found = await run(async (world) => {
      const sent = online.map((name) => ({ name, input: { id: world.owner.id } }));
      return watched(world, async () => onlyOne(await inExchange(world, sent)));
    });
    expect(found).toEqual(onlineInExchange());
  });
});

describe("every caller of a query", () => {
  const rows = (Object.keys(queries) as QueryName[]).flatMap((name) =>
    queryRows[name].map((row) => ({ name, row, title: [name, row.about].filter(Boolean).join(" ") })),
  );
  it.each(rows)("[S1102] gets what the matrix says: $title", async ({ name, row: { rule, input, shows } }) => {
    const spec = queries[name];
    const shown: Caller[] = [];
    const found = await run(async (world) => {
      const made = await input(world);
      const { path, rest } = fillPath(splitRoute(spec.route)[1], made);
      const query = new URLSearchParams(Object.entries(rest).map(([field, value]) => [field, String(value)]));
      const answer = await send(world.url, `GET ${path}?${query.toString()}`, { headers: world.headers });
      if (shows && answer.text.includes(shows.text(world, made))) shown.push(world.caller);
      return codeOf(answer);
    });
    expect(found).toEqual(verdicts(spec.access, rule));
    expect(shown.sort()).toEqual([...(shows?.readers ?? [])].sort());
  });
});

describe("every caller of another route", () => {
  it.each(Object.entries({ ...routeRows, ...moreRequests }))(
    "[S1103] gets what the matrix says: %s",
    async (name, { access, rule, request }) => {
      const [method = ""] = name.split(" ");
      const found = await run(async (world) => {
        const { path, headers = {}, ...sending } = await request(world);
        const all: Sending = { ...sending, headers: { ...headers, ...world.headers } };
        return watched(world, async () => codeOf(await send(world.url, `${method.replace("*", "PUT")} ${path}`, all)));
      });
      check(verdicts(access, rule), found);
    },
  );

  it("[S1104] no route is without a row", () => {
    const contract = [...Object.values(commands), ...Object.values(queries)].map(({ route }) => route as string);
    const known = new Set([...contract, ...Object.keys(routeRows)]);
    expect([...registered].filter((route) => !known.has(route))).toEqual([]);
    expect([...known].filter((route) => !registered.has(route))).toEqual([]);
  });
});
