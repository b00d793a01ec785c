import type { StoredItem } from '@gantry/contract';
import { Anchor, Button, Checkbox, Loader } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconDownload, IconFile, IconFileUpload, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { saveFrom } from '../../../lib/save-blob.ts';
import { MessagePage } from '../../../ui/text/message-page.tsx';
import { PhotoViewer } from '../../../ui/messages/photo-viewer.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import classes from './gallery.module.css';
import { isShown, StoredFileViewer } from './stored-file-viewer.tsx';
import { downloadAddress, type FilesPlace, thumbnailAddress, useFiles, useRemoveFile, useSaveArchive } from './storage.queries.ts';
import { useUploads } from './storage.uploads.queries.ts';
import { UploadsList } from './uploads-list.tsx';

type Props = { spaceId: number; place: FilesPlace; mayEdit: boolean; userId: number | null };

/** Photos and files of a place: stored by dropping them, looked at large, saved one by one or as a zip. */
export function Gallery({ spaceId, place, mayEdit, userId }: Props) {
  const { t } = useTranslation();
  const { data, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useFiles(spaceId, place);
  const { uploads, add, retry, pause, dismiss } = useUploads(spaceId, place);
  const { remove, restore } = useRemoveFile(spaceId);
  const archive = useSaveArchive(spaceId, place);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState<number | null>(null);
  const [opened, setOpened] = useState<StoredItem | null>(null);

  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const photos = items.filter(({ width }) => width !== null);
  const files = items.filter(({ width }) => width === null);
  const selected = items.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const toggle = (id: number): void =>
    setChosen((former) => new Set(former.has(id) ? [...former].filter((one) => one !== id) : [...former, id]));
  const removable = ({ author_id }: StoredItem): boolean => mayEdit || (userId !== null && author_id === userId);
  const drop = async (item: StoredItem): Promise<void> => {
    await remove(item.id);
    showToast('info', t('storage.removed', { name: item.name }), {
      id: `removed-${item.id}`,
      action: { label: t('storage.restore'), run: () => restore(item.id) },
    });
  };

  return (
    <div className={classes.gallery}>
      {mayEdit && (
        <Dropzone
          classNames={{ root: classes.drop, inner: classes.dropInner }}
          aria-label={`${t('storage.add')}: ${t('storage.drop_hint')}`}
          role="button"
          inputProps={{ style: { display: 'none' } }}
          onDrop={() => undefined}
          onDropAny={(accepted, rejected) => add([...accepted, ...rejected.map(({ file }) => file)])}
        >
          <IconFileUpload size={20} stroke={1.5} aria-hidden />
          <span>{t('storage.drop_hint')}</span>
        </Dropzone>
      )}
      <UploadsList uploads={uploads} retry={retry} pause={pause} dismiss={dismiss} />
      {isPending && <Loader size="sm" className={classes.loading} />}
      {!isPending && !items.length && !uploads.length && (
        <MessagePage icon={IconFile} title={t('storage.empty')}>
          <p>{t(place.below ? 'storage.empty_feed_hint' : 'storage.empty_hint')}</p>
        </MessagePage>
      )}
      {selected.length > 0 && (
        <Button size="compact-sm" variant="default" loading={archive.isPending} onClick={() => archive.mutate(selected)}>
          {t('storage.download_chosen', { count: selected.length })}
        </Button>
      )}
      {photos.length > 0 && (
        <ul className={classes.photos}>
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <button
                type="button"
                className={classes.photo}
                aria-label={t('storage.open', { name: photo.name })}
                onClick={() => setShown(index)}
              >
                <img src={thumbnailAddress(spaceId, photo, '256')} alt="" loading="lazy" draggable={false} />
              </button>
              {place.row && (
                <Checkbox
                  className={classes.tick}
                  size="xs"
                  aria-label={t('storage.choose', { name: photo.name })}
                  checked={chosen.has(photo.id)}
                  onChange={() => toggle(photo.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={file.id}>
              {place.row && (
                <Checkbox
                  size="xs"
                  aria-label={t('storage.choose', { name: file.name })}
                  checked={chosen.has(file.id)}
                  onChange={() => toggle(file.id)}
                />
              )}
              <span className={classes.name}>
                {isShown(file) ? (
                  <Anchor component="button" ta="start" aria-label={t('storage.open', { name: file.name })} onClick={() => setOpened(file)}>
                    {file.name}
                  </Anchor>
                ) : (
                  <Anchor href={downloadAddress(spaceId, file)} download={file.name}>
                    {file.name}
                  </Anchor>
                )}
                <small>
                  {sizeOf(file.bytes, t)} · {t('storage.by', { author: file.author, at: formatInstant(file.created_at) })}
                  {!isShown(file) && ` · ${t('storage.no_preview')}`}
                </small>
              </span>
              {isShown(file) && (
                <IconButton
                  icon={IconDownload}
                  label={t('storage.download_named', { name: file.name })}
                  onClick={() => saveFrom(downloadAddress(spaceId, file), file.name)}
                />
              )}
              {removable(file) && <IconButton icon={IconTrash} label={t('storage.remove')} onClick={() => void drop(file)} />}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="compact-sm" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('storage.more')}
        </Button>
      )}
      {opened && <StoredFileViewer spaceId={spaceId} file={opened} onClose={() => setOpened(null)} />}
      {shown !== null && photos[shown] && (
        <PhotoViewer
          photos={photos.map((photo) => ({
            name: photo.name,
            large: thumbnailAddress(spaceId, photo, '1600'),
            download: downloadAddress(spaceId, photo),
            caption: (
              <>
                {photo.row_code !== null && <b>{t('storage.place', { code: photo.row_code, name: photo.row_name ?? '' })}</b>}{' '}
                {t('storage.by', { author: photo.author, at: formatInstant(photo.taken_at) })}
              </>
            ),
          }))}
          at={shown}
          onMove={setShown}
          onClose={() => setShown(null)}
          onRemove={removable(photos[shown]) ? () => void drop(photos[shown]) : null}
        />
      )}
    </div>
  );
}

const MB = 1024 * 1024;
const sizeOf = (bytes: number, t: TFunction): string =>
  bytes < MB
    ? t('import.size', { size: formatNumber(Math.ceil(bytes / 1024), { decimals: 0 }) })
    : t('import.size_mb', { size: formatNumber(bytes / MB, { decimals: 1 }) });
