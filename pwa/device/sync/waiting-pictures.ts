// The pictures of one person that wait on the device: adds and uploads them, one run at a time
// beside the flushes, so that a slow picture delays nothing else.
import type { Meta, OutboxTx, Picture } from "./ports.ts";
import type { PictureUploads, UploadPorts } from "./picture-upload.ts";
import { pictureMark, picturesIn } from "./entry.ts";
import { isAbandoned, isForgotten, needsServer, removeUnneeded, tryAgain } from "./stored-pictures.ts";

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

/** How long a look that found nothing to upload counts, in ms; another tab may add a picture and close. */
const NOTHING_MS = 30_000;

export class WaitingPictures {
  private readonly options: PictureOptions;
  /** When the last look began, if it found nothing to upload and nothing came since. */
  private nothingSince: number | null = null;
  /** Grows with each picture that may have to be uploaded. */
  private news = 0;
  private running: Promise<void> | null = null;
  private isAskedAgain = false;
  /** Picture id → who is asked for its first address in place of the server, while this engine lives. */
  readonly askers = new Map<string, () => Promise<string>>();
  /** Picture id → what ends the requests of its upload when it is removed. */
  readonly removals = new Map<string, AbortController>();

  constructor(options: PictureOptions) {
    this.options = options;
  }

  /**
   * Keeps a picture; returns the mark an input holds until the upload. `address` gives the address its
   * bytes are first put to; without it, or when it fails, the server is asked. Rejects with QueueError.
   */
  async add(data: Blob, address?: () => Promise<string>): Promise<string> {
    const { newId, ports } = this.options;
    return await this.change(async (tx) => {
      const id = newId(await tx.meta());
      await tx.putPicture({ id, data, at: ports.clock.now() });
      if (address) this.askers.set(id, address);
      return pictureMark(id);
    });
  }

  /** Keeps a page of a paper until a command that names its mark is queued and sent. Returns the mark. Rejects with QueueError. */
  async addPage(data: Blob): Promise<string> {
    const { newId, ports } = this.options;
    return await this.change(async (tx) => {
      const id = newId(await tx.meta());
      await tx.putPicture({ id, data, at: ports.clock.now(), isPage: true });
      return pictureMark(id);
    });
  }

  /** Those that wait, and those that forms may still know by their mark. Inside Dexie's `liveQuery` it runs again. */
  async all(): Promise<Picture[]> {
    return (await this.stored()).filter((picture) => !isAbandoned(picture));
  }

  /** «Retry» of one that was refused. Rejects with QueueError. */
  async retry(mark: string): Promise<void> {
    await this.change((tx) => tryAgain(tx, picturesIn(mark)), true);
  }

  /** Lets those go that a form no longer holds, unless a waiting command needs them. Rejects with QueueError. */
  async drop(marks: readonly string[]): Promise<void> {
    const removed = await this.change((tx) => removeUnneeded(tx, picturesIn(marks)));
    for (const id of removed) this.removals.get(id)?.abort();
  }

  /** Something may wait: the next upload looks. */
  expect(): void {
    this.news += 1;
    this.nothingSince = null;
  }

  /**
   * Uploads what waits, unless a look has just found nothing. A run that is under way takes new pictures along; `again`
   * also gives those it failed at another chance. Never rejects.
   */
  async upload(again: boolean): Promise<void> {
    const { clock } = this.options.ports;
    if (this.nothingSince !== null && clock.elapsed() - this.nothingSince < NOTHING_MS) return;
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
        const [began, known] = [ports.clock.elapsed(), this.news];
        const stored = await this.stored();
        if (!stored.some((one) => needsServer(one) || isForgotten(one, ports.clock.now()))) {
          if (known === this.news) this.nothingSince = began;
          continue;
        }
        const { port, uploadWaiting } = typeof uploads === "function" ? await uploads() : uploads;
        await uploadWaiting(ports, port, this);
      } while (this.isAskedAgain && !ports.isStopped());
    } catch {
      // The store is closed or full, or the code cannot be fetched: the next trigger continues from there.
    }
  }

  /** Runs a write of pictures: the next upload looks, since the server may lack one, or have parts of a removed one. */
  private async change<Result>(write: (tx: OutboxTx) => Promise<Result>, isAskedFor?: boolean): Promise<Result> {
    return await this.options.keep((tx) => {
      this.expect();
      return write(tx);
    }, isAskedFor);
  }

  private async stored(): Promise<Picture[]> {
    return await this.options.ports.store.read((tx) => tx.pictures());
  }
}
