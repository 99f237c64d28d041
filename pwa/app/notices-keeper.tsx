// Keeps what stands outside of the page in step with it: the count in the title and on the app's icon, notifications of what has been
// read, push on this device. Draws nothing.
import { useEffect, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { conversationTag, isNoticePath } from "../../shared/domain/notices-rules.ts";
import { useOnline } from "../client/online.ts";
import { setTitleCount } from "../client/page-title.ts";
import { checkPush } from "../client/push.ts";
import { useRows } from "../client/rows.ts";
import { useAuth } from "../client/session.tsx";

type Badging = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

export function NoticesKeeper() {
  const { user } = useAuth();
  const userId = user?.id ?? null;
  const messages = useRows("messages", userId === null ? undefined : { receiverId: userId, read: false });
  const isKnown = userId !== null && messages !== undefined;
  const unread = isKnown ? messages.length : 0;
  const senders = useMemo(
    () => (isKnown ? [...new Set(messages.map(({ senderId }) => senderId))].sort().join() : null),
    [isKnown, messages],
  );
  useEffect(() => {
    setTitleCount(unread);
    // Not known is not none: the icon keeps what the last push said.
    if (isKnown || userId === null) void badge(unread);
  }, [unread, isKnown, userId]);
  useEffect(() => {
    if (senders !== null) void closeRead(senders.split(","));
  }, [senders]);
  useWayFromNotices();
  useRepairedPush(userId);
  return null;
}

async function badge(unread: number): Promise<void> {
  const icon = navigator as Badging;
  const done = unread > 0 ? icon.setAppBadge?.(unread) : icon.clearAppBadge?.();
  // Some systems have no place for it.
  await done?.catch(() => undefined);
}

/** Notifications of conversations in which nothing is unread any more, whoever read it. */
async function closeRead(senders: readonly string[]): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const tags = new Set(senders.map(conversationTag));
  for (const notice of (await registration?.getNotifications?.().catch(() => [])) ?? [])
    if (notice.tag.startsWith(conversationTag("")) && !tags.has(notice.tag)) notice.close();
}

/** A tap on a notification leads the window that is open. */
function useWayFromNotices() {
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

/** Once a visit, with the first network there is. */
function useRepairedPush(userId: string | null) {
  const isOnline = useOnline();
  useEffect(() => {
    if (userId !== null && isOnline && looked !== userId) {
      looked = userId;
      void checkPush(userId);
    }
  }, [userId, isOnline]);
}
let looked = "";
