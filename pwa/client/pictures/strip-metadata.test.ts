import sharp, { type Sharp } from "sharp";
import { expect, it } from "vitest";
import { stripMetadata } from "./strip-metadata.ts";

const WIDTH = 48;
const HEIGHT = 32;

/** A picture whose corners differ, so that a wrong orientation shows. */
const corners = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#37a"/>` +
        '<rect width="20" height="10" fill="#c22"/><rect x="38" y="25" width="10" height="7" fill="#fd3"/></svg>',
    ),
  ).flatten();

/** EXIF as a phone writes it: device, time, place. */
const withPlace = (picture: Sharp, orientation = 1) =>
  picture.withMetadata({ orientation }).withExifMerge({
    IFD0: { Make: "Secret Camera" },
    IFD2: { DateTimeOriginal: "2026:11:02 08:15:00" },
    IFD3: { GPSLatitude: "39/1 44/1 0/1", GPSLatitudeRef: "N", GPSLongitude: "104/1 59/1 0/1", GPSLongitudeRef: "W" },
  });

const stripped = (file: Buffer) => {
  const pieces = stripMetadata(new Uint8Array(file));
  return pieces && Buffer.concat(pieces);
};
/** The pixels as a browser shows them, upright. */
const pixels = (file: Buffer) => sharp(file).rotate().removeAlpha().raw().toBuffer({ resolveWithObject: true });

const SECRETS = /Secret Camera|2026:11:02|GPS|http:\/\/ns\.adobe\.com|Parked at/;

async function expectStripped(file: Buffer): Promise<Buffer> {
  const result = stripped(file)!;
  expect(result.toString("latin1")).not.toMatch(SECRETS);
  const { xmp, iptc, comments } = await sharp(result).metadata();
  expect([xmp, iptc, comments]).toEqual([undefined, undefined, undefined]);
  const [before, after] = [await pixels(file), await pixels(result)];
  expect(after.info).toEqual(before.info);
  expect(after.data.equals(before.data)).toBe(true);
  return result;
}

const segment = (marker: number, content: string) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, content.length + 2]), Buffer.from(content, "latin1")]);

it("[S542] a JPEG loses place, time, device, comments and what follows its end, and keeps pixels and color profile", async () => {
  const photo = await withPlace(corners()).withIccProfile("p3").jpeg({ progressive: true, quality: 90 }).toBuffer();
  const file = Buffer.concat([
    photo.subarray(0, 2),
    segment(0xfe, "Parked at 104 Oak Lane"),
    segment(0xe1, "http://ns.adobe.com/xap/1.0/\0<x/>"),
    segment(0xed, "Photoshop 3.0\0Parked at home"),
    photo.subarray(2),
    Buffer.from("ftypmp42 Parked at the film of the moment"),
  ]);
  expect(file.toString("latin1")).toMatch(SECRETS);
  const result = await expectStripped(file);
  const { exif, icc } = await sharp(result).metadata();
  expect([exif, icc === undefined]).toEqual([undefined, false]);
});

it.each([2, 3, 6, 8])("[S543] a JPEG with orientation %i stays upright", async (orientation) => {
  const file = await withPlace(corners(), orientation).jpeg().toBuffer();
  expect((await sharp(file).metadata()).orientation).toBe(orientation);
  const result = await expectStripped(file);
  expect((await sharp(result).metadata()).orientation).toBe(orientation);
  const { info } = await pixels(result);
  expect(info.width).toBe(orientation >= 5 ? HEIGHT : WIDTH);
});

it("[S544] PNG and WebP lose them too", async () => {
  await expectStripped(await withPlace(corners()).png({ palette: true }).toBuffer());
  const webp = await withPlace(corners()).withIccProfile("p3").webp().toBuffer();
  expect(webp.toString("latin1")).toMatch(SECRETS);
  const result = await expectStripped(webp);
  expect(result.readUInt32LE(4)).toBe(result.length - 8);
  expect(result[20]! & 0x0c).toBe(0);
});

it("gives up where another encoding is needed: turned PNG and WebP, other types, broken structure", async () => {
  const jpeg = await corners().jpeg().toBuffer();
  const files = [
    await withPlace(corners(), 6).png().toBuffer(),
    await withPlace(corners(), 6).webp().toBuffer(),
    await corners().gif().toBuffer(),
    Buffer.from("No picture."),
    Buffer.alloc(0),
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe0, 0xff, 0xff]), jpeg.subarray(2)]),
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from("no segment"), jpeg.subarray(2)]),
    (await corners().png().toBuffer()).subarray(0, 60),
  ];
  expect(files.map(stripped)).toEqual(files.map(() => null));
});
