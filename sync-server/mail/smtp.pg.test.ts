import { createServer, type AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "../../shared/kit/ids.ts";
import { send } from "../../tests/http.ts";
import { aPilot, PASSWORD } from "../../tests/people.ts";
import { startTestServer, type TestServer } from "../../tests/server.ts";

type Received = { from: string; to: string[]; raw: string };

const received: Received[] = [];
let refusals = 0;

const inbox = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    let raw = "";
    stream.on("data", (chunk: Buffer) => (raw += chunk.toString("utf8")));
    stream.on("end", () => {
      if (refusals-- > 0) return done(new Error("Try again later"));
      const { mailFrom, rcptTo } = session.envelope;
      received.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), raw });
      done();
    });
  },
});

let server: TestServer;

beforeAll(async () => {
  const port = await new Promise<number>((resolve) => {
    const listening = inbox.listen(0, "127.0.0.1", () => resolve((listening.address() as AddressInfo).port));
  });
  server = await startTestServer({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Tailhour <fly@tailhour.example>",
      PUBLIC_URL: "https://tailhour.example",
    },
  });
});

afterAll(() => new Promise<void>((resolve) => inbox.close(() => resolve())));

async function mailTo(address: string): Promise<Received> {
  return vi.waitFor(
    () => {
      const mail = received.find(({ to }) => to.includes(address));
      expect(mail).toBeDefined();
      return mail!;
    },
    { timeout: 12_000, interval: 50 },
  );
}

/** Decodes quoted-printable, which breaks long lines. */
function readable(raw: string): string {
  return raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const host = { origin: "https://tailhour.example", host: "evil.example" };

describe("mail through a real server", () => {
  it("contains the code as text and HTML, with escaped names", async () => {
    const email = `new-${newId()}@test.example`;
    const body = { email, password: PASSWORD, name: "<b>Nia</b>" };
    await send(server.url, "POST /api/auth/signup", { body });
    const mail = await mailTo(email);
    expect(mail.from).toBe("fly@tailhour.example");
    expect(mail.raw).toContain("Subject: Your Tailhour verification code");
    expect(mail.raw).toContain("text/plain");
    expect(mail.raw).toContain("text/html");
    expect(readable(mail.raw)).toMatch(/verification code is \d{6}\./);
    expect(readable(mail.raw)).toContain("&lt;b&gt;Nia&lt;/b&gt;");
  });

  it("contains a reset link to PUBLIC_URL for any Host header", async () => {
    const { email } = await aPilot(server.db);
    await send(server.url, "POST /api/auth/forgot-password", { body: { email }, headers: host });
    const mail = readable((await mailTo(email)).raw);
    expect(mail).toMatch(/https:\/\/tailhour\.example\/reset-password\?token=[\w-]{43}/);
    expect(mail).not.toContain("evil.example");
  });

  it("is sent again after the server refused it", async () => {
    refusals = 1;
    const { email } = await aPilot(server.db);
    await send(server.url, "POST /api/auth/forgot-password", { body: { email } });
    await mailTo(email);
    await vi.waitFor(async () => expect(await server.db("jobs")).toEqual([]), { timeout: 5000 });
  });

  it("waits in the queue while the server is unreachable", async () => {
    const closed = createServer().listen(0);
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const lonely = await startTestServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
    const { email } = await aPilot(lonely.db);
    const answer = await send(lonely.url, "POST /api/auth/forgot-password", { body: { email } });
    expect(answer.status).toBe(200);
    await vi.waitFor(async () => {
      const [job] = await lonely.db("jobs");
      expect(job).toMatchObject({ kind: "reset-mail", attempts: 1, leaseUntil: null });
      expect(Date.parse(job.runAt)).toBeGreaterThan(Date.now());
    }, 10_000);
    expect(lonely.logged.join("")).toContain("a job failed");
    expect(lonely.logged.join("")).not.toContain(email);
  });
});
