// Prepares the files about airfields before tests that read them. They are prepared again only after a change.

export default async function setup(): Promise<void> {
  try {
    const { prepareAirfields } = await import("../../scripts/airfields/prepare.ts");
    prepareAirfields();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    // An older installation runs all tests that need no airfield.
    console.warn("The data of airfields is not installed: run `npm ci`.");
  }
}
