// The pictures of one person that wait on the device: adds and uploads them, one run at a time
// beside the flushes, so that a slow picture delays nothing else.
import type { Meta, OutboxTx, Picture, PicturePort } from "./ports.ts";
import type { PictureUploads, UploadPorts } from "./picture-upload.ts";
import { pictureMark, picturesIn } from "./entry.ts";
import { isForgotten, isUploadable, removeUnneeded, tryAgain } from "./stored-pictures.ts";

/** The code that uploads, or how to load it: most visits have no picture that waits. */
export type PictureUploadSource = PictureUploads | (() => Promise<PictureUploads>);

export type PictureOptions = {
  ports: UploadPorts;
  /** Left out where no pictures are uploaded. */
  uploads: PictureUploadSource | undefined;
  newId(meta: Meta): string;
  /** Runs a write of the outbox and sets everything going. Rejects with QueueError, and then nothing was kept. */
  keep<Result>(write: (tx: OutboxTx) => Promise<Result>, isAskedFor?: boolean): Promise<Result>;
};

export class WaitingPictures {
  private readonly options: PictureOptions;
  private running: Promise<void> | null = null;
  private isAskedAgain = false;
  /** Picture id → who is asked for its first address in place of the server, while this engine lives. */
  private readonly askers = new Map<string, () => Promise<string>>();

  constructor(options: PictureOptions) {
    this.options = options;
  }

  /**
   * Keeps a picture; returns the mark an input holds until the upload. `address` gives the address its
   * bytes are first put to; without it, or when it fails, the server is asked. Rejects with QueueError.
   */
  async add(data: Blob, address?: () => Promise<string>): Promise<string> {
    const { keep, newId, ports } = this.options;
    return await keep(async (tx) => {
      const id = newId(await tx.meta());
      await tx.putPicture({ id, data, at: ports.clock.now() });
      if (address) this.askers.set(id, address);
      return pictureMark(id);
    });
  }

  /** Those that wait, and those that forms may still know by their mark. Inside Dexie's `liveQuery` it runs again. */
  async all(): Promise<Picture[]> {
    return await this.options.ports.store.read((tx) => tx.pictures());
  }

  /** «Retry» of one that was refused. Rejects with QueueError. */
  async retry(mark: string): Promise<void> {
    await this.options.keep((tx) => tryAgain(tx, picturesIn(mark)), true);
  }

  /** Lets those go that a form no longer holds, unless a waiting command needs them. Rejects with QueueError. */
  async drop(marks: readonly string[]): Promise<void> {
    await this.options.keep((tx) => removeUnneeded(tx, picturesIn(marks)));
  }

  /**
   * Uploads what waits. A run that is under way takes new pictures along; `again` also gives those it failed at another
   * chance. Never rejects.
   */
  async upload(again: boolean): Promise<void> {
    if (this.running && again) this.isAskedAgain = true;
    this.running ??= this.run().finally(() => (this.running = null));
    await this.running;
  }

  /** Resolves when no upload runs. Never rejects. */
  async uploaded(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    const { uploads, ports } = this.options;
    if (!uploads) return;
    try {
      do {
        this.isAskedAgain = false;
        if (!(await this.hasWork())) continue;
        const { port, uploadWaiting } = typeof uploads === "function" ? await uploads() : uploads;
        await uploadWaiting(ports, {
          address: (id) => this.address(id, port),
          parts: (id) => (this.askers.has(id) ? null : (port.parts?.(id) ?? null)),
          put: (address, data, progress) => port.put(address, data, progress),
          claim: (address) => port.claim(address),
        });
      } while (this.isAskedAgain && !ports.isStopped());
    } catch {
      // The store is closed or full, or the code cannot be fetched: the next trigger continues from there.
    }
  }

  private async hasWork(): Promise<boolean> {
    const now = this.options.ports.clock.now();
    return (await this.all()).some((picture) => isUploadable(picture) || isForgotten(picture, now));
  }

  private async address(id: string, port: PicturePort): Promise<string> {
    const ask = this.askers.get(id);
    this.askers.delete(id);
    return await (ask?.().catch(() => port.address(id)) ?? port.address(id));
  }
}
