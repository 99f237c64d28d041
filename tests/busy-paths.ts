// The paths that most requests take: each is one act of a user, as devices and pages do it.
import type { Knex } from "knex";
import { entities } from "../shared/entities.ts";
import { appendChanges } from "../sync-server/db/change-log.ts";
import { bucketScope } from "../sync-server/kit/command-handler.ts";
import { publishBucket } from "../sync-server/catalogue/publish.ts";
import { askFor, inHours, setStatus } from "./bookings.ts";
import { command, devicesOf, toPeer, type Device } from "./devices.ts";
import { send } from "./http.ts";
import { aPilot, type TestPerson } from "./people.ts";
import type { ManyBookings } from "./many-bookings.ts";
import type { TestServer } from "./server.ts";
import { recordConnections, transactionWith, type Sent } from "./statements.ts";
import { openLine } from "./sync/live-client.ts";

/**
 * Prepares a path; resolves with the act whose statements count, which may run many times. Where only the end of an
 * act counts, it resolves with a function that runs this end.
 */
type Prepare = () => Promise<(turn: number) => Promise<unknown>>;

/** Part of a statement in the only transaction that counts: other jobs run the same statements beside it. */
const countedBy: Record<string, string> = {
  "a listing's new price": `update "aircraft"`,
  "a segment of the catalogue": "catalogue_segments",
};

/** How the push worker asks what a notice is about (push/notice.ts): no request does. It may start while a long act still runs. */
const ofNotices = /^\s*select s\.n::integer/;

/** Runs each path; returns the statements of each act. Statements of background jobs may be among them. */
export async function runBusyPaths(server: TestServer, many: ManyBookings): Promise<Map<string, Sent[][]>> {
  const found = new Map<string, Sent[][]>();
  const recording = recordConnections();
  try {
    const idle = await idleTexts(recording, server.db);
    for (const [name, prepare] of Object.entries(busyPaths(server, many))) {
      // What the path before set off may take seconds, after which the server has forgotten what a hello names.
      await quiet(recording, idle);
      const act = await prepare();
      const turns: Sent[][] = [];
      for (let turn = 0; turn < TURNS; turn++) {
        await quiet(recording, idle);
        const end = await act(turn);
        if (typeof end === "function") {
          await quiet(recording, idle);
          await (end as () => Promise<void>)();
        }
        const sent = recording.taken();
        const part = countedBy[name];
        const isOfAct = ({ text }: Sent) => !idle.has(text) && !ofNotices.test(text);
        turns.push(part ? transactionWith(sent, part) : sent.filter(isOfAct));
      }
      found.set(name, turns);
    }
  } finally {
    recording.stop();
  }
  return found;
}

type Recording = ReturnType<typeof recordConnections>;

const POLLS_MS = 600;

/** What the server runs after a commit while nobody asks it anything, but for the ends of transactions. */
async function idleTexts(recording: Recording, db: Knex): Promise<Set<string>> {
  // Without any commit the polls would leave out their rounds.
  await db.raw("select pg_current_xact_id()");
  await new Promise((resolve) => setTimeout(resolve, POLLS_MS));
  const texts = recording.taken().map(({ text }) => text);
  return new Set(texts.filter((text) => !/^(begin|commit|rollback)/i.test(text)));
}

/** Waits until what the act before set off in the background has run. */
async function quiet(recording: Recording, idle: ReadonlySet<string>): Promise<void> {
  for (let isQuiet = false; !isQuiet;) {
    recording.taken();
    await new Promise((resolve) => setTimeout(resolve, 60));
    isQuiet = recording.taken().every(({ text }) => idle.has(text));
  }
}

/** The busy paths by their names in docs/performance.md. */
function busyPaths(server: TestServer, { owner, pilot, planeId }: ManyBookings): Record<string, Prepare> {
  const { url, db } = server;
  const { aDevice, exchange } = devicesOf(() => server);

  /** A device that is up to date, with a conversation between pilot and owner. */
  async function upToDate(person = pilot): Promise<Device> {
    const device = await aDevice(person);
    while ((await exchange(device)).more);
    if (person === pilot) await exchange(device, [toPeer(owner)]);
    return device;
  }
  /** Without a user as a guest. */
  const ok = async (route: string, body?: object, me?: TestPerson) => {
    const { status, text } = await send(url, route, { ...(body && { body }), headers: me?.headers ?? {} });
    if (status >= 300) throw new Error(`${route}: ${status} ${text.slice(0, 200)}`);
  };

  /** An aircraft with the plan that listings have at first. */
  const plane = async () =>
    (await db("aircraft").where({ ownerId: owner.id }).whereNot({ id: planeId }).first("id")).id as string;
  const ask = async (aircraftId: string, days: number): Promise<string> => {
    const fields = { aircraftId, startDate: inHours(24 * days) };
    const { status, text, body } = await askFor(url, pilot, fields);
    if (status !== 201) throw new Error(text);
    return body.booking.id;
  };

  return {
    "a message, with its answer": async () => {
      const device = await upToDate();
      return () => exchange(device, [toPeer(owner)]);
    },
    "500 messages in ten new conversations, with their answer": async () => {
      const device = await upToDate();
      const peers = await Promise.all(Array.from({ length: TURNS * 10 }, () => aPilot(db)));
      const peerOf = (turn: number, line: number) => peers[turn * 10 + (line % 10)]!;
      return (turn) =>
        exchange(
          device,
          Array.from({ length: 500 }, (_, line) => toPeer(peerOf(turn, line))),
        );
    },
    "a hello after an exchange": async () => {
      const device = await upToDate();
      const line = await openLine(url, pilot);
      line.hello(device.cursor);
      await line.next("batch");
      return async (turn) => {
        // The memory begins with the line, and ends after seconds: older cursors cost a read.
        await exchange(device);
        return async () => {
          line.hello(device.cursor);
          await line.taken();
          // An open line makes the server poll.
          if (turn === TURNS - 1) line.socket.close();
        };
      };
    },
    "an exchange without commands": async () => {
      const device = await upToDate();
      return () => exchange(device);
    },
    "the first page of a new device": async () => async () => {
      await exchange(await aDevice(pilot));
    },
    "a heart": async () => {
      const device = await upToDate();
      const planes: string[] = await db("aircraft").whereNot({ id: planeId }).limit(TURNS).pluck("id");
      return (turn) => exchange(device, [command("favorites.add", { aircraftId: planes[turn] })]);
    },
    "messages marked as read": async () => {
      const [device, sender] = [await upToDate(owner), await upToDate()];
      const texts = Array.from({ length: TURNS }, (_, turn) => toPeer(owner, `line ${turn}`));
      await exchange(sender, texts);
      return (turn) => exchange(device, [command("messages.markRead", { userId: pilot.id, upTo: texts[turn]!.id })]);
    },
    "a user's new name": async () => (turn) => ok(`PATCH /api/users/${pilot.id}`, { name: `Pat ${turn}` }, pilot),
    "the list of conversations": async () => () => ok(`GET /api/messages/conversations/${pilot.id}`, undefined, pilot),
    "a booking request": async () => {
      const id = await plane();
      return (turn) => ask(id, 80 + turn);
    },
    "a booking accepted by its owner": async () => {
      const id = await plane();
      const asked: string[] = [];
      for (let turn = 0; turn < TURNS; turn++) asked.push(await ask(id, 100 + turn));
      return async (turn) => {
        const { status, text } = await setStatus(url, owner, asked[turn]!, "accepted");
        if (status !== 200) throw new Error(text);
      };
    },
    "a listing's new price": async () => (turn) =>
      ok(`PATCH /api/aircraft/${planeId}`, { hourlyRate: 300 + turn }, owner),
    "a segment of the catalogue": async () => {
      const { bucket } = await db("aircraft").where({ id: planeId }).first<{ bucket: string }>("bucket");
      return async (turn) => {
        do await changeCard(db, planeId, bucket, turn);
        while ((await publishBucket(db, bucket)).outcome !== "published");
      };
    },
    "a list of aircraft": async () => () => ok("GET /api/aircraft?location=San%20Diego&types=jet&maxPrice=200"),
    "the page of an aircraft": async () => () => ok(`GET /api/aircraft/${planeId}/with-owner`),
    "free hours of an aircraft": async () => () =>
      ok(`GET /api/aircraft/${planeId}/availability?from=${inHours(24).slice(0, 10)}&days=62`),
  };
}

async function changeCard(db: Knex, id: string, bucket: string, turn: number): Promise<void> {
  await db("aircraft")
    .where({ id })
    .update({ hourlyRate: 400 + turn });
  await appendChanges(db, [{ scope: bucketScope(bucket), entity: entities.aircraft.number, id }]);
}

/** Times that each act runs. */
const TURNS = 3;
