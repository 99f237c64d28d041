// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnUser } from "../../../shared/domain/accounts.ts";
import { aPerson, closeScreen, newServer, openScreen, shownDialog, shownToast } from "../../testing/screen.tsx";
// Imported after the screen, so that both use the same database.
import { watchRows } from "../../client/sync/rows.ts";
import { queue } from "../../client/sync/current-store.ts";
import { sendNow } from "../../client/sync/sync-state.ts";
import { ProfilePage } from "../../pages/profile.tsx";
import { ProfileDialog } from "./profile-dialog.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
const onClose = vi.fn();
/** A new user for each test, so that no test finds another's waiting entries. */
let marisol: OwnUser;
beforeEach(() => {
  server = newServer();
  onClose.mockClear();
  marisol = aPerson({ name: "Marisol Vega", userType: "owner", bio: "Two aircraft." });
});
afterEach(closeScreen);

async function open(me: OwnUser, entryId?: string) {
  server.me = me;
  const request = { name: "profile" as const, ...(entryId ? { entryId } : {}) };
  const upload = (onPicked: (picture: string) => void) => (
    <button type="button" onClick={() => onPicked("/objects/1")}>
      Add picture
    </button>
  );
  await openScreen(server, <ProfileDialog request={request} onClose={onClose} upload={upload} />);
  return within(await screen.findByRole("dialog", { name: "Edit Profile" }));
}

type Form = Awaited<ReturnType<typeof open>>;
const type = (form: Form, label: string, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });
const save = (form: Form) => fireEvent.click(form.getByRole("button", { name: "Save" }));
const sent = () => server.commands.filter(({ name }) => name === "profile.update").map(({ input }) => input);

describe("the profile's form", () => {
  it("sends only the changes, and confirms once the server has them", async () => {
    server.outcome = () => ({ status: "applied" });
    const form = await open(marisol);
    expect(form.getByLabelText<HTMLInputElement>("Name").value).toBe("Marisol Vega");
    type(form, "Name", " Marisol V. Vega ");
    type(form, "Bio", "  ");
    save(form);
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Success!", kind: "ok" }));
    expect(sent()).toEqual([{ name: "Marisol V. Vega", bio: null }]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("sends nothing and closes when nothing was changed", async () => {
    save(await open(marisol));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual([]);
  });

  it("shows each problem under its field", async () => {
    const form = await open(marisol);
    type(form, "Name", "   ");
    save(form);
    await waitFor(() => expect(form.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true"));
    expect(form.getByText("This field is required")).toBeTruthy();
    expect(shownToast()).toMatchObject({ title: "Error", kind: "bad" });
    expect(sent()).toEqual([]);
  });

  it("shows the server's reason when listings prevent a pilot account, and removes it later", async () => {
    const message = "Delete your listings before making this a pilot account.";
    server.outcome = () => ({ status: "refused", code: "has-aircraft", message });
    const form = await open(marisol);
    const owns = form.getByRole<HTMLInputElement>("switch", { name: /I also own aircraft/ });
    expect(owns.checked).toBe(true);
    fireEvent.click(owns);
    save(form);
    expect(await form.findByText(message)).toBeTruthy();
    expect(shownToast()).toEqual({ title: "Error", description: message, kind: "bad" });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(owns);
    server.outcome = () => ({ status: "applied" });
    save(form);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent()).toEqual([{ userType: "pilot" }]);
  });

  it("keeps a draft and its base through Escape and a reload", async () => {
    const form = await open(marisol);
    type(form, "Bio", "Three aircraft.");
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    expect(onClose).toHaveBeenCalledOnce();
    closeScreen();

    vi.stubGlobal("fetch", server.fetch);
    server.outcome = () => ({ status: "applied" });
    // Another device renamed the user meanwhile.
    const again = await open({ ...marisol, name: "Marisol V. Vega" });
    expect(again.getByText("This is what you typed before.")).toBeTruthy();
    expect(again.getByLabelText<HTMLTextAreaElement>("Bio").value).toBe("Three aircraft.");
    save(again);
    await waitFor(() => expect(sent()).toEqual([{ bio: "Three aircraft." }]));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
    expect(Object.keys(localStorage).filter((key) => key.includes("draft"))).toEqual([]);
  });

  it("discards the draft with Cancel or Discard draft only", async () => {
    for (const [name, isClosed] of [
      ["Cancel", true],
      ["Discard draft", false],
    ] as const) {
      type(await open(marisol), "Bio", "Three aircraft.");
      fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
      closeScreen();
      vi.stubGlobal("fetch", server.fetch);
      onClose.mockClear();
      fireEvent.click((await open(marisol)).getByRole("button", { name }));
      expect(onClose).toHaveBeenCalledTimes(isClosed ? 1 : 0);
      closeScreen();
      vi.stubGlobal("fetch", server.fetch);
      expect((await open(marisol)).getByLabelText<HTMLTextAreaElement>("Bio").value).toBe("Two aircraft.");
      closeScreen();
      vi.stubGlobal("fetch", server.fetch);
    }
  });

  it("shows the chosen picture, and removes it again", async () => {
    server.outcome = () => ({ status: "applied" });
    const form = await open({ ...marisol, avatarUrl: "/objects/0" });
    const picture = () =>
      form.getByRole("group", { name: "Profile picture" }).querySelector("img")?.getAttribute("src");
    expect(picture()).toBe("/objects/0");
    fireEvent.click(form.getByRole("button", { name: "Add picture" }));
    expect(picture()).toBe("/objects/1");
    fireEvent.click(form.getByRole("button", { name: "Remove picture" }));
    expect(picture()).toBeUndefined();
    save(form);
    await waitFor(() => expect(sent()).toEqual([{ avatarUrl: null }]));
  });
});

describe("the own profile while a change waits", () => {
  it("shows the change at once, and later the server's reason against it", async () => {
    server.me = marisol;
    await openScreen(server, <ProfilePage />, { address: "/profile" });
    await waitFor(() => expect(watchRows({ entity: "me", key: marisol.id }).rows()).toHaveLength(1));
    server.outcome = () => ({ status: "retry", retryAfterMs: 1 });
    await queue("profile.update", { name: "Marisol V. Vega" });
    expect(await screen.findByText("Saved on this device")).toBeTruthy();
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Marisol V. Vega"));

    const message = "Please check the marked fields.";
    server.outcome = () => ({ status: "refused", code: "invalid", message });
    await sendNow();
    expect((await screen.findByRole("alert")).textContent).toContain(message);
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Marisol Vega"));
    fireEvent.click(screen.getByRole("button", { name: "Edit changes" }));
    expect(shownDialog()).toMatchObject({ name: "profile", entryId: expect.any(String) as string });
    fireEvent.click(screen.getByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(screen.queryByText("Not saved")).toBeNull());
  });
});
