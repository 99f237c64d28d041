// Drawings of earlier versions, which stored listings still name.

const classOf: Readonly<Record<string, string>> = {
  "high-wing": "single-engine",
  "low-wing": "single-engine",
  tailwheel: "single-engine",
  twin: "multi-engine",
  "twin-turboprop": "turboprop",
  turboprop: "turboprop",
  jet: "jet",
};

/** The drawing of the class that replaces a retired one; null for any other path. */
export function replacementOf(path: string): string | null {
  const [, kind] = /^\/illustrations\/(twin-turboprop|[a-z]+(?:-wing)?)-[a-z-]+\.svg$/.exec(path) ?? [];
  const drawn = kind && classOf[kind];
  return drawn ? `/illustrations/${drawn}.svg` : null;
}
