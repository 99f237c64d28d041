// Renders pages as HTML: the app's shell, with the first screen's markup and data.
// Home is rendered when the catalogue changes, never per visit.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { FIRST_CARDS } from "../../../shared/domain/aircraft-rules.ts";
import { isId } from "../../../shared/kit/ids.ts";
import {
  findPage,
  isFramedPage,
  textPages,
  type FramedPage,
  type PagePath,
  type TextName,
} from "../../../shared/pages.ts";
import type { PageData } from "../../../shared/sync.ts";
import type { Publisher } from "../../catalogue/publisher.ts";
import { homeData } from "../../domain/aircraft/home-data.ts";
import { aircraftWithOwner } from "../../domain/aircraft/queries.ts";
import { reviewCardsOf } from "../../domain/reviews/queries.ts";
import type { Services } from "../../kit/services.ts";
import type { Site } from "../../kit/site.ts";
import type { PageAnswer } from "../context.ts";
import { openPageRenderer, type RenderedPage } from "./page-renderer.ts";

/** Shortest time between two renderings of home; longer when rendering takes more than a tenth of it. */
const HOME_GAP_MS = 1000;
const HOME_DUTY = 0.1;
/** Lifetime of a rendered detail page. */
const DETAIL_AGE_MS = 5000;
const MOST_DETAILS = 200;

const textNames = Object.keys(textPages) as TextName[];

export type PagesOptions = {
  services: Services;
  publisher: Pick<Publisher, "onNews">;
  /** Folder of the build: `pwa/index.html` and `prerender/prerender.js`. */
  distDir: string;
  /** Who runs this site, for the footer, and its texts. The demo has a page for its mailbox. */
  site: Site;
  /** Called when a page cannot be rendered; the client gets the bare shell instead. */
  fault(error: unknown): void;
};

export type Pages = {
  /**
   * Renders the page of a path, the same for every user: status 404 for an unknown path or aircraft, still with the
   * app.
   */
  render(path: string): Promise<PageAnswer>;
};

export function pages({ services, publisher, distDir, site: { about, texts }, fault }: PagesOptions): Pages {
  const { db } = services;
  const shell = onceDone(async () => {
    const html = await readFile(path.join(distDir, "pwa", "index.html"), "utf8");
    return html.replace(fontPreload, "");
  });
  const renderPage = openPageRenderer(pathToFileURL(path.join(distDir, "prerender", "prerender.js")).href);
  const details = new Map<string, { html: Promise<string | null>; at: number }>();
  const drawnOnce = new Map<string, Promise<string>>();
  let home: { html: Promise<string>; notBefore: number } | null = null;
  let isHomeOld = false;
  publisher.onNews(() => (isHomeOld = true));

  async function page(read: () => Promise<PageData>): Promise<string> {
    const bare = await shell();
    try {
      const data = { ...(await read()), about };
      return filled(bare, await renderPage(data), data);
    } catch (error) {
      isHomeOld = true;
      fault(error);
      return bare;
    }
  }

  async function homePage(): Promise<string> {
    if (home && !(isHomeOld && Date.now() > home.notBefore)) return home.html;
    isHomeOld = false;
    const startedAt = Date.now();
    const html = page(async () => ({
      page: "home",
      ...(await homeData(db, FIRST_CARDS)),
      asOf: new Date().toISOString(),
    }));
    const drawn = { html, notBefore: startedAt + HOME_GAP_MS };
    home = drawn;
    html.then(
      () => (drawn.notBefore = startedAt + Math.max(HOME_GAP_MS, (Date.now() - startedAt) / HOME_DUTY)),
      () => (home = null),
    );
    return html;
  }

  async function readDetail(id: string): Promise<string | null> {
    const found = await aircraftWithOwner(services, id, null);
    if (!found) return null;
    return page(async () => ({
      page: "aircraft",
      ...found,
      reviews: await reviewCardsOf(db, "aircraft", id),
      asOf: new Date().toISOString(),
    }));
  }

  function detailPage(id: string): Promise<string | null> {
    const kept = details.get(id);
    if (kept && Date.now() - kept.at < DETAIL_AGE_MS) return kept.html;
    const html = readDetail(id);
    details.delete(id);
    details.set(id, { html, at: Date.now() });
    if (details.size > MOST_DETAILS) details.delete(details.keys().next().value!);
    html.catch(() => details.delete(id));
    return html;
  }

  /** Renders what changes only with a restart; after a failure the next request tries again. */
  async function once(name: string, draw: () => Promise<string>): Promise<string> {
    const html = drawnOnce.get(name) ?? draw();
    drawnOnce.set(name, html);
    if ((await html) === (await shell())) drawnOnce.delete(name);
    return html;
  }

  function textPage(name: TextName): Promise<string> {
    return once(textPages[name], () => page(async () => ({ page: "text", name, text: texts[name] })));
  }

  function framePage(path: FramedPage): Promise<string> {
    return once(`frame of ${path}`, () => page(async () => ({ page: "frame", path })));
  }

  /** The app, with the names of the page's files: without them the browser fetches these after it has run the app. */
  function devicePage(path: PagePath): Promise<string> {
    return once(path, async () => {
      const bare = await shell();
      try {
        const { head } = await renderPage({ page: "device", path });
        // At the end, because the app's own files must arrive first.
        return bare.replace("</head>", () => `${head}</head>`);
      } catch (error) {
        fault(error);
        return bare;
      }
    });
  }

  return {
    async render(requested) {
      const page = findPage(requested);
      const text = page && textNames.find((name) => textPages[name] === page.path);
      // Redirects to the canonical address, since each spelling would be rendered and compressed anew.
      if (text) {
        if (requested !== page.address) return { status: 308, html: "", movedTo: page.address };
        return { status: 200, html: await textPage(text) };
      }
      if (page?.path === "/") return { status: 200, html: await homePage() };
      const isThere = page !== null && (page.path !== "/demo/mail" || about.isDemo);
      if (!isThere) return { status: 404, html: await shell() };
      // Another spelling could draw the links of the frame in another way.
      if (isFramedPage(page.path) && requested === page.address)
        return { status: 200, html: await framePage(page.path) };
      if (page.path !== "/aircraft/:id") return { status: 200, html: await devicePage(page.path) };
      const id = page.params["id"] ?? "";
      const bare = await shell();
      if (!isId(id)) return { status: 404, html: bare };
      if (requested !== page.address) return { status: 308, html: "", movedTo: page.address };
      const html = await detailPage(id);
      if (html === null) return { status: 404, html: bare };
      return { status: 200, html, ...(html !== bare && { isShortLived: true }) };
    },
  };
}

/** Runs `work` at the first call and keeps the result; after a failure the next call runs it again. */
function onceDone<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work();
    result.catch(() => (result = undefined));
    return result;
  };
}

const HEAD_MARK = "<!--page-head-->";
const BODY_MARK = "<!--page-body-->";

/** The preload is removed: on a slow line the font delays content, and its fallback has the same metrics. */
const fontPreload = /<link rel="preload" as="font"[^>]*>\s*/;

const entryScript = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
const modulePreload = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;
const prefetch = /<link rel="prefetch" href="([^"]+)">/;

/**
 * Delays the app's code until after the first paint; `start.js` then fetches and runs it, and what another page needs once the app works.
 * On a slow line the pictures arrive a second sooner.
 */
function startedAfterPaint(page: string): string {
  const modules = [...page.matchAll(modulePreload)].map(([, href]) => href).join(" ");
  const later = prefetch.exec(page)?.[1] ?? "";
  return page
    .replace("<html", "<html data-unpainted")
    .replaceAll(modulePreload, "")
    .replace(prefetch, "")
    .replace(
      entryScript,
      (_tag, entry: string) =>
        `<script type="module" src="/start.js" data-entry="${entry}" data-modules="${modules}" data-later="${later}"></script>`,
    );
}

function filled(shell: string, { head, body }: RenderedPage, data: PageData): string {
  const titled = head.includes("<title>") ? shell.replace(/<title>[^<]*<\/title>/, "") : shell;
  // The replacement is a function, since the texts may contain `$`. Escapes `<`, so that no text ends the data block.
  const json = JSON.stringify(data).replaceAll("<", String.raw`\u003c`);
  return startedAfterPaint(titled.replace(HEAD_MARK, () => head))
    .replace(BODY_MARK, () => body)
    .replace("</body>", () => `<script type="application/json" id="page-data">${json}</script></body>`);
}
