// The container: a Node that is supported, exact versions, and no more rights than needed.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const compose = read("compose.yaml");
const nodeImage = /^ARG NODE_IMAGE=(\S+)$/m.exec(read("Dockerfile"))?.[1] ?? "";

it("every stage uses the one exact image of Node 24, and the README names that line", () => {
  expect(nodeImage).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/);
  const stages = [...read("Dockerfile").matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(stages).toEqual(["${NODE_IMAGE}", "${NODE_IMAGE}"]);
  expect(compose).toContain(`NODE_IMAGE: \${NODE_IMAGE:-${nodeImage}}`);
  expect(compose).toMatch(/image: \$\{POSTGRES_IMAGE:-postgres:\d+\.\d+-\w+\}/);
  expect(read("README.md")).toContain("Node 24 LTS");
  expect(read("docs/operating.md")).toContain(`imagetools inspect ${nodeImage} `);
});

it("both services have a read-only root, no needless capabilities and limits", () => {
  const services = compose.split(/^ {2}(?=\w+:$)/m).filter((part) => /^(database|tailhour):\n {4}/.test(part));
  expect(services).toHaveLength(2);
  for (const service of services)
    for (const line of [
      "read_only: true",
      "tmpfs:",
      "cap_drop: [ALL]",
      "no-new-privileges:true",
      "mem_limit:",
      "cpus:",
      "pids_limit:",
    ])
      expect(service).toContain(line);
});
