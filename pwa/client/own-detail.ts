// One aircraft in full, for its owner as this device has it: also before the server has heard of it.
import type { Owner, OwnUser } from "../../shared/domain/accounts.ts";
import { useDeletedListings } from "./deleted-listings.ts";
import { useAircraftDetail, type AircraftDetail } from "./details.ts";
import { useRow, type Waiting } from "./rows.ts";
import { useAuth } from "./session.tsx";

export type ShownDetail = {
  detail: AircraftDetail;
  /** What has not left this device, or was refused; and the entry that carries it. */
  waiting?: Waiting | undefined;
  entryId?: string | undefined;
};

export function useShownDetail(id: string): ShownDetail {
  const { user } = useAuth();
  const detail = useAircraftDetail(id);
  const row = useRow("aircraft", user ? id : null);
  const deleted = useDeletedListings();
  if (deleted.waiting.has(id) || (deleted.gone.has(id) && !row)) return { detail: missing };
  if (!user || !row || row.id !== id || row.ownerId !== user.id) return { detail };
  const { waiting, entryId, entryIds: _, ...aircraft } = row;
  const known = detail.state === "ready" ? detail : null;
  return {
    waiting,
    entryId,
    detail: {
      state: "ready",
      aircraft,
      owner: known?.owner ?? asOwner(user),
      pictures: known?.pictures,
      reviews: known?.reviews ?? [],
      asOf: known?.asOf ?? aircraft.createdAt,
      fromDevice: known?.fromDevice ?? false,
    },
  };
}

const missing: AircraftDetail = {
  state: "missing",
  aircraft: null,
  owner: null,
  reviews: [],
  asOf: null,
  fromDevice: false,
};

function asOwner(user: OwnUser): Owner {
  const { id, name, avatarUrl, bio, memberSince, rating, reviewCount, responseTime, verified } = user;
  return { id, name, avatarUrl, bio, memberSince, rating, reviewCount, responseTime, verified };
}
