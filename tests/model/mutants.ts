// Faults planted in the phone's steps or the server, to prove that the histories find each of them.
import { applyAnswer, applyBatch } from "../../pwa/device/sync/apply.ts";
import { unanswered } from "../../pwa/device/sync/entry.ts";
import { giveBack } from "../../pwa/device/sync/apply.ts";
import { settle } from "../../pwa/device/sync/settle.ts";
import { squash } from "../../pwa/device/sync/squash.ts";
import { take } from "../../pwa/device/sync/take.ts";
import type { EngineSteps } from "../../pwa/device/sync/engine-options.ts";
import { leaveDevice, parkUser, type SignOutSteps } from "../../pwa/device/sync/sign-out.ts";
import type { ExchangeAnswer } from "../../shared/sync.ts";
import type { Faults, Plan } from "./history.ts";
import { modelId } from "./small-world.ts";

/** Phones fall behind the log, databases come back from backups. */
const manyResets: Mutant["favours"] = { weights: { truncate: 12, backup: 4, restore: 4, elsewhere: 12 } };

type Apply = EngineSteps["applyAnswer"];

/** Settles the outcomes in a transaction of their own, before the rows. */
const settleAtTheBareResponse: Apply = async (store, taken, answer, keys, now) => {
  const carried = taken.carried.map((entry) => entry.id);
  await store.write(async (tx) => {
    const { removed, changed } = settle(await tx.entries(), answer.outcomes, carried);
    await tx.removeEntries(removed);
    await tx.putEntries(changed);
  });
  return await applyAnswer(store, taken, answer, keys, now);
};

/** Stores the cursor first and the rows after it. */
const cursorBeforeRows: Apply = async (store, taken, answer, keys, now) => {
  await store.writeOutbox((tx) => tx.setMeta({ cursor: answer.to }));
  const request = { ...taken.request, cursor: answer.to };
  const from = answer.from === null ? null : answer.to;
  return await applyAnswer(store, { ...taken, request }, { ...answer, from }, keys, now);
};

/** Lays a reset over what is there. */
const resetMerged: Apply = async (store, taken, answer, keys, now) => {
  const isFirst = taken.request.cursor === null;
  const merged: ExchangeAnswer =
    isFirst || !answer.reset ? answer : { ...answer, reset: undefined, from: taken.request.cursor };
  return await applyAnswer(store, taken, merged, keys, now);
};

/** Takes every answer as if it followed what is stored. */
const staleAnswerAccepted: Apply = async (store, taken, answer, keys, now) => {
  const meta = await store.read((tx) => tx.meta());
  const request = { ...taken.request, cursor: meta.cursor };
  const from = answer.from === null ? null : meta.cursor;
  return await applyAnswer(store, { ...taken, request }, { ...answer, from }, keys, now);
};

const staleBatchAccepted: EngineSteps["applyBatch"] = async (store, batch, keys) => {
  const meta = await store.read((tx) => tx.meta());
  return await applyBatch(store, { ...batch, from: meta.cursor }, keys);
};

/** Believes outcomes on every page. */
const settledOnAnyPage: Apply = async (store, taken, answer, keys, now) =>
  answer.more
    ? await settleAtTheBareResponse(store, taken, answer, keys, now)
    : await applyAnswer(store, taken, answer, keys, now);

/** Reads what it sends before it freezes it. */
const contentReadBeforeTheFreeze: EngineSteps["take"] = async (store, limits) => {
  const before = await store.read((tx) => tx.entries());
  const taken = await take(store, limits);
  if (!taken) return null;
  const commands = taken.request.commands.map((command) => {
    const old = before.find((entry) => entry.id === command.id);
    return old ? { ...command, input: old.input } : command;
  });
  return { ...taken, request: { ...taken.request, commands } };
};

/** Sends without regard to what a lane holds back, the newest first. */
const laneOrderIgnored: EngineSteps["take"] = async (store, limits) => {
  const taken = await take(store, limits);
  if (!taken) return null;
  return { ...taken, request: { ...taken.request, commands: [...taken.request.commands].reverse() } };
};

/** Makes a new id for what got no answer. */
const newIdOnRetry: EngineSteps["giveBack"] = async (store, taken) => {
  await giveBack(store, taken);
  await store.writeOutbox(async (tx) => {
    const carried = new Set(taken.carried.map((entry) => entry.id));
    const again = (await tx.entries()).filter((entry) => carried.has(entry.id) && entry.state === "queued");
    await tx.putEntries(again.map((entry) => ({ ...unanswered(entry), id: modelId(Date.parse(entry.at)) })));
  });
};

const squashAfterSend: EngineSteps["squash"] = (lane, later, commands) =>
  squash(
    lane.map((entry) => ({ ...entry, sent: false })),
    later,
    commands,
  );

type Leave = SignOutSteps["leave"];

/** Signs out, and leaves the rows where they are. */
const rowsNotRemoved: Leave = async (choice, device) => {
  if (choice === "keep") device.engine.stop();
  else await leaveDevice(choice, device);
};

/** Empties the outbox before it parks it. */
const outboxEmptiedBeforeParking: Leave = async (choice, device) => {
  await device.store.write(async (tx) => tx.removeEntries(await tx.entries()));
  await leaveDevice(choice, device);
};

/** Removes the database whatever the person chose. */
const keepDiscards: Leave = async (_, device) => await leaveDevice("discard", device);

/** Parks without a look at who is signed in by now. */
const parksTheSignedIn: typeof parkUser = async (userId, ports) =>
  await parkUser(userId, { ...ports, isSignedIn: () => false });

const manySignOuts: Mutant["favours"] = { weights: { signOut: 30, network: 14 } };
const manySignIns: Mutant["favours"] = { weights: { signInOver: 20 } };

export type Mutant = {
  name: string;
  /** The rules whose breach may show it. */
  rules: readonly string[];
  faults: Faults;
  /** What the histories favour where the fault is rare. */
  favours?: Pick<Plan, "weights" | "climate">;
};

/** The faults of the protocol's list, two more of the server's, and those of signing out. */
export const mutants: readonly Mutant[] = [
  {
    name: "overlay dropped at the bare response",
    rules: ["R11"],
    faults: { steps: { applyAnswer: settleAtTheBareResponse } },
  },
  { name: "no ledger", rules: ["R5"], faults: { server: { hasNoLedger: true } } },
  { name: "lane order ignored", rules: ["R8"], faults: { steps: { take: laneOrderIgnored } } },
  { name: "squash after send", rules: ["R7"], faults: { steps: { squash: squashAfterSend } } },
  { name: "cursor before rows", rules: ["R1"], faults: { steps: { applyAnswer: cursorBeforeRows } } },
  { name: "reset merged", rules: ["R1"], faults: { steps: { applyAnswer: resetMerged } }, favours: manyResets },
  {
    name: "stale batch accepted",
    rules: ["R1"],
    faults: { steps: { applyAnswer: staleAnswerAccepted, applyBatch: staleBatchAccepted } },
    favours: { climate: { hasLine: true, hasLocks: false } },
  },
  { name: "new id on retry", rules: ["R5", "R9"], faults: { steps: { giveBack: newIdOnRetry } } },
  {
    name: "settled on a non-last page",
    rules: ["R11"],
    faults: { server: { outcomesOnEveryPage: true }, steps: { applyAnswer: settledOnAnyPage } },
    favours: { climate: { pageSize: 1 } },
  },
  {
    name: "lane not stopped after a retry",
    rules: ["R8"],
    faults: { server: { laneGoesOnAfterRetry: true } },
    favours: { climate: { accidentChance: 0.3 } },
  },
  {
    name: "purged row run again",
    rules: ["R5"],
    faults: { server: { runsPurgedAgain: true } },
    favours: { weights: { sleep: 8, network: 14 } },
  },
  {
    name: "content read before the freeze",
    rules: ["R7"],
    faults: { steps: { take: contentReadBeforeTheFreeze } },
    favours: { climate: { isStoreSlow: true, hasLocks: false, longestDelayMs: 20 }, weights: { act: 200, tab: 20 } },
  },
  {
    name: "neighbours of an accident answered from memory",
    rules: ["R6"],
    faults: { server: { answersNeighboursFromMemory: true } },
    favours: { climate: { accidentChance: 0.3 } },
  },
  {
    name: "no user check",
    rules: ["R13"],
    faults: { server: { checksNoUser: true } },
    favours: { weights: { signInOver: 8 } },
  },
  { name: "last page's cursor", rules: ["R1"], faults: { server: { lastPageMovesCursor: true } } },
  { name: "no floor check", rules: ["R1"], faults: { server: { checksNoFloor: true } }, favours: manyResets },
  {
    name: "rows not removed at the sign-out",
    rules: ["R23"],
    faults: { signOut: { leave: rowsNotRemoved } },
    favours: manySignOuts,
  },
  {
    name: "outbox emptied before parking",
    rules: ["R9"],
    faults: { signOut: { leave: outboxEmptiedBeforeParking } },
    favours: manySignOuts,
  },
  {
    name: "a kept outbox discarded at the sign-out",
    rules: ["R9"],
    faults: { signOut: { leave: keepDiscards } },
    favours: manySignOuts,
  },
  {
    name: "an ended session not parked",
    rules: ["R23"],
    faults: { signOut: { park: () => Promise.resolve() } },
    favours: manySignIns,
  },
  {
    name: "a user parked who has signed in again",
    rules: ["R12", "R23"],
    faults: { signOut: { park: parksTheSignedIn } },
    favours: { ...manySignIns, climate: { isStoreSlow: true } },
  },
];
