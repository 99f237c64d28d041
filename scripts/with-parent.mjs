// npm starts us through a shell and passes signals no further than that shell. So that a stopped or killed npm leaves no
// server behind, we watch those who started us and end as if asked to.
import { readFileSync } from "node:fs";

/** Sends this process SIGTERM once the npm (or its shell) that started it is gone. Does nothing without npm. */
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

// Only where there is a /proc, and only for `sh -c …`: a shell that became us has somebody's terminal as its parent.
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
