// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aPerson, closeScreen, newServer, openScreen, shownToast } from "../testing/screen.tsx";
import { AccountPage } from "./account.tsx";
import { ConfirmEmailPage } from "./confirm-email.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
// Imported before the tests: on a busy machine the first import takes longer than a press should.
beforeAll(async () => {
  await import("../features/accounts/factors/enrol-dialog.tsx");
  await import("../../shared/commands.ts");
});
beforeEach(() => {
  server = newServer();
  server.me = aPerson();
  server.answers.set(factorPath, { status: 200, body: factor });
  server.answers.set("/api/account/passkeys", { status: 200, body: { passkeys: [] } });
});
afterEach(closeScreen);

const path = "/api/account/email-change";
const factorPath = "/api/account/second-factor";
const factor = { isOn: false, recoveryCodesLeft: 0, isAvailable: true, isRequired: false };
const change = {
  email: "new@example.test",
  isNewConfirmed: true,
  isOldConfirmed: false,
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
};
const card = async (name: string) => within(await screen.findByRole("region", { name }));

describe("the card of the e-mail address", () => {
  it("[S1079] sends the new address with the password once, and shows which address has confirmed", async () => {
    server.answers.set(path, { status: 200, body: { change: null } });
    await openScreen(server, <AccountPage />, { address: "/account" });
    const form = await card("E-mail address");
    // The device's exchange is a POST too.
    const sent = () => server.requests.filter((one) => one.method === "POST" && one.path === path);
    expect(await form.findByText("owen@example.test")).toBeTruthy();
    const send = form.getByRole("button", { name: "Change Email" });
    fireEvent.click(send);
    expect(form.getByLabelText("New email").getAttribute("aria-invalid")).toBe("true");
    expect(sent()).toEqual([]);
    fireEvent.change(form.getByLabelText("New email"), { target: { value: change.email } });
    fireEvent.change(form.getByLabelText("Current password"), { target: { value: "demo-pilot" } });
    server.answers.set(path, { status: 200, body: { change } });
    fireEvent.click(send);
    fireEvent.click(send);
    expect(await form.findByText(`${change.email}: confirmed`)).toBeTruthy();
    expect(form.getByText("owen@example.test: waits for the link in its mail")).toBeTruthy();
    expect(sent().map(({ body }) => body)).toEqual([{ email: change.email, password: "demo-pilot" }]);
  });

  it("puts a refusal under its field, and cancels an open change", async () => {
    server.answers.set(path, { status: 200, body: { change } });
    await openScreen(server, <AccountPage />, { address: "/account" });
    const form = await card("E-mail address");
    server.answers.set(path, { status: 204 });
    fireEvent.click(await form.findByRole("button", { name: "Cancel the Change" }));
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Change cancelled" }));
    const error = "The current password is not right.";
    server.answers.set(path, { status: 400, body: { error, code: "wrong-password", fields: { password: error } } });
    fireEvent.change(await form.findByLabelText("New email"), { target: { value: "b@example.test" } });
    fireEvent.change(form.getByLabelText("Current password"), { target: { value: "wrong" } });
    fireEvent.click(form.getByRole("button", { name: "Change Email" }));
    await waitFor(() => expect(form.getByLabelText("Current password").getAttribute("aria-invalid")).toBe("true"));
    expect(form.getByLabelText<HTMLInputElement>("New email").value).toBe("b@example.test");
  });
});

describe("the card of the second factor", () => {
  const turnOn = async () => {
    await openScreen(server, <AccountPage />, { address: "/account" });
    fireEvent.click((await card("Second factor")).getByRole("button", { name: "Turn On" }));
    return within(await screen.findByRole("dialog", { name: "Turn on the second factor" }));
  };

  it("[S1193] asks for the password, shows the key, asks for a code, and shows the recovery codes once", async () => {
    const dialog = await turnOn();
    const next = dialog.getByRole("button", { name: "Continue" });
    fireEvent.click(next);
    expect(dialog.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
    fireEvent.change(dialog.getByLabelText("Password"), { target: { value: "demo-pilot" } });
    const address = "otpauth://totp/Tailhour%3Aowen?secret=ABCDEFGHIJKLMNOP";
    server.answers.set(factorPath, { status: 200, body: { secret: "ABCDEFGHIJKLMNOP", address } });
    fireEvent.click(next);
    fireEvent.click(next);
    expect(await dialog.findByText("ABCD EFGH IJKL MNOP")).toBeTruthy();
    expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeTruthy();
    const asked = server.requests.filter(({ method, path: to }) => method === "POST" && to === factorPath);
    expect(asked.map(({ body }) => body)).toEqual([{ password: "demo-pilot" }]);

    const error = "This code is not right, or was used before.";
    const confirmPath = `${factorPath}/confirm`;
    server.answers.set(confirmPath, { status: 400, body: { error, code: "factor-invalid", fields: { code: error } } });
    // A press right after the refusal counts.
    const isFree = new Promise<boolean>((resolve) => {
      const watch = new MutationObserver(() => {
        if (dialog.getByLabelText("Code").getAttribute("aria-invalid") !== "true") return;
        watch.disconnect();
        resolve(!dialog.getByRole<HTMLButtonElement>("button", { name: "Turn On" }).disabled);
      });
      watch.observe(document.body, { subtree: true, attributes: true });
    });
    fireEvent.change(dialog.getByLabelText("Code"), { target: { value: "123456" } });
    fireEvent.click(dialog.getByRole("button", { name: "Turn On" }));
    expect(await isFree).toBe(true);

    server.answers.set(confirmPath, { status: 200, body: { recoveryCodes: ["aaa-bbb", "ccc-ddd"] } });
    server.answers.set(factorPath, { status: 200, body: { ...factor, isOn: true, recoveryCodesLeft: 2 } });
    fireEvent.click(dialog.getByRole("button", { name: "Turn On" }));
    const codes = within(await screen.findByRole("list", { name: "Recovery codes" }));
    expect(codes.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["aaa-bbb", "ccc-ddd"]);
    fireEvent.click(screen.getByRole("button", { name: "I Have Saved Them" }));
    const state = await card("Second factor");
    expect(await state.findByText("On, 2 recovery codes left")).toBeTruthy();
    expect(screen.queryByText("aaa-bbb")).toBeNull();
  });

  it("offers no way to turn it off where the operator requires it", async () => {
    server.answers.set(factorPath, { status: 200, body: { ...factor, isOn: true, isRequired: true } });
    await openScreen(server, <AccountPage />, { address: "/account" });
    const state = await card("Second factor");
    expect(await state.findByText("This site requires it of admins.")).toBeTruthy();
    expect(state.queryByRole("button", { name: "Turn Off" })).toBeNull();
  });

  it("offers no way to turn it on where the server has no key", async () => {
    server.answers.set(factorPath, { status: 200, body: { ...factor, isAvailable: false } });
    await openScreen(server, <AccountPage />, { address: "/account" });
    const other = await card("Second factor");
    expect(await other.findByText("This site has not set it up yet.")).toBeTruthy();
    expect(other.getByRole<HTMLButtonElement>("button", { name: "Turn On" }).disabled).toBe(true);
  });
});

describe("the card that deletes the account", () => {
  async function openDialog() {
    await openScreen(server, <AccountPage />, { address: "/account" });
    fireEvent.click((await card("Delete account")).getByRole("button", { name: "Delete Account" }));
    return within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  }

  it("[S1088] says what goes and what stays, asks for the password, and signs out", async () => {
    const dialog = await openDialog();
    expect(dialog.getByText(/from a «Former member»/)).toBeTruthy();
    const remove = dialog.getByRole("button", { name: "Delete Account" });
    fireEvent.click(remove);
    expect(server.requests.filter((one) => one.path === "/api/account/delete")).toEqual([]);
    fireEvent.change(dialog.getByLabelText("Password"), { target: { value: "demo-pilot" } });
    server.answers.set("/api/account/delete", { status: 200, body: { erasedAt: "2026-12-01T12:00:00.000Z" } });
    server.me = null;
    fireEvent.click(remove);
    fireEvent.click(remove);
    await waitFor(() => expect(shownToast()).toMatchObject({ description: "Log in before Tue, Dec 1 to keep it." }));
    expect(await screen.findByText("Log in to see your account")).toBeTruthy();
    const sent = server.requests.filter(({ path }) => path === "/api/account/delete");
    expect(sent.map(({ body }) => body)).toEqual([{ password: "demo-pilot" }]);
  });

  it.each([
    [
      "the booking",
      "flights-ahead",
      "You have an accepted booking ahead: Piper Archer on Sat, Dec 5. Cancel it or fly it first.",
    ],
    ["the lack of another admin", "last-admin", "Tailhour needs at least one admin."],
  ])("[S1256] names what is in the way: %s", async (_, code, error) => {
    server.answers.set("/api/account/delete", { status: 409, body: { error, code } });
    const dialog = await openDialog();
    fireEvent.change(dialog.getByLabelText("Password"), { target: { value: "demo-pilot" } });
    fireEvent.click(dialog.getByRole("button", { name: "Delete Account" }));
    expect(await dialog.findByText(error)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>("Password").value).toBe("demo-pilot");
  });
});

describe("the page of a mailed link", () => {
  it("[S1080] changes nothing by itself, and says which address must still confirm", async () => {
    server.answers.set(`${path}/confirm`, { status: 200, body: { waitsFor: "old" } });
    await openScreen(server, <ConfirmEmailPage />, { address: "/confirm-email?token=abc" });
    const confirm = await screen.findByRole<HTMLButtonElement>("button", { name: "Confirm" });
    await waitFor(() => expect(confirm.disabled).toBe(false));
    expect(server.requests.filter(({ method }) => method === "POST")).toEqual([]);
    fireEvent.click(confirm);
    expect(await screen.findByText(/mail to your old address/)).toBeTruthy();
    expect(server.bodyOf(`${path}/confirm`)).toEqual({ token: "abc" });
  });

  it("says why a spent link does nothing", async () => {
    const error = "This link is invalid, was used before, or has expired.";
    server.answers.set(`${path}/confirm`, { status: 400, body: { error, code: "link-invalid" } });
    await openScreen(server, <ConfirmEmailPage />, { address: "/confirm-email?token=abc" });
    fireEvent.click(await screen.findByRole("button", { name: "Confirm" }));
    expect(await screen.findByText(error)).toBeTruthy();
  });
});
