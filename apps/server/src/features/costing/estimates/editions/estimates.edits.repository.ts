import { sql } from 'kysely';
import type { Row } from '../../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../../platform/postgres/database.ts';
import type { EstimateKey } from '../estimates.repository.ts';

type Key = Pick<EstimateKey, 'spaceId' | 'estimateId'>;
const keyed = ({ spaceId, estimateId }: Key) => sql<boolean>`space_id = ${spaceId} and estimate_id = ${estimateId}`;

export type EditLine = Pick<Row<'estimate_edit'>, 'no' | 'kind' | 'act' | 'author_name' | 'content'>;
export type NewEditLine = Pick<Row<'estimate_edit'>, 'kind' | 'act' | 'author_id' | 'author_name' | 'content' | 'sources'>;

const MOST_LINES = 500;
/** Lines with whole editions are large. */
const MOST_EDITIONS = 10;

/** Adds a line behind those that stand; what was undone can no more be done again, and the oldest lines go. */
export async function addEditLine(tx: Tx, key: EstimateKey, line: NewEditLine): Promise<void> {
  await sql`delete from estimate_edit where ${keyed(key)} and undone`.execute(tx);
  const { rows } = await sql<{ no: number }>`select coalesce(max(no), 0) + 1 as no from estimate_edit where ${keyed(key)}`.execute(tx);
  const own = { space_id: key.spaceId, estimate_id: key.estimateId, project_id: key.projectId, no: rows[0].no };
  await tx
    .insertInto('estimate_edit')
    .values({ ...line, ...own })
    .execute();
  await sql`delete from estimate_edit where ${keyed(key)} and no <= greatest(
      (select max(no) from estimate_edit where ${keyed(key)}) - ${MOST_LINES},
      (select no from estimate_edit where ${keyed(key)} and kind = 'edition' order by no desc offset ${MOST_EDITIONS} limit 1))`.execute(
    tx,
  );
}

/** Lists the lines of the next act: for undo the newest line first, for redo the oldest. */
export async function nextAct(db: Db, key: Key, undone: boolean): Promise<EditLine[]> {
  const order = undone ? ('asc' as const) : ('desc' as const);
  const found = db
    .selectFrom('estimate_edit')
    .select(['no', 'kind', 'act', 'author_name', 'content'])
    .where(keyed(key))
    .where('undone', '=', undone);
  const first = await found.orderBy('no', order).executeTakeFirst();
  return first ? found.where('act', '=', first.act).orderBy('no', order).execute() : [];
}

/** Turns a line over: it holds the other state from now on, whose workbooks it names besides. */
export async function turnLine(
  tx: Tx,
  key: Key,
  no: number,
  undone: boolean,
  { content, sources }: { content: Uint8Array; sources: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('estimate_edit')
    // Null, which stays null, is not known.
    .set({ undone, content: Buffer.from(content), sources: sql<string[] | null>`sources || ${[...sources]}::text[]` })
    .where(keyed(key))
    .where('no', '=', no)
    .execute();
}
