/** Joins the class names that are set; undefined when none is. */
export function classNames(...parts: (string | false | null | undefined)[]): string | undefined {
  return parts.filter(Boolean).join(" ") || undefined;
}
