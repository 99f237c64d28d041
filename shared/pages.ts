// The only list of pages. The app derives its routes from it, the server its HTTP statuses.

/** Paths as the router writes them. */
export const pagePaths = [
  "/",
  "/aircraft/:id",
  "/profile",
  "/profile/:userId",
  "/bookings",
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
  /** The canonical path: lower case, decoded once, without trailing slashes. */
  address: string;
  params: Record<string, string>;
};

const patterns = pagePaths.map((path) => ({ path, parts: partsOf(path) }));

function partsOf(path: string): string[] {
  return path.slice(1).split("/");
}

/** The page at a path. Like the router, it ignores case and trailing slashes. */
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

/** Decodes a part of a path; returns it unchanged if it cannot be decoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
