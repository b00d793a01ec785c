import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { ProposalContent } from './proposal/import.proposal.rules.ts';

const unpack = promisify(inflate);

/** A proposal to be kept; `content` is its packed ProposalContent. */
export type NewProposal = Omit<Row<'import_proposal'>, 'space_id' | 'id' | 'content' | 'created_at'> & { content: Uint8Array };

export async function saveProposal(tx: Tx, spaceId: number, proposal: NewProposal): Promise<number> {
  const { id } = await tx
    .insertInto('import_proposal')
    .values({ ...proposal, space_id: spaceId, summary: JSON.stringify(proposal.summary), content: Buffer.from(proposal.content) })
    .returning('id')
    .executeTakeFirstOrThrow();
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

/** The change that a proposal holds. */
export async function readProposal(db: Db, spaceId: number, id: number): Promise<ProposalContent | null> {
  const row = await db
    .selectFrom('import_proposal')
    .select('content')
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? (JSON.parse((await unpack(row.content)).toString('utf8')) as ProposalContent) : null;
}

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
