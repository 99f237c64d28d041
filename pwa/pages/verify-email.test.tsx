// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeDialog, type NextDialog } from "../client/shell/dialogs.ts";
import { clearReturnPlace, storeReturnPlace, returnPlace } from "../client/shell/return-place.ts";
import {
  aPerson,
  closeScreen,
  newServer,
  openScreen,
  shownDialog,
  shownToast,
  currentAddress,
} from "../testing/screen.tsx";
import { VerifyEmailPage } from "./verify-email.tsx";

const me = aPerson({ isEmailVerified: false });
let server: ReturnType<typeof newServer>;

// Imported before a test uses fake timers: on a busy machine the import takes longer than a click should.
beforeAll(() => import("../../shared/commands.ts"));
beforeEach(() => {
  server = newServer();
  server.me = me;
});
afterEach(() => {
  clearReturnPlace();
  closeScreen();
});

const open = () => openScreen(server, <VerifyEmailPage />, { address: "/verify-email" });
const code = () => screen.getByLabelText<HTMLInputElement>("Code");
const type = (text: string) => fireEvent.change(code(), { target: { value: text } });
async function press(name: string, title: string) {
  fireEvent.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(shownToast().title).toBe(title));
  // The toast comes while the form still counts as busy, and a busy form ignores presses.
  await waitFor(() => expect(screen.queryByRole("button", { name: /^(Verifying|Sending)/ })).toBeNull());
}

describe("verify email", () => {
  it("[S142] takes six digits and nothing else", async () => {
    await open();
    type("12a-3 4x567");
    expect(code().value).toBe("123456");
  });

  it("[S144] shows how long the code is valid", async () => {
    await open();
    expect(screen.getByText("The code expires in 15 minutes.")).toBeTruthy();
    expect(screen.getByText(me.email)).toBeTruthy();
  });

  async function verifyThen() {
    await open();
    const verified = { ...me, isEmailVerified: true };
    server.answers.set("/api/auth/verify-email", { status: 200, body: { user: verified } });
    server.me = verified;
    type("654321");
    await press("Verify", "Email verified!");
  }

  it("returns to the previous page, once", async () => {
    storeReturnPlace({ path: "/aircraft/one?picture=2" });
    await verifyThen();
    await waitFor(() => expect(currentAddress()).toBe("/aircraft/one?picture=2"));
    expect(returnPlace()).toEqual({ path: "/" });
    expect(shownDialog()).toBeNull();
  });

  it("reopens the listing form that the user left to enter the code", async () => {
    storeReturnPlace({ path: "/profile", dialog: { name: "listing" } });
    await verifyThen();
    await waitFor(() => expect(currentAddress()).toBe("/profile"));
    expect(shownDialog()).toEqual({ name: "listing" });
    closeDialog();
  });

  it("opens the conversation for which a guest signed up", async () => {
    const recipient = { id: "0190aaaa-0000-7000-8000-000000000009", name: "Marisol Vega" };
    storeReturnPlace({ path: "/aircraft/one", dialog: { name: "message", recipient, aircraftId: "one" } });
    await verifyThen();
    await waitFor(() => expect(currentAddress()).toBe("/aircraft/one"));
    expect(shownDialog()).toEqual({ name: "message", recipient, aircraftId: "one" });
    closeDialog();
  });

  it.each([{ name: "message" }, { name: "message", recipient: { id: 1, name: "A" } }, { name: "other" }, "listing"])(
    "goes to home if the stored dialog is malformed: %j",
    (dialog) => {
      storeReturnPlace({ path: "/profile", dialog: dialog as NextDialog });
      expect(returnPlace()).toEqual({ path: "/" });
    },
  );

  it.each(["https://elsewhere.test/", "//elsewhere.test", "/\\elsewhere.test", "javascript:alert(1)"])(
    "never redirects to another site: %s",
    (path) => {
      storeReturnPlace({ path });
      expect(returnPlace()).toEqual({ path: "/" });
    },
  );

  it("[S230] refuses a short code with its own title", async () => {
    await open();
    type("1234");
    await press("Verify", "Invalid code");
    expect(shownToast()).toMatchObject({ description: "Please enter a 6-digit verification code.", kind: "bad" });
    expect(server.bodyOf("/api/auth/verify-email")).toBeUndefined();
    expect(document.activeElement).toBe(code());
  });

  it("[S295] refuses a wrong code with the fixed text", async () => {
    server.answers.set("/api/auth/verify-email", { status: 400, body: { error: "No.", code: "code-invalid" } });
    await open();
    type("123456");
    await press("Verify", "Error");
    expect(shownToast()).toMatchObject({
      description: "Invalid or expired verification code. Please try again.",
      kind: "bad",
    });
  });

  it("[S143] verifies and resends", async () => {
    server.answers.set("/api/auth/resend-verification", { status: 200, body: { message: "Sent." } });
    await open();
    type("111111");
    await press("Resend Code", "Code sent!");
    expect(code().value).toBe("");

    const verified = { ...me, isEmailVerified: true };
    server.answers.set("/api/auth/verify-email", { status: 200, body: { user: verified } });
    server.me = verified;
    type("654321");
    const requestsBefore = server.requests.filter(({ path }) => path === "/api/auth/me").length;
    await press("Verify", "Email verified!");
    expect(server.bodyOf("/api/auth/verify-email")).toEqual({ code: "654321" });
    // The page loads the current user again, then has nothing left to do.
    await waitFor(() =>
      expect(server.requests.filter(({ path }) => path === "/api/auth/me").length).toBe(requestsBefore + 1),
    );
    await waitFor(() => expect(currentAddress()).toBe("/"));
  });

  it("[S296] shows an error when no new code can be sent", async () => {
    server.answers.set("/api/auth/resend-verification", { status: 429, body: { error: "Slow down." } });
    await open();
    await press("Resend Code", "Failed to send code");
    expect(shownToast()).toMatchObject({ description: "Please try again later.", kind: "bad" });
  });

  it("[S145] redirects a user with nothing to verify to home", async () => {
    server.me = null;
    await open();
    expect(currentAddress()).toBe("/");
    closeScreen();
    server = newServer();
    server.me = aPerson();
    await open();
    expect(currentAddress()).toBe("/");
  });
});
