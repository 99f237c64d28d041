// What handlers may use of the push sender: its public key, and which endpoints it allows.
export type PushConfig = {
  /** The server's public VAPID key, base64url. */
  publicKey: string;
  /** Whether an endpoint belongs to an allowed push service. */
  mayPost(endpoint: string): boolean;
};
