// Renders pages to HTML, readable before any script runs. Runs on the server, for a guest in the light theme.
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { cardPicture } from "../../shared/domain/aircraft-rules.ts";
import { framedPages, textPages, type DevicePage, type FramedPage, type PagePath } from "../../shared/pages.ts";
import type { PageData } from "../../shared/sync.ts";
import { PageDataContext } from "../client/api/page-data.ts";
import { HERO_PICTURE } from "../features/home/hero.tsx";
import { App } from "./app.tsx";
import { preloadPage } from "./routes.tsx";

/** The build replaces this: the files that each page and the list of pages need besides the first load. */
declare const __PAGE_ASSETS__: Record<string, { css: string[]; js: string[] }>;

await Promise.all(["/aircraft/any", textPages.contact, ...framedPages].map(preloadPage));

const frameTitles: Record<FramedPage, string> = { "/messages": "Messages" };

/**
 * The markup of a page: `head` replaces `<!--page-head-->` (before the shell's title), `body` goes into `#root`. Renders home as `/`,
 * without a query. The same HTML must carry the data as `#page-data`, or hydration differs from the markup. A page of the device has no
 * body; its head names its files, and goes behind the app's own.
 */
export function renderPage(data: PageData | DevicePage): { head: string; body: string } {
  if (data.page === "device") return { head: assetsOf(fileOf(data.path)), body: "" };
  const body = renderToString(
    <StrictMode>
      <PageDataContext value={data}>
        <StaticRouter location={addressOf(data)}>
          <App />
        </StaticRouter>
      </PageDataContext>
    </StrictMode>,
  );
  return { head: headOf(data), body };
}

/** The file of a page is named after its path. */
function fileOf(path: PagePath): string {
  return `pages/${path.replace(/\/:.*/, "").slice(1).replaceAll("/", "-")}.tsx`;
}

function addressOf(data: PageData): string {
  if (data.page === "frame") return data.path;
  if (data.page === "aircraft") return `/aircraft/${data.aircraft.id}`;
  return data.page === "text" ? textPages[data.name] : "/";
}

function headOf(data: PageData): string {
  if (data.page === "home") {
    return title("Find Your Perfect Aircraft") + preloadPicture(HERO_PICTURE) + prefetchOf("app/page-code.ts");
  }
  if (data.page === "text") return title(data.text.title) + assetsOf("pages/text.tsx");
  if (data.page === "frame") return title(frameTitles[data.path]) + assetsOf(fileOf(data.path));
  const { aircraft } = data;
  return title(aircraft.name) + preloadPicture(cardPicture(aircraft)) + assetsOf("pages/aircraft-detail.tsx");
}

function assetsOf(page: string): string {
  const { css, js } = __PAGE_ASSETS__[page] ?? { css: [], js: [] };
  return [
    ...css.map((href) => `<link rel="stylesheet" crossorigin href="${escaped(href)}">`),
    ...js.map((href) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${escaped(href)}">`),
  ].join("");
}

/** Prefetches a file that the next page needs. */
function prefetchOf(chunk: string): string {
  const [file] = __PAGE_ASSETS__[chunk]?.js ?? [];
  return file ? `<link rel="prefetch" href="${escaped(file)}">` : "";
}

function title(words: string): string {
  return `<title>${escaped(`${words} - Tailhour`)}</title>`;
}

/** Preloads an uploaded picture with all its widths, so that the browser chooses one while it parses the markup. */
function preloadPicture(href: string): string {
  if (href.startsWith("/objects/")) return "";
  return `<link rel="preload" as="image" href="${escaped(href)}" fetchpriority="high">`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
