// Creates pictures for tests and uploads them.
import sharp from "sharp";
import { send, type Answer } from "../http.ts";
import type { TestPerson } from "../people.ts";

/** A JPEG of one color; small by default, because the server encodes every width in three formats. */
export function aPhoto(width = 240, height = 160, background = "#3a6ea5"): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

export type Body = Record<string, unknown> & { fields?: Record<string, string> };

/** The picture calls of one user. */
export function uploader(url: string, person: TestPerson | null) {
  const ask = (route: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<Body>> =>
    send<Body>(url, route, { body, headers: { ...person?.headers, ...headers } });
  const pathOf = (address: string) => new URL(address).pathname + new URL(address).search;
  async function anAddress(): Promise<string> {
    return String((await ask("POST /api/objects/upload")).body.uploadURL);
  }
  const put = (address: string, bytes: Buffer | string) => ask(`PUT ${pathOf(address)}`, bytes);
  const claim = (address: string) => ask("PUT /api/aircraft-images", { aircraftImageURL: address });
  return {
    ask,
    anAddress,
    put,
    claim,
    /** Uploads and claims a picture; returns its path. */
    async aPicture(bytes?: Buffer): Promise<string> {
      const address = await anAddress();
      await put(address, bytes ?? (await aPhoto()));
      return String((await claim(address)).body.objectPath);
    },
  };
}
