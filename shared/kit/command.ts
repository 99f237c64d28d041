// A command is one named write. Everything is written by commands.
import type { z } from "zod";
import type { Effect } from "./entity.ts";
import type { RefusalCode } from "./errors.ts";

/** Who may call. Finer rules (owner of the record, verified email) belong to the handler. */
export type Access = "guest" | "user" | "admin";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `METHOD /path/:name`; path parameters become fields of the input. */
export type Route = `${Method} /${string}`;

/** What `optimistic` gets besides the input. `at` is an ISO time for display only. */
export type OptimisticContext = { id: string; me: string; at: string };

type CommandBase<Input extends z.ZodType, Result extends z.ZodType> = {
  route: Route;
  access: Access;
  /** HTTP status of a success: 201 if the command creates a record, 204 without a body, else 200. */
  status: 200 | 201 | 204;
  input: Input;
  result: Result;
  /** False if the result is a one-time secret: the server does not store it, and a retry issues a new one. */
  isAnswerKept?: false;
  /** Query parameters that become fields of the input too. */
  fromQuery?: readonly string[];
  /** The refusal for a malformed path parameter, by parameter; `not-found` if it is not listed. */
  notFound?: Readonly<Record<string, RefusalCode>>;
  /** True if the command may end sessions without change-log rows: live lines then check their sessions at once. */
  endsSessions?: true;
  /** Renames path parameters before they become input fields; `{}` drops them all. */
  fromPath?: (params: Record<string, string>) => Record<string, string>;
  /** True if an admin may use it on what belongs to others: its handler must return the lines of the audit trail. */
  audited?: true;
};

/** Marks a command for the compiler, which then asks its handler for the lines of the audit trail. */
export type AuditedCommand = { audited: true };

export type OnlineCommand<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> = CommandBase<
  Input,
  Result
> & { offline: false };

export type OfflineCommand<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> = CommandBase<
  Input,
  Result
> & {
  offline: true;
  /** The thing the command is about. Commands of a lane run in order; lanes are independent. */
  lane(input: z.infer<Input>, id: string): string;
  /** The record it creates, under the command's id. It reveals a retry that the ledger has already forgotten. */
  creates?: CreatedRecord;
  /** The user who also gets a message by this command; undefined if the server looks the user up. Message limits count it. */
  messageTo?(input: z.infer<Input>): string | undefined;
  /** True if it counts against the quota of new listings, besides the quota of commands. */
  countsAsListing?: true;
  /** How it is squashed with an unsent earlier command of its lane, by that command's name. */
  squash?: Readonly<Record<string, SquashRule>>;
  /** The overlay of a waiting command: what it does to the rows on the screen. Pure and idempotent. */
  optimistic(input: z.infer<Input>, context: OptimisticContext): Effect[];
};

/** An offline command that changes fields of a record: it sends what the screen showed, so that two edits merge by field. */
export type EditCommand<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> = OfflineCommand<
  Input,
  Result
> & { edits: true };

/** `table`: the record's database table; `owner`: the column with the id of its creator. */
export type CreatedRecord = { table: string; owner: string };

/** `merge`: the earlier command takes over the later fields. `replace`: only the later one stays. `cancel`: both go. */
export type SquashRule = "merge" | "replace" | "cancel";

export type Command = OnlineCommand | OfflineCommand;

type Draft<Spec extends { status: number; offline: boolean }> = Omit<Spec, "status" | "offline"> & {
  status?: Spec["status"];
};

/** Everybody but admins: `adminCommand` declares what only admins may do. */
type OthersAccess = { access: Exclude<Access, "admin"> };

/** A command that needs the network, such as signing in. */
export function onlineCommand<Input extends z.ZodType, Result extends z.ZodType>(
  spec: Draft<OnlineCommand<Input, Result>> & OthersAccess,
): OnlineCommand<Input, Result> {
  return { status: 200, ...spec, offline: false };
}

/** A command that only admins may use. It needs the network, and its handler writes the audit trail. */
export function adminCommand<Input extends z.ZodType, Result extends z.ZodType>(
  spec: Omit<Draft<OnlineCommand<Input, Result>>, "access" | "audited">,
): OnlineCommand<Input, Result> & AuditedCommand {
  return { status: 200, ...spec, access: "admin", audited: true, offline: false };
}

/** A command that users have for what is their own, and admins for what is not: its handler writes the audit trail. */
export function adminsToo<Spec extends Command>(spec: Spec): Spec & AuditedCommand {
  return { ...spec, audited: true };
}

/** A command that the device can queue offline. */
export function offlineCommand<Input extends z.ZodType, Result extends z.ZodType>(
  spec: Draft<OfflineCommand<Input, Result>> & OthersAccess,
): OfflineCommand<Input, Result> {
  return { status: 200, ...spec, offline: true };
}

/** An offline command whose handler merges fields. Where two edits meet, the user chooses: `conflict-words.ts` names the fields. */
export function editCommand<Input extends z.ZodType, Result extends z.ZodType>(
  spec: Draft<OfflineCommand<Input, Result>> & OthersAccess,
): EditCommand<Input, Result> {
  return { ...offlineCommand(spec), edits: true };
}

/** The lane of one record, such as `aircraft:<id>`: the input's id, or that of the command, which becomes the id of a new record. */
export function recordLane(kind: string) {
  return (input: { id?: string | undefined }, commandId: string): string => `${kind}:${input.id ?? commandId}`;
}
