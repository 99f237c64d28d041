// Runs one benchmark and sends its figures to the parent process, `bench/run.ts`. Argument: the benchmark's name.
import { benches } from "./benches.ts";
import type { Measurement } from "./item.ts";
import { lineOfFigure } from "./report.ts";

/** What the process says: figures as soon as it has them, and parts that failed. */
export type Said =
  { figures: Measurement[] } | { failed: string; why: string } | { part: string; seconds: number } | { idles: true };

const name = process.argv[2]!;
const listed = benches.find((one) => one.name === name);
if (!listed) throw new Error(`No bench named ${name}.`);
const bench = await listed.load();

const say = (said: Said) => new Promise<void>((resolve) => process.send!(said, () => resolve()));
const why = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
let hasFailed = false;

async function part(about: string, work: () => Promise<Measurement[]>): Promise<void> {
  const began = performance.now();
  try {
    const figures = await work();
    for (const figure of figures) check(figure);
    await say({ figures });
  } catch (error) {
    hasFailed = true;
    await say({ failed: about, why: why(error) });
  }
  await say({ part: about, seconds: (performance.now() - began) / 1000 });
}

/** @throws for a figure that cannot be shown: its part has failed */
function check(figure: Measurement): void {
  if (!Number.isFinite(figure.value)) throw new Error(`${figure.item} ${figure.what}: ${figure.value}`);
  lineOfFigure(figure);
}

await part(name, () =>
  bench.run(
    (about, work) => part(about === name ? about : `${name}: ${about}`, work),
    () => void say({ idles: true }),
  ),
);
process.disconnect();
// Servers and sockets of a failed part may keep the process alive.
if (hasFailed) process.exit(1);
