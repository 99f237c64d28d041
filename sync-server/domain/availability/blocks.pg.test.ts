import { describe, expect, it } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import { inHours, linesAbout } from "../../../tests/bookings.ts";
import { scopesOf } from "../../../tests/change-log.ts";
import { code, send } from "../../../tests/http.ts";
import { aPilot, type TestPerson } from "../../../tests/people.ts";
import { at, startPhoenix } from "../../../tests/phoenix.ts";

const { url, db, pilot, other, owner, plain, block, ask, step } = await startPhoenix();

const holdsOf = (aircraftId: string) => db("holds").where({ aircraftId });

describe("a block", () => {
  it("[S353] belongs to the owner alone, holds the aircraft, and can be removed", async () => {
    const plane = await plain();
    const id = newId();
    const { status, body } = await block(owner, plane, at("08:00"), at("11:00"), { id, note: " Oil change " });
    expect([status, body]).toEqual([
      201,
      {
        ...{ id, aircraftId: plane, ownerId: owner.id, from: at("08:00"), to: at("11:00") },
        ...{ reason: "maintenance", note: "Oil change", createdAt: expect.any(String), rev: 0 },
      },
    ]);
    expect(await scopesOf(db, 9, id)).toEqual([`user:${owner.id}`]);
    expect(code(await ask(pilot, plane, at("09:00")))).toEqual([409, "hours-taken"]);
    expect(code(await block(owner, plane, at("10:00"), at("12:00")))).toEqual([409, "already-blocked"]);
    const admin = await aPilot(db, { isAdmin: true });
    for (const stranger of [other, admin])
      expect(code(await block(stranger, plane, at("12:00"), at("13:00")))).toEqual([403, "not-your-aircraft"]);
    const remove = (me: TestPerson) => send(url, `DELETE /api/blocks/${id}`, { headers: me.headers });
    expect(code(await remove(other))).toEqual([404, "block-not-found"]);
    expect((await remove(owner)).status).toBe(204);
    expect(await holdsOf(plane)).toEqual([]);
    expect(code(await remove(owner))).toEqual([404, "block-not-found"]);
  });

  it("is refused with a wrong range", async () => {
    const plane = await plain();
    for (const [from, to] of [
      [at("11:00"), at("11:00")],
      [inHours(-2), inHours(-1)],
      [at("11:00"), inHours(24 * 400)],
      ["noon", at("11:00")],
    ] as const)
      expect(code(await block(owner, plane, from, to))).toEqual([400, "invalid"]);
  });

  it("[S354] is refused over an accepted booking, which it names", async () => {
    const plane = await plain();
    const { body } = await ask(pilot, plane, at("12:00"), 6);
    await step(owner, body.booking.id, "accepted");
    const over = await block(owner, plane, at("15:00"), at("20:00"));
    expect(code(over)).toEqual([409, "booking-in-the-way"]);
    expect(over.body).toMatchObject({
      error: expect.stringMatching(
        /^Sade Mbeki has \w{3}, \w{3} \d+, 12:00–18:00\. Move or cancel that booking first\.$/,
      ),
    });
    const inBuffer = await block(owner, plane, at("18:00"), at("20:00"));
    expect(inBuffer.body).toMatchObject({
      error: expect.stringMatching(/12:00–18:00, and 30 minutes after it stay free\. Choose a later start\.$/),
    });
    expect((await block(owner, plane, at("18:30"), at("20:00"))).status).toBe(201);
  });

  it("[S356] declines the open requests that it makes impossible, each with a line", async () => {
    const plane = await plain();
    const ids = await Promise.all(
      [at("07:00"), at("09:30"), at("12:00"), at("15:00")].map(
        async (start) => (await ask(pilot, plane, start, 2)).body.booking.id,
      ),
    );
    expect((await block(owner, plane, at("11:30"), at("14:30"))).status).toBe(201);
    const rows: { id: string; status: string }[] = await db("bookings").whereIn("id", ids).select("id", "status");
    const statuses = ids.map((id) => rows.find((row) => row.id === id)!.status);
    // The second ends at the block's start, without its buffer.
    expect(statuses).toEqual(["requested", "declined", "declined", "requested"]);
    expect((await linesAbout(db, ids[2]!)).at(-1)!.content).toMatch(
      /^Booking declined: .* The owner needs the aircraft then\.$/,
    );
  });
});
