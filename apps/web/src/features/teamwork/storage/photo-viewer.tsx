import type { StoredItem } from '@gantry/contract';
import { Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { saveFrom } from '../../../lib/save-blob.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './gallery.module.css';
import { downloadAddress, thumbnailAddress } from './storage.queries.ts';

type Props = {
  spaceId: number;
  photos: readonly StoredItem[];
  at: number;
  onMove(at: number): void;
  onClose(): void;
  onRemove: ((photo: StoredItem) => void) | null;
};

/** Photos one at a time over the whole page; arrow keys go on. */
export function PhotoViewer({ spaceId, photos, at, onMove, onClose, onRemove }: Props) {
  const { t } = useTranslation();
  const photo = photos[at];
  const go = (step: number): void => onMove(Math.min(Math.max(at + step, 0), photos.length - 1));
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  };
  return (
    <Modal opened fullScreen onClose={onClose} title={photo.name} onKeyDown={onKeyDown} classNames={{ body: classes.viewer }}>
      <div className={classes.stage}>
        <IconButton icon={IconChevronLeft} label={t('storage.previous')} disabled={at === 0} onClick={() => go(-1)} />
        <img src={thumbnailAddress(spaceId, photo, '1600')} alt={photo.name} className={classes.large} />
        <IconButton icon={IconChevronRight} label={t('storage.next')} disabled={at === photos.length - 1} onClick={() => go(1)} />
      </div>
      <div className={classes.caption}>
        <span>
          {photo.row_code !== null && <b>{t('storage.place', { code: photo.row_code, name: photo.row_name ?? '' })}</b>}{' '}
          {t('storage.by', { author: photo.author, at: formatInstant(photo.taken_at) })}
        </span>
        <IconButton
          icon={IconDownload}
          label={t('storage.download')}
          onClick={() => saveFrom(downloadAddress(spaceId, photo), photo.name)}
        />
        {onRemove && (
          <IconButton
            icon={IconTrash}
            label={t('storage.remove')}
            onClick={() => {
              onRemove(photo);
              onClose();
            }}
          />
        )}
      </div>
    </Modal>
  );
}
