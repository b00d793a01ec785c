import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let viewer: Person;
let stranger: Person;
let schedule: number;
let foreman: Person;
let version: number;
const at = (id = version) => ({ params: { id } });

beforeAll(async () => {
  world = await createWorld();
  [anna, boris, viewer, foreman, stranger] = await Promise.all(
    ['anna', 'boris', 'vera', 'frank', 'stefan'].map((login) => world.person(login)),
  );
  await anna.space();
  await stranger.space();
  await world.join(boris, anna, 'planner');
  await world.join(viewer, anna, 'viewer');
  await world.join(foreman, anna, 'planner');
  schedule = await anna.schedule();
});
afterAll(() => world.close());
beforeEach(async () => {
  version = (await anna.ok(api.versions.create, { params: { id: schedule }, body: { name: `V${Math.random()}` } })).id;
});

const rows = async (id = version) => (await anna.ok(api.wbs.list, at(id))).items as Record<string, any>[];
const row = async (itemId: number, id = version) => (await rows(id)).find((one) => one['id'] === itemId) as Record<string, any>;

/** Resources and assignments have no calls yet: they come with imported files. */
async function assign(itemId: number, kind: string, units: [number, number, number], price: number | null): Promise<void> {
  const [{ id }] = await world.sql('select last_id + 1 as id from version where id = $1', [version]);
  await world.sql('update version set last_id = last_id + 2 where id = $1', [version]);
  await world.sql(`insert into resource values ($1, $2, $3, 'R', 'R', $4, null, null, 'm3', $5)`, [anna.spaceId, version, id, kind, price]);
  await world.sql(`insert into assignment values ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, 0, null, 0, true, null, null)`, [
    anna.spaceId,
    version,
    id + 1,
    itemId,
    id,
    ...units,
  ]);
}

describe('kinds', () => {
  test('one version of a schedule is the actual one and one the target; the former becomes an ordinary one', async () => {
    const other = await anna.version(schedule);
    await anna.ok(api.versions.setActual, at());
    await anna.ok(api.versions.setActual, at(other));
    await anna.ok(api.versions.setTarget, at());
    const kinds = new Map((await anna.ok(api.versions.list, at(schedule))).versions.map(({ id, kind }) => [id, kind]));
    expect([kinds.get(version), kinds.get(other)]).toEqual(['target', 'actual']);
    await anna.ok(api.versions.setTarget, at(other));
    expect((await anna.ok(api.versions.get, at())).kind).toBe('version');
    expect((await anna.ok(api.versions.get, at(other))).locked, 'what the others are measured against does not change').toBe(true);
    await anna.ok(api.versions.setTarget, { ...at(other), body: { target: false } });
    expect((await anna.ok(api.versions.get, at(other))).kind).toBe('version');
    await anna.ok(api.versions.setLocked, { ...at(other), body: { locked: false } });
    await anna.ok(api.versions.setTarget, { ...at(other), body: { lock: false } });
    expect((await anna.ok(api.versions.get, at(other))).locked).toBe(false);
    await anna.ok(api.versions.setTarget, { ...at(other), body: { target: false } });
  });
});

describe('a copy', () => {
  test('holds every row of every table, and neither changes with the other', async () => {
    const a = await anna.item(version, { name: 'A', code: 'A10' });
    const b = await anna.item(version, { name: 'B' });
    await anna.relation(version, a, b);
    await assign(b, 'material', [100, 20, 80], 3);
    await anna.ok(api.timetable.calculateNow, at());
    const there = await anna.schedule('Elsewhere');
    const { id } = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: there }, body: { name: 'Copy' } });
    const [original, copy] = [await contentOf(world, version), await contentOf(world, id as number)];
    const plain = (content: typeof original) =>
      Object.fromEntries(
        Object.entries(content).map(([table, list]) => [
          table,
          list.map(({ version_id: _v, ...rest }) => (table === 'head' ? { ...rest, id: 0 } : rest)),
        ]),
      );
    expect(plain(copy)).toEqual(plain(original));
    expect(await anna.ok(api.timetable.state, at(id as number))).toMatchObject({ status: 1 });
    expect(await anna.ok(api.versions.get, at(id as number))).toMatchObject({
      name: 'Copy',
      schedule_id: there,
      item_count: 2,
      revision: 1,
    });
    await anna.item(id as number, { name: 'C' });
    expect(await contentOf(world, version)).toEqual(original);
  });

  test('of a locked version can be made, and is not locked', async () => {
    await anna.item(version, { name: 'A' });
    await anna.ok(api.versions.setLocked, { ...at(), body: { locked: true } });
    const { id } = await boris.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule } });
    expect(await anna.ok(api.versions.get, at(id as number))).toMatchObject({ locked: false, item_count: 1 });
  });

  test('of a large version is a job', async () => {
    await world.sql('update version set item_count = 6000 where id = $1', [version]);
    const answer = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: { name: 'Large' } });
    expect(answer.id).toBeNull();
    const job = await world.app.services.jobs.finished(anna.id, answer.job_id as number);
    expect(job).toMatchObject({ status: 'done', result: { version_id: expect.any(Number) } });
  });

  test('goes into a schedule alone', async () => {
    expect(await anna.refused(api.versions.copyTo, { params: { id: version, scheduleId: 999_999 } })).toMatchObject({
      status: 404,
      code: 'node.not_found',
    });
  });
});

describe('a lock', () => {
  test.each([
    ['a new row', () => api.wbs.create, { body: { parent_id: null, item: { name: 'X' } } }],
    ['target dates', () => api.versions.updateTargetDates, { body: { clear: true } }],
    ['estimates', () => api.versions.updateEstimatedData, { body: { items: [{ id: 1 }] } }],
    ['accepted dates', () => api.versions.acceptCuratorDates, {}],
    ['remaining durations', () => api.versions.calculateRemains, {}],
    ['costs', () => api.versions.updateCosts, {}],
    ['options', () => api.timetable.saveSettings, { body: { float_type: 'start' } }],
    ['scenarios', () => api.timetable.setScenario, { body: { ids: [1], scenario: 1 } }],
    ['a calculation', () => api.timetable.calculateNow, {}],
    ['undo', () => api.edits.undo, {}],
    ['deletion', () => api.versions.remove, {}],
  ] as [string, () => any, object][])('refuses %s', async (_what, endpoint, call) => {
    await anna.item(version, { name: 'A' });
    await anna.ok(api.versions.setLocked, { ...at(), body: { locked: true } });
    const before = await contentOf(world, version);
    expect(await boris.refused(endpoint(), { ...at(), ...call })).toMatchObject({ status: 409, code: 'version.locked' });
    expect(await contentOf(world, version)).toEqual(before);
  });

  test('lets everything be read, and is taken off by the same call', async () => {
    await anna.ok(api.versions.setLocked, { ...at(), body: { locked: true } });
    for (const endpoint of [
      api.wbs.list,
      api.edits.list,
      api.timetable.state,
      api.versions.users,
      api.versions.attributes,
      api.versions.checkEmptyWorks,
    ])
      await viewer.ok(endpoint as any, at());
    await boris.ok(api.versions.setLocked, { ...at(), body: { locked: false } });
    expect(await anna.item(version, { name: 'A' })).toBeGreaterThan(0);
  });
});

describe('target dates', () => {
  test('come from the target version, by id where it was copied and by code where not', async () => {
    const a = await anna.item(version, { name: 'A', code: 'A10', start: '2031-03-03T09:00' });
    const { id: copy } = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule } });
    expect(await anna.refused(api.versions.updateTargetDates, at())).toMatchObject({ status: 409, code: 'version.without_target' });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: a }, body: { code: 'B20', start: '2031-04-07T09:00' } });
    await anna.ok(api.versions.setTarget, at(copy as number));
    expect((await anna.ok(api.versions.updateTargetDates, at())).rows).toBe(1);
    expect(await row(a)).toMatchObject({ start: '2031-04-07T09:00', target_start: '2031-03-03T09:00' });

    const stranger = await anna.version(schedule);
    const filler = await anna.item(stranger, { name: 'Other' });
    const same = await anna.item(stranger, { name: 'Renamed', code: 'A10' });
    await anna.ok(api.versions.updateTargetDates, at(stranger));
    expect(await row(same, stranger)).toMatchObject({ target_start: '2031-03-03T09:00' });
    expect(await row(filler, stranger)).toMatchObject({ target_start: null });

    await anna.ok(api.versions.updateTargetDates, { ...at(), body: { clear: true } });
    expect(await row(a)).toMatchObject({ target_start: null, target_finish: null });
    await anna.ok(api.edits.undo, at());
    expect(await row(a)).toMatchObject({ target_start: '2031-03-03T09:00' });
    await anna.ok(api.versions.setTarget, { ...at(copy as number), body: { target: false } });
  });

  test('can be the own dates of the version, for some rows alone', async () => {
    const [a, b] = [await anna.item(version, { name: 'A' }), await anna.item(version, { name: 'B' })];
    await anna.ok(api.versions.updateTargetDates, { ...at(), body: { version_id: version, ids: [a] } });
    const first = await row(a);
    expect(first['target_start']).toBe(first['start']);
    expect((await row(b))['target_start']).toBeNull();
  });
});

describe('estimates', () => {
  test('of a work that has a curator are decided by the curator, or by who manages the space', async () => {
    const planner = boris;
    const own = await anna.item(version, { name: 'Own', curator_id: planner.id });
    const other = await anna.item(version, { name: 'Other', code: 'X1', curator_id: anna.id });
    const free = await anna.item(version, { name: 'Free' });
    const items = [own, other, free].map((id) => ({ id, finish: null, remaining_minutes: 60 }));
    await foreman.ok(api.versions.updateEstimatedData, { ...at(), body: { items } });
    expect(await planner.refused(api.versions.acceptCuratorDates, { ...at(), body: { ids: [own, other] } })).toEqual({
      status: 403,
      code: 'version.not_the_curator',
      parameters: { names: 'X1 Other', count: 1 },
    });
    expect((await planner.ok(api.versions.acceptCuratorDates, { ...at(), body: {} })).rows).toBe(2);
    expect(await planner.refused(api.versions.acceptCuratorDates, { ...at(), body: {} })).toMatchObject({
      code: 'version.not_the_curator',
    });
    expect((await anna.ok(api.versions.acceptCuratorDates, { ...at(), body: { ids: [other] } })).rows).toBe(1);
  });

  test('wait, and become dates when they are accepted', async () => {
    const [a, b] = [await anna.item(version, { name: 'A' }), await anna.item(version, { name: 'B' })];
    const items = [
      { id: a, finish: '2031-05-05T18:00', remaining_minutes: 960 },
      { id: b, remaining_minutes: 60 },
    ];
    await boris.ok(api.versions.updateEstimatedData, { ...at(), body: { items } });
    expect(await row(a)).toMatchObject({
      expected_finish: null,
      remaining_minutes: 480,
      extra: { estimate: { finish: '2031-05-05T18:00' } },
    });
    await anna.ok(api.versions.acceptCuratorDates, { ...at(), body: { ids: [a] } });
    expect(await row(a)).toMatchObject({ expected_finish: '2031-05-05T18:00', remaining_minutes: 960, duration_minutes: 960, extra: null });
    await anna.ok(api.versions.acceptCuratorDates, { ...at(), body: { result: 'DECLINED' } });
    expect(await row(b)).toMatchObject({ remaining_minutes: 480, extra: null });
    expect(await anna.refused(api.versions.acceptCuratorDates, at())).toMatchObject({ status: 409, code: 'version.nothing_estimated' });
    await anna.ok(api.edits.undo, at());
    expect((await row(b))['extra']).toMatchObject({ estimate: { remainingMinutes: 60 } });
  });
});

describe('counting', () => {
  test('what remains is what is left at the intensity so far', async () => {
    // Monday 9:00 to Friday: 20 of 100 done in the first two days of eight hours, so 80 are left at 10 a day.
    await anna.ok(api.timetable.saveSettings, { ...at(), body: { data_date: '2031-03-05T09:00' } });
    const a = await anna.item(version, { name: 'A', duration_minutes: 2400 });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: a }, body: { status: 'in_progress', actual_start: '2031-03-03T09:00' } });
    await assign(a, 'material', [100, 20, 80], null);
    const { rows: count } = await anna.ok(api.versions.calculateRemains, at());
    expect(count).toBe(1);
    expect((await row(a))['remaining_minutes']).toBe(8 * 480);
  });

  test('costs are units times prices, and a second count finds nothing', async () => {
    const a = await anna.item(version, { name: 'A' });
    await assign(a, 'material', [100, 20, 80], 2.5);
    await assign(a, 'labour', [8, 0, 8], null);
    expect((await anna.ok(api.versions.updateCosts, at())).rows).toBe(1);
    const { assignment } = await contentOf(world, version);
    expect(assignment.map(({ planned_cost, actual_cost, remaining_cost }) => [planned_cost, actual_cost, remaining_cost])).toEqual([
      [250, 50, 200],
      [0, 0, 0],
    ]);
    expect((await anna.ok(api.versions.updateCosts, at())).rows).toBe(0);
  });

  test('a work without anything to count is empty', async () => {
    const sum = await anna.item(version, { name: 'Sum' });
    const [a, b] = [await anna.item(version, { name: 'A' }, sum), await anna.item(version, { name: 'B', code: 'B1' }, sum)];
    await assign(a, 'material', [100, 20, 80], 2.5);
    expect(await anna.ok(api.versions.checkEmptyWorks, at())).toEqual({
      works: [{ id: b, code: 'B1', name: 'B', missing: ['volume', 'labour', 'cost'] }],
      count: 1,
    });
  });

  test('a scenario of one row rules it, whatever the version says', async () => {
    await anna.ok(api.timetable.saveSettings, { ...at(), body: { data_date: '2031-03-05T09:00', progress_scenario: 1 } });
    const ids = [
      await anna.item(version, { name: 'A', duration_minutes: 2400 }),
      await anna.item(version, { name: 'B', duration_minutes: 2400 }),
    ];
    for (const id of ids) {
      await anna.ok(api.wbs.update, {
        params: { id: version, wbsId: id },
        body: { status: 'in_progress', actual_start: '2031-03-03T09:00', progress: 0.5 },
      });
      await assign(id, 'material', [100, 20, 80], null);
    }
    await anna.ok(api.timetable.setScenario, { ...at(), body: { ids: [ids[1]], scenario: 6 } });
    await anna.ok(api.timetable.calculateNow, at());
    // By progress half of five days is left; by volume four fifths at ten a day.
    expect([(await row(ids[0]))['finish'], (await row(ids[1]))['finish']]).toEqual(['2031-03-07T13:00', '2031-03-14T18:00']);
    await anna.ok(api.timetable.setScenario, { ...at(), body: { ids: [ids[1]], scenario: null } });
    await anna.ok(api.timetable.calculateNow, at());
    expect((await row(ids[1]))['finish']).toBe('2031-03-07T13:00');
  });
});

describe('the calculation', () => {
  test('of some rows stores their dates alone and leaves the version not calculated', async () => {
    const [a, b] = [await anna.item(version, { name: 'A' }), await anna.item(version, { name: 'B' })];
    await anna.relation(version, a, b);
    await anna.ok(api.timetable.calculateNow, { ...at(), body: { ids: [a] } });
    expect([(await row(a))['early_start'], (await row(b))['early_start']]).toEqual([expect.any(String), null]);
    expect((await anna.ok(api.timetable.state, at())).status).toBe(0);
  });

  test('that an edit sets off is nothing to take back: the edit before it is', async () => {
    const a = await anna.item(version, { name: 'A' });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: a }, body: { duration_minutes: 960 } });
    await anna.ok(api.timetable.calculateNow, { ...at(), body: { auto: true } });
    expect((await anna.ok(api.edits.undo, at())).name).toBe('wbs.update');
    await anna.ok(api.timetable.calculateNow, { ...at(), body: { auto: true } });
    await anna.ok(api.edits.redo, at());
    expect(await row(a)).toMatchObject({ duration_minutes: 960 });
  });

  test('lists what began out of sequence, the earlier row first', async () => {
    await anna.ok(api.timetable.saveSettings, { ...at(), body: { data_date: '2031-03-05T09:00' } });
    const [a, b] = [await anna.item(version, { name: 'A' }), await anna.item(version, { name: 'B' })];
    await anna.relation(version, a, b);
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: b }, body: { status: 'in_progress', actual_start: '2031-03-03T09:00' } });
    const { state } = await anna.ok(api.timetable.calculateNow, at());
    expect(state.issues.filter(({ code }) => code === 'timetable.out_of_sequence')).toEqual([
      { code: 'timetable.out_of_sequence', parameters: {}, items: [a, b] },
    ]);
  });

  test('of a schedule has the options of its actual version', async () => {
    await anna.ok(api.versions.setActual, at());
    await anna.ok(api.timetable.saveScheduleSettings, { ...at(schedule), body: { critical_float_minutes: 60 } });
    expect(await anna.ok(api.timetable.scheduleSettings, at(schedule))).toMatchObject({
      version_id: version,
      settings: { critical_float_minutes: 60 },
    });
    const foreign = await anna.version();
    expect(await anna.refused(api.timetable.scheduleSettings, { ...at(schedule), query: { version_id: foreign } })).toMatchObject({
      status: 404,
    });
  });
});

describe('who', () => {
  test('may open a version, and what they did to it', async () => {
    await boris.item(version, { name: 'A' });
    const { users } = await viewer.ok(api.versions.users, at());
    expect(users[0]).toMatchObject({ id: boris.id, name: 'boris Tester', role: 'planner', edits: 1, last_edit_at: expect.any(String) });
    expect(users.map(({ login }) => login).sort()).toEqual(['anna', 'boris', 'frank', 'vera']);
    const page = (offset: number) => viewer.ok(api.versions.users, { ...at(), query: { offset, limit: 3 } });
    expect(await page(0)).toEqual({ users: users.slice(0, 3), total: 4, next: 3 });
    expect(await page(3)).toMatchObject({ users: users.slice(3), total: 4, next: null });
    expect(await viewer.refused(api.versions.users, { ...at(), query: { limit: 1001 } })).toMatchObject({ status: 400 });
  });

  const CHANGES = ['setTarget', 'copyTo', 'updateTargetDates', 'acceptCuratorDates', 'calculateRemains', 'updateCosts'] as const;
  test.each(CHANGES)('only reads is refused %s, and a stranger finds no version', async (name) => {
    const endpoint = api.versions[name] as any;
    const params = { id: version, scheduleId: schedule };
    expect(await viewer.refused(endpoint, { params })).toMatchObject({ status: 403 });
    expect(await stranger.refused(endpoint, { params })).toMatchObject({ status: 404 });
  });

  test.each(['attributes', 'users', 'checkEmptyWorks'] as const)('is a stranger does not see %s', async (name) => {
    expect(await stranger.refused(api.versions[name] as any, at())).toMatchObject({ status: 404, code: 'version.not_found' });
  });
});
