// Scenes of flights that are over or that never were: bookings in states that only time brings, and lists without any.
import { expect, type Page, type Route } from "@playwright/test";
import type { Screen } from "./account-screens.ts";
import { appStarted } from "../device.ts";
import { openChat, to } from "../ways.ts";

type Row = Record<string, unknown> & { id: string; status: string; startDate: string; pilotId: string };

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Noon of that day, or some hours later. */
const ago = (days: number, hours = 0) =>
  new Date(Math.floor(Date.now() / DAY_MS - days) * DAY_MS + DAY_MS / 2 + hours * HOUR_MS).toISOString();

/** Answers requests; one that a reload or the end of the test has ended gets no answer. */
const answering = (answer: (route: Route) => Promise<void>) => (route: Route) =>
  answer(route).catch(() => route.abort().catch(() => undefined));

/** The states of three bookings as they are weeks later: expired, completed, and completed with published reviews. */
async function withPastBookings(page: Page): Promise<void> {
  await page.route("**/sw.js", (route) => route.abort());
  const past = new Map<string, object>();
  const sync = async (route: Route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { rows?: { bookings?: Row[] } };
    const rows = [...(answer.rows?.bookings ?? [])].sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
    const times = (days: number) => ({
      ...{
        startDate: ago(days),
        endsAt: ago(days, 4),
        answerBy: ago(days + 1),
        proposal: null,
        lastStepAt: ago(days),
      },
    });
    const requested = rows.find(({ status }) => status === "requested");
    const [first, second] = rows.filter(({ status }) => status === "accepted");
    if (requested) past.set(requested.id, { ...times(-6), status: "expired", answerBy: ago(1) });
    if (first) past.set(first.id, { ...times(4), status: "completed" });
    const written = { aircraftReviewed: true, ownerReviewed: true, pilotReviewed: true };
    if (second) past.set(second.id, { ...times(20), ...written, status: "completed" });
    for (const row of rows) Object.assign(row, past.get(row.id));
    await route.fulfill({ response, json: answer });
  };
  const reviews = async (route: Route) => {
    const bookingId = new URL(route.request().url()).pathname.split("/")[3] ?? "";
    const me = (await (await page.request.get("/api/auth/me")).json()) as { id: string };
    const all = (await (await page.request.get("/api/bookings")).json()) as (Row & { ownerId: string })[];
    const { aircraftId, ownerId } = all.find(({ id }) => id === bookingId)!;
    const common = { bookingId, aircraftId, createdAt: ago(19), visibleAt: ago(18), reply: null, repliedAt: null };
    const user = { ...common, targetType: "user" };
    await route.fulfill({
      json: [
        {
          ...{ ...common, id: "1", userId: me.id, targetType: "aircraft", targetId: aircraftId, rating: 5 },
          ...{ comment: "Fueled to the tabs and tidy.", reply: "Come again.", repliedAt: ago(17) },
        },
        { ...user, id: "2", userId: me.id, targetId: ownerId, rating: 4, comment: "Clear briefing, keys as agreed." },
        { ...user, id: "3", userId: ownerId, targetId: me.id, rating: 5, comment: "Back on time, and full tanks." },
      ],
    });
  };
  await page.route("**/api/sync", answering(sync));
  await page.route("**/api/bookings/*/reviews", answering(reviews));
}

export const flightScreens: Screen[] = [
  { name: "bookings-empty", who: "newcomer", open: (page) => to(page, "/bookings", "No flights yet") },
  {
    name: "chat-past",
    who: "pilot",
    only: "phone",
    open: async (page) => {
      const { width } = page.viewportSize() ?? { width: 390 };
      await page.setViewportSize({ width, height: 6_200 });
      await withPastBookings(page);
      await openChat(page, /Marisol Vega/);
      await expect(page.getByText("Expired").first()).toBeVisible();
      await expect(page.getByText("Both reviews are out")).toBeVisible();
      await expect(page.getByText("How was it?")).toBeVisible();
    },
  },
  {
    name: "availability-draft",
    who: "owner",
    open: async (page, market) => {
      const own = market.planes.find(({ ownerId }) => ownerId === market.owner.id);
      await to(page, `/aircraft/${own?.id}`, "Reviews");
      await appStarted(page);
      const dialog = page.getByRole("dialog", { name: "Availability" });
      const open = () => page.getByRole("button", { name: "Availability" }).first().click();
      await open();
      await dialog.getByLabel("Notice").fill("5");
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(dialog).toHaveCount(0);
      await open();
      await expect(dialog).toContainText("This is what you typed before.");
    },
  },
];
