import type { ChangePart } from '@gantry/contract';
import type { Row } from '../../../database/schema.generated.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { ProposalPiece } from './proposal/import.pieces.service.ts';

const PIECES_A_STATEMENT = 100;

/** A proposal to be kept. */
export type NewProposal = Omit<Row<'import_proposal'>, 'space_id' | 'id' | 'created_at'> & { pieces: readonly ProposalPiece[] };

export async function saveProposal(tx: Tx, spaceId: number, { pieces, ...proposal }: NewProposal): Promise<number> {
  const { id } = await tx
    .insertInto('import_proposal')
    .values({ ...proposal, space_id: spaceId, summary: JSON.stringify(proposal.summary) })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < pieces.length; from += PIECES_A_STATEMENT) {
    const some = pieces.slice(from, from + PIECES_A_STATEMENT);
    await tx
      .insertInto('import_proposal_piece')
      .values(some.map(({ content, ...piece }) => ({ ...piece, space_id: spaceId, proposal_id: id, content: Buffer.from(content) })))
      .execute();
  }
  return id;
}

export async function findProposal(db: Db, spaceId: number, id: number) {
  const row = await db
    .selectFrom('import_proposal')
    .innerJoin('version', (join) => join.onRef('version.space_id', '=', 'import_proposal.space_id').onRef('version.id', '=', 'version_id'))
    .select([
      'import_proposal.id',
      'version_id',
      'import_proposal.schedule_id',
      'import_proposal.revision',
      'file_name',
      'acceptable',
      'summary',
    ])
    .select(['version.name as version_name', 'version.revision as version_revision'])
    .where('import_proposal.space_id', '=', spaceId)
    .where('import_proposal.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Packed changes of one part of a proposal, all or those that a page needs. */
export async function readPieces(
  db: Db,
  { spaceId, id, part }: { spaceId: number; id: number; part: ChangePart },
  page?: { offset: number; limit: number },
): Promise<{ part: string; place: number; content: Buffer }[]> {
  let query = db
    .selectFrom('import_proposal_piece')
    .select(['part', 'place', 'content'])
    .where('space_id', '=', spaceId)
    .where('proposal_id', '=', id)
    .where('part', '=', part);
  if (page)
    query = query.where('place', '<', page.offset + page.limit).where((is) => is(is('place', '+', is.ref('changes')), '>', page.offset));
  return query.orderBy('place').execute();
}

const KEPT_DAYS = 30;

/** Forgets up to so many proposals that nobody has answered for long. */
export const deleteOldProposals = (most: number) => sql`
  delete from import_proposal where (space_id, id) in (select space_id, id from import_proposal
    where created_at < now() - make_interval(days => ${KEPT_DAYS}) limit ${most} for update skip locked)`;

export async function deleteProposal(tx: Tx, spaceId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('import_proposal').where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Forgets the proposals that somebody made for a version before. */
export async function deleteProposalsOf(tx: Tx, spaceId: number, versionId: number, authorId: number): Promise<void> {
  await tx
    .deleteFrom('import_proposal')
    .where('space_id', '=', spaceId)
    .where('version_id', '=', versionId)
    .where('author_id', '=', authorId)
    .execute();
}

/** The source project's code of a version; null when it was not imported. */
export async function findSourceProject(db: Db, spaceId: number, versionId: number): Promise<string | null> {
  const row = await db
    .selectFrom('version')
    .select('source')
    .where('space_id', '=', spaceId)
    .where('id', '=', versionId)
    .executeTakeFirst();
  const project = row?.source?.['project'];
  return typeof project === 'string' ? project : null;
}
