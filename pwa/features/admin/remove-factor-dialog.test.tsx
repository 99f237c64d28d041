// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dale, openAdmin, refusal, renata, USERS } from "../../testing/admin-screen.tsx";
import { closeScreen, newServer, shownToast } from "../../testing/screen.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const path = `/api/admin/users/${dale.id}/second-factor`;
const reason = "Showed a passport in a video call";
const sent = () => server.requests.filter((one) => one.path === path).map(({ method, body }) => ({ method, body }));

/** Opens the dialog as an admin does: from the user's row, through the reset of the password. */
async function openDialog() {
  const withFactor = { ...dale, hasSecondFactor: true };
  await openAdmin(server, renata, { [USERS]: { status: 200, body: [renata, withFactor] } });
  fireEvent.click(await screen.findByRole("button", { name: `Reset password of ${dale.name}` }));
  fireEvent.click(await screen.findByRole("button", { name: "Lost the App and All Recovery Codes?" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove the second factor?" }));
  return {
    dialog,
    why: () => dialog.getByLabelText<HTMLInputElement>("How do you know that it is them?"),
    remove: () => fireEvent.click(dialog.getByRole("button", { name: "Remove Second Factor" })),
  };
}

describe("the dialog that removes a second factor", () => {
  it("[S1250] asks how the admin knows who asks, shows a refusal and keeps the words", async () => {
    const { dialog, why, remove } = await openDialog();
    expect(dialog.getByText(new RegExp(`^${dale.name}, ${dale.email}, then logs in`))).toBeTruthy();
    remove();
    expect(await dialog.findByText("Please say how you know who asks")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(why()));
    expect(sent()).toEqual([]);

    fireEvent.change(why(), { target: { value: reason } });
    expect(why().getAttribute("aria-invalid")).toBeNull();
    server.answers.set(path, refusal("Tailhour needs at least one admin.", "last-admin"));
    remove();
    const said = { title: "Error", description: "Tailhour needs at least one admin.", kind: "bad" };
    await waitFor(() => expect(shownToast()).toEqual(said));
    await dialog.findByRole("button", { name: "Remove Second Factor" });
    expect(why().value).toBe(reason);
  });

  it("[S1251] sends the words once after two presses, and closes", async () => {
    const { why, remove } = await openDialog();
    fireEvent.change(why(), { target: { value: reason } });
    server.answers.set(path, { status: 200, body: { ...dale, hasSecondFactor: false } });
    const form = why().form!;
    remove();
    fireEvent.submit(form);
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Second Factor Removed", kind: "ok" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent()).toEqual([{ method: "DELETE", body: { reason } }]);
    // The factor is gone, so the next dialog offers no way to remove it.
    fireEvent.click(screen.getByRole("button", { name: `Reset password of ${dale.name}` }));
    expect(await screen.findByRole("dialog", { name: "Reset password" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Lost the App/ })).toBeNull();
  });
});
