// Decides which notifications close. The page and the service worker use the same rules.

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

/**
 * Closes the notifications of every user. The neutral one stays: it names nobody, and a late push may just have shown
 * it.
 */
export function closePersonalNotices(notices: readonly Notification[]): void {
  for (const notice of notices) if (((notice.data ?? {}) as NoticeData).person !== undefined) notice.close();
}
