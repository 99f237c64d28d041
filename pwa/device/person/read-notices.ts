// Which notifications say nothing new any more. The page and the service worker close them by the same rule.

/** What a notification of ours carries: where it leads, for whom, and the id of the newest message it tells of. */
export type NoticeData = { path?: unknown; person?: unknown; latest?: unknown };

/**
 * Closes what tells of messages that have been read, wherever that was. A message this device has not heard of yet counts as unread: a
 * push may be faster than its rows, and what the rows of before say about the conversation is older than the notice.
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
