// Actions of a user on a model device; the oracle records them once the device has stored them.
import { baseOf, conflictsOf, resolved } from "../../pwa/device/sync/conflict.ts";
import { type Row, StoreFault } from "../../pwa/device/sync/ports.ts";
import type { QueueOptions } from "../../pwa/device/sync/outbox.ts";
import { QueueError } from "../../pwa/device/sync/queue-error.ts";
import type { Phone } from "./phone.ts";
import { REFUSED_WORD } from "./server-commands.ts";
import type { Dice } from "./simulation.ts";
import { ann, bob, modelId } from "./small-world.ts";
import type { Tab, World } from "./world.ts";

let counter = 0;

/** A value that occurs once. */
function unique(): string {
  return `v${++counter}`;
}

async function queue(world: World, tab: Tab, name: string, input: Row, options: QueueOptions = {}): Promise<void> {
  const { id: _, thingId: __, ...rest } = input;
  const fields = name.startsWith("likes.") || name === "things.delete" ? {} : rest;
  const queued = await tab.engine.queue(name, input, options);
  if (queued.how !== "cancelled") world.oracle.kept(queued.id, { user: tab.user, name, fields });
}

async function actOnThing(world: World, tab: Tab, dice: Dice): Promise<void> {
  const mine = (await tab.engine.rows("things")).filter((row) => row["ownerId"] === tab.user);
  const thing = dice.pick(mine);
  const kind = dice.below(10);
  if (!thing || kind < 2) {
    const me = (await tab.engine.row("me", tab.user)) ?? {};
    const input = { a: unique(), b: unique() };
    if (me["isOwner"] === true && !me.waiting) return await queue(world, tab, "things.create", input);
    const permit = await tab.engine.queue("profile.own", {});
    world.oracle.kept(permit.id, { user: tab.user, name: "profile.own", fields: {} });
    return await queue(world, tab, "things.create", input, { waitsFor: [permit.id] });
  }
  const id = String(thing["id"]);
  if (kind === 9) return await queue(world, tab, "things.delete", { id });
  const changed: Row = dice.chance(0.3) ? { a: unique(), b: unique() } : { [dice.chance(0.5) ? "a" : "b"]: unique() };
  await queue(
    world,
    tab,
    "things.update",
    { id, ...changed },
    dice.chance(0.7) ? { base: baseOf(thing, changed) } : {},
  );
}

async function likeSomething(world: World, tab: Tab, dice: Dice): Promise<void> {
  const shown = (await tab.engine.rows("things")).map((row) => String(row["id"]));
  const thingId = dice.pick([...new Set([...world.server.state.things.keys(), ...shown])]);
  if (thingId === undefined) return;
  await queue(world, tab, dice.chance(0.6) ? "likes.on" : "likes.off", { thingId });
}

async function sendNote(world: World, tab: Tab, dice: Dice): Promise<void> {
  const text = dice.chance(0.1) ? `${REFUSED_WORD} ${unique()}` : unique();
  const to = tab.user === ann ? bob : ann;
  // A second tap with the same id does nothing.
  const id = dice.chance(0.1) ? modelId(world.sim.now) : undefined;
  await queue(world, tab, "notes.send", { to, text }, { id });
  if (id !== undefined) await tab.engine.queue("notes.send", { to, text }, { id });
}

/** Retries, edits or discards a waiting or refused entry. */
async function decide(world: World, tab: Tab, dice: Dice): Promise<void> {
  const { engine } = tab;
  const entry = dice.pick(await engine.outbox());
  if (!entry) return;
  const kind = dice.below(3);
  if (kind === 0) {
    await engine.discard(entry.id);
  } else if (conflictsOf(entry).length > 0) {
    const choice = Object.fromEntries(
      conflictsOf(entry).map(({ field }) => [field, dice.chance(0.5) ? ("yours" as const) : ("theirs" as const)]),
    );
    const change = resolved(entry, choice);
    if (!change) return await engine.discard(entry.id);
    const id = await engine.edit(entry.id, change);
    const { id: _, ...fields } = change.input;
    world.oracle.kept(id, { user: tab.user, name: entry.name, fields });
  } else if (kind === 1 && entry.name === "notes.send" && entry.state !== "parked") {
    const text = unique();
    const id = await engine.edit(entry.id, { input: { ...entry.input, text } });
    world.oracle.kept(id, { user: tab.user, name: entry.name, fields: { text } });
  } else {
    const id = await engine.retry(entry.id);
    if (id !== entry.id) world.oracle.carriedOn(entry.id, id);
  }
}

/** Runs one action if a user is signed in. A command refused before it is stored needs no effect. */
export async function actOn(world: World, phone: Phone, dice: Dice, isDecision: boolean): Promise<void> {
  const tab = dice.pick(phone.tabs.filter((one) => one.user === phone.user));
  if (!tab || phone.isSigningOut) return;
  try {
    if (isDecision) await decide(world, tab, dice);
    else if (dice.chance(0.35)) await sendNote(world, tab, dice);
    else if (dice.chance(0.45)) await likeSomething(world, tab, dice);
    else await actOnThing(world, tab, dice);
  } catch (problem) {
    // The user signed out in another tab during this action.
    const isGone = problem instanceof StoreFault && problem.kind === "gone";
    if (!isGone && !(problem instanceof QueueError)) throw problem;
  }
}
