import type { ChangePart, ImportProposal, JobFinding } from '@gantry/contract';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { edit, seenOf } from '../../../planning/edits/edits.service.ts';
import { applyParts } from './import.accept.service.ts';
import { listChanges } from './import.proposal.rules.ts';
import { deleteProposal, findProposal, readProposal } from '../import.repository.ts';

/** What is known of a proposal without its rows. */
export type ProposalSummary = Pick<ImportProposal, 'choice' | 'parts' | 'unchanged'> & { findings: JobFinding[] };

/** A proposal as a preview begins with it. */
export async function getProposal(context: Context, id: number): Promise<ImportProposal> {
  const row = await context.read((db) => findProposal(db, context.spaceId, id));
  if (!row) fail('import.proposal_not_found', { id });
  const { version_revision: now, revision, summary, ...about } = row;
  return { ...about, ...(summary as ProposalSummary), stale: now !== revision };
}

/** Rows of one part of a proposal. */
export async function listProposedChanges(context: Context, id: number, part: ChangePart, offset: number, limit: number) {
  const content = await context.read((db) => readProposal(db, context.spaceId, id));
  const row = await context.read((db) => findProposal(db, context.spaceId, id));
  if (!content || !row) fail('import.proposal_not_found', { id });
  // Whoever reads it may see less of the version than who made it.
  const [diff] = await seenOf(context, row.version_id, [content.diff]);
  return listChanges({ ...content, diff }, part, offset, limit);
}

/** Writes the chosen parts into the version as one edit and forgets the proposal; refused where the version has changed since. */
export async function acceptProposal(context: Context, id: number, parts: readonly ChangePart[]) {
  const proposal = await getProposal(context, id);
  if (!context.can('plan.edit')) fail('auth.forbidden');
  if (!proposal.acceptable) fail('import.comparison_only');
  if (!proposal.parts.some(({ part }) => parts.includes(part))) fail('import.nothing_chosen');
  const { revision, result } = await edit(context, proposal.version_id, 'version.update_from_file', async (draft) => {
    const content = await readProposal(draft.tx, context.spaceId, id);
    const row = await findProposal(draft.tx, context.spaceId, id);
    if (!content || !row) fail('import.proposal_not_found', { id });
    if (draft.head.revision !== row.revision) fail('import.version_changed', { name: proposal.version_name });
    const counts = await applyParts(draft, content.diff, parts);
    await deleteProposal(draft.tx, context.spaceId, id);
    return counts;
  });
  return { version_id: proposal.version_id, revision, applied: result.applied, left_out: result.leftOut };
}

/** Forgets a proposal. */
export async function discardProposal(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteProposal(tx, context.spaceId, id))) fail('import.proposal_not_found', { id });
  });
}
