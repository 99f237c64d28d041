// Caches catalogue files in memory. Files are immutable, so entries never expire; the least recently used leave first.

export type FileCache = {
  /** Returns the bytes of a key; concurrent calls share one load. Null when there are none. */
  get(key: string, load: () => Promise<Buffer | null>): Promise<Buffer | null>;
  put(key: string, body: Buffer): void;
  /** Bytes in the cache now. */
  readonly bytes: number;
};

/** Memory per entry besides its bytes; a missing file costs only this. */
const ENTRY_BYTES = 200;

export function fileCache(limitBytes: number): FileCache {
  const kept = new Map<string, Buffer | null>();
  const loading = new Map<string, Promise<Buffer | null>>();
  let bytes = 0;

  const costOf = (body: Buffer | null) => ENTRY_BYTES + (body?.length ?? 0);

  function keep(key: string, body: Buffer | null): void {
    if (kept.has(key)) forget(key);
    kept.set(key, body);
    bytes += costOf(body);
    while (bytes > limitBytes && kept.size > 1) forget(kept.keys().next().value!);
  }

  function forget(key: string): void {
    bytes -= costOf(kept.get(key) ?? null);
    kept.delete(key);
  }

  async function get(key: string, load: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    let under = loading.get(key);
    if (!under) {
      under = load().finally(() => loading.delete(key));
      loading.set(key, under);
      // A failed load rejects its callers, and the next call loads again.
      under.then((body) => keep(key, body)).catch(() => {});
    }
    return under;
  }

  return {
    get,
    put: keep,
    get bytes() {
      return bytes;
    },
  };
}
