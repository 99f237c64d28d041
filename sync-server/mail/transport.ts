// Sends mail: through an SMTP server, or to the demo's mailbox.
import type { Knex } from "knex";
import type { Transporter } from "nodemailer";
import { newId } from "../../shared/kit/ids.ts";
import type { MailText } from "./texts.ts";

export type Mail = MailText & { to: string; headers?: Record<string, string> };

export type Mailer = {
  /** Resolves when the server has accepted the mail. */
  send(mail: Mail): Promise<void>;
  close(): void;
};

/** Sends through the server at an `smtp:` or `smtps:` address. */
export function smtpMailer(url: string, from: string): Mailer {
  let transport: Transporter | undefined;
  return {
    async send(mail) {
      // Its code is a tenth of the server's, and a start does without it.
      const { createTransport } = await import("nodemailer");
      transport ??= createTransport({
        url,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await transport.sendMail({ from, ...mail });
    },
    close: () => transport?.close(),
  };
}

/** Stores mail in the database, for the demo's mailbox page. */
export function demoMailer(db: Knex): Mailer {
  return {
    async send({ to, subject, text }) {
      await db("demo_mail").insert({ id: newId(), to: to.toLowerCase(), subject, text });
    },
    close() {},
  };
}
