// Path filling for both sides, free of schemas so that the first screen can load it.

/** `/api/aircraft/:id` with `{ id, name }` → path `/api/aircraft/…` and the fields the path did not take. */
export function fillPath(
  path: string,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const filled = path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path: filled, rest };
}

/** `POST /api/aircraft` → `["POST", "/api/aircraft"]` */
export function splitRoute(route: string): [method: string, path: string] {
  const space = route.indexOf(" ");
  return [route.slice(0, space), route.slice(space + 1)];
}
