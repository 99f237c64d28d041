import { describe, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { command, devicesOf, statuses } from "../../tests/devices.ts";
import { send } from "../../tests/http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

const form = { name: "Cub", make: "Piper", model: "J-3", location: "Denver CO" };
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const counted = (found: readonly unknown[], one: unknown) => found.filter((other) => other === one).length;

function list(server: TestServer, me: TestPerson) {
  return send(server.url, "POST /api/aircraft", { body: form, headers: me.headers });
}

function listCommand() {
  const id = newId();
  return command("aircraft.create", { ...form, id }, id);
}

const listed = async (server: TestServer, { id }: TestPerson) =>
  (await server.db("aircraft").where({ ownerId: id })).length;

describe("new listings a minute", () => {
  it("are limited per user, also in a burst, and one more waits", async () => {
    const server = await startTestServer({ env: { LIMIT_LISTINGS: "3" } });
    const [me, other] = [await anOwner(server.db), await anOwner(server.db)];
    const answers = await Promise.all(times(8).map(() => list(server, me)));
    const found = answers.map(({ status }) => status);
    expect([counted(found, 201), counted(found, 429)]).toEqual([3, 5]);
    expect(Number(answers.find(({ status }) => status === 429)?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await list(server, other)).status).toBe(201);
    expect(await listed(server, me)).toBe(3);
  });

  it("delay a device's queue and lose no command; a repeated command counts once", async () => {
    const server = await startTestServer({ env: { LIMIT_LISTINGS: "3" } });
    const { aDevice, exchange } = devicesOf(() => server);
    const me = await anOwner(server.db);
    const [device, commands] = [await aDevice(me), times(5).map(listCommand)];
    expect((await list(server, me)).status).toBe(201);
    for (let round = 0; round < 3; round++) {
      const answer = await exchange(device, commands);
      expect(statuses(answer)).toEqual(["applied", "applied", "too-many", "too-many", "too-many"]);
      expect(answer.outcomes[2]!.retryAfterMs).toBeGreaterThan(0);
    }
    // Ends the minute.
    await server.db("rate_limits").update({ expire: Date.now() - 1 });
    expect(statuses(await exchange(device, commands))).toEqual(commands.map(() => "applied"));
    expect(await listed(server, me)).toBe(6);
  });
});

describe("commands a minute", () => {
  it("are limited over REST and from the queue together, per user", async () => {
    const server = await startTestServer({ env: { LIMIT_COMMANDS: "40" } });
    const { aDevice, exchange } = devicesOf(() => server);
    const [me, other] = [await aPilot(server.db), await aPilot(server.db)];
    const owner = await anOwner(server.db);
    const planes: string[] = [];
    for (const _ of times(60)) planes.push(await aPlane(server.db, owner.id));
    const [device, commands] = [
      await aDevice(me),
      planes.map((aircraftId) => command("favorites.add", { aircraftId })),
    ];
    // Sends the queue twice, as with every page: the second time the commands have answers.
    for (const _ of times(2)) {
      const found = statuses(await exchange(device, commands));
      expect([counted(found, "applied"), counted(found, "too-many")]).toEqual([40, 20]);
    }
    const edit = ({ id, headers }: TestPerson) =>
      send(server.url, `PATCH /api/users/${id}`, { body: { bio: "Tailwheel." }, headers });
    expect([(await edit(me)).status, (await edit(other)).status]).toEqual([429, 200]);
    expect(await server.db("favorites").where({ userId: me.id })).toHaveLength(40);
  });
});

describe("an exchange of 500 commands", () => {
  it("runs in many short transactions, so that other users need not wait", { timeout: 60_000 }, async () => {
    const server = await startTestServer();
    const { aDevice, exchange } = devicesOf(() => server);
    const me = await aPilot(server.db);
    const plane = await aPlane(server.db, (await anOwner(server.db)).id);
    const commands = times(500).map((index) =>
      command(index % 2 ? "favorites.remove" : "favorites.add", { aircraftId: plane }),
    );
    const found = statuses(await exchange(await aDevice(me), commands));
    expect(counted(found, "applied")).toBe(500);
    const { rows } = await server.db.raw(`select count(*)::int as commands from outcomes group by xid::text`);
    const sizes = (rows as { commands: number }[]).map(({ commands: size }) => size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(25);
  });
});
