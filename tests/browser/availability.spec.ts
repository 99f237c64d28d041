// An owner's plan and blocks: kept without a network, sent with it, and read by everybody as free hours.
import { expect, test, type Page } from "@playwright/test";
import { longDay } from "../../shared/kit/dates.ts";
import { dayNumber, dayOf, weekdayOf } from "../../shared/kit/day-numbers.ts";
import type { Availability } from "../../shared/domain/availability.ts";
import type { Made } from "../bookings.ts";
import { seriousFindings } from "./axe.ts";
import { choose } from "./choose.ts";
import { appStarted, openSignedIn } from "./device.ts";
import { otherDevice, post, signIn, site, toast, verifiedPerson } from "./people.ts";

const listing = { name: "Baron of the Plan", make: "Beechcraft", model: "G58", location: "Phoenix AZ" };

/** A Monday in two to three weeks. */
const monday = (() => {
  const soon = dayNumber(new Date().toISOString().slice(0, 10)) + 14;
  return soon + ((7 - weekdayOf(soon)) % 7);
})();
const [mon, tue, thu] = [monday, monday + 1, monday + 3].map(dayOf) as [string, string, string];

const daysOf = async ({ request }: Pick<Page, "request">, id: string) => {
  const answer = await request.get(`/api/aircraft/${id}/availability?from=${mon}&days=4`);
  return Object.fromEntries(((await answer.json()) as Availability).days.map(({ day, open }) => [day, open]));
};

test("[S355] an owner edits hours and blocks time without a network; guests read it after", async ({
  page,
  context,
}) => {
  test.slow();
  const owner = await verifiedPerson(page, "Grace Tamura", "owner");
  const { id } = await post<{ id: string }>(page.request, "/api/aircraft", listing);
  const pilot = await otherDevice(page, await verifiedPerson(page, "Sade Mbeki"));
  await signIn(page, owner);
  const ask = async (startDate: string) =>
    (await post<Made>(pilot.request, "/api/bookings", { aircraftId: id, startDate, hours: 6, content: "Please" }))
      .booking;
  // 12:00 to 18:00 in Phoenix, which is 7 hours behind UTC.
  const accepted = await ask(`${thu}T19:00:00Z`);
  const step = { data: { status: "accepted" }, headers: { Origin: site() } };
  expect((await page.request.patch(`/api/bookings/${accepted.id}`, step)).status()).toBe(200);
  await ask(`${tue}T19:00:00Z`);

  await openSignedIn(page);
  await page.goto(`/aircraft/${id}`);
  await appStarted(page);
  const opener = page.getByRole("complementary", { name: "Booking" }).getByRole("button", { name: "Availability" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Availability" });
  await expect(dialog).toContainText("Baron of the Plan · Phoenix time, MST");
  expect(await seriousFindings(page)).toEqual([]);

  await context.setOffline(true);
  await expect(dialog).toContainText("You're offline.");
  await dialog.getByRole("switch", { name: "Monday open" }).press("Space");
  await choose(dialog.getByLabel("Tuesday from"), "09:00");
  // Escape closes the list and not the dialog around it.
  await dialog.getByLabel("Tuesday from").press("ArrowDown");
  await expect(dialog.getByRole("listbox")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("listbox")).toBeHidden();
  await dialog.getByLabel("Notice").fill("-1");
  await dialog.getByRole("radio", { name: /Every verified pilot/ }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Notice")).toBeFocused();
  await expect(dialog).toContainText("At least 0.");
  await dialog.getByLabel("Notice").fill("3");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Your changes are sent when you have signal.")).toBeVisible();
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(dialog.getByRole("switch", { name: "Monday open" })).not.toBeChecked();
  await dialog.getByRole("button", { name: "Block time" }).click();
  const form = dialog.getByRole("form", { name: "Block time" });
  const chooseDay = async (label: string, day: string) => {
    await form.getByRole("button", { name: new RegExp(`^${label} `) }).click();
    const calendar = page.getByRole("dialog", { name: "Choose a date" });
    const wanted = calendar.getByRole("button", { name: longDay(day) });
    await expect(calendar.getByRole("grid")).toBeVisible();
    if (!(await wanted.isVisible())) await calendar.getByRole("button", { name: "Later month" }).click();
    await wanted.click();
  };
  const block = async (day: string, at: string, until: string) => {
    await chooseDay("From", day);
    await choose(form.getByLabel("From, at"), at);
    await chooseDay("Until", day);
    await choose(form.getByLabel("Until, at"), until);
    await form.getByRole("button", { name: "Add block" }).click();
  };
  await block(thu, "15:00", "20:00");
  await expect(form.getByRole("alert")).toContainText(
    /^Sade Mbeki has Thu, \w{3} \d+, 12:00–18:00\. Move or cancel that booking first\.$/,
  );
  await expect(form.getByRole("button", { name: "Open booking" })).toBeVisible();
  await block(tue, "13:00", "15:00");
  await expect(form).toContainText("Declines 1 request. Block and decline?");
  await form.getByLabel("Note, only you see it").fill("Oil change, left engine");
  await form.getByRole("button", { name: "Block and decline" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Oil change" })).toContainText("Waiting for signal");
  await expect(dialog.getByRole("button", { name: "Block time" })).toBeFocused();
  expect((await daysOf(pilot, id))[mon]).toEqual([[420, 1_260]]);

  await context.setOffline(false);
  await expect
    .poll(async () => (await daysOf(page, id))[tue])
    .toEqual([
      [540, 750],
      [900, 1_260],
    ]);
  expect((await daysOf(page, id))[mon]).toEqual([]);
  await expect(dialog.getByText("Waiting for signal")).toHaveCount(0);
  await dialog.getByRole("button", { name: /^Remove block/ }).click();
  await expect.poll(async () => (await daysOf(page, id))[tue]).toEqual([[540, 1_260]]);
  await pilot.close();
});
