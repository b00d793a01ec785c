import type { Raster } from '@gantry/scene';

/** The points of a picture on white paper; null where it is not there. */
export async function rasterOf(address: string): Promise<Raster | null> {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  const picture = await createImageBitmap(await answer.blob());
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) return null;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0);
  picture.close();
  const { data } = context.getImageData(0, 0, width, height);
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) rgb.set(data.subarray(at * 4, at * 4 + 3), at * 3);
  return { width, height, rgb, cover: null };
}
