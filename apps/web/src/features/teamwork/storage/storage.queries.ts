import { api, type StoredItem } from '@gantry/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addressOf, call } from '../../../lib/calls/api-client.ts';
import { dropEntry, registerSender, retryEntry, sendOrKeep, useOutbox } from '../../../lib/outbox/outbox.ts';
import { usePush } from '../../../lib/push/push.ts';
import { saveFrom } from '../../../lib/save-blob.ts';
import { reasonText } from '../../../ui/text/refusal-text.ts';

/** Where files belong: to a work of a schedule, or to a node; of a node that is no schedule the photos below it are shown. */
export type FilesPlace = { nodeId: number; row?: { versionId: number; id: number }; below?: boolean };

const keyOf = (spaceId: number) => ['space', spaceId, 'storage'];

/** Files of a place, page by page, renewed when somebody stores or deletes one. */
export function useFiles(spaceId: number, place: FilesPlace) {
  const client = useQueryClient();
  usePush('wbs_storage_uploaded', () => void client.invalidateQueries({ queryKey: keyOf(spaceId) }));
  return useInfiniteQuery({
    queryKey: [...keyOf(spaceId), place],
    queryFn: ({ pageParam, signal }) => listFiles(spaceId, place, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

function listFiles(spaceId: number, { nodeId, row, below }: FilesPlace, before: string | undefined, signal: AbortSignal) {
  const query = { before };
  if (row) return call(api.storage.ofRow, { params: { id: row.versionId, wbsId: row.id }, query }, { signal, spaceId });
  return call(below ? api.storage.photosFeed : api.storage.list, { params: { id: nodeId }, query }, { signal, spaceId });
}

/** What a file shows as tables or text. A content never changes, so it is asked once. */
export function useContent(spaceId: number, id: number) {
  return useQuery({
    queryKey: [...keyOf(spaceId), 'content', id],
    queryFn: ({ signal }) => call(api.storage.content, { params: { id } }, { signal, spaceId, quiet: true }),
    staleTime: Infinity,
    retry: false,
  });
}

/** Stores one file. Sent again with the same key it is the same file. */
export function storeFile(spaceId: number, { nodeId, row }: FilesPlace, file: File, clientKey: string): Promise<unknown> {
  const form = new FormData();
  if (row) form.set('wbs_id', String(row.id));
  form.set('client_key', clientKey);
  form.set('file', file, file.name);
  return call(api.storage.upload, { params: { id: nodeId } }, { form, spaceId, quiet: true });
}

/** A file as it waits for a server. */
type Unsent = { place: FilesPlace; file: File };
const FILE = 'file';
registerSender(FILE, ({ spaceId, args, key }) => {
  const { place, file } = args as Unsent;
  return storeFile(spaceId, place, file, key);
});
const aboutOf = ({ nodeId, row }: FilesPlace): string => `${nodeId} ${row?.id ?? ''}`;

/** Stores one file now, or when a server answers again. */
export const storeOrKeep = (spaceId: number, place: FilesPlace, file: File, key: string): Promise<unknown> =>
  sendOrKeep({ spaceId, kind: FILE, about: aboutOf(place), args: { place, file } satisfies Unsent, key });

/** Files of a place that the server does not have: they wait, or were refused for a reason. */
export function useUnsentFiles(place: FilesPlace) {
  const { t } = useTranslation();
  return useOutbox(FILE, aboutOf(place)).map((entry) => ({
    key: entry.key,
    file: (entry.args as Unsent).file,
    reason: entry.refusal && reasonText(entry.refusal, t),
    retry: () => void retryEntry(entry),
    drop: () => void dropEntry(entry.n),
  }));
}

/** Looks again at the files of a space. */
export function useLookAtFiles(spaceId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(spaceId) });
}

/** Deletes a file, or takes its deletion back. */
export function useRemoveFile(spaceId: number) {
  const look = useLookAtFiles(spaceId);
  const remove = useMutation({ mutationFn: (id: number) => call(api.storage.remove, { params: { id } }, { spaceId }), onSettled: look });
  const restore = useMutation({ mutationFn: (id: number) => call(api.storage.restore, { params: { id } }, { spaceId }), onSettled: look });
  return { remove: remove.mutateAsync, restore: restore.mutate };
}

/** Saves chosen files of a schedule as one zip. */
export function useSaveArchive(spaceId: number, { nodeId, row }: FilesPlace) {
  return useMutation({
    mutationFn: async (ids: number[]) => {
      const params = { id: nodeId, versionId: row?.versionId ?? 0 };
      const { key, name } = await call(api.storage.prepareArchive, { params, body: { ids } }, { spaceId });
      saveFrom(addressOf(api.storage.archive, { params: { key }, query: {} }, spaceId), name);
    },
  });
}

export const downloadAddress = (spaceId: number, { id }: StoredItem): string =>
  addressOf(api.storage.download, { params: { id }, query: {} }, spaceId);

export const thumbnailAddress = (spaceId: number, { id }: StoredItem, size: '256' | '1600'): string =>
  addressOf(api.storage.thumbnail, { params: { id }, query: { size } }, spaceId);
