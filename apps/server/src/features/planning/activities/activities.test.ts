import { api } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queriesOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let stranger: Person;
let first: { schedule: number; version: number };
let second: { schedule: number; version: number };

beforeAll(async () => {
  world = await createWorld();
  [anna, boris, stranger] = await Promise.all(['anna', 'boris', 'stefan'].map((login) => world.person(login)));
  await anna.space();
  await stranger.space();
  await world.join(boris, anna, 'planner');
  const plan = async (name: string) => {
    const schedule = await anna.schedule(name);
    return { schedule, version: await anna.version(schedule) };
  };
  [first, second] = [await plan('North'), await plan('South')];
  await anna.item(first.version, { name: 'A' });
  await boris.item(second.version, { name: 'B' });
  await boris.ok(api.edits.undo, { params: { id: second.version } });
});
afterAll(() => world.close());

const feed = async (query: object = {}) => (await anna.ok(api.activities.list, { query })).activities;

test('the feed tells what was done where by whom, newest first', async () => {
  expect((await feed()).map(({ name, author, schedule_name, undoes }) => [name, author, schedule_name, undoes])).toEqual([
    ['wbs.create', 'boris Tester', 'South', 2],
    ['wbs.create', 'boris Tester', 'South', null],
    ['wbs.create', 'anna Tester', 'North', null],
    ['version.create', 'anna Tester', 'South', null],
    ['version.create', 'anna Tester', 'North', null],
  ]);
});

test('is of a node and all below it, of a version, of a person, of a time, page by page', async () => {
  const { path } = await anna.ok(api.versions.get, { params: { id: first.version } });
  expect((await feed({ eps_id: path[0].id })).map(({ version_id }) => version_id)).toEqual([first.version, first.version]);
  expect(await feed({ eps_id: second.version })).toHaveLength(3);
  expect(await feed({ user_id: boris.id })).toHaveLength(2);
  const all = await feed();
  expect(await feed({ before: all[1].at })).toEqual(all.filter(({ at }) => at < all[1].at));
  expect(await feed({ from: '2200-01-01T00:00:00Z' })).toEqual([]);
  expect(await feed({ limit: 2 })).toEqual(all.slice(0, 2));
});

test('says in words what a change is about and which row leads there; what is undone, and what was deleted, has none', async () => {
  const [undone, created, north] = await feed();
  expect(north).toMatchObject({ about: { table: 'wbs', kind: 'added', name: 'A', rows: 1 }, row: { name: 'A' } });
  expect(created).toMatchObject({ about: { kind: 'added', name: 'B' }, row: null });
  expect(undone).toMatchObject({ about: { kind: 'removed', name: 'B' }, row: null });
  await anna.ok(api.wbs.update, { params: { id: first.version, wbsId: north.row?.id ?? 0 }, body: { name: 'A2' } });
  const [renamed] = await feed({ kind: 'update', limit: 1 });
  expect(renamed).toMatchObject({ about: { field: 'name', before: 'A', after: 'A2' }, row: { id: north.row?.id, name: 'A2' } });
  await anna.ok(api.edits.undo, { params: { id: first.version } });
});

test('goes on behind any of its lines, in both orders, also where several were done at one moment', async () => {
  await world.sql(`update version_edit set at = '2026-01-05T08:00:00.123456Z' where version_id = $1`, [second.version]);
  for (const direction of [1, -1] as const) {
    const all = (await feed({ direction })).map(({ id }) => id);
    expect(all.length).toBeGreaterThan(5);
    const walked: string[] = [];
    for (let behind: string | undefined; walked.length < all.length; behind = walked.at(-1)) {
      const page = await feed({ direction, limit: 2, ...(behind ? { behind } : {}) });
      expect(page).not.toEqual([]);
      walked.push(...page.map(({ id }) => id));
    }
    expect(walked).toEqual(all);
  }
  const newest = await feed();
  expect((await feed({ direction: 1 })).map(({ id }) => id)).toEqual(newest.map(({ id }) => id).toReversed());
  expect(await anna.refused(api.activities.list, { query: { direction: 0 } })).toMatchObject({ status: 400 });
});

test('a page is read in its order by an index, behind a line too, and what one person did by another', async () => {
  const [line] = await feed();
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const planOf = async (query: object) => {
    const sent = await queriesOf(() => feed(query));
    const { text, values } = sent.find((one) => one.text.includes('from version_edit e\n    join')) as (typeof sent)[number];
    const plan = await context.read(async (db) => {
      for (const name of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'enable_incremental_sort'])
        await sql`set local ${sql.ref(name)} = off`.execute(db);
      const parts = text.split(/\$(\d+)/).map((part, at) => (at % 2 ? sql.val(values[Number(part) - 1]) : sql.raw(part)));
      return sql`explain ${sql.join(parts, sql``)}`.execute(db);
    });
    return JSON.stringify(plan.rows);
  };
  for (const query of [{}, { direction: 1 }, { eps_id: first.version }, { behind: line.id }]) {
    const plan = await planOf(query);
    expect(plan).toContain('version_edit_at');
    expect(plan).not.toMatch(/-> +(Incremental )?Sort/);
  }
  expect(await planOf({ behind: line.id })).toMatch(/Index Cond: [^"]*ROW\(e?.?at/);
  expect(await planOf({ user_id: boris.id })).toContain('version_edit_person_at');
});

test('one record tells how many rows of each table it touched', async () => {
  const [undo] = await feed({ user_id: boris.id });
  expect(await anna.ok(api.activities.get, { params: { id: undo.id } })).toEqual({
    ...undo,
    tables: [{ table: 'wbs', added: 0, updated: 0, removed: 1 }],
  });
  expect(await anna.refused(api.activities.get, { params: { id: `${first.version}-99` } })).toMatchObject({
    status: 404,
    code: 'activity.not_found',
  });
});

test('a stranger sees nothing of it', async () => {
  expect((await stranger.ok(api.activities.list, { query: { eps_id: first.version } })).activities).toEqual([]);
  expect(await stranger.refused(api.activities.get, { params: { id: `${first.version}-2` } })).toMatchObject({ status: 404 });
});
