// Starts the work that runs without a request: mails, notices, jobs, sweeps, housekeeping and the booking clock.
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Shutdown } from "./shutdown.ts";
import type { Config } from "../config.ts";
import { demoLogins } from "../db/seed/demo-people.ts";
import { sendReportMail } from "../jobs/report-mails.ts";
import {
  sendDeletionMail,
  sendEmailChangeMails,
  sendResetMail,
  sendSecurityMail,
  sendVerificationMail,
} from "../jobs/account-mails.ts";
import { startAccountErasure } from "../jobs/account-erasure.ts";
import { startBookingClock } from "../jobs/booking-clock.ts";
import { startCardDays } from "../jobs/card-days.ts";
import { startHousekeeping } from "../jobs/housekeeping.ts";
import { startSearchMatcher } from "../jobs/search-matcher.ts";
import { startWorker, type JobHandlers } from "../jobs/worker.ts";
import type { Services } from "../kit/services.ts";
import { demoMailer, smtpMailer, type Mailer } from "../mail/transport.ts";
import type { PostOptions } from "../push/post.ts";
import { startNotices, type Notices } from "./notices.ts";
import type { Uploads } from "./uploads.ts";

export type BackgroundOptions = {
  config: Config;
  services: Services;
  /** Null without VAPID keys. */
  sender: PostOptions | null;
  log: Logger;
  registry: Registry;
  uploads: Uploads;
  /** Public origin of the site; links in mails begin with it. */
  url: string;
  opened: Shutdown;
};

export function startBackground({
  config,
  services,
  sender,
  log,
  registry,
  uploads,
  url,
  opened,
}: BackgroundOptions): void {
  const { db, commits } = services;
  const mailer = mailerFor(config, db);
  const notices = startNotices({ services, sender, log, registry, mailer, url, withheld: withheld(config) });
  const worker = startWorker({ db, commits, log, handlers: jobHandlers(config, db, mailer, url, notices) });
  const pictureWorker = startWorker({ db, commits, log, handlers: uploads.jobs, atOnce: 1 });
  const work = [
    notices,
    worker,
    pictureWorker,
    uploads.startSweeping(log),
    startHousekeeping({ db, sealer: services.sealer, log }),
    startBookingClock({ db, log }),
    startCardDays({ db, commits, log }),
    startSearchMatcher({ db, commits, log }),
    startAccountErasure({ db, log }),
  ];
  opened.add("mail", () => mailer.close());
  // All parts stop concurrently. Work that does not finish in time repeats after the next start.
  opened.add("background work", () => stopAll(work), { withinMs: 1500 });
}

async function stopAll(work: readonly { stop(): Promise<void> }[]): Promise<void> {
  const ends = await Promise.allSettled(work.map((one) => one.stop()));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

function mailerFor(config: Config, db: Knex): Mailer {
  // `bootServer` refuses a configuration with neither.
  return config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : demoMailer(db);
}

/** Addresses of the demo logins get no mail: anyone can read the demo mailbox and could reset their passwords. */
function withheld({ DEMO }: Config): ReadonlySet<string> {
  return new Set(DEMO ? demoLogins().map(({ email }) => email) : []);
}

function jobHandlers(
  config: Config,
  db: Knex,
  mailer: Mailer,
  baseUrl: string,
  notices: Notices,
): Omit<JobHandlers, keyof Uploads["jobs"]> {
  return {
    "verification-mail": ({ userId }) => sendVerificationMail({ db, mailer }, userId),
    "reset-mail": async ({ email }) => {
      if (!withheld(config).has(email)) await sendResetMail({ db, mailer }, email, baseUrl);
    },
    "email-change-mails": ({ userId }) => sendEmailChangeMails({ db, mailer }, userId, baseUrl, withheld(config)),
    "deletion-mail": ({ userId }) => sendDeletionMail({ db, mailer }, userId, baseUrl, withheld(config)),
    "security-mail": (payload) => sendSecurityMail({ db, mailer }, payload, baseUrl, withheld(config)),
    "notice-mail": notices["notice-mail"],
    "report-mail": (payload) => sendReportMail({ db, mailer }, payload),
  };
}
