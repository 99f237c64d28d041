// A command as the write path receives it, and what it came to.
import type { CommandName } from "../../shared/commands.ts";
import type { OwnUser } from "../../shared/domain/accounts.ts";
import type { DomainError } from "../../shared/kit/errors.ts";
import type { Caller, EditBase } from "../kit/command-handler.ts";

/** One command on its way in. */
export type Call = {
  name: CommandName;
  /** Has passed `parseInput`; undefined where nothing did, and then the command is only refused. */
  input: unknown;
  /** The command id: also the id of a record the command makes. */
  id: string;
  /** A second name the caller gave the same command (an Idempotency-Key beside a body id). */
  alias?: string | undefined;
  clientId?: string | undefined;
  me: OwnUser | null;
  sessionHash: string | null;
  caller: Caller;
  /** For edits: what the screen showed. Without it the last write wins, field by field. */
  base?: EditBase | undefined;
};

/** What a command did besides its rows; counts only once the transaction has committed. */
export type Effects = {
  scopes: Set<string>;
  tasks: (() => void)[];
  /** Token of a session that was opened; `null` when the caller's was closed. */
  session: string | null | undefined;
};

export type Outcome =
  | { status: "applied"; result: unknown; effects: Effects }
  | { status: "refused"; refusal: DomainError; effects: Effects };

/** What a command did that did nothing. */
export function noEffects(): Effects {
  return { scopes: new Set(), tasks: [], session: undefined };
}
