// The version from which a test updates under load.
import { execFileSync } from "node:child_process";

/** A commit with fewer migrations and commands: before copies of wallets, account pages, blocks and reports. */
export const EARLIER = "f26331a0";

/** Whether the history of the checkout in `root` reaches back to it; that of a shallow clone does not. */
export function hasEarlierVersion(root) {
  try {
    execFileSync("git", ["cat-file", "-e", `${EARLIER}^{commit}`], { cwd: root, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
