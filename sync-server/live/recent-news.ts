// What became of buckets in the last moments. A phone reads the manifest, which may be a few seconds old, and says later which buckets it
// follows: what was published in between it would hear of only with its next look at the manifest.
import type { BucketNews } from "../catalogue/catalogue.ts";

/** Longer than a manifest may be old and a slow page takes to open its line, in milliseconds. */
const KEPT_MS = 20_000;

export function createRecentNews(now: () => number = () => performance.now()) {
  // In the order of the news, the oldest first.
  const heads = new Map<string, { head: number; at: number }>();

  function forgetOld(): void {
    for (const [bucket, { at }] of heads) {
      if (now() - at < KEPT_MS) return;
      heads.delete(bucket);
    }
  }

  return {
    note({ bucket, head }: BucketNews): void {
      forgetOld();
      heads.delete(bucket);
      heads.set(bucket, { head, at: now() });
    },
    /** Where the buckets stand that moved a moment ago. */
    heads(): { bucket: string; head: number }[] {
      forgetOld();
      return [...heads].map(([bucket, { head }]) => ({ bucket, head }));
    },
  };
}
