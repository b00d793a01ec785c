import { STORAGE_PART_BYTES } from '@gantry/contract';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newCallKey } from '../../../lib/calls/api-client.ts';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { endUpload, storeParts } from './storage.parts.queries.ts';
import { type FilesPlace, storeOrKeep, useLookAtFiles, useUnsentFiles } from './storage.queries.ts';

/** A file on its way: waiting for its turn, being stored, paused, waiting for the line to come back, kept until a server answers, or refused with the reason. */
export type Upload = {
  key: string;
  file: File;
  state: 'waiting' | 'storing' | 'paused' | 'cut' | 'kept' | 'failed';
  reason: string;
  /** How much of a file that goes in parts has arrived; null: it goes at once. */
  percent: number | null;
};

/** Files that are being sent, whatever list shows them: leaving the page asks meanwhile. */
const underway = new Set<string>();
const keepPage = (event: BeforeUnloadEvent): void => event.preventDefault();
function mark(key: string, isUnderway: boolean): void {
  if (isUnderway) underway.add(key);
  else underway.delete(key);
  if (underway.size) addEventListener('beforeunload', keepPage);
  else removeEventListener('beforeunload', keepPage);
}

/** Stores files one after the other, large ones in parts; one that fails stays with its reason and can be tried again. */
export function useUploads(spaceId: number, place: FilesPlace) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const kept = useUnsentFiles(place);
  const queue = useRef<Promise<void>>(Promise.resolve());
  /** What the server calls uploads in parts, and how each is stopped. */
  const begun = useRef(new Map<string, string>());
  const stops = useRef(new Map<string, AbortController>());
  const look = useLookAtFiles(spaceId);
  const { t } = useTranslation();

  const change = (key: string, next: Partial<Upload> | null): void =>
    setUploads((all) => all.flatMap((one) => (one.key === key ? (next ? [{ ...one, ...next }] : []) : [one])));

  const send = useCallback(
    ({ key, file }: Pick<Upload, 'key' | 'file'>): void => {
      const stop = new AbortController();
      stops.current.set(key, stop);
      mark(key, true);
      queue.current = queue.current.then(async () => {
        if (stop.signal.aborted) return;
        change(key, { state: 'storing' });
        try {
          if (file.size > STORAGE_PART_BYTES)
            await storeParts(
              spaceId,
              place,
              { file, clientKey: key, key: begun.current.get(key) ?? null },
              {
                signal: stop.signal,
                onKey: (name) => begun.current.set(key, name),
                onSent: (bytes) => change(key, { state: 'storing', percent: Math.floor((bytes / file.size) * 100) }),
                onCut: () => change(key, { state: 'cut' }),
              },
            );
          else await storeOrKeep(spaceId, place, file, key);
          mark(key, false);
          change(key, null);
          await look();
        } catch (error) {
          if (stop.signal.aborted) return;
          mark(key, false);
          change(key, { state: 'failed', reason: refusalText(error, t) });
        }
      });
    },
    [spaceId, place, look, t],
  );
  const add = (files: readonly File[]): void => {
    const added = files.map((file): Upload => ({
      key: newCallKey(),
      file,
      state: 'waiting',
      reason: '',
      percent: file.size > STORAGE_PART_BYTES ? 0 : null,
    }));
    setUploads((all) => [...all, ...added]);
    for (const upload of added) send(upload);
  };
  const retry = (upload: Upload): void => {
    const unsent = kept.find(({ key }) => key === upload.key);
    if (unsent) return unsent.retry();
    change(upload.key, { state: 'waiting', reason: '' });
    send(upload);
  };
  const pause = ({ key }: Upload): void => {
    stops.current.get(key)?.abort();
    change(key, { state: 'paused' });
  };
  const dismiss = ({ key }: Upload): void => {
    stops.current.get(key)?.abort();
    mark(key, false);
    change(key, null);
    kept.find((one) => one.key === key)?.drop();
    const name = begun.current.get(key);
    if (name !== undefined) void endUpload(spaceId, name);
  };
  const unsent = kept.map(({ key, file, reason }): Upload => ({
    key,
    file,
    state: reason === null ? 'kept' : 'failed',
    reason: reason ?? '',
    percent: null,
  }));
  return { uploads: [...unsent, ...uploads], add, retry, pause, dismiss };
}
