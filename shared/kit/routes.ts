// Splits routes and fills in their paths, free of zod: the first bundle loads this file.

/** `/api/aircraft/:id` with `{ id, name }` → path `/api/aircraft/…` and the remaining fields. */
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
