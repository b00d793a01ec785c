import type { StoredItem } from '@gantry/contract';
import type { BoardContent } from '@gantry/scene';
import { formatInstant } from '../../../../lib/dates.ts';
import { thumbnailAddress } from '../../../teamwork/storage/storage.queries.ts';
import type { Words } from '../analytics.charts.model.ts';
import { noteContent } from './analytics.paper.model.ts';

type Raster = NonNullable<Extract<BoardContent, { kind: 'photos' }>['photos'][number]['raster']>;

/** The photos of a place as paper shows them: small pictures with what they are of; one that cannot be read leaves its words. */
export async function photosOnPaper(spaceId: number, photos: readonly StoredItem[], { t }: Words): Promise<BoardContent> {
  if (!photos.length) return noteContent(t('dashboard.no_photos'));
  return {
    kind: 'photos',
    photos: await Promise.all(
      photos.map(async (photo) => {
        const address = thumbnailAddress(spaceId, photo, '256');
        const name = photo.row_name ?? photo.node_name;
        const about = t('storage.by', { author: photo.author, at: formatInstant(photo.taken_at) });
        return { address, name, about, raster: await rasterOf(address).catch(() => null) };
      }),
    ),
  };
}

/** The points of a picture on white paper. */
async function rasterOf(address: string): Promise<Raster | null> {
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
