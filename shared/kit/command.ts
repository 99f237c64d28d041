// A command is one named intention to write: the only way anything is written.
import type { z } from "zod";
import type { Effect } from "./entity.ts";
import type { RefusalCode } from "./errors.ts";

/** Who may call at all. Finer rules (owner of the record, verified email) belong to the handler's pure rule. */
export type Access = "guest" | "user" | "admin";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `METHOD /path/:name`; path parameters join the input under their names. */
export type Route = `${Method} /${string}`;

/** What the screen knows when it shows a waiting command. `at` is an ISO time for display only. */
export type OptimisticContext = { id: string; me: string; at: string };

type CommandBase<Input extends z.ZodType, Result extends z.ZodType> = {
  route: Route;
  access: Access;
  /** Status of a success: 200 unless the command creates (201) or answers nothing (204). */
  status: 200 | 201 | 204;
  input: Input;
  result: Result;
  /** False where the answer is a secret of the moment: it is not kept for a repeat, which makes another one. */
  isAnswerKept?: false;
  /** Names of the query string that join the input too. */
  fromQuery?: readonly string[];
  /** What a malformed path parameter is answered with, by parameter; `not-found` where it is not listed. */
  notFound?: Readonly<Record<string, RefusalCode>>;
  /** True where the command may end sessions without change-log lines: live lines then look at their sessions at once. */
  endsSessions?: true;
  /** Renames path parameters before they join the input; `{}` drops them all. */
  fromPath?: (params: Record<string, string>) => Record<string, string>;
};

export type OnlineCommand<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> = CommandBase<
  Input,
  Result
> & { offline: false };

export type OfflineCommand<Input extends z.ZodType = z.ZodType, Result extends z.ZodType = z.ZodType> = CommandBase<
  Input,
  Result
> & {
  offline: true;
  /** The thing the command is about; order is kept inside a lane only. */
  lane(input: z.infer<Input>, id: string): string;
  /** The record it creates, whose id is the command's: a repeat that the ledger has forgotten is known by it. */
  creates?: CreatedRecord;
  /** The user to whom the command also writes a message; undefined where the server looks the user up. Counts against the message limits. */
  messageTo?(input: z.infer<Input>): string | undefined;
  /** How it joins an earlier command of its lane that no request ever carried, by the earlier command's name. */
  squash?: Readonly<Record<string, SquashRule>>;
  /** What the command does to the rows on the screen while it waits. Pure and idempotent. */
  optimistic(input: z.infer<Input>, context: OptimisticContext): Effect[];
};

/** `table`: its table in the database; `owner`: the column with the user who created it. */
export type CreatedRecord = { table: string; owner: string };

/** `merge`: the later fields join the earlier command. `replace`: the later one stays. `cancel`: neither is needed. */
export type SquashRule = "merge" | "replace" | "cancel";

export type Command = OnlineCommand | OfflineCommand;

type Draft<Spec extends { status: number; offline: boolean }> = Omit<Spec, "status" | "offline"> & {
  status?: Spec["status"];
};

/** A command that needs the network: signing in, codes, administration. */
export function onlineCommand<Input extends z.ZodType, Result extends z.ZodType>(
  spec: Draft<OnlineCommand<Input, Result>>,
): OnlineCommand<Input, Result> {
  return { status: 200, ...spec, offline: false };
}

/** A command that may wait on the phone. */
export function offlineCommand<Input extends z.ZodType, Result extends z.ZodType>(
  spec: Draft<OfflineCommand<Input, Result>>,
): OfflineCommand<Input, Result> {
  return { status: 200, ...spec, offline: true };
}
