import type { DayEntry } from '@gantry/contract';
import type { EntryMeasure, EntryState } from '@gantry/domain';
import { type RawBuilder, sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Row } from '../../../database/schema.generated.ts';
import { worksOfEntries } from '../../../database/works-of-entries.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';

/** A report as it is kept, with the row of the version that was asked for. */
export type KeptEntry = Omit<DayEntry, 'may_decide'> & {
  curator_id: number | null;
  kept_row_id: number;
  base: number | null;
  result: number | null;
};

type Wanted = { versionId: number; nodeId: number; itemId?: number; ids?: readonly string[]; open?: boolean; limit: number };

/** Reports of a schedule, newest first; the row of each is the one with its code, else with its id. */
export async function listEntries(db: Db, spaceId: number, { versionId, nodeId, itemId, ids, open, limit }: Wanted): Promise<KeptEntry[]> {
  const { rows } = await sql<KeptEntry>`
    with own as (
      select e.* from day_entry e where e.space_id = ${spaceId} and e.node_id = ${nodeId}
        ${ids ? sql`and e.id = any(${[...ids]}::uuid[])` : sql``} ${open ? sql`and e.state in ('pending', 'conflict')` : sql``}
    ), works as (select distinct row_id, row_code from own
    ), found as (${worksOfEntries(sql`works`, { spaceId, versionId })}
    ), named as (
      select f.row_id, f.row_code, w.id, w.curator_id from found f
      join wbs_item w on w.space_id = ${spaceId} and w.version_id = ${versionId} and w.id = f.id
    )
    select o.id, o.node_id as schedule_id, n.id as row_id, o.row_id as kept_row_id, o.row_code, o.row_name,
           to_char(o.day, 'YYYY-MM-DD') as day, o.measure, o.amount, o.overtime, o.base, o.result, o.note, o.reporter as reporter_id,
           coalesce(${personName('u')}, '') as reporter, o.state, o.reason, n.curator_id,
           to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
           exists (select 1 from day_entry l where l.space_id = o.space_id and l.node_id = o.node_id and l.row_id = o.row_id and l.day = o.day
             and l.measure = o.measure and l.reporter = o.reporter and l.state = 'accepted' and l.seq > o.seq) as superseded
    from own o left join named n on n.row_id = o.row_id and n.row_code = o.row_code left join app_user u on u.id = o.reporter
    ${itemId === undefined ? sql`` : sql`where n.id = ${itemId}`}
    order by o.seq desc limit ${limit}`.execute(db);
  return rows;
}

type Counted = { row_id: number; day: string; measure: EntryMeasure; reporter: number | null; amount: number; result: number | null };
type Found = Counted & { id: string; state: EntryState; reason: string | null; which: 'asked' | 'counted' };

/** Reads by one statement the accepted reports of works on some days, oldest first, and those reports with the given ids that are stored already, of all reporters. */
export async function listKnown(
  db: Db,
  spaceId: number,
  nodeId: number,
  { ids, itemIds, days }: { ids: readonly string[]; itemIds: readonly number[]; days: readonly string[] },
): Promise<{ asked: Found[]; accepted: Counted[] }> {
  const of = (which: 'asked' | 'counted') => sql`
    select seq, id, row_id, to_char(day, 'YYYY-MM-DD') as day, measure, reporter, amount, result, state, reason, ${sql.lit(which)} as which
    from day_entry where space_id = ${spaceId}`;
  // As one condition with "or" they would find no index while the table is small, and a plan kept from then would go on without one.
  const { rows } = await sql<Found>`${of('asked')} and id = any(${[...ids]}::uuid[])
    union all ${of('counted')} and node_id = ${nodeId} and row_id = any(${[...itemIds]}) and day = any(${[...days]}::date[])
      and state = 'accepted' order by seq`.execute(db);
  return { asked: rows.filter(({ which }) => which === 'asked'), accepted: rows.filter(({ which }) => which === 'counted') };
}

export type NewEntry = Pick<
  Row<'day_entry'>,
  'id' | 'node_id' | 'row_id' | 'row_code' | 'row_name' | 'measure' | 'amount' | 'overtime' | 'base' | 'note'
> & {
  day: string;
  reporter: number;
  state: EntryState;
} & Partial<Pick<Row<'day_entry'>, 'result' | 'version_id' | 'revision' | 'undone_revision'>>;

/** Stores reports in their order, by one statement: many phones wait for one version. */
export async function saveEntries(tx: Tx, spaceId: number, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length)
    await tx
      .insertInto('day_entry')
      .values(entries.map((entry) => ({ ...entry, space_id: spaceId })))
      .execute();
}

type Change = Partial<Pick<Row<'day_entry'>, 'state' | 'reason' | 'result' | 'decided_by' | 'version_id' | 'revision' | 'undone_revision'>>;

export async function changeEntries(tx: Tx, spaceId: number, ids: readonly string[], change: Change): Promise<void> {
  if (ids.length)
    await tx
      .updateTable('day_entry')
      .set(change)
      .where('space_id', '=', spaceId)
      .where('id', 'in', [...ids])
      .execute();
}

/** How long declined reports and those taken back are kept; those that make facts are, as these, until their schedule goes. */
const KEPT_DAYS = 730;

/** A statement that deletes at most `most` reports that have made no fact for long, the oldest first. */
export const oldEntries = (most: number): RawBuilder<unknown> => sql`
  delete from day_entry where (space_id, id) in (
    select space_id, id from day_entry
    where state in ('declined', 'taken_back') and created_at < now() - make_interval(days => ${KEPT_DAYS}::int)
    order by created_at limit ${most} for update skip locked)`;

/** Finds the reports whose facts an edit wrote or its undo removed. */
export async function listEntriesOfEdit(tx: Tx, spaceId: number, versionId: number, edit: { revision: number } | { undone: number }) {
  const rows = await tx
    .selectFrom('day_entry')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('version_id', '=', versionId)
    .where('revision' in edit ? 'revision' : 'undone_revision', '=', 'revision' in edit ? edit.revision : edit.undone)
    .execute();
  return rows.map(({ id }) => id);
}

/** The works of a version that have some codes. */
export async function listIdsByCode(db: Db, { spaceId, versionId }: VersionKey, codes: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from wbs_item where space_id = ${spaceId} and version_id = ${versionId} and code = any(${[...codes]})`.execute(db);
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** Names of the summaries above rows of a version, the topmost first. */
export async function listPaths(
  db: Db,
  spaceId: number,
  versionId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const { rows } = await sql<{ id: number; path: string[] }>`
    with recursive up as (
      select w.id, w.parent_id, 0 as step, ''::text as name from wbs_item w
      where w.space_id = ${spaceId} and w.version_id = ${versionId} and w.id = any(${[...ids]})
      union all
      select u.id, p.parent_id, u.step + 1, p.name from up u
      join wbs_item p on p.space_id = ${spaceId} and p.version_id = ${versionId} and p.id = u.parent_id
    ) select id, coalesce(array_agg(name order by step desc) filter (where step > 0), '{}') as path from up group by id`.execute(db);
  return new Map(rows.map(({ id, path }) => [id, path]));
}
