import { Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFrom } from '../../lib/save-blob.ts';
import { IconButton } from '../icon-button.tsx';
import classes from './photo-viewer.module.css';

/** A picture to look at: the address of its large form and that of the file itself. */
export type Photo = { name: string; large: string; download: string; caption: ReactNode };

type Props = {
  photos: readonly Photo[];
  at: number;
  onMove(at: number): void;
  onClose(): void;
  onRemove?: (() => void) | null;
};

/** Photos one at a time over the whole page; arrow keys go on. */
export function PhotoViewer({ photos, at, onMove, onClose, onRemove = null }: Props) {
  const { t } = useTranslation();
  const photo = photos[at];
  const go = (step: number): void => onMove(Math.min(Math.max(at + step, 0), photos.length - 1));
  const onKeyDown = (event: KeyboardEvent): void => {
    // What is under the viewer has keys of its own.
    event.stopPropagation();
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  };
  return (
    <Modal opened fullScreen onClose={onClose} title={photo.name} onKeyDown={onKeyDown} classNames={{ body: classes.viewer }}>
      <div className={classes.stage}>
        <IconButton icon={IconChevronLeft} label={t('storage.previous')} disabled={at === 0} onClick={() => go(-1)} />
        <img src={photo.large} alt={photo.name} className={classes.large} />
        <IconButton icon={IconChevronRight} label={t('storage.next')} disabled={at === photos.length - 1} onClick={() => go(1)} />
      </div>
      <div className={classes.caption}>
        <span>{photo.caption}</span>
        <IconButton icon={IconDownload} label={t('storage.download')} onClick={() => saveFrom(photo.download, photo.name)} />
        {onRemove && (
          <IconButton
            icon={IconTrash}
            label={t('storage.remove')}
            onClick={() => {
              onRemove();
              onClose();
            }}
          />
        )}
      </div>
    </Modal>
  );
}
