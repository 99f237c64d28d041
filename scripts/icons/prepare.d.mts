/** Paths and texts of the committed files, from the package. */
export function iconFiles(): Promise<{ file: string; text: string }[]>;
