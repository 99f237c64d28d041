// @vitest-environment happy-dom
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aPerson, closeScreen, newServer, openScreen, shownToast } from "../../testing/screen.tsx";
import { ChangePasswordCard } from "./change-password-card.tsx";
import { EmailCard } from "./own/email-card.tsx";

configure({ asyncUtilTimeout: 10_000 });

let server: ReturnType<typeof newServer>;
const me = aPerson({ hasSecondFactor: true });
beforeEach(() => {
  server = newServer();
  server.me = me;
  server.answers.set("/api/account/email-change", { status: 200, body: { change: null } });
});
afterEach(closeScreen);

const wrong = "This code is not right, or was used before.";
const refused = { status: 400, body: { error: wrong, code: "factor-invalid", fields: { code: wrong } } };

type Form = {
  what: string;
  screen: ReactElement;
  region: string;
  typed: Record<string, string>;
  action: string;
  path: string;
  /** What the server gets, and answers. */
  sends: object;
  answer: object;
  done: string;
};

const change = { email: "new@example.test", isNewConfirmed: false, isOldConfirmed: false };
const forms: Form[] = [
  {
    what: "the change of the address",
    screen: <EmailCard user={me} />,
    region: "E-mail address",
    typed: { "New email": change.email, "Current password": "demo-pilot" },
    action: "Change Email",
    path: "/api/account/email-change",
    sends: { email: change.email, password: "demo-pilot" },
    answer: { change: { ...change, expiresAt: new Date(Date.now() + 86_400_000).toISOString() } },
    done: "Check both mailboxes",
  },
  {
    what: "the change of the password",
    screen: <ChangePasswordCard />,
    region: "Change password",
    typed: { "Current password": "demo-pilot", "New password": "crosswind", "Confirm new password": "crosswind" },
    action: "Change Password",
    path: "/api/auth/change-password",
    sends: { oldPassword: "demo-pilot", newPassword: "crosswind" },
    answer: { message: "Your password has been changed." },
    done: "Password Updated",
  },
];

describe.each(forms)("the code of the second factor in $what", (form) => {
  const sent = () =>
    server.requests.filter(({ method, path }) => method === "POST" && path === form.path).map(({ body }) => body);

  async function open() {
    await openScreen(server, form.screen);
    const card = within(await screen.findByRole("region", { name: form.region }));
    const code = await card.findByLabelText<HTMLInputElement>("Code");
    for (const [label, value] of Object.entries(form.typed))
      fireEvent.change(card.getByLabelText(label), { target: { value } });
    return { card, code, press: () => fireEvent.click(card.getByRole("button", { name: form.action })) };
  }

  it("[S1252] is asked for, shows the server's refusal under itself, and every entry stays", async () => {
    const { card, code, press } = await open();
    press();
    expect(code.getAttribute("aria-invalid")).toBe("true");
    expect(sent()).toEqual([]);
    fireEvent.change(code, { target: { value: "123 456" } });
    server.answers.set(form.path, refused);
    press();
    await waitFor(() => expect(shownToast()).toEqual({ title: "Error", description: wrong, kind: "bad" }));
    expect(code.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(code.getAttribute("aria-describedby") ?? "")?.textContent).toContain(wrong);
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect(code.value).toBe("123456");
    for (const [label, value] of Object.entries(form.typed))
      expect(card.getByLabelText<HTMLInputElement>(label).value).toBe(value);
  });

  it("[S1253] goes out once after two presses, also as a recovery code", async () => {
    const { card, press } = await open();
    fireEvent.click(card.getByRole("button", { name: "Use a recovery code" }));
    fireEvent.change(card.getByLabelText("Recovery code"), { target: { value: "yarzav-qwfnto-xcchbj-m2hgpp" } });
    server.answers.set(form.path, { status: 200, body: form.answer });
    press();
    fireEvent.submit(card.getByLabelText<HTMLInputElement>("Recovery code").form!);
    await waitFor(() => expect(shownToast()).toMatchObject({ title: form.done, kind: "ok" }));
    expect(sent()).toEqual([{ ...form.sends, code: "yarzav-qwfnto-xcchbj-m2hgpp" }]);
  });

  it("[S1271] takes a recovery code that is pasted, whole and with the focus", async () => {
    const { card, code } = await open();
    fireEvent.paste(code, { clipboardData: { getData: () => " yarzav-qwfnto-xcchbj-m2hgpp\n" } });
    const field = card.getByLabelText<HTMLInputElement>("Recovery code");
    expect(field.value).toBe("yarzav-qwfnto-xcchbj-m2hgpp");
    expect(document.activeElement).toBe(field);
  });
});
