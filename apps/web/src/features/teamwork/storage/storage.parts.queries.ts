import { api, STORAGE_PART_BYTES } from '@gantry/contract';
import { call } from '../../../lib/calls/api-client.ts';
import { ApiError, isRefusal } from '../../../lib/calls/api-error.ts';
import type { FilesPlace } from './storage.queries.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** What a sending in parts tells while it goes on. */
export type Progress = { signal: AbortSignal; onKey: (key: string) => void; onSent: (bytes: number) => void; onCut: () => void };

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

async function open(spaceId: number, { nodeId, row }: FilesPlace, file: File, clientKey: string): Promise<string> {
  const stated = { filename: file.name, client_key: clientKey, ...(row ? { wbs_id: String(row.id) } : {}) };
  const metadata = Object.entries(stated).map(([name, value]) => `${name} ${base64(value)}`);
  const headers = { ...TUS, 'Upload-Length': String(file.size), 'Upload-Metadata': metadata.join(',') };
  return (await call(api.storage.createUpload, { params: { id: nodeId } }, { headers, spaceId, quiet: true })).key;
}

/** Stores a large file part by part. `key` names an upload that was begun. */
export const storeParts = (
  spaceId: number,
  place: FilesPlace,
  { file, clientKey, key }: { file: File; clientKey: string; key: string | null },
  progress: Progress,
): Promise<string> =>
  sendParts(
    spaceId,
    { file, key },
    { open: () => open(spaceId, place, file, clientKey), readUpload: api.storage.readUpload, addPart: api.storage.addPart },
    progress,
  );

/** The calls of an upload in parts. */
type Calls = {
  open(): Promise<string>;
  readUpload: typeof api.storage.readUpload | typeof api.imports.readUpload;
  addPart: typeof api.storage.addPart | typeof api.imports.addPart;
};

/** Sends a large file part by part: after a cut it waits, asks what has arrived and goes on from there. Answers the key of the upload. */
export async function sendParts(
  spaceId: number,
  { file, key: begun }: { file: File; key: string | null },
  { open: openOne, readUpload, addPart }: Calls,
  { signal, onKey, onSent, onCut }: Progress,
): Promise<string> {
  let key = begun;
  let offset = 0;
  let known = begun === null;
  let waitMs = FIRST_WAIT_MS;
  while (offset < file.size) {
    signal.throwIfAborted();
    try {
      if (key === null) {
        key = await openOne();
        onKey(key);
      }
      const params = { key };
      if (!known) {
        ({ offset } = await call(readUpload, { params }, { spaceId, signal, quiet: true }));
        known = true;
      } else {
        const part = file.slice(offset, offset + STORAGE_PART_BYTES);
        const headers = { ...TUS, 'Upload-Offset': String(offset) };
        await call(addPart, { params }, { bytes: part, headers, spaceId, signal, quiet: true });
        offset += part.size;
        waitMs = FIRST_WAIT_MS;
      }
      onSent(offset);
    } catch (error) {
      known = false;
      if (isRefusal(error, 'storage.upload_moved')) continue;
      if (key !== null && isRefusal(error, 'storage.upload_not_found')) {
        [key, offset, known] = [null, 0, true];
        continue;
      }
      if (!isPassing(error)) throw error;
      onCut();
      await waited(waitMs, signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }
  return key ?? '';
}

/** No answer, or a server that is away for now: the same is sent again. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === 'unreachable' || error.kind === 'timeout' || error.status === 408 || [502, 503, 504].includes(error.status));

/** Waits, or less where the line is back before. */
function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/** Removes what has arrived of an upload that is given up. */
export const endUpload = (spaceId: number, key: string): Promise<unknown> =>
  call(api.storage.endUpload, { params: { key } }, { spaceId, quiet: true }).catch(() => undefined);
