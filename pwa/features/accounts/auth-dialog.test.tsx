// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { clearResponses } from "../../client/api/query.ts";
import { AuthProvider } from "../../client/session/session.tsx";
import { closeDialog, useDialogs, type NextDialog } from "../../client/shell/dialogs.ts";
import { returnPlace } from "../../client/shell/return-place.ts";
import { useToasts } from "../../client/shell/toasts.ts";
import { AuthDialog } from "./auth-dialog.tsx";

type Answer = { status: number; body?: unknown };
let network: Record<string, Answer>;
let sent: Record<string, unknown>;
const onClose = vi.fn();

// Imported before a test uses fake timers: on a busy machine the import takes longer than a click should.
beforeAll(() => import("../../../shared/commands.ts"));
beforeEach(() => {
  network = {
    "/api/auth/me": { status: 401, body: { error: "Please log in first." } },
    "/api/auth/password-rules": { status: 200, body: { minLength: 6 } },
  };
  sent = {};
  localStorage.clear();
  onClose.mockReset();
  useToasts.setState({ shown: null, deferred: null });
  vi.stubGlobal("fetch", async (path: string, init?: { body?: string }) => {
    sent[path] = init?.body ? JSON.parse(init.body) : undefined;
    const answer = network[path];
    if (!answer) throw new TypeError("Failed to fetch");
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), { status: answer.status });
  });
});
afterEach(() => {
  cleanup();
  clearResponses();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Where() {
  return <output>{useLocation().pathname}</output>;
}
async function open(tab: "login" | "signup" = "login", next?: NextDialog) {
  await act(async () => {
    render(
      <MemoryRouter>
        <AuthProvider>
          <AuthDialog request={{ name: "auth", tab, ...(next && { next }) }} onClose={onClose} />
          <Where />
        </AuthProvider>
      </MemoryRouter>,
    );
  });
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** Clicks a button and waits until its effects settle, since a call first loads the list of commands. */
async function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
  await vi.waitFor(() => expect(useToasts.getState().shown).not.toBeNull(), { timeout: 5_000 });
  await act(async () => undefined);
}
const shown = () => {
  const { title, description, kind } = useToasts.getState().shown ?? {};
  return { title, description, kind };
};
const user = { id: "0190aaaa-0000-7000-8000-000000000001", name: "Luca", email: "luca@demo.test" };

describe("log in", () => {
  it("[S211] shows the fixed text for wrong credentials, and the server's message in the form", async () => {
    network["/api/auth/login"] = { status: 401, body: { error: "Invalid email or password" } };
    await open();
    type("Email", "luca@demo.test");
    type("Password", "wrong");
    await press("Log In");
    expect(shown()).toEqual({
      title: "Error",
      description: "Login failed. Please check your credentials.",
      kind: "bad",
    });
    expect(screen.getByRole("alert").textContent).toBe("Invalid email or password");
    expect(onClose).not.toHaveBeenCalled();
  });

  it("[S1192] asks for the code of a second factor, and sends it with the same credentials", async () => {
    network["/api/auth/login"] = { status: 403, body: { error: "Enter the code.", code: "second-factor-needed" } };
    await open();
    type("Email", "luca@demo.test");
    type("Password", "his password");
    fireEvent.click(screen.getByRole("button", { name: "Log In" }));
    const field = await screen.findByLabelText("Code");
    expect(document.activeElement).toBe(field);
    expect(useToasts.getState().shown).toBeNull();
    network["/api/auth/login"] = { status: 400, body: { error: "This code is not right.", code: "factor-invalid" } };
    type("Code", "123456");
    await press("Log In");
    expect(sent["/api/auth/login"]).toEqual({ email: "luca@demo.test", password: "his password", code: "123456" });
    expect(screen.getByRole("alert").textContent).toBe("This code is not right.");
    fireEvent.click(screen.getByRole("button", { name: "Use a recovery code" }));
    type("Recovery code", "abcdef-ghijkl");
    network["/api/auth/login"] = { status: 200, body: { user } };
    useToasts.setState({ shown: null });
    await press("Log In");
    expect(sent["/api/auth/login"]).toMatchObject({ code: "abcdef-ghijkl" });
    expect(onClose).toHaveBeenCalled();
  });

  it("says when the account is closed", async () => {
    network["/api/auth/login"] = { status: 403, body: { error: "This account has been deactivated." } };
    await open();
    await press("Log In");
    expect(shown().description).toBe("This account has been deactivated.");
  });

  it("[S1089] asks whether to keep an account that is being deleted, and sends the answer", async () => {
    const error = "Your account is deleted on Tue, Dec 1. Keep it?";
    network["/api/auth/login"] = { status: 403, body: { error, code: "deletion-pending" } };
    await open();
    type("Email", "owen@example.test");
    type("Password", "demo-pilot");
    fireEvent.click(screen.getByRole("button", { name: "Log In" }));
    expect(await screen.findByText(error)).toBeTruthy();
    expect(sent["/api/auth/login"]).toEqual({ email: "owen@example.test", password: "demo-pilot" });
    network["/api/auth/login"] = { status: 200, body: { user } };
    await press("Keep My Account");
    expect(sent["/api/auth/login"]).toMatchObject({ password: "demo-pilot", keepAccount: true });
    expect(shown().title).toBe("Success");
  });

  it("[S048] closes and confirms success", async () => {
    network["/api/auth/login"] = { status: 200, body: { user } };
    await open();
    type("Email", "luca@demo.test");
    type("Password", "secret");
    await press("Log In");
    expect(sent["/api/auth/login"]).toEqual({ email: "luca@demo.test", password: "secret" });
    expect(shown()).toEqual({
      title: "Success",
      description: "You've been logged in successfully!",
      kind: "ok",
    });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("opens what the guest asked for, but no conversation with oneself", async () => {
    network["/api/auth/login"] = { status: 200, body: { user } };
    for (const [id, opened] of [
      ["0190aaaa-0000-7000-8000-000000000009", "message"],
      [user.id, undefined],
    ]) {
      await open("login", { name: "message", recipient: { id: id!, name: "Marisol" }, aircraftId: "one" });
      await press("Log In");
      expect(useDialogs.getState().dialog?.name).toBe(opened);
      closeDialog();
      cleanup();
      useToasts.setState({ shown: null, deferred: null });
    }
  });

  it("[S210] sends any input to the server without checking it", async () => {
    network["/api/auth/login"] = { status: 400, body: { error: "Enter an email address." } };
    await open();
    expect(screen.getByLabelText<HTMLInputElement>("Email").type).toBe("email");
    type("Password", "x");
    await press("Log In");
    expect(sent["/api/auth/login"]).toEqual({ email: "", password: "x" });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Enter an email address."));
  });

  it("[S050] links to the forgotten-password page", async () => {
    await open();
    fireEvent.click(screen.getByRole("button", { name: "Forgot your password?" }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(document.querySelector("output")?.textContent).toBe("/forgot-password");
  });
});

describe("sign up", () => {
  it("[S047] shares email and password with the other tab", async () => {
    await open();
    type("Email", "luca@demo.test");
    type("Password", "secret");
    fireEvent.mouseDown(screen.getByRole("tab", { name: "Sign Up" }), { button: 0 });
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("luca@demo.test");
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("secret");
  });

  it("[S049] shows and hides the password in both tabs", async () => {
    await open();
    for (const tab of ["Log In", "Sign Up"]) {
      fireEvent.mouseDown(screen.getByRole("tab", { name: tab }), { button: 0 });
      fireEvent.click(screen.getByRole("button", { name: "Show password" }));
      expect(screen.getByLabelText<HTMLInputElement>("Password").type).toBe("text");
      fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
      expect(screen.getByLabelText<HTMLInputElement>("Password").type).toBe("password");
    }
  });

  it("[S017] says that it is free to use", async () => {
    await open("signup");
    expect(screen.getByText("Free to use. No listing fees, no commissions.")).toBeTruthy();
  });

  it("states what a sign-up agrees to, and what a password needs", async () => {
    await open("signup");
    const links = ["Terms", "Privacy"].map((name) => screen.getByRole("link", { name }));
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/legal/terms", "/legal/privacy"]);
    // What was typed stays in this tab.
    for (const link of links) expect(link.getAttribute("target")).toBe("_blank");
    expect(screen.getByText("At least 6 characters.")).toBeTruthy();
  });

  it("states the minimum of a password if the server's operator raised it", async () => {
    network["/api/auth/password-rules"] = { status: 200, body: { minLength: 10 } };
    await open("signup");
    expect(await screen.findByText("At least 10 characters.")).toBeTruthy();
    expect(screen.getByLabelText("Password").getAttribute("aria-describedby")).not.toBeNull();
  });

  it("[S287] shows Signup failed when the server gives no message", async () => {
    network["/api/auth/signup"] = { status: 500 };
    await open("signup");
    await press("Create Account");
    expect(shown()).toEqual({ title: "Error", description: "Signup failed", kind: "bad" });
  });

  it("[S288] shows Signup failed. Please try again. when the thrown value is not an Error", async () => {
    await open("signup");
    vi.stubGlobal("fetch", async () => {
      const answer = new Response(null, { status: 500 });
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- as a browser extension may throw
      Object.defineProperty(answer, "text", { value: () => ({ catch: () => Promise.reject("no error") }) });
      return answer;
    });
    await press("Create Account");
    expect(shown()).toEqual({ title: "Error", description: "Signup failed. Please try again.", kind: "bad" });
  });

  it("[S212] shows the server's message under the refused field", async () => {
    const text = "An account with this email already exists.";
    network["/api/auth/signup"] = { status: 409, body: { error: text, code: "email-taken", fields: { email: text } } };
    await open("signup");
    await press("Create Account");
    expect(shown()).toEqual({ title: "Error", description: text, kind: "bad" });
    expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
  });

  it.each([
    [{ message: "Look into your mail." }, "Look into your mail."],
    [{}, "Please check your email for a verification code."],
  ])("[S051] with the answer %j closes, shows %j and opens the code page", async (answer, description) => {
    network["/api/auth/signup"] = { status: 201, body: { user, ...answer } };
    network["/api/auth/login"] = { status: 200, body: { user } };
    await open("signup");
    type("Full name", "Luca Ferrante");
    type("Email", "luca@demo.test");
    type("Password", "secret");
    fireEvent.click(screen.getByRole("radio", { name: "Aircraft Owner" }));
    await press("Create Account");
    expect(sent["/api/auth/signup"]).toEqual({
      email: "luca@demo.test",
      password: "secret",
      name: "Luca Ferrante",
      userType: "owner",
      memberSince: String(new Date().getFullYear()),
    });
    expect(sent["/api/auth/login"]).toEqual({ email: "luca@demo.test", password: "secret" });
    expect(shown()).toEqual({ title: "Account created!", description, kind: "ok" });
    expect(onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(document.querySelector("output")?.textContent).toBe("/verify-email"));
  });
});

it("a new account gets what the guest asked for after verification", async () => {
  network["/api/auth/signup"] = { status: 201, body: { user } };
  network["/api/auth/login"] = { status: 200, body: { user } };
  await open("signup", { name: "listing" });
  await press("Create Account");
  expect(returnPlace()).toEqual({ path: "/", dialog: { name: "listing" } });
  expect(useDialogs.getState().dialog).toBeNull();
  sessionStorage.clear();
});

describe("offline", () => {
  it("disables the button and says what is missing", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await open();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Log In" }).disabled).toBe(true);
    expect(screen.getByRole("status").textContent).toBe("Needs a connection");
  });
});
