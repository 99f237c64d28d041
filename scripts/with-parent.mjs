// npm starts scripts through a shell and sends signals only to that shell. This module watches both processes and stops the
// server when npm is stopped or killed.
import { readFileSync } from "node:fs";

/** Sends this process SIGTERM once the npm (or its shell) that started it has ended. Does nothing without npm. */
export function endWithNpm() {
  if (process.stdout.isTTY) process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = parentOfShell(shell);
  const watching = setInterval(() => {
    if (process.ppid === shell && parentOfShell(shell) === npm) return;
    clearInterval(watching);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watching.unref();
}

// Needs /proc, and a parent `sh -c …`: if the shell replaced itself by this process, the parent is the user's terminal.
function parentOfShell(pid) {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (words[1] !== "-c") return null;
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")[1];
  } catch {
    return null;
  }
}
