import { Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../../lib/dates.ts';
import { PhotoViewer } from '../../../../ui/messages/photo-viewer.tsx';
import { downloadAddress, thumbnailAddress } from '../../../teamwork/storage/storage.queries.ts';
import type { TileScene } from '../dashboards/analytics.dashboards.model.ts';
import { usePhotos } from './analytics.tiles.queries.ts';
import classes from './tiles.module.css';

/** The last photos of a place; each opens large. */
export function PhotosTile({ spaceId, place }: TileScene) {
  const { t } = useTranslation();
  const { data, isError } = usePhotos(spaceId, place);
  const [shown, setShown] = useState<number | null>(null);
  if (isError) return <p className={classes.note}>{t('analytics.not_loaded')}</p>;
  if (!data) return <Loader size="xs" role="status" aria-label={t('analytics.loading')} />;
  if (!data.length) return <p className={classes.note}>{t('dashboard.no_photos')}</p>;
  return (
    <>
      <ul className={classes.photos} aria-label={t('dashboard.sentence_photos', { count: data.length })}>
        {data.map((photo, index) => (
          <li key={photo.id}>
            <button type="button" onClick={() => setShown(index)}>
              <img src={thumbnailAddress(spaceId, photo, '256')} alt="" loading="lazy" draggable={false} />
              <span>
                <bdi>{photo.row_name ?? photo.node_name}</bdi>
              </span>
              <span>{formatInstant(photo.taken_at)}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && data[shown] && (
        <PhotoViewer
          photos={data.map((photo) => ({
            name: photo.name,
            large: thumbnailAddress(spaceId, photo, '1600'),
            download: downloadAddress(spaceId, photo),
            caption: t('storage.by', { author: photo.author, at: formatInstant(photo.taken_at) }),
          }))}
          at={shown}
          onMove={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
