// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dale, openAdmin, plane, refusal, switchOf, USERS } from "../../testing/admin-screen.tsx";
import { closeScreen, newServer, shownToast } from "../../testing/screen.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
beforeEach(() => {
  server = newServer();
});
afterEach(closeScreen);

/** Delays an answer until it is released. */
function hold() {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release: () => release() };
}

describe("switches", () => {
  const path = (act: string) => `/api/admin/users/${dale.id}/${act}`;

  it.each([
    ["Verified", "verify", { verified: true }, "Failed to update user verification status."],
    ["Active", "toggle-active", { isActive: false }, "Failed to update user account status."],
  ] as const)("[S197] %s changes the user at once and shows the result", async (what, act, body, failed) => {
    await openAdmin(server);
    await screen.findByText("dale@example.test");
    server.answers.set(path(act), refusal("Somebody was faster."));
    const before = switchOf(what).checked;
    fireEvent.click(switchOf(what));
    await waitFor(() => expect(shownToast()).toEqual({ title: "Error", description: failed, kind: "bad" }));
    await waitFor(() => expect(switchOf(what).checked).toBe(before));

    const asks = server.requests.filter(({ path: requested }) => requested === "/api/admin/stats").length;
    server.answers.set(path(act), { status: 200, body: { ...dale, ...body } });
    fireEvent.click(switchOf(what));
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "User Updated", kind: "ok" }));
    await waitFor(() => expect(switchOf(what).checked).toBe(!before));
    expect(server.bodyOf(path(act))).toEqual(body);
    await waitFor(() =>
      expect(server.requests.filter(({ path: requested }) => requested === "/api/admin/stats").length).toBe(asks + 1),
    );
  });

  it("keeps a change when an earlier search answers later", async () => {
    await openAdmin(server);
    await screen.findByText("dale@example.test");
    const held = hold();
    const search = `${USERS}&q=dale`;
    server.answers.set(search, { status: 200, body: [dale], after: held.until });
    fireEvent.change(screen.getByRole("searchbox", { name: "Find a user" }), { target: { value: "dale" } });
    await waitFor(() => expect(server.requests.map(({ path: requested }) => requested)).toContain(search));
    server.answers.set(path("verify"), { status: 200, body: { ...dale, verified: true } });
    fireEvent.click(switchOf("Verified"));
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "User Updated" }));
    held.release();
    await waitFor(() => expect(screen.queryByText("renata@example.test")).toBeNull());
    expect(switchOf("Verified").checked).toBe(true);
  });

  it("keep their values when their answers arrive in the other order", async () => {
    await openAdmin(server);
    await screen.findByText("dale@example.test");
    const held = hold();
    const first = { ...dale, verified: true };
    server.answers.set(path("verify"), { status: 200, body: first, after: held.until });
    fireEvent.click(switchOf("Verified"));
    server.answers.set(path("toggle-active"), { status: 200, body: { ...first, isActive: false } });
    fireEvent.click(switchOf("Active"));
    await waitFor(() => expect(switchOf("Active").getAttribute("aria-busy")).toBeNull());
    held.release();
    await waitFor(() => expect(switchOf("Verified").getAttribute("aria-busy")).toBeNull());
    expect([switchOf("Verified").checked, switchOf("Active").checked]).toEqual([true, false]);
  });

  it("[S199] asks before it makes a user an admin", async () => {
    await openAdmin(server);
    await screen.findByText("dale@example.test");
    fireEvent.click(switchOf("Admin"));
    const dialog = await screen.findByRole("alertdialog", { name: "Make Dale Whitcomb an admin?" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(switchOf("Admin").checked).toBe(false));
    expect(server.bodyOf(path("toggle-admin"))).toBeUndefined();

    // The toast about the try before comes while its question is still there.
    const isAnswered = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    const confirm = async () => {
      await isAnswered();
      fireEvent.click(switchOf("Admin"));
      fireEvent.click(await screen.findByRole("button", { name: "Make Admin" }));
    };
    server.answers.set(path("toggle-admin"), refusal("Tailhour needs at least one admin.", "last-admin"));
    await confirm();
    await waitFor(() => expect(shownToast().description).toBe("Tailhour needs at least one admin."));
    server.answers.set(path("toggle-admin"), { status: 502 });
    await confirm();
    await waitFor(() => expect(shownToast().description).toBe("Failed to update admin status."));
    server.answers.set(path("toggle-admin"), { status: 200, body: { ...dale, isAdmin: true } });
    await confirm();
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Admin Status Updated", kind: "ok" }));
    await isAnswered();
    expect(switchOf("Admin").checked).toBe(true);
    expect(server.bodyOf(path("toggle-admin"))).toEqual({ isAdmin: true });
  });

  it("[S200] of the admin's own account are disabled and say why", async () => {
    await openAdmin(server);
    await screen.findByText("dale@example.test");
    for (const what of ["Verified", "Active", "Admin"]) {
      expect(switchOf(what, "Renata Kowal").disabled).toBe(true);
      expect(switchOf(what, "Renata Kowal").title).toBe("You can't change your own account here. Another admin can.");
    }
  });

  it("of an aircraft change it", async () => {
    await openAdmin(server);
    await screen.findByText("Aviat A-1C Husky");
    server.answers.set(`/api/aircraft/${plane.id}`, { status: 200, body: { ...plane, verified: false } });
    fireEvent.click(switchOf("Verified", plane.name));
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Success!" }));
    expect(server.bodyOf(`/api/aircraft/${plane.id}`)).toEqual({ verified: false });
    expect(switchOf("Verified", plane.name).checked).toBe(false);
  });
});

describe("another user's password", () => {
  async function openReset() {
    await openAdmin(server);
    await screen.findByText("dale@example.test");
    fireEvent.click(screen.getByRole("button", { name: "Reset password of Dale Whitcomb" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Reset password" }));
    const type = (label: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    const submit = async (password: string, again: string) => {
      type("New password", password);
      type("Confirm new password", again);
      // The toast about the try before comes while the button still has its other name.
      fireEvent.click(await dialog.findByRole("button", { name: "Reset Password" }));
    };
    return { dialog, submit };
  }

  it("must have the operator's minimum, which the form states and checks", async () => {
    server.answers.set("/api/auth/password-rules", { status: 200, body: { minLength: 10 } });
    const { dialog, submit } = await openReset();
    expect(await dialog.findByText("At least 10 characters.")).toBeTruthy();
    await submit("nine char", "nine char");
    await waitFor(() =>
      expect(shownToast()).toMatchObject({
        title: "Invalid Password",
        description: "Password must be at least 10 characters long.",
      }),
    );
    expect(dialog.getByLabelText("New password").getAttribute("aria-invalid")).toBe("true");
    expect(server.bodyOf(`/api/admin/users/${dale.id}/password`)).toBeUndefined();
  });

  it("[S226] is reset when it is long enough and typed twice", async () => {
    const { submit } = await openReset();
    await submit("short", "short");
    await waitFor(() =>
      expect(shownToast()).toEqual({
        title: "Invalid Password",
        description: "Password must be at least 6 characters long.",
        kind: "bad",
      }),
    );
    await submit("long enough", "long enouhg");
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Passwords Don't Match", kind: "bad" }));
    const path = `/api/admin/users/${dale.id}/password`;
    expect(server.bodyOf(path)).toBeUndefined();
    server.answers.set(path, { status: 502 });
    await submit("long enough", "long enough");
    await waitFor(() => expect(shownToast().description).toBe("Failed to update password. Please try again."));
    server.answers.set(path, { status: 200, body: dale });
    await submit("long enough", "long enough");
    await waitFor(() => expect(shownToast()).toMatchObject({ title: "Password Updated", kind: "ok" }));
    expect(server.bodyOf(path)).toEqual({ newPassword: "long enough" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
