import { ENTRY_PHOTO_BYTES } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../../testing/show.tsx';
import type { QueuedPhoto } from './day-entries.queue.model.ts';
import { FieldPhotos } from './field-photos.tsx';

const shown = new Set<string>();
beforeEach(() => {
  shown.clear();
  let last = 0;
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: () => {
        shown.add(`blob:${++last}`);
        return `blob:${last}`;
      },
      revokeObjectURL: (address: string) => shown.delete(address),
    }),
  );
});

function Photos() {
  const [photos, setPhotos] = useState<QueuedPhoto[]>([]);
  return <FieldPhotos photos={photos} onChange={setPhotos} />;
}
const photo = (name: string, bytes = 10): File =>
  Object.defineProperty(new File(['x'], name, { type: 'image/jpeg' }), 'size', { value: bytes });

test('photos are seen before they are sent, taken off one by one, and more can be added', async () => {
  const { user } = await show(<Photos />);
  const add = () => screen.getByLabelText<HTMLInputElement>('Add a photo', { selector: 'input' });
  await user.upload(add(), [photo('IMG_1.jpg'), photo('IMG_2.jpg')]);
  expect(await screen.findByRole('list', { name: 'Photos: 2' })).toBeTruthy();
  await waitFor(() => expect([...document.querySelectorAll('img')].map(({ src }) => src)).toEqual(['blob:1', 'blob:2']));
  await user.click(screen.getByRole('button', { name: 'Take off “IMG_1.jpg”' }));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['IMG_2.jpg']);
  // The picture of what was taken off is given up.
  await waitFor(() => expect([...shown]).toEqual(['blob:2']));
  await user.upload(add(), [photo('IMG_1.jpg')]);
  expect(screen.getByRole('button', { name: 'Add a photo' })).toBeTruthy();
  expect(await screen.findByRole('list', { name: 'Photos: 2' })).toBeTruthy();
});

test('a photo that is too large is named, also where it is the only one', async () => {
  const { user } = await show(<Photos />);
  await user.upload(screen.getByLabelText('Add a photo', { selector: 'input' }), [photo('big.jpg', ENTRY_PHOTO_BYTES + 1)]);
  expect((await screen.findByRole('alert')).textContent).toContain('big.jpg');
});
