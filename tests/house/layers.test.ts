// Tests the layer checker: each rule reports an import that breaks it.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const run = promisify(execFile);
const project = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const folder = await mkdtemp(path.join(tmpdir(), "tailhour-walls-"));

afterAll(() => rm(folder, { recursive: true }));

const violations: [wall: string, file: string, imports: string][] = [
  ["features-never-import-features", "pwa/features/messages/chat.tsx", "../aircraft/card.tsx"],
  ["ui-knows-no-domain", "pwa/ui/actions/button.tsx", "../../../shared/domain/aircraft.ts"],
  ["client-is-the-door", "pwa/client/session.ts", "../features/aircraft/card.tsx"],
  ["device-knows-only-shared", "pwa/device/store.ts", "../client/shell/toasts.ts"],
  ["phone-never-sees-server", "pwa/client/api/call.ts", "../../../sync-server/config.ts"],
  ["server-never-sees-phone", "sync-server/http/site/pages.ts", "../../../pwa/client/shell/toasts.ts"],
  ["db-knows-only-shared", "sync-server/db/rows.ts", "../config.ts"],
  ["kit-knows-only-db", "sync-server/kit/services.ts", "../domain/aircraft/seats.ts"],
  ["domain-knows-kit", "sync-server/domain/aircraft/rows.ts", "../../config.ts"],
  ["http-and-live-are-the-outside", "sync-server/reads/list.ts", "../http/site/pages.ts"],
  ["product-never-sees-tests", "sync-server/app.ts", "../tests/people.ts"],
  ["shared-imports-only-zod", "shared/kit/clock.ts", "node:os"],
  ["no-cycles", "pwa/features/aircraft/card.tsx", "./picture.tsx"],
  ["no-cycles", "pwa/ui/form/field.tsx", "./form.tsx"],
];

const plain: Record<string, string> = {
  "pwa/ui/form/form.tsx": `import type { Field } from "./field.tsx";\nexport type Form = Field[];\n`,
  "pwa/ui/form/field.tsx": `import type { Form } from "./form.tsx";\nexport type Field = Form;\n`,
  "pwa/features/aircraft/picture.tsx": `import "./card.tsx";\nexport const picture = 1;\n`,
  "sync-server/domain/aircraft/seats.ts": "export const seats = 1;\n",
  "pwa/client/shell/toasts.ts": "export const toasts = 1;\n",
  "shared/domain/aircraft.ts": "export const aircraft = 1;\n",
  "sync-server/config.ts": "export const config = 1;\n",
  "tests/people.ts": "export const people = 1;\n",
};

test("each forbidden import is reported by its layer rule", async () => {
  const contents = { ...plain };
  for (const [, file, imports] of violations) contents[file] ??= `import "${imports}";\nexport const violations = 1;\n`;
  for (const [file, text] of Object.entries(contents)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  await writeFile(path.join(folder, "package.json"), "{}");

  const checker = project("node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = project(".dependency-cruiser.mjs");
  const args = [checker, "--config", config, "--output-type", "json", "shared", "pwa", "sync-server", "tests"];
  const output = await run(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }).catch(
    (failure: { stdout: string }) => failure,
  );
  const { summary } = JSON.parse(output.stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  const caught = summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
  for (const [wall, file] of violations) expect(caught).toContain(`${wall}: ${file}`);
});
