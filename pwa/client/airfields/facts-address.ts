/** The address of an airfield's facts in caches of the browser, packs included. No page has it. */
export function factsAddress(identifier: string): string {
  return `/airfield-facts/${identifier}`;
}
