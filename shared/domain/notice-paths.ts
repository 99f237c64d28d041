// The paths that notices open. Apart from their other rules, because every page loads this after the first paint.

const id = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const noticePath = new RegExp(`^/(messages(\\?with=${id})?|aircraft/${id}|settings|profile)$`);

/** The only paths a notice may open. */
export function isNoticePath(path: string): boolean {
  return noticePath.test(path);
}
