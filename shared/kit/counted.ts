// Whole numbers as text. The first view loads this file.

/** `1204` → `1,204`; for whole numbers. A formatter of the browser would cost a slow phone 40 ms at its first use. */
export function grouped(count: number | bigint): string {
  const digits = String(count);
  const start = digits.startsWith("-") ? 1 : 0;
  let end = digits.length;
  let groups = "";
  for (; end - start > 3; end -= 3) groups = `,${digits.slice(end - 3, end)}${groups}`;
  return digits.slice(0, end) + groups;
}

/** `1 review`, `1,204 reviews`; `many` where the plural does not only add an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
