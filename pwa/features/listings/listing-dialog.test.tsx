// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { locations } from "../../../shared/domain/locations.ts";
import { useAuth } from "../../client/session/session.tsx";
import { aListing, aPerson, closeScreen, newServer, openScreen, shownToast } from "../../testing/screen.tsx";
import { chooseOption, optionsOf } from "../../testing/choose-option.ts";
import { ListingDialog } from "./listing-dialog.tsx";

let server: ReturnType<typeof newServer>;
// The first use fetches the device code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  server = newServer();
  server.me = aPerson({ userType: "owner" });
  server.outcome = () => ({ status: "applied" });
});
afterEach(closeScreen);

type Plane = ReturnType<typeof aListing>;

/** Renders the dialog until it closes, with a text list as picture field. */
function Drawn({ plane }: { plane?: Plane }) {
  const { user } = useAuth();
  const [isOpen, setOpen] = useState(true);
  if (!isOpen || !user) return null;
  const request = { name: "listing" as const, ...(plane ? { plane } : {}) };
  return (
    <ListingDialog
      request={request}
      onClose={() => setOpen(false)}
      airport={() => null}
      pictures={({ images, onChange }) => (
        <button type="button" onClick={() => onChange(["/illustrations/cessna-citation-cj3.svg"])}>
          {images.length} pictures
        </button>
      )}
    />
  );
}
async function open(plane?: Plane) {
  await openScreen(server, <Drawn {...(plane ? { plane } : {})} />);
  return within(await screen.findByRole("dialog", { name: plane ? "Edit Aircraft" : "List Your Aircraft" }));
}
type Dialog = Awaited<ReturnType<typeof open>>;
const field = (dialog: Dialog, label: string) => dialog.getByLabelText<HTMLInputElement>(label);
const type = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(field(dialog, label), { target: { value } });
async function fill(dialog: Dialog) {
  const typed = { Name: "Piper Archer III", Make: "Piper", Model: "PA-28-181" };
  for (const [label, value] of Object.entries(typed)) type(dialog, label, value);
  await chooseOption(field(dialog, "Location"), "Denver CO");
}
const press = (dialog: Dialog, name: string) => fireEvent.click(dialog.getByRole("button", { name }));
const sent = (name: string) => server.commands.filter((command) => command.name === name).map(({ input }) => input);
const failure = (description: string) => ({ title: "Error", description, kind: "bad" });

const labels = {
  ...{ Name: "", Make: "", Model: "", Type: "single-engine", Year: String(new Date().getFullYear()), Location: "" },
  ...{ "Hourly rate": "150", "Minimum hours": "2", Seats: "4", "Cruise speed": "120", Range: "400" },
  ...{ "Fuel capacity": "50 gal", "Max weight": "2,500 lbs", Description: "", Features: "" },
};

describe("a new listing", () => {
  it("[S098] has every field of an aircraft, with its default", async () => {
    const dialog = await open();
    for (const [label, value] of Object.entries(labels))
      expect([label, field(dialog, label).value]).toEqual([label, value]);
    const places = await optionsOf(field(dialog, "Location"));
    expect(places.map(({ textContent }) => textContent)).toEqual(["Choose a location", ...locations]);
  });

  it("[S214] shows under each field what it needs, and sends nothing", async () => {
    const dialog = await open();
    await fill(dialog);
    for (const label of ["Hourly rate", "Minimum hours", "Seats", "Cruise speed", "Range"]) type(dialog, label, "0");
    press(dialog, "List Aircraft");
    const sentences = {
      "Hourly rate": "Hourly rate must be at least $1",
      "Minimum hours": "Minimum hours required",
      Seats: "Must have at least 1 seat",
      "Cruise speed": "Cruise speed required",
      Range: "Range required",
    };
    for (const [label, sentence] of Object.entries(sentences)) {
      const words = document.getElementById(field(dialog, label).getAttribute("aria-describedby") ?? "");
      expect(words?.textContent).toContain(sentence);
    }
    await waitFor(() => expect(document.activeElement).toBe(field(dialog, "Hourly rate")));
    expect(sent("aircraft.create")).toEqual([]);
  });

  it("[S108] is sent with numbers, split features and the first picture as the main one, then closes and resets", async () => {
    const dialog = await open();
    await fill(dialog);
    type(dialog, "Hourly rate", "165");
    type(dialog, "Features", " Autopilot, , ADS-B ");
    press(dialog, "0 pictures");
    press(dialog, "List Aircraft");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(shownToast()).toEqual({
      title: "Success!",
      description: "Your aircraft has been listed successfully.",
      kind: "ok",
    });
    const picture = "/illustrations/cessna-citation-cj3.svg";
    expect(sent("aircraft.create")).toMatchObject([
      { hourlyRate: 165, seats: 4, features: ["Autopilot", "ADS-B"], images: [picture], imageUrl: picture },
    ]);
    closeScreen();
    const { me } = server;
    server = newServer();
    server.me = me;
    const again = await open();
    expect([field(again, "Name").value, field(again, "Features").value]).toEqual(["", ""]);
    expect(again.getByRole("button", { name: "0 pictures" })).toBeTruthy();
  });

  it("[S107] disables its buttons and shows Listing... while it is sent", async () => {
    server.outcome = () => ({ status: "retry", retryAfterMs: 60_000 });
    const dialog = await open();
    await fill(dialog);
    press(dialog, "List Aircraft");
    const busy = await dialog.findByRole<HTMLButtonElement>("button", { name: "Listing..." });
    expect([busy.disabled, dialog.getByRole<HTMLButtonElement>("button", { name: "Cancel" }).disabled]).toEqual([
      true,
      true,
    ]);
  });

  it("[S186] stays open with the server's reason when refused, or with a default one", async () => {
    server.outcome = () => ({
      status: "refused",
      code: "invalid",
      message: "This name is taken.",
      fields: { name: "Taken." },
    });
    const dialog = await open();
    await fill(dialog);
    press(dialog, "List Aircraft");
    await waitFor(() => expect(shownToast()).toEqual(failure("This name is taken.")));
    expect(dialog.getByText("Taken.")).toBeTruthy();
    closeScreen();

    server = newServer();
    server.me = aPerson({ userType: "owner" });
    server.outcome = () => ({ status: "refused", code: "odd", message: "" });
    const silent = await open();
    await fill(silent);
    press(silent, "List Aircraft");
    await waitFor(() => expect(shownToast()).toEqual(failure("Failed to list aircraft")));
    expect(screen.getByRole("dialog")).toBeTruthy();
  });
});

it("[S975] access notes of a new listing follow it", async () => {
  const dialog = await open();
  await fill(dialog);
  type(dialog, "Access notes", "Gate 1");
  press(dialog, "List Aircraft");
  await waitFor(() => expect(shownToast()).toMatchObject({ title: "Success!" }));
  const [listed] = sent("aircraft.create") as { id: string }[];
  expect(listed).toMatchObject({ name: "Piper Archer III", accessNotes: null });
  expect(sent("accessNotes.save")).toEqual([{ id: listed?.id, accessNotes: "Gate 1" }]);
});

describe("editing", () => {
  const listing = () => aListing({ ownerId: server.me?.id ?? "", images: ["/illustrations/cessna-citation-cj3.svg"] });

  it("[S099] starts from the listing and sends the changes", async () => {
    const plane = listing();
    server.rows = { aircraft: [plane] };
    const dialog = await open(plane);
    expect([field(dialog, "Name").value, field(dialog, "Features").value, field(dialog, "Range").value]).toEqual([
      "Cessna 172S Skyhawk",
      "Autopilot, ADS-B",
      "1640",
    ]);
    expect(dialog.getByRole("button", { name: "1 pictures" })).toBeTruthy();
    type(dialog, "Hourly rate", "170");
    press(dialog, "Save");
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Success!", kind: "ok" }));
    expect(sent("aircraft.update")).toEqual([{ id: plane.id, hourlyRate: 170 }]);
  });

  it("[S766] sends changed access notes of an own listing, and nothing of unchanged ones", async () => {
    const plane = { ...listing(), accessNotes: "Gate 1" };
    server.rows = { aircraft: [plane] };
    const dialog = await open(plane);
    expect(field(dialog, "Access notes").value).toBe("Gate 1");
    type(dialog, "Access notes", "Gate 2");
    press(dialog, "Save");
    await waitFor(() => expect(sent("accessNotes.save")).toEqual([{ id: plane.id, accessNotes: "Gate 2" }]));
    expect(sent("aircraft.update")).toEqual([]);
  });

  it("[S974] sends access notes apart from the other changes, and says what the server refused of either", async () => {
    const plane = { ...listing(), accessNotes: "Gate 1" };
    server.rows = { aircraft: [plane] };
    let isGone = true;
    server.outcome = (name) =>
      name === "accessNotes.save" && isGone
        ? { status: "refused", code: "odd", message: "Not now." }
        : { status: "applied" };
    const dialog = await open(plane);
    type(dialog, "Access notes", "Gate 2");
    type(dialog, "Hourly rate", "170");
    press(dialog, "Save");
    await waitFor(() => expect(shownToast()).toEqual(failure("Not now.")));
    expect(sent("aircraft.update")).toEqual([{ id: plane.id, hourlyRate: 170 }]);
    isGone = false;
    type(dialog, "Access notes", "Gate 3");
    press(dialog, "Save");
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Success!" }));
    expect(sent("accessNotes.save").at(-1)).toEqual({ id: plane.id, accessNotes: "Gate 3" });
  });

  it("leaves access notes alone where the screen did not know them", async () => {
    const plane = listing();
    server.rows = { aircraft: [plane] };
    const dialog = await open(plane);
    type(dialog, "Hourly rate", "170");
    press(dialog, "Save");
    await waitFor(() => expect(sent("aircraft.update")).toEqual([{ id: plane.id, hourlyRate: 170 }]));
  });

  it("has no field for access notes of another user's listing", async () => {
    server.me = aPerson({ isAdmin: true });
    const dialog = await open(aListing({ ownerId: aPerson().id }));
    expect(dialog.queryByLabelText("Access notes")).toBeNull();
    expect(field(dialog, "Features").value).toBe("Autopilot, ADS-B");
  });

  it("[S290] shows the server's reason, or a default one", async () => {
    const refuse = async (message: string) => {
      server.outcome = () => ({ status: "refused", code: "odd", message });
      const dialog = await open(listing());
      type(dialog, "Hourly rate", "170");
      press(dialog, "Save");
    };
    await refuse("This aircraft is gone.");
    await waitFor(() => expect(shownToast()).toEqual(failure("This aircraft is gone.")));
    closeScreen();
    vi.restoreAllMocks();
    server = newServer();
    server.me = aPerson({ userType: "owner" });
    await refuse("");
    await waitFor(() => expect(shownToast()).toEqual(failure("Failed to update aircraft. Please try again.")));
  });
});
