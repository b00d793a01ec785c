import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newCallKey } from '../../../lib/calls/api-client.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { type FilesPlace, storeFile, useLookAtFiles } from './storage.queries.ts';

/** A file on its way: waiting for its turn, being stored, or refused with the reason. */
export type Upload = { key: string; file: File; state: 'waiting' | 'storing' | 'failed'; reason: string };

/** Stores files one after the other; one that fails stays with its reason and can be tried again. */
export function useUploads(spaceId: number, place: FilesPlace) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const look = useLookAtFiles(spaceId);
  const { t } = useTranslation();

  const change = (key: string, next: Partial<Upload> | null): void =>
    setUploads((all) => all.flatMap((one) => (one.key === key ? (next ? [{ ...one, ...next }] : []) : [one])));

  const send = useCallback(
    ({ key, file }: Pick<Upload, 'key' | 'file'>): void => {
      queue.current = queue.current.then(async () => {
        change(key, { state: 'storing' });
        try {
          await storeFile(spaceId, place, file, key);
          change(key, null);
          await look();
        } catch (error) {
          change(key, { state: 'failed', reason: refusalText(error, t) });
        }
      });
    },
    [spaceId, place, look, t],
  );
  const add = (files: readonly File[]): void => {
    const added = files.map((file): Upload => ({ key: newCallKey(), file, state: 'waiting', reason: '' }));
    setUploads((all) => [...all, ...added]);
    for (const upload of added) send(upload);
  };
  const retry = (upload: Upload): void => {
    change(upload.key, { state: 'waiting', reason: '' });
    send(upload);
  };
  return { uploads, add, retry, dismiss: (key: string) => change(key, null) };
}
