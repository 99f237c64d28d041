// Many commands of one checkout start at the same moment, and some are killed while they have the turn.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const PROCESSES = 40;
const turns = new URL("turns.mjs", import.meta.url).href;

/** Writes when its turn begins and ends; every fifth process dies in between. */
const work = `
import { appendFileSync } from "node:fs";
import { takeTurn } from ${JSON.stringify(turns)};
const [folder, log, nth] = process.argv.slice(1);
const endTurn = takeTurn(folder);
appendFileSync(log, "begin " + nth + "\\n");
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
if (Number(nth) % 5 === 0) process.kill(process.pid, "SIGKILL");
appendFileSync(log, "end " + nth + "\\n");
endTurn();
`;

test("[S1284] of forty commands that start at once each has its turn alone, also after one that was killed", async () => {
  const place = mkdtempSync(path.join(tmpdir(), "turns-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const log = path.join(place, "log");
  const started = Array.from({ length: PROCESSES }, (_, nth) =>
    once(
      spawn(process.execPath, ["--input-type=module", "-e", work, path.join(place, "turns"), log, String(nth)], {
        stdio: ["ignore", "inherit", "inherit"],
      }),
      "close",
    ),
  );
  await Promise.all(started);
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  const begun = lines.filter((line) => line.startsWith("begin")).map((line) => Number(line.split(" ")[1]));
  expect(begun.sort((a, b) => a - b)).toEqual(Array.from({ length: PROCESSES }, (_, nth) => nth));
  // A begin is followed by its own end, or its process was killed.
  for (const [at, line] of lines.entries()) {
    const [what, nth] = line.split(" ");
    if (what === "begin" && Number(nth) % 5 !== 0) expect(lines[at + 1]).toBe(`end ${nth}`);
    if (what === "end") expect(lines[at - 1]).toBe(`begin ${nth}`);
  }
}, 30_000);
