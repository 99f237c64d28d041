// Gzips a text that comes in parts: a bucket's whole text at once would hold the event loop for milliseconds.
import { buffer } from "node:stream/consumers";
import { createGzip, type ZlibOptions } from "node:zlib";

export type GzipParts = {
  /** Resolves when the part is compressed. */
  add(part: string): Promise<void>;
  /** Adds the last part. Resolves with the bytes of all. */
  end(part: string): Promise<Buffer>;
};

export function gzipParts(options?: ZlibOptions): GzipParts {
  const stream = createGzip(options);
  const all = buffer(stream);
  // Who adds a part that fails gets the error.
  all.catch(() => undefined);
  return {
    add: (part) => new Promise((resolve, reject) => stream.write(part, (error) => (error ? reject(error) : resolve()))),
    end(part) {
      stream.end(part);
      return all;
    },
  };
}
