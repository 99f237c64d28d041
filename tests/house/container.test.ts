// Checks the container files: supported Node, images pinned by digest, minimal privileges.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { serverSwitches } from "../setup/product.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const compose = read("compose.yaml");
const nodeImage = /^ARG NODE_IMAGE=(\S+)$/m.exec(read("Dockerfile"))?.[1] ?? "";
const digest = /@sha256:[\da-f]{64}$/;

it("every image has an exact version and a digest", () => {
  const images = [...compose.matchAll(/^ +(?:image|\w+_IMAGE): (?:\$\{\w+:-)?([^\s}]+)/gm)].map(([, image]) => image!);
  expect(images.map((image) => image.split(":", 1)[0])).toEqual(["postgres", "node"]);
  for (const image of [nodeImage, ...images]) {
    expect(image).toMatch(digest);
    expect(image.replace(digest, "")).toMatch(/^\w+:\d+\.\d+[\d.]*-[\w-]+$/);
    expect(read("docs/operating.md")).toContain(` ${image.replace(digest, "")}`);
  }
});

it("every stage uses the same Node 24 image, and the README names that version", () => {
  expect(nodeImage).toMatch(/^node:24\.\d+\.\d+-bookworm-slim@/);
  const stages = [...read("Dockerfile").matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(stages).toEqual(["${NODE_IMAGE}", "${NODE_IMAGE}"]);
  expect(compose).toContain(`NODE_IMAGE: \${NODE_IMAGE:-${nodeImage}}`);
  expect(read("README.md")).toContain("Node 24 LTS");
});

it("[S1315] the container's server has the switches of Node that npm start gives it", () => {
  const command = /^CMD (\[.*\])$/m.exec(read("Dockerfile"))?.[1] ?? "[]";
  expect(serverSwitches).toEqual(["--min-semi-space-size=8", "--max-semi-space-size=8"]);
  expect(JSON.parse(command)).toEqual(["node", ...serverSwitches, "dist/server/main.js"]);
});

it("[S1258] no password or key has a default: each comes from the operator's environment", () => {
  const cluster = read("docs/cluster/compose.yaml");
  for (const file of [compose, cluster]) {
    const lines = file.split("\n").filter((line) => /^\s+-? ?\w*(PASSWORD|KEYS?|TOKEN):/.test(line));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/: "?\$\{\w+(:\?[^}]*|:-)?\}"?( #.*)?$/);
    for (const [, password] of file.matchAll(/:\/\/\w+:([^@\s]+)@/g)) expect(password).toBe("${POSTGRES_PASSWORD}");
  }
});

it("both services have a read-only root, minimal capabilities, and limits", () => {
  const services = compose.split(/^ {2}(?=\w+:$)/m).filter((part) => /^(database|tailhour):\n {4}/.test(part));
  expect(services).toHaveLength(2);
  for (const service of services)
    for (const line of [
      "read_only: true",
      "tmpfs:",
      "cap_drop: [ALL]",
      "no-new-privileges:true",
      "mem_limit:",
      "cpu_shares:",
      "pids_limit:",
    ])
      expect(service).toContain(line);
});
