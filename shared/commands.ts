// The only list of commands. REST routes, outbox replay and server handlers derive from it.
import { accountsCommands } from "./domain/accounts.ts";
import { adminCommands } from "./domain/admin.ts";
import { aircraftCommands } from "./domain/aircraft.ts";
import { bookingsCommands } from "./domain/bookings.ts";
import { favoritesCommands } from "./domain/favorites.ts";
import { messagesCommands } from "./domain/messages.ts";
import { noticesCommands } from "./domain/notices.ts";
import { profileCommands } from "./domain/profile.ts";
import { reviewsCommands } from "./domain/reviews.ts";
import { searchesCommands } from "./domain/searches.ts";
import { uploadsCommands } from "./domain/uploads.ts";
import type { z } from "zod";

export const commands = {
  ...accountsCommands,
  ...adminCommands,
  ...aircraftCommands,
  ...bookingsCommands,
  ...favoritesCommands,
  ...messagesCommands,
  ...noticesCommands,
  ...profileCommands,
  ...uploadsCommands,
  ...reviewsCommands,
  ...searchesCommands,
};

export type Commands = typeof commands;
export type CommandName = keyof Commands;
/** Commands that the device can queue offline. */
export type OfflineCommandName = {
  [Name in CommandName]: Commands[Name]["offline"] extends true ? Name : never;
}[CommandName];
/** The input as a caller sends it, before defaults and transforms. */
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]["input"]>;
export type CommandResult<Name extends CommandName> = z.output<Commands[Name]["result"]>;

/** Whether an untrusted name is the name of a command. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
