// Effects for notices: unread count in title and app icon, open notifications, push subscription, toasts for matches.
// Renders nothing.
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { createStore } from "zustand/vanilla";
import { unreadIn } from "../../../shared/domain/conversations/summaries.ts";
import { isNoticePath } from "../../../shared/pages.ts";
import { useOnline } from "../../client/api/online.ts";
import { useProgress } from "../../client/sync/sync-status.ts";
import { setTitleCount } from "../../client/shell/page-title.ts";
import { useCurrentStore } from "../../client/sync/current-store.ts";
import { useConversationSummaries } from "../../client/sync/rows.ts";
import { useAuth } from "../../client/session/session.tsx";
import { closeReadNotices } from "../../device/person/read-notices.ts";
import { useSearchMatches } from "./search-match-effects.ts";

type Badging = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

export function NoticesEffects() {
  const { user, loading } = useAuth();
  const userId = user?.id ?? null;
  const conversations = useConversationSummaries("unread");
  const isKnown = userId !== null && conversations !== undefined;
  const hasSynced = useProgress((state) => state.hasSynced);
  const unread = isKnown ? unreadIn(conversations) : 0;
  useEffect(() => {
    setTitleCount(unread);
    // The last push may be newer than the device's rows, so its icon count stays until the server answers.
    if (isKnown ? hasSynced : userId === null && !loading) void badge(unread);
  }, [unread, isKnown, hasSynced, userId, loading]);
  useEffect(() => {
    if (isKnown) void closeRead();
  }, [isKnown, conversations]);
  useNotificationClicks();
  useRepairedPush(userId);
  useSearchMatches();
  return null;
}

async function badge(unread: number): Promise<void> {
  const icon = navigator as Badging;
  const done = unread > 0 ? icon.setAppBadge?.(unread) : icon.clearAppBadge?.();
  // Some systems have no icon count.
  await done?.catch(() => undefined);
}

async function closeRead(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const notices = (await registration?.getNotifications?.().catch(() => [])) ?? [];
  const { person } = useCurrentStore.getState();
  const isRead = async (id: string) => (await person?.engine.row("messages", id))?.["read"] === true;
  // A store that was closed meanwhile reads nothing; the next start closes what is left.
  await closeReadNotices(notices, isRead).catch(() => undefined);
}

/** Navigates the open window when the user taps a notification. */
function useNotificationClicks() {
  const navigate = useNavigate();
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const onMessage = ({ data }: MessageEvent) => {
      const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown };
      if (type !== "go" || typeof path !== "string") return;
      void navigate(isNoticePath(path) ? path : "/");
    };
    container?.addEventListener("message", onMessage);
    return () => container?.removeEventListener("message", onMessage);
  }, [navigate]);
}

/** The signed-in user whose push subscription this page has checked. */
const pushChecks = createStore<{ checkedFor: string | null }>(() => ({ checkedFor: null }));

/** Repairs the push subscription once per sign-in, as soon as the network is available. */
function useRepairedPush(userId: string | null) {
  const isOnline = useOnline();
  useEffect(() => {
    if (userId === null) pushChecks.setState({ checkedFor: null });
    if (userId !== null && isOnline && isPushAllowed() && pushChecks.getState().checkedFor !== userId) {
      pushChecks.setState({ checkedFor: userId });
      void repairPush(userId);
    }
  }, [userId, isOnline]);
}

/** Without the user's permission there is no subscription to repair, so the code of push is not needed. */
function isPushAllowed(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

async function repairPush(userId: string): Promise<void> {
  try {
    const { checkPush } = await import("../../client/push/push.ts");
    await checkPush(userId);
  } catch {
    // The code could not be fetched: the next return of the network tries again.
    pushChecks.setState({ checkedFor: null });
  }
}
