import { SEARCH_KINDS, type SearchKind } from '@gantry/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { askFor } from './search.stems.repository.ts';
import { EVERY_ENTRY } from './search.words.rules.ts';
import { tryLockInSpace } from '../../../platform/postgres/locks.ts';
import { type Column, columnsNamed, inBlocks, insertions } from '../../../platform/postgres/insertions.ts';

/** What an entry is made of; `part` is 0 where the object is the whole. */
export type Source = Pick<Row<'search_entry'>, 'object' | 'part' | 'node_id' | 'chat_id' | 'author_id' | 'at'> & {
  text: string;
  twin?: string;
};

/** What has changed; without an object all of the kind, and of a version without a part all of its works, from behind `seen` on. */
export type Change = { id: number; kind: SearchKind; object: number | null; part: number | null; seen: number };

/** One line a kind of what can be found. Another kind is another line, a trigger of its table, and a line in `search.repository.ts`. */
const SOURCES: Record<SearchKind, (spaceId: number) => RawBuilder<unknown>> = {
  node: (spaceId) => sql`
    select id as object, 0 as part, id as node_id, null::bigint as chat_id, null::bigint as author_id, created_at as at,
           concat_ws(' ', name, key) as text from eps_node where space_id = ${spaceId}`,
  version: (spaceId) => sql`
    select id as object, 0 as part, schedule_id as node_id, null::bigint as chat_id, null::bigint as author_id, created_at as at, name as text
    from version where space_id = ${spaceId}`,
  row: (spaceId) => sql`
    select w.version_id as object, w.id as part, v.schedule_id as node_id, null::bigint as chat_id, null::bigint as author_id,
           v.created_at as at, w.code || ' ' || w.name as text, coalesce(nullif(w.code, ''), '#' || w.id) as twin
    from wbs_item w join version v on v.space_id = w.space_id and v.id = w.version_id
    where w.space_id = ${spaceId}`,
  message: (spaceId) => sql`
    select m.id as object, 0 as part, c.node_id, m.chat_id, m.author_id, m.created_at as at,
           concat_ws(' ', m.text, (select string_agg(f.name, ' ') from chat_file f where f.space_id = m.space_id and f.message_id = m.id)) as text
    from chat_message m join chat c on c.space_id = m.space_id and c.id = m.chat_id
    where m.space_id = ${spaceId} and m.deleted_at is null`,
  comment: (spaceId) => sql`
    select id as object, 0 as part, node_id, null::bigint as chat_id, created_by as author_id, created_at as at, text
    from comment where space_id = ${spaceId} and deleted_at is null`,
  card: (spaceId) => sql`
    select i.id as object, 0 as part, b.node_id, null::bigint as chat_id, i.created_by as author_id, i.created_at as at,
           concat_ws(' ', i.title, i.description) as text
    from kanban_item i join kanban_board b on b.space_id = i.space_id and b.id = i.board_id
    where i.space_id = ${spaceId} and i.deleted_at is null and b.deleted_at is null`,
  file: (spaceId) => sql`
    select id as object, 0 as part, node_id, null::bigint as chat_id, created_by as author_id, created_at as at, name as text
    from storage_item where space_id = ${spaceId} and deleted_at is null`,
  value: (spaceId) => sql`
    select node_id as object, attribute_id as part, node_id, null::bigint as chat_id, null::bigint as author_id, updated_at as at,
           value #>> '{}' as text
    from node_value where space_id = ${spaceId} and jsonb_typeof(value) = 'string'`,
  // Of one version of each schedule: values are many, and mostly the same in all.
  row_value: (spaceId) => sql`
    select x.version_id as object, x.id as part, v.schedule_id as node_id, null::bigint as chat_id, null::bigint as author_id,
           v.created_at as at, x.value #>> '{}' as text
    from attribute_value x join version v on v.space_id = x.space_id and v.id = x.version_id
    where x.space_id = ${spaceId} and jsonb_typeof(x.value) = 'string' and not exists (
      select from version o where o.space_id = v.space_id and o.schedule_id = v.schedule_id
        and (o.kind = 'actual', o.kind <> 'target', o.id) > (v.kind = 'actual', v.kind <> 'target', v.id))`,
};

/** Kinds of which a version has thousands; its id is the object, and all of a version is noted at once. */
export const OF_VERSIONS = ['row', 'row_value'] as const satisfies SearchKind[];
export type OfVersions = (typeof OF_VERSIONS)[number];

/** Sources of some objects of a kind. */
export async function listSources(db: Db, spaceId: number, kind: SearchKind, objects: readonly number[]): Promise<Source[]> {
  const { rows } = await sql<Source>`select * from (${SOURCES[kind](spaceId)}) s where object = any(${[...objects]})`.execute(db);
  return rows;
}

/** Works of a version or their values, or those of them with some ids. */
export async function listSourcesOfVersion(
  db: Db,
  spaceId: number,
  kind: OfVersions,
  versionId: number,
  wanted: { ids: readonly number[] } | { after: number; limit: number },
): Promise<Source[]> {
  const which =
    'ids' in wanted ? sql`and part = any(${[...wanted.ids]})` : sql`and part > ${wanted.after} order by part limit ${wanted.limit}`;
  const { rows } = await sql<Source>`select * from (${SOURCES[kind](spaceId)}) s where object = ${versionId} ${which}`.execute(db);
  return rows;
}

/** The next objects of a kind in their order. Their texts are read apart: together, those of all that follow would be made and sorted. */
export async function listNextObjects(db: Db, spaceId: number, kind: SearchKind, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ object: number }>`
    select distinct object from (${SOURCES[kind](spaceId)}) s where object > ${after} order by object limit ${limit}`.execute(db);
  return rows.map(({ object }) => object);
}

/** Spaces in which something is not indexed yet. */
export async function listSpacesToIndex(db: Db): Promise<number[]> {
  const { rows } = await sql<{ space_id: number }>`select distinct space_id from search_change order by 1 limit 100`.execute(db);
  return rows.map(({ space_id }) => space_id);
}

/** Whether a change is of a whole kind or version. The expression is that of the index `search_change_in_order`, which holds no parameters. */
const IS_WHOLE = sql.raw(`(object is null or (kind in (${OF_VERSIONS.map((kind) => `'${kind}'`).join(', ')}) and part is null))`);

/** Takes changes, single ones before whole kinds; none where another server is at this space. Entries are seen by this transaction. */
export async function takeChanges(tx: Tx, spaceId: number, limit: number): Promise<Change[]> {
  await askFor(tx, EVERY_ENTRY);
  if (!(await tryLockInSpace(tx, spaceId, 'search'))) return [];
  return (await changesInOrder(spaceId, limit).execute(tx)).rows;
}

/** What is still to be indexed, single changes before whole kinds, locked. */
export const changesInOrder = (spaceId: number, limit: number): RawBuilder<Change> => sql<Change>`
  select id, kind, object, part, seen from search_change where space_id = ${spaceId} order by ${IS_WHOLE}, id limit ${limit} for update`;

export async function forgetChanges(tx: Tx, spaceId: number, ids: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('search_change')
    .where('space_id', '=', spaceId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Forgets other changes that ask for all that this one asks for: one walk, which begins after this, answers them too. */
export async function forgetAlike(tx: Tx, spaceId: number, { id, kind, object }: Change): Promise<void> {
  await sql`
    delete from search_change where space_id = ${spaceId} and kind = ${kind} and object is not distinct from ${object}
      and part is null and id <> ${id}`.execute(tx);
}

export async function moveChange(tx: Tx, spaceId: number, id: number, seen: number): Promise<void> {
  await tx.updateTable('search_change').set({ seen }).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** Queues every source of a space for indexing, and forgets its stems. */
export async function noteAll(tx: Tx, spaceId: number): Promise<void> {
  const kinds = SEARCH_KINDS.filter((kind) => !(OF_VERSIONS as readonly string[]).includes(kind));
  await askFor(tx, EVERY_ENTRY);
  await tx.deleteFrom('search_lexeme').where('space_id', '=', spaceId).execute();
  const versions = await tx.selectFrom('version').select('id').where('space_id', '=', spaceId).execute();
  const changes: { kind: SearchKind; object: number | null }[] = [
    ...kinds.map((kind) => ({ kind, object: null })),
    ...versions.flatMap(({ id }) => OF_VERSIONS.map((kind) => ({ kind, object: id }))),
  ];
  for (const some of inBlocks(changes, 3))
    await tx
      .insertInto('search_change')
      .values(some.map((change) => ({ ...change, space_id: spaceId })))
      .execute();
  await sql`select pg_notify('gantry_search', '')`.execute(tx);
}

/** Spaces whose number leaves a rest. */
export async function listSpacesWith(db: Db, { of, rest }: { of: number; rest: number }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from space where id % ${of}::int = ${rest} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes the stems of a space that no entry has any more; none where another server is at this space. */
export async function dropStems(tx: Tx, spaceId: number): Promise<void> {
  await askFor(tx, EVERY_ENTRY);
  if (!(await tryLockInSpace(tx, spaceId, 'search'))) return;
  const entries = `select tsv from search_entry where space_id = ${spaceId}`;
  await sql`with kept as materialized (select word from ts_stat(${entries}::text))
    delete from search_lexeme l where space_id = ${spaceId} and not exists (select from kept where word = l.lexeme)`.execute(tx);
}

/** Removes entries of a kind: all, those of some objects, or of one object some parts. */
export async function removeEntries(
  tx: Tx,
  spaceId: number,
  kind: SearchKind,
  objects?: readonly number[],
  parts?: readonly number[],
): Promise<void> {
  await sql`
    delete from search_entry where space_id = ${spaceId} and kind = ${kind}
      ${objects ? sql`and object = any(${[...objects]})` : sql``} ${parts ? sql`and part = any(${[...parts]})` : sql``}`.execute(tx);
}

const DAY_MS = 86_400_000;
export const eraOf = (at: Date | number): number => Math.floor(Number(at) / DAY_MS);

const ENTRY: readonly Column<Source & { vector: string }>[] = [
  ...columnsNamed(['object', 'part', 'node_id', 'chat_id', 'author_id', 'twin']),
  { name: 'at', of: ({ at }) => at.toISOString() },
  { name: 'era', of: ({ at }) => eraOf(at) },
  { name: 'tsv', of: ({ vector }) => vector },
];
const OVER_FORMER = `on conflict (space_id, kind, object, part) do update set ${[
  'node_id',
  'chat_id',
  'author_id',
  'at',
  'era',
  'twin',
  'tsv',
]
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')}`;

export async function saveEntries(
  tx: Tx,
  spaceId: number,
  kind: SearchKind,
  entries: readonly (Source & { vector: string })[],
): Promise<void> {
  for (const insertion of insertions('search_entry', ENTRY, entries, { place: { space_id: spaceId, kind }, ending: OVER_FORMER }))
    await insertion.execute(tx);
}

const LEXEMES_AT_ONCE = 5000;

/** Keeps stems that the space has not had yet, each with what it is found by. */
export async function saveLexemes(
  tx: Tx,
  spaceId: number,
  lexemes: readonly string[],
  vectorFor: (lexeme: string) => string,
): Promise<void> {
  // As a join, the planner would read all stems by the predicate of the policy.
  const { rows } = await sql<{ lexeme: string }>`
    select l as lexeme from unnest(${[...lexemes]}::text[]) l
    where (select true from search_lexeme k where k.space_id = ${spaceId} and k.lexeme = l) is null`.execute(tx);
  for (let from = 0; from < rows.length; from += LEXEMES_AT_ONCE) {
    const values = rows.slice(from, from + LEXEMES_AT_ONCE).map(({ lexeme }) => ({ space_id: spaceId, lexeme, tsv: vectorFor(lexeme) }));
    await tx
      .insertInto('search_lexeme')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
