// @vitest-environment happy-dom
import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { planDefaults } from "../../../shared/domain/hours/availability-rules.ts";
import { aListing, aPerson, closeScreen, newServer, openScreen, shownDialog } from "../../testing/screen.tsx";
import { newId } from "../../../shared/kit/ids.ts";
import { useToasts } from "../../client/shell/toasts.ts";
import { openedStore, queue } from "../../client/sync/current-store.ts";
import { chooseOption } from "../../testing/choose-option.ts";
import { AvailabilityDialog } from "./availability-dialog.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
const onClose = vi.fn();
let me: ReturnType<typeof aPerson>;
let plane: ReturnType<typeof aListing>;
const plan = (changes: object = {}) => ({ ...planDefaults, aircraftId: plane.id, rev: 1, ...changes });
beforeEach(() => {
  server = newServer();
  onClose.mockClear();
  me = aPerson({ userType: "owner" });
  plane = aListing({ ownerId: me.id, location: "Phoenix AZ" });
  server.me = me;
  server.rows = { aircraft: [plane], plans: [plan()], blocks: [], bookings: [] };
});
afterEach(closeScreen);

async function open() {
  await openScreen(server, <AvailabilityDialog request={{ name: "availability", plane }} onClose={onClose} />);
  const dialog = within(await screen.findByRole("dialog", { name: "Availability" }));
  // Before the stored user is read nobody is signed in, which closes the dialog.
  onClose.mockClear();
  return dialog;
}
/** As after closing the dialog, or the app. */
async function openAgain() {
  const { rows } = server;
  closeScreen();
  const stored = Object.entries(localStorage);
  server = newServer();
  for (const [key, value] of stored) localStorage.setItem(key, value as string);
  Object.assign(server, { me, rows });
  return await open();
}
type Form = Awaited<ReturnType<typeof open>>;
const valueOf = (form: Form, label: string) => form.getByLabelText<HTMLInputElement>(label).value;
const type = (form: Form, label: string, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });
const save = (form: Form) => fireEvent.click(form.getByRole("button", { name: "Save" }));

describe("the draft of the plan", () => {
  it("[S360] is kept when the dialog closes without Save, until it is discarded", async () => {
    const first = await open();
    type(first, "Notice", "8");
    fireEvent.click(first.getByRole("switch", { name: "Monday open" }));
    expect(first.getByText("Draft saved on this device")).toBeTruthy();
    fireEvent.click(first.getByRole("button", { name: "Cancel" }));
    expect(onClose).toHaveBeenCalledOnce();

    const second = await openAgain();
    expect(second.getByText("This is what you typed before.")).toBeTruthy();
    expect(valueOf(second, "Notice")).toBe("8");
    expect(second.getByRole("switch", { name: "Monday open" }).getAttribute("aria-checked") ?? "false").toBe("false");
    fireEvent.click(second.getByRole("button", { name: "Discard draft" }));
    expect(valueOf(second, "Notice")).toBe("2");
    expect(second.queryByText("This is what you typed before.")).toBeNull();
    expect(valueOf(await openAgain(), "Notice")).toBe("2");
  });

  it("ends with Save", async () => {
    server.outcome = () => ({ status: "applied" });
    const form = await open();
    type(form, "Notice", "8");
    save(form);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect((await openAgain()).queryByText("This is what you typed before.")).toBeNull();
  });
});

describe("a second device that changes the plan meanwhile", () => {
  it("[S357] loses nothing: untouched fields show its change, and only touched ones are sent", async () => {
    server.outcome = () => ({ status: "applied" });
    const form = await open();
    type(form, "Notice", "8");
    server.rows["plans"] = [plan({ bufferMin: 60, rev: 2 })];
    act(() => void window.dispatchEvent(new Event("online")));
    await waitFor(() => expect(valueOf(form, "Buffer")).toBe("60"));
    expect(valueOf(form, "Notice")).toBe("8");
    save(form);
    // The save ends in this test: its late answer would close the dialog of a later one.
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.commands).toHaveLength(1);
    expect(server.commands[0]).toEqual({ name: "availability.edit", input: { id: plane.id, noticeHours: 8 } });
  });

  it("[S358] wins no field that the owner changed too: the owner chooses", async () => {
    const fields = { noticeHours: { yours: 8, theirs: 5 } };
    server.outcome = () => ({ status: "refused", code: "conflict", message: "Changed meanwhile.", fields });
    const form = await open();
    type(form, "Notice", "8");
    save(form);
    await waitFor(() => expect(shownDialog()).toMatchObject({ name: "conflict" }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

function loseNetwork(): void {
  useToasts.setState({ shown: null });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
}

describe("the form of a block", () => {
  it("[S1353] holds back Save, which would say that all is saved, until the block is added or cancelled", async () => {
    server.outcome = () => ({ status: "applied" });
    const form = await open();
    type(form, "Notice", "8");
    fireEvent.click(form.getByRole("button", { name: "Block time" }));
    type(form, "Note, only you see it", "Annual");
    save(form);
    expect(await form.findByText("This block is not added yet. Add it or cancel it.")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Add block");
    expect([server.commands, onClose.mock.calls]).toEqual([[], []]);
    const block = within(form.getByRole("form", { name: "Block time" }));
    fireEvent.click(block.getByRole("button", { name: "Cancel" }));
    fireEvent.click(form.getByRole("button", { name: "Block time" }));
    expect(form.queryByText("This block is not added yet. Add it or cancel it.")).toBeNull();
    fireEvent.click(within(form.getByRole("form", { name: "Block time" })).getByRole("button", { name: "Cancel" }));
    save(form);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.commands.map(({ name }) => name)).toEqual(["availability.edit"]);
  });

  const days = (form: Form) =>
    form.getAllByRole("button", { name: /^(From|Until) / }).map(({ textContent }) => textContent);

  it("[S361] keeps its input when the dialog closes, and none after Cancel", async () => {
    const first = await open();
    fireEvent.click(first.getByRole("button", { name: "Block time" }));
    type(first, "Note, only you see it", "Oil change");
    const second = await openAgain();
    expect(valueOf(second, "Note, only you see it")).toBe("Oil change");
    fireEvent.click(within(second.getByRole("form", { name: "Block time" })).getByRole("button", { name: "Cancel" }));
    const third = await openAgain();
    expect(third.queryByRole("form", { name: "Block time" })).toBeNull();
  });

  it("[S643] removed without a network is never sent, and nothing says any more that it will be", async () => {
    const form = await open();
    loseNetwork();
    fireEvent.click(form.getByRole("button", { name: "Block time" }));
    fireEvent.click(form.getByRole("button", { name: "Add block" }));
    await waitFor(() => expect(useToasts.getState().shown?.title).toBe("Saved on this device"));
    fireEvent.click(await form.findByRole("button", { name: /^Remove block/ }));
    await waitFor(() => expect(useToasts.getState().shown?.title).toBe("Block removed"));
    await form.findByText("No time is blocked.");
    const { engine } = await openedStore();
    expect(await engine.outbox()).toEqual([]);
  });

  it("[S805] refused after a time without a network says why in the list, and keeps no other from the time", async () => {
    const message = "Rex Hill has Tue, Dec 8, 09:00–12:00. Move or cancel that booking first.";
    server.outcome = () => ({ status: "refused", code: "booking-in-the-way", message });
    const form = await open();
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const { from, to } = { from: inDays(0), to: inDays(3) };
    await act(() => queue("availability.block", { aircraftId: plane.id, from, to, reason: "other" }));
    await form.findByText(`Not saved. ${message}`);
    fireEvent.click(form.getByRole("button", { name: "Block time" }));
    fireEvent.click(form.getByRole("button", { name: "Add block" }));
    await waitFor(() => expect(form.getByRole("alert").textContent).toBe(message));
  });

  it("removed without a network, when the server has it, waits and says so", async () => {
    const times = { from: "2099-12-08T15:00:00.000Z", to: "2099-12-08T20:00:00.000Z", createdAt: plane.createdAt };
    const stored = { id: newId(), aircraftId: plane.id, ownerId: me.id, reason: "other", note: null, rev: 1, ...times };
    server.rows["blocks"] = [stored];
    const form = await open();
    const remove = await form.findByRole("button", { name: /^Remove block/ });
    loseNetwork();
    fireEvent.click(remove);
    await waitFor(() => expect(useToasts.getState().shown?.description).toBe("The time is free when you have signal."));
    const { engine } = await openedStore();
    expect((await engine.outbox()).map(({ name }) => name)).toEqual(["availability.unblock"]);
  });

  it("says beside its fields what is wrong, and opens the app's calendar for a day", async () => {
    const form = await open();
    fireEvent.click(form.getByRole("button", { name: "Block time" }));
    expect(days(form)).toHaveLength(2);
    await chooseOption(form.getByLabelText("Until, at"), "08:00");
    fireEvent.click(form.getByRole("button", { name: "Add block" }));
    expect(form.getByRole("alert").textContent).toBe("The end must be after the start.");
    const [from] = form.getAllByRole("button", { name: /^From / });
    expect(from?.getAttribute("aria-describedby")).toBe(form.getByText("The end must be after the start.").id);
    fireEvent.click(from!);
    const calendar = await screen.findByRole("dialog", { name: "Choose a date" });
    await within(calendar).findByRole("grid");
    fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    expect(screen.queryByRole("dialog", { name: "Choose a date" })).toBeNull();
    expect(document.activeElement).toBe(from);
    expect(onClose).not.toHaveBeenCalled();
  });
});
