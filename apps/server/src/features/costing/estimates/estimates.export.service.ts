import { ESTIMATE_OUTPUTS } from '@gantry/domain';
import type { EstimateToWrite, SourceFilled } from '@gantry/interchange';
import { z } from 'zod';
import type { Row } from '../../../database/schema.generated.ts';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { openThread } from '../../../platform/jobs/workers.ts';
import { prepareFile } from '../../access/downloads/downloads.service.ts';
import { findSource, hasSource } from './editions/estimates.sources.repository.ts';
import { rowsOfEstimate, type StoredRow } from './estimates.doors.service.ts';
import { estimateAt } from './estimates.service.ts';
import { unpackContent } from './estimates.storing.service.ts';
import type { EstimateWriting } from './estimates.writing.thread.ts';

export const estimateWritingThread = openThread<EstimateWriting, SourceFilled>(new URL('./estimates.writing.thread.ts', import.meta.url));

const EXPORT = 'estimate_export';
const input = z.object({ estimateId: z.number(), projectId: z.number(), format: z.enum(ESTIMATE_OUTPUTS) });
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MEDIA_TYPES: Record<z.output<typeof input>['format'], string> = {
  client: XLSX,
  xlsx: XLSX,
  csv: 'text/csv; charset=utf-8',
  x83: 'application/xml',
  x84: 'application/xml',
  gge: 'application/xml',
  bc3: 'text/plain',
};

/** Starts to write an estimate as a file, as a job. */
export async function startEstimateExport(context: Context, id: number, format: z.output<typeof input>['format']): Promise<number> {
  return context.write(async (tx) => {
    const { name, project_id, format: read, edition } = await estimateAt(context, tx, id);
    if (format === 'client') {
      if (read !== 'xlsx') fail('estimate.no_workbook', { name });
      if (!(await hasSource(tx, { spaceId: context.spaceId, estimateId: id }, edition))) fail('estimate.workbook_not_kept', { name });
    }
    const job = { kind: EXPORT, title: `${name} (${format})`, input: { estimateId: id, projectId: project_id, format } };
    return context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, ...job });
  });
}

/** The job that writes an estimate and keeps the file for its owner to fetch. */
export function estimateExportJob(contextOf: ContextOfJob): JobKind<typeof input> {
  return {
    kind: EXPORT,
    input,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ projectId }) => [{ right: 'estimate.read', at: { kind: 'node', id: projectId } }],
    async run(job) {
      const context = await contextOf(job);
      const { estimateId, format } = job.input;
      const { head, rows } = await context.read(async (db) => ({
        head: await estimateAt(context, db, estimateId),
        rows: await rowsOfEstimate(db, context.spaceId, estimateId),
      }));
      await job.progress(0.4, 'export.writing');
      const wanted = format === 'client' ? await intoWorkbook(context, head, rows) : { estimate: writtenAs(head, rows), format };
      const { bytes, trouble } = await estimateWritingThread.run(wanted, { signal: job.signal });
      if (trouble?.code === 'formula') fail('estimate.workbook_formula', { cell: trouble.cell });
      if (!bytes) fail('estimate.workbook_not_kept', { name: head.name });
      const label =
        `${head.number} ${head.name}`
          .trim()
          .replaceAll(/[\\/:*?"<>|]+/g, ' ')
          .slice(0, 100) || 'estimate';
      const file = { name: `${label}.${format === 'client' ? 'xlsx' : format}`, mediaType: MEDIA_TYPES[format], bytes };
      await prepareFile(context, file, async (tx, { key, name, size }) => {
        const about = { estimate_id: estimateId, project_id: head.project_id, job_id: job.id };
        await context.push.send(tx, { spaceId: context.spaceId, userId: context.userId }, 'export', {
          job_id: job.id,
          status: 'completed',
          key,
          name,
          size,
        });
        await job.complete(tx, { ...about, download_key: key, name, size });
      });
      return {};
    },
  };
}

/** The rows in the order of the workbook that they were read from, with that workbook. */
async function intoWorkbook(context: Context, head: Row<'estimate'>, rows: readonly StoredRow[]): Promise<EstimateWriting> {
  const key = { spaceId: context.spaceId, estimateId: head.id };
  const source = (await context.read((db) => findSource(db, key, head.edition))) ?? fail('estimate.workbook_not_kept', { name: head.name });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = (await unpackContent(source.content)).rows.flatMap(({ id }) => byId.get(id) ?? []);
  return { estimate: writtenAs(head, ordered), format: 'client', source: source.bytes, mapping: source.mapping };
}

function writtenAs({ number, name, currency, digits }: Row<'estimate'>, rows: readonly StoredRow[]): EstimateToWrite {
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  const amount = (value: number | null): bigint | null => (value === null ? null : BigInt(value));
  return {
    number,
    name,
    currency,
    digits,
    rows: rows.map((row) => ({
      parent: row.parent_id === null ? null : (places.get(row.parent_id) ?? null),
      kind: row.kind,
      number: row.number,
      code: row.code,
      name: row.name,
      unit: row.unit,
      quantity: row.quantity,
      volumeCode: row.volume_code,
      guids: row.guids,
      base: amount(row.base),
      current: amount(row.current),
      parts: row.parts && row.parts.map(BigInt),
      baseParts: row.base_parts && row.base_parts.map(BigInt),
      details: null,
    })),
  };
}
