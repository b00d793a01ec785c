import { api, type DirectoryKind, type Output } from '@gantry/contract';
import type { DirectoryAttributeChange, DirectoryAttributeDefinition, DirectoryRowChange } from '@gantry/contract';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { useAtRevision } from '../../../lib/at-revision.ts';
import { usePush } from '../../../lib/push/push.ts';
import type { DonorRows } from './directories.columns.model.ts';
import { type DirectoryPlace, type DirectorySession, type DirectoryView, openDirectory } from './directories.store.ts';

export type { DirectoryPlace, DirectorySession, DirectoryView } from './directories.store.ts';
export type InvalidValues = Output<typeof api.directories.invalidValues>;

const key = (spaceId: number, ...rest: unknown[]) => ['space', spaceId, 'directories', ...rest];
/** Errors of edits appear at the cell or with their caller. */
const QUIET = { quiet: true };

/** Own and inherited directories of a node; reloaded on changes. */
export function useDirectories(spaceId: number, nodeId: number | null) {
  const client = useQueryClient();
  usePush('directory_edited', () => void client.invalidateQueries({ queryKey: key(spaceId) }));
  return useQuery({
    queryKey: key(spaceId, 'at', nodeId),
    queryFn: ({ signal }) => call(api.directories.list, { params: { epsId: nodeId ?? 0 } }, { signal, spaceId }),
    enabled: nodeId !== null,
  });
}

/** Directories that several nodes see, as one list. */
export const useDirectoriesOf = (spaceId: number, nodeIds: readonly number[]) =>
  useQueries({
    queries: nodeIds.map((nodeId) => ({
      queryKey: key(spaceId, 'at', nodeId),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(api.directories.list, { params: { epsId: nodeId } }, { signal, spaceId }),
    })),
    combine: (answers) => answers.flatMap(({ data }) => data?.directories ?? []),
  });

/** The open directory, kept equal to the server's while it is shown. */
export function useDirectorySession(place: DirectoryPlace | null): {
  session: DirectorySession | null;
  view: DirectoryView | null;
  failed: boolean;
} {
  const [session, setSession] = useState<DirectorySession | null>(null);
  const [epsId, directoryId] = [place?.epsId ?? 0, place?.directoryId ?? 0];
  useEffect(() => {
    if (directoryId === 0) {
      setSession(null);
      return undefined;
    }
    const opened = openDirectory({ epsId, directoryId });
    setSession(opened);
    return () => opened.close();
  }, [epsId, directoryId]);
  usePush('directory_edited', ({ directory_id: id, revision }) => {
    if (id === directoryId) session?.reported(revision);
  });
  const subscribe = useMemo(() => (listener: () => void) => session?.subscribe(listener) ?? (() => undefined), [session]);
  const view = useSyncExternalStore(subscribe, () => session?.view() ?? null);
  const failed = useSyncExternalStore(subscribe, () => session?.failed() ?? false);
  const current = session?.place.directoryId === directoryId ? session : null;
  return { session: current, view: current && view, failed: current !== null && failed };
}

/** Of a query that is not asked. */
const NOWHERE: DirectoryPlace = { epsId: 0, directoryId: 0 };

/** Values of a directory that are not valid, with their reasons; asked for again with each of its revisions. */
export const useInvalidValues = (spaceId: number, place: DirectoryPlace | null, revision: number) =>
  useAtRevision(
    key(spaceId, 'invalid', place?.directoryId),
    revision,
    (options) => call(api.directories.invalidValues, { params: place ?? NOWHERE, query: { limit: 10_000 } }, { ...options, spaceId }),
    place !== null,
  );

/** Rows of the directories that give values to another one, by their ids. */
export function useDonorRows(spaceId: number, epsId: number, directoryIds: readonly number[]): DonorRows {
  const answers = useQueries({
    queries: directoryIds.map((directoryId) => ({
      queryKey: key(spaceId, 'rows', directoryId),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(api.directories.rows, { params: { epsId, directoryId } }, { signal, spaceId, quiet: true }),
      staleTime: 60_000,
    })),
  });
  const loaded = answers.map(({ data }) => data);
  const stamp = loaded.map((data) => data?.revision ?? '-').join();
  return useMemo(
    () =>
      new Map(
        directoryIds.map((id, at) => {
          const data = loaded[at];
          return [id, new Map(data?.ids.map((row, index) => [row, { code: data.codes[index], name: data.names[index] }]) ?? [])];
        }),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [directoryIds.join(), stamp],
  );
}

/** Columns of other directories in reach that could give values. */
export const useDonorOffers = (spaceId: number, place: DirectoryPlace | null) =>
  useQuery({
    queryKey: key(spaceId, 'donors', place?.epsId, place?.directoryId),
    queryFn: ({ signal }) => call(api.directories.donor, { params: place ?? NOWHERE }, { signal, spaceId, quiet: true }),
    enabled: place !== null,
  }).data?.offered ?? [];

/** Donors and receivers of a directory. */
export const useDirectoryGraph = (spaceId: number, place: DirectoryPlace) =>
  useQuery({
    queryKey: key(spaceId, 'graph', place.directoryId),
    queryFn: ({ signal }) => call(api.directories.graph, { params: place }, { signal, spaceId }),
    staleTime: 0,
  });

/** History of a directory, and whether the person has something to take back or to restore. */
export const useDirectoryHistory = (spaceId: number, place: DirectoryPlace | null, revision: number) =>
  useAtRevision(
    key(spaceId, 'history', place?.directoryId),
    revision,
    (options) => call(api.directories.history, { params: place ?? NOWHERE, query: { limit: 200 } }, { ...options, spaceId }),
    place !== null,
  ).data;

/** What can be done with directories as wholes; each answers when it is stored. */
export function useDirectoryCommands(spaceId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: key(spaceId) });
      return done;
    };
    return {
      create: (epsId: number, body: { name: string; kind: DirectoryKind }) =>
        changed(call(api.directories.create, { params: { epsId }, body: { ...body, columns: [] } }, { spaceId })),
      rename: (place: DirectoryPlace, body: { name?: string; kind?: DirectoryKind }) =>
        changed(call(api.directories.updateName, { params: place, body }, { spaceId })),
      remove: (place: DirectoryPlace, inUse: boolean) =>
        changed(call(api.directories.remove, { params: place, query: { in_use: inUse ? 'true' : 'false' } }, { spaceId, quiet: !inUse })),
      moveTo: (place: DirectoryPlace, targetEpsId: number) =>
        changed(call(api.directories.moveTo, { params: { ...place, targetEpsId } }, { spaceId })),
      copyTo: (place: DirectoryPlace, targetEpsId: number, name: string) =>
        changed(call(api.directories.copyTo, { params: { ...place, targetEpsId }, body: { name } }, { spaceId })),
      updateLinked: (place: DirectoryPlace) => changed(call(api.directories.updateLinkedValues, { params: place }, { spaceId })),
      updateAll: (epsId: number) => changed(call(api.directories.updateAll, { params: { epsId } }, { spaceId })),
    };
  }, [client, spaceId]);
}

/** Edits of an open directory; all of them can be undone. */
export function contentCommands(session: DirectorySession) {
  const params = session.place;
  return {
    edit: (changes: DirectoryRowChange[], name: 'edit' | 'paste' | 'fix' = 'edit') =>
      session.run((base_revision) => call(api.directories.edit, { params, body: { base_revision, name, changes } }, QUIET)),
    addColumn: (body: DirectoryAttributeDefinition) => session.run(() => call(api.directories.createAttribute, { params, body })),
    changeColumn: (attributeId: number, body: DirectoryAttributeChange & { index?: number }) =>
      session.run(() => call(api.directories.updateAttribute, { params: { ...params, attributeId }, body })),
    removeColumn: (attributeId: number) => session.run(() => call(api.directories.removeAttribute, { params: { ...params, attributeId } })),
    addList: (name: string, values: { text: string; parameter: number | null }[]) =>
      session.run(() => call(api.directories.createList, { params, body: { name, values } })),
    setList: (listId: number, name: string, values: { id?: number; text: string; parameter: number | null }[]) =>
      session.run(() => call(api.directories.setListValues, { params: { ...params, listId }, body: { name, values } })),
    removeList: (listId: number) => session.run(() => call(api.directories.removeList, { params: { ...params, listId } })),
    undo: (revision?: number) =>
      session.run(() => call(api.directories.undo, { params, body: revision === undefined ? {} : { revision } })),
    redo: () => session.run(() => call(api.directories.redo, { params })),
  };
}
export type ContentCommands = ReturnType<typeof contentCommands>;
