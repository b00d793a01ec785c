import { api, type Call, type EditPushed, type Endpoint, toSnake } from '@gantry/contract';
import { fieldsOf, type TableDiff, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { seededRandom } from '@gantry/engine';
import { createHash } from 'node:crypto';
import type { PushClient } from './push-client.ts';
import { contentOf, copyFrom, type VersionCopy } from './samples/version-content.ts';
import type { Person, World } from './world.ts';

type Row = Record<string, unknown> & { id: number };

/** One page of a crowd: a person, their copy of the version and the channel that keeps it up. */
export type Member = { person: Person; copy: VersionCopy; push: PushClient; taken: number; reloads: number };

/** Results of a crowd: durations of calls, acknowledged revisions by member, refusals. */
export type CrowdOutcome = {
  milliseconds: number[];
  acknowledged: Map<number, number>;
  refused: Map<string, number>;
  done: Map<string, number>;
};

/** Fills a version with rows in summaries of a hundred and a chain of relations, past the calls: this is not what is tested. */
export async function fillVersion(world: World, spaceId: number, versionId: number, items: number): Promise<void> {
  const sums = Math.ceil(items / 100);
  const columns = fieldsOf('wbs').map(({ name }) => name);
  const values: Record<string, string> = {
    id: 'n + 2',
    parentId: `case when n <= ${sums} then null else (n % ${sums}) + 3 end`,
    position: 'n',
    type: `case when n <= ${sums} then 'sum' else 'task' end`,
    schedulingKind: `'task'`,
    code: `'A' || n`,
    name: `'Row ' || n`,
    status: `'not_started'`,
    durationMinutes: '480',
    remainingMinutes: '480',
    progress: '0',
    volumeUnit: `''`,
  };
  const empty = (name: string) => (fieldsOf('wbs').find((field) => field.name === name)?.kind === 'flag' ? 'false' : 'null');
  // In one transaction with the statistics: without them the checks of the foreign keys at commit walk the version for every row.
  await world.sql(`
    begin;
    insert into wbs_item (space_id, version_id, ${columns.map(toSnake).join(', ')})
      select ${spaceId}, ${versionId}, ${columns.map((name) => values[name] ?? empty(name)).join(', ')} from generate_series(1, ${items}) n;
    insert into relation
      select ${spaceId}, ${versionId}, ${items} + 2 + n, n + 2, n + 3, 'fs', 0, null, false from generate_series(${sums + 1}, ${items - 1}) n;
    update version set item_count = ${items}, last_id = ${items * 2 + 2} where space_id = ${spaceId} and id = ${versionId};
    analyze wbs_item;
    analyze relation;
    commit`);
}

/** Opens the version as a page does: the channel first, then the stream. */
export async function openMember(person: Person, versionId: number): Promise<Member> {
  const push = await person.push(versionId);
  return { person, push, copy: await copyFrom(person, versionId), taken: 0, reloads: 0 };
}

/** Applies pushed edits in the order of revisions; requests missing ones and reloads what is too large. */
export async function keepUp(member: Member, versionId: number): Promise<void> {
  const heard = member.push.messages
    .splice(0)
    .flatMap(({ event, data }) => (event === 'version_edit' ? [data as unknown as EditPushed] : []));
  heard.sort((a, b) => a.revision - b.revision);
  for (const edit of heard) {
    if (edit.revision <= member.copy.revision) continue;
    if (edit.revision > member.copy.revision + 1) await catchUp(member, versionId);
    else if (edit.diff) apply(member, edit);
    else await reload(member, versionId);
  }
}

/** Asks for the edits after the copy's revision, as a page does that was away. */
export async function catchUp(member: Member, versionId: number): Promise<void> {
  const answer = await member.person.call(api.edits.since, { params: { id: versionId }, query: { since: member.copy.revision } });
  if (answer.status === 410) return reload(member, versionId);
  for (const edit of answer.body.edits) {
    if (edit.revision !== member.copy.revision + 1) continue;
    if (!edit.diff) return reload(member, versionId);
    apply(member, edit);
  }
}

async function reload(member: Member, versionId: number): Promise<void> {
  member.copy = await copyFrom(member.person, versionId);
  member.reloads += 1;
}

function apply(member: Member, { diff, revision }: EditPushed): void {
  for (const [table, change] of Object.entries(diff ?? {}) as [VersionTable, TableDiff][]) {
    const rows = member.copy.tables.get(table) as Map<number, Row>;
    for (const { id } of change.removed) rows.delete(id);
    for (const row of change.added as Row[]) rows.set(row.id, row);
    for (const { id, after } of change.updated) rows.set(id, { ...(rows.get(id) as Row), ...after });
  }
  member.copy.revision = revision;
  member.taken += 1;
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** A fingerprint of all rows of a copy. */
export function hashOfCopy({ tables }: VersionCopy): string {
  const hash = createHash('sha256');
  for (const table of VERSION_TABLE_NAMES)
    for (const row of [...(tables.get(table) as Map<number, Row>).values()].sort((a, b) => a.id - b.id))
      hash.update(`${table} ${canonical(Object.fromEntries(fieldsOf(table).map(({ name }) => [name, row[name] ?? null])))}\n`);
  return hash.digest('hex');
}

/** The same hash over the database. */
export async function hashOfDatabase(world: World, versionId: number): Promise<string> {
  const content = await contentOf(world, versionId);
  const tables = VERSION_TABLE_NAMES.map((table): [VersionTable, Map<number, Row>] => [
    table,
    new Map(
      content[table].map((row) => [row.id, Object.fromEntries(fieldsOf(table).map(({ name }) => [name, row[toSnake(name)]])) as Row]),
    ),
  ]);
  return hashOfCopy({ revision: 0, tables: new Map(tables) });
}

type Act = {
  weight: number;
  name: string;
  make(ids: number[], relations: number[], pick: <T>(list: T[]) => T, random: () => number): { endpoint: Endpoint; call: object } | null;
};

const at = (wbsId: number) => ({ params: { wbsId } });
const ACTS: Act[] = [
  {
    name: 'duration',
    weight: 24,
    make: (ids, _r, pick, random) => ({
      endpoint: api.wbs.update,
      call: { ...at(pick(ids)), body: { duration_minutes: 60 * Math.ceil(random() * 40) } },
    }),
  },
  {
    name: 'name',
    weight: 16,
    make: (ids, _r, pick, random) => ({
      endpoint: api.wbs.update,
      call: { ...at(pick(ids)), body: { name: `N${Math.floor(random() * 1e9)}` } },
    }),
  },
  {
    name: 'many',
    weight: 4,
    make: (ids, _r, pick, random) => ({
      endpoint: api.wbs.updateMany,
      call: { body: { items: Array.from({ length: 8 }, () => ({ id: pick(ids), code: `C${Math.floor(random() * 1e6)}` })) } },
    }),
  },
  {
    name: 'create',
    weight: 8,
    make: (ids, _r, pick, random) => ({
      endpoint: api.wbs.create,
      call: { body: { parent_id: random() < 0.3 ? pick(ids) : null, item: { name: 'New' } } },
    }),
  },
  { name: 'remove', weight: 5, make: (ids, _r, pick) => ({ endpoint: api.wbs.remove, call: at(pick(ids)) }) },
  {
    name: 'shift',
    weight: 6,
    make: (ids, _r, pick, random) => ({
      endpoint: [api.wbs.up, api.wbs.down, api.wbs.indent, api.wbs.outdent][Math.floor(random() * 4)],
      call: at(pick(ids)),
    }),
  },
  {
    name: 'move',
    weight: 3,
    make: (ids, _r, pick) => ({ endpoint: api.wbs.move, call: { ...at(pick(ids)), body: { parent_id: pick(ids), index: 0 } } }),
  },
  {
    name: 'copy',
    weight: 2,
    make: (ids, _r, pick) => ({ endpoint: api.wbs.copy, call: { body: { ids: [pick(ids)], parent_id: null, after_id: null } } }),
  },
  {
    name: 'relate',
    weight: 8,
    make: (ids, _r, pick) => ({ endpoint: api.relations.create, call: { body: { predecessor_id: pick(ids), successor_id: pick(ids) } } }),
  },
  {
    name: 'unrelate',
    weight: 3,
    make: (_ids, relations, pick) =>
      relations.length ? { endpoint: api.relations.remove, call: { params: { relationId: pick(relations) } } } : null,
  },
  { name: 'undo', weight: 14, make: () => ({ endpoint: api.edits.undo, call: { body: {} } }) },
  { name: 'redo', weight: 7, make: () => ({ endpoint: api.edits.redo, call: { body: {} } }) },
];
const WEIGHT = ACTS.reduce((sum, { weight }) => sum + weight, 0);

/** Lets every member act at random on what they see, `edits` acts in all, at the same time as the others. */
export async function letAct(members: Member[], versionId: number, edits: number, seed: number): Promise<CrowdOutcome> {
  const outcome: CrowdOutcome = { milliseconds: [], acknowledged: new Map(), refused: new Map(), done: new Map() };
  let left = edits;
  await Promise.all(
    members.map(async (member, index) => {
      const random = seededRandom(seed + index);
      const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)];
      while (left > 0) {
        left -= 1;
        await keepUp(member, versionId);
        await act(member, versionId, outcome, random, pick);
      }
    }),
  );
  return outcome;
}

async function act(
  member: Member,
  versionId: number,
  outcome: CrowdOutcome,
  random: () => number,
  pick: <T>(list: T[]) => T,
): Promise<void> {
  let at = random() * WEIGHT;
  const chosen = ACTS.find(({ weight }) => (at -= weight) < 0) ?? ACTS[0];
  const keys = (table: VersionTable) => [...(member.copy.tables.get(table) as Map<number, Row>).keys()];
  const asked = chosen.make(keys('wbs'), keys('relation'), pick, random);
  if (!asked) return;
  const call = asked.call as Call<Endpoint>;
  const started = performance.now();
  const { status, body } = await member.person.call(asked.endpoint, { ...call, params: { ...(call.params as object), id: versionId } });
  outcome.milliseconds.push(performance.now() - started);
  if (status === 200) {
    const { revision, diff } = body as unknown as { revision: number; diff: object };
    if (Object.keys(diff).length) outcome.acknowledged.set(revision, member.person.id);
    outcome.done.set(chosen.name, (outcome.done.get(chosen.name) ?? 0) + 1);
  } else {
    const code = status < 500 ? body.errors[0].code : String(status);
    outcome.refused.set(code, (outcome.refused.get(code) ?? 0) + 1);
  }
}

/** The value that a share of the measurements stays below. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
