import { MOST_ENTRY_PHOTOS, ENTRY_PHOTO_BYTES } from '@gantry/contract';
import { expect, test } from 'vitest';
import { takePhotos } from './day-entries.photo.store.ts';

const photo = (name: string, bytes = 10): File => {
  const file = new File(['x'], name, { type: 'image/heic' });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};

test('photos come along as far as a report has room and none is too large; the others are named', async () => {
  const chosen = [photo('a.heic'), photo('b.heic', ENTRY_PHOTO_BYTES + 1), photo('c.heic', ENTRY_PHOTO_BYTES), photo('d.heic')];
  const { taken, tooLarge, tooMany } = await takePhotos(chosen, MOST_ENTRY_PHOTOS - 3);
  expect(taken.map(({ name }) => name)).toEqual(['a.heic', 'c.heic']);
  expect([tooLarge, tooMany]).toEqual([['b.heic'], ['d.heic']]);
});
