// The commands of the contract and the code that queues them, loaded with the first write: with their schemas they are large,
// and rows without waiting entries need neither.
import type { CommandList } from "./outbox.ts";
import { QueueError } from "./queue-error.ts";
import type { Writes } from "./writes.ts";

/** Without `writes` nothing can be queued. */
export type CommandCode = { commands: CommandList; writes?: Writes };

/** The code, or how to load it. */
export type CommandSource = CommandCode | (() => Promise<CommandCode>);

/** Loads the commands once; a load that fails is tried again. */
export class LoadedCommands {
  private readonly source: () => Promise<CommandCode>;
  private loading: Promise<CommandCode> | null = null;
  /** Null until it is loaded. */
  code: CommandCode | null = null;

  constructor(source: CommandSource) {
    if (typeof source !== "function") this.code = source;
    this.source = typeof source === "function" ? source : () => Promise.resolve(source);
  }

  /** Null until they are loaded. */
  get list(): CommandList | null {
    return this.code && this.code.commands;
  }

  /** The same promise for all who ask, so that commands are queued in the order of their calls. */
  load(): Promise<CommandCode> {
    this.loading ??= this.source().then(
      (code) => (this.code = code),
      (problem: unknown) => {
        this.loading = null;
        throw problem;
      },
    );
    return this.loading;
  }

  /** The same with the code of writes. Rejects with QueueError in an engine that queues nothing. */
  async writing(): Promise<{ commands: CommandList; writes: Writes }> {
    const { commands, writes } = await this.load();
    if (!writes) throw new QueueError("not-offline");
    return { commands, writes };
  }
}
