// The only list of pages, and what finds one by its address. The app shows the page, the server answers with its HTTP status.

/** The address of each text about this site. Two folders of their own, so that no other page collides with them. */
export const textPages = {
  contact: "/help/contact",
  bookings: "/help/bookings",
  verified: "/help/verified",
  terms: "/legal/terms",
  privacy: "/legal/privacy",
  license: "/legal/license",
} as const;

export type TextName = keyof typeof textPages;

export function isTextName(name: string): name is TextName {
  return Object.hasOwn(textPages, name);
}

/** Paths as the router writes them. */
export const pagePaths = [
  "/",
  "/map",
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
  "/account",
  "/confirm-email",
  "/on-this-device",
  "/wallet",
  "/unsubscribe",
  "/demo/mail",
  textPages.contact,
  textPages.bookings,
  textPages.verified,
  textPages.terms,
  textPages.privacy,
  textPages.license,
] as const;

export type PagePath = (typeof pagePaths)[number];

/** Pages of a user whose document has their first frame: all that they show before the device knows its user. */
export const framedPages = ["/messages"] as const satisfies readonly PagePath[];
export type FramedPage = (typeof framedPages)[number];

export const isFramedPage = (path: PagePath): path is FramedPage => framedPages.some((one) => one === path);

/** Any other page that depends on its user, so that only the device renders it. The server adds the names of its files. */
export type DevicePage = { page: "device"; path: PagePath };

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

const id = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const noticePath = new RegExp(`^/(messages(\\?with=${id})?|aircraft/${id}|settings|profile)$`);

/** The only paths a notice may open. */
export function isNoticePath(path: string): boolean {
  return noticePath.test(path);
}
