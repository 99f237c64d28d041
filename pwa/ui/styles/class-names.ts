/** Joins the class names that are set, for elements with optional looks. */
export function classNames(...parts: (string | false | null | undefined)[]): string | undefined {
  return parts.filter(Boolean).join(" ") || undefined;
}
