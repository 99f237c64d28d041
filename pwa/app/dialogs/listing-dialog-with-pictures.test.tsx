// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { locations } from "../../../shared/domain/locations.ts";
import { closeDialog, openDialog } from "../../client/shell/dialogs.ts";
import {
  aListing,
  aPerson,
  closeScreen,
  newServer,
  openScreen,
  shownDialog,
  shownToast,
  currentAddress,
} from "../../testing/screen.tsx";
import { chooseOption, optionsOf } from "../../testing/choose-option.ts";
import { DialogHost } from "./dialog-host.tsx";

// The first use fetches the form, the database and the command schemas, which takes long on a busy machine.
configure({ asyncUtilTimeout: 12_000 });
vi.setConfig({ testTimeout: 30_000 });
beforeAll(() => Promise.all([import("./listing-dialog-with-pictures.tsx"), import("../../client/sync/user-store.ts")]));

let server: ReturnType<typeof newServer>;
const applied = () => ({ status: "applied" });
beforeEach(() => {
  server = newServer();
  server.me = aPerson({ userType: "owner", isEmailVerified: true });
  server.outcome = applied;
});
afterEach(() => {
  closeDialog();
  closeScreen();
});

async function open(request: Parameters<typeof openDialog>[0] = { name: "listing" }) {
  await openScreen(server, <DialogHost />);
  await act(async () => openDialog(request));
  return within(await screen.findByRole("dialog"));
}
type Dialog = Awaited<ReturnType<typeof open>>;

const field = (dialog: Dialog, label: string) =>
  dialog.getByLabelText<HTMLInputElement>(label, { selector: "input, select, textarea, button" });
const type = (dialog: Dialog, label: string, value: string) =>
  fireEvent.change(field(dialog, label), { target: { value } });

async function fill(dialog: Dialog) {
  type(dialog, "Name", "Archer");
  type(dialog, "Make", "Piper");
  type(dialog, "Model", "PA-28");
  await chooseOption(field(dialog, "Location"), "Phoenix AZ");
  type(dialog, "Features", "GTN 650, , ADS-B ");
}
const press = (dialog: Dialog, name: string) => fireEvent.click(dialog.getByRole("button", { name }));
const sent = (name: string) => server.commands.filter((one) => one.name === name).map(({ input }) => input as object);

describe("listing an aircraft", () => {
  it("has the defaults of a new listing and the eleven locations", async () => {
    const dialog = await open();
    expect(dialog.getByRole("heading", { name: "List Your Aircraft" })).toBeTruthy();
    expect(
      ["Hourly rate", "Minimum hours", "Seats", "Cruise speed"].map((label) => field(dialog, label).value),
    ).toEqual(["150", "2", "4", "120"]);
    const places = await optionsOf(field(dialog, "Location"));
    expect(places.map(({ textContent }) => textContent)).toEqual(["Choose a location", ...locations]);
  });

  it("says under each field what is wrong, and sends nothing", async () => {
    const dialog = await open();
    await fill(dialog);
    for (const label of ["Hourly rate", "Seats", "Cruise speed", "Range", "Minimum hours"]) type(dialog, label, "0");
    press(dialog, "List Aircraft");
    const words = {
      "Hourly rate": "Hourly rate must be at least $1",
      Seats: "Must have at least 1 seat",
      "Cruise speed": "Cruise speed required",
      Range: "Range required",
      "Minimum hours": "Minimum hours required",
    };
    for (const [label, text] of Object.entries(words)) {
      const described = field(dialog, label).getAttribute("aria-describedby") ?? "";
      expect(document.getElementById(described)?.textContent).toBe(text);
    }
    await waitFor(() => expect(document.activeElement).toBe(field(dialog, "Hourly rate")));
    type(dialog, "Hourly rate", "165");
    expect(dialog.queryByText(words["Hourly rate"])).toBeNull();
    expect(server.commands).toEqual([]);
  });

  it("disables its button and shows Listing... while it is sent", async () => {
    server.outcome = () => ({ status: "retry", retryAfterMs: 60_000 });
    const dialog = await open();
    await fill(dialog);
    press(dialog, "List Aircraft");
    const busy = await dialog.findByRole<HTMLButtonElement>("button", { name: "Listing..." });
    expect(busy.disabled).toBe(true);
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Cancel" }).disabled).toBe(true);
  });

  it("closes, clears the draft and confirms once the server accepts", async () => {
    const dialog = await open();
    await fill(dialog);
    await waitFor(() => expect(Object.keys(localStorage).join()).toContain("listing-draft"));
    press(dialog, "List Aircraft");
    await waitFor(() => expect(shownDialog()).toBeNull());
    expect(shownToast()).toEqual({
      title: "Success!",
      description: "Your aircraft has been listed successfully.",
      kind: "ok",
    });
    expect(sent("aircraft.create")).toMatchObject([
      {
        name: "Archer",
        hourlyRate: 150,
        seats: 4,
        features: ["GTN 650", "ADS-B"],
        images: [],
        imageUrl: "/illustrations/default-aircraft.svg",
      },
    ]);
    expect(Object.keys(localStorage).join()).not.toContain("listing-draft");
    await act(async () => openDialog({ name: "listing" }));
    expect(field(within(await screen.findByRole("dialog")), "Name").value).toBe("");
  });

  it("stays open when the server refuses, shows the reason under the field, and sends the next try", async () => {
    const refusal = {
      status: "refused",
      code: "invalid",
      message: "Please check the marked fields.",
      fields: { name: "Too plain" },
    };
    server.outcome = () => refusal;
    const dialog = await open();
    await fill(dialog);
    press(dialog, "List Aircraft");
    await waitFor(() => expect(shownToast()).toEqual({ title: "Error", description: refusal.message, kind: "bad" }));
    expect(dialog.getByText("Too plain")).toBeTruthy();
    expect(field(dialog, "Name").value).toBe("Archer");
    server.outcome = applied;
    type(dialog, "Name", "Archer III");
    press(dialog, "List Aircraft");
    await waitFor(() => expect(shownDialog()).toBeNull());
    expect(sent("aircraft.create").at(-1)).toMatchObject({ name: "Archer III" });
  });

  it("shows a default reason when the server gives none", async () => {
    server.outcome = () => ({ status: "refused", code: "invalid", message: "" });
    const dialog = await open();
    await fill(dialog);
    press(dialog, "List Aircraft");
    await waitFor(() => expect(shownToast().description).toBe("Failed to list aircraft"));
  });

  it("asks a pilot to confirm ownership, which first makes them an owner", async () => {
    server.me = aPerson({ userType: "pilot", isEmailVerified: true });
    const dialog = await open();
    await fill(dialog);
    press(dialog, "List Aircraft");
    expect(await dialog.findByText("Only aircraft owners can list aircraft. Tick this if you are one.")).toBeTruthy();
    fireEvent.click(dialog.getByRole("checkbox", { name: "I own this aircraft. Make mine an owner account." }));
    press(dialog, "List Aircraft");
    await waitFor(() => expect(shownDialog()).toBeNull());
    expect(server.commands.map(({ name }) => name)).toEqual(["profile.update", "aircraft.create"]);
    expect(sent("profile.update")).toEqual([{ userType: "owner" }]);
  });

  it("sends a user with an unverified email to the code page, and keeps the draft", async () => {
    server.me = aPerson({ userType: "owner", isEmailVerified: false });
    const dialog = await open();
    await fill(dialog);
    press(dialog, "List Aircraft");
    await waitFor(() => expect(currentAddress()).toBe("/verify-email"));
    expect(shownToast().description).toBe("Please verify your email first.");
    expect(server.commands).toEqual([]);
    expect(localStorage.getItem(`listing-draft:${server.me.id}:new`)).toContain('"name":"Archer"');
  });

  it("keeps a draft when the dialog closes, until it is discarded", async () => {
    let dialog = await open();
    type(dialog, "Name", "Half");
    expect(dialog.getByText("Draft saved on this device")).toBeTruthy();
    press(dialog, "Cancel");
    await act(async () => openDialog({ name: "listing" }));
    dialog = within(await screen.findByRole("dialog"));
    expect(field(dialog, "Name").value).toBe("Half");
    press(dialog, "Discard draft");
    expect(field(dialog, "Name").value).toBe("");
    expect(Object.keys(localStorage).join()).not.toContain("listing-draft");
  });
});

describe("editing a listing", () => {
  const plane = () => aListing({ ownerId: server.me!.id, images: ["/illustrations/piper-archer-iii.svg"] });

  it("shows every field of it", async () => {
    const dialog = await open({ name: "listing", plane: plane() });
    expect(dialog.getByRole("heading", { name: "Edit Aircraft" })).toBeTruthy();
    const labels = ["Name", "Make", "Model", "Year", "Type", "Location", "Hourly rate", "Minimum hours", "Seats"];
    const more = ["Cruise speed", "Range", "Fuel capacity", "Max weight", "Description", "Features"];
    expect([...labels, ...more].map((label) => field(dialog, label).value)).toEqual([
      ...["Cessna 172S Skyhawk", "Cessna", "172S", "2008", "single-engine", "Denver CO", "165", "2", "4"],
      ...["122", "1640", "53 gal", "2,550 lbs", "Kept in a hangar.", "Autopilot, ADS-B"],
    ]);
    expect(dialog.getByText(/^1 of 6\./).textContent).toContain("The first is the main picture.");
  });

  it("[S1354] forgets with Cancel what was typed, so that a later change does not publish it; Escape keeps it", async () => {
    const request = { name: "listing" as const, plane: plane() };
    const reopened = async () => {
      await waitFor(() => expect(shownDialog()).toBeNull());
      await act(async () => openDialog(request));
      return within(await screen.findByRole("dialog"));
    };
    let dialog = await open(request);
    type(dialog, "Name", "Not yet");
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    dialog = await reopened();
    expect(field(dialog, "Name").value).toBe("Not yet");
    press(dialog, "Cancel");
    dialog = await reopened();
    expect(field(dialog, "Name").value).toBe("Cessna 172S Skyhawk");
    expect(Object.keys(localStorage).join()).not.toContain("listing-draft");
  });

  it("sends the changed fields and shows Success!", async () => {
    const shown = plane();
    const dialog = await open({ name: "listing", plane: shown });
    type(dialog, "Hourly rate", "170");
    press(dialog, "Delete picture 1");
    press(dialog, "Save");
    await waitFor(() => expect(shownDialog()).toBeNull());
    expect(shownToast().title).toBe("Success!");
    expect(sent("aircraft.update")).toEqual([{ id: shown.id, hourlyRate: 170, images: [] }]);
  });

  it("shows the server's reason, or a default one", async () => {
    server.outcome = () => ({ status: "refused", code: "not-your-aircraft", message: "Not yours." });
    const dialog = await open({ name: "listing", plane: plane() });
    type(dialog, "Hourly rate", "170");
    press(dialog, "Save");
    await waitFor(() => expect(shownToast()).toEqual({ title: "Error", description: "Not yours.", kind: "bad" }));
    server.outcome = () => ({ status: "refused", code: "internal", message: "" });
    press(dialog, "Save");
    await waitFor(() => expect(shownToast().description).toBe("Failed to update aircraft. Please try again."));
    expect(field(dialog, "Hourly rate").value).toBe("170");
  });

  it("edits the server's copy for an admin who does not own the listing", async () => {
    server.me = aPerson({ isAdmin: true });
    const shown = aListing();
    server.answers.set(`/api/aircraft/${shown.id}`, { status: 200, body: shown });
    const dialog = await open({ name: "listing", plane: shown });
    type(dialog, "Seats", "5");
    press(dialog, "Save");
    await waitFor(() => expect(shownDialog()).toBeNull());
    expect(server.bodyOf(`/api/aircraft/${shown.id}`)).toEqual({ seats: 5 });
    expect(server.commands).toEqual([]);
  });
});
