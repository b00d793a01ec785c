import { Anchor, Loader, Progress } from '@mantine/core';
import { IconClock, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './gallery.module.css';
import type { Upload } from './storage.uploads.queries.ts';

type Props = {
  uploads: readonly Upload[];
  retry: (upload: Upload) => void;
  pause: (upload: Upload) => void;
  dismiss: (upload: Upload) => void;
};

/** Files on their way: how far each is, paused and resumed, and why one was not stored. */
export function UploadsList({ uploads, retry, pause, dismiss }: Props) {
  const { t } = useTranslation();
  if (!uploads.length) return null;
  return (
    <ul className={classes.uploads} aria-live="polite">
      {uploads.map((upload) => (
        <li key={upload.key} data-failed={upload.state === 'failed' || undefined}>
          {upload.percent === null ? (
            (upload.state === 'kept' && <IconClock size={14} stroke={1.5} aria-hidden />) ||
            (upload.state !== 'failed' && <Loader size={12} />)
          ) : (
            <Progress
              className={classes.bar}
              value={upload.percent}
              color={upload.state === 'failed' ? 'red' : undefined}
              aria-label={upload.file.name}
            />
          )}
          <span className={classes.text}>{textOf(upload, t)}</span>
          {upload.percent !== null && (upload.state === 'storing' || upload.state === 'cut') && (
            <IconButton icon={IconPlayerPause} label={t('storage.pause')} onClick={() => pause(upload)} />
          )}
          {upload.state === 'paused' && <IconButton icon={IconPlayerPlay} label={t('storage.go_on')} onClick={() => retry(upload)} />}
          {upload.state === 'failed' && (
            <Anchor component="button" onClick={() => retry(upload)}>
              {t('storage.retry')}
            </Anchor>
          )}
          {(upload.state === 'failed' || upload.state === 'kept' || upload.percent !== null) && (
            <IconButton icon={IconX} label={t('ui.cancel')} onClick={() => dismiss(upload)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function textOf({ state, percent, reason, file: { name } }: Upload, t: TFunction): string {
  if (state === 'failed') return t('storage.failed', { name, reason });
  if (state === 'kept') return t('storage.kept', { name });
  if (state === 'paused') return t('storage.paused', { name, percent });
  if (state === 'cut') return t('storage.cut', { name });
  return percent === null ? t('storage.uploading', { name }) : t('storage.uploading_part', { name, percent });
}
