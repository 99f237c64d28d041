// The service worker: opens the app offline, caches pictures and sends the outbox. A new version waits until the user accepts it, so a
// running page keeps its version.
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { answerAirfields, isAirfieldsRequest } from "./airfields-file.ts";
import { onNoticeClick, onPush, onSubscriptionChange } from "./notices.ts";
import { sendOutbox } from "./outbox.ts";
import { answerPicture, isPictureRequest } from "./picture-requests.ts";
import { answerText, isTextRequest, storeTexts } from "./site-texts.ts";

declare const self: ServiceWorkerGlobalScope & {
  /** The shell's files with their revisions, inserted by the build. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Every page starts from the cached shell, even an unknown address, so nothing waits for the network. Paths that are not pages, and paths
// with a file extension, pass through.
const nonPagePaths = [
  /^\/(api|objects|s3|illustrations|assets)\//,
  /^\/(healthz|readyz|metrics)$/,
  /\.[a-z0-9]{2,11}$/i,
];
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: nonPagePaths }));

registerRoute(isPictureRequest, answerPicture);
registerRoute(isTextRequest, answerText);
registerRoute(isAirfieldsRequest, answerAirfields);

self.addEventListener("message", ({ data }: ExtendableMessageEvent) => {
  if ((data as { type?: unknown } | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});

/** Background Sync, which TypeScript's library does not declare. */
type SyncEvent = ExtendableEvent & { tag: string };

// Not awaited: requests of the page wait until the worker is active.
self.addEventListener("activate", () => void storeTexts());

// Fires when the network is back, with or without an open page.
self.addEventListener("sync", (event: Event) => {
  const { tag } = event as SyncEvent;
  if (tag === "outbox") (event as SyncEvent).waitUntil(sendOutbox());
});

self.addEventListener("push", (event) => event.waitUntil(onPush(event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(onNoticeClick(event.notification)));
// TypeScript's library declares it as a plain event.
self.addEventListener("pushsubscriptionchange", (event: Event) => {
  const { newSubscription } = event as Event & { newSubscription?: PushSubscription | null };
  (event as ExtendableEvent).waitUntil(onSubscriptionChange(newSubscription ?? null));
});

// Claims pages on the first visit; later versions get their pages by reload.
clientsClaim();
