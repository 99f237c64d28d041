// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { SiteAbout, SiteText } from "../../shared/domain/site.ts";
import type { PageData } from "../../shared/sync.ts";
import { closeScreen, newServer, openScreen } from "../testing/screen.tsx";
import { TextPage } from "./text.tsx";

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

function answer(name: string, text: Partial<SiteText>) {
  const body = { title: "House rules", isTemplate: false, blocks: [], ...text } satisfies SiteText;
  server.answers.set(`/api/site/texts/${name}`, { status: 200, body });
}
const open = (address: string, data: PageData | null = null) => openScreen(server, <TextPage />, { address, data });

it("renders headings, lists, links and bold words of a text, and sets the title", async () => {
  answer("terms", {
    blocks: [
      { kind: "heading", text: "First" },
      { kind: "paragraph", runs: [{ text: "Be " }, { text: "kind", strong: true }, { text: "<b>x</b>" }] },
      {
        kind: "list",
        items: [[{ text: "Help", href: "/help/contact" }], [{ text: "Out", href: "https://a.example" }]],
      },
    ],
  });
  await open("/legal/terms");
  expect(await screen.findByRole("heading", { level: 1, name: "House rules" })).toBeTruthy();
  expect(document.title).toBe("House rules - Tailhour");
  expect(screen.getByRole("heading", { level: 2, name: "First" })).toBeTruthy();
  expect(screen.getByText(/Be/).textContent).toBe("Be kind<b>x</b>");
  const items = within(screen.getByRole("list")).getAllByRole("link");
  expect(items.map((link) => link.getAttribute("href"))).toEqual(["/help/contact", "https://a.example"]);
  expect(screen.queryByRole("note")).toBeNull();
});

const terms: PageData = { page: "text", name: "terms", text: { title: "House rules", isTemplate: false, blocks: [] } };

it("[S521] shows the text of the server's document at once", async () => {
  await open("/legal/terms", terms);
  expect(screen.getByRole("heading", { level: 1, name: "House rules" })).toBeTruthy();
});

it("reads another text than the one in the document", async () => {
  answer("privacy", { title: "Your data" });
  await open("/legal/privacy", terms);
  expect(await screen.findByRole("heading", { level: 1, name: "Your data" })).toBeTruthy();
});

it("marks a template, whatever the spelling of its address", async () => {
  answer("privacy", { isTemplate: true });
  await open("/LEGAL/privacy/");
  expect((await screen.findByRole("note")).textContent).toMatch(/^Template\. /);
});

it("shows how to reach the operator below the contact text", async () => {
  answer("contact", { title: "Contact" });
  const operator = { name: "Example Aviation LLC", address: null, email: "help@a.example", phone: "+1 (555) 0100" };
  const about: SiteAbout = { isDemo: false, operator, version: "1.0.0" };
  server.answers.set("/api/site", { status: 200, body: about });
  await open("/help/contact");
  expect((await screen.findByRole("link", { name: "help@a.example" })).getAttribute("href")).toBe(
    "mailto:help@a.example",
  );
  expect(screen.getByRole("link", { name: "+1 (555) 0100" }).getAttribute("href")).toBe("tel:+15550100");
});

it("says that a text that is not on the device needs a connection", async () => {
  await open("/legal/terms");
  expect(await screen.findByRole("heading", { level: 1, name: "Needs a connection" })).toBeTruthy();
});
