import type { StoredItem } from '@gantry/contract';
import type { BoardContent } from '@gantry/scene';
import { formatInstant } from '../../../../lib/dates.ts';
import { rasterOf } from '../../../../ui/charts/raster-of.ts';
import { thumbnailAddress } from '../../../teamwork/storage/storage.queries.ts';
import type { Words } from '../analytics.charts.model.ts';
import { noteContent } from './analytics.paper.model.ts';

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
