// Random inputs near every schema: no 5xx, no internals in an answer, no hang, and the server is healthy after them.
// FUZZ_INPUTS is their number, TEST_SEED repeats a run.
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { addUpload } from "../../sync-server/domain/uploads/rows.ts";
import { startSession } from "../../sync-server/domain/accounts/sessions.ts";
import { closeCodes } from "../../sync-server/live/line.ts";
import {
  aWorld,
  block,
  booking,
  listing,
  message,
  placeAt,
  search,
  type Place,
  type World,
} from "../authorization/world.ts";
import type { ExchangeAnswer } from "../../shared/sync.ts";
import { statuses } from "../devices.ts";
import { bearer, send } from "../http.ts";
import { aPilot } from "../people.ts";
import { freshDatabase } from "../postgres.ts";
import { testSeed } from "../seed.ts";
import { startTestServer, type TestServer } from "../server.ts";
import { openLine } from "../sync/live-client.ts";
import { LONGEST_WAIT_MS, problemIn, problemInOutcomes, sendRaw } from "./judge.ts";
import { anyInput, rowNames, type Asker, type FuzzFrame, type FuzzInput, type FuzzRequest } from "./requests.ts";

const INPUTS = Number(process.env["FUZZ_INPUTS"] ?? 5000);
/** Inputs that run at once. */
const AT_ONCE = 20;
/** Batches of the same users and rows. */
const BATCHES_A_FLEET = 8;
/** Close codes of the WebSocket protocol for frames that are too large or no text. */
const protocolCloses = [1003, 1007, 1009];
/** Log lines of a fault in the server; the others report mail and pushes that nobody takes here. */
const faults =
  /"(a request failed|an answer failed|a command failed with an internal error|a value does not fit the database|the live line failed|the catalogue or a page failed|a notice was not cancelled)"/;

let server: TestServer;
let place: Place;

beforeAll(async () => {
  const { url: databaseUrl, knex: db } = await freshDatabase({ pool: 4 });
  server = await startTestServer({ databaseUrl, env: { RATE_LIMIT_FACTOR: "100000" } });
  place = placeAt(db, server.url);
}, 300_000);

type Fleet = {
  rows: Record<(typeof rowNames)[number], string>;
  people: Record<Exclude<Asker, "guest">, { id: string; headers: Record<string, string> }>;
};

/** New users with a row of each kind: earlier inputs may have ended their sessions or deleted their rows. */
async function aFleet(): Promise<Fleet> {
  const world: World = await aWorld(place, "pilot");
  const { db, owner, pilot } = world;
  const admin = await aPilot(db, { isAdmin: true });
  const plane = await listing(world);
  return {
    people: { pilot, owner, admin },
    rows: {
      pilot: pilot.id,
      owner: owner.id,
      admin: admin.id,
      plane,
      booking: await booking(world, { aircraftId: plane }),
      message: await message(world),
      search: await search(world),
      block: (await block(world)).id,
      upload: await addUpload(db, { userId: owner.id, kind: "single" }),
    },
  };
}

const placeholder = new RegExp(`\\{(new|${rowNames.join("|")})\\}`, "g");

async function run(input: FuzzInput, fleet: Fleet): Promise<string | null> {
  const idOf = (name: string) => (name === "new" ? newId() : fleet.rows[name as keyof Fleet["rows"]]);
  const fill = (text: string) => text.replaceAll(placeholder, (_, name: string) => idOf(name));
  return input.kind === "frame" ? say({ ...input, frame: fill(input.frame) }, fleet) : ask(input, fleet, fill);
}

async function ask(input: FuzzRequest, { people }: Fleet, fill: (text: string) => string): Promise<string | null> {
  const own = input.as === "guest" ? {} : people[input.as].headers;
  const target = fill(input.target);
  const body = input.body === undefined ? undefined : fill(input.body);
  const sent = { ...input, target, body, headers: { ...own, ...input.headers } };
  try {
    const answer = await sendRaw(place.url, sent);
    // Node refuses a head of more than 16 kB before the product sees the request.
    const headLength = target.length + JSON.stringify(sent.headers).length;
    if (answer.status === 431) return headLength > 8_000 ? null : "431 for a short head";
    return problemIn(sent, answer) ?? problemInOutcomes(answer);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Sends a frame between two hellos: the second one is answered, or the line has closed with a known code. */
async function say({ as, frame, isBinary }: FuzzFrame, { people }: Fleet): Promise<string | null> {
  if (as === "guest") return null;
  const person = people[as];
  const token = await startSession(place.db, person.id, "line");
  const line = await openLine(place.url, { id: person.id, headers: bearer(token) });
  const answered = (async () => {
    line.hello(null);
    await line.next("behind");
    line.socket.send(isBinary ? Buffer.from(frame) : frame);
    if (line.socket.readyState === line.socket.OPEN) line.hello(null);
    await line.next("behind");
    return null;
  })();
  const late = new Promise<string>((resolve) => setTimeout(() => resolve("no answer"), LONGEST_WAIT_MS).unref());
  const known = [...Object.values(closeCodes), ...protocolCloses] as number[];
  const closed = line.closed.then((code) => (known.includes(code) ? null : `closed with ${code}`));
  const problem = await Promise.race([answered, closed, late]);
  line.socket.terminate();
  return problem;
}

it(
  `[S1111] the server answers ${INPUTS} random inputs with success or a refusal of the list, and stays healthy`,
  { timeout: Math.max(120_000, INPUTS * 30) },
  async () => {
    const seed = testSeed("fuzz");
    let fleet = await aFleet();
    let batches = 0;
    const batch = fc.array(anyInput, { minLength: AT_ONCE, maxLength: AT_ONCE });
    const property = fc.asyncProperty(batch, async (inputs) => {
      if (++batches % BATCHES_A_FLEET === 0) fleet = await aFleet();
      const problems = await Promise.all(inputs.map(async (input) => ({ problem: await run(input, fleet), input })));
      const found = problems.filter(({ problem }) => problem !== null);
      if (found.length > 0) throw new Error(found.map((one) => JSON.stringify(one).slice(0, 1500)).join("\n"));
      const logged = server.logged.splice(0).filter((line) => faults.test(line));
      if (logged.length > 0) throw new Error(`${logged.join("")}\n${JSON.stringify(inputs).slice(0, 4000)}`);
    });
    // Later inputs depend on rows that earlier ones wrote, so a failure is reported as it is and not shrunk.
    await fc.assert(property, { seed, numRuns: Math.ceil(INPUTS / AT_ONCE), endOnFailure: true });
    for (const path of ["healthz", "readyz"]) expect((await fetch(`${place.url}/${path}`)).status).toBe(200);
  },
);

it("[S1120] refuses an unknown command for good, also one whose name the database cannot store", async () => {
  const { people } = await aFleet();
  const { id: userId, headers } = people.pilot;
  const names = ["\u0000", "a\u0000b", "\ud800", "__proto__", "x".repeat(100)];
  const commands = names.map((name) => ({ id: newId(), name, input: {} }));
  const body = { clientId: newId(), userId, schema: 1, cursor: null, commands };
  for (let sending = 0; sending < 2; sending++) {
    const answer = await send<ExchangeAnswer>(place.url, "POST /api/sync", { headers, body });
    expect(statuses(answer.body)).toEqual(names.map(() => "unknown-command"));
  }
});
