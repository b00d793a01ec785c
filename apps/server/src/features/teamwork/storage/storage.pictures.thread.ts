import { STORAGE_PICTURE_POINTS, THUMBNAIL_SIDES } from '@gantry/contract';
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import exifr from 'exifr';
import { readFile } from 'node:fs/promises';
import { cleanPicture } from '../../../platform/pictures/pictures.ts';
import { withoutNotes } from '../../../platform/pictures/pictures.notes.ts';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { sniff } from './storage.pictures.rules.ts';

/** A picture of the storage: the file that replaces it, without what a camera wrote beside it, and small ones of both sizes. */
export type ReadPicture =
  | { refused: 'too_large' | 'unreadable' }
  /** Kept as it came, without what was written beside it: HEIC, AVIF, a moving WebP. */
  | { cleared: Uint8Array }
  | { bytes: Uint8Array; media: string; width: number; height: number; small: Uint8Array[]; takenAt: number | null };

const QUALITY = 92;
const SMALL_QUALITY = 80;
const MAX_SIDE = 30_000;

serveThread(async ({ path }: { path: string }): Promise<ReadPicture> => {
  const bytes = await readFile(path);
  // The head says how large it is: what is too large is never unpacked.
  if (sniff(bytes) === 'image/png' && bytes.length > 24 && bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > STORAGE_PICTURE_POINTS)
    return { refused: 'too_large' };
  const plain = await cleanPicture(bytes, MAX_SIDE);
  if (!plain) {
    const cleared = withoutNotes(bytes);
    return cleared ? { cleared } : { refused: 'unreadable' };
  }
  if (plain.width * plain.height > STORAGE_PICTURE_POINTS) return { refused: 'too_large' };
  const written: { DateTimeOriginal?: unknown; Orientation?: unknown } =
    (await exifr.parse(bytes, { pick: ['DateTimeOriginal', 'Orientation'], translateValues: false }).catch(() => null)) ?? {};
  const image = await loadImage(bytes).catch(() => null);
  if (!image?.width || !image.height) return { refused: 'unreadable' };
  const takenAt = written.DateTimeOriginal instanceof Date ? written.DateTimeOriginal.getTime() : null;
  const upright = typeof written.Orientation !== 'number' || written.Orientation === 1;
  const small: Uint8Array[] = [];
  for (const side of THUMBNAIL_SIDES) small.push(await paint(image, side, 'image/webp', SMALL_QUALITY));
  const whole = upright ? plain.bytes : await paint(image, MAX_SIDE, plain.type, QUALITY);
  return {
    bytes: whole,
    media: plain.type,
    width: image.width,
    height: image.height,
    small,
    takenAt: takenAt !== null && Number.isFinite(takenAt) && takenAt > 0 && takenAt < Date.now() ? takenAt : null,
  };
});

/** The picture with no side longer than `side`, upright. */
async function paint(image: Image, side: number, type: string, quality: number): Promise<Uint8Array> {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const [width, height] = [Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale))];
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  if (type === 'image/png') return canvas.encode('png');
  return type === 'image/jpeg' ? canvas.encode('jpeg', quality) : canvas.encode('webp', quality);
}
