// The one list of screens with an address: the app takes its routes from it, the server its statuses.

/** Paths as the router writes them. */
export const pagePaths = [
  "/",
  "/aircraft/:id",
  "/profile",
  "/profile/:userId",
  "/messages",
  "/favorites",
  "/how-it-works",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/admin",
  "/settings",
  "/unsubscribe",
  "/demo/mail",
] as const;

export type PagePath = (typeof pagePaths)[number];

export type FoundPage = {
  path: PagePath;
  /** The one spelling of this address: lower case, decoded once, without slashes at the end. */
  address: string;
  params: Record<string, string>;
};

const patterns = pagePaths.map((path) => ({ path, parts: partsOf(path) }));

function partsOf(path: string): string[] {
  return path.slice(1).split("/");
}

/** The page at an address, found as the router finds it: case and slashes at the end do not matter. */
export function findPage(pathname: string): FoundPage | null {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === "/") end--;
  if (!pathname.startsWith("/")) return null;
  const given = partsOf(pathname.slice(0, end)).map(decoded);
  for (const { path, parts } of patterns) {
    if (parts.length !== given.length) continue;
    const found = taken(parts, given);
    if (found) return { path, ...found };
  }
  return null;
}

function taken(parts: readonly string[], given: readonly string[]): Omit<FoundPage, "path"> | null {
  const params: Record<string, string> = {};
  const address: string[] = [];
  for (const [at, part] of parts.entries()) {
    const text = given[at]?.toLowerCase() ?? "";
    if (part.startsWith(":") ? text === "" : text !== part) return null;
    if (part.startsWith(":")) params[part.slice(1)] = text;
    address.push(encodeURIComponent(text));
  }
  return { address: `/${address.join("/")}`, params };
}

/** A part that cannot be decoded is no name of anything. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
