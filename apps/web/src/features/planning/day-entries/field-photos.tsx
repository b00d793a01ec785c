import { ENTRY_PHOTO_BYTES, MOST_ENTRY_PHOTOS } from '@gantry/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconCamera, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedPhoto } from './day-entries.queue.model.ts';
import { type TakenPhotos, takePhotos } from './day-entries.photo.store.ts';
import classes from './field.module.css';

const MEGABYTE = 1024 * 1024;

/** Photos of a report that is not sent yet: taken, looked at and taken off again. */
export function FieldPhotos({ photos, onChange }: { photos: readonly QueuedPhoto[]; onChange(photos: QueuedPhoto[]): void }) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState<Omit<TakenPhotos, 'taken'>>({ tooLarge: [], tooMany: [] });
  const take = async (input: HTMLInputElement): Promise<void> => {
    const { taken, ...others } = await takePhotos([...(input.files ?? [])], photos.length);
    onChange([...photos, ...taken]);
    setLeft(others);
    // The same photo can be chosen again after it was taken off.
    input.value = '';
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('field.photo')}
        onChange={(event) => void take(event.currentTarget)}
      />
      <Button
        size="md"
        variant="default"
        fullWidth
        leftSection={<IconCamera size={20} stroke={1.5} />}
        onClick={() => picker.current?.click()}
      >
        {t('field.photo')}
      </Button>
      {photos.length > 0 && (
        <ul className={classes.photos} aria-label={t('field.photos', { count: photos.length })}>
          {photos.map(({ id, name, blob }) => (
            <li key={id} className={classes.photo}>
              <Thumbnail blob={blob} />
              <span className={classes.grow}>{name}</span>
              <ActionIcon
                size="xl"
                variant="subtle"
                aria-label={t('field.photo_off', { photo: name })}
                onClick={() => onChange(photos.filter((one) => one.id !== id))}
              >
                <IconX size={20} stroke={1.5} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {left.tooLarge.map((photo) => (
        <p key={photo} className={classes.notice} role="alert">
          {t('field.photo_too_large', { photo, megabytes: ENTRY_PHOTO_BYTES / MEGABYTE })}
        </p>
      ))}
      {left.tooMany.length > 0 && (
        <p className={classes.notice} role="alert">
          {t('field.photos_too_many', { most: MOST_ENTRY_PHOTOS, photos: left.tooMany.join(', ') })}
        </p>
      )}
    </>
  );
}

/** The name of a photo of a phone is a number: people know it by what is on it. */
function Thumbnail({ blob }: { blob: Blob }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return <img className={classes.thumbnail} src={address || undefined} alt="" />;
}
