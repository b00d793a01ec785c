import { api, STORAGE_PART_BYTES, type StoredItem } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, asked, receivedBy, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { Gallery } from './gallery.tsx';

const item = (id: number, name: string, more: Partial<StoredItem> = {}): StoredItem => ({
  id,
  node_id: 5,
  node_name: 'Works',
  row_id: 7,
  row_code: 'A1',
  row_name: 'Pour walls',
  name,
  bytes: 2048,
  media: 'application/octet-stream',
  width: null,
  height: null,
  taken_at: '2026-03-02T09:00:00Z',
  created_at: '2026-03-02T09:00:00Z',
  author_id: 2,
  author: 'Ada Lovelace',
  ...more,
});
const photo = (id: number, name: string) => item(id, name, { media: 'image/jpeg', width: 200, height: 100 });
const ROW = { nodeId: 5, row: { versionId: 9, id: 7 } };
let kept: StoredItem[];

beforeEach(() => {
  kept = [photo(3, 'north.jpg'), photo(2, 'south.jpg'), item(1, 'act.pdf')];
  answer(api.storage.ofRow, () => ({ items: kept, next: null }));
});

const gallery = (more: Partial<Parameters<typeof Gallery>[0]> = {}) =>
  show(<Gallery spaceId={1} place={ROW} mayEdit userId={1} {...more} />);
const fileInput = (): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('nothing takes files');
  return input;
};

it('shows photos small and files by name, and a photo large with the arrows', async () => {
  const { user } = await gallery({ mayEdit: false });
  await user.click(await screen.findByRole('button', { name: 'Show north.jpg' }));
  const viewer = await screen.findByRole('dialog', { name: 'north.jpg' });
  expect(within(viewer).getByRole('img', { name: 'north.jpg' }).getAttribute('src')).toBe(
    '/api/v1/storage/thumbnail/3?size=1600&space_id=1',
  );
  expect(viewer.textContent).toContain('A1 Pour walls');
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByRole('img', { name: 'south.jpg' })).toBeTruthy();
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'act.pdf' }).getAttribute('href')).toBe(
    '/api/v1/storage/download/1?space_id=1',
  );
});

it('stores what is chosen, one after the other; one that is refused keeps its reason and is tried again', async () => {
  kept = [];
  refuse(api.storage.upload, 'storage.too_large', { megabytes: 100 });
  const { user } = await gallery();
  expect(await screen.findByText('No files yet')).toBeTruthy();
  await user.upload(fileInput(), [new File(['x'], 'plan.pdf')]);
  expect(await screen.findByText(/plan.pdf was not stored: The file is larger than 100 MB/)).toBeTruthy();
  answer(api.storage.upload, () => {
    kept = [item(8, 'plan.pdf')];
    return { items: kept };
  });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'plan.pdf' })).toBeTruthy();
  expect(asked(api.storage.upload)).toHaveLength(2);
});

it('deletes a file and takes the deletion back; who may not change files deletes only what is theirs', async () => {
  answer(api.storage.remove, () => {
    kept = kept.filter(({ id }) => id !== 1);
    return {};
  });
  answer(api.storage.restore, {});
  const { user } = await gallery();
  await user.click(await screen.findByRole('button', { name: 'Delete file' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'act.pdf' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(asked(api.storage.restore)).toMatchObject([{ params: { id: 1 } }]);
});

it('offers nothing to change to who may only look', async () => {
  await gallery({ mayEdit: false });
  await screen.findByRole('link', { name: 'act.pdf' });
  expect(screen.queryByRole('button', { name: 'Delete file' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Add files/ })).toBeNull();
});

it('prepares a zip of what is ticked', async () => {
  answer(api.storage.prepareArchive, { key: crypto.randomUUID(), name: 'Works.zip', size: 10 });
  const { user } = await gallery();
  await user.click(await screen.findByRole('checkbox', { name: 'Choose act.pdf' }));
  await user.click(screen.getByRole('checkbox', { name: 'Choose north.jpg' }));
  await user.click(screen.getByRole('button', { name: 'Download 2 files' }));
  await waitFor(() =>
    expect(asked(api.storage.prepareArchive)).toMatchObject([{ params: { id: 5, versionId: 9 }, body: { ids: [3, 1] } }]),
  );
});

describe('a large file', () => {
  const KEY = '0b6c5a0e-8d7c-4c58-9a3e-0f3f1d2c4b5a';
  const film = () => new File([new Uint8Array(STORAGE_PART_BYTES * 2 + 5)], 'film.mp4');
  const offsets = () => receivedBy(api.storage.addPart).map(({ headers }) => Number(headers.get('upload-offset')));
  const leaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  let arrived = 0;

  beforeEach(() => {
    kept = [];
    arrived = 0;
    answer(api.storage.createUpload, { key: KEY });
    answer(api.storage.readUpload, () => ({ offset: arrived, length: STORAGE_PART_BYTES * 2 + 5 }));
  });
  const finish = () =>
    answer(api.storage.addPart, () => {
      if (offsets().at(-1) === STORAGE_PART_BYTES * 2) kept = [item(8, 'film.mp4')];
      return {};
    });

  it('goes in parts; after a cut it asks what has arrived and goes on from there by itself', async () => {
    answer(api.storage.addPart, () => {
      if (offsets().length === 1) return {};
      arrived = STORAGE_PART_BYTES + 77;
      throw new TypeError('Failed to fetch');
    });
    const { user } = await gallery();
    await user.upload(fileInput(), [film()]);
    expect(await screen.findByText('film.mp4: the connection is cut, it goes on by itself')).toBeTruthy();
    expect(leaving()).toBe(true);
    answer(api.storage.addPart, () => {
      kept = [item(8, 'film.mp4')];
      return {};
    });
    dispatchEvent(new Event('online'));
    expect(await screen.findByRole('link', { name: 'film.mp4' })).toBeTruthy();
    expect(offsets().slice(0, 3)).toEqual([0, STORAGE_PART_BYTES, STORAGE_PART_BYTES + 77]);
    expect(leaving()).toBe(false);
  });

  it('is paused and goes on, and one that is given up leaves nothing on the server', async () => {
    answer(api.storage.endUpload, {});
    answer(api.storage.addPart, () => new Promise(() => {}));
    const { user } = await gallery();
    await user.upload(fileInput(), [film()]);
    await waitFor(() => expect(offsets()).toEqual([0]));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('film.mp4 is paused at 0 %')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(asked(api.storage.endUpload)).toEqual([expect.objectContaining({ params: { key: KEY } })]));
    expect(leaving()).toBe(false);
  });

  it('goes on after a pause with what the server has', async () => {
    answer(api.storage.addPart, () => new Promise(() => {}));
    const { user } = await gallery();
    await user.upload(fileInput(), [film()]);
    await waitFor(() => expect(offsets()).toEqual([0]));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    arrived = STORAGE_PART_BYTES;
    finish();
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    expect(await screen.findByRole('link', { name: 'film.mp4' })).toBeTruthy();
    expect(offsets()).toEqual([0, STORAGE_PART_BYTES, STORAGE_PART_BYTES * 2]);
    expect(asked(api.storage.createUpload)).toHaveLength(1);
  });

  it('that does not fit says so', async () => {
    refuse(api.storage.createUpload, 'storage.quota_exceeded', { name: 'film.mp4', used: 12, limit: 10 });
    const { user } = await gallery();
    await user.upload(fileInput(), [film()]);
    expect(await screen.findByText(/film.mp4 was not stored: .*12 MB of 10 MB/)).toBeTruthy();
  });
});
