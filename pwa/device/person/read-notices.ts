// Decides which notifications are outdated. The page and the service worker use the same rule.

/** Data of our notifications: address, receiver, and id of the newest message. */
export type NoticeData = { path?: unknown; person?: unknown; latest?: unknown };

/**
 * Closes notifications about read messages.
 * A message unknown to this device counts as unread: a push may arrive before its rows.
 */
export async function closeReadNotices(
  notices: readonly Notification[],
  isRead: (messageId: string) => boolean | Promise<boolean>,
): Promise<void> {
  for (const notice of notices) {
    const { latest } = (notice.data ?? {}) as NoticeData;
    if (typeof latest === "string" && (await isRead(latest))) notice.close();
  }
}
