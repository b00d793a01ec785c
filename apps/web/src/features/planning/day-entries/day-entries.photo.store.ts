import { ENTRY_PHOTO_BYTES, MOST_ENTRY_PHOTOS } from '@gantry/contract';
import { newCallKey } from '../../../lib/calls/api-client.ts';
import type { QueuedPhoto } from './day-entries.queue.model.ts';

const LONGEST_SIDE = 2048;
const QUALITY = 0.85;

/** A photo at most 2,048 points wide and high as JPEG; one that the browser cannot read stays as it is. */
export async function smallPhoto(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  } catch {
    return file;
  }
}

/** What was chosen beside photos that are there already: those that come along, and the names of those that do not, with the reason. */
export type TakenPhotos = { taken: QueuedPhoto[]; tooLarge: string[]; tooMany: string[] };

/** Takes photos for a report as far as it has room for them. */
export async function takePhotos(files: readonly File[], known: number): Promise<TakenPhotos> {
  const room = Math.max(0, MOST_ENTRY_PHOTOS - known);
  const taken: QueuedPhoto[] = [];
  const tooLarge: string[] = [];
  for (const file of files.slice(0, room)) {
    const blob = await smallPhoto(file);
    if (blob.size > ENTRY_PHOTO_BYTES) tooLarge.push(file.name);
    else taken.push({ id: newCallKey(), name: file.name, blob, sent: false });
  }
  return { taken, tooLarge, tooMany: files.slice(room).map(({ name }) => name) };
}
