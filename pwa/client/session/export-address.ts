import { rarePath } from "../../device/transport/rare-paths.ts";

/** The address of the zip with everything that the server has about the user. */
export const exportAddress = rarePath("account.export");
