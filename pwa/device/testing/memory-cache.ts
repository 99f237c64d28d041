// A cache of the browser in memory, for tests.

/** As much of the browser's cache as is used here. */
export class MemoryCache {
  readonly entries = new Map<string, string>();
  match(url: string) {
    return Promise.resolve(this.entries.has(url) ? new Response(this.entries.get(url)) : undefined);
  }
  matchAll() {
    return Promise.resolve([...this.entries.values()].map((text) => new Response(text)));
  }
  keys() {
    return Promise.resolve([...this.entries.keys()].map((url) => ({ url })));
  }
  async put(url: string, response: Response) {
    this.entries.set(url, await response.text());
  }
  delete({ url }: { url: string }) {
    return Promise.resolve(this.entries.delete(url));
  }
}
