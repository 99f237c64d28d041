// The count on the app's icon.

declare const self: ServiceWorkerGlobalScope;

type Badging = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** Messages that are not read; 0 takes the count away. Never rejects: some systems have no place for it. */
export async function setBadge(unread: number): Promise<void> {
  const icon = self.navigator as Badging;
  const done = unread > 0 ? icon.setAppBadge?.(unread) : icon.clearAppBadge?.();
  await done?.catch(() => undefined);
}
