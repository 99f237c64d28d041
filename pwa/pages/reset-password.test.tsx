// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { useToasts } from "../client/shell/toasts.ts";
import { closeScreen, newServer, openScreen, shownToast, currentAddress } from "../testing/screen.tsx";
import { ResetPasswordPage } from "./reset-password.tsx";

const path = "/api/auth/reset-password";
const invalidLink = "Invalid password reset link. Please request a new one.";
let server: ReturnType<typeof newServer>;

beforeAll(() => import("../../shared/commands.ts"));
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const open = (query = "?token=from-the-mail") =>
  openScreen(server, <ResetPasswordPage />, { address: `/reset-password${query}` });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
function reset(password: string, again: string) {
  fireEvent.change(field("New password"), { target: { value: password } });
  fireEvent.change(field("Confirm new password"), { target: { value: again } });
  fireEvent.click(screen.getByRole("button", { name: "Reset Password" }));
}
const complaint = (description: string) => ({ title: "Error", description, kind: "bad" });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("reset password", () => {
  it("[S148] shows and hides each password independently", async () => {
    await open();
    fireEvent.click(screen.getAllByRole("button", { name: "Show password" })[0] as HTMLElement);
    expect([field("New password").type, field("Confirm new password").type]).toEqual(["text", "password"]);
    fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(field("New password").type).toBe("password");
  });

  it.each([
    ["", "", "Please fill in all fields"],
    ["short", "short", "Password must be at least 6 characters"],
    ["second-password", "other-password", "Passwords do not match"],
  ])("[S228] refuses %s with %s: %s", async (password, again, text) => {
    await open();
    reset(password, again);
    expect(shownToast()).toEqual(complaint(text));
    expect(server.bodyOf(path)).toBeUndefined();
  });

  it("states and checks the minimum that the server's operator chose", async () => {
    await open();
    expect(screen.getByText("At least 6 characters.")).toBeTruthy();
    closeScreen();
    server = newServer();
    server.answers.set("/api/auth/password-rules", { status: 200, body: { minLength: 10 } });
    await open();
    expect(await screen.findByText("At least 10 characters.")).toBeTruthy();
    reset("nine char", "nine char");
    expect(shownToast()).toEqual(complaint("Password must be at least 10 characters"));
    expect(server.bodyOf(path)).toBeUndefined();
  });

  it("[S209] shows success and goes home after 3 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    server.answers.set(path, { status: 200, body: { message: "Your password is new." } });
    await open();
    reset("second-password", "second-password");
    // Waiting advances the fake clock by the interval, and this test checks exact times.
    const atOnce = { interval: 0 };
    await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe("Your password is new."), atOnce);
    // React starts the delay in the task after the one that changed the page.
    await new Promise((resolve) => setImmediate(resolve));
    expect(server.bodyOf(path)).toEqual({ token: "from-the-mail", newPassword: "second-password" });
    await wait(2_999);
    expect(currentAddress()).toContain("/reset-password");
    await wait(1);
    expect(currentAddress()).toBe("/");
  });

  it("shows the server's reason against the password under the field", async () => {
    const newPassword = "This password is one of the most common ones. Please choose another.";
    const body = { error: "Please check the marked fields.", code: "invalid", fields: { newPassword } };
    server.answers.set(path, { status: 400, body });
    await open();
    reset("password", "password");
    await waitFor(() => expect(shownToast()).toEqual(complaint(newPassword)));
    expect(field("New password").getAttribute("aria-invalid")).toBe("true");
    const described = field("New password").getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toContain(newPassword);
    expect(screen.queryByText("Please check the marked fields.")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(field("New password")));
  });

  it("[S299] shows the server's reason, or a default one", async () => {
    server.answers.set(path, { status: 400, body: { error: "This link has been used.", code: "token-invalid" } });
    await open();
    reset("second-password", "second-password");
    await waitFor(() => expect(shownToast()).toEqual(complaint("This link has been used.")));
    const again = await screen.findByRole("link", { name: "Request New Link" });
    expect(again.getAttribute("href")).toBe("/forgot-password");

    server.answers.set(path, { status: 500 });
    reset("second-password", "second-password");
    await waitFor(() => expect(shownToast()).toEqual(complaint("Failed to reset password. Please try again.")));
  });

  it("[S149] shows Invalid Link without a token and redirects after 2 s", async () => {
    vi.useFakeTimers();
    await open("");
    expect(screen.getByRole("heading", { name: "Invalid Link" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Request New Link" }).getAttribute("href")).toBe("/forgot-password");
    expect(shownToast()).toEqual(complaint(invalidLink));
    await wait(1_999);
    expect(currentAddress()).toBe("/reset-password");
    await wait(1);
    expect(currentAddress()).toBe("/forgot-password");
  });

  it("shows the problem once, in a toast that stays after the redirect", async () => {
    vi.useFakeTimers();
    await open("");
    expect(screen.queryByText(invalidLink)).toBeNull();
    await wait(60_000);
    expect(currentAddress()).toBe("/forgot-password");
    expect(useToasts.getState().shown).toMatchObject({ ...complaint(invalidLink), stay: true });
  });

  it("does not redirect while the user reads: pointer, focus, another tab in front", async () => {
    vi.useFakeTimers();
    await open("");
    const panel = screen.getByRole("region", { name: "Invalid Link" });
    const link = screen.getByRole("link", { name: "Request New Link" });
    const isSeen = vi.spyOn(document, "visibilityState", "get");
    const readings: [start: () => unknown, end: () => unknown][] = [
      [() => fireEvent.pointerMove(panel), () => fireEvent.pointerLeave(panel)],
      [() => link.focus(), () => link.blur()],
      [() => isSeen.mockReturnValue("hidden"), () => isSeen.mockReturnValue("visible")],
    ];
    for (const [start, end] of readings) {
      act(() => void start());
      act(() => void document.dispatchEvent(new Event("visibilitychange")));
      await wait(60_000);
      expect(currentAddress()).toBe("/reset-password");
      act(() => void end());
      act(() => void document.dispatchEvent(new Event("visibilitychange")));
      await wait(1_999);
      expect(currentAddress()).toBe("/reset-password");
    }
    await wait(1);
    expect(currentAddress()).toBe("/forgot-password");
  });
});
