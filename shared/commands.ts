// The names and types of commands. REST routes, outbox replay and server handlers derive from the list in contract.ts.
import type { z } from "zod";
import { commands } from "./contract.ts";

export { commands };

export type Commands = typeof commands;
export type CommandName = keyof Commands;
/** Commands that the device can queue offline. */
export type OfflineCommandName = {
  [Name in CommandName]: Commands[Name]["offline"] extends true ? Name : never;
}[CommandName];
/** Commands that edit fields of a record. */
type EditCommandName = {
  [Name in OfflineCommandName]: Commands[Name] extends { edits: true } ? Name : never;
}[OfflineCommandName];
/** The fields of edits that two devices can change at once; the reason of an admin's edit is no such field. */
export type EditedField = {
  [Name in EditCommandName]: Exclude<keyof CommandInput<Name>, "id" | "reason">;
}[EditCommandName];
/** The input as a caller sends it, before defaults and transforms. */
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]["input"]>;
export type CommandResult<Name extends CommandName> = z.output<Commands[Name]["result"]>;

/** Whether an untrusted name is the name of a command. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
