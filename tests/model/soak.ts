// A million histories: `node --import tsx tests/model/soak.ts [how many] [first seed]`. Stops at the first broken rule.
import { planOf, runHistory } from "./history.ts";
import { planted } from "./planted.ts";

const [most = 1_000_000, first = 1] = process.argv.slice(2).map(Number);
const favourites = [{}, ...planted.map(({ favours }) => favours ?? {})];
const began = performance.now();

for (let at = 0; at < most; at++) {
  const seed = first + at;
  // Every other history favours what some fault would need.
  const favours = at % 2 === 0 ? {} : favourites[at % favourites.length];
  const broken = await runHistory(planOf(seed, favours));
  if (broken) {
    console.error(`history ${seed} (${JSON.stringify(favours)}): ${broken.message}`);
    process.exit(1);
  }
  if ((at + 1) % 10_000 === 0) {
    const seconds = (performance.now() - began) / 1000;
    console.warn(`${at + 1} histories, ${seconds.toFixed(0)} s, ${((at + 1) / seconds).toFixed(0)} a second`);
  }
}
