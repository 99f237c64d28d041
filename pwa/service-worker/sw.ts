// The service worker: opens the app without a network, keeps pictures and sends what waits. It never takes a page over from the version
// that runs there; a new one waits until the person says so.
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { onNoticeClick, onPush, onSubscriptionChange } from "./notices.ts";
import { sendOutbox } from "./outbox.ts";
import { answerPicture, isPictureRequest } from "./pictures.ts";

declare const self: ServiceWorkerGlobalScope & {
  /** The shell's files with their revisions, put in by the build. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Every page starts from the kept shell, known address or not: nothing waits for the network. What is no page is let
// through, and so is everything with a file's ending.
const noPages = [/^\/(api|objects|s3|illustrations|assets)\//, /^\/(healthz|readyz|metrics)$/, /\.[a-z0-9]{2,11}$/i];
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: noPages }));

registerRoute(isPictureRequest, answerPicture);

self.addEventListener("message", ({ data }: ExtendableMessageEvent) => {
  if ((data as { type?: unknown } | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});

/** Background Sync, which the standard library of types does not know. */
type SyncEvent = ExtendableEvent & { tag: string };

// The browser found a network, with or without a page of ours.
self.addEventListener("sync", (event: Event) => {
  const { tag } = event as SyncEvent;
  if (tag === "outbox") (event as SyncEvent).waitUntil(sendOutbox());
});

self.addEventListener("push", (event) => event.waitUntil(onPush(event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(onNoticeClick(event.notification)));
// The library of types takes it for a plain event.
self.addEventListener("pushsubscriptionchange", (event: Event) => {
  const { newSubscription } = event as Event & { newSubscription?: PushSubscription | null };
  (event as ExtendableEvent).waitUntil(onSubscriptionChange(newSubscription ?? null));
});

// The very first visit is looked after at once; later versions get their pages by the reload they ask for.
clientsClaim();
