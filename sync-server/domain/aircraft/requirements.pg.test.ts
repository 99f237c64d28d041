import { beforeAll, expect, it } from "vitest";
import type { Knex } from "knex";
import { aircraftCard, type Aircraft } from "../../../shared/domain/aircraft.ts";
import type { Requirements } from "../../../shared/domain/eligibility/requirements.ts";
import { fieldsOf, send } from "../../../tests/http.ts";
import { anOwner, aPlane, type TestPerson } from "../../../tests/people.ts";
import { startTestServer, type TestServer } from "../../../tests/server.ts";
import { cardColumns } from "./rows.ts";

let server: TestServer;
let db: Knex;
let owner: TestPerson;

const asked: Requirements = { certificate: "private", ratings: ["instrument"], typeHours: 10, typeName: "SR22" };

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_FACTOR: "100" } });
  db = server.db;
  owner = await anOwner(db);
});

const state = (id: string, requirements: unknown) =>
  send(server.url, `PATCH /api/aircraft/${id}`, { headers: owner.headers, body: { requirements } });

it("[S682] requirements are stored with the listing, and shown with its details", async () => {
  const id = await aPlane(db, owner.id);
  const { status, body } = await state(id, { ...asked, typeName: "sr22" });
  expect([status, body.requirements, body.rev]).toEqual([200, asked, 1]);
  const again = await state(id, Object.fromEntries(Object.entries(asked).reverse()));
  expect([again.body.requirements, again.body.rev]).toEqual([asked, 1]);
  const shown = await send<{ aircraft: Aircraft }>(server.url, `GET /api/aircraft/${id}/with-owner`);
  expect(shown.body.aircraft.requirements).toEqual(asked);
  expect((await state(id, null)).body.requirements).toBeNull();
});

it("invalid requirements are refused whole", async () => {
  const id = await aPlane(db, owner.id);
  const refused = await state(id, { certificate: "astronaut", totalHours: 250 });
  expect([refused.status, fieldsOf(refused)]).toEqual([400, ["requirements"]]);
  expect(await db("aircraft").where({ id }).first("requirements")).toEqual({ requirements: null });
});

it("cards carry no requirements", () => {
  expect([...Object.keys(aircraftCard.shape), ...cardColumns].filter((field) => /requirements/.test(field))).toEqual(
    [],
  );
});
