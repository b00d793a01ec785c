import { ESTIMATE_CHANGES, estimateMapping, type EstimateProposalSummary, type JobFinding } from '@gantry/contract';
import { amountText, recordOf } from '@gantry/domain';
import type { EstimateFile } from '@gantry/interchange';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobRun } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { putDetails } from './editions/estimates.details.repository.ts';
import { addEdition, putProposal } from './editions/estimates.editions.repository.ts';
import { dropSources, MOST_SOURCE, putSource } from './editions/estimates.sources.repository.ts';
import { type Match, matchRows } from './editions/estimates.match.rules.ts';
import { placeInTree } from './editions/estimates.tree.repository.ts';
import {
  allRows,
  deleteEstimate,
  type EstimateKey,
  findByNumber,
  lockEstimate,
  putRows,
  type StoredRow,
  updateEstimate,
} from './estimates.repository.ts';

/** The file of an import as its job keeps it. */
export const storedFile = z.object({
  projectId: z.number(),
  /** The estimate that the file makes, or that it is an edition of. */
  estimateId: z.number(),
  made: z.boolean(),
  target: z.enum(['auto', 'new', 'edition']),
  file: z.string(),
  fileName: z.string(),
  authorName: z.string().default(''),
  sha256: z.string(),
  codePage: z.string().nullable(),
  mapping: estimateMapping,
});
export type StoredFile = z.output<typeof storedFile>;

const packed = promisify(deflate);
const unpacked = promisify(inflate);

/** What a file holds as it waits or is kept: its rows under their ids, and its head. */
export type EstimateContent = { head: FileHead; rows: StoredRow[]; lastId: number; doubtful?: number[] };
type FileHead = {
  number: string; name: string; format: EstimateFile['format']; profile: EstimateFile['profile']; currency: string; digits: number;
  stated_base: number | null; stated_current: number | null; counted_base: number | null; counted_current: number | null;
  findings: JobFinding[];
}; // prettier-ignore

export const packContent = async (content: EstimateContent): Promise<Buffer> => packed(JSON.stringify(content));
export const unpackContent = async (bytes: Uint8Array): Promise<EstimateContent> =>
  JSON.parse((await unpacked(bytes)).toString('utf8')) as EstimateContent;

type Read = { estimate: EstimateFile; findings: JobFinding[] };

const amount = (value: bigint | null): number | null => {
  if (value === null) return null;
  if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(-Number.MAX_SAFE_INTEGER)) fail('estimate.amount_too_large');
  return Number(value);
};

const headOf = ({ estimate, findings }: Read, fileName: string): FileHead => ({
  number: estimate.number.slice(0, 512),
  name: (estimate.name || fileName).slice(0, 512),
  format: estimate.format,
  profile: estimate.profile,
  currency: estimate.currency,
  digits: estimate.digits,
  stated_base: amount(estimate.stated.base),
  stated_current: amount(estimate.stated.current),
  counted_base: amount(estimate.counted.base),
  counted_current: amount(estimate.counted.current),
  findings: findings.slice(0, 1000),
});

/** Stores a read file as a new estimate, or as a proposal for the one that it continues, and ends the job with it. */
export async function storeFile(
  context: Context,
  job: JobRun,
  input: StoredFile,
  read: Read,
  reported: (share: number) => Promise<void>,
): Promise<Record<string, unknown>> {
  const head = headOf(read, input.fileName);
  const source = head.format === 'xlsx' ? await workbookIn(context, input.file) : null;
  for (const row of read.estimate.rows) for (const value of [row.base, row.current]) amount(value);
  return context.write(async (tx) => {
    const known =
      input.target === 'auto' && input.made && head.number ? await findByNumber(tx, context.spaceId, input.projectId, head.number) : null;
    const estimateId = known ?? input.estimateId;
    const key: EstimateKey = { spaceId: context.spaceId, estimateId, projectId: input.projectId };
    const row = (await lockEstimate(tx, context.spaceId, estimateId)) ?? fail('estimate.not_found', { id: estimateId });
    if (known !== null) await deleteEstimate(tx, context.spaceId, input.estimateId);
    const isNew = row.status !== 'ready';
    const match = matchRows(isNew ? [] : await allRows(tx, key), read.estimate.rows, row.last_row_id);
    const doubtful = match.rows.filter(({ change }) => change === 'doubtful').map(({ row: { id } }) => id);
    const content = { head, rows: match.rows.map((one) => one.row), lastId: match.lastId, doubtful };
    const details = await putDetails(
      tx,
      key,
      row.details,
      match.rows.map((one, at) => ({ id: one.row.id, details: read.estimate.rows[at].details })),
    );
    const about = { details, file_name: input.fileName, sha256: input.sha256, author_id: context.userId, author_name: input.authorName };
    if (isNew) {
      await takeOver(tx, key, content, { ...about, edition: 1, revision: 1 }, reported);
      if (head.format === 'gge') await placeInTree(tx, key, head.number);
    } else {
      if (row.currency && head.currency && row.currency !== head.currency)
        fail('estimate.currency_differs', { own: row.currency, file: head.currency });
      const summary = summaryOf(head, match);
      await putProposal(tx, key, { ...about, revision: row.revision, summary, content: await packContent(content) });
    }
    if (source) await putSource(tx, key, { sha256: input.sha256, mapping: input.mapping, bytes: source });
    if (!isNew) await dropSources(tx, key);
    const event = { estimate_id: estimateId, project_id: input.projectId, status: 'completed' as const };
    await context.push.send(tx, { spaceId: context.spaceId }, 'estimate_upload', event);
    const result = { estimate_id: estimateId, proposal: !isNew };
    await job.complete(tx, result);
    return result;
  });
}

/** The bytes of an uploaded workbook that is to be kept; null of one that is too large for that. */
async function workbookIn(context: Context, file: string): Promise<Buffer | null> {
  const size = await context.files.size(file);
  return size === null || size > MOST_SOURCE ? null : readFile(await context.files.localPath(file));
}

/** Text of amounts of a head or an edition. */
export const levelsOf = (base: number | null, current: number | null, digits: number) => ({
  base: base === null ? null : amountText(BigInt(base), digits),
  current: current === null ? null : amountText(BigInt(current), digits),
});

function summaryOf(head: FileHead, { rows, removed }: Match): EstimateProposalSummary {
  const counts = recordOf(ESTIMATE_CHANGES, () => 0);
  for (const { change } of rows) counts[change] += 1;
  counts.removed = removed.length;
  return {
    counts,
    counted: levelsOf(head.counted_base, head.counted_current, head.digits),
    stated: levelsOf(head.stated_base, head.stated_current, head.digits),
    findings: head.findings,
  };
}

type Taken = {
  details: number;
  file_name: string;
  sha256: string;
  author_id: number | null;
  author_name: string;
  edition: number;
  revision: number;
};

/** Makes a file the content of an estimate and keeps it as an edition. */
export async function takeOver(
  tx: Tx,
  key: EstimateKey,
  content: EstimateContent,
  { revision, details, ...taken }: Taken,
  reported?: (share: number) => Promise<void>,
): Promise<void> {
  const { findings, ...head } = content.head;
  await putRows(tx, key, content.rows, reported);
  const { stated_base, stated_current, counted_base, counted_current } = head;
  const sums = { stated_base, stated_current, counted_base, counted_current, row_count: content.rows.length };
  await updateEstimate(tx, key.spaceId, key.estimateId, {
    ...head,
    ...sums,
    findings,
    details,
    status: 'ready',
    revision,
    counted_revision: revision,
    edition: taken.edition,
    last_row_id: content.lastId,
    file_name: taken.file_name,
  });
  await addEdition(tx, key, { ...taken, ...sums, content: await packContent(content) });
}
