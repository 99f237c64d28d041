// The mutants that random histories must detect: faulty steps of the device, and switches of the server.
import type { Faults, Plan } from "./history.ts";
import {
  settleAtTheBareResponse,
  cursorBeforeRows,
  resetMerged,
  staleAnswerAccepted,
  staleBatchAccepted,
  settledOnAnyPage,
  contentReadBeforeTheFreeze,
  laneOrderIgnored,
  newIdOnRetry,
  squashAfterSend,
  rowsNotRemoved,
  outboxEmptiedBeforeParking,
  keepDiscards,
  parksTheSignedIn,
  orderByTheClock,
  refusalHoldsAll,
  internalErrorIsOutcome,
} from "./faulty-steps.ts";

/** Log truncation and restores, which lead to many resets. */
const manyResets: Mutant["tuning"] = { weights: { truncate: 12, backup: 4, restore: 4, elsewhere: 12 } };

const manySignOuts: Mutant["tuning"] = { weights: { signOut: 30, network: 14 } };
const manySignIns: Mutant["tuning"] = { weights: { signInOver: 20 } };

export type Mutant = {
  name: string;
  /** The rules that it breaks. */
  breaks: readonly string[];
  /** The rules that the oracle may report for it. */
  rules: readonly string[];
  faults: Faults;
  /** Weights and conditions that make a rare effect frequent. */
  tuning?: Pick<Plan, "weights" | "fixedConditions">;
};

/** Mutants of the protocol, of the server, and of signing out. */
export const mutants: readonly Mutant[] = [
  {
    name: "overlay dropped at the bare response",
    breaks: ["R11"],
    rules: ["R11"],
    faults: { steps: { applyAnswer: settleAtTheBareResponse } },
  },
  { name: "no ledger", breaks: ["R5"], rules: ["R5"], faults: { server: { hasNoLedger: true } } },
  { name: "lane order ignored", breaks: ["R8"], rules: ["R8"], faults: { steps: { take: laneOrderIgnored } } },
  { name: "squash after send", breaks: ["R7"], rules: ["R7"], faults: { steps: { squash: squashAfterSend } } },
  { name: "cursor before rows", breaks: ["R2"], rules: ["R1"], faults: { steps: { applyAnswer: cursorBeforeRows } } },
  {
    name: "reset merged",
    breaks: ["R4"],
    rules: ["R1"],
    faults: { steps: { applyAnswer: resetMerged } },
    tuning: manyResets,
  },
  {
    name: "stale batch accepted",
    breaks: ["R3", "R14"],
    rules: ["R1"],
    faults: { steps: { applyAnswer: staleAnswerAccepted, applyBatch: staleBatchAccepted } },
    tuning: { fixedConditions: { hasLine: true, hasLocks: false } },
  },
  { name: "new id on retry", breaks: ["R5"], rules: ["R5", "R9"], faults: { steps: { giveBack: newIdOnRetry } } },
  {
    name: "settled on a non-last page",
    breaks: ["R11"],
    rules: ["R11"],
    faults: { server: { outcomesOnEveryPage: true }, steps: { applyAnswer: settledOnAnyPage } },
    tuning: { fixedConditions: { pageSize: 1 } },
  },
  {
    name: "lane not stopped after a retry",
    breaks: ["R8"],
    rules: ["R8"],
    faults: { server: { laneGoesOnAfterRetry: true } },
    tuning: { fixedConditions: { errorChance: 0.3 } },
  },
  {
    name: "purged row run again",
    breaks: ["R5"],
    rules: ["R5"],
    faults: { server: { runsPurgedAgain: true } },
    tuning: { weights: { sleep: 8, network: 14 } },
  },
  {
    name: "content read before the freeze",
    breaks: ["R7"],
    rules: ["R7"],
    faults: { steps: { take: contentReadBeforeTheFreeze } },
    tuning: {
      fixedConditions: { isStoreSlow: true, hasLocks: false, longestDelayMs: 20 },
      weights: { act: 200, tab: 20 },
    },
  },
  {
    name: "commands beside an internal error answered from memory",
    breaks: ["R6"],
    rules: ["R6"],
    faults: { server: { answersNeighboursFromMemory: true } },
    tuning: { fixedConditions: { errorChance: 0.3 } },
  },
  {
    name: "no user check",
    breaks: ["R13"],
    rules: ["R13"],
    faults: { server: { checksNoUser: true } },
    tuning: { weights: { signInOver: 8 } },
  },
  { name: "last page's cursor", breaks: ["R1"], rules: ["R1"], faults: { server: { lastPageMovesCursor: true } } },
  {
    name: "no floor check",
    breaks: ["R4"],
    rules: ["R1"],
    faults: { server: { checksNoFloor: true } },
    tuning: manyResets,
  },
  {
    name: "rows not removed at the sign-out",
    breaks: ["R23"],
    rules: ["R23"],
    faults: { signOut: { leave: rowsNotRemoved } },
    tuning: manySignOuts,
  },
  {
    name: "outbox emptied before parking",
    breaks: ["R9"],
    rules: ["R9"],
    faults: { signOut: { leave: outboxEmptiedBeforeParking } },
    tuning: manySignOuts,
  },
  {
    name: "a kept outbox discarded at the sign-out",
    breaks: ["R9"],
    rules: ["R9"],
    faults: { signOut: { leave: keepDiscards } },
    tuning: manySignOuts,
  },
  {
    name: "an ended session not parked",
    breaks: ["R23"],
    rules: ["R23"],
    faults: { signOut: { park: () => Promise.resolve() } },
    tuning: manySignIns,
  },
  {
    name: "a user parked who has signed in again",
    breaks: ["R12"],
    rules: ["R12", "R23"],
    faults: { signOut: { park: parksTheSignedIn } },
    tuning: { ...manySignIns, fixedConditions: { isStoreSlow: true } },
  },
  {
    name: "the clock inside an id decides the order",
    breaks: ["R16"],
    rules: ["R8"],
    faults: { steps: { take: orderByTheClock } },
    tuning: { weights: { clock: 20, act: 80 } },
  },
  {
    name: "an internal error counts as an outcome",
    breaks: ["R18"],
    rules: ["R9"],
    faults: { steps: { applyAnswer: internalErrorIsOutcome } },
    tuning: { fixedConditions: { errorChance: 0.3 } },
  },
  {
    name: "a refusal holds every lane",
    breaks: ["R18"],
    rules: ["R12"],
    faults: { steps: { take: refusalHoldsAll } },
  },
  {
    name: "rows out of sight not dropped",
    breaks: ["R15"],
    rules: ["R15"],
    faults: { server: { sendsNoDrops: true } },
  },
];
