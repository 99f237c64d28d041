import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Knex } from "knex";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../../shared/kit/ids.ts";
import type { SiteText } from "../../../shared/domain/site.ts";
import { framedPages, pagePaths, textPages, type TextName } from "../../../shared/pages.ts";
import type { PageData } from "../../../shared/sync.ts";
import type { BucketUpdate } from "../../catalogue/publisher.ts";
import { anOwner, aPlane } from "../../../tests/people.ts";
import { freshDatabase } from "../../../tests/postgres.ts";
import { servicesOf } from "../../../tests/services.ts";
import type { Services } from "../../kit/services.ts";
import type { Site } from "../../kit/site.ts";
import { pages, type Pages } from "./pages.ts";

const shell = `<html><head><!--page-head--><title>Tailhour</title></head><body><div id="root"><!--page-body--></div></body></html>`;
/** A fake bundle that renders the given names, with characters that break a naive `replace`. */
const bundle = `let drawn = 0;
let failures = 0;
export function renderPage(data) {
  if (data.page === "device" && data.path === "/unsubscribe" && failures++ === 0) throw new Error("cannot draw");
  if (data.page === "device") return { head: "<link href='$&" + data.path + "'>", body: "" };
  if (data.page === "frame") return { head: "<title>frame</title>", body: "<p>" + data.path + "</p>" };
  const names =
    data.page === "home" ? data.cards.map((card) => card.name) : [data.page === "text" ? data.text.title : data.aircraft.name];
  if (names.includes("Undrawable")) throw new Error("cannot draw");
  return { head: "<title>" + data.page + " $& " + ++drawn + "</title>", body: "<p>" + names.join() + "</p>" };
}`;

const texts = Object.fromEntries(
  Object.keys(textPages).map((name): [string, SiteText] => [name, { title: name, isTemplate: false, blocks: [] }]),
) as Site["texts"];

let distDir: string;
let db: Knex;
let services: Services;
let ownerId: string;
let faults: unknown[];
let tell: (news: BucketUpdate) => void;
let site: Pages;

beforeAll(async () => {
  distDir = await mkdtemp(path.join(tmpdir(), "pages-"));
  await Promise.all(["pwa", "prerender"].map((folder) => mkdir(path.join(distDir, folder))));
  await writeFile(path.join(distDir, "package.json"), `{ "type": "module" }`);
  await writeFile(path.join(distDir, "pwa", "index.html"), shell);
  await writeFile(path.join(distDir, "prerender", "prerender.js"), bundle);
  ({ knex: db } = await freshDatabase());
  services = await servicesOf(db);
  ownerId = (await anOwner(db)).id;
});

afterAll(() => rm(distDir, { recursive: true }));

beforeEach(async () => {
  await db("aircraft").update({ deletedAt: new Date() });
  faults = [];
  site = siteWith({ isDemo: false });
});

function siteWith({ isDemo, terms = texts.terms }: { isDemo: boolean; terms?: SiteText }): Pages {
  const onNews = (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  };
  return pages({
    services,
    publisher: { onNews },
    distDir,
    site: { about: { isDemo, operator: null, version: "1.0.0" }, texts: { ...texts, terms } },
    fault: (error) => faults.push(error),
  });
}

function dataOf(html: string): PageData {
  const [, json] = /<script type="application\/json" id="page-data">(.*)<\/script>/.exec(html)!;
  return JSON.parse(json!) as PageData;
}

describe("pages", () => {
  it("render home with its first cards, counts, prices and locations", async () => {
    for (let index = 0; index < 26; index++) await aPlane(db, ownerId, { hourlyRate: 100 + index });
    await aPlane(db, ownerId, { type: "jet", location: "Austin TX", createdAt: new Date(0) });
    await aPlane(db, ownerId, { isActive: false, hourlyRate: 9000 });
    const { status, html } = await site.render("/");
    expect(status).toBe(200);
    expect(html).toMatch(/<title>home \$& \d+<\/title><\/head>/);
    expect(html).toMatch(/<div id="root"><p>Cessna 172,.*<\/p><\/div>/);
    const data = dataOf(html);
    expect(data).toMatchObject({
      page: "home",
      total: 27,
      priceRange: { min: 100, max: 150 },
      typeCounts: { "single-engine": 26, "multi-engine": 0, turboprop: 0, jet: 1 },
      locations: ["Austin TX", "Denver CO"],
    });
    expect(data.page === "home" && data.cards.length).toBe(24);
  });

  it("render home again only after a catalogue change", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      await aPlane(db, ownerId);
      const { html } = await site.render("/");
      await aPlane(db, ownerId);
      vi.setSystemTime(Date.now() + 60_000);
      expect((await site.render("/")).html).toBe(html);
      tell({ bucket: "denver-co", head: 2 });
      expect(dataOf((await site.render("/")).html)).toMatchObject({ total: 2 });
    } finally {
      vi.useRealTimers();
    }
  });

  it("render an aircraft with its owner and reviews", async () => {
    const id = await aPlane(db, ownerId, { name: "Husky" });
    const { status, html } = await site.render(`/aircraft/${id}`);
    expect(status).toBe(200);
    expect(html).toContain("<p>Husky</p>");
    expect(dataOf(html)).toMatchObject({ page: "aircraft", aircraft: { id }, owner: { id: ownerId }, reviews: [] });
  });

  it("[S529] contain how many public aircraft the owner has", async () => {
    const id = await aPlane(db, ownerId);
    await aPlane(db, ownerId);
    await aPlane(db, ownerId, { isActive: false });
    await aPlane(db, (await anOwner(db)).id);
    expect(dataOf((await site.render(`/aircraft/${id}`)).html)).toMatchObject({ owner: { aircraftCount: 2 } });
  });

  it("contain the metadata of an aircraft's pictures", async () => {
    const known = { width: 640, height: 480, widths: [320, 640], placeholder: "data:image/webp;base64,AAAA" };
    const pictureId = newId();
    await db("objects").insert({ ...known, id: pictureId, ownerId, claimedAt: new Date() });
    const path = `/objects/${pictureId}`;
    const id = await aPlane(db, ownerId, { images: [path, "/illustrations/default-aircraft.svg"] });
    const { html } = await site.render(`/aircraft/${id}`);
    expect(dataOf(html)).toMatchObject({ pictures: [{ ...known, path }] });
  });

  it("escape user text that could end the data block", async () => {
    const description = "</script><script>alert(1)</script><!-- $' $& --></body>";
    const id = await aPlane(db, ownerId, { description });
    const { html } = await site.render(`/aircraft/${id}`);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(dataOf(html)).toMatchObject({ aircraft: { description } });
  });

  it("answer 404 with the app for unknown paths, and for the mailbox of the demo elsewhere", async () => {
    const hidden = await aPlane(db, ownerId, { isActive: false });
    const missing = [
      "/aircraft/nonsense",
      `/aircraft/${ownerId}`,
      `/aircraft/${hidden}`,
      "/nowhere",
      "/demo/mail",
      "/profile/a/b",
    ];
    for (const one of missing) expect(await site.render(one)).toEqual({ status: 404, html: shell });
    expect((await siteWith({ isDemo: true }).render("/demo/mail")).status).toBe(200);
  });

  it("[S1267] of the device alone are the app with the names of their files, also after a failure", async () => {
    const withFilesOf = (page: string) => ({
      status: 200,
      html: shell.replace("</head>", () => `<link href='$&${page}'></head>`),
    });
    expect(await site.render("/unsubscribe")).toEqual({ status: 200, html: shell });
    expect(faults).toHaveLength(1);
    const drawn: string[] = ["/", "/aircraft/:id", "/demo/mail", ...framedPages, ...Object.values(textPages)];
    const known = pagePaths.filter((one) => !drawn.includes(one));
    expect(known.length).toBeGreaterThan(10);
    for (const one of known) {
      const asked = one.replace(":userId", ownerId);
      expect([one, await site.render(asked)]).toEqual([one, withFilesOf(one)]);
    }
    expect(await site.render("/favorites/")).toEqual(withFilesOf("/favorites"));
  });

  it("[S1273] of the device have their first frame where it is known, with who runs the site", async () => {
    for (const path of framedPages) {
      const { status, html } = await site.render(path);
      expect([status, dataOf(html)]).toEqual([200, { page: "frame", path, about: expect.anything() as unknown }]);
      expect(html).toContain(`<div id="root"><p>${path}</p></div>`);
      expect((await site.render(`${path}/`)).html).toContain('<div id="root"><!--page-body--></div>');
    }
  });

  it("[S520] render each text about the site once, at its one address", async () => {
    for (const [name, address] of Object.entries(textPages)) {
      const { status, html } = await site.render(address);
      expect([status, dataOf(html)]).toEqual([
        200,
        expect.objectContaining({ page: "text", name, text: texts[name as TextName] }),
      ]);
      expect(html).toContain(`<div id="root"><p>${name}</p></div>`);
      expect((await site.render(address)).html).toBe(html);
    }
    for (const other of ["/legal/terms/", "/LEGAL/Terms"])
      expect(await site.render(other)).toEqual({ status: 308, html: "", movedTo: "/legal/terms" });
  });

  it("have one URL: another spelling of an id redirects there", async () => {
    const id = await aPlane(db, ownerId);
    const upper = id.toUpperCase();
    const drawn = await site.render(`/aircraft/${id}`);
    for (const one of [
      `/aircraft/${upper}`,
      `/AIRCRAFT/${id}`,
      `/aircraft/${id}/`,
      `/aircraft/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
    ])
      expect([one, await site.render(one)]).toEqual([one, { status: 308, html: "", movedTo: `/aircraft/${id}` }]);
    expect(await site.render(`/aircraft/${id}`)).toEqual(drawn);
    expect(drawn.isShortLived).toBe(true);
    for (const odd of [`{${id}}`, id.replaceAll("-", ""), `${id}%20`, "x/y"])
      expect((await site.render(`/aircraft/${odd}`)).status).toBe(404);
  });

  it("send the bare app after a rendering error, and log it", async () => {
    const id = await aPlane(db, ownerId, { name: "Undrawable" });
    expect(await site.render(`/aircraft/${id}`)).toEqual({ status: 200, html: shell });
    expect(faults).toHaveLength(1);
  });

  it("render a text again that could not be rendered", async () => {
    const undrawable = { title: "Undrawable", isTemplate: false, blocks: [] };
    const failing = siteWith({ isDemo: false, terms: undrawable });
    expect(await failing.render("/legal/terms")).toEqual({ status: 200, html: shell });
    undrawable.title = "Terms";
    expect((await failing.render("/legal/terms")).html).toContain("<p>Terms</p>");
  });
});
