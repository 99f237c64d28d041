// Catalogue files in memory: immutable, so what is here never has to be asked for again. Least recently used go first.

export type FileCache = {
  /** The bytes under a key, loaded once however many ask at the same time; null when there are none. */
  get(key: string, load: () => Promise<Buffer | null>): Promise<Buffer | null>;
  put(key: string, body: Buffer): void;
  /** Bytes held at the moment. */
  readonly bytes: number;
};

/** What keeping an entry costs besides its bytes; a missing file costs this alone. */
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
      // A load that fails is thrown to those who asked, and tried again by the next.
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
