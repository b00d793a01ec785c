import type { SearchKind } from '@gantry/contract';
import { type RawBuilder, sql } from 'kysely';
import { personName } from '../../../database/person-name.ts';
import type { Db } from '../../../platform/postgres/database.ts';

/** Nodes at which somebody may read; null: everywhere. */
export type Nodes = readonly number[] | null;

/** Where the caller may read what is found. */
export type Sight = { structure: Nodes; plan: Nodes; chats: Nodes; boards: Nodes; files: Nodes; directChats: readonly number[] };

/** An entry that answers a question; `at_ms` and `id` are its place in the order. */
export type Found = { id: number; kind: SearchKind; object: number; part: number; at_ms: number };

export type Wanted = {
  query: string;
  kinds: readonly SearchKind[];
  nodes: Nodes;
  author?: number;
  /** Milliseconds: from the first on, before the second. */
  from?: number;
  until?: number;
};

/** A part of the order: behind an entry, of days from one on. */
export type Span = { before: { at: number; id: number } | null; fromEra: number | null };

const PLACES = {
  node: 'structure',
  version: 'structure',
  value: 'structure',
  row: 'plan',
  message: 'chats',
  comment: 'chats',
  card: 'boards',
  file: 'files',
} as const satisfies Record<SearchKind, keyof Sight>;

const within = (nodes: Nodes): RawBuilder<unknown> => (nodes === null ? sql`e.node_id is not null` : sql`e.node_id = any(${[...nodes]})`);
const at = (ms: number): RawBuilder<unknown> => sql`to_timestamp(${ms}::double precision / 1000)`;

/** Entries that answer a question and stand where the caller reads, newest first. */
export async function findEntries(
  db: Db,
  spaceId: number,
  { query, kinds, nodes, author, from, until }: Wanted,
  sight: Sight,
  { before, fromEra }: Span,
  limit: number,
): Promise<Found[]> {
  await sql`select set_config('app.search', ${query}, true)`.execute(db);
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
  /** The work that it is about, in the actual version. */
  version_id: number | null;
  row_id: number | null;
  /** The board of a card. */
  board_id: number | null;
};

const author = sql`nullif(${personName('u')}, '') as author`;
const noBoard = sql`null::bigint as board_id`;
const noWork = sql`null::bigint as version_id, null::int as row_id, ${noBoard}`;
const nobody = sql`null::text as author, null::bigint as chat_id, ${noWork}`;
/** The work that a line `x` is about. */
const ofWork = sql`left join version v on x.row_id is not null and v.space_id = x.space_id and v.schedule_id = x.node_id and v.kind = 'actual'
    left join wbs_item w on w.space_id = v.space_id and w.version_id = v.id and w.id = x.row_id and w.code = x.row_code`;
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
    where w.space_id = ${spaceId} and v.kind in ('actual', 'target')`,
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
    from comment x join eps_node n on n.space_id = x.space_id and n.id = x.node_id left join app_user u on u.id = x.created_by ${ofWork}
    where x.space_id = ${spaceId} and x.deleted_at is null`,
  card: (spaceId) => sql`
    select x.id as object, 0 as part, b.node_id, null as icon, x.title, nullif(x.description, '') as text, ${author},
           null::bigint as chat_id, null::bigint as version_id, null::int as row_id, x.board_id
    from kanban_item x join kanban_board b on b.space_id = x.space_id and b.id = x.board_id left join app_user u on u.id = x.created_by
    where x.space_id = ${spaceId} and x.deleted_at is null and b.deleted_at is null`,
  file: (spaceId) => sql`
    select x.id as object, 0 as part, x.node_id, null as icon, x.name as title, null as text, ${author}, null::bigint as chat_id, ${work}
    from storage_item x join eps_node n on n.space_id = x.space_id and n.id = x.node_id left join app_user u on u.id = x.created_by ${ofWork}
    where x.space_id = ${spaceId} and x.deleted_at is null`,
  value: (spaceId) => sql`
    select v.node_id as object, v.attribute_id as part, v.node_id, null as icon, a.name as title, v.value #>> '{}' as text, ${nobody}
    from node_value v join eps_node n on n.space_id = v.space_id and n.id = v.node_id
    join node_attribute a on a.space_id = v.space_id and a.id = v.attribute_id
    where v.space_id = ${spaceId} and jsonb_typeof(v.value) = 'string'`,
};

/** Texts of entries of a kind, as far as the policies of their own tables show them. */
export async function listShown(
  db: Db,
  spaceId: number,
  kind: SearchKind,
  keys: readonly { object: number; part: number }[],
): Promise<Shown[]> {
  const objects = [...new Set(keys.map(({ object }) => object))];
  // A part is looked up by its index only where the objects are spelled out.
  const parts = [...new Set(keys.map(({ part }) => part))];
  const ofParts = kind === 'row' || kind === 'value' ? sql`and s.part = any(${parts})` : sql``;
  const { rows } = await sql<Shown>`
    select s.* from (${SHOWN[kind](spaceId)}) s where s.object = any(${objects}) ${ofParts}`.execute(db);
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
