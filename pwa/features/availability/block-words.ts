import type { BlockReason } from "../../../shared/domain/hours/availability-rules.ts";

/** The reasons of a block as its owner reads them. */
export const reasonWords: Readonly<Record<BlockReason, string>> = {
  maintenance: "Maintenance",
  "own-flight": "Own flight",
  other: "Other",
};
