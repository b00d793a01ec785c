import { api, type ChangePart, type ImportRule } from '@gantry/contract';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** Target and options of a version upload. */
export type Upload = {
  scheduleId: number;
  file: File;
  versionName: string;
  versionId: number | null;
  ruleName: string | null;
  rule: ImportRule;
};

/** Sends a schedule file; the answer names the job that reads it. */
export const useUploadVersion = () =>
  useMutation({
    mutationFn({ scheduleId, file, versionName, versionId, ruleName, rule }: Upload) {
      const form = new FormData();
      // Fields before the file: the server reads the form as it arrives.
      const fields: Record<string, string | null> = {
        version_name: versionName.trim() || null,
        rule_name: ruleName,
        rows_to_skip: String(rule.rows_to_skip),
        code_page: rule.code_page ?? 'auto',
        download_scenario: rule.download_scenario,
        version_id: versionId === null ? null : String(versionId),
        add: String(rule.add),
        update: String(rule.update),
        delete: String(rule.delete),
      };
      for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value);
      form.set('file', file);
      return call(api.imports.upload, { params: { id: scheduleId } }, { form });
    },
  });

/** Versions of a schedule that a file may change. */
export const useTargetVersions = (scheduleId: number) =>
  useQuery({
    queryKey: ['schedule', scheduleId, 'versions'],
    queryFn: ({ signal }) => call(api.versions.list, { params: { id: scheduleId } }, { signal }),
    enabled: scheduleId > 0,
  }).data?.versions ?? [];

/** The proposal of an uploaded file. */
export const useProposal = (id: number) =>
  useQuery({
    queryKey: ['version-import', id],
    queryFn: ({ signal }) => call(api.imports.proposal, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  });

const PAGE = 300;

/** The rows of one part of a proposal, page by page. */
export const useChanges = (id: number, part: ChangePart | null) =>
  useInfiniteQuery({
    queryKey: ['version-import', id, part],
    queryFn: ({ signal, pageParam }) =>
      call(api.imports.changes, { params: { id }, query: { part: part ?? 'wbs.add', offset: pageParam, limit: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total ? pages.length * PAGE : undefined),
    enabled: part !== null,
  });

/** Writes the chosen parts into the version. */
export const useAcceptProposal = () =>
  useMutation({
    mutationFn: ({ id, parts }: { id: number; parts: ChangePart[] }) => call(api.imports.accept, { params: { id }, body: { parts } }),
  });

/** Forgets a proposal; that it is gone already is as well. */
export const discardProposal = (id: number) => call(api.imports.discard, { params: { id } }, { quiet: true }).catch(() => undefined);
