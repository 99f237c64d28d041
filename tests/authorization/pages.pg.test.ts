// The server renders every page without a session: no page differs by its caller.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Koa from "koa";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCommitWatch } from "../../sync-server/db/commit-watch.ts";
import { pagePaths, type PagePath } from "../../shared/pages.ts";
import { readConfig } from "../../sync-server/config.ts";
import { readSite } from "../../sync-server/boot/site.ts";
import { createPublisher } from "../../sync-server/catalogue/publisher.ts";
import type { RequestState } from "../../sync-server/http/context.ts";
import { pages } from "../../sync-server/http/site/pages.ts";
import { site } from "../../sync-server/http/site/site.ts";
import { send } from "../http.ts";
import { freshDatabase } from "../postgres.ts";
import { servicesOf } from "../services.ts";
import { callerNames } from "./verdicts.ts";
import { aWorld, listing, placeAt, type Place } from "./world.ts";

let folder: string;
let server: Server;
let place: Place;

const shell = `<html><head><!--page-head--></head><body><div id="root"><!--page-body--></div></body></html>`;
const bundle = `export const renderPage = (data) => ({ head: "", body: JSON.stringify(data) });`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tailhour-pages-"));
  for (const part of ["pwa", "prerender"]) await mkdir(path.join(folder, part));
  await writeFile(path.join(folder, "package.json"), `{ "type": "module" }`);
  await writeFile(path.join(folder, "pwa", "index.html"), shell);
  await writeFile(path.join(folder, "prerender", "prerender.js"), bundle);
  const { knex: db } = await freshDatabase();
  const services = await servicesOf(db);
  const fault = (error: unknown) => {
    throw error;
  };
  const rendered = pages({
    services,
    publisher: createPublisher({ db, commits: createCommitWatch(db), fault }),
    distDir: folder,
    site: readSite(readConfig({ DATABASE_URL: "postgres://localhost/none" })),
    fault,
  });
  const app = new Koa<RequestState>();
  app.use(site({ webRoot: path.join(folder, "pwa"), renderPage: (requested) => rendered.render(requested) }));
  server = createServer(app.callback() as Parameters<typeof createServer>[1]);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  place = placeAt(db, url);
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** A hidden listing has no page, and the mailbox exists in the demo alone. */
const isMissing = (page: PagePath, isHidden: boolean) =>
  page === "/demo/mail" || (page === "/aircraft/:id" && isHidden);

it.each(pagePaths)("[S1110] every caller gets the same bytes: %s", async (page) => {
  const worlds = await Promise.all(callerNames.map((caller) => aWorld(place, caller)));
  const [first] = worlds;
  const [plane, hidden] = [await listing(first!), await listing(first!, { isActive: false })];
  for (const id of [plane, hidden]) {
    const address = page.replace(":id", id).replace(":userId", first!.owner.id);
    const answers = await Promise.all(
      worlds.map(({ url, me, headers }) =>
        send(url, `GET ${address}`, {
          headers: {
            accept: "text/html",
            ...headers,
            ...(headers.authorization && { cookie: `tailhour_session=${me.token}` }),
          },
        }),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.text).not.toContain(first!.owner.email);
    expect(answers[0]!.status).toBe(isMissing(page, id === hidden) ? 404 : 200);
  }
});
