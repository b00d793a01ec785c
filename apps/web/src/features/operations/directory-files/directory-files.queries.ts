import { api, type DirectoryKind, type DirectoryUploadPart, type DirectoryUploadRule } from '@gantry/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { treeQuery } from '../../structure/eps/eps.queries.ts';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';

/** The directory that a file may change. */
export type UploadInto = {
  id: number;
  name: string;
  columns: readonly { id: number; name: string }[];
  donors: readonly { id: number; name: string }[];
};

/** Target of an upload: a directory to change, or the name of a new one. */
export type DirectoryUploadTarget = {
  epsId: number;
  directoryId: number | null;
  name: string;
  kind: DirectoryKind;
  versionId: number | null;
};

/** Versions of schedules at a node and below: their works can take rows of a file. */
export function useVersionsBelow(spaceId: number, epsId: number): { id: number; name: string }[] {
  const { data } = useQuery(treeQuery(spaceId));
  if (!data) return [];
  const parents = new Map(data.nodes.map(({ id, parent_id }) => [id, parent_id]));
  const isBelow = (id: number | null): boolean => id !== null && (id === epsId || isBelow(parents.get(id) ?? null));
  const names = new Map(data.nodes.map(({ id, name }) => [id, name]));
  return data.versions
    .filter(({ schedule_id, locked }) => !locked && isBelow(schedule_id))
    .map(({ id, name, schedule_id }) => ({ id, name: `${names.get(schedule_id) ?? ''} / ${name}` }));
}

/** Sends a file; the answer names the job that reads it. */
export const useUploadDirectory = () =>
  useMutation({
    mutationFn({ target, file, rule }: { target: DirectoryUploadTarget; file: File; rule: DirectoryUploadRule }) {
      const form = new FormData();
      // Fields before the file: the server reads the form as it arrives.
      if (target.directoryId === null) {
        form.set('name', target.name);
        form.set('kind', target.kind);
      } else form.set('directory_id', String(target.directoryId));
      if (target.versionId !== null) form.set('version_id', String(target.versionId));
      form.set('rule', JSON.stringify(rule));
      form.set('file', file);
      const params = { epsId: target.epsId };
      if (target.versionId === null) return call(api.directoryFiles.upload, { params }, { form });
      return call(api.directoryFiles.uploadWithAssignment, { params }, { form });
    },
  });

/** The proposal of an uploaded file. */
export const useDirectoryProposal = (epsId: number, uploadId: number) =>
  useQuery({
    queryKey: ['directory-upload', uploadId],
    queryFn: ({ signal }) => call(api.directoryFiles.proposal, { params: { epsId, uploadId } }, { signal }),
    refetchOnMount: 'always',
  });

const PAGE = 300;

/** Lines of one part of a proposal, page by page. */
export const useDirectoryChanges = (epsId: number, uploadId: number, part: DirectoryUploadPart) =>
  useInfiniteQuery({
    queryKey: ['directory-upload', uploadId, part],
    queryFn: ({ signal, pageParam }) =>
      call(api.directoryFiles.changes, { params: { epsId, uploadId }, query: { part, offset: pageParam, limit: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total ? pages.length * PAGE : undefined),
  });

/** Starts to put the chosen parts into the directory as one action; the answer names the job. */
export const useAcceptUpload = () =>
  useMutation({
    mutationFn: ({
      epsId,
      uploadId,
      parts,
      withoutRefused,
    }: {
      epsId: number;
      uploadId: number;
      parts: ('added' | 'changed' | 'removed')[];
      withoutRefused: boolean;
    }) => call(api.directoryFiles.accept, { params: { epsId, uploadId }, body: { parts, without_refused: withoutRefused } }),
  });

/** To be called when a proposal has gone in. */
export const useDirectoriesChanged = (spaceId: number) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['space', spaceId, 'directories'] });
};

/** Forgets a proposal; that it is gone already is as well. */
export const discardUpload = (epsId: number, uploadId: number) =>
  call(api.directoryFiles.discard, { params: { epsId, uploadId } }, { quiet: true }).catch(() => undefined);

/** Starts the export of a directory. */
export const useExportDirectory = () => {
  const track = useTrackJob();
  return useMutation({
    mutationFn: ({ epsId, directoryId, format }: { epsId: number; directoryId: number; format: 'xlsx' | 'csv' }) =>
      call(api.directoryFiles.export, { params: { epsId, directoryId }, body: { format } }),
    onSuccess: ({ job_id: id }) => track(id),
  });
};

/** Saved ways of taking files into a directory. */
export function useUploadRules(epsId: number, directoryId: number | null) {
  const client = useQueryClient();
  const queryKey = ['directory-upload-rules', directoryId];
  const params = { epsId, directoryId: directoryId ?? 0 };
  const changed = async (answer: Promise<unknown>): Promise<void> => {
    await answer;
    await client.invalidateQueries({ queryKey });
  };
  const rules =
    useQuery({
      queryKey,
      queryFn: ({ signal }) => call(api.directoryFiles.rules, { params }, { signal, quiet: true }),
      enabled: directoryId !== null,
    }).data?.rules ?? [];
  return {
    rules,
    save: (name: string, rule: DirectoryUploadRule) => changed(call(api.directoryFiles.saveRule, { params, body: { name, rule } })),
    remove: (ruleId: number) => changed(call(api.directoryFiles.removeRule, { params: { ...params, ruleId } })),
  };
}
