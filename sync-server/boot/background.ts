// What runs without a request: mails, notices, jobs, the sweep of pictures, housekeeping, the clock of bookings.
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Shutdown } from "./shutdown.ts";
import type { Config } from "../config.ts";
import { demoLogins } from "../db/seed/demo-people.ts";
import { sendResetMail, sendVerificationMail } from "../jobs/account-mails.ts";
import { startBookingClock } from "../jobs/booking-clock.ts";
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
  /** Null where push is not set up. */
  sender: PostOptions | null;
  log: Logger;
  registry: Registry;
  uploads: Uploads;
  /** Where the product is reached; links in mail begin with it. */
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
  const { db } = services;
  const mailer = mailerFor(config, db);
  const notices = startNotices({ services, sender, log, registry, mailer, url, withheld: withheld(config) });
  const worker = startWorker({ db, log, handlers: jobHandlers(config, db, mailer, url, notices) });
  const pictureWorker = startWorker({ db, log, handlers: uploads.jobs, atOnce: 1 });
  const work = [
    notices,
    worker,
    pictureWorker,
    uploads.startSweeping(log),
    startHousekeeping({ db, log }),
    startBookingClock({ db, log }),
    startSearchMatcher({ db, log }),
  ];
  opened.add("mail", () => mailer.close());
  // At the same time: each finishes what is under way, and what does not end in time is done again after the next start.
  opened.add("background work", () => allStopped(work), { withinMs: 1500 });
}

async function allStopped(work: readonly { stop(): Promise<void> }[]): Promise<void> {
  const ends = await Promise.allSettled(work.map((one) => one.stop()));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

function mailerFor(config: Config, db: Knex): Mailer {
  // A start without both is refused.
  return config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : demoMailer(db);
}

/** Whoever reads the demo's mailbox must not take its logins away from everybody else. */
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
    "notice-mail": notices["notice-mail"],
  };
}
