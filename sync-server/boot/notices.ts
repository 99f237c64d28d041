// Everything that reaches people outside of an open page, put together: keys, push services, workers, figures.
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Config } from "../config.ts";
import { setPushConfig } from "../domain/notices/push-config.ts";
import type { JobHandlers } from "../jobs/worker.ts";
import type { Mailer } from "../mail/transport.ts";
import { endpoints } from "../push/endpoints.ts";
import { pushFigures } from "../push/figures.ts";
import { sendNoticeMail } from "../push/notice-mails.ts";
import { vapidKeys } from "../push/vapid.ts";
import { startPushWorker } from "../push/worker.ts";

export type NoticesOptions = {
  config: Config;
  db: Knex;
  log: Logger;
  registry: Registry;
  mailer: Mailer;
  /** Where the product is reached; links in mail begin with it. */
  url: string;
  /** Addresses that get no mail. */
  withheld: ReadonlySet<string>;
};

export type Notices = Pick<JobHandlers, "notice-mail"> & { stop(): Promise<void> };

/** @throws StartError when the keys of push cannot be used */
export function startNotices({ config, db, log, registry, mailer, url, withheld }: NoticesOptions): Notices {
  const keys = vapidKeys(config);
  const services = endpoints({ hosts: config.PUSH_HOSTS, testOrigin: config.PUSH_TEST_ORIGIN });
  if (keys) setPushConfig(db, { publicKey: keys.publicKey, mayPost: services.mayPost });
  else log.warn("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set: nobody can be told by push");
  const figures = pushFigures(db, registry);
  const sender = keys && { endpoints: services, keys };
  const worker = startPushWorker({ db, log, sender, told: figures });
  return {
    "notice-mail": (subject) => sendNoticeMail({ db, mailer, baseUrl: url, withheld, sent: figures.mailed }, subject),
    stop: () => worker.stop(),
  };
}
