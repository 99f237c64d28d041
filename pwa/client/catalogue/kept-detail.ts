// Reads a detail that is on this device: from the newest opened ones, else from the user's pack of the aircraft.
import type { DetailRecord } from "../../device/store/catalogue-db.ts";
import type { DetailsStore } from "../../device/store/details-store.ts";
import { packedDetail } from "../packs/pack-content.ts";
import { storedUser } from "../session/stored-session.ts";
import { openedDevice } from "../sync/device.ts";

/** Null when the device code cannot be fetched. */
export async function detailsStore(): Promise<DetailsStore | null> {
  try {
    return (await openedDevice()).details;
  } catch {
    return null;
  }
}

/** Null when this device does not have it. A pack is there also after details were evicted. Never rejects. */
export async function keptDetail(id: string): Promise<Omit<DetailRecord, "openedAt"> | null> {
  const opened = await (await detailsStore())?.get(id);
  if (opened) return opened;
  const user = storedUser();
  return user && (await packedDetail(user.id, id));
}
