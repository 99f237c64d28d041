// Measures W2 and W3: one change to a phone that is connected, and a long outbox to durable rows.
import { newId } from "../../shared/kit/ids.ts";
import { aPlane } from "../../tests/people.ts";
import { atMost, atMostLimits, ofRounds, quantile, type Measurement } from "../item.ts";
import { openLine, within, type Rows } from "./line.ts";
import { addPhones, exchange, messageTo, openRaw, post, send, type Phone } from "./people.ts";
import { acquainted, nextMessage, type Place } from "./place.ts";

/** Rounds of 100 changes; one more before them warms up. */
const ROUNDS = 3;
const CHANGES = 100;

export async function changes(place: Place): Promise<Measurement[]> {
  const [[from, to]] = (await acquainted(place, 1)) as [[Phone, Phone]];
  const own = await openLine(place.url, from);
  const sent = await timed(place, to, (turn) => {
    const content = `message ${turn}`;
    return {
      done: own.send(messageTo(to, content)),
      hasArrived: ({ messages = [] }) => messages.some((one) => one["content"] === content),
    };
  });
  own.close();
  const [owner, watcher] = (await addPhones(place.db, 2)) as [Phone, Phone];
  const plane = await listing(place, owner, watcher);
  const patched = await timed(place, watcher, (turn) => {
    const hourlyRate = 100 + turn;
    return {
      done: send("PATCH", `${place.url}/api/aircraft/${plane}`, JSON.stringify({ hourlyRate }), owner),
      hasArrived: ({ aircraft = [] }) => aircraft.some((one) => one["hourlyRate"] === hourlyRate),
    };
  });
  return [
    ...figures("a message to a connected phone", sent),
    ...figures("a listing's new price to a watcher's phone", patched),
  ];
}

type Times = { ours: number[]; raw: number[] };
/** A change under way, and what its rows look like when they arrive. */
type Change = { done: Promise<unknown>; hasArrived(rows: Rows): boolean };

/** Each change beside a stored and forwarded row of the minimal server, in turns. */
async function timed(place: Place, receiver: Phone, change: (turn: number) => Change): Promise<Times> {
  const line = await openLine(place.url, receiver);
  const name = newId();
  const rawLine = await openRaw(place.raw, name);
  const times: Times = { ours: [], raw: [] };
  for (let turn = 0; turn < CHANGES * (ROUNDS + 1); turn++) {
    let startedAt = performance.now();
    const { done, hasArrived } = change(turn);
    const arrived = new Promise<void>((resolve) => {
      line.onRows = (rows) => void (hasArrived(rows) && resolve());
    });
    await within("a change on a live line", Promise.race([arrived, line.failed]));
    times.ours.push(performance.now() - startedAt);
    await done;
    startedAt = performance.now();
    const news = nextMessage(rawLine);
    const stored = post(place.raw, JSON.stringify([{ from: "from", to: name, content: `message ${turn}` }]));
    await news;
    times.raw.push(performance.now() - startedAt);
    await stored;
  }
  line.close();
  rawLine.terminate();
  return times;
}

function figures(what: string, times: Times): Measurement[] {
  const shape = { item: "W2", unit: "ms" };
  const of = (share: number) => ofRounds(quantiles(times.ours, share), quantiles(times.raw, share));
  return [
    { ...shape, what: `${what}, p50`, ...of(0.5), bar: atMost(3), goal: atMostLimits(1.4) },
    { ...shape, what: `${what}, p99`, ...of(0.99), bar: atMost(8), goal: atMostLimits(1.6) },
  ];
}

function quantiles(times: readonly number[], share: number): number[] {
  return Array.from({ length: ROUNDS }, (_, round) =>
    quantile(times.slice((round + 1) * CHANGES, (round + 2) * CHANGES), share),
  );
}

/** An aircraft of `owner` that `watcher` has saved; both are up to date. Returns its id. */
async function listing({ url, db }: Place, owner: Phone, watcher: Phone): Promise<string> {
  await db("users").where({ id: owner.id }).update({ userType: "owner" });
  const id = await aPlane(db, owner.id);
  await exchange(url, watcher);
  const { outcomes } = await exchange(url, watcher, [
    { id: newId(), name: "favorites.add", input: { aircraftId: id } },
  ]);
  if (outcomes[0]?.status !== "applied") throw new Error(`The favorite is ${JSON.stringify(outcomes[0])}.`);
  while ((await exchange(url, watcher)).more);
  return id;
}

/** The server's part of the outbox alone: two requests of 500. */
export async function longQueue(place: Place): Promise<Measurement[]> {
  const [ours, raw]: number[][] = [[], []];
  for (let round = 0; round < 3; round++) {
    const [from, ...receivers] = await addPhones(place.db, 11);
    await exchange(place.url, from!);
    const texts = Array.from({ length: 1000 }, (_, at) => `Is N${at}AB free on Friday afternoon for about two hours?`);
    const queue = texts.map((text, at) => messageTo(receivers[at % 10]!, text));
    let startedAt = performance.now();
    const first = await exchange(place.url, from!, queue.slice(0, 500));
    const second = await exchange(place.url, from!, queue.slice(500));
    ours!.push(performance.now() - startedAt);
    const settled = [...first.outcomes, ...second.outcomes].filter(({ status }) => status === "applied").length;
    const stored = Number((await place.db("messages").where({ senderId: from!.id }).count({ n: "*" }).first())?.n);
    if (settled !== 1000 || stored !== 1000) throw new Error(`${settled} acknowledged, ${stored} stored, of 1000.`);
    const rows = texts.map((content, at) => ({ from: "from", to: String(at % 10), content }));
    startedAt = performance.now();
    await post(place.raw, JSON.stringify(rows.slice(0, 500)));
    await post(place.raw, JSON.stringify(rows.slice(500)));
    raw!.push(performance.now() - startedAt);
  }
  const what = "the server's part alone: two requests of 500 commands";
  return [{ item: "W3", what, ...ofRounds(ours!, raw), unit: "ms" }];
}
