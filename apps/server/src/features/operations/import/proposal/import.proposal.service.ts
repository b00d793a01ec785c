import type { ChangePart, ImportProposal, JobFinding } from '@gantry/contract';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { edit, hidesAnything, readVersion, seenOf } from '../../../planning/edits/edits.service.ts';
import { applyParts } from './import.accept.service.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { unpackProposal } from './import.pieces.service.ts';
import { listChanges } from './import.proposal.rules.ts';
import { deleteProposal, findProposal, readPieces } from '../import.repository.ts';

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
  const { version_id: versionId, parts } = await getProposal(context, id);
  // Whoever reads it may see less of the version than who made it: what that is, the whole change shows.
  if (await readVersion(context, versionId, async ({ mask }) => hidesAnything(mask))) {
    const content = await context.read((db) => readChange(db, context.spaceId, id, parts));
    const [diff] = await seenOf(context, versionId, [content.diff]);
    return listChanges({ ...content, diff }, part, offset, limit);
  }
  const pieces = await context.read((db) => readPieces(db, { spaceId: context.spaceId, id, part }, { offset, limit }));
  const from = pieces.length ? offset - pieces[0].place : 0;
  const { changes } = listChanges(await unpackProposal(pieces), part, from, limit);
  return { total: parts.find((one) => one.part === part)?.count ?? 0, changes };
}

/** The change that some parts of a proposal make. */
async function readChange(db: Db, spaceId: number, id: number, parts: readonly { part: ChangePart }[]) {
  const pieces = [];
  for (const { part } of parts) pieces.push(...(await readPieces(db, { spaceId, id, part })));
  return unpackProposal(pieces);
}

/** Writes the chosen parts into the version as one edit and forgets the proposal; refused where the version has changed since. */
export async function acceptProposal(context: Context, id: number, parts: readonly ChangePart[]) {
  const proposal = await getProposal(context, id);
  if (!context.can('plan.edit')) fail('auth.forbidden');
  if (!proposal.acceptable) fail('import.comparison_only');
  if (!proposal.parts.some(({ part }) => parts.includes(part))) fail('import.nothing_chosen');
  const { revision, result } = await edit(context, proposal.version_id, 'version.update_from_file', async (draft) => {
    const row = await findProposal(draft.tx, context.spaceId, id);
    if (!row) fail('import.proposal_not_found', { id });
    if (draft.head.revision !== row.revision) fail('import.version_changed', { name: proposal.version_name });
    // What is chosen may point at new rows that are not.
    const needed = proposal.parts.filter(({ part }) => parts.includes(part) || part.endsWith('.add'));
    const { diff } = await readChange(draft.tx, context.spaceId, id, needed);
    const counts = await applyParts(draft, diff, parts);
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
