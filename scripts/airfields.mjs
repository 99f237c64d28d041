// Prepares the files about airfields from the FAA's data; builds, development and tests use the same function.
import { register } from "tsx/esm/api";

/** Prepares them if the data or the code changed; returns their places. */
export async function airfieldFiles() {
  const unregister = register();
  try {
    const { prepareAirfields, preparedFiles } = await import("./airfields/prepare.ts");
    prepareAirfields();
    return preparedFiles;
  } finally {
    await unregister();
  }
}
