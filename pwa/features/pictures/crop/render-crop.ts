// Draws the cropped part of a picture and encodes it.
import { encodeCanvas, MAX_CANVAS_PIXELS, newCanvas } from "../../../client/pictures/draw-picture.ts";
import { frameOf, outputSize, type Crop } from "./crop-geometry.ts";

export async function renderCrop(image: HTMLImageElement, crop: Crop): Promise<Blob> {
  const picture = { width: image.naturalWidth, height: image.naturalHeight };
  const size = outputSize(picture, crop, MAX_CANVAS_PIXELS);
  const frame = frameOf(picture, crop);
  const { canvas, context } = newCanvas(size.width, size.height);
  context.imageSmoothingQuality = "high";
  context.translate(size.width / 2, size.height / 2);
  context.scale(size.width / frame.width, size.height / frame.height);
  context.translate(-frame.x, -frame.y);
  context.rotate(((crop.turns * 90 + crop.angle) * Math.PI) / 180);
  context.scale(crop.isMirrored ? -1 : 1, 1);
  context.drawImage(image, -picture.width / 2, -picture.height / 2, picture.width, picture.height);
  return await encodeCanvas(canvas);
}
