// Tests the served Trusted Types policy, which decides what text may become markup or a script URL.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

type Policy = {
  createHTML(text: string): string | null;
  createScriptURL(text: string): string | null;
  createScript?: unknown;
};

function servedPolicy(): { name: string; policy: Policy } {
  const made: { name: string; policy: Policy }[] = [];
  const trustedTypes = { createPolicy: (name: string, policy: Policy) => made.push({ name, policy }) };
  const location = { origin: "https://tailhour.example" };
  runInNewContext(read("pwa/public/trusted-types.js"), { self: { trustedTypes }, trustedTypes, location, URL });
  expect(made).toHaveLength(1);
  return made[0]!;
}

const { name, policy } = servedPolicy();

/** The template of the installed cropperjs: one expression that concatenates strings. */
function cropperTemplate(): string {
  const [, expression] = /^var TEMPLATE = ('.*');$/m.exec(read("node_modules/cropperjs/dist/cropper.esm.js")) ?? [];
  if (!expression) throw new Error("cropperjs has its template elsewhere.");
  return String(runInNewContext(expression));
}

it("is the default policy and rejects all script text", () => {
  expect(name).toBe("default");
  expect(policy.createScript).toBeUndefined();
});

it("accepts exactly the markup of the installed cropperjs and empty markup", () => {
  const template = cropperTemplate();
  expect(template).toContain("cropper-crop-box");
  for (const text of ["", template]) expect(policy.createHTML(text)).toBe(text);
  const foreign = ["<b>x</b>", " ", "<script></script>", `${template} `, template.slice(1), template + template];
  for (const text of [...foreign, template.replace("<span", "<span onclick=alert()")])
    expect([text, policy.createHTML(text)]).toEqual([text, null]);
});

it("knows each place where the uploader's libraries write markup", () => {
  const folders = readdirSync(new URL("node_modules/@uppy/", root)).map((folder) => `node_modules/@uppy/${folder}/lib`);
  const files = folders
    .filter((folder) => existsSync(new URL(folder, root)))
    .flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".js") && !/\.test\.js$/.test(file))
        .map((file) => `${folder}/${file}`),
    );
  expect(files.length).toBeGreaterThan(50);
  const sink = /\S*(?:\.innerHTML = |\.outerHTML = |insertAdjacentHTML|dangerouslySetInnerHTML|DOMParser|srcdoc).*/gi;
  const written = [...files, "node_modules/cropperjs/dist/cropper.esm.js"].flatMap(
    (file) => read(file).match(sink) ?? [],
  );
  // The second restores the content of elements of the option `preview`, which the editor does not use.
  expect(written.sort()).toEqual([
    "el.innerHTML = '';",
    "element.innerHTML = data.html;",
    "targetElement.innerHTML = '';",
    "template.innerHTML = TEMPLATE;",
  ]);
  expect(read("node_modules/@uppy/image-editor/lib/ImageEditor.js").match(/preview.*/g)).toEqual([
    "preview: undefined,",
  ]);
});

it("accepts the site's two workers and no other script", () => {
  const site = "https://tailhour.example";
  for (const path of ["/sw.js", "/assets/pack-worker-Csd-pD_g.js"])
    for (const text of [path, site + path]) expect(policy.createScriptURL(text)).toBe(site + path);
  const foreign = [
    ...["https://evil.example/sw.js", "//evil.example/sw.js", "http://tailhour.example/sw.js", "javascript:alert()"],
    ...["data:text/javascript,alert()", `blob:${site}/sw.js`, `https://me@tailhour.example/sw.js`, "/theme.js", "/"],
    ...["/sw.js?x", "/sw.js#x", "/x/sw.js", "/sw.js/", "/sw.jsx", "/objects/pack-worker-CsdppDeg.js"],
    ...[
      "/assets/pack-worker-CsdppDeg.js/../../objects/x",
      "/assets/x/pack-worker-CsdppDeg.js",
      "/assets/index-CsdppDeg.js",
    ],
  ];
  for (const text of foreign) expect([text, policy.createScriptURL(text)]).toEqual([text, null]);
});
