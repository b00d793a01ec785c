import { api, type CatalogChange } from '@gantry/contract';
import { sql } from 'kysely';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDirectory } from '../../../testing/directories.ts';
import { ended } from '../../../testing/jobs.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { propose } from './catalog-changes.proposals.service.ts';
import { FOLLOWERS, saveProposal } from './catalog-changes.repository.ts';
import { together } from './catalog-changes.rules.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;
let schedule: number;
let types: number;
let resources: number;
let relation: number;
let version: number;
let items: number[];

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  schedule = await anna.schedule();
  types = await makeDirectory(world, anna, schedule, {
    name: 'Types',
    kind: 'work_types',
    rows: [{ code: 'W', name: 'Walls', unit: 'm3' }],
  });
  resources = await makeDirectory(world, anna, schedule, {
    name: 'Resources',
    kind: 'resources',
    rows: [
      { code: 'R', name: 'Bricklayer', unit: 'man-h', resource: 'labour', price: 10 },
      { code: 'B', name: 'Brick', unit: 'pcs', resource: 'material', price: 1 },
    ],
  });
  relation = (await anna.ok(api.directoryRelations.create, { body: { name: 'Walls', from_id: types, to_id: resources } })).id;
});
afterAll(() => world.close());

/** Three works in a row, each of 8 m³ at four hours each: four days of one bricklayer. */
beforeEach(async () => {
  await world.sql('delete from directory_relation_row where relation_id = $1', [relation]);
  await anna.ok(api.directoryRelations.updateRows, {
    params: { id: relation },
    body: { add: [{ row_a_id: 1, row_b_id: 1, quantity: 4 }] },
  });
  version = await anna.version(schedule);
  items = [];
  for (const name of ['A', 'B', 'C']) items.push(await anna.item(version, { name }));
  await anna.relation(version, items[0], items[1]);
  await anna.relation(version, items[1], items[2]);
  await anna.ok(api.versionDirectories.assign, {
    params: { id: version },
    body: { directory_id: types, row_id: 1, items: items.map((id) => ({ id, volume: 8 })) },
  });
  await anna.ok(api.timetable.calculateNow, { params: { id: version }, body: { data_date: '2031-03-03T08:00' } });
});

const pair = async () => (await anna.ok(api.directoryRelations.rows, { body: { relation_id: relation } })).rows[0].id;
const setHours = async (quantity: number) =>
  anna.ok(api.directoryRelations.updateRows, { params: { id: relation }, body: { update: [{ id: await pair(), quantity }] } });
const look = async (source: 'directory' | 'relation' | 'coefficient' | 'calendar' | 'attribute' = 'relation', source_id = relation) => {
  const { job_id } = await anna.ok(api.catalogChanges.preview, { body: { source, source_id, version_ids: [version] } });
  expect(await ended(anna, job_id)).toMatchObject({ status: 'done' });
  return (await anna.ok(api.catalogChanges.list, { query: { version_id: version } })).proposals;
};
const accept = async (id: number, item_ids?: number[]) => {
  const { job_id } = await anna.ok(api.catalogChanges.accept, { params: { id }, body: { item_ids } });
  return ended(anna, job_id);
};
const durations = async () =>
  (await world.sql('select duration_minutes as minutes from wbs_item where version_id = $1 order by id', [version])).map(
    ({ minutes }) => minutes,
  );

test('a changed norm is looked at before it is taken: works, durations, dates, cost; taken, it is one act that can be undone', async () => {
  const before = await contentOf(world, version);
  expect(await look()).toEqual([]);
  await setHours(6);
  const [proposal] = await look();
  expect(proposal).toMatchObject({
    works: 3,
    moved: 3,
    cost_before: 960,
    cost_after: 1440,
    stale: false,
    source: 'relation',
    source_id: relation,
  });
  expect(proposal.finish_before).toBe('2031-03-18T18:00');
  expect(proposal.finish_after).toBe('2031-03-26T18:00');
  const { changes, total } = await anna.ok(api.catalogChanges.changes, { params: { id: proposal.id } });
  expect(total).toBe(3);
  expect(changes[0]).toMatchObject({ item_id: items[0], duration_before: 1920, duration_after: 2880, cost_before: 320, cost_after: 480 });
  expect(changes[0].fields).toContainEqual({ table: 'assignment', object: 'Bricklayer', field: 'plannedUnits', before: 32, after: 48 });
  expect(await contentOf(world, version)).toEqual(before);
  expect(await accept(proposal.id)).toMatchObject({ status: 'done' });
  expect(await durations()).toEqual([2880, 2880, 2880]);
  const [{ finish }] = await world.sql(`select to_char(finish, 'YYYY-MM-DD') as finish from wbs_item where id = $1 and version_id = $2`, [
    items[2],
    version,
  ]);
  expect(finish).toBe('2031-03-26');
  // A second look finds nothing more to change.
  expect(await look()).toEqual([]);
  await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
  await anna.ok(api.timetable.calculateNow, { params: { id: version }, body: { data_date: '2031-03-03T08:00' } });
  expect(await contentOf(world, version)).toEqual(before);
});

test('some works may take a change and others not; what is new goes with those that need it', async () => {
  await setHours(2);
  await anna.ok(api.directoryRelations.updateRows, {
    params: { id: relation },
    body: { add: [{ row_a_id: 1, row_b_id: 2, quantity: 400 }] },
  });
  const [proposal] = await look('directory', types);
  expect(await accept(proposal.id, [items[1]])).toMatchObject({ status: 'done' });
  expect(await durations()).toEqual([1920, 960, 1920]);
  const bricks = await world.sql(
    `select a.item_id, a.planned_units as units from assignment a join resource r on r.version_id = a.version_id and r.id = a.resource_id
     where a.version_id = $1 and r.name = 'Brick'`,
    [version],
  );
  expect(bricks).toEqual([{ item_id: items[1], units: 3200 }]);
  const [rest] = await look('directory', types);
  expect(rest.works).toBe(2);
  await accept(rest.id);
  expect(await look('directory', types)).toEqual([]);
  expect((await anna.ok(api.versionDirectories.recalculate, { params: { id: version } })).diff).toEqual({});
});

test('prices and coefficients reach resources and costs; nobody answered, nothing has changed', async () => {
  const { id: set } = await anna.ok(api.coefficients.createSet, { body: { name: `Set ${version}` } });
  const { id } = await anna.ok(api.coefficients.create, { body: { set_id: set, name: 'Height', target: 'consumption', labour: '1,25' } });
  await anna.ok(api.directoryRelations.updateRows, {
    params: { id: relation },
    body: { update: [{ id: await pair(), coefficient_ids: [id] }] },
  });
  const [proposal] = await look('coefficient', id);
  expect(proposal).toMatchObject({ cost_before: 960, cost_after: 1200 });
  await anna.ok(api.catalogChanges.discard, { params: { id: proposal.id } });
  expect(await durations()).toEqual([1920, 1920, 1920]);
  expect(await anna.refused(api.catalogChanges.discard, { params: { id: proposal.id } })).toMatchObject({ status: 404 });
  expect(await anna.refused(api.catalogChanges.changes, { params: { id: proposal.id } })).toMatchObject({ status: 404 });
});

test('calendars are followed by the same way', async () => {
  const shifts = [{ start: 480, finish: 960 }];
  const content = { name: `Site ${version}`, week: [shifts, shifts, shifts, shifts, shifts, [], []], series: [] };
  const { id: calendar } = await anna.ok(api.calendars.create, { body: { ...content, node_id: null } });
  const { id: own } = await anna.ok(api.versionCalendars.take, { params: { id: version }, body: { source_id: calendar } });
  for (const wbsId of items) await anna.ok(api.wbs.update, { params: { id: version, wbsId }, body: { calendar_id: own } });
  const long = [{ start: 480, finish: 1080 }];
  const week = [long, long, long, long, long, long, []];
  await anna.ok(api.calendars.update, { params: { id: calendar }, body: { ...content, week, follow: false } });
  const [proposal] = await look('calendar', calendar);
  expect(proposal.moved).toBe(3);
  const { changes } = await anna.ok(api.catalogChanges.changes, { params: { id: proposal.id } });
  expect(changes[0]).toMatchObject({
    item_id: 0,
    fields: expect.arrayContaining([expect.objectContaining({ table: 'calendar', field: 'week' })]),
  });
  expect(await accept(proposal.id)).toMatchObject({ status: 'done' });
  expect(await look('calendar', calendar)).toEqual([]);
});

test('refused: a version that was edited since or is locked, nothing chosen, sources that are not there', async () => {
  await setHours(5);
  const [proposal] = await look();
  expect(await anna.refused(api.catalogChanges.accept, { params: { id: proposal.id }, body: { item_ids: [] } })).toMatchObject({
    code: 'catalog_change.nothing_chosen',
  });
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: items[0] }, body: { name: 'A1' } });
  expect((await anna.ok(api.catalogChanges.list, { query: { version_id: version } })).proposals).toMatchObject([{ stale: true }]);
  expect(await anna.refused(api.catalogChanges.accept, { params: { id: proposal.id } })).toMatchObject({
    status: 409,
    code: 'catalog_change.version_changed',
  });
  const [again] = await look();
  await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: true } });
  expect(await anna.refused(api.catalogChanges.accept, { params: { id: again.id } })).toMatchObject({ code: 'version.locked' });
  expect(await anna.refused(api.catalogChanges.preview, { body: { source: 'calendar', source_id: 9999 } })).toMatchObject({
    status: 404,
    code: 'catalog_change.source_not_found',
  });
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  await setHours(7);
  const [{ id }] = await look();
  expect((await vera.ok(api.catalogChanges.list, { query: { version_id: version } })).proposals).toHaveLength(1);
  expect((await stranger.ok(api.catalogChanges.list, { query: {} })).proposals).toEqual([]);
  expect(await stranger.refused(api.catalogChanges.changes, { params: { id } })).toMatchObject({ status: 404 });
  for (const [person, expected] of [
    [vera, { status: 403 }],
    [stranger, { status: 404 }],
  ] as const)
    for (const refusal of [
      await person.refused(api.catalogChanges.preview, { body: { source: 'relation', source_id: relation } }),
      await person.refused(api.catalogChanges.accept, { params: { id } }),
      await person.refused(api.catalogChanges.discard, { params: { id } }),
    ])
      expect(refusal).toMatchObject(expected);
});

const contextOfAnna = () => world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
const work = (at: number): CatalogChange => ({
  item_id: at + 1,
  code: `W${at}`,
  name: '',
  start_before: null,
  start_after: null,
  finish_before: null,
  finish_after: null,
  duration_before: 0,
  duration_after: 0,
  float_before: null,
  float_after: null,
  cost_before: 0,
  cost_after: 0,
  fields: [],
});

test('a page of works is read from the pieces that hold it, and no others; one of a release before is read whole', async () => {
  const context = await contextOfAnna();
  const changes = Array.from({ length: 2300 }, (_, at) => work(at));
  const content = { diff: {}, owners: {}, changes };
  const summary = { works: 2300, finish_before: null, finish_after: null, moved: null, cost_before: 0, cost_after: 0 };
  const about = { version_id: version, source: 'relation' as const, source_id: relation, act_id: null };
  const id = await context.write((tx) => saveProposal(tx, anna.spaceId, { ...about, revision: 1, summary, content }));
  const page = async (offset: number, limit: number) => {
    const found = await anna.ok(api.catalogChanges.changes, { params: { id }, query: { offset, limit } });
    return [found.total, found.changes.length, found.changes[0]?.code, found.changes.at(-1)?.code];
  };
  expect(await page(990, 20)).toEqual([2300, 20, 'W990', 'W1009']);
  // The change itself and the first thousand works cannot be read any more.
  await world.sql(`update catalog_proposal set content = overlay(content placing '\\x0000'::bytea from 1) where id = $1`, [id]);
  await world.sql(
    `update catalog_proposal set content = overlay(content placing '\\x0000'::bytea from 1 + (summary -> 'pieces' ->> 0)::int) where id = $1`,
    [id],
  );
  expect(await page(1990, 20)).toEqual([2300, 20, 'W1990', 'W2009']);
  expect(await page(2290, 20)).toEqual([2300, 10, 'W2290', 'W2299']);
  expect(await page(2300, 20)).toEqual([2300, 0, undefined, undefined]);
  const whole = zstdCompressSync(Buffer.from(JSON.stringify(content)));
  await world.sql(`update catalog_proposal set content = $2, summary = summary - 'pieces' - 'listed' where id = $1`, [id, whole]);
  expect(await page(1990, 20)).toEqual([2300, 20, 'W1990', 'W2009']);
});

test('a version that somebody edits at each look is given up after three', async () => {
  await setHours(9);
  const context = await contextOfAnna();
  let looks = 0;
  const edited: typeof context = {
    ...context,
    async read(task) {
      const done = await context.read(task);
      looks += 1;
      await world.sql('update version set revision = revision + 1 where id = $1', [version]);
      return done;
    },
  };
  const asked = { source: 'relation' as const, sourceId: relation, act: null };
  await expect(propose(edited, version, asked, new AbortController().signal)).rejects.toMatchObject({
    code: 'catalog_change.version_changed',
  });
  expect(looks).toBe(6);
});

test('whether a version uses a directory is found by a step of an index', async () => {
  const context = await contextOfAnna();
  await world.sql(
    `insert into directory_value (space_id, version_id, id, directory_id, row_id, code, name, unit, volume_unit, crew, rule,
       labour_hours, machine_hours, cost, norm)
     select $1, $2, 100000 + at, 1000 + at % 10, 1, '', '', '', '', 0, 'none', 0, 0, 0, '{}' from generate_series(1, 5000) at`,
    [anna.spaceId, version],
  );
  await world.sql('analyze directory_value');
  for (const source of ['directory', 'relation', 'coefficient'] as const) {
    const plan = await context.read(async (db) => {
      await sql`set local enable_seqscan = off; set local enable_bitmapscan = off`.execute(db);
      return sql`explain select ${FOLLOWERS[source].isUsed({ spaceId: anna.spaceId, ids: [types] })}
        from (values (${version}::bigint)) v (id)`.execute(db);
    });
    expect([source, JSON.stringify(plan.rows)]).toEqual([source, expect.stringContaining('directory_value_directory')]);
  }
});

test('versions in which very many works change are written fewer at a time', () => {
  const first = (works: number[]) => together(works, (one) => one, 100);
  expect([first([60, 30, 20, 5]), first([200, 1]), first([1, 2]), first([])]).toEqual([[60, 30], [200], [1, 2], []]);
});
