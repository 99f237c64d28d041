// Creates everything that sends notices: VAPID keys, push endpoints, the push worker, notice mails and metrics.
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Config } from "../config.ts";
import type { JobHandlers } from "../jobs/worker.ts";
import type { PushConfig } from "../kit/push-config.ts";
import type { Services } from "../kit/services.ts";
import type { Mailer } from "../mail/transport.ts";
import { endpoints } from "../push/endpoints.ts";
import { pushMetrics } from "../push/push-metrics.ts";
import { sendNoticeMail } from "../push/notice-mails.ts";
import type { PostOptions } from "../push/post.ts";
import { vapidKeys } from "../push/vapid.ts";
import { startPushWorker } from "../push/worker.ts";

export type NoticesOptions = {
  services: Services;
  /** Null without VAPID keys. */
  sender: PostOptions | null;
  log: Logger;
  registry: Registry;
  mailer: Mailer;
  /** Public origin of the site; links in mails begin with it. */
  url: string;
  /** Addresses that get no mail. */
  withheld: ReadonlySet<string>;
};

export type Notices = Pick<JobHandlers, "notice-mail"> & { stop(): Promise<void> };

/**
 * Returns the VAPID keys and allowed push services; null without keys.
 * @throws StartError when the keys are invalid
 */
export function pushSender(config: Config): PostOptions | null {
  const keys = vapidKeys(config);
  return (
    keys && { endpoints: endpoints({ hosts: config.PUSH_HOSTS, testOrigin: config.PUSH_TEST_ORIGIN }), vapidKeys: keys }
  );
}

export function pushConfigOf({ vapidKeys, endpoints: { mayPost } }: PostOptions): PushConfig {
  return { publicKey: vapidKeys.publicKey, mayPost };
}

export function startNotices({ services, sender, log, registry, mailer, url, withheld }: NoticesOptions): Notices {
  if (!sender) log.warn("VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set: push is off");
  const metrics = pushMetrics(services.db, registry);
  const worker = startPushWorker({ services, log, sender, metrics });
  return {
    "notice-mail": (subject) =>
      sendNoticeMail({ services, mailer, baseUrl: url, withheld, sent: metrics.mailed }, subject),
    stop: () => worker.stop(),
  };
}
