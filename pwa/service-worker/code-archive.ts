// The first installation gets the app's code in one request: hundreds of requests one after the other take minutes on a slow link.
// Updates fetch changed files one by one, unless most files have changed.

/** Contents of the archive by path, as `{ "assets/x-01234567.js": "..." }`. The build writes it (vite.config.ts). */
type CodeArchive = Record<string, string>;

export function isCodeArchive(pathname: string): boolean {
  return /^\/assets\/code-[\w-]+\.json$/.test(pathname);
}

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json; charset=utf-8",
};

/** These headers describe the archive's own bytes. All others, the policies among them, apply to each file. */
const ofTheArchive = ["content-encoding", "content-length", "etag", "last-modified"];

/**
 * Puts the archive's files into the cache, if it lacks more than half of `paths`. Never rejects: files that are not there afterwards, and
 * those that the archive leaves out, are fetched one by one.
 */
export async function unpackCode(archive: string, paths: readonly string[], cacheName: string): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    const missing = paths.filter((path) => !kept.has(path));
    if (missing.length <= paths.length / 2) return;
    const response = await fetch(archive, { priority: "low" });
    if (!response.ok) return;
    const headers = new Headers(response.headers);
    for (const name of ofTheArchive) headers.delete(name);
    const files = (await response.json()) as CodeArchive;
    const puts: Promise<void>[] = [];
    for (const path of missing) {
      const text = files[path.slice(1)];
      const type = types[path.slice(path.lastIndexOf(".") + 1)];
      if (text === undefined || !type) continue;
      headers.set("content-type", type);
      puts.push(cache.put(new URL(path, location.href).href, new Response(text, { headers })));
    }
    await Promise.all(puts);
  } catch {
    // Without a network, without room, or with an answer of something else than our server: each file is tried on its own.
  }
}
