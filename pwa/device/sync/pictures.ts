// Pictures that wait on the device for their upload. Each remembers how far it got, so that it is uploaded once.

export type Picture = {
  id: string;
  /** The bytes as the person chose or shrank them. */
  data: Blob;
  /** ISO time, for display. */
  at: string;
  /** Address to put the bytes to, once the server gave one; good for 15 minutes. */
  address?: string | undefined;
  /** The bytes are there; only the claim is missing. */
  isPut?: boolean | undefined;
};
