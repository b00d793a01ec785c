import type { SearchKind } from '@gantry/contract';
import { type RawBuilder, sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { askForMany } from './search.stems.repository.ts';
import { COUNTED_FIRST } from '../../planning/version-heads/version-heads.service.ts';

/** Nodes at which somebody may read; null: everywhere. */
export type Nodes = readonly number[] | null;

/** Where the caller may read what is found. */
export type Sight = { structure: Nodes; plan: Nodes; chats: Nodes; boards: Nodes; files: Nodes; directChats: readonly number[] };

/** An entry that answers a question; `at_ms` and `id` are its place in the order. */
export type Found = { id: number; kind: SearchKind; object: number; part: number; at_ms: number };

/** Of a work: how many further versions of the schedule have it among what answers, and whether one of them is newer. */
export type Twins = { id: number; others: number; newer: boolean };

export type Wanted = {
  kinds: readonly SearchKind[];
  nodes: Nodes;
  author?: number;
  /** Milliseconds: from the first on, before the second. */
  from?: number;
  until?: number;
};

/** A part of the order: behind an entry, of days from one on. */
export type Span = { before: { at: number; id: number } | null; fromEra: number | null };

/** What a kind is read by. */
export const PLACES = {
  node: 'structure',
  version: 'structure',
  value: 'structure',
  row: 'plan',
  row_value: 'plan',
  message: 'chats',
  comment: 'chats',
  card: 'boards',
  file: 'files',
} as const satisfies Record<SearchKind, keyof Sight>;

const within = (nodes: Nodes): RawBuilder<unknown> => (nodes === null ? sql`e.node_id is not null` : sql`e.node_id = any(${[...nodes]})`);
const at = (ms: number): RawBuilder<unknown> => sql`to_timestamp(${ms}::double precision / 1000)`;

/** Entries that answer the question asked last and stand where the caller reads, newest first. */
export async function findEntries(
  db: Db,
  spaceId: number,
  { kinds, nodes, author, from, until }: Wanted,
  sight: Sight,
  { before, fromEra }: Span,
  limit: number,
): Promise<Found[]> {
  const seen = [...Map.groupBy(kinds, (kind) => PLACES[kind])].map(([place, ofPlace]) => {
    const there = sql`(e.kind = any(${ofPlace}) and ${within(sight[place])})`;
    return ofPlace.includes('message') ? sql`${there} or (e.kind = 'message' and e.chat_id = any(${[...sight.directChats]}))` : there;
  });
  const { rows } = await sql<Found>`
    select id, kind, object, part, (extract(epoch from at) * 1000)::bigint as at_ms from search_entry e
    where e.space_id = ${spaceId} and (${sql.join(seen, sql` or `)})
      ${nodes === null ? sql`` : sql`and e.node_id = any(${[...nodes]})`}
      ${author === undefined ? sql`` : sql`and e.author_id = ${author}`}
      ${from === undefined ? sql`` : sql`and e.at >= ${at(from)}`} ${until === undefined ? sql`` : sql`and e.at < ${at(until)}`}
      ${fromEra === null ? sql`` : sql`and e.era >= ${fromEra}`}
      ${before === null ? sql`` : sql`and (e.at, e.id) < (${at(before.at)}, ${before.id}::bigint)`}
    order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Other versions that have the same works as some entries, among what answers the question asked last. */
export async function listTwins(db: Db, spaceId: number, ids: readonly number[], until: number | undefined): Promise<Twins[]> {
  const { rows } = await sql<Twins>`
    select e.id, count(distinct n.object)::int as others, bool_or((n.at, n.object) > (e.at, e.object)) as newer
    from search_entry e join search_entry n
      on n.space_id = e.space_id and n.node_id = e.node_id and n.twin = e.twin and n.object <> e.object
    where e.space_id = ${spaceId} and e.id = any(${[...ids]}) and n.space_id = ${spaceId}
      ${until === undefined ? sql`` : sql`and n.at < ${at(until)}`}
    group by e.id`.execute(db);
  return rows;
}

/** Direct chats of a person. */
export async function listDirectChats(db: Db, spaceId: number, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from chat_person p join chat c on c.space_id = p.space_id and c.id = p.chat_id
    where p.space_id = ${spaceId} and p.user_id = ${userId} and c.kind = 'direct'`.execute(db);
  return rows.map(({ id }) => id);
}

/** What is shown of an entry, out of the table that it is of. */
export type Shown = {
  object: number;
  part: number;
  node_id: number | null;
  icon: string | null;
  title: string;
  text: string | null;
  author: string | null;
  chat_id: number | null;
  /** The work that it is about, in a version that has it. */
  version_id: number | null;
  row_id: number | null;
  /** The board of a card. */
  board_id: number | null;
  /** The attribute of a work's value, in its version. */
  attribute_id: number | null;
};

const author = sql`nullif(${personName('u')}, '') as author`;
const noAttribute = sql`null::int as attribute_id`;
const noBoard = sql`null::bigint as board_id, ${noAttribute}`;
const noWork = sql`null::bigint as version_id, null::int as row_id, ${noBoard}`;
/** A value without the key of the file that it names. */
const valueText = (column: RawBuilder<unknown>) =>
  sql`regexp_replace(${column} #>> '{}', '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/', '')`;
const nobody = sql`null::text as author, null::bigint as chat_id, ${noWork}`;
/** The work that a line `x` is about, in the version that counts first of those of its schedule that have it. */
const ofWork = (scheduleId: RawBuilder<unknown>) => sql`left join lateral (
      select w.version_id, w.id, w.name from wbs_item w join version v on v.space_id = w.space_id and v.id = w.version_id
      where v.space_id = x.space_id and v.schedule_id = ${scheduleId} and w.id = x.row_id and w.code = x.row_code
      order by ${COUNTED_FIRST} limit 1) w on true`;
const work = sql`w.version_id, w.id as row_id, ${noBoard}`;

const SHOWN: Record<SearchKind, (spaceId: number) => RawBuilder<unknown>> = {
  node: (spaceId) => sql`
    select id as object, 0 as part, id as node_id, kind as icon, name as title, key as text, ${nobody} from eps_node where space_id = ${spaceId}`,
  version: (spaceId) => sql`
    select id as object, 0 as part, schedule_id as node_id, 'version_' || kind as icon, name as title, null as text, ${nobody}
    from version where space_id = ${spaceId}`,
  row: (spaceId) => sql`
    select w.version_id as object, w.id as part, v.schedule_id as node_id, 'version_' || v.kind as icon, trim(w.code || ' ' || w.name) as title,
           null as text, ${nobody}
    from wbs_item w join version v on v.space_id = w.space_id and v.id = w.version_id
    where w.space_id = ${spaceId}`,
  message: (spaceId) => sql`
    select m.id as object, 0 as part, c.node_id, null as icon, coalesce(n.name, '') as title,
           concat_ws(' ', m.text, (select string_agg(f.name, ' ') from chat_file f where f.space_id = m.space_id and f.message_id = m.id)) as text,
           ${author}, m.chat_id, ${noWork}
    from chat_message m join chat c on c.space_id = m.space_id and c.id = m.chat_id
    left join eps_node n on n.space_id = c.space_id and n.id = c.node_id
    left join app_user u on u.id = m.author_id
    where m.space_id = ${spaceId} and m.deleted_at is null`,
  comment: (spaceId) => sql`
    select x.id as object, 0 as part, x.node_id, null as icon, n.name as title, x.text, ${author}, null::bigint as chat_id, ${work}
    from comment x join eps_node n on n.space_id = x.space_id and n.id = x.node_id left join app_user u on u.id = x.created_by ${ofWork(sql`x.node_id`)}
    where x.space_id = ${spaceId} and x.deleted_at is null`,
  card: (spaceId) => sql`
    select x.id as object, 0 as part, b.node_id, null as icon, coalesce(nullif(x.title, ''), w.name, '') as title, nullif(x.description, '') as text, ${author},
           null::bigint as chat_id, null::bigint as version_id, null::int as row_id, x.board_id, ${noAttribute}
    from kanban_item x join kanban_board b on b.space_id = x.space_id and b.id = x.board_id left join app_user u on u.id = x.created_by
      ${ofWork(sql`x.schedule_id`)}
    where x.space_id = ${spaceId} and x.deleted_at is null and b.deleted_at is null`,
  file: (spaceId) => sql`
    select x.id as object, 0 as part, x.node_id, null as icon, x.name as title, null as text, ${author}, null::bigint as chat_id, ${work}
    from storage_item x join eps_node n on n.space_id = x.space_id and n.id = x.node_id left join app_user u on u.id = x.created_by ${ofWork(sql`x.node_id`)}
    where x.space_id = ${spaceId} and x.deleted_at is null`,
  value: (spaceId) => sql`
    select v.node_id as object, v.attribute_id as part, v.node_id, null as icon, a.name as title, ${valueText(sql`v.value`)} as text, ${nobody}
    from node_value v join eps_node n on n.space_id = v.space_id and n.id = v.node_id
    join node_attribute a on a.space_id = v.space_id and a.id = v.attribute_id
    where v.space_id = ${spaceId} and jsonb_typeof(v.value) = 'string'`,
  row_value: (spaceId) => sql`
    select x.version_id as object, x.id as part, v.schedule_id as node_id, null as icon, trim(w.code || ' ' || w.name) as title,
           a.name || ': ' || ${valueText(sql`x.value`)} as text, null::text as author, null::bigint as chat_id, x.version_id, w.id as row_id,
           null::bigint as board_id, x.attribute_id
    from attribute_value x join version v on v.space_id = x.space_id and v.id = x.version_id
    join attribute a on a.space_id = x.space_id and a.version_id = x.version_id and a.id = x.attribute_id
    join wbs_item w on w.space_id = x.space_id and w.version_id = x.version_id and w.id = x.item_id
    where x.space_id = ${spaceId} and jsonb_typeof(x.value) = 'string'`,
};

/** Texts of entries of a kind, as far as the policies of their own tables show them. */
export async function listShown(
  db: Db,
  spaceId: number,
  kind: SearchKind,
  keys: readonly { object: number; part: number }[],
): Promise<Shown[]> {
  const [objects, parts] = [keys.map(({ object }) => object), keys.map(({ part }) => part)];
  const shown = SHOWN[kind](spaceId);
  // The limit has each pair looked up by itself: versions share the ids of their works, and a join reads all of them.
  const { rows } = await (
    parts.some((part) => part !== 0)
      ? sql<Shown>`select s.* from (select distinct * from unnest(${objects}::bigint[], ${parts}::bigint[]) as asked (object, part)) k
          cross join lateral (select s.* from (${shown}) s where s.object = k.object and s.part = k.part limit 1) s`
      : sql<Shown>`select s.* from (${shown}) s where s.object = any(${objects})`
  ).execute(db);
  return rows;
}

/** Names of nodes and of those above them that the caller sees, the topmost first. */
export async function listPaths(db: Db, spaceId: number, nodeIds: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ start: number; path: string[] }>`
    with recursive up as (
      select id as start, parent_id, name, 0 as depth from eps_node where space_id = ${spaceId} and id = any(${[...nodeIds]})
      union all
      select up.start, n.parent_id, n.name, up.depth + 1 from eps_node n join up on n.id = up.parent_id where n.space_id = ${spaceId}
    ) select start, array_agg(name order by depth desc) as path from up group by start`.execute(db);
  return new Map(rows.map(({ start, path }) => [start, path]));
}

/** Stems of a space that answer a question for stems, the shortest first. */
export async function findLexemes(db: Db, spaceId: number, query: string, limit: number): Promise<string[]> {
  await askForMany(db, query);
  const { rows } = await sql<{ lexeme: string }>`
    select lexeme from search_lexeme where space_id = ${spaceId} order by length(lexeme), lexeme limit ${limit}`.execute(db);
  return rows.map(({ lexeme }) => lexeme);
}
