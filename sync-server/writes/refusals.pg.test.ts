import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DomainError } from "../../shared/kit/errors.ts";
import { newId } from "../../shared/kit/ids.ts";
import { aPilot, type TestPerson } from "../../tests/people.ts";
import { freshDatabase } from "../../tests/postgres.ts";
import { replayServicesOf, servicesOf } from "../../tests/services.ts";
import { readConfig } from "../config.ts";
import type { EditContext } from "../kit/command-handler.ts";
import type { Call } from "./call.ts";
import { applyAlone, prepare, type PreparedCall, type WriteServices } from "./execute.ts";
import { storedOutcome } from "./ledger.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tailhour-refusals-"));
afterAll(() => rmSync(folder, { recursive: true }));

let services: WriteServices;
let pilot: TestPerson;

beforeAll(async () => {
  const { knex, url } = await freshDatabase({ pool: 4 });
  const config = readConfig({ NODE_ENV: "test", DATABASE_URL: url, DEMO: "0", DATA_DIR: folder });
  services = replayServicesOf(await servicesOf(knex), config);
  pilot = await aPilot(knex);
});

const ownRow = () => services.db("users").where({ id: pilot.id }).first();
const nameOf = async (): Promise<string> => (await ownRow()).name;

/** A change of the pilot's own name. */
async function aChange(id: string, name: string): Promise<PreparedCall> {
  const input = { name };
  const call = { name: "profile.update", id, input, me: await ownRow(), sessionHash: null, caller: { network: "::1" } };
  return prepare(services, call as unknown as Call);
}

/** The same, with another handler. */
async function aCommand(id: string, run: (context: EditContext) => Promise<unknown>): Promise<PreparedCall> {
  return { ...(await aChange(id, "Amelia")), run };
}

/** Resolves once a connection waits for a lock. */
async function someoneWaits(): Promise<void> {
  const waiting = { datname: services.db.raw("current_database()"), wait_event_type: "Lock" };
  while (!(await services.db("pg_stat_activity").where(waiting).first("pid")));
}

describe("a command that runs alone", () => {
  it("[S1347] is refused with nothing left of it but its refusal, which a repeat gets", async () => {
    const before = await nameOf();
    const id = newId();
    const refused = await aCommand(id, async ({ tx, changed }) => {
      await tx("users").where({ id: pilot.id }).update({ name: "Half done" });
      changed("me", pilot.id, [`user:${pilot.id}`]);
      throw new DomainError("forbidden");
    });
    const outcome = await applyAlone(services, refused);
    expect(outcome).toMatchObject({ status: "refused", refusal: { code: "forbidden" } });
    expect([...outcome.effects.scopes]).toEqual([]);
    expect(await nameOf()).toBe(before);
    expect(await services.db("change_log").where({ scope: `user:${pilot.id}` })).toEqual([]);
    const again = await applyAlone(services, await aChange(id, "Amelia"));
    expect(again).toMatchObject({ status: "refused", refusal: { code: "forbidden" } });
    expect(await nameOf()).toBe(before);
  });

  it("[S1348] shares one outcome with a duplicate that waited while it was refused", async () => {
    for (let round = 0; round < 10; round++) {
      const id = newId();
      const duplicate = await aChange(id, `Amelia ${round}`);
      let second: ReturnType<typeof applyAlone> | undefined;
      const first = await aCommand(id, async () => {
        second = applyAlone(services, duplicate);
        await someoneWaits();
        throw new DomainError("forbidden");
      });
      const outcomes = [await applyAlone(services, first), await second!];
      const stored = await storedOutcome(services.db, duplicate.ledger!);
      expect(outcomes.map(({ status }) => status)).toEqual([stored!.status, stored!.status]);
      expect((await nameOf()) === `Amelia ${round}`).toBe(stored!.status === "applied");
    }
  });
});
