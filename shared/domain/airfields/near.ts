// A search near an airfield or near this device, as the search field and addresses carry it. The first view loads this file.

/** `within` in nautical miles; without it a search finds all aircraft and sorts them by distance. */
export type Near = {
  /** Identifier of an airfield, or `HERE`. */
  id: string;
  within?: number | undefined;
};

/** Stands for the position of the device: no address contains where somebody is. */
export const HERE = "me";
const HERE_WORDS = "my position";

/** `KMYF`, `Within 50 nm of KMYF`, `Near my position` */
export function nearText({ id, within }: Near): string {
  if (id !== HERE) return within ? `Within ${within} nm of ${id}` : id;
  return within ? `Within ${within} nm of ${HERE_WORDS}` : `Near ${HERE_WORDS}`;
}

/** The inverse of `nearText`. Only capitals are an identifier: `aus` is the beginning of a place. */
export function nearOf(text: string): Near | undefined {
  const [, within, name] = /^(?:Within (\d{1,4}) nm of |Near )?([A-Z0-9]{3,4}|my position)$/.exec(text.trim()) ?? [];
  if (!name) return undefined;
  return { id: name === HERE_WORDS ? HERE : name, within: Number(within) || undefined };
}
