// The browser's cache storage in memory. It has a quota, and a test may clear it as a browser does.

type Stored = { url: string; body: Blob; headers: Headers };

const addressOf = (request: RequestInfo | URL) => {
  const text = request instanceof Request ? request.url : String(request);
  const { pathname, search } = new URL(text, "http://localhost");
  return pathname + search;
};

export class BrowserCaches {
  readonly all = new Map<string, Map<string, Stored>>();
  /** Bytes that all caches together may hold. */
  quota = Number.POSITIVE_INFINITY;

  get usage(): number {
    const entries = [...this.all.values()].flatMap((cache) => [...cache.values()]);
    return entries.reduce((sum, { body }) => sum + body.size, 0);
  }

  readonly has = (name: string) => Promise.resolve(this.all.has(name));
  readonly keys = () => Promise.resolve([...this.all.keys()]);
  readonly delete = (name: string) => Promise.resolve(this.all.delete(name));
  /** Looks in the caches in the order of their making, or in the named one. */
  readonly match = async (request: RequestInfo | URL, { cacheName }: MultiCacheQueryOptions = {}) => {
    for (const [name, entries] of this.all) {
      if (cacheName !== undefined && name !== cacheName) continue;
      const found = await this.#cache(entries).match(request);
      if (found) return found;
    }
    return undefined;
  };
  readonly open = (name: string) => {
    const entries = this.all.get(name) ?? new Map<string, Stored>();
    this.all.set(name, entries);
    return Promise.resolve(this.#cache(entries));
  };

  #cache(entries: Map<string, Stored>) {
    const responseOf = ({ body, headers }: Stored) => new Response(body, { headers });
    return {
      match: (request: RequestInfo | URL) => {
        const found = entries.get(addressOf(request));
        return Promise.resolve(found && responseOf(found));
      },
      put: async (request: RequestInfo | URL, response: Response) => {
        const url = addressOf(request);
        const body = await response.blob();
        const before = entries.get(url)?.body.size ?? 0;
        if (this.usage - before + body.size > this.quota)
          throw new DOMException("Quota exceeded.", "QuotaExceededError");
        entries.set(url, { url, body, headers: new Headers(response.headers) });
      },
      keys: () => Promise.resolve([...entries.keys()].map((url) => ({ url: `http://localhost${url}` }))),
      matchAll: () => Promise.resolve([...entries.values()].map(responseOf)),
      delete: (request: RequestInfo | URL | { url: string }) =>
        Promise.resolve(
          entries.delete(addressOf(typeof request === "object" && "url" in request ? request.url : request)),
        ),
    };
  }
}
