// Encodes what a canvas shows as a picture that the server accepts.
import { MAX_PICTURE_BYTES } from "../../../shared/domain/uploads-rules.ts";

/** Most pixels of a canvas: Safari draws nothing on a larger one. */
export const MAX_CANVAS_PIXELS = 16_000_000;

/** JPEG qualities, best first; the next one is used when a picture exceeds the server's limit. */
const QUALITIES = [0.9, 0.8, 0.6, 0.4];

/** A white canvas, since JPEG has no transparency. */
export function newCanvas(width: number, height: number) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw pictures.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

/** The canvas as JPEG of at most the bytes that the server accepts. */
export async function encodeCanvas(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const quality of QUALITIES) {
    const data = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (data && data.size <= MAX_PICTURE_BYTES) return data;
  }
  throw new Error("This browser cannot write the picture.");
}
