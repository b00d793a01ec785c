import { api } from '@gantry/contract';
import type { CalculationStatusName } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ended } from '../../../testing/jobs.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule();
});

const create = async (name: string) => (await anna.ok(api.versions.create, { params: { id: schedule }, body: { name } })).id;
const list = async () => (await anna.ok(api.versions.list, { params: { id: schedule } })).versions;
const actual = async () => (await anna.ok(api.versions.actualInfo, { params: { id: schedule } })).version;

describe('a new version', () => {
  test('has a five-day calendar, options, the data date of today and one line of history', async () => {
    const id = await create('  Issue 1 ');
    const found = await anna.ok(api.versions.get, { params: { id } });
    expect(found).toMatchObject({ name: 'Issue 1', schedule_id: schedule, kind: 'version', locked: false, revision: 1, item_count: 0 });
    expect(found.data_date).toMatch(/^\d{4}-\d\d-\d\dT00:00$/);
    expect(found.path.map(({ kind }) => kind)).toEqual(['facility', 'project', 'schedule']);
    const content = await contentOf(world, id);
    expect(content['calendar']).toMatchObject([{ name: '5 × 8', minutes_per_day: 480, is_default: true }]);
    expect(content['settings']).toMatchObject([{ options: { defaultCalendarId: 1 } }]);
    expect((await anna.ok(api.edits.list, { params: { id } })).actions.map(({ name }) => name)).toEqual(['version.create']);
  });

  test('with a taken name gets a number behind it', async () => {
    for (let round = 0; round < 3; round += 1) await create('Same');
    expect((await list()).map(({ name }) => name)).toEqual(['Same', 'Same (2)', 'Same (3)']);
  });

  test('is told to the space', async () => {
    const page = await anna.push();
    await create('Loud');
    expect(await page.heard('eps_updated', (data) => data['eps_id'] === schedule)).toMatchObject({ eps_id: schedule });
    await page.close();
  });

  test('makes its schedule valid once it is calculated, until that is outdated, and not with a circle left out', async () => {
    const validity = async () => (await anna.ok(api.versions.actualInfo, { params: { id: schedule } })).validity;
    expect(await validity()).toBe(0);
    const ring = await create('A');
    const [first, second] = [await anna.item(ring, { name: 'Dig' }), await anna.item(ring, { name: 'Pour' })];
    await world.sql(
      `insert into relation (space_id, version_id, id, predecessor_id, successor_id, type, lag_minutes, driving)
       values ($1, $2, 901, $3, $4, 'fs', 0, false), ($1, $2, 902, $4, $3, 'fs', 0, false)`,
      [anna.spaceId, ring, first, second],
    );
    const { state } = await anna.ok(api.timetable.calculateNow, { params: { id: ring } });
    expect(state.issues.map(({ code }) => code)).toContain('timetable.ring');
    expect(await validity()).toBe(0);
    const listed = async () => (await list()).map(({ validity: of, left_out }) => [of, left_out]);
    expect(await listed()).toEqual([[0, ['timetable.ring']]]);
    const id = await create('B');
    await anna.item(id, { name: 'Dig' });
    expect(await validity()).toBe(0);
    await anna.ok(api.timetable.calculateNow, { params: { id } });
    expect(await validity()).toBe(1);
    expect(await listed()).toEqual([
      [0, ['timetable.ring']],
      [1, []],
    ]);
    expect((await anna.ok(api.eps.tree, {})).versions.find((one) => one.id === ring)).toMatchObject({ validity: 0 });
    await world.sql('update version set calculation_status = 0 where id = $1', [id]);
    expect(await validity()).toBe(0);
  });

  test('is found by the status of its calculation, whatever that is called', async () => {
    const [first, second, third] = [await create('A'), await create('B'), await create('C')];
    await world.sql('update version set calculation_status = case id when $1 then 1 else 2 end where id in ($1, $2)', [second, third]);
    const ids = async (calculation_status: CalculationStatusName) =>
      (await anna.ok(api.versions.list, { params: { id: schedule }, query: { calculation_status } })).versions.map(({ id }) => id);
    for (const name of ['0', 'not_calc', 'not_calculated'] as const) expect(await ids(name)).toEqual([first]);
    for (const name of ['1', 'calculate', 'calculated'] as const) expect(await ids(name)).toEqual([second]);
    for (const name of ['2', 'calculating', 'in_process'] as const) expect(await ids(name)).toEqual([third]);
    expect((await list()).map(({ calculation_status }) => calculation_status)).toEqual([0, 1, 2]);
  });

  test.each([
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(600) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'A\u0007' }, 'name'],
  ])('with %j is refused', async (body, field) => {
    expect(await anna.refused(api.versions.create, { params: { id: schedule }, body: body as never })).toMatchObject({
      status: 400,
      code: 'request.invalid',
      parameters: { where: 'body', field },
    });
    expect(await list()).toEqual([]);
  });

  test('stands in a schedule alone', async () => {
    const { path } = await anna.ok(api.eps.get, { params: { id: schedule } });
    expect(await anna.refused(api.versions.create, { params: { id: path[1].id }, body: { name: 'X' } })).toMatchObject({
      status: 404,
      code: 'node.not_found',
    });
  });
});

test('the actual version is the one that was made it, else the newest, else none', async () => {
  expect(await actual()).toBe(null);
  const [first, second] = [await create('A'), await create('B')];
  expect((await actual())?.id).toBe(second);
  await anna.ok(api.versions.setActual, { params: { id: first } });
  expect((await actual())?.id).toBe(first);
  await anna.ok(api.versions.setActual, { params: { id: second } });
  expect((await list()).map(({ id, kind }) => [id, kind])).toEqual([
    [first, 'version'],
    [second, 'actual'],
  ]);
});

test('six made and copied at once under one name get six names', async () => {
  const id = await anna.schedule();
  const source = await anna.version(id);
  const body = { name: 'At once' };
  const made = Array.from({ length: 3 }, () => anna.ok(api.versions.create, { params: { id }, body }));
  const copied = Array.from({ length: 3 }, () => anna.ok(api.versions.copyTo, { params: { id: source, scheduleId: id }, body }));
  await Promise.all([...made, ...copied]);
  const { versions } = await anna.ok(api.versions.list, { params: { id } });
  const names = versions.map(({ name }) => name).filter((name) => name.startsWith('At once'));
  expect(names.sort()).toEqual(['At once', ...[2, 3, 4, 5, 6].map((number) => `At once (${number})`)]);
});

test('ten made the actual one at once leave exactly one', async () => {
  const ids = [await create('A'), await create('B'), await create('C')];
  await Promise.all(Array.from({ length: 10 }, (_, index) => anna.ok(api.versions.setActual, { params: { id: ids[index % 3] } })));
  expect((await list()).filter(({ kind }) => kind === 'actual')).toHaveLength(1);
});

describe('renaming', () => {
  test('gives the name, to itself as well, and refuses one that is taken', async () => {
    const [first, second] = [await create('A'), await create('B')];
    await anna.ok(api.versions.rename, { params: { id: first }, body: { name: ' A1 ' } });
    await anna.ok(api.versions.rename, { params: { id: first }, body: { name: 'A1' } });
    expect(await anna.refused(api.versions.rename, { params: { id: second }, body: { name: 'A1' } })).toMatchObject({
      status: 409,
      code: 'version.name_taken',
      parameters: { name: 'A1' },
    });
    expect((await list()).map(({ name }) => name)).toEqual(['A1', 'B']);
  });

  test('five versions renamed alike at once: one gets the name', async () => {
    const ids: number[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) ids.push(await create(name));
    const answers = await Promise.all(ids.map((id) => anna.call(api.versions.rename, { params: { id }, body: { name: 'Same' } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await list()).filter(({ name }) => name === 'Same')).toHaveLength(1);
  });

  test.each([{ name: '' }, { name: 'x'.repeat(600) }, {}])('to %j is refused', async (body) => {
    const id = await create('A');
    expect(await anna.refused(api.versions.rename, { params: { id }, body: body as never })).toMatchObject({
      status: 400,
      code: 'request.invalid',
    });
  });
});

describe('deleting', () => {
  test('takes every row with it and tells the space', async () => {
    const id = await create('Gone');
    const [a, b] = [await anna.item(id, { name: 'A' }), await anna.item(id, { name: 'B' })];
    await anna.relation(id, a, b);
    const page = await anna.push();
    await anna.ok(api.versions.remove, { params: { id } });
    expect(await page.heard('delete_versions')).toEqual({ version_ids: [id] });
    await page.close();
    const { head, ...tables } = await contentOf(world, id);
    expect(head).toEqual([]);
    for (const [table, rows] of Object.entries(tables)) expect([table, rows]).toEqual([table, []]);
    expect(await anna.refused(api.versions.remove, { params: { id } })).toMatchObject({ status: 404, code: 'version.not_found' });
  });

  test.each(['item_count', 'revision'])('of a large one, by its %s, is a job that tells the space', async (size) => {
    const id = await create('Large');
    await anna.item(id, { name: 'A' });
    await world.sql(`update version set ${size} = 5001 where id = $1`, [id]);
    const page = await anna.push();
    const { job_id } = await anna.ok(api.versions.remove, { params: { id } });
    expect(await ended(anna, job_id as number)).toMatchObject({ status: 'done', title: 'Large' });
    expect(await page.heard('delete_versions')).toEqual({ version_ids: [id] });
    await page.close();
    expect(await world.sql('select 1 from wbs_item where version_id = $1', [id])).toEqual([]);
  });

  test('of a large one that is locked is refused, also where it is locked meanwhile', async () => {
    const id = await create('Large');
    await world.sql('update version set item_count = 5001, locked = true where id = $1', [id]);
    expect(await anna.refused(api.versions.remove, { params: { id } })).toMatchObject({ code: 'version.locked' });
    const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    const input = { versionId: id, scheduleId: schedule };
    const job = await context.write((tx) =>
      context.jobs.enqueue(tx, { spaceId: anna.spaceId, userId: anna.id, kind: 'delete_version', title: 'Large', input }),
    );
    expect(await ended(anna, job)).toMatchObject({ status: 'failed', error: { code: 'version.locked' } });
    expect((await list()).map((version) => version.id)).toEqual([id]);
  });

  test('while it is edited: each edit is there before or refused, and no row is left', async () => {
    const id = await create('Race');
    const edits = Array.from({ length: 12 }, (_, index) =>
      anna.call(api.wbs.create, { params: { id }, body: { item: { name: `Row ${index}` } } }),
    );
    const [removal, ...answers] = await Promise.all([anna.call(api.versions.remove, { params: { id } }), ...edits]);
    expect(removal.status).toBe(200);
    for (const { status, body } of answers) {
      expect([200, 404]).toContain(status);
      if (status === 404) expect(body.errors[0].code).toBe('version.not_found');
    }
    expect(await world.sql('select 1 from wbs_item where version_id = $1', [id])).toEqual([]);
  });
});

describe('locking', () => {
  test('is told, and can be taken back', async () => {
    const id = await create('Locked');
    const page = await anna.push(id);
    await anna.ok(api.versions.setLocked, { params: { id }, body: { locked: true } });
    expect(await page.heard('version_locked')).toEqual({ version_id: id, locked: true });
    expect((await anna.ok(api.versions.get, { params: { id } })).locked).toBe(true);
    await anna.ok(api.versions.setLocked, { params: { id }, body: { locked: false } });
    await page.heard('version_locked', ({ locked }) => locked === false);
    await page.close();
    await anna.item(id, { name: 'Open' });
  });

  test('among edits: none is acknowledged after it', async () => {
    const id = await create('Race');
    const edits = Array.from({ length: 12 }, (_, index) =>
      anna.call(api.wbs.create, { params: { id }, body: { item: { name: `Row ${index}` } } }),
    );
    const [, ...answers] = await Promise.all([anna.ok(api.versions.setLocked, { params: { id }, body: { locked: true } }), ...edits]);
    const kept = answers.filter(({ status }) => status === 200).length;
    expect(await world.sql('select 1 from wbs_item where version_id = $1', [id])).toHaveLength(kept);
    expect(await anna.refused(api.wbs.create, { params: { id }, body: { item: { name: 'Late' } } })).toMatchObject({
      code: 'version.locked',
    });
  });

  test.each([{}, { locked: 'yes' }, { locked: null }])('with %j is refused', async (body) => {
    const id = await create('A');
    expect(await anna.refused(api.versions.setLocked, { params: { id }, body: body as never })).toMatchObject({
      status: 400,
      code: 'request.invalid',
    });
  });
});

test('a space that is deleted takes its versions, locked ones too, and those of nobody else', async () => {
  const boris = await world.person('boris');
  await boris.space();
  const kept = await anna.version(schedule);
  const spaceId = boris.spaceId;
  for (let index = 0; index < 3; index += 1) await boris.item(await boris.version(), { name: 'Row' });
  const locked = await boris.version();
  await boris.ok(api.versions.setLocked, { params: { id: locked }, body: { locked: true } });
  const { job_id } = await boris.ok(api.spaces.remove, { params: { id: spaceId } });
  const job = await world.app.services.jobs.finished(boris.id, job_id);
  expect(job).toMatchObject({ status: 'done', progress: 1, result: { space_id: spaceId } });
  for (const table of ['space', 'eps_node', 'version', 'wbs_item', 'calendar', 'settings', 'version_edit']) {
    const column = table === 'space' ? 'id' : 'space_id';
    expect(await world.sql(`select 1 from ${table} where ${column} = $1`, [spaceId])).toEqual([]);
  }
  expect((await anna.ok(api.versions.get, { params: { id: kept } })).id).toBe(kept);
});
