// Reads and writes the small part of XML that S3 needs. Its answers are flat lists without attributes, so no parser is needed.

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(parseInt(hex, 16));
    return entities[name ?? ""] ?? whole;
  });
}

/** Returns the text of the first element with a name, or null. */
export function elementText(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`).exec(xml);
  return found ? plain(found[1] ?? "") : null;
}

/** Returns the content of all elements with a name. */
export function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, "g"))].map(
    ([, inside]) => inside ?? "",
  );
}

export function escaped(text: string): string {
  const names = Object.entries(entities);
  return text.replace(/[&<>"']/g, (sign) => `&${names.find(([, meant]) => meant === sign)![0]};`);
}
