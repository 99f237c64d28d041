// One process of the soak: runs the histories it is told to, and tells of the first broken rule.
import { planOf, runHistory } from "./history.ts";
import { mutants } from "./mutants.ts";
import type { Share, ShareDone } from "./soak.ts";

const favourites = [{}, ...mutants.map(({ favours }) => favours ?? {})];

process.on("message", ({ first, count }: Share) => {
  void run(first, count).then((done) => process.send?.(done));
});
// Nobody is left who could be told.
process.on("disconnect", () => process.exit());

async function run(first: number, count: number): Promise<ShareDone> {
  for (let seed = first; seed < first + count; seed++) {
    // Every other history favours what some fault would need. The seed alone decides, so that it alone repeats a history.
    const favours = seed % 2 === 1 ? {} : favourites[(seed / 2) % favourites.length];
    const found = await runHistory(planOf(seed, favours));
    if (found) return { broken: `history ${seed} (${JSON.stringify(favours)}): ${found.message}`, bytes: 0 };
  }
  return { broken: null, bytes: process.memoryUsage.rss() };
}
