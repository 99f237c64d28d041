// What the first write loads, in one file: the commands with their schemas, and the code that queues them.
import { commands } from "../../../shared/commands.ts";
import type { CommandCode } from "../../device/sync/loaded-commands.ts";
import { writes } from "../../device/sync/writes.ts";

export const commandCode: CommandCode = { commands, writes };
