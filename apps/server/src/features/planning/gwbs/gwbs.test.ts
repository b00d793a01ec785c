import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { SCHEDULES_A_PAGE } from './gwbs.service.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;
let project: number;
let versions: number[];
let walls: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  const facility = await anna.ok(api.facilities.create, { body: { name: 'Hospital' } });
  project = (await anna.ok(api.projects.create, { body: { name: 'Main building', facility_id: facility.id } })).id;
  versions = [];
  for (const name of ['Structure', 'Services']) {
    const { id } = await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name } });
    versions.push(await anna.version(id));
  }
  const frame = await anna.item(versions[0], { name: 'Frame', type: 'sum' });
  walls = await anna.item(versions[0], { name: 'Walls' }, frame);
  await anna.item(versions[1], { name: 'Ducts', executor_id: anna.id });
});
afterAll(() => world.close());

const at = () => ({ id: project });
const name = (row: number, version = versions[0]) => `${version}-${row}`;

test('rows of every schedule stand behind each other, named by version and id', async () => {
  const { schedules, items, total } = await anna.ok(api.gwbs.list, { params: at() });
  expect(schedules).toMatchObject([
    { name: 'Structure', version_id: versions[0] },
    { name: 'Services', version_id: versions[1] },
  ]);
  expect(items.map(({ item }) => item['name'])).toEqual(['Frame', 'Walls', 'Ducts']);
  expect(items[1]).toMatchObject({ id: name(walls), parent_id: items[0].id, version_id: versions[0] });
  expect(total).toBe(3);
  expect(schedules[0].calendars).toMatchObject([
    { id: expect.any(Number), minutes_per_day: 480, is_default: true, week: expect.anything() },
  ]);
  expect((await anna.ok(api.gwbs.list, { params: at(), query: { offset: 2, limit: 5 } })).items).toHaveLength(1);
});

test('siblings are sorted by a column, in each schedule that has it', async () => {
  const names = async (query: { sort: string; direction: 1 | -1 }) =>
    (await anna.ok(api.gwbs.list, { params: at(), query })).items.map(({ item }) => item['name']);
  const roof = await anna.item(versions[0], { name: 'Roof' });
  expect(await names({ sort: 'name', direction: 1 })).toEqual(['Frame', 'Walls', 'Roof', 'Ducts']);
  expect(await names({ sort: 'name', direction: -1 })).toEqual(['Roof', 'Frame', 'Walls', 'Ducts']);
  const unknown = await anna.ok(api.gwbs.list, { params: at(), query: { sort: 'colour of the sky' } });
  expect([unknown.ignored, unknown.total]).toEqual([['colour of the sky'], 4]);
  await anna.ok(api.wbs.remove, { params: { id: versions[0], wbsId: roof } });
});

test('a page opens the schedules whose rows it has, and no others', async () => {
  const page = (offset: number, limit: number) => anna.ok(api.gwbs.list, { params: at(), query: { offset, limit } });
  const opened = async (offset: number, limit: number) =>
    (await statementsOf(() => page(offset, limit))).filter((text) => /from "?wbs_item/.test(text)).length;
  expect([await opened(0, 1), await opened(2, 1), await opened(0, 3)]).toEqual([1, 1, 2]);
  const { schedules } = await page(2, 1);
  expect(schedules.map(({ calendars }) => calendars.length)).toEqual([0, 1]);
});

test('rows behind a full page are not filtered, and a filter over too many is refused', async () => {
  const conditions = [{ column: 'name', operator: 'exists' as const, value: null }];
  const page = (offset: number, limit: number) => anna.ok(api.gwbs.filter, { params: at(), body: { conditions, offset, limit } });
  expect(await page(0, 2)).toMatchObject({ total: null, next: 2, items: [{ version_id: versions[0] }, { version_id: versions[0] }] });
  expect(await page(2, 2)).toMatchObject({ total: 3, next: null, items: [{ version_id: versions[1] }] });
  await world.sql('update version set item_count = item_count + 500000 where id = $1', [versions[1]]);
  expect(await anna.refused(api.gwbs.filter, { params: at(), body: { conditions } })).toMatchObject({
    status: 422,
    code: 'gwbs.too_large',
    parameters: { works: 500_000, schedules: 2_000 },
  });
  expect((await anna.ok(api.gwbs.list, { params: at() })).items).toHaveLength(3);
  await world.sql('update version set item_count = item_count - 500000 where id = $1', [versions[1]]);
});

test('a page of many small schedules ends with the last of those that it opens', async () => {
  const { id: many } = await anna.ok(api.projects.create, {
    body: { name: 'Houses', facility_id: (await anna.ok(api.projects.get, { params: at() })).parent_id ?? 0 },
  });
  const { id } = await anna.ok(api.projects.createSchedule, { params: { id: many }, body: { name: 'House' } });
  const version = await anna.version(id);
  await anna.item(version, { name: 'Roof' });
  const others = SCHEDULES_A_PAGE + 1;
  /** Copies of rows with others in some columns. */
  async function copies(table: string, key: string, of: number, changed: Record<string, string>): Promise<void> {
    const columns = await world.sql<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'",
      [table],
    );
    const names = columns.map(({ name }) => name);
    await world.sql(
      `insert into ${table} (${names.map((name) => `"${name}"`).join()}) overriding system value
       select ${names.map((name) => changed[name] ?? `t."${name}"`).join()} from ${table} t, generate_series(1, ${others}) n where t.${key} = $1`,
      [of],
    );
  }
  const named = '900000 + n';
  await copies('eps_node', 'id', id, { id: named, name: `'House ' || n`, position: '100 + n' });
  await copies('version', 'id', version, { id: named, schedule_id: named });
  await copies('wbs_item', 'version_id', version, { version_id: named });
  const seen = new Set<string>();
  const pages: number[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const page: { items: { id: string }[]; next: number | null; total: number | null } = await anna.ok(api.gwbs.list, {
      params: { id: many },
      query: { offset },
    });
    for (const row of page.items) seen.add(row.id);
    pages.push(page.items.length);
    offset = page.next;
  }
  expect([pages, seen.size]).toEqual([[SCHEDULES_A_PAGE, 2], others + 1]);
});

test('a schedule shows its working version, never a newer baseline, and names it with its data date', async () => {
  const [{ id, version_name, data_date }] = (await anna.ok(api.gwbs.list, { params: at() })).schedules;
  const copy = await anna.ok(api.versions.copyTo, { params: { id: versions[0], scheduleId: id }, body: { name: 'Baseline' } });
  await anna.ok(api.versions.setTarget, { params: { id: copy.id as number } });
  const [shown] = (await anna.ok(api.gwbs.list, { params: at() })).schedules;
  expect(shown).toMatchObject({ version_id: versions[0], version_name, data_date });
  const { version } = await anna.ok(api.versions.get, { params: { id: versions[0] } }).then((got) => ({ version: got }));
  expect(version).toMatchObject({ name: version_name, data_date });
});

test('a schedule says whether its dates hold, and what its calculation left out', async () => {
  const first = async () => {
    const [{ calculation_status: status, validity, left_out }] = (await anna.ok(api.gwbs.list, { params: at() })).schedules;
    return { status, validity, left_out };
  };
  const issues = (...kinds: string[]) => JSON.stringify({ issues: kinds.map((kind) => ({ code: `timetable.${kind}`, items: [] })) });
  await world.sql('update version set calculation_status = 1, calculation = $2 where id = $1', [versions[0], issues('open_start')]);
  expect(await first()).toEqual({ status: 1, validity: 1, left_out: [] });
  const remarks = issues('link_gone', 'open_start', 'ring', 'ring');
  await world.sql('update version set calculation = $2 where id = $1', [versions[0], remarks]);
  expect(await first()).toEqual({ status: 1, validity: 0, left_out: ['timetable.ring', 'timetable.link_gone'] });
  await world.sql('update version set calculation_status = 0, calculation = null where id = $1', [versions[0]]);
  expect(await first()).toEqual({ status: 0, validity: 0, left_out: [] });
});

test('rows are filtered over all schedules, with the rows above them where asked', async () => {
  const conditions = [{ column: 'name', operator: 'like' as const, value: 'al' }];
  const filter = async (with_parents: boolean) =>
    (await anna.ok(api.gwbs.filter, { params: at(), body: { conditions, with_parents } })).items.map(({ item }) => item['name']);
  expect(await filter(false)).toEqual(['Walls']);
  expect(await filter(true)).toEqual(['Frame', 'Walls']);
});

test('a row is read and changed in its version, and the change is an edit like any other', async () => {
  expect((await anna.ok(api.gwbs.get, { params: { ...at(), wbsId: name(walls) } })).row.item).toMatchObject({ name: 'Walls' });
  await anna.ok(api.gwbs.update, { params: { ...at(), wbsId: name(walls) }, body: { name: 'Walls and columns' } });
  await anna.ok(api.edits.undo, { params: { id: versions[0] } });
  expect((await anna.ok(api.gwbs.get, { params: { ...at(), wbsId: name(walls) } })).row.item).toMatchObject({ name: 'Walls' });
});

test('versions of other projects, rows that are not there, viewers and other spaces are refused', async () => {
  const elsewhere = await anna.version();
  for (const wbsId of [name(1, elsewhere), name(99_999)])
    expect(await anna.refused(api.gwbs.get, { params: { ...at(), wbsId } })).toMatchObject({ status: 404, code: 'gwbs.not_found' });
  expect(await anna.refused(api.gwbs.get, { params: { ...at(), wbsId: 'walls' } })).toMatchObject({ status: 400 });
  expect(await vera.refused(api.gwbs.update, { params: { ...at(), wbsId: name(walls) }, body: { name: 'Mine' } })).toMatchObject({
    status: 403,
  });
  expect(await stranger.refused(api.gwbs.list, { params: at() })).toMatchObject({ status: 404 });
});

test('an edit of a version is told to those who stand elsewhere in the space, and to nobody in another one', async () => {
  const [here, there] = [await vera.push(), await stranger.push()];
  const { revision } = await anna.ok(api.wbs.update, { params: { id: versions[0], wbsId: walls }, body: { tint: 2 } });
  expect(await here.heard('version_changed')).toEqual({ version_id: versions[0], revision });
  // Its own edit is heard there, so that one from elsewhere would have come before.
  await stranger.item(await stranger.version(), { name: 'Mine' });
  expect((await there.heard('version_changed'))['version_id']).not.toBe(versions[0]);
  await Promise.all([here.close(), there.close()]);
});

test('an indicator keeps the rows that meet a rule of it, in the schedules that know it alone', async () => {
  const { schedules, items } = await anna.ok(api.gwbs.list, { params: at() });
  const [{ id: schedule }] = schedules;
  const rule = { condition: 'duration >= 15', state: 'warn' as const, tint: 3 as const, text: '' };
  const { id } = await anna.ok(api.indicators.createAtSchedule, { params: { id: schedule }, body: { name: 'Long', rules: [rule] } });
  const listed = async (query: { filter_indicator: number; filter?: number }) =>
    (await anna.ok(api.gwbs.list, { params: at(), query })).items.map(({ item }) => item['name']);
  expect(await listed({ filter_indicator: id })).toEqual([]);
  for (const { id: wbsId, item } of items)
    if (item['name'] !== 'Frame') await anna.ok(api.gwbs.update, { params: { ...at(), wbsId }, body: { duration_minutes: 20 * 480 } });
  expect(await listed({ filter_indicator: id })).toEqual(['Frame', 'Walls']);
  expect(await listed({ filter_indicator: 99_999 })).toEqual([]);
});
