// The detail of an aircraft for its page, merged with the user's own row, also before the server has it.
import { useEffect } from "react";
import { create } from "zustand";
import type { Owner, OwnUser } from "../../../shared/domain/accounts.ts";
import { useDeletedListings } from "./deleted-listings.ts";
import { useHiddenOwners } from "../safety/hidden-owners.ts";
import { useServerDetail } from "../catalogue/details.ts";
import type { AircraftDetail } from "../catalogue/detail-source.ts";
import { useRow, type RowStatus } from "../sync/rows.ts";
import { useAuth } from "../session/session.tsx";

export type DetailView = {
  detail: AircraftDetail;
  /** The status of an unsent or refused change, and the id of its outbox entry. */
  waiting?: RowStatus | undefined;
  entryId?: string | undefined;
};

type DetailOf = { id: string; shown: DetailView };

const useDetailPage = create<{
  /** The detail that stays on the screen while its aircraft is being deleted. */
  held: DetailOf | null;
  /** The detail that the page shows now. */
  onScreen: DetailOf | null;
}>(() => ({ held: null, onScreen: null }));

/**
 * Keeps the page of an aircraft on the screen during its deletion, because the server may refuse. Returns a function
 * that ends this; leaving the page ends it too.
 */
export function keepPageDuringDeletion(id: string): () => void {
  const { onScreen } = useDetailPage.getState();
  if (onScreen?.id === id) useDetailPage.setState({ held: onScreen });
  return () => useDetailPage.setState({ held: null });
}

/** The detail of an aircraft as its page shows it. */
export function useDetailView(id: string): DetailView {
  const now = useMergedDetail(id);
  const held = useDetailPage((state) => state.held);
  const shown = held?.id === id && now.detail.state === "missing" ? held.shown : now;
  useEffect(() => {
    useDetailPage.setState({ onScreen: { id, shown } });
  });
  useEffect(() => {
    return () => {
      useDetailPage.setState({ held: null, onScreen: null });
    };
  }, [id]);
  return shown;
}

function useMergedDetail(id: string): DetailView {
  const { user } = useAuth();
  const detail = useServerDetail(id);
  const row = useRow("aircraft", user ? id : null);
  const deleted = useDeletedListings();
  const hidden = useHiddenOwners();
  // A copy on this device may be older than the block; an admin sees every listing.
  if (detail.state === "ready" && hidden.has(detail.owner.id) && !user?.isAdmin) return { detail: missing };
  if (deleted.waiting.has(id) || (deleted.gone.has(id) && !row)) return { detail: missing };
  if (!user || !row || row.id !== id || row.ownerId !== user.id) return { detail };
  const { waiting, entryId, entryIds: _, ...aircraft } = row;
  const known = detail.state === "ready" ? detail : null;
  return {
    waiting,
    entryId,
    detail: {
      state: "ready",
      aircraft: { ...aircraft, verifiedAt: known?.aircraft.verifiedAt },
      owner: known?.owner ?? asOwner(user),
      pictures: known?.pictures,
      airfield: known?.airfield,
      reviews: known?.reviews ?? [],
      asOf: known?.asOf ?? aircraft.createdAt,
      isUnconfirmed: known?.isUnconfirmed ?? false,
    },
  };
}

const missing: AircraftDetail = {
  state: "missing",
  aircraft: null,
  owner: null,
  reviews: [],
  asOf: null,
  isUnconfirmed: false,
};

function asOwner(user: OwnUser): Owner {
  const { id, name, avatarUrl, bio, memberSince, rating, reviewCount, responseTime, verified } = user;
  return {
    id,
    name,
    avatarUrl,
    bio,
    memberSince,
    rating,
    reviewCount,
    responseTime,
    verified,
    replyMinutes: null,
    replyRate: null,
  };
}
