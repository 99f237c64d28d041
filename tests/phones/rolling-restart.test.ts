// A rolling restart: each new process starts before the old one ends. No device needs a full resync, and none loses a command.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { parseStarts } from "../../sync-server/db/starts.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../people.ts";
import { freshDatabase } from "../postgres.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { truthFor } from "../sync/busy-market.ts";
import { aPhone, type Phone } from "./phone.ts";
import { noTrouble, rest } from "./trouble.ts";

const ROUNDS = 4;

it("[R4] keeps the rows of every device, online and offline", { timeout: 120_000 }, async () => {
  const { url, knex } = await freshDatabase({ pool: 4 });
  const next = () => startTestServer({ databaseUrl: url, env: { RATE_LIMIT_FACTOR: "100" } });
  let running: TestServer[] = [await next()];
  let isAway = false;
  const servers = () => running.map((one) => one.url);
  const [me, peer, absent] = [await aPilot(knex), await anOwner(knex), await anOwner(knex)];
  const open = (person: TestPerson, where: () => string[]) => aPhone({ person, servers: where, trouble: noTrouble() });
  const listening = [await open(me, servers), await open(peer, servers)] as const;
  const away = await open(absent, () => (isAway ? [] : servers()));
  const phones = [...listening, away];
  const say = (from: Phone, to: TestPerson, content: string) =>
    from.engine.queue("messages.send", { receiverId: to.id, content, aircraftId: null });
  const agree = async (those: readonly Phone[]) => {
    for (const phone of those) while (!(await holdsTruth(phone))) await rest(50);
  };
  const holdsTruth = async (phone: Phone) => {
    const [truth, mirror] = [await truthFor(knex, phone.person.id), await phone.mirror()];
    const isDrained = (await phone.engine.outbox()).length === 0;
    return isDrained && truth.size === mirror.size && [...truth.keys()].every((key) => mirror.has(key));
  };
  const epochs = () => Promise.all(phones.map(({ store }) => store.read(async (tx) => (await tx.meta()).epoch)));
  const meta = (): Promise<{ generation: string; starts: string }> => knex("sync_meta").first("generation", "starts");

  await say(listening[0], absent, "before");
  await agree(phones);
  const [heldBefore, { generation, starts }] = [await epochs(), await meta()];
  expect(parseStarts(starts)).toHaveLength(1);
  isAway = true;
  away.close();
  for (let round = 0; round < ROUNDS; round++) {
    const old = running;
    const started = next();
    for (let at = 0; at < 5; at++) {
      await say(listening[0], peer, `${round} ${at}`);
      await say(listening[1], me, `${round} ${at}`);
    }
    running = [...old, await started];
    await say(listening[0], absent, `to both ${round}`);
    await agree(listening);
    running = running.slice(1);
    await Promise.all(old.map((one) => one.stop()));
    await say(listening[1], me, `to the new one ${round}`);
    await agree(listening);
  }
  isAway = false;
  const back = await aPhone({ person: absent, servers, trouble: noTrouble(), sharing: away });
  await agree([...listening, back]);
  expect(await epochs()).toEqual(heldBefore);
  const after = await meta();
  expect(after.generation).toBe(generation);
  expect(parseStarts(after.starts)).toHaveLength(1 + ROUNDS);
  for (const phone of [...listening, back]) phone.close();
});

/** Passes requests on, as a process of the previous version: it does not know the command. */
async function withoutCommand(server: string, name: string) {
  const older = createServer((request, response) => {
    void (async () => {
      const body = (await text(request)).replaceAll(`"${name}"`, `"${name}.none"`);
      const headers = Object.entries(request.headers).filter(
        ([field]) => !/^(host|connection|content-length)$/.test(field),
      );
      const { method = "GET", url = "/" } = request;
      const answer = await fetch(server + url, { method, body, headers: headers as [string, string][] });
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
    })();
  });
  await new Promise<void>((listening) => older.listen(0, "127.0.0.1", listening));
  const { port } = older.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => older.close() };
}

it("[S970] access notes saved through a server of the previous version arrive once, when the update is complete", async () => {
  const server = await startTestServer();
  const { db } = server;
  const owner = await anOwner(db);
  const id = await aPlane(db, owner.id);
  const older = await withoutCommand(server.url, "accessNotes.save");
  let now = older.url;
  const phone = await aPhone({ person: owner, servers: () => [now], trouble: noTrouble(), hasLine: false });
  const shown = async () => (await phone.engine.row("aircraft", id))?.["accessNotes"];
  const base = { rev: 1, values: { accessNotes: null } };
  const { id: command } = await phone.engine.queue("accessNotes.save", { id, accessNotes: "Gate 4711" }, { base });
  await phone.engine.queue("aircraft.update", { id, seats: 3 });
  const answers = () =>
    db("outcomes").where({ userId: owner.id }).orderBy("commandId").select("command", "status", "code");
  const refused = { command: "accessNotes.save.none", status: "refused", code: "unknown-command" };
  const updated = { command: "aircraft.update", status: "applied", code: null };
  await expect.poll(answers).toEqual([refused, updated]);
  await expect.poll(() => phone.engine.outbox()).toMatchObject([{ id: command, state: "queued" }]);
  expect([await shown(), await db("access_notes").where({ aircraftId: id })]).toEqual(["Gate 4711", []]);

  now = server.url;
  await phone.engine.trigger("line-open");
  await expect.poll(() => phone.engine.outbox()).toEqual([]);
  expect(await db("access_notes").where({ aircraftId: id })).toEqual([{ aircraftId: id, notes: "Gate 4711" }]);
  expect(await answers()).toEqual([{ command: "accessNotes.save", status: "applied", code: null }, updated]);
  expect(await shown()).toBe("Gate 4711");
  phone.close();
  older.stop();
});
