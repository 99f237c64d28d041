// The interface of a bus service.
/** One connected service. `publish` throws or rejects when it is unreachable; nothing is queued. */
export type Wire = { publish(text: string): Promise<unknown>; close(): Promise<void> };

export type WireOptions = {
  url: string;
  /** Channel that all processes of one database share. */
  channel: string;
  onMessage(text: string): void;
  /** Called when the service becomes reachable or unreachable. */
  onReachable(isThere: boolean): void;
};
