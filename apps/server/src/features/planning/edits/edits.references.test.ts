import { api, toSnake } from '@gantry/contract';
import {
  fieldsOf,
  hasOwnIds,
  isSingle,
  type Reference,
  REFERENCES,
  referencesOf,
  referencesTo,
  TABLES_IN_ORDER,
  targetOf,
  VERSION_TABLE_NAMES,
  type VersionTable,
} from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tableName } from '../../../database/version-content.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createPlanners } from '../../../testing/team.ts';
import type { Person, World } from '../../../testing/world.ts';
import { updateVersionHead } from '../version-heads/version-heads.service.ts';
import { edit, fillVersion, previewEdit, removeOwned } from './edits.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;

beforeAll(async () => {
  ({ world, anna, boris, schedule } = await createPlanners());
});
afterAll(() => world.close());

type Row = { id: number } & Record<string, unknown>;
const FIRST_ID = new Map(VERSION_TABLE_NAMES.map((table, index) => [table, 1000 + index * 10]));
/** The id of a row of the plan; rows that have the id of their owner have that. */
const idIn = (table: VersionTable, index: number): number => {
  const owner = targetOf(table, 'id');
  return owner ? idIn(owner, index) : (FIRST_ID.get(table) as number) + index;
};
const VALUES = { int: 1, float: 1, flag: false, minute: '2030-01-01T08:00', json: [], days: { firstDay: 1, values: [1] } } as const;

/** A row with a value in every field, which points at the rows of the same number; what may point at nothing in its own table does. */
function rowOf(table: VersionTable, index: number): Row {
  const fields = fieldsOf(table).map(({ name, kind, values, target, optional }) => {
    if (name === 'id') return [name, idIn(table, index)];
    if (target) return [name, target === table && optional ? null : idIn(target, index)];
    if (kind === 'word') return [name, values?.[0]];
    return [name, kind === 'text' ? `${table} ${index}` : kind === 'json' && optional ? null : VALUES[kind as keyof typeof VALUES]];
  });
  return Object.fromEntries(fields) as Row;
}

const contextOf = (person: Person) => world.app.contextOf({ userId: person.id, actorId: person.id, spaceId: anna.spaceId, needs: [] });

/** A version with two rows in every table, the one of its settings apart. */
async function plan(): Promise<number> {
  const version = await anna.version(schedule);
  const context = await contextOf(anna);
  const key = { spaceId: anna.spaceId, versionId: version };
  await context.write(async (tx) => {
    for (const table of TABLES_IN_ORDER) {
      const kept = await world.sql(`select id from ${tableName(table)} where version_id = $1`, [version]);
      if (isSingle(table) && kept.length) continue;
      await fillVersion(tx, key, table, isSingle(table) ? [rowOf(table, 0)] : [rowOf(table, 0), rowOf(table, 1)]);
    }
    await updateVersionHead(tx, key, { last_id: 5000, item_count: 2 });
  });
  return version;
}

const change = async (person: Person, version: number, work: Parameters<typeof edit<void>>[3]) =>
  edit(await contextOf(person), version, 'wbs.update', work);
const undo = (person: Person, version: number) => person.call(api.edits.undo, { params: { id: version } });

test('the database holds every reference of the description that holds, and no other', async () => {
  const names = new Map(VERSION_TABLE_NAMES.map((table) => [tableName(table), table]));
  const rows = await world.sql<{ from: string; to: string; columns: string[]; targets: string[]; deferred: boolean }>(`
    select c.conrelid::regclass::text as from, c.confrelid::regclass::text as to, c.condeferred as deferred,
      array(select a.attname::text from unnest(c.conkey) with ordinality k (n, at) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.at) as columns,
      array(select a.attname::text from unnest(c.confkey) with ordinality k (n, at) join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by k.at) as targets
    from pg_constraint c where c.contype = 'f'`);
  const held = rows.filter(({ from, to }) => names.has(from) && names.has(to));
  for (const { columns, targets, deferred } of held) {
    expect(columns.slice(0, 2)).toEqual(['space_id', 'version_id']);
    expect(targets).toEqual(['space_id', 'version_id', 'id']);
    expect(deferred).toBe(true);
  }
  const stated = REFERENCES.filter(({ ownership }) => ownership !== 'loose');
  expect(held.map(({ from, columns, to }) => `${from}.${columns[2]} → ${to}`).sort()).toEqual(
    stated.map(({ table, field, target }) => `${tableName(table)}.${toSnake(field)} → ${tableName(target)}`).sort(),
  );
});

describe.each(VERSION_TABLE_NAMES.filter((table) => !isSingle(table)))('a row of %s', (table) => {
  test('goes with all that dies with it, and nothing of that is left pointing into the void', async () => {
    const version = await plan();
    const id = idIn(table, 0);
    const { diff } = await previewEdit(await contextOf(anna), version, (draft) => removeOwned(draft, table, [id]));
    const gone = new Map(VERSION_TABLE_NAMES.map((one) => [one, new Set((diff[one]?.removed ?? []).map((row) => row.id))]));
    expect(gone.get(table)).toEqual(new Set([id]));
    for (const { table: from, field, target, ownership } of REFERENCES) {
      if (ownership !== 'owner') continue;
      for (const index of [0, 1]) {
        const row = rowOf(from, index);
        if (gone.get(target)?.has(row[field] as number)) expect([from, gone.get(from)?.has(row.id)]).toEqual([from, true]);
      }
    }
    // What belongs to the other row stays.
    for (const one of VERSION_TABLE_NAMES) expect([one, gone.get(one)?.has(idIn(one, 1))]).toEqual([one, false]);
  });

  test('is copied with the version', async () => {
    const version = await plan();
    const copy = await anna.ok(api.versions.copyTo, {
      params: { id: version, scheduleId: schedule },
      body: { name: `Copy of ${version}` },
    });
    const without = (rows: Record<string, unknown>[]) => rows.map(({ version_id: _version, ...row }) => row);
    expect(without((await contentOf(world, copy.id as number))[table])).toEqual(without((await contentOf(world, version))[table]));
  });
});

const HOLDING = REFERENCES.filter(({ ownership }) => ownership !== 'loose');
describe.each(HOLDING.map((reference): [string, Reference] => [`${reference.table}.${reference.field}`, reference]))(
  '%s',
  (_name, { table, field, target }) => {
    const made = (): Row => ({ ...rowOf(target, 1), id: 4000 });
    /** Points a row at the one that was made; one that has the id of its owner is made itself. */
    const point = (person: Person, version: number) =>
      change(person, version, async (draft) => {
        if (field === 'id') return draft.insert(table, { ...rowOf(table, 1), id: 4000 });
        const [{ id }] = await draft.rows(table, [idIn(table, 0)]);
        draft.update(table, id, { [field]: 4000 });
      });

    test('a row that somebody else has pointed at since is not taken back', async () => {
      expect(hasOwnIds(target)).toBe(true);
      const version = await plan();
      await change(anna, version, async (draft) => draft.insert(target, made()));
      await point(boris, version);
      const before = await contentOf(world, version);
      const { status, body } = await undo(anna, version);
      expect([status, body.errors?.[0]?.code]).toEqual([409, 'edit.changed_since']);
      expect(await contentOf(world, version)).toEqual(before);
      expect((await undo(boris, version)).status).toBe(200);
      expect((await undo(anna, version)).status).toBe(200);
    });

    test('a row does not come back to one that somebody else has removed since', async () => {
      const version = await plan();
      await change(boris, version, async (draft) => draft.insert(target, made()));
      await point(anna, version);
      await change(anna, version, async (draft) => {
        const [row] = await draft.rows(table, [field === 'id' ? 4000 : idIn(table, 0)]);
        if (field === 'id') draft.remove(table, row.id);
        else draft.update(table, row.id, { [field]: rowOf(table, 0)[field] });
      });
      await change(boris, version, (draft) => removeOwned(draft, target, [4000]));
      const { status, body } = await undo(anna, version);
      expect([status, body.errors?.[0]?.code]).toEqual([409, 'edit.changed_since']);
    });
  },
);

test('every table points at something, or is pointed at, or stands for itself', () => {
  const alone = VERSION_TABLE_NAMES.filter((table) => !referencesOf(table).length && !referencesTo(table).length);
  expect(alone).toEqual(['costBase', 'settings']);
});
