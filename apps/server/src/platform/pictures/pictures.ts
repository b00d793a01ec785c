import type { Picture } from './picture.ts';
import { cleanJpeg } from './pictures.jpeg.ts';
import { cleanPng } from './pictures.png.ts';
import { cleanWebp } from './pictures.webp.ts';

/** The largest side of an avatar: a small file can say that it is a wall to paint. */
export const PICTURE_SIDE = 1024;

/**
 * Takes a picture apart and writes it anew; null where it is none that is shown, is broken, or larger than a side may be. What stands
 * beside the picture goes: words, places where it was taken, scripts behind its end, a second file in the same bytes.
 */
export async function cleanPicture(bytes: Buffer, side = PICTURE_SIDE): Promise<Picture | null> {
  try {
    return (await cleanPng(bytes, side)) ?? cleanJpeg(bytes, side) ?? cleanWebp(bytes, side);
  } catch (error) {
    // Read past the end: a file that is cut.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
