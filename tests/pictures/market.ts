// What stands in the market while its pictures are taken: some favorites, and a conversation with a word from both sides.
import { expect, type APIRequestContext, type Browser, type Page } from "@playwright/test";
import { demoLogins, freshAddress } from "../browser/people.ts";

export type Who = "guest" | "pilot" | "owner" | "admin" | "newcomer";

export interface Market {
  /** Cards of the list, newest first. */
  planes: { id: string; name: string; ownerId: string }[];
  people: Record<"pilot" | "owner", { id: string; name: string }>;
}

/** Signs in by the interface, so that the next page opens signed in. A newcomer is new each time. */
export async function enter(page: Page, who: Who): Promise<void> {
  if (who === "guest") return;
  if (who !== "newcomer") return void (await post(page.request, "/api/auth/login", demoLogins[who]));
  const newcomer = { email: freshAddress(), password: "short-final", name: "Iris Holm", userType: "pilot" };
  await post(page.request, "/api/auth/signup", newcomer);
}

let market: Market | null = null;

/** Fills the market once and says what is in it. */
export async function openMarket(browser: Browser): Promise<Market> {
  market ??= await fill(browser);
  return market;
}

async function fill(browser: Browser): Promise<Market> {
  const baseURL = process.env["BASE_URL"] ?? "";
  const pilot = await (await browser.newContext({ baseURL })).newPage();
  const owner = await (await browser.newContext({ baseURL })).newPage();
  const people = {
    pilot: (await post(pilot.request, "/api/auth/login", demoLogins.pilot)).user,
    owner: (await post(owner.request, "/api/auth/login", demoLogins.owner)).user,
  } as Market["people"];
  const planes = (await (await pilot.request.get("/api/aircraft")).json()) as Market["planes"];
  for (const { id } of planes.slice(0, 5)) await post(pilot.request, "/api/favorites", { aircraftId: id });
  const toOwner = { receiverId: people.owner.id, aircraftId: null };
  const toPilot = { receiverId: people.pilot.id, aircraftId: null };
  await post(pilot.request, "/api/messages", { ...toOwner, content: "Is the Skyhawk free on Saturday morning?" });
  await post(owner.request, "/api/messages", {
    ...toPilot,
    content: "Saturday is open until 14:00. Bring your medical and a photo ID for the checkout.",
  });
  await post(pilot.request, "/api/messages", { ...toOwner, content: "Good. I will take 09:00 to 11:00 then." });
  const others = planes.filter(({ ownerId }) => ownerId !== people.owner.id).slice(0, 2);
  for (const { ownerId, name } of others) {
    const content = `Does the ${name} come with headsets, or should I bring my own?`;
    await post(pilot.request, "/api/messages", { receiverId: ownerId, aircraftId: null, content });
  }
  await post(owner.request, "/api/messages", { ...toPilot, content: "She is yours. Keys are in the box by hangar 4." });
  await pilot.context().close();
  await owner.context().close();
  return { planes, people };
}

async function post(request: APIRequestContext, path: string, data: object): Promise<{ user?: unknown }> {
  const headers = { Origin: process.env["BASE_URL"] ?? "" };
  const answer = await request.post(path, { data, headers });
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
  return answer.status() === 204 ? {} : ((await answer.json()) as { user?: unknown });
}
