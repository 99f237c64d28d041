// Faulty steps of the device, to prove that the histories detect them.
import { applyAnswer, applyBatch, giveBack, settle } from "../../pwa/device/sync/apply.ts";
import { unanswered } from "../../pwa/device/sync/entry.ts";
import { squash } from "../../pwa/device/sync/outbox.ts";
import { take } from "../../pwa/device/sync/flush.ts";
import type { EngineSteps } from "../../pwa/device/sync/engine-options.ts";
import { leaveDevice, parkUser, type SignOutSteps } from "../../pwa/device/sync/sign-out.ts";
import type { ExchangeAnswer } from "../../shared/sync.ts";
import { timeOfId } from "../../shared/kit/ids.ts";
import { modelId } from "./small-world.ts";

type Apply = EngineSteps["applyAnswer"];

/** Settles the outcomes in a separate transaction before the rows. */
export const settleAtTheBareResponse: Apply = async (store, taken, answer, keys, now) => {
  const carried = taken.carried.map((entry) => entry.id);
  await store.write(async (tx) => {
    const { removed, changed } = settle(await tx.entries(), answer.outcomes, carried);
    await tx.removeEntries(removed);
    await tx.putEntries(changed);
  });
  return await applyAnswer(store, taken, answer, keys, now);
};

/** Stores the cursor first and the rows after it. */
export const cursorBeforeRows: Apply = async (store, taken, answer, keys, now) => {
  await store.writeOutbox((tx) => tx.setMeta({ cursor: answer.to }));
  const request = { ...taken.request, cursor: answer.to };
  const from = answer.from === null ? null : answer.to;
  return await applyAnswer(store, { ...taken, request }, { ...answer, from }, keys, now);
};

/** Merges a reset into the stored rows. */
export const resetMerged: Apply = async (store, taken, answer, keys, now) => {
  const isFirst = taken.request.cursor === null;
  const merged: ExchangeAnswer =
    isFirst || !answer.reset ? answer : { ...answer, reset: undefined, from: taken.request.cursor };
  return await applyAnswer(store, taken, merged, keys, now);
};

/** Applies every answer, also one that does not follow the cursor. */
export const staleAnswerAccepted: Apply = async (store, taken, answer, keys, now) => {
  const meta = await store.read((tx) => tx.meta());
  const request = { ...taken.request, cursor: meta.cursor };
  const from = answer.from === null ? null : meta.cursor;
  return await applyAnswer(store, { ...taken, request }, { ...answer, from }, keys, now);
};

export const staleBatchAccepted: EngineSteps["applyBatch"] = async (store, batch, keys) => {
  const meta = await store.read((tx) => tx.meta());
  return await applyBatch(store, { ...batch, from: meta.cursor }, keys);
};

/** Accepts outcomes on every page. */
export const settledOnAnyPage: Apply = async (store, taken, answer, keys, now) =>
  answer.more
    ? await settleAtTheBareResponse(store, taken, answer, keys, now)
    : await applyAnswer(store, taken, answer, keys, now);

/** Reads the commands before it freezes them. */
export const contentReadBeforeTheFreeze: EngineSteps["take"] = async (store, limits) => {
  const before = await store.read((tx) => tx.entries());
  const taken = await take(store, limits);
  if (!taken) return null;
  const commands = taken.request.commands.map((command) => {
    const old = before.find((entry) => entry.id === command.id);
    return old ? { ...command, input: old.input } : command;
  });
  return { ...taken, request: { ...taken.request, commands } };
};

/** Sends entries of a blocked lane too, newest first. */
export const laneOrderIgnored: EngineSteps["take"] = async (store, limits) => {
  const taken = await take(store, limits);
  if (!taken) return null;
  return { ...taken, request: { ...taken.request, commands: [...taken.request.commands].reverse() } };
};

/** Creates a new id for an entry without an answer. */
export const newIdOnRetry: EngineSteps["giveBack"] = async (store, taken) => {
  await giveBack(store, taken);
  await store.writeOutbox(async (tx) => {
    const carried = new Set(taken.carried.map((entry) => entry.id));
    const again = (await tx.entries()).filter((entry) => carried.has(entry.id) && entry.state === "queued");
    await tx.putEntries(again.map((entry) => ({ ...unanswered(entry), id: modelId(Date.parse(entry.at)) })));
  });
};

export const squashAfterSend: typeof squash = (lane, later, commands) =>
  squash(
    lane.map((entry) => ({ ...entry, sent: false })),
    later,
    commands,
  );

type Leave = SignOutSteps["leave"];

/** Signs out without deleting the rows. */
export const rowsNotRemoved: Leave = async (choice, device) => {
  if (choice === "keep") device.engine.stop();
  else await leaveDevice(choice, device);
};

/** Empties the outbox before it is parked. */
export const outboxEmptiedBeforeParking: Leave = async (choice, device) => {
  await device.store.write(async (tx) => tx.removeEntries(await tx.entries()));
  await leaveDevice(choice, device);
};

/** Removes the database whatever the user chose. */
export const keepDiscards: Leave = async (_, device) => await leaveDevice("discard", device);

/** Parks without checking who is signed in now. */
export const parksTheSignedIn: typeof parkUser = async (userId, ports) =>
  await parkUser(userId, { ...ports, isSignedIn: () => false });

/** Orders by the times in the ids. */
export const orderByTheClock: EngineSteps["take"] = async (store, limits) => {
  const taken = await take(store, limits);
  if (!taken) return null;
  const commands = [...taken.request.commands].sort((a, b) => (timeOfId(a.id) ?? 0) - (timeOfId(b.id) ?? 0));
  return { ...taken, request: { ...taken.request, commands } };
};

/** Sends nothing while an entry needs the user. */
export const refusalHoldsAll: EngineSteps["take"] = async (store, limits) => {
  const entries = await store.read((tx) => tx.entries());
  const isHeld = entries.some(({ state }) => state === "attention");
  return await take(store, isHeld ? { ...limits, only: new Set() } : limits);
};

/** Treats `retry` as a final outcome. */
export const internalErrorIsOutcome: Apply = async (store, taken, answer, keys, now) => {
  const outcomes = answer.outcomes.map((one) => ({ ...one, status: one.status === "retry" ? "applied" : one.status }));
  return await applyAnswer(store, taken, { ...answer, outcomes }, keys, now);
};
