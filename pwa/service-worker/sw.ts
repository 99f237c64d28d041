// The service worker: opens the app offline, caches pictures and sends the outbox. A new version waits until the user accepts it, so a
// running page keeps its version.
import { cacheNames, clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import {
  AIRFIELDS_FILES,
  answerAirfields,
  isAirfieldsFile,
  isAirfieldsRequest,
  keepAirfields,
} from "./airfields-file.ts";
import { isCodeArchive, unpackCode } from "./code-archive.ts";
import { answerLater, isLaterRequest, keepLater } from "./later-files.ts";
import { onNoticeClick, onPush, onSubscriptionChange } from "./notices.ts";
import { sendOutbox } from "./outbox.ts";
import { answerPicture, isPictureRequest } from "./picture-requests.ts";
import { answerText, isTextRequest, storeTexts } from "./site-texts.ts";
import { addStaticRoutes, type InstallEvent } from "./static-routes.ts";

declare const self: ServiceWorkerGlobalScope;

/** A file of the app with its revision, null where its name has its hash; `isLater`: few people open what needs it. */
type AppFile = { url: string; revision: string | null; isLater?: true };

/** Inserted by the build. */
const files = self.__WB_MANIFEST as AppFile[];
const pathOf = ({ url }: AppFile) => `/${url}`;
const airfields = files.map(pathOf).find(isAirfieldsFile);
const archive = files.map(pathOf).find(isCodeArchive);
const later = files.filter(({ isLater }) => isLater).map(pathOf);
/** Whether this worker has looked for them since it started. */
const looked = { isDone: false };
async function keepAllCode(): Promise<void> {
  if (looked.isDone) return;
  looked.isDone = true;
  await keepLater(later);
}
// Ahead of the routes: an answered event reaches no further listener. The first page of a guest never comes here, so its load stays small.
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  if (airfields) event.waitUntil(keepAirfields(airfields));
  event.waitUntil(keepAllCode());
});
const shellFiles = files.filter((file) => ![airfields, archive].includes(pathOf(file)) && !file.isLater);
const shell = new PrecacheController();
shell.addToCacheList(shellFiles);
self.addEventListener("install", (event) => event.waitUntil(install(event)));
self.addEventListener("activate", (event) => event.waitUntil(shell.activate(event)));
registerRoute(new PrecacheRoute(shell));
cleanupOutdatedCaches();

async function install(event: InstallEvent): Promise<void> {
  const hashed = shellFiles.filter(({ revision }) => revision === null).map(pathOf);
  if (archive) await unpackCode(archive, hashed, cacheNames.precache);
  await shell.install(event);
  await addStaticRoutes(event, cacheNames.precache, [AIRFIELDS_FILES, ...later]);
}

// Every page starts from the cached shell, even an unknown address, so nothing waits for the network. Paths that are not pages, and paths
// with a file extension, pass through.
const nonPagePaths = [
  /^\/(api|objects|s3|illustrations|assets)\//,
  /^\/(healthz|readyz|metrics)$/,
  /\.[a-z0-9]{2,11}$/i,
];
registerRoute(new NavigationRoute(shell.createHandlerBoundToURL("/index.html"), { denylist: nonPagePaths }));

registerRoute(isPictureRequest, answerPicture);
registerRoute(isTextRequest, answerText);
registerRoute(isAirfieldsRequest, answerAirfields);
registerRoute(isLaterRequest(later), answerLater);

self.addEventListener("message", (event: ExtendableMessageEvent) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (type === "SKIP_WAITING") void self.skipWaiting();
  if (type === "CLAIM") event.waitUntil(self.clients.claim());
  // The first page of a new user opened without this worker, or as that of a guest.
  if (type === "SIGNED_IN") event.waitUntil(keepAllCode());
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
