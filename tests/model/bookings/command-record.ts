// Every command that a user of a history queued, and what the server answered. Keeps the first broken rule.
import type { Outcome } from "../../../shared/sync.ts";
import { Broken } from "../oracle.ts";

export type Queued = { device: string; name: string; input: Record<string, unknown>; outcome?: Outcome };

export class CommandRecord {
  /** The first broken rule. */
  broken: Broken | null = null;
  readonly commands = new Map<string, Queued>();
  /** Ids that need no outcome: discarded by the user, or carried on by another command. */
  readonly forgiven = new Set<string>();

  fail(rule: string, what: string): void {
    this.broken ??= new Broken(rule, what);
  }

  /** A device has stored a command. Edits of a plan may join a waiting one and share its id. */
  queued(id: string, device: string, name: string, input: Record<string, unknown>): void {
    if (!this.commands.has(id)) this.commands.set(id, { device, name, input });
  }

  /** Takes the outcomes of an answer; returns the commands that this answer settles. */
  answered(outcomes: readonly Outcome[]): Queued[] {
    const settled: Queued[] = [];
    for (const outcome of outcomes) {
      const command = this.commands.get(outcome.id);
      if (!command) this.fail("once", `${outcome.id} was answered and never queued`);
      else if (outcome.status === "retry" && outcome.code === "internal")
        this.fail("server", `${command.name} ${JSON.stringify(command.input)} failed`);
      else if (outcome.status !== "retry") {
        const before = command.outcome;
        if (!before) settled.push(Object.assign(command, { outcome }));
        else if (before.status !== outcome.status)
          this.fail("once", `${command.name} was ${before.status} and then ${outcome.status}`);
      }
    }
    return settled;
  }

  /** The applied commands of a name that fit. */
  applied(name: string, fits: (input: Record<string, unknown>) => boolean = () => true): Queued[] {
    return [...this.commands.values()].filter(
      (command) => command.name === name && command.outcome?.status === "applied" && fits(command.input),
    );
  }
}
