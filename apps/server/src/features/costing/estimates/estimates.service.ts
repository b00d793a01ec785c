import type { EstimateRowOut } from '@gantry/contract';
import { randomUUID } from 'node:crypto';
import { amountText, type EstimateProfile, type SpaceRight } from '@gantry/domain';
import type { Row } from '../../../database/schema.generated.ts';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { holdsAt } from '../../access/roles/roles.access.service.ts';
import { requireAt } from '../../planning/links/links.access.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { listTaken } from './editions/estimates.linked.repository.ts';
import { countBy } from './editions/estimates.profile.service.ts';
import { setApart } from './editions/estimates.compare.rules.ts';
import { copyDetails } from './editions/estimates.details.repository.ts';
import {
  deleteProposal,
  findFlags,
  findProposal,
  findProposalHead,
  listEditions,
  type RowFlags,
  saveFlag,
} from './editions/estimates.editions.repository.ts';
import {
  countLinks,
  deleteEstimate,
  type EstimateHead,
  type EstimateKey,
  findEstimate,
  findRows,
  listAbove,
  listEstimates,
  listRows,
  lockEstimate,
  type RowsWanted,
  type StoredRow,
  sumRows,
  updateEstimate,
  updateRows,
} from './estimates.repository.ts';
import { keepForUndo, turnAct } from './editions/estimates.edits.service.ts';
import { dropSources } from './editions/estimates.sources.repository.ts';
import { changedRow, type RowChange } from './estimates.rules.ts';
import { levelsOf, takeOver, unpackContent } from './estimates.storing.service.ts';

export { estimateImportJob, estimatesThread } from './estimates.jobs.ts';

const estimateOut = (row: EstimateHead) => ({
  id: row.id,
  project_id: row.project_id,
  parent_id: row.parent_id,
  number: row.number,
  name: row.name,
  format: row.format || null,
  profile: row.profile,
  currency: row.currency,
  digits: row.digits,
  status: row.status,
  revision: row.revision,
  edition: row.edition,
  rows: row.row_count,
  counted: levelsOf(row.counted_base, row.counted_current, row.digits),
  stated: levelsOf(row.stated_base, row.stated_current, row.digits),
  file_name: row.file_name,
  updated_at: row.updated_at.toISOString(),
});

/** The estimates of a project, and of each the part that works of a version carry. */
export async function listOfProject(context: Context, projectId: number, versionId?: number) {
  await getNode(context, projectId, 'project');
  if (versionId !== undefined) {
    await getVersion(context, versionId);
    await requireAt(context, versionId, 'plan.read');
  }
  return context.read(async (db) => {
    const estimates = await listEstimates(db, context.spaceId, projectId);
    if (versionId === undefined) return { estimates: estimates.map(estimateOut), linked: [] };
    const totals = new Map(estimates.map(({ id, counted_current }) => [id, counted_current ?? 0]));
    const linked = (await listTaken(db, { spaceId: context.spaceId, projectId, versionId })).flatMap(({ estimate_id, taken }) => {
      const total = totals.get(estimate_id) ?? 0;
      return total === 0 ? [] : [{ estimate_id, version_id: versionId, share: Math.round((taken / total) * 1e4) / 1e4 }];
    });
    return { estimates: estimates.map(estimateOut), linked };
  });
}

/** An estimate at whose project the caller has a right; what they may not see is not there. */
export async function estimateAt(context: Context, db: Db, id: number, right: SpaceRight = 'estimate.read'): Promise<Row<'estimate'>> {
  const row = (await findEstimate(db, context.spaceId, id)) ?? fail('estimate.not_found', { id });
  if (!(await holdsAt(context, db, row.project_id, 'estimate.read'))) fail('estimate.not_found', { id });
  if (right !== 'estimate.read' && !(await holdsAt(context, db, row.project_id, right))) fail('auth.forbidden', { right });
  return row;
}

const keyOf = (context: Context, row: Row<'estimate'>): EstimateKey => ({
  spaceId: context.spaceId,
  estimateId: row.id,
  projectId: row.project_id,
});

export async function readEstimateHead(context: Context, id: number) {
  return context.read(async (db) => {
    const row = await estimateAt(context, db, id);
    const key = keyOf(context, row);
    const proposal = await findProposalHead(db, key);
    return {
      ...estimateOut(row),
      findings: row.findings,
      editions: (await listEditions(db, key)).map((one) => ({
        edition: one.edition,
        file_name: one.file_name,
        rows: one.row_count,
        counted: levelsOf(one.counted_base, one.counted_current, row.digits),
        stated: levelsOf(one.stated_base, one.stated_current, row.digits),
        author: one.author_name,
        at: one.created_at.toISOString(),
      })),
      proposal: proposal && {
        ...proposal.summary,
        file_name: proposal.file_name,
        author: proposal.author_name,
        at: proposal.created_at.toISOString(),
        stale: proposal.revision !== row.revision,
      },
    };
  });
}

type Change = {
  name?: string;
  number?: string;
  parent_id?: number | null;
  profile?: EstimateProfile;
  proposal?: 'accept' | 'reject';
  apart?: number[];
  revision?: number;
};

/** Changes the head of an estimate, decides on the file that waits, or counts by another standard; one transaction. */
export async function changeEstimate(
  context: Context,
  id: number,
  { proposal, apart = [], revision, profile, ...fields }: Change,
): Promise<number> {
  return context.write(async (tx) => {
    const row = await lockedAt(context, tx, id, revision);
    if (fields.parent_id) await checkParent(context, tx, row, fields.parent_id);
    const next = row.revision + 1;
    const act = randomUUID();
    const hasFields = Object.keys(fields).length > 0;
    if (hasFields) await keepForUndo(context, tx, keyOf(context, row), 'head', act);
    if (hasFields) await updateEstimate(tx, context.spaceId, id, { ...fields, revision: next });
    if (proposal) await decide(context, tx, { ...row, revision: next }, proposal, { seen: row.revision, apart, act });
    const recounted = profile !== undefined && (await countBy(context, tx, keyOf(context, row), profile, { act, revision: next }));
    return hasFields || proposal === 'accept' || recounted ? next : row.revision;
  });
}

/** The estimate of an edit under its lock; refused where it has moved on from what the caller saw. */
async function lockedAt(context: Context, tx: Tx, id: number, revision?: number): Promise<Row<'estimate'>> {
  await estimateAt(context, tx, id, 'estimate.edit');
  const row = (await lockEstimate(tx, context.spaceId, id)) ?? fail('estimate.not_found', { id });
  if (row.status === 'processing') fail('estimate.busy', { name: row.name });
  if (revision !== undefined && revision !== row.revision) fail('estimate.stale', { name: row.name });
  return row;
}

async function checkParent(context: Context, tx: Tx, row: Row<'estimate'>, parentId: number): Promise<void> {
  const parent = await findEstimate(tx, context.spaceId, parentId);
  if (parent?.project_id !== row.project_id) fail('estimate.not_found', { id: parentId });
  if ((await listAbove(tx, context.spaceId, parentId)).includes(row.id)) fail('estimate.cycle');
}

async function decide(
  context: Context,
  tx: Tx,
  row: Row<'estimate'>,
  decision: 'accept' | 'reject',
  { seen, apart, act }: { seen: number; apart: readonly number[]; act: string },
): Promise<void> {
  const key = keyOf(context, row);
  const proposal = (await findProposal(tx, key)) ?? fail('estimate.no_proposal');
  if (decision === 'accept') {
    if (proposal.revision !== seen) fail('estimate.stale', { name: row.name });
    await keepForUndo(context, tx, key, 'edition', act);
    const { file_name, sha256, details } = proposal;
    const about = { details, file_name, sha256, author_id: context.userId, author_name: context.userName };
    const content = await unpackContent(proposal.content);
    const taken = { ...content, ...setApart(content.rows, new Set(apart), content.lastId) };
    const moved = content.rows.flatMap(({ id }, at) => (taken.rows[at].id === id ? [] : [[id, taken.rows[at].id] as const]));
    if (moved.length) await copyDetails(tx, key, details, new Map(moved));
    await takeOver(tx, key, taken, { ...about, edition: row.edition + 1, revision: row.revision });
  }
  await deleteProposal(tx, key);
  await dropSources(tx, key);
}

/** Deletes an estimate; where works are linked with its rows only when that is wanted. */
export async function removeEstimate(context: Context, id: number, inUse: boolean): Promise<void> {
  await context.write(async (tx) => {
    const row = await estimateAt(context, tx, id, 'estimate.edit');
    const count = inUse ? 0 : await countLinks(tx, context.spaceId, id);
    if (count > 0) fail('estimate.linked', { count });
    context.note({ name: row.name, number: row.number });
    await deleteEstimate(tx, context.spaceId, id);
  });
}

const partsText = (parts: readonly number[] | null, digits: number): string[] | null =>
  parts && parts.map((part) => amountText(BigInt(part), digits));
const rowOut = (
  { base_parts: _base, ...row }: StoredRow,
  digits: number,
  flags: { checked: ReadonlySet<number>; folded: ReadonlySet<number> },
): EstimateRowOut => ({
  ...row,
  parts: partsText(row.parts, digits),
  ...levelsOf(row.base, row.current, digits),
  stated: Object.fromEntries(Object.entries(row.stated).map(([field, value]) => [field, statedText(field, value, digits)])),
  checked: flags.checked.has(row.id),
  expanded: !flags.folded.has(row.id),
});
const statedText = (field: string, value: string | null, digits: number): string | null => {
  if (value === null || !['base', 'current', 'parts'].includes(field)) return value;
  return value
    .split(',')
    .map((amount) => amountText(BigInt(amount), digits))
    .join(' ');
};
const setsOf = ({ checked, folded }: RowFlags) => ({ checked: new Set(checked), folded: new Set(folded) });

/** Rows of an estimate with what the caller has ticked and folded. */
export async function readRows(context: Context, id: number, wanted: RowsWanted) {
  return context.read(async (db) => {
    const row = await estimateAt(context, db, id);
    const key = keyOf(context, row);
    const flags = setsOf(await findFlags(db, key, context.userId));
    const { total, rows } = await listRows(db, key, wanted);
    const end = wanted.offset + rows.length;
    return { revision: row.revision, total, rows: rows.map((one) => rowOut(one, row.digits, flags)), next: end < total ? end : null };
  });
}

/** Ticks or folds rows for the caller alone. */
export async function setFlag(context: Context, id: number, flag: keyof RowFlags, ids: number[] | undefined, on: boolean): Promise<void> {
  await context.write(async (tx) => {
    const row = await estimateAt(context, tx, id);
    await saveFlag(tx, keyOf(context, row), context.userId, flag, ids ?? null, on);
  });
}

/** Changes a row; the total of the estimate follows. */
export async function changeRow(context: Context, id: number, itemId: number, change: RowChange) {
  const { revision, rows } = await changeRows(context, id, new Map([[itemId, change]]));
  return { revision, row: rows[0] };
}

/** Changes rows as one act; the total of the estimate follows. */
export async function changeRows(
  context: Context,
  id: number,
  changes: ReadonlyMap<number, RowChange>,
  { act = randomUUID(), revision: seen }: { act?: string; revision?: number | undefined } = {},
) {
  return context.write(async (tx) => {
    const row = await lockedAt(context, tx, id, seen);
    const key = keyOf(context, row);
    const ids = [...changes.keys()];
    const before = await findRows(tx, key, ids);
    if (before.length < ids.length) {
      const found = new Set(before.map((one) => one.id));
      fail('estimate.row_not_found', { id: ids.find((one) => !found.has(one)) ?? 0 });
    }
    const after = before.map((one) => changedRow(one, changes.get(one.id) ?? {}, row));
    const revision = row.revision + 1;
    await keepForUndo(context, tx, key, 'rows', act, ids);
    await updateRows(tx, key, after);
    const { base, current } = await sumRows(tx, key);
    const counted = { counted_base: base, counted_current: current, counted_revision: revision };
    await updateEstimate(tx, context.spaceId, id, { revision, ...counted });
    const flags = setsOf(await findFlags(tx, key, context.userId));
    return { revision, rows: after.map((one) => rowOut(one, row.digits, flags)) };
  });
}

/** Takes the newest act on an estimate back, or does again what was taken back last. */
export async function undoEstimate(context: Context, id: number, { redo, revision }: { redo: boolean; revision?: number | undefined }) {
  return context.write(async (tx) => {
    const row = await lockedAt(context, tx, id, revision);
    const key = keyOf(context, row);
    const next = row.revision + 1;
    const turned = (await turnAct(tx, key, next, redo)) ?? fail('estimate.nothing_to_undo');
    const flags = setsOf(await findFlags(tx, key, context.userId));
    const rows = turned.kind === 'rows' ? await findRows(tx, key, turned.rows) : null;
    context.note({ name: row.name, kind: turned.kind });
    return {
      revision: next,
      kind: turned.kind,
      author: turned.author,
      rows: rows && rows.map((one) => rowOut(one, row.digits, flags)),
    };
  });
}
