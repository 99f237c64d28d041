// Looks after the packs of the user: continues those that wait or lacked room, renews old ones, and finds what the browser has cleared.
import { isOnline } from "../api/online.ts";
import { savesData } from "../../device/save-data.ts";
import { storedUser } from "../session/stored-session.ts";
import { toast } from "../shell/toasts.ts";
import { findCleared, renewPack, storeFullPack, storePack } from "./keep-pack.ts";
import { removePacks } from "./pack-content.ts";
import { packOf, packs, packsOf, type Pack } from "./pack-list.ts";

/** A kept pack is renewed at most this often. */
const RENEW_MS = 60 * 60_000;

/** Checks the packs of the signed-in user, one after the other. Never rejects. */
export async function checkPacks(now: number = Date.now()): Promise<void> {
  const userId = storedUser()?.id;
  if (userId !== undefined) await (await import("../bookings/ended-notes.ts")).removeEndedNotes(now);
  if (userId === undefined || typeof caches === "undefined") return;
  const listed = packsOf(userId);
  // What a removal or a closed app left behind.
  await removePacks(userId, (id) => packOf(userId, id) !== null || packs.getState().leaving.has(id));
  const cleared: Pack[] = [];
  for (const pack of listed) if (await findCleared(userId, pack)) cleared.push(pack);
  if (cleared.length > 0) sayCleared(cleared);
  for (const { id, state, at, bytes, free = 0 } of packsOf(userId)) {
    if (!isOnline() || storedUser()?.id !== userId) return;
    if (state === "waiting") await storePack(userId, id);
    // A browser that promised enough and then refused is not asked each hour.
    if (state === "full" && free < bytes) await storeFullPack(userId, id);
    const isOld = state === "kept" && now - Date.parse(at ?? "") >= RENEW_MS;
    if (isOld && !savesData()) await renewPack(userId, id);
  }
}

function sayCleared(cleared: readonly Pack[]): void {
  const names = cleared.map(({ name }) => name).join(", ");
  toast({ title: "Cleared by the browser", description: `Not on this device any more: ${names}.`, kind: "bad" });
}

/** Checks now; the first call also checks each hour and when the network is back, as long as the page is open. */
export function followPacks(): void {
  const check = () => void checkPacks();
  check();
  if (packs.getState().isFollowed) return;
  packs.setState({ isFollowed: true });
  setInterval(check, RENEW_MS);
  window.addEventListener("online", check);
}
