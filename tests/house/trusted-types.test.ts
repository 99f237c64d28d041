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

it("is the default policy and rejects all script text", () => {
  expect(name).toBe("default");
  expect(policy.createScript).toBeUndefined();
});

it("accepts empty markup and no other", () => {
  expect(policy.createHTML("")).toBe("");
  for (const text of ["<b>x</b>", " ", "<script></script>"])
    expect([text, policy.createHTML(text)]).toEqual([text, null]);
});

it("knows each place where the uploader's libraries write markup", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: object };
  const folders = Object.keys(packages)
    .filter((name) => name.startsWith("node_modules/@uppy/"))
    .map((name) => `${name}/lib`);
  const files = folders
    .filter((folder) => existsSync(new URL(folder, root)))
    .flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".js") && !/\.test\.js$/.test(file))
        .map((file) => `${folder}/${file}`),
    );
  expect(files.length).toBeGreaterThan(50);
  const sink = /\S*(?:\.innerHTML = |\.outerHTML = |insertAdjacentHTML|dangerouslySetInnerHTML|DOMParser|srcdoc).*/gi;
  const written = files.flatMap((file) => read(file).match(sink) ?? []);
  expect(written.sort()).toEqual(["targetElement.innerHTML = '';"]);
});

it("accepts the site's four workers and no other script", () => {
  const site = "https://tailhour.example";
  const workers = ["marks", "pack", "painter"].map((name) => `/assets/${name}-worker-Csd-pD_g.js`);
  for (const path of ["/sw.js", ...workers])
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
