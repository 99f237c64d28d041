// Client state lives in zustand stores. Nothing resets state in a module variable, and no test sees it.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** `file: name` → why it is allowed. */
const allowedState: Readonly<Record<string, string>> = {
  "pwa/client/catalogue/details.ts: source": "A store itself: each aircraft has its own listeners and deadline.",
  "pwa/features/aircraft/map/painter-worker.ts: canvas": "A worker's own: it paints all pictures on one canvas.",
  "pwa/features/aircraft/map/painter-worker.ts: markCanvas": "The same for pictures of marks.",
  ...Object.fromEntries(
    ["page", "overlays", "closed", "opened", "target", "position", "top", "timer", "closedAt"].map((name) => [
      `pwa/ui/overlay/overlay-history.ts: ${name}`,
      "Mirrors the browser's one history; nothing renders it, so a store would only wrap these variables.",
    ]),
  ),
};

/** The folders with the code of the page. */
const folders = ["pwa/app", "pwa/client", "pwa/features", "pwa/pages", "pwa/ui"];

/** Files besides the client's wrapper that use the browser's storage directly. */
const allowedStorage: Readonly<Record<string, string>> = {
  "pwa/client/storage/browser-storage.ts": "The wrapper.",
  "pwa/ui/overlay/overlay-history.ts": "Components without a domain word import nothing of the client.",
};

/** Constructors whose objects never change. */
const unchanging: ReadonlySet<string> = new Set(["Intl.DateTimeFormat", "Intl.NumberFormat", "RegExp", "TextEncoder"]);

/** The sources below these folders, without tests; `has` skips files that need no parsing. */
function sources(has: RegExp, ...folders: string[]): { file: string; source: ts.SourceFile }[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }))
    .filter(({ text }) => has.test(text))
    .map(({ file, text }) => ({ file, source: parsed(file, text) }));
}

function parsed(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/** Names of a module's mutable variables: `let`, collections not declared read-only, class instances, empty literals. */
function mutableState(source: ts.SourceFile): string[] {
  return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations
      .filter(({ initializer, type }) => {
        if (!(declarationList.flags & ts.NodeFlags.Const)) return true;
        return (
          initializer !== undefined && !/^(Readonly|readonly\b)/.test(type?.getText() ?? "") && mayChange(initializer)
        );
      })
      .map(({ name }) => name.getText()),
  );
}

function mayChange(value: ts.Expression): boolean {
  if (ts.isNewExpression(value)) return !unchanging.has(value.expression.getText());
  if (ts.isArrayLiteralExpression(value)) return value.elements.length === 0;
  return ts.isObjectLiteralExpression(value) && value.properties.length === 0;
}

function usesBrowserStorage(source: ts.SourceFile): boolean {
  const isUse = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && /^(local|session)Storage$/.test(node.text)) || (ts.forEachChild(node, isUse) ?? false);
  return isUse(source);
}

describe("the code of the page", () => {
  test("holds mutable state in stores only", () => {
    const found = sources(/^(export )?(let|const) /m, ...folders).flatMap(({ file, source }) =>
      mutableState(source).map((name) => `${file}: ${name}`),
    );
    expect(found.sort()).toEqual(Object.keys(allowedState).sort());
  });

  test("reads the browser's storage through one wrapper", () => {
    const found = sources(/(local|session)Storage/, ...folders, "pwa/device")
      .filter(({ source }) => usesBrowserStorage(source))
      .map(({ file }) => file);
    expect(found.sort()).toEqual(Object.keys(allowedStorage).sort());
  });

  test("is caught with a variable, a collection, a class instance or an empty literal", () => {
    const text = `let a = 0; const b = new Map<string, number>(); const c: number[] = []; const d = {}; const e = new Cache();
      const f: ReadonlySet<string> = new Set(["x"]); const g: readonly number[] = []; const h = new Intl.NumberFormat();
      export const i = create(() => ({ seen: new Set() })); function j() { let k = 1; return k; }`;
    expect(mutableState(parsed("a.ts", text))).toEqual(["a", "b", "c", "d", "e"]);
    expect(usesBrowserStorage(parsed("a.ts", `export const a = () => [window.localStorage];`))).toBe(true);
  });
});
