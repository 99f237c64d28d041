// What each kind of bus service offers.
/** One connected service. `publish` throws or rejects when it is away; nothing is kept for later. */
export type Wire = { publish(text: string): Promise<unknown>; close(): Promise<void> };

export type WireOptions = {
  url: string;
  /** Name of the place that all processes of one database meet at. */
  channel: string;
  heard(text: string): void;
  /** Whether the service can be reached; told at each change. */
  reached(isThere: boolean): void;
};
