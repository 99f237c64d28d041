/** The committed file. */
export const shapesFile: string;
/** Its text, from the packages. */
export function mapShapes(): string;
