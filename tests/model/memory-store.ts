// The device's store in memory, with transactions that roll back, crashes inside them, and several connections (tabs)
// to one disk. Everything resolves in microtasks, so that a second is enough for thousands of histories.
import { type OutboxTx, type ReadTx, type Store, StoreFault, type WriteTx } from "../../pwa/device/sync/ports.ts";
import type { Commit, MemoryDisk } from "./memory-disk.ts";
import { MemoryTransaction, never } from "./memory-transaction.ts";

export type StoreHooks = {
  /** Called before each transaction starts; a slow device lets others go first. */
  beforeTurn?: (() => Promise<void>) | undefined;
  /** Called before each write; returning true crashes the connection there. */
  crashesNow?: (() => boolean) | undefined;
  committed?: ((commit: Commit) => void) | undefined;
};

/** One connection to a disk. After `kill` its promises never settle. */
export class MemoryStore implements Store {
  readonly disk: MemoryDisk;
  private readonly hooks: StoreHooks;
  private isDead = false;
  private active: MemoryTransaction | null = null;

  constructor(disk: MemoryDisk, hooks: StoreHooks = {}) {
    this.disk = disk;
    this.hooks = hooks;
  }

  read<Result>(work: (tx: ReadTx) => Promise<Result>): Promise<Result> {
    return this.run("outbox", work);
  }

  writeOutbox<Result>(work: (tx: OutboxTx) => Promise<Result>): Promise<Result> {
    return this.run("outbox", work);
  }

  write<Result>(work: (tx: WriteTx) => Promise<Result>): Promise<Result> {
    return this.run("all", work);
  }

  async remove(): Promise<void> {
    if (this.isDead) return await never();
    await this.disk.turn();
    this.disk.isRemoved = true;
    this.disk.endTurn();
  }

  close(): void {
    this.kill();
  }

  /** Simulates a closed tab: its uncommitted transactions are lost. */
  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    if (this.active) {
      this.active.rollBack();
      this.active = null;
      this.disk.endTurn();
    }
  }

  private async run<Result>(scope: Commit["scope"], work: (tx: MemoryTransaction) => Promise<Result>): Promise<Result> {
    if (this.isDead) return await never();
    if (this.hooks.beforeTurn) await this.hooks.beforeTurn();
    await this.disk.turn();
    if (this.isDead) {
      this.disk.endTurn();
      return await never();
    }
    if (this.disk.isRemoved) {
      this.disk.endTurn();
      throw new StoreFault("gone");
    }
    const tx = new MemoryTransaction(this.disk, scope, () => this.mayGoOn());
    this.active = tx;
    try {
      const result = await work(tx);
      if (this.isDead) return await never();
      this.active = null;
      if (tx.hasWritten) this.hooks.committed?.(tx.commit);
      this.disk.endTurn();
      return result;
    } catch (problem) {
      if (this.isDead) return await never();
      this.active = null;
      tx.rollBack();
      this.disk.endTurn();
      throw problem;
    }
  }

  private mayGoOn(): boolean {
    if (this.isDead) return false;
    if (this.hooks.crashesNow?.()) this.kill();
    return !this.isDead;
  }
}
