// Re-encoding of pictures, and refused input: mislabeled, damaged and oversized files, generated here.
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { HEIC_REFUSED } from "../../../shared/domain/uploads-rules.ts";
import { makeAvif, makePicture } from "./picture.ts";

type Colour = { r: number; g: number; b: number };
const flat = (width: number, height: number, background: Colour | string = "#3a6ea5") =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = (width: number, height: number) => flat(width, height).jpeg().toBuffer();

/** Left half red, right half blue. */
async function redAndBlue(width: number, height: number) {
  const half = await flat(width / 2, height, "#ff0000")
    .png()
    .toBuffer();
  return flat(width, height, "#0000ff").composite([{ input: half, left: 0, top: 0 }]);
}

async function pixel(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())];
}

describe("a picture", () => {
  it("is encoded in the standard widths below its own, and in its own, as WebP and JPEG", async () => {
    const { files, width, height } = await makePicture(await jpeg(2400, 1200));
    expect([width, height]).toEqual([1600, 800]);
    expect(files.map((file) => `${file.width} ${file.format}`)).toEqual(
      [320, 640, 960, 1600].flatMap((one) => [`${one} webp`, `${one} jpeg`]),
    );
    for (const { bytes, width: at, format } of files)
      expect(await sharp(bytes).metadata()).toMatchObject({ width: at, height: at / 2, format });
  });

  it("is never enlarged", async () => {
    const widths = async (of: number) => [
      ...new Set((await makePicture(await jpeg(of, 50))).files.map(({ width }) => width)),
    ];
    expect(await widths(500)).toEqual([320, 500]);
    expect(await widths(320)).toEqual([320]);
    expect(await widths(7)).toEqual([7]);
  });

  it("[S545] is upright and has no EXIF or GPS data", async () => {
    const taken = await (
      await redAndBlue(600, 400)
    )
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: "Secret Camera" }, IFD3: { GPSLatitude: "39/1 44/1 0/1", GPSLatitudeRef: "N" } })
      .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'><a>Secret place</a></x:xmpmeta>")
      .jpeg()
      .toBuffer();
    expect(taken.includes("Secret Camera")).toBe(true);
    const { files, master, width, height, placeholder } = await makePicture(taken);
    expect([width, height]).toEqual([400, 600]);
    const tiny = Buffer.from(placeholder.split(",")[1]!, "base64");
    for (const bytes of [...files.map((file) => file.bytes), master, tiny, await makeAvif(master, 320)]) {
      expect(bytes.includes("Secret")).toBe(false);
      const { exif, xmp, icc, orientation } = await sharp(bytes).metadata();
      expect([exif, xmp, icc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
    }
    // Rotated by 90 degrees: the left side is on top.
    const widest = files.findLast(({ format }) => format === "jpeg")!.bytes;
    const [top, bottom] = [await pixel(widest, 200, 50), await pixel(widest, 200, 550)];
    expect(top[0]! > 200 && top[2]! < 60 && bottom[0]! < 60 && bottom[2]! > 200).toBe(true);
  });

  it("keeps transparency in WebP and turns it white in JPEG", async () => {
    const clear = await sharp({ create: { width: 400, height: 300, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    const { files } = await makePicture(clear);
    const [webp, flattened] = files.slice(-2).map(({ bytes }) => bytes);
    expect((await sharp(webp).metadata()).hasAlpha).toBe(true);
    expect(await pixel(flattened!, 10, 10)).toEqual([255, 255, 255]);
  });

  it("has a small placeholder", async () => {
    const { placeholder } = await makePicture(await (await redAndBlue(1200, 800)).jpeg().toBuffer());
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(placeholder.length).toBeLessThan(400);
    const tiny = Buffer.from(placeholder.split(",")[1]!, "base64");
    expect(await sharp(tiny).metadata()).toMatchObject({ width: 16, height: 11 });
  });

  it.each(["png", "webp", "avif", "gif"] as const)("may be %s", async (format) => {
    const bytes = await flat(640, 480)[format]().toBuffer();
    expect(await makePicture(bytes)).toMatchObject({ width: 640, height: 480 });
  });

  it("with animation keeps its first frame", async () => {
    const frames = [await flat(40, 40, "#ff0000").gif().toBuffer(), await flat(40, 40, "#0000ff").gif().toBuffer()];
    const film = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(film, { animated: true }).metadata()).pages).toBe(2);
    const { files, width, height } = await makePicture(film);
    expect([width, height]).toEqual([40, 40]);
    expect((await pixel(files[1]!.bytes, 20, 20))[0]).toBeGreaterThan(200);
  });

  it("in CMYK or 16 bits becomes sRGB", async () => {
    const inks = await flat(300, 200, "#ff0000").toColourspace("cmyk").jpeg().toBuffer();
    const deep = await flat(300, 200, "#ff0000").toColourspace("rgb16").png().toBuffer();
    expect((await sharp(inks).metadata()).space).toBe("cmyk");
    for (const bytes of [inks, deep]) {
      const { files } = await makePicture(bytes);
      expect(await sharp(files[0]!.bytes).metadata()).toMatchObject({ space: "srgb", depth: "uchar" });
    }
  });
});

describe("refused", () => {
  const refusal = async (bytes: Buffer) => {
    const error = await makePicture(bytes).then(
      () => null,
      (reason: unknown) => reason as { code: string; message: string },
    );
    return error && [error.code, error.message];
  };
  const noPicture = ["not-an-image", "This file is not a picture that can be read here. Choose JPEG or PNG."];
  const moreThanThat = ["not-an-image", "This file is more than a picture. Save it again as JPEG or PNG."];
  const damaged = ["picture-unreadable", "This picture is damaged or can't be read. Choose another one."];
  const tooMany = ["picture-unreadable", "This picture has more than 50 megapixels. Choose a smaller one."];

  it.each([
    ["an empty file", Buffer.alloc(0)],
    ["text", Buffer.from("hello, this is a picture, honestly")],
    ["SVG", Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["a page", Buffer.from("<!DOCTYPE html><html><body>photo</body></html>")],
    ["a document", Buffer.from("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n")],
    ["a film", Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom\0\0\0\0isomiso2"), Buffer.alloc(64)])],
    ["a TIFF", Buffer.from("49492a000800000000000000", "hex")],
    ["a BMP", Buffer.concat([Buffer.from("BM"), Buffer.alloc(100)])],
  ])("%s", async (_, bytes) => {
    expect(await refusal(bytes)).toEqual(noPicture);
  });

  it.each(["heic", "heix", "hevc", "mif1"])("HEIC and its variants (%s)", async (brand) => {
    const head = Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0${brand}mif1`, "latin1");
    expect(await refusal(Buffer.concat([head, Buffer.alloc(200)]))).toEqual(["not-an-image", HEIC_REFUSED]);
  });

  it("a header of one format before a body of another", async () => {
    const png = await flat(64, 64).png().toBuffer();
    const heads = ["ffd8ff", "474946383961", "89504e470d0a1a0a"];
    for (const head of heads) {
      const lie = Buffer.concat([Buffer.from(head, "hex"), png.subarray(8)]);
      const expected = head.startsWith("8950") ? null : damaged;
      expect(await refusal(lie)).toEqual(expected);
    }
    const script = Buffer.from("GIF89a/*\u0001\0*/=1;alert(document.cookie)");
    expect(await refusal(script)).toEqual(damaged);
    const svgInside = Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.from("<svg onload='alert(1)'>")]);
    expect(await refusal(svgInside)).toEqual(moreThanThat);
  });

  it("a file that is a picture and something else", async () => {
    const picture = await jpeg(200, 100);
    const zip = Buffer.concat([Buffer.from("PK\u0005\u0006", "latin1"), Buffer.alloc(18)]);
    const others = [Buffer.from("<script>alert(1)</script>"), Buffer.from("<?php system($_GET[0]); ?>"), zip];
    for (const other of others) expect(await refusal(Buffer.concat([picture, other]))).toEqual(moreThanThat);
    const pdf = Buffer.concat([picture.subarray(0, 20), Buffer.from("%PDF-1.4"), picture.subarray(20)]);
    expect(await refusal(pdf)).toEqual(moreThanThat);
  });

  it("pictures that are cut off", async () => {
    const noise = sharp({
      create: {
        width: 120,
        height: 80,
        channels: 3,
        background: "#808080",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    });
    for (const format of ["jpeg", "png", "webp", "gif", "avif"] as const) {
      const whole = await noise.clone()[format]({ effort: 1 }).toBuffer();
      expect([format, await refusal(whole.subarray(0, Math.floor(whole.length * 0.6)))]).toEqual([format, damaged]);
      expect([format, await refusal(whole.subarray(0, 40))]).toEqual([format, damaged]);
    }
  });

  it("more than 50 megapixels, without taking their memory", async () => {
    const before = process.memoryUsage.rss();
    // One real picture of 51 megapixels, and headers that only claim more.
    expect(await refusal(await jpeg(8500, 6000))).toEqual(tooMany);
    expect(await refusal(pngOf(60_000, 60_000))).toEqual(tooMany);
    expect(await refusal(pngOf(30_000, 30_000))).toEqual(tooMany);
    expect(process.memoryUsage.rss() - before).toBeLessThan(250_000_000);
  });

  it("a decompression bomb", async () => {
    const before = process.memoryUsage.rss();
    // 7,000 × 7,000 of one color are allowed; missing data is damage.
    expect(await refusal(pngOf(7000, 7000))).toEqual(damaged);
    expect(process.memoryUsage.rss() - before).toBeLessThan(350_000_000);
  });
});

/** A PNG whose header gives a size, with far too much or too little data. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(checksum(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(20_000_000), { level: 9 });
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function checksum(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}
