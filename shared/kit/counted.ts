// A number with its noun. The first view loads this file.

/** `1 review`, `1,204 reviews`; `many` where the plural does not only add an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
