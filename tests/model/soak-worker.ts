// One process of a soak: runs the given histories and reports the first broken rule.
import { planOf, runHistory } from "./history.ts";
import { mutants } from "./mutants.ts";
import type { Share, ShareDone } from "./soak.ts";

const tunings = [{}, ...mutants.map(({ tuning }) => tuning ?? {})];

process.on("message", ({ first, count }: Share) => {
  void run(first, count).then((done) => process.send?.(done));
});
// Without the parent nothing can receive a report.
process.on("disconnect", () => process.exit());

async function run(first: number, count: number): Promise<ShareDone> {
  for (let seed = first; seed < first + count; seed++) {
    // Every other history has the weights that a mutant needs. They depend on the seed alone, which so repeats a history.
    const tuning = seed % 2 === 1 ? {} : tunings[(seed / 2) % tunings.length];
    const found = await runHistory(planOf(seed, tuning));
    if (found) return { broken: `history ${seed} (${JSON.stringify(tuning)}): ${found.message}`, bytes: 0 };
  }
  return { broken: null, bytes: process.memoryUsage.rss() };
}
