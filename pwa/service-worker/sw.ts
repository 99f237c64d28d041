// The service worker: opens the app offline, caches pictures and sends the outbox. A new version waits until the user accepts it, so a
// running page keeps its version.
import { cacheNames, clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { answerAirfields, isAirfieldsFile, isAirfieldsRequest, keepAirfields } from "./airfields-file.ts";
import { isCodeArchive, unpackCode } from "./code-archive.ts";
import { answerLater, isLaterRequest, keepLater } from "./later-files.ts";
import { onNoticeClick, onPush, onSubscriptionChange } from "./notices.ts";
import { sendOutbox } from "./outbox.ts";
import { answerPicture, isPictureRequest } from "./picture-requests.ts";
import { answerText, isTextRequest, storeTexts } from "./site-texts.ts";
import { addStaticRoutes, dropOtherHomes, homeCacheOf, type InstallEvent } from "./static-routes.ts";

declare const self: ServiceWorkerGlobalScope;

/** A file of the app with its revision, null where its name has its hash; `isLater`: few people open what needs it. */
type AppFile = { url: string; revision: string | null; isLater?: true };

/** The file that every page starts from. */
const PAGE = "/index.html";
/** Inserted by the build. */
const files = self.__WB_MANIFEST as AppFile[];
const pathOf = ({ url }: AppFile) => `/${url}`;
const airfields = files.map(pathOf).find(isAirfieldsFile);
const archive = files.map(pathOf).find(isCodeArchive);
const later = files.filter(({ isLater }) => isLater).map(pathOf);
const shellFiles = files.filter((file) => ![airfields, archive].includes(pathOf(file)) && !file.isLater);
const routed = {
  homeCache: homeCacheOf(files.find((file) => pathOf(file) === PAGE)?.revision ?? ""),
  filesCache: cacheNames.precache,
  elsewhere: [...later, ...(airfields ? [airfields] : [])],
};
const shell = new PrecacheController();
shell.addToCacheList(shellFiles);
self.addEventListener("install", (event) => event.waitUntil(install(event)));
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([shell.activate(event), dropOtherHomes(routed.homeCache)])),
);
registerRoute(new PrecacheRoute(shell));
cleanupOutdatedCaches();

async function install(event: InstallEvent): Promise<void> {
  const hashed = shellFiles.filter(({ revision }) => revision === null).map(pathOf);
  if (archive) await unpackCode(archive, hashed, cacheNames.precache);
  await shell.install(event);
  await addStaticRoutes(event, routed, await shell.matchPrecache(PAGE));
}

// Every page starts from the cached shell, even an unknown address, so nothing waits for the network. Paths that are not pages, and paths
// with a file extension, pass through.
const nonPagePaths = [
  /^\/(api|objects|s3|illustrations|assets)\//,
  /^\/(healthz|readyz|metrics)$/,
  /\.[a-z0-9]{2,11}$/i,
];
registerRoute(new NavigationRoute(shell.createHandlerBoundToURL(PAGE), { denylist: nonPagePaths }));

registerRoute(isPictureRequest, answerPicture);
registerRoute(isTextRequest, answerText);
registerRoute(isAirfieldsRequest, answerAirfields);
registerRoute(isLaterRequest(later), answerLater);

async function keepAll(): Promise<void> {
  if (airfields) await keepAirfields(airfields);
  await keepLater(later);
}

self.addEventListener("message", (event: ExtendableMessageEvent) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (type === "SKIP_WAITING") void self.skipWaiting();
  if (type === "CLAIM") event.waitUntil(self.clients.claim());
  // A page says so after its first paint, since it may have opened without this code. A guest's first page does not, so its load stays small.
  if (type === "VISIT") event.waitUntil(keepAll());
  if (type === "SIGNED_IN") event.waitUntil(keepLater(later));
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
