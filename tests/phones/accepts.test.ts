// Acceptances of the same hours in three real processes of the server at once.
import { afterAll, beforeAll, expect, it } from "vitest";
import { askFor, inHours, setStatus } from "../bookings.ts";
import { code } from "../http.ts";
import { anOwner, aPilot, aPlane, type TestPerson } from "../people.ts";
import { freshDatabase } from "../postgres.ts";
import { startFleet, type Fleet } from "./processes.ts";

const database = await freshDatabase({ pool: 4 });
let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet(database.url, 3);
});
afterAll(() => fleet.end());

it("[S366] three processes accept one of 50 overlapping requests, and refuse the others", async () => {
  const urlOf = (index: number) => fleet.servers[index % fleet.servers.length]!.url;
  const owner = await anOwner(database.knex);
  const pilots: TestPerson[] = [];
  for (let index = 0; index < 10; index++) pilots.push(await aPilot(database.knex));
  const plane = await aPlane(database.knex, owner.id);
  const ids: string[] = [];
  for (let index = 0; index < 50; index++) {
    const fields = { aircraftId: plane, startDate: inHours(50 + (index % 4) / 2), hours: 3 };
    ids.push((await askFor(urlOf(index), pilots[index % pilots.length]!, fields)).body.booking.id);
  }
  const accept = async (id: string, index: number) => {
    // A process with too much to do says so, and an app tries again.
    for (;;) {
      const answer = await setStatus(urlOf(index), owner, id, "accepted");
      if (answer.status !== 503) return answer;
    }
  };
  const answers = await Promise.all(ids.map(accept));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map((answer) => code(answer)[0]))).toEqual(new Set([409]));
  expect(await database.knex("bookings").where({ aircraftId: plane, status: "accepted" })).toHaveLength(1);
});
