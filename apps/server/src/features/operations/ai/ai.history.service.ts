import { type AiProposalLine, PROPOSAL_STATES } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { versionLog } from '../../planning/edits/edits.service.ts';
import { closeProposals, findProposal, listProposals } from './ai.repository.ts';
import { changesOf } from './ai.rules.ts';
import { readableVersion } from './ai.service.ts';

const PAGE = 50;

/** Proposals for a version or one of its rows, the newest first. */
export async function listHistory(
  context: Context,
  asked: { version_id: number; wbs_id?: number | undefined; before?: number | undefined },
) {
  await readableVersion(context, asked.version_id);
  const key = { spaceId: context.spaceId, versionId: asked.version_id };
  const page = { itemId: asked.wbs_id ?? null, before: asked.before ?? null, most: PAGE + 1 };
  const rows = await context.read((db) => listProposals(db, key, page));
  const items = await linesOf(context, key.versionId, rows.slice(0, PAGE));
  return { items, next: rows.length > PAGE ? items[PAGE - 1].id : null };
}

/** A proposal as it was made and as it was applied, and what was changed of it. */
export async function readHistory(context: Context, id: number) {
  const kept = await proposalOf(context, id);
  const { proposed, applied, applied_revision: revision } = kept;
  const [line] = await linesOf(context, kept.version_id, [
    { ...kept, rows: (applied ?? proposed).rows.length, model: proposed.model ?? null },
  ]);
  return {
    ...line,
    proposed,
    applied: applied && revision !== null ? { ...applied, revision } : null,
    diff: changesOf(proposed.rows, applied?.rows ?? null),
  };
}

/** Refuses a proposal that is open. */
export async function rejectProposal(context: Context, id: number): Promise<void> {
  const { version_id: version, item_id: item } = await proposalOf(context, id, 'plan.edit');
  context.note({ version, item });
  const closed = await context.write((tx) => closeProposals(tx, context.spaceId, [id], 'rejected'));
  if (!closed) fail('ai.not_open', { id });
}

async function proposalOf(context: Context, id: number, right: 'plan.read' | 'plan.edit' = 'plan.read') {
  const kept = await context.read((db) => findProposal(db, context.spaceId, id));
  if (!kept) fail('ai.not_found', { id });
  await readableVersion(context, kept.version_id, right);
  return kept;
}

/** Proposals of one version as they travel. */
async function linesOf(
  context: Context,
  versionId: number,
  rows: readonly Awaited<ReturnType<typeof listProposals>>[number][],
): Promise<AiProposalLine[]> {
  const revisions = rows.flatMap(({ applied_revision: revision }) => revision ?? []);
  const undone = revisions.length
    ? await context.read((db) => versionLog.listTakenBack(db, { spaceId: context.spaceId, versionId }, revisions))
    : new Set<number>();
  return rows.map(({ id, version_id, item_id: row_id, row_name, at, author, applied_revision: revision, closed, rows: count, model }) => ({
    id,
    version_id,
    row_id,
    row_name,
    at: at.toISOString(),
    author,
    state:
      revision === null ? (PROPOSAL_STATES.find((state) => state === closed) ?? 'proposed') : undone.has(revision) ? 'undone' : 'applied',
    rows: count,
    model,
  }));
}
