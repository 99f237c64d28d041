// What handlers may know of the push sender: its public key, and where it would post.
export type PushConfig = {
  /** The server's public VAPID key, base64url. */
  publicKey: string;
  /** Whether an endpoint is one of a push service that this server posts to. */
  mayPost(endpoint: string): boolean;
};
