import { expect, test } from "@playwright/test";
import { seriousFindings } from "./axe.ts";
import { appStarted } from "./device.ts";
import { dialogLeft } from "./dialogs.ts";
import { demoLogins, fillLogin, freshAddress, logIn, newestMail, openAuthDialog, signUp, toast } from "./people.ts";
import { appCode, startSecondFactor } from "./second-factor.ts";

test.use({ serviceWorkers: "block" });

test("[S008] a user signs up, reads the code in the demo mailbox and verifies", async ({ page }) => {
  const email = freshAddress();
  await page.goto("/");
  await openAuthDialog(page, "Sign Up");
  const dialog = page.getByRole("dialog", { name: "Welcome to Tailhour" });
  await dialog.getByLabel("Full name").fill("Nadia Brandt");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill("short-final");
  await expect(dialog.getByRole("radio", { name: "Pilot" })).toBeChecked();
  await dialog.getByRole("button", { name: "Create Account" }).click();

  await expect(toast(page, "Account created!")).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);

  const mailbox = await page.context().newPage();
  await mailbox.goto(`/demo/mail?to=${encodeURIComponent(email)}`);
  const code = /\b(\d{6})\b/.exec(await mailbox.getByRole("main").getByRole("listitem").first().innerText())?.[1] ?? "";
  expect(code).toMatch(/^\d{6}$/);
  await mailbox.close();

  const wrong = code === "000000" ? "000001" : "000000";
  await page.getByLabel("Code").fill("12 34");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(toast(page, "Please enter a 6-digit verification code.")).toBeVisible();
  await page.getByLabel("Code").fill(wrong);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(toast(page, "Invalid or expired verification code. Please try again.")).toBeVisible();

  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(toast(page, "Email verified!")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await page.goto("/verify-email");
  await expect(page).toHaveURL(/\/$/);
});

test("a user enters a wrong password, logs in, reloads and logs out", async ({ page }) => {
  await page.goto("/");
  await openAuthDialog(page, "Log In");
  await fillLogin(page, {
    email: demoLogins.pilot.email,
    password: "not-this-one",
  });
  await expect(toast(page, "Login failed. Please check your credentials.")).toBeVisible();
  await fillLogin(page, demoLogins.pilot);
  await expect(toast(page, "You've been logged in successfully!")).toBeVisible();

  await dialogLeft(page);
  await page.reload();
  const logOut = page.getByRole("button", { name: "Log Out" });
  await expect(logOut).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
  await logOut.click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("currentUser"))).toBeNull();
  // The screen changes at once; the request to the server starts at the same time.
  await expect.poll(async () => (await page.request.get("/api/auth/me")).status()).toBe(401);
});

test("[S026] a forgotten password is reset through the mailed link, once", async ({ page }) => {
  const { email } = await signUp(page, "Iris Holm");
  await page.context().clearCookies();

  await page.goto("/");
  await openAuthDialog(page, "Log In");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(toast(page, "Please enter your email address")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByText(/expires in 1 hour/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();

  const mail = await newestMail(page, email, /password/i);
  const link = /https?:\/\/\S+\/reset-password\?token=\S+/.exec(mail)?.[0] ?? "";
  const path = link.replace(/^https?:\/\/[^/]+/, "");
  await page.goto(path);
  await page.getByLabel("New password", { exact: true }).fill("second-password");
  await page.getByLabel("Confirm new password", { exact: true }).fill("other-password");
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(toast(page, "Passwords do not match")).toBeVisible();
  await page.getByLabel("Confirm new password", { exact: true }).fill("second-password");
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page).toHaveURL(/\/$/, { timeout: 10_000 });

  await logIn(page, { email, password: "second-password" });
  const again = await page.request.post("/api/auth/reset-password", {
    data: {
      token: new URL(link).searchParams.get("token"),
      newPassword: "third-password",
    },
    headers: { Origin: test.info().project.use.baseURL ?? "" },
  });
  expect(again.status()).toBe(400);
});

test("a reset page without a token shows an error and links to a new request", async ({ page }) => {
  await page.goto("/reset-password");
  await expect(page.getByRole("heading", { name: "Invalid Link" })).toBeVisible();
  await expect(toast(page, "Invalid password reset link. Please request a new one.")).toBeVisible();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test("[S233] a pilot changes the password in the profile and logs in with the new one", async ({ page }) => {
  const { email, password } = await signUp(page, "Iris Holm");
  await page.goto("/profile");
  await page.getByRole("link", { name: "Password" }).click();
  const card = page.getByRole("region", { name: "Change password" });
  await expect(card).toBeInViewport();
  await card.getByLabel("Current password", { exact: true }).fill(password);
  await card.getByLabel("New password", { exact: true }).fill("long-final");
  await card.getByLabel("Confirm new password", { exact: true }).fill("long-final");
  expect(await seriousFindings(page)).toEqual([]);
  await card.getByRole("button", { name: "Change Password" }).click();
  await expect(toast(page, "Password Updated")).toBeVisible();

  await page.goto("/");
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  await logIn(page, { email, password: "long-final" });
});

test("Back first closes a dialog and then leaves the page", async ({ page }) => {
  await page.goto("/");
  await appStarted(page);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "How It Works" }).click();
  await expect(page).toHaveURL(/\/how-it-works$/);
  await openAuthDialog(page, "Log In");
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/how-it-works$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test("[S1202] a user turns on the second factor, adds a passkey, and logs in with it and with a recovery code", async ({
  page,
}) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const lock = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  const options = { protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true, ...lock } as const;
  await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  const person = await signUp(page, "Paula Keys");
  await page.goto("/account");
  const key = await startSecondFactor(page, person.password);
  const enrol = page.getByRole("dialog", { name: "Turn on the second factor" });
  await enrol.getByLabel("Code", { exact: true }).fill(appCode(key));
  await enrol.getByRole("button", { name: "Turn On" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recovery = await codes.first().innerText();
  await page.getByRole("button", { name: "I Have Saved Them" }).click();
  await expect(page.getByText("On, 10 recovery codes left")).toBeVisible();

  await page.getByRole("button", { name: "Add a Passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("Work laptop");
  await adding.getByLabel("Password", { exact: true }).fill(person.password);
  // The code of this step was used.
  await adding.getByLabel("Code", { exact: true }).fill(appCode(key, 1));
  await adding.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Work laptop", { exact: true })).toBeVisible();
  await dialogLeft(page);

  const logOut = async () => {
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByRole("banner").getByRole("button", { name: "Log In" })).toBeVisible();
  };
  await logOut();
  await openAuthDialog(page, "Log In");
  await page.getByRole("button", { name: "Use a Passkey" }).click();
  await expect(toast(page, "You've been logged in successfully!")).toBeVisible();
  await dialogLeft(page);

  await logOut();
  await openAuthDialog(page, "Log In");
  await fillLogin(page, person);
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recovery);
  await page.getByRole("tabpanel").getByRole("button", { name: "Log In", exact: true }).click();
  // The toast of the passkey may still be there: the dialog closes after this log-in.
  await dialogLeft(page);
  await page.goto("/account");
  await expect(page.getByText("On, 9 recovery codes left")).toBeVisible();
});
