import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import { entities } from "../../shared/entities.ts";
import { newId } from "../../shared/kit/ids.ts";
import type { SentCommand } from "../../shared/sync.ts";
import { command, devicesOf, statuses, toPeer } from "../../tests/devices.ts";
import { send } from "../../tests/http.ts";
import { anOwner, aPilot, aPlane } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";
import { claim } from "./ledger.ts";

let server: TestServer;
let db: Knex;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
});

const { aDevice, post, exchange } = devicesOf(() => server);

describe("the commands of an exchange", () => {
  it("[R5] [R6] runs a repeated command once, and answers each repeat equally", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const commands = [toPeer(peer), toPeer(peer, "And on Saturday?"), toPeer(peer, "  ")];
    const first = await exchange(device, commands);
    expect(statuses(first)).toEqual(["applied", "applied", "invalid"]);
    expect(first.outcomes[2]).toMatchObject({ status: "refused", fields: { content: "Write a message first" } });
    expect(first.rows.messages).toHaveLength(2);
    expect(first.rows.people).toEqual([expect.objectContaining({ id: peer.id })]);
    const again = await exchange(device, commands);
    expect(again.outcomes).toEqual(first.outcomes);
    expect(again.rows).toEqual({});
    const duplicates = await Promise.all([
      post(device, { commands: [commands[0]] }),
      post(device, { commands: [commands[0]] }),
    ]);
    expect(duplicates.map(({ body }) => statuses(body))).toEqual([["applied"], ["applied"]]);
    expect(await db("messages").where({ senderId: device.person.id })).toHaveLength(2);
  });

  it("[R5] a hundred concurrent duplicates have one effect each", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const commands = Array.from({ length: 30 }, (_, index) => toPeer(peer, `line ${index}`));
    const plane = await aPlane(db, peer.id);
    commands.push(command("favorites.add", { aircraftId: plane }));
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(device, { commands })));
    for (const { body } of answers) expect(new Set(statuses(body))).toEqual(new Set(["applied"]));
    const stored = await db("messages").where({ senderId: device.person.id }).orderBy(["createdAt", "id"]);
    expect(stored.map(({ content }) => content as string)).toEqual(
      commands.slice(0, 30).map(({ input }) => (input as { content: string }).content),
    );
    const lines = await db("change_log").where({ scope: `user:${peer.id}`, entity: 4 });
    expect(lines).toHaveLength(30);
  });

  it("[S973] a command that the previous version did not know runs once after the update", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const plane = await aPlane(db, peer.id);
    const favorite = command("favorites.add", { aircraftId: plane });
    const userId = device.person.id;
    const refused = {
      userId,
      command: favorite.name,
      status: "refused",
      code: "unknown-command",
      detail: { message: "" },
    };
    await db("outcomes").insert({ ...refused, commandId: favorite.id });
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(device, { commands: [favorite] })));
    for (const { body } of answers) expect(statuses(body)).toEqual(["applied"]);
    expect(await db("change_log").where({ scope: `user:${userId}`, entity: entities.favorites.number })).toHaveLength(
      1,
    );
    const stored = await db("outcomes").where({ userId });
    expect(stored).toMatchObject([
      { commandId: favorite.id, clientId: device.clientId, status: "applied", code: null },
    ]);

    // Each of these is a process: they know nothing of each other but the ledger.
    const id = newId();
    await db("outcomes").insert({ ...refused, commandId: id });
    const entry = { userId, ids: [id], clientId: device.clientId, command: "favorites.add", lane: "" } as const;
    const claims = await Promise.all(
      Array.from({ length: 6 }, () => db.transaction(async (tx) => (await claim(tx, entry))?.status ?? "mine")),
    );
    expect(claims.sort()).toEqual(["applied", "applied", "applied", "applied", "applied", "mine"]);
  });

  it("[R8] keeps the order of a lane across exchanges", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    for (const run of [["a", "b", "c"], ["d"], ["e", "f"]])
      await exchange(
        device,
        run.map((content) => toPeer(peer, content)),
      );
    const plane = await aPlane(db, peer.id, { isActive: false });
    await exchange(device, [toPeer(peer, "g"), toPeer(peer, "-", plane), toPeer(peer, "h")]);
    const stored = await db("messages").where({ senderId: device.person.id }).orderBy("createdAt");
    expect(stored.map(({ content }) => content as string).join("")).toBe("abcdefgh");
    expect(new Set(stored.map(({ createdAt }) => String(createdAt))).size).toBe(8);
  });

  it("[R5] a command of an unverified user is not settled, and runs once after the verification", async () => {
    const person = await aPilot(db, { isEmailVerified: false });
    const [device, owner] = [await aDevice(person), await anOwner(db)];
    const plane = await aPlane(db, owner.id);
    const favorite = command("favorites.add", { aircraftId: plane });
    const commands = [toPeer(owner, "first"), toPeer(owner, "second"), favorite];
    const before = await exchange(device, commands);
    expect(statuses(before)).toEqual(["email-unverified", "retry", "applied"]);
    expect(before.outcomes[0]).toMatchObject({ status: "retry" });
    expect(await db("messages").where({ senderId: person.id })).toEqual([]);
    const rest = { method: "POST /api/messages", body: { ...(commands[0]!.input as object), id: commands[0]!.id } };
    const refused = await send(server.url, rest.method, { body: rest.body, headers: person.headers });
    expect([refused.status, refused.body]).toMatchObject([403, { code: "email-unverified" }]);

    await db("users").where({ id: person.id }).update({ isEmailVerified: true });
    expect(statuses(await exchange(device, commands))).toEqual(["applied", "applied", "applied"]);
    expect(statuses(await exchange(device, commands))).toEqual(["applied", "applied", "applied"]);
    const stored = await db("messages").where({ senderId: person.id }).orderBy("createdAt");
    expect(stored.map(({ content }) => content as string)).toEqual(["first", "second"]);
  });

  it("[R18] a refusal blocks no other command", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const plane = await aPlane(db, peer.id);
    const gone = await aPilot(db);
    await db("users").where({ id: gone.id }).update({ isActive: false });
    const answer = await exchange(device, [
      toPeer(gone),
      toPeer(peer, "one"),
      toPeer(peer, "two", newId()),
      toPeer(peer, "three", plane),
      toPeer(device.person),
      command("messages.send", { receiverId: newId(), content: "x" }),
      command("favorites.add", { aircraftId: newId() }),
      command("favorites.add", { aircraftId: plane }),
      command("favorites.remove", { aircraftId: plane }),
      command("favorites.add", { aircraftId: plane }),
      command("auth.logout", {}),
      command("constructor", {}),
      command("messages.send", { id: newId(), receiverId: peer.id, content: "x" }),
      command("aircraft.create", { name: "x" }),
    ]);
    expect(statuses(answer)).toEqual([
      "receiver-gone",
      "applied",
      "aircraft-not-found",
      "applied",
      "message-to-self",
      "user-not-found",
      "aircraft-not-found",
      "applied",
      "applied",
      "applied",
      "unknown-command",
      "unknown-command",
      "invalid",
      "invalid",
    ]);
    expect(answer.outcomes.find(({ code }) => code === "receiver-gone")?.message).toBe(
      "This person can no longer receive messages.",
    );
    expect(answer.rows.messages).toHaveLength(2);
    expect(answer.rows.aircraft).toEqual([expect.objectContaining({ id: plane })]);
    expect(answer.rows.favorites).toHaveLength(1);
    expect(await db("outcomes").where({ userId: device.person.id })).toHaveLength(14);
  });

  it("[R18] an internal error stops its lane with a retry, undoes no other command, and stores nothing", async () => {
    const [device, peer, third] = [await aDevice(), await anOwner(db), await anOwner(db)];
    const plane = await aPlane(db, peer.id);
    await db.raw(`create or replace function failing() returns trigger language plpgsql as $$
      begin if new.content = 'failing' then raise exception 'failed'; end if; return new; end $$`);
    await db.raw(`create or replace trigger failing before insert on messages for each row execute function failing()`);
    const commands = [
      toPeer(peer, "before"),
      toPeer(peer, "failing"),
      toPeer(peer, "after"),
      toPeer(third, "elsewhere"),
      command("favorites.add", { aircraftId: plane }),
      command("messages.markRead", { userId: peer.id }),
    ];
    const answer = await exchange(device, commands);
    expect(statuses(answer)).toEqual(["applied", "internal", "retry", "applied", "applied", "retry"]);
    expect(answer.outcomes[1]?.retryAfterMs).toBeGreaterThan(0);
    expect(await db("outcomes").where({ userId: device.person.id })).toHaveLength(3);
    expect(server.logged.some((line) => line.includes("a command failed with an internal error"))).toBe(true);
    await db.raw("drop trigger failing on messages");
    const later = await exchange(device, commands);
    expect(new Set(statuses(later))).toEqual(new Set(["applied"]));
    const stored = await db("messages").where({ senderId: device.person.id, receiverId: peer.id }).orderBy("createdAt");
    expect(stored.map(({ content }) => content as string)).toEqual(["before", "failing", "after"]);
  });

  it("does not run commands older than the ledger's memory", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const longAgo = () => newId(Date.now() - 61 * 86_400_000);
    const commands = [
      toPeer(peer, "old"),
      toPeer(peer, "older, and done"),
      command("favorites.remove", { aircraftId: newId() }),
    ];
    for (const one of commands) one.id = longAgo();
    await db("messages").insert({
      id: commands[1]!.id,
      senderId: device.person.id,
      receiverId: peer.id,
      content: "done",
    });
    const answer = await exchange(device, commands);
    expect(statuses(answer)).toEqual(["too-old", "applied", "too-old"]);
    expect(await db("outcomes").where({ userId: device.person.id })).toEqual([]);
    const recent = toPeer(peer);
    recent.id = newId(Date.now() - 59 * 86_400_000);
    expect(statuses(await exchange(device, [recent]))).toEqual(["applied"]);
  });

  it("[R5] refuses an id of another user's record or of another command", async () => {
    const [device, other, peer] = [await aDevice(), await aDevice(), await anOwner(db)];
    const mine = toPeer(peer);
    await exchange(device, [mine]);
    expect(statuses(await exchange(other, [mine]))).toEqual(["id-taken"]);
    const plane = await aPlane(db, peer.id);
    expect(
      statuses(await exchange(device, [{ ...command("favorites.add", { aircraftId: plane }), id: mine.id }])),
    ).toEqual(["id-taken"]);
  });

  it("merges edits by field, and lets the user choose when two changed the same field", async () => {
    const [device, other] = [await aDevice(await anOwner(db)), newId()];
    const plane = await aPlane(db, device.person.id);
    const first = await exchange(device);
    const shown = first.rows.aircraft!.find(({ id }) => id === plane)!;
    const edit = (changes: Record<string, unknown>): SentCommand => ({
      ...command("aircraft.update", { id: plane, ...changes }),
      base: {
        rev: Number(shown.rev),
        values: Object.fromEntries(Object.keys(changes).map((field) => [field, shown[field]])),
      },
    });
    const tablet = { ...device, clientId: other };
    expect(statuses(await exchange(tablet, [edit({ hourlyRate: 170, name: "Skyhawk" })]))).toEqual(["applied"]);
    const answer = await exchange(device, [
      edit({ seats: 3 }),
      edit({ name: "Skyhawk" }),
      edit({ hourlyRate: 180, range: 700 }),
    ]);
    expect(statuses(answer)).toEqual(["applied", "applied", "conflict"]);
    const conflict = { hourlyRate: { base: shown.hourlyRate, theirs: 170, yours: 180 } };
    expect(answer.outcomes[2]!.fields).toEqual(conflict);
    expect((await exchange(device, [])).outcomes).toEqual([]);
    expect(answer.rows.aircraft).toEqual([
      expect.objectContaining({ seats: 3, name: "Skyhawk", hourlyRate: 170, range: shown.range }),
    ]);
  });

  it("shares the ledger with REST: an id belongs to the same command on both paths", async () => {
    const [device, peer] = [await aDevice(), await anOwner(db)];
    const id = newId();
    const body = { id, receiverId: peer.id, content: "once", aircraftId: null };
    const rest = () => send(server.url, "POST /api/messages", { body, headers: device.person.headers });
    const first = await rest();
    expect([first.status, first.body]).toMatchObject([201, { id, content: "once", read: false }]);
    expect(statuses(await exchange(device, [command("messages.send", body, id)]))).toEqual(["applied"]);
    expect((await rest()).body).toEqual(first.body);
    const other = toPeer(peer, "by exchange");
    const { rows } = await exchange(device, [other]);
    const repeated = await send(server.url, "POST /api/messages", {
      body: { ...(other.input as object), id: other.id },
      headers: device.person.headers,
    });
    expect([repeated.status, repeated.body]).toEqual([201, rows.messages?.[0]]);
  });
});
