// What must be true once all devices are online again, and once enough time has passed.
import type { Booking } from "../../../shared/domain/bookings.ts";
import type { Message } from "../../../shared/domain/messages.ts";
import { truthFor } from "../../sync/busy-market.ts";
import type { Market } from "./market.ts";
import type { MarketDevice } from "./market-device.ts";

/** Beginnings of the messages that steps add. */
const lineKinds = {
  request: "Booking request ",
  changed: "Booking request changed:",
  expired: "Booking request expired:",
  accepted: "Booking accepted:",
  declined: "Booking declined:",
  cancelled: "Booking cancelled:",
  completed: "Booking completed:",
  proposed: "Other hours proposed:",
  accept: "Other hours accepted:",
  decline: "Other hours declined:",
  withdraw: "Other hours withdrawn:",
} as const;
type LineKind = keyof typeof lineKinds;

const ends: readonly LineKind[] = ["declined", "cancelled", "expired", "completed"];

function kindOf({ content }: Message): LineKind | undefined {
  const found = Object.entries(lineKinds).filter(([, start]) => content.startsWith(start));
  return found.at(-1)?.[0] as LineKind | undefined;
}

function canonical(row: unknown): string {
  return row === undefined ? "nothing" : JSON.stringify(row, Object.keys(row as object).sort());
}

/** Checks that devices and server agree, and that no command is lost. */
export async function checkAgreement(market: Market): Promise<void> {
  for (const device of market.devices) {
    await checkMirror(market, device);
    await checkOutbox(market, device);
  }
  await checkMembers(market);
  checkCommands(market);
}

async function checkMirror({ server, record }: Market, device: MarketDevice): Promise<void> {
  const truth = await truthFor(server.db, device.person.id);
  for (const [entity, table] of device.disk.rows) {
    for (const [key, { row }] of table) {
      const name = `${entity} ${key}`;
      const [shown, stored] = [canonical(row), canonical(truth.get(name))];
      if (shown !== stored) record.fail("same", `${device.name} shows ${name} as ${shown} instead of ${stored}`);
      truth.delete(name);
    }
  }
  for (const name of truth.keys()) record.fail("same", `${device.name} never received ${name}`);
}

/** Checks that only refused commands are left, and that the user sees each refusal. */
async function checkOutbox({ record }: Market, device: MarketDevice): Promise<void> {
  const left = new Map((await device.engine.outbox()).map((entry) => [entry.id, entry]));
  for (const { state, name } of left.values())
    if (state !== "attention") record.fail("once", `${name} of ${device.name} is still ${state}`);
  for (const [id, command] of record.commands) {
    if (command.device !== device.name || record.forgiven.has(id)) continue;
    const { name, outcome } = command;
    const entry = left.get(id);
    if (outcome?.status === "applied" && entry) record.fail("once", `${name} was applied and is still in the outbox`);
    if (outcome?.status === "applied") continue;
    if (!entry)
      record.fail(outcome ? "loss" : "once", `${name} of ${device.name} left the outbox: ${JSON.stringify(outcome)}`);
    else if (!entry.refusal?.message) record.fail("loss", `${device.name} cannot see why ${name} was refused`);
    else if (outcome && outcome.code !== entry.refusal.code) record.fail("loss", `${name}: ${entry.refusal.code}`);
    if (name !== "bookings.request" || !entry) continue;
    const shown = await device.engine.row("bookings", id);
    if (shown?.waiting !== "attention") record.fail("loss", `${device.name} does not show its refused request`);
  }
}

type Side = { device: string; booking: Booking };

/** Checks that both members of a booking read the same, except for the owner's count of flights. */
async function checkMembers({ devices, record }: Market): Promise<void> {
  const sides = new Map<string, Side>();
  for (const device of devices) {
    for (const { row } of device.disk.table("bookings").values()) {
      const booking = row as Booking;
      const other = sides.get(booking.id);
      sides.set(booking.id, { device: device.name, booking });
      const [mine, theirs] = [booking, other?.booking].map(
        (one) => one && canonical({ ...one, flightsTogether: null }),
      );
      if (other && mine !== theirs)
        record.fail("same", `${device.name} reads ${mine}, ${other.device} reads ${theirs}`);
    }
    await checkLosers(device, record.fail.bind(record));
  }
}

/** Checks that a pilot whose hours went to another reads so in the conversation. */
async function checkLosers(device: MarketDevice, fail: (rule: string, what: string) => void): Promise<void> {
  const messages = (await device.engine.rows("messages")) as unknown as Message[];
  for (const booking of (await device.engine.rows("bookings")) as unknown as Booking[]) {
    const isLost = booking.status === "declined" && ["taken", "blocked"].includes(booking.reason ?? "");
    if (!isLost || booking.pilotId !== device.person.id) continue;
    const line = messages.find((message) => message.bookingId === booking.id && kindOf(message) === "declined");
    const isToPilot = line?.receiverId === booking.pilotId;
    if (!isToPilot || !/taken|needs the aircraft/.test(line.content))
      fail("loss", `${device.name} lost without a line`);
  }
}

/** Checks that a record of each applied command exists, and that commands without an outcome wait for the user. */
function checkCommands({ devices, record }: Market): void {
  const owner = devices.at(-1)!;
  const bookings = owner.disk.table("bookings");
  for (const { input } of record.applied("bookings.request")) {
    const id = String(input["id"]);
    if (!bookings.has(id)) record.fail("once", `the request ${id} was applied and does not exist`);
  }
  for (const { input } of record.applied("availability.block")) {
    const isRemoved = record.applied("availability.unblock", ({ id }) => id === input["id"]).length > 0;
    if (isRemoved === owner.disk.table("blocks").has(String(input["id"])))
      record.fail("once", `the block ${String(input["id"])} should ${isRemoved ? "not " : ""}exist`);
  }
}

/** Checks that every booking has ended, in steps that fit, each with its line. */
export function checkEnds({ devices, record }: Market): void {
  const owner = devices.at(-1)!;
  const lines = new Map<string, Message[]>();
  for (const { row } of owner.disk.table("messages").values()) {
    const message = row as Message;
    if (message.bookingId) lines.set(message.bookingId, [...(lines.get(message.bookingId) ?? []), message]);
  }
  for (const { row } of owner.disk.table("bookings").values()) {
    const booking = row as Booking;
    const { id, status } = booking;
    if (["requested", "accepted"].includes(status)) record.fail("ends", `the booking ${id} is still ${status}`);
    const counts = new Map<LineKind | undefined, number>();
    for (const message of lines.get(id) ?? []) counts.set(kindOf(message), (counts.get(kindOf(message)) ?? 0) + 1);
    const count = (kind: LineKind) => counts.get(kind) ?? 0;
    const proposed = record.applied("bookings.propose", ({ bookingId }) => bookingId === id).length;
    const edited = record.applied("bookings.edit", (input) => input["id"] === id).length;
    const last = ends.reduce((sum, kind) => sum + count(kind), 0);
    const problems = [
      count("request") !== 1 && "one request",
      counts.has(undefined) && "known lines only",
      last !== (ends.includes(status as LineKind) ? 1 : 0) && "one end",
      ends.includes(status as LineKind) && count(status as LineKind) !== 1 && `one line of ${status}`,
      count("accepted") > 1 && "one acceptance",
      status === "completed" && count("accepted") + count("accept") === 0 && "an acceptance",
      count("proposed") !== proposed && `${proposed} proposals`,
      count("changed") > edited && `at most ${edited} changes`,
      count("accept") + count("decline") + count("withdraw") > proposed && `at most ${proposed} answers`,
    ].filter(Boolean);
    if (problems.length > 0) record.fail("once", `${id} lacks ${problems.join(", ")}: ${JSON.stringify([...counts])}`);
  }
}
