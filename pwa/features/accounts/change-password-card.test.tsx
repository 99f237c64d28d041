// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aPerson, closeScreen, newServer, openScreen, shownToast } from "../../testing/screen.tsx";
import { ChangePasswordCard } from "./change-password-card.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

const refusal = (error: string, code: string) => ({ status: 400, body: { error, code } });

describe("changing the own password", () => {
  it("[S151] succeeds when it is long enough, typed twice and the old one is right", async () => {
    server.me = aPerson();
    await openScreen(server, <ChangePasswordCard />);
    const form = within(await screen.findByRole("region", { name: "Change password" }));
    const type = (label: string, value: string) => fireEvent.change(form.getByLabelText(label), { target: { value } });
    const submit = (current: string, next: string, again: string) => {
      type("Current password", current);
      type("New password", next);
      type("Confirm new password", again);
      fireEvent.click(form.getByRole("button", { name: "Change Password" }));
    };
    const says = (description: string) =>
      waitFor(() => expect(shownToast()).toEqual({ title: "Error", description, kind: "bad" }));
    submit("demo-admin", "", "");
    await says("Please fill in all fields.");
    submit("demo-admin", "crosswind", "crosswnid");
    await says("New passwords do not match.");
    submit("demo-admin", "short", "short");
    await says("Password must be at least 6 characters.");
    expect(server.bodyOf("/api/auth/change-password")).toBeUndefined();
    const wrong = refusal("The current password is not right.", "wrong-password");
    server.answers.set("/api/auth/change-password", wrong);
    submit("guessed", "crosswind", "crosswind");
    await says("The current password is not right.");
    server.answers.set("/api/auth/change-password", { status: 502 });
    submit("demo-admin", "crosswind", "crosswind");
    await says("Failed to change password.");
    server.answers.set("/api/auth/change-password", {
      status: 200,
      body: { message: "Your password has been changed." },
    });
    submit("demo-admin", "crosswind", "crosswind");
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Password Updated", kind: "ok" }));
    expect(server.bodyOf("/api/auth/change-password")).toEqual({ oldPassword: "demo-admin", newPassword: "crosswind" });
    expect(form.getByLabelText<HTMLInputElement>("New password").value).toBe("");
  });

  it("states and checks the minimum that the server's operator chose", async () => {
    server.me = aPerson();
    server.answers.set("/api/auth/password-rules", { status: 200, body: { minLength: 10 } });
    await openScreen(server, <ChangePasswordCard />);
    await screen.findByText("At least 10 characters.");
    for (const label of ["Current password", "New password", "Confirm new password"])
      fireEvent.change(screen.getByLabelText(label), { target: { value: "nine char" } });
    fireEvent.click(screen.getByRole("button", { name: "Change Password" }));
    expect(shownToast()).toMatchObject({ description: "Password must be at least 10 characters.", kind: "bad" });
    expect(server.bodyOf("/api/auth/change-password")).toBeUndefined();
  });

  it("shows the server's reason against the new password under the field", async () => {
    server.me = aPerson();
    const newPassword = "This password is one of the most common ones. Please choose another.";
    const body = { error: "Please check the marked fields.", code: "invalid", fields: { newPassword } };
    server.answers.set("/api/auth/change-password", { status: 400, body });
    await openScreen(server, <ChangePasswordCard />);
    for (const [label, value] of [
      ["Current password", "demo-admin"],
      ["New password", "password"],
      ["Confirm new password", "password"],
    ] as const)
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    fireEvent.click(screen.getByRole("button", { name: "Change Password" }));
    await waitFor(() => expect(shownToast()).toEqual({ title: "Error", description: newPassword, kind: "bad" }));
    const field = screen.getByLabelText("New password");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toContain(newPassword);
    await waitFor(() => expect(document.activeElement).toBe(field));
  });
});
