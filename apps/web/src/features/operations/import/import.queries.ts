import { api, type ChangePart, type ImportRule, STORAGE_PART_BYTES } from '@gantry/contract';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { apiSpace, call } from '../../../lib/calls/api-client.ts';
import { sendParts } from '../../teamwork/storage/storage.parts.queries.ts';
import { plainRule } from './import.model.ts';

/** Target and options of a version upload. */
export type Upload = {
  scheduleId: number;
  file: File;
  versionName: string;
  versionId: number | null;
  ruleName: string | null;
  rule: ImportRule;
};

/** The fields of an upload. What the form maps goes along where it is not as a new rule has it, or may differ from the named rule. */
function fieldsOfUpload({ versionName, versionId, ruleName, rule }: Upload): Record<string, string> {
  const columns = rule.columns.filter(({ from, to }) => from.trim() && (!('name' in to) || to.name.trim()));
  const calendars = rule.calendars.filter(({ from, to }) => from.trim() && to.trim());
  const isMapped = ruleName !== null || columns.length > 0 || calendars.length > 0 || rule.match_by !== plainRule().match_by;
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
    mapping: isMapped ? JSON.stringify({ match_by: rule.match_by, columns, calendars }) : null,
  };
  return Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => field[1] !== null));
}

function formOf(upload: Upload): FormData {
  const form = new FormData();
  // Fields before the file: the server reads the form as it arrives.
  for (const [name, value] of Object.entries(fieldsOfUpload(upload))) form.set(name, value);
  form.set('file', upload.file);
  return form;
}

/** How far a large file is on its way; `cut`: the line is away, and the sending goes on when it is back. */
export type Sending = { percent: number; cut: boolean };

/** Sends a schedule file, a large one in parts; the answer names the job that reads it. Leaving ends what is under way. */
export function useUploadVersion() {
  const [sending, setSending] = useState<Sending | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const upload = useMutation({
    async mutationFn(asked: Upload): Promise<{ job_id: number }> {
      if (asked.file.size <= STORAGE_PART_BYTES)
        return call(api.imports.upload, { params: { id: asked.scheduleId } }, { form: formOf(asked) });
      stop.current = new AbortController();
      return sendInParts(asked, stop.current.signal, setSending);
    },
    onSettled: () => setSending(null),
  });
  return { ...upload, sending };
}

async function sendInParts(asked: Upload, signal: AbortSignal, onSending: (sending: Sending) => void): Promise<{ job_id: number }> {
  const { file, scheduleId } = asked;
  const spaceId = apiSpace() ?? 0;
  let begun: string | null = null;
  let percent = 0;
  onSending({ percent, cut: false });
  const open = async (): Promise<string> => {
    const body = { name: file.name, bytes: file.size, fields: fieldsOfUpload(asked) };
    return (await call(api.imports.openUpload, { params: { id: scheduleId }, body }, { spaceId, signal })).key;
  };
  const { readUpload, addPart, endUpload } = api.imports;
  try {
    const progress = {
      signal,
      onKey: (key: string) => void (begun = key),
      onSent(bytes: number) {
        percent = Math.floor((bytes / file.size) * 100);
        onSending({ percent, cut: false });
      },
      onCut: () => onSending({ percent, cut: true }),
    };
    const key = await sendParts(spaceId, { file, key: null }, { open, readUpload, addPart }, progress);
    const { job_id: jobId } = await call(readUpload, { params: { key } }, { spaceId, signal });
    if (jobId === null) throw new Error('the last part began no import');
    return { job_id: jobId };
  } catch (error) {
    if (begun !== null) void call(endUpload, { params: { key: begun } }, { spaceId, quiet: true }).catch(() => undefined);
    throw error;
  }
}

/** Sends a schedule file to see what a rule makes of its first rows; nothing is stored. */
export const useTryRule = () =>
  useMutation({
    mutationFn: (upload: Upload) => call(api.imports.tryRule, { params: { id: upload.scheduleId } }, { form: formOf(upload) }),
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
