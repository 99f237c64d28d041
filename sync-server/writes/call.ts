// A command as input of the write path, and its effects.
import type { CommandName } from "../../shared/commands.ts";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { DomainError } from "../../shared/kit/errors.ts";
import type { Caller, EditBase } from "../kit/command-handler.ts";

/** The user, session, device and network of an exchange. */
export type RequestContext = {
  /** For the log. */
  requestId?: string | undefined;
  me: OwnUser;
  sessionHash: string;
  /** In lower case. */
  clientId: string;
  caller: Caller;
};

/** One received command. */
export type Call = {
  /** For the log. */
  requestId?: string | undefined;
  name: CommandName;
  /** Validated by `parseInput`; undefined when not validated, and then the command is only refused. */
  input: unknown;
  /** The command id, also the id of a record the command creates. */
  id: string;
  /** A second id that the caller gave the command (an Idempotency-Key beside a body id). */
  alias?: string | undefined;
  clientId?: string | undefined;
  me: OwnUser | null;
  sessionHash: string | null;
  caller: Caller;
  /** For edits: the values the screen showed. Without it the last write wins, field by field. */
  base?: EditBase | undefined;
};

/** Effects of a command besides its rows, valid only after the commit. */
export type Effects = {
  scopes: Set<string>;
  tasks: (() => void)[];
  /** Token of a new session; `null` when the caller's session was closed. */
  session: string | null | undefined;
};

export type Outcome =
  | { status: "applied"; result: unknown; effects: Effects }
  | { status: "refused"; refusal: DomainError; effects: Effects };

/** Returns the effects of a command that did nothing. */
export function noEffects(): Effects {
  return { scopes: new Set(), tasks: [], session: undefined };
}
