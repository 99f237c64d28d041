// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { closeScreen, newServer, openScreen, shownToast } from "../testing/screen.tsx";
import { ForgotPasswordPage } from "./forgot-password.tsx";

const path = "/api/auth/forgot-password";
let server: ReturnType<typeof newServer>;

beforeAll(() => import("../../shared/commands.ts"));
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

async function send(email: string) {
  await openScreen(server, <ForgotPasswordPage />, { address: "/forgot-password" });
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.click(screen.getByRole("button", { name: "Send Reset Link" }));
}
const complaint = (description: string) => ({ title: "Error", description, kind: "bad" });

describe("forgot password", () => {
  it("[S146] sends the link and says that it expires in 1 hour", async () => {
    server.answers.set(path, { status: 200, body: { message: "Look into your mail." } });
    await send("owen@example.test");
    expect((await screen.findByText(/The link expires in 1 hour\./)).textContent).toContain("owen@example.test");
    expect(server.bodyOf(path)).toEqual({ email: "owen@example.test" });
  });

  it("[S147] goes back to the form with Try Again", async () => {
    server.answers.set(path, { status: 200, body: { message: "Look into your mail." } });
    await send("owen@example.test");
    fireEvent.click(await screen.findByRole("button", { name: "Try Again" }));
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("owen@example.test");
  });

  it("[S229] asks for an address before it asks the server", async () => {
    await send("  ");
    expect(shownToast()).toEqual(complaint("Please enter your email address"));
    expect(server.bodyOf(path)).toBeUndefined();
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  });

  it("[S297] shows the server's reason against the address under the field", async () => {
    const [error, email] = ["Please check the marked fields.", "Enter a valid email address"];
    server.answers.set(path, { status: 400, body: { error, code: "invalid", fields: { email } } });
    await send("owen@example");
    await waitFor(() => expect(shownToast()).toEqual(complaint(email)));
    const field = screen.getByLabelText("Email");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toContain(email);
    expect(screen.queryByText(error)).toBeNull();
  });

  it("[S298] shows the server's reason, or a default one", async () => {
    server.answers.set(path, { status: 429, body: { error: "Too many links. Try again in an hour." } });
    await send("owen@example.test");
    await waitFor(() => expect(shownToast()).toEqual(complaint("Too many links. Try again in an hour.")));
    closeScreen();

    server = newServer();
    server.answers.set(path, { status: 500 });
    await send("owen@example.test");
    await waitFor(() => expect(shownToast()).toEqual(complaint("Failed to send reset email. Please try again.")));
  });
});
