import type { Knex } from "knex";
import { beforeAll, describe, expect, it } from "vitest";
import type { Review } from "../../../shared/domain/reviews.ts";
import { newId } from "../../../shared/kit/ids.ts";
import { Flights, ofPlane } from "../../../tests/flights.ts";
import { code, send } from "../../../tests/http.ts";
import { aPlane, type TestPerson } from "../../../tests/people.ts";

let flights: Flights;
let db: Knex;
let pilot: TestPerson;
let owner: TestPerson;

beforeAll(async () => {
  flights = await Flights.start();
  ({ db, pilot, owner } = flights);
});

describe("POST /api/reviews/{id}/reply", () => {
  const reply = (me: TestPerson, id: string, content = "Thank you.") =>
    send<Review>(flights.server.url, `POST /api/reviews/${id}/reply`, { body: { content }, headers: me.headers });

  it("[S446] answers with the only reply of the reviewed, which the card shows", async () => {
    const own = await aPlane(db, owner.id);
    const id = await flights.flown({ aircraftId: own });
    await flights.write(pilot, id, ofPlane(own));
    const [mine] = await flights.reviewsOf(pilot, id);
    expect(code(await reply(owner, mine!.id))).toEqual([404, "review-not-found"]);
    await flights.writeAll(id, own);
    expect((await flights.cardsOf(own))[0]).not.toHaveProperty("reply");
    expect(code(await reply(pilot, mine!.id))).toEqual([403, "forbidden"]);
    expect(code(await reply(owner, mine!.id, " "))).toEqual([400, "invalid"]);
    const answers = await Promise.all(["One.", "Two."].map((content) => reply(owner, mine!.id, content)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(code(await reply(owner, mine!.id))).toEqual([409, "already-replied"]);
    const { reply: content, repliedAt } = answers.find(({ status }) => status === 200)!.body;
    expect((await flights.cardsOf(own))[0]!.reply).toEqual({ content, date: repliedAt });
    const ofOwner = (await flights.reviewsOf(pilot, id)).find(({ targetId }) => targetId === owner.id)!;
    const ofPilot = (await flights.reviewsOf(pilot, id)).find(({ targetId }) => targetId === pilot.id)!;
    expect(code(await reply(pilot, ofOwner.id))).toEqual([403, "forbidden"]);
    expect((await reply(owner, ofOwner.id)).status).toBe(200);
    expect((await reply(pilot, ofPilot.id)).status).toBe(200);
    for (const unknown of [newId(), "1"]) expect(code(await reply(owner, unknown))).toEqual([404, "review-not-found"]);
  });
});
