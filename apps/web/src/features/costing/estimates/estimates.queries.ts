import {
  api,
  type Estimate,
  type EstimateChange,
  type EstimateFilePreview,
  type EstimateMapping,
  type EstimateRowOut,
  type Output,
} from '@gantry/contract';
import type { CostPart, EstimateOutput } from '@gantry/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { addressOf, call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { saveFrom } from '../../../lib/save-blob.ts';
import { usePresets } from '../../../lib/storage/presets.ts';

export type EstimateHead = Output<typeof api.estimates.get>;

const listKey = (spaceId: number, projectId: number) => ['space', spaceId, 'estimates', projectId];
const headKey = (spaceId: number, id: number) => ['space', spaceId, 'estimate', id];

/** The estimates of a project, loaded again when a file has been read. */
export function useEstimates(spaceId: number, projectId: number, enabled: boolean) {
  const client = useQueryClient();
  usePush('estimate_upload', ({ project_id, estimate_id }) => {
    if (project_id !== projectId) return;
    void client.invalidateQueries({ queryKey: listKey(spaceId, projectId) });
    void client.invalidateQueries({ queryKey: headKey(spaceId, estimate_id) });
  });
  return useQuery({
    queryKey: listKey(spaceId, projectId),
    queryFn: ({ signal }) => call(api.estimates.list, { params: { id: projectId } }, { signal, spaceId, quiet: true }),
    enabled,
    staleTime: 0,
  });
}

/** Totals, findings, editions and the waiting file of an estimate. */
export const useEstimate = (spaceId: number, id: number | null) =>
  useQuery({
    queryKey: headKey(spaceId, id ?? 0),
    queryFn: ({ signal }) => call(api.estimates.get, { params: { id: id ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: id !== null,
    staleTime: 0,
  });

/** All rows of an edition of an estimate, piece by piece. */
export const useEstimateRows = (spaceId: number, estimate: Pick<Estimate, 'id' | 'status' | 'edition'> | null) =>
  useQuery({
    queryKey: [...headKey(spaceId, estimate?.id ?? 0), 'rows', estimate?.edition],
    async queryFn({ signal }) {
      const rows: EstimateRowOut[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const answer: Output<typeof api.estimates.rows> = await call(
          api.estimates.rows,
          { params: { id: estimate?.id ?? 0 }, query: { offset } },
          { signal, spaceId, quiet: true },
        );
        rows.push(...answer.rows);
        offset = answer.next;
      }
      return rows;
    },
    enabled: estimate?.status === 'ready',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** What the file of an estimate states of a row. */
export const useRowDetails = (spaceId: number, { id, edition }: Pick<Estimate, 'id' | 'edition'>, estimateRowId: number) =>
  useQuery({
    queryKey: [...headKey(spaceId, id), 'row', edition, estimateRowId],
    queryFn: ({ signal }) => call(api.estimates.rowDetails, { params: { id, estimateRowId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
  });

/** How far the file of an estimate is read, 0 to 100, by the id of the estimate. */
export function useEstimateProgress(listener: (estimateId: number, percent: number) => void): void {
  usePush('estimate_progress', ({ estimate_id, percent }) => listener(estimate_id, percent));
}

export type ComparedState = 'now' | 'proposal' | number;
export type Compared = Output<typeof api.estimates.compare>;

/** Two states of an estimate, the rows with the largest difference first; kept rows only when they are asked for. */
export const useCompared = (spaceId: number, id: number, query: { from: ComparedState; to: ComparedState; change?: EstimateChange }) =>
  useQuery({
    queryKey: [...headKey(spaceId, id), 'compared', query],
    queryFn: ({ signal }) => call(api.estimates.compare, { params: { id }, query }, { signal, spaceId, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

type Upload = {
  projectId: number;
  estimateId: number | null;
  file: File;
  mapping: EstimateMapping;
  /** A kept mapping in the place of one. */
  preset: number | null;
  codePage: string;
};

/** Mappings of the columns of tables that a person keeps, and those that others share. */
export const useEstimateMappings = (spaceId: number) => usePresets<EstimateMapping>(spaceId, api.estimateMappings, '');

const formOf = ({ projectId, estimateId, file, mapping, preset, codePage }: Upload): FormData => {
  const form = new FormData();
  // Fields before the file: the server reads the form as it arrives.
  if (estimateId === null) form.set('project_id', String(projectId));
  else form.set('estimate_id', String(estimateId));
  form.set('code_page', codePage);
  if (preset === null) form.set('mapping', JSON.stringify(mapping));
  else form.set('preset', String(preset));
  form.set('file', file);
  return form;
};

/** Reads a file without storing it. */
export const previewEstimate = (upload: Upload, signal: AbortSignal): Promise<EstimateFilePreview> =>
  call(api.estimates.preview, {}, { form: formOf(upload), signal, quiet: true });

/** Sends the file of an estimate; the answer names the job that reads it. */
export const uploadEstimate = (upload: Upload) => call(api.estimates.upload, {}, { form: formOf(upload) });

export type RowFields = Partial<Record<'name' | 'code' | 'unit' | 'volume_code' | 'quantity' | 'price' | 'current', string>> & {
  parts?: Partial<Record<CostPart, string>>;
};

/** Has an estimate written as a file, and saves that when it is there. */
export function useEstimateExport(spaceId: number): (id: number, format: EstimateOutput) => Promise<void> {
  const wanted = useRef(new Set<number>());
  // A short estimate may be written before the call has answered.
  const ready = useRef(new Map<number, { key: string; name: string }>());
  const save = (jobId: number): void => {
    const file = ready.current.get(jobId);
    if (!file || !wanted.current.delete(jobId)) return;
    saveFrom(addressOf(api.exports.download, { query: { key: file.key } }, spaceId), file.name);
  };
  usePush('export', ({ job_id, key, name }) => {
    if (key === undefined || name === undefined) return;
    ready.current.set(job_id, { key, name });
    save(job_id);
  });
  return async (id, format) => {
    const { job_id } = await call(api.estimates.export, { params: { id, x: format } }, { spaceId });
    wanted.current.add(job_id);
    save(job_id);
  };
}

/** What people give an estimate, beside its rows. */
export type EstimateFields = Pick<Estimate, 'name' | 'number' | 'profile'>;

/** What can be done with the estimates of a project. */
export function useEstimateActs(spaceId: number, projectId: number) {
  const client = useQueryClient();
  const again = async (id: number): Promise<void> => {
    await client.invalidateQueries({ queryKey: listKey(spaceId, projectId) });
    await client.invalidateQueries({ queryKey: headKey(spaceId, id), exact: true });
  };
  /** Loads the estimate with its rows and all that is said of it. */
  const reload = async (id: number): Promise<void> => {
    await client.invalidateQueries({ queryKey: listKey(spaceId, projectId) });
    await client.invalidateQueries({ queryKey: headKey(spaceId, id) });
  };
  return {
    again,
    reload,
    async update(
      id: number,
      body: Partial<EstimateFields> & { proposal?: 'accept' | 'reject'; apart?: number[]; revision?: number },
    ): Promise<void> {
      await call(api.estimates.update, { params: { id }, body }, { spaceId });
      // Rows are counted again by another standard.
      await (body.profile === undefined ? again(id) : reload(id));
    },
    async remove(id: number, inUse: boolean): Promise<void> {
      await call(api.estimates.remove, { params: { id }, query: { in_use: inUse ? 'true' : 'false' } }, { spaceId });
      await client.invalidateQueries({ queryKey: listKey(spaceId, projectId) });
    },
    /** Takes the newest act back or does it again; what it answers is put in place, or everything is loaded again. */
    async undo(id: number, redo: boolean) {
      const answer = await call(api.estimates.undo, { params: { id }, body: { redo } }, { spaceId, quiet: true });
      // Loading all rows again is not waited for: what was done is known at once.
      if (answer.rows === null) void client.invalidateQueries({ queryKey: headKey(spaceId, id) });
      return answer;
    },
    /** Changes rows as one act. */
    async updateRows(id: number, rows: (RowFields & { row_id: number })[]) {
      return (await call(api.estimates.updateRows, { params: { id }, body: { rows } }, { spaceId, quiet: true })).rows;
    },
    setChecked: (id: number, ids: number[], value: boolean) =>
      call(api.estimates.setChecked, { params: { id }, body: { ids, value } }, { spaceId, quiet: true }),
    setExpanded: (id: number, ids: number[] | null, value: boolean) =>
      call(api.estimates.setExpanded, { params: { id }, body: ids ? { ids, value } : { value } }, { spaceId, quiet: true }),
  };
}
