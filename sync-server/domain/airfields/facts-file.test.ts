import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { preparedFiles } from "../../../scripts/airfields/prepare.ts";
import { openAirfieldFacts } from "./facts-file.ts";

function aFile() {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "facts-")), "facts.bin");
  const reports: string[] = [];
  const facts = openAirfieldFacts(file, (error) => reports.push(String(error)));
  return { file, facts, reports };
}

it("[S980] a missing file is reported once, and read as soon as it is there", async () => {
  const { file, facts, reports } = aFile();
  await expect(facts.find("KMYF")).rejects.toThrow("ENOENT");
  expect(await Promise.all([facts.findReadable("KMYF"), facts.findReadable("KSEA")])).toEqual([null, null]);
  expect(await facts.findReadable("KMYF")).toBeNull();
  expect(reports).toEqual([expect.stringContaining("ENOENT")]);
  copyFileSync(preparedFiles.facts, file);
  expect(await facts.findReadable("KMYF")).toMatchObject({ id: "KMYF", name: "Montgomery-Gibbs Executive" });
  facts.close();
});

it.each([
  ["holds something else", () => Buffer.from("<html>Not found</html>"), "holds no facts"],
  ["ends among the keys", () => readFileSync(preparedFiles.facts).subarray(0, 4000), "ends too early"],
  ["ends among the facts", () => readFileSync(preparedFiles.facts).subarray(0, 300_000), "ends too early"],
])("a file that %s is reported, and answers nothing", async (_, content, words) => {
  const { file, facts, reports } = aFile();
  writeFileSync(file, content());
  expect(await facts.findReadable("KMYF")).toBeNull();
  expect(reports).toEqual([expect.stringContaining(words)]);
  facts.close();
});
