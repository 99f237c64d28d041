// A command is one named intention to write: the only way anything is written.
import type { z } from "zod";
import type { Effect } from "./entity.ts";

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
  /** What the command does to the rows on the screen while it waits. Pure and idempotent. */
  optimistic(input: z.infer<Input>, context: OptimisticContext): Effect[];
};

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
