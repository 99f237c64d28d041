// Sends every command and query with missing, null and invalid fields: the answer names each field in plain words.
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { commands } from "../../shared/commands.ts";
import type { Command } from "../../shared/kit/command.ts";
import { newId } from "../../shared/kit/ids.ts";
import type { Query } from "../../shared/kit/query.ts";
import { splitRoute } from "../../shared/kit/routes.ts";
import { queries } from "../../shared/queries.ts";
import { devicesOf } from "../../tests/devices.ts";
import { send, type Answer } from "../../tests/http.ts";
import { aPilot, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

let server: TestServer;
let admin: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  admin = await aPilot(server.db, { isAdmin: true });
});

const { aDevice, post } = devicesOf(() => server);

/** Terms of zod and JavaScript, which no message may contain. */
const foreignWords =
  /invalid (input|option|string|number|key|value|element|iso|uuid|url|date)|expected|received|too (big|small)|undefined|\bnull\b|\bnan\b|pattern|regex|unrecognized|zod|<=|>=/i;

const wrongValues = [null, true, 7, -1, 1.5, 1e15, "", " ", "\u0000", "x".repeat(3200), [], [null], [7], {}, { a: [] }];

/** More long texts than these would exceed the size of a request. */
const FIELDS_AT_ONCE = 15;

type Problems = { status: number; code: string; error: string; fields: Record<string, string> };

const fieldsOf = (spec: Command | Query) => (spec.input as z.ZodObject).shape;
const isFit = (field: z.ZodType, value: unknown) => field.safeParse(value).success;
const pathNames = (route: string) => [...route.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name!);
const filled = (route: string) => splitRoute(route)[1].replaceAll(/:[a-zA-Z]+/g, () => newId());

function problemsOf({ status, body }: Answer<unknown>): Problems {
  const { code, error, fields = {} } = body as Omit<Problems, "status">;
  return { status, code, error, fields };
}

function expectNamed(answer: Answer<unknown>, names: readonly string[], what: string): void {
  const { status, code, error, fields } = problemsOf(answer);
  expect([what, status, code]).toEqual([what, 400, "invalid"]);
  expect([what, Object.keys(fields)]).toEqual([what, expect.arrayContaining([...names])]);
  for (const sentence of [error, ...Object.values(fields)]) {
    expect([what, sentence]).toEqual([what, expect.not.stringMatching(foreignWords)]);
    expect([what, sentence]).toEqual([what, expect.stringMatching(/^[A-Z][^\n]{5,120}$/)]);
  }
}

const commandCases = Object.entries(commands as Record<string, Command>).map(([name, spec]) => {
  const fromPath = spec.fromPath ? Object.keys(spec.fromPath({})) : pathNames(spec.route);
  const own = Object.entries(fieldsOf(spec)).filter(([field]) => !fromPath.includes(field));
  return { name, spec, own };
});

describe("a command", () => {
  const sendTo = ({ route }: Command, body: unknown) =>
    send(server.url, `${splitRoute(route)[0]} ${filled(route)}`, { body, headers: admin.headers });

  it.each(commandCases)("$name names each missing, null and invalid field", async ({ name, spec, own }) => {
    const required = own.filter(([, field]) => !isFit(field, undefined)).map(([field]) => field);
    if (required.length > 0) expectNamed(await sendTo(spec, {}), required, `${name} without anything`);
    for (const value of wrongValues) {
      const misfits = own.filter(([, field]) => !isFit(field, value)).map(([field]) => field);
      const what = `${name} with ${JSON.stringify(value).slice(0, 20)}`;
      for (let from = 0; from < misfits.length; from += FIELDS_AT_ONCE) {
        const some = misfits.slice(from, from + FIELDS_AT_ONCE);
        expectNamed(await sendTo(spec, Object.fromEntries(some.map((field) => [field, value]))), some, what);
      }
    }
  });
});

describe("a queued command", () => {
  const offline = commandCases.filter(({ spec }) => spec.offline);

  it.each(offline)("$name is refused with the same message", async ({ name, spec }) => {
    const device = await aDevice(admin);
    for (const value of [{}, null, 7, []]) {
      if (isFit(spec.input, value)) continue;
      const { body } = await post(device, { commands: [{ id: newId(), name, input: value }] });
      const [outcome] = body.outcomes;
      expect(outcome).toMatchObject({ status: "refused", code: "invalid" });
      for (const sentence of Object.values(outcome!.fields ?? {})) expect(sentence).not.toMatch(foreignWords);
      expect(Object.keys(outcome!.fields ?? {})).not.toEqual([]);
    }
  });
});

describe("a query", () => {
  const list = Object.entries(queries as Record<string, Query>).map(([name, spec]) => ({ name, spec }));

  it.each(list)("$name names each invalid field of its query string", async ({ name, spec }) => {
    const own = Object.entries(fieldsOf(spec)).filter(([field]) => !pathNames(spec.route).includes(field));
    const texts: (string | string[])[] = ["x", "-1", "1.5", "1e15", "null", "\u0000", "x".repeat(600), ["a", "b"]];
    for (const value of texts) {
      for (const [field, schema] of own) {
        if (isFit(schema, value)) continue;
        const asked = new URLSearchParams([value].flat().map((one) => [field, one]));
        const path = `${filled(spec.route)}?${asked.toString()}`;
        const answer = await send(server.url, `GET ${path}`, { headers: admin.headers });
        expectNamed(answer, [field], `${name} with ${field}=${String(value).slice(0, 20)}`);
      }
    }
  });
});

describe("an exchange", () => {
  it("names each missing, null and invalid field", async () => {
    const sendBody = (body: unknown) => send(server.url, "POST /api/sync", { body, headers: admin.headers });
    const names = ["clientId", "userId", "schema", "cursor", "commands"];
    expectNamed(await sendBody({}), names, "nothing");
    for (const value of [true, {}, -0.5, "x".repeat(6000)]) {
      const misfits = names.filter((name) => !(name === "cursor" && typeof value === "string"));
      expectNamed(
        await sendBody(Object.fromEntries(misfits.map((name) => [name, value]))),
        misfits,
        `all ${typeof value}`,
      );
    }
    const commands = [{ id: "x", name: 7 }, null];
    expectNamed(await sendBody({ commands }), ["commands"], "misfit commands");
  });
});
