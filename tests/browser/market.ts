// Users and data for the scenes: some favorites, and a conversation with messages from both sides.
import { expect, test, type APIRequestContext, type Browser, type Page } from "@playwright/test";
import sharp from "sharp";
import type { Aircraft } from "../../shared/domain/aircraft.ts";
import { pageMark } from "../../shared/domain/eligibility/scan-rules.ts";
import { minimaOf } from "../../shared/domain/eligibility/requirements-rules.ts";
import { newId } from "../../shared/kit/ids.ts";
import type { Made } from "../bookings.ts";
import { demoLogins, post, signIn, signUp, site, verifiedPerson, type Person } from "./people.ts";

export type Who = "guest" | "pilot" | "owner" | "admin" | "newcomer";

export type Market = {
  /** The cards of the list, newest first. */
  planes: { id: string; name: string; ownerId: string }[];
  /** The pilot is new; the owner belongs to the demo. */
  pilot: Person;
  owner: { id: string; name: string };
};

/** Signs in over the API, so that the next page opens signed in. A newcomer is a new, unverified user each time. */
export async function enter(page: Page, who: Who, { pilot }: Market): Promise<void> {
  if (who === "newcomer") return void (await signUp(page, "Iris Holm"));
  if (who === "guest") return;
  await signIn(page, who === "pilot" ? pilot : demoLogins[who]);
}

const searches = [
  { name: "Jets in Phoenix", location: "Phoenix AZ", types: ["jet"], maxPrice: 2000 },
  {
    name: "Something for six in December",
    types: ["multi-engine", "turboprop"],
    seats: 6,
    date: "2099-12-05",
    notify: false,
  },
];

const outcomes = ["ok", "low", "ok", "missing"];
const papers = { medical: { class: "third", until: "2028-05-31" } };

/** A page of a photographed certificate. */
export async function aPage(side: "Front" | "Back"): Promise<Buffer> {
  const line = (at: number, width: number) => `<rect x="90" y="${at}" width="${width}" height="22" fill="#64748b"/>`;
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#7c6f5d"/>
    <g transform="rotate(-2 600 400)"><rect x="40" y="40" width="1120" height="720" rx="36" fill="#f8f5ec"/>
    <text x="90" y="150" font-family="sans-serif" font-size="64" fill="#0f172a">PRIVATE PILOT, ${side}</text>
    ${[230, 290, 350, 470, 530].map((at, place) => line(at, 900 - place * 110)).join("")}</g></svg>`;
  return await sharp(Buffer.from(drawn)).jpeg().toBuffer();
}

/** Sends the pages of a photographed certificate; returns what shares it. */
async function aScan(pilot: APIRequestContext) {
  const pages: string[] = [];
  for (const side of ["Front", "Back"] as const) {
    const id = newId();
    const headers = { Origin: site(), "Content-Type": "image/jpeg" };
    const answer = await pilot.put(`/api/wallet/pages/${id}`, { data: await aPage(side), headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    pages.push(pageMark(id));
  }
  return { id: newId(), kind: "certificate", count: pages.length, pages };
}

/**
 * Flights in most states: accepted, with other hours proposed, requested, declined, and cancelled with and without a reason. The request
 * has shared papers.
 */
async function bookFlights(pilot: APIRequestContext, owner: APIRequestContext, planes: Market["planes"]) {
  // How the pilot compares with what the first aircraft's owner asks, as its app sends it.
  const first = await pilot.get(`/api/aircraft/${planes[0]?.id}/with-owner`);
  const { aircraft } = (await first.json()) as { aircraft: Pick<Aircraft, "requirements"> };
  const keys = minimaOf(aircraft.requirements).map(({ key }) => key);
  const verdicts = Object.fromEntries(keys.map((key, place) => [key, outcomes[place % outcomes.length]]));
  /** The market of another worker may have taken the same hours: then the next day is asked for. */
  const ask = async (place: number, day: number): Promise<string> => {
    const startDate = `${new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)}T18:00:00Z`;
    const aircraftId = planes[place % planes.length]?.id;
    const data = { aircraftId, startDate, hours: 4, content: "May I take her out?", verdicts };
    const answer = await pilot.post("/api/bookings", { data, headers: { Origin: site() } });
    if (answer.status() === 409) return ask(place, day + 1);
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as Made).booking.id;
  };
  const step = async (side: APIRequestContext, id: string, status: string, why: object = {}) =>
    (await side.patch(`/api/bookings/${id}`, { data: { status, ...why }, headers: { Origin: site() } })).ok();
  const fly = async (place: number, day: number): Promise<string> => {
    const id = await ask(place, day);
    if (await step(owner, id, "accepted")) return id;
    await step(pilot, id, "cancelled");
    return await fly(place, day + 1);
  };
  const propose = async (side: APIRequestContext, id: string, words: object) => {
    const { startDate } = await bookingOf(side, id);
    const later = new Date(Date.parse(startDate) + 3_600_000).toISOString();
    await side.post(`/api/bookings/${id}/proposals`, {
      data: { id: newId(), startDate: later, hours: 3, ...words },
      headers: { Origin: site() },
    });
  };
  await step(owner, await ask(0, 30), "declined", { note: "She is in for her annual that week, sorry." });
  const gusts = { reason: "weather", note: "Santa Ana winds, gusts of 35 at Ramona." };
  await step(pilot, await fly(1, 33), "cancelled", gusts);
  await propose(owner, await fly(0, 36), { note: "Marine layer is forecast in by noon. An hour later?" });
  await propose(pilot, await fly(1, 39), {});
  await fly(0, 2);
  await fly(1, 9);
  await step(pilot, await ask(1, 5), "cancelled");
  const shared = await pilot.put(`/api/bookings/${await ask(0, 12)}/papers`, {
    data: { shared: Object.keys(papers), papers, scans: [await aScan(pilot)] },
    headers: { Origin: site() },
  });
  expect(shared.ok(), await shared.text()).toBe(true);
}

async function bookingOf(side: APIRequestContext, id: string): Promise<{ startDate: string }> {
  const all = (await (await side.get("/api/bookings")).json()) as { id: string; startDate: string }[];
  return all.find((one) => one.id === id)!;
}

/**
 * By worker, because all write to the same owner: a scene must not open a conversation that another worker still fills. A worker that
 * replaces one after a failure is another worker.
 */
const pilotNames = ["Sade Mbeki", "Kofi Adeyemi", "Ines Carvalho", "Tomas Lind", "Mina Haddad", "Joris Bakker"];

let market: Promise<Market> | null = null;

/** Creates the data once and returns it. */
export function openMarket(browser: Browser): Promise<Market> {
  market ??= fill(browser);
  return market;
}

async function fill(browser: Browser): Promise<Market> {
  const baseURL = process.env["BASE_URL"] ?? "";
  const page = await (await browser.newContext({ baseURL })).newPage();
  const ownersPage = await (await browser.newContext({ baseURL })).newPage();
  const pilot = await verifiedPerson(page, pilotNames[test.info().workerIndex] ?? `Pilot ${newId()}`);
  const owner = await signIn(ownersPage, demoLogins.owner);
  const planes = (await (await page.request.get("/api/aircraft")).json()) as Market["planes"];
  for (const { id } of planes.slice(0, 5)) await post(page.request, "/api/favorites", { aircraftId: id });
  for (const search of searches) await post(page.request, "/api/searches", search);
  const ask = (receiverId: string, content: string) =>
    post(page.request, "/api/messages", { receiverId, aircraftId: null, content });
  const answer = (content: string) =>
    post(ownersPage.request, "/api/messages", { receiverId: pilot.id, aircraftId: null, content });
  await ask(owner.id, "Is the Skyhawk free on Saturday morning?");
  await answer("Saturday is open until 14:00. Bring your medical and a photo ID for the checkout.");
  await ask(owner.id, "Good. I will take 09:00 to 11:00 then.");
  const others = new Map(planes.filter(({ ownerId }) => ownerId !== owner.id).map((plane) => [plane.ownerId, plane]));
  for (const { ownerId, name } of [...others.values()].slice(0, 3)) {
    await ask(ownerId, `Does the ${name} come with headsets, or should I bring my own?`);
  }
  await answer("She is yours. Keys are in the box by hangar 4.");
  await bookFlights(
    page.request,
    ownersPage.request,
    planes.filter(({ ownerId }) => ownerId === owner.id),
  );
  await page.context().close();
  await ownersPage.context().close();
  return { planes, pilot, owner };
}
