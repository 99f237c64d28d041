// The unread count on the app icon.

declare const self: ServiceWorkerGlobalScope;

type Badging = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** Sets the count of unread messages; 0 clears it. Never rejects, since some systems have no icon count. */
export async function setBadge(unread: number): Promise<void> {
  const icon = self.navigator as Badging;
  const done = unread > 0 ? icon.setAppBadge?.(unread) : icon.clearAppBadge?.();
  await done?.catch(() => undefined);
}
