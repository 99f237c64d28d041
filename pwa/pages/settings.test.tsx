// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aPerson, closeScreen, newServer, openScreen, shownDialog, shownToast } from "../testing/screen.tsx";
import { SettingsPage } from "./settings.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const password = async () => within(await screen.findByRole("region", { name: "Change password" }));

describe("the account settings", () => {
  it("[S232] lets the signed-in user change their password", async () => {
    server.me = aPerson({ isAdmin: false });
    const body = { message: "Your password has been changed." };
    server.answers.set("/api/auth/change-password", { status: 200, body });
    await openScreen(server, <SettingsPage />, { address: "/settings" });
    const form = await password();
    const fields = {
      "Current password": "demo-pilot",
      "New password": "crosswind",
      "Confirm new password": "crosswind",
    };
    for (const [label, value] of Object.entries(fields))
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    fireEvent.click(form.getByRole("button", { name: "Change Password" }));
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Password Updated", description: body.message }));
    expect(server.bodyOf("/api/auth/change-password")).toEqual({ oldPassword: "demo-pilot", newPassword: "crosswind" });
  });

  it("says offline that changing the password needs a connection", async () => {
    server.me = aPerson();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await openScreen(server, <SettingsPage />, { address: "/settings" });
    const form = await password();
    expect(form.getByRole<HTMLButtonElement>("button", { name: "Change Password" }).disabled).toBe(true);
    expect(form.getByText("Needs a connection")).toBeTruthy();
  });

  it("asks a guest to log in, and shows no password card", async () => {
    await openScreen(server, <SettingsPage />, { address: "/settings" });
    await waitFor(() => expect(shownDialog()).toMatchObject({ name: "auth", tab: "login" }));
    expect(screen.queryByRole("region", { name: "Change password" })).toBeNull();
  });
});
