// Lets one process at a time change what all commands of a checkout share: the installed packages and the build.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

const POLL_MS = 100;
/** A file that its process has created and not written yet. */
const WRITTEN_AFTER_MS = 5_000;
/** Longer than any turn: after a restart of the machine another process may have the number of one that is gone. */
const LONGEST_TURN_MS = 30 * 60_000;
const DONE = "done";

/**
 * Waits for the turn and returns the function that ends it. A turn is a numbered file with its process; the highest number has it.
 * A process that dies has ended its turn. `onWait` is called once, if another process has the turn.
 */
export function takeTurn(folder, onWait = () => {}) {
  let hasWaited = false;
  for (;;) {
    const last = highest(folder);
    if (last === null || isOver(path.join(folder, String(last)))) {
      const mine = (last ?? 0) + 1;
      const file = path.join(folder, String(mine));
      const taken = create(file);
      // A folder that this user cannot write to is one where nobody can install or build.
      if (taken === null) return () => {};
      if (taken && highest(folder) === mine) {
        for (const number of numbers(folder))
          if (number < mine) rmSync(path.join(folder, String(number)), { force: true });
        return () => writeFileSync(file, DONE);
      }
      // Another process took a later turn between the look and the file.
      if (taken) rmSync(file, { force: true });
    } else if (!hasWaited) {
      hasWaited = true;
      onWait();
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
}

function numbers(folder) {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function highest(folder) {
  const all = numbers(folder);
  return all.length > 0 ? Math.max(...all) : null;
}

/** True if the file is new, false if it exists, null if it cannot be written. */
function create(file) {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    return error.code === "EEXIST" ? false : null;
  }
}

function isOver(file) {
  try {
    const text = readFileSync(file, "utf8");
    const age = Date.now() - statSync(file).mtimeMs;
    if (text === "") return age > WRITTEN_AFTER_MS;
    // This process has no turn yet: a file with its number is of one that is gone, as in a restarted container.
    const isGone = Number(text) === process.pid || !isAlive(Number(text));
    return text === DONE || age > LONGEST_TURN_MS || isGone;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
