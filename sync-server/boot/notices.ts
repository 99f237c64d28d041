// Everything that reaches people outside of an open page, put together: keys, push services, workers, figures.
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Config } from "../config.ts";
import type { JobHandlers } from "../jobs/worker.ts";
import type { PushConfig } from "../kit/push-config.ts";
import type { Services } from "../kit/services.ts";
import type { Mailer } from "../mail/transport.ts";
import { endpoints } from "../push/endpoints.ts";
import { pushFigures } from "../push/figures.ts";
import { sendNoticeMail } from "../push/notice-mails.ts";
import type { PostOptions } from "../push/post.ts";
import { vapidKeys } from "../push/vapid.ts";
import { startPushWorker } from "../push/worker.ts";

export type NoticesOptions = {
  services: Services;
  /** Null where push is not set up. */
  sender: PostOptions | null;
  log: Logger;
  registry: Registry;
  mailer: Mailer;
  /** Where the product is reached; links in mail begin with it. */
  url: string;
  /** Addresses that get no mail. */
  withheld: ReadonlySet<string>;
};

export type Notices = Pick<JobHandlers, "notice-mail"> & { stop(): Promise<void> };

/**
 * The keys of push and the services it posts to; null where push is not set up.
 * @throws StartError when the keys cannot be used
 */
export function pushSender(config: Config): PostOptions | null {
  const keys = vapidKeys(config);
  return keys && { endpoints: endpoints({ hosts: config.PUSH_HOSTS, testOrigin: config.PUSH_TEST_ORIGIN }), keys };
}

export function pushConfigOf({ keys, endpoints: { mayPost } }: PostOptions): PushConfig {
  return { publicKey: keys.publicKey, mayPost };
}

export function startNotices({ services, sender, log, registry, mailer, url, withheld }: NoticesOptions): Notices {
  if (!sender) log.warn("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set: nobody can be told by push");
  const figures = pushFigures(services.db, registry);
  const worker = startPushWorker({ services, log, sender, told: figures });
  return {
    "notice-mail": (subject) =>
      sendNoticeMail({ services, mailer, baseUrl: url, withheld, sent: figures.mailed }, subject),
    stop: () => worker.stop(),
  };
}
