// Keeps bucket heads for 20 s, so that a client with a stale manifest gets the heads it missed.
import type { BucketUpdate } from "../catalogue/publisher.ts";

/** In milliseconds; longer than a manifest's maximum age plus the time a slow page takes to connect. */
const KEPT_MS = 20_000;

export function createRecentHeads(now: () => number = () => performance.now()) {
  // In order of publication, the oldest first.
  const heads = new Map<string, { head: number; at: number }>();

  function forgetOld(): void {
    for (const [bucket, { at }] of heads) {
      if (now() - at < KEPT_MS) return;
      heads.delete(bucket);
    }
  }

  return {
    note({ bucket, head }: BucketUpdate): void {
      forgetOld();
      heads.delete(bucket);
      heads.set(bucket, { head, at: now() });
    },
    /** Returns the heads of recently published buckets. */
    heads(): { bucket: string; head: number }[] {
      forgetOld();
      return [...heads].map(([bucket, { head }]) => ({ bucket, head }));
    },
  };
}
