// Signs up accounts over REST for tests, and reads the mail they get.
import { expect, vi } from "vitest";
import { newId } from "../shared/kit/ids.ts";
import { send } from "./http.ts";
import { PASSWORD } from "./people.ts";

type User = { id: string; email: string; isEmailVerified: boolean };
type DemoMail = { to: string; subject: string; text: string; sentAt: string };

/** An unused email address. */
export const fresh = () => `new-${newId().slice(-12)}@test.example`;
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const codePattern = /code is (\d{6})/;
const linkPattern = /token=([\w-]+)/;

/** @param url of a server in demo mode, because tests can read its mail */
export function accountsAt(url: () => string) {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(url(), `POST /api/auth/${path}`, { body, headers });

  async function signUp(fields: Record<string, unknown> = {}) {
    const email = fresh();
    const answer = await post("signup", { email, password: PASSWORD, name: "Nia New", ...fields });
    return { email, answer, user: answer.body.user as User, token: answer.body.token as string };
  }

  /** Waits for `count` mails that match the pattern; returns the match in the newest one. */
  async function mailed(address: string, pattern: RegExp, count: number): Promise<string> {
    const newest = await vi.waitFor(
      async () => {
        const path = `GET /api/demo/mail?to=${encodeURIComponent(address)}`;
        const mails = (await send<DemoMail[]>(url(), path)).body.filter(({ text }) => pattern.test(text));
        expect(mails.length).toBeGreaterThanOrEqual(count);
        return mails[0]!;
      },
      { timeout: 8000, interval: 50 },
    );
    return pattern.exec(newest.text)![1]!;
  }

  return {
    post,
    signUp,
    codeTo: (address: string, count = 1) => mailed(address, codePattern, count),
    linkTo: (address: string, count = 1) => mailed(address, linkPattern, count),
  };
}
