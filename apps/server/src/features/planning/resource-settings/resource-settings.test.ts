import { api } from '@gantry/contract';
import { USUAL_RESOURCE_SETTINGS } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let project: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  const { path } = await anna.ok(api.eps.get, { params: { id: schedule } });
  project = path.find(({ kind }) => kind === 'project')?.id ?? 0;
});
afterAll(() => world.close());

const read = (eps_id?: number) => anna.ok(api.resourceSettings.read, { query: { eps_id } });
const save = (eps_id: number | null, body: object) => anna.ok(api.resourceSettings.save, { body: { eps_id, ...body } });

describe('settings of resources', () => {
  test('are the usual ones until somebody says otherwise; of each the nearest node counts', async () => {
    expect(await read(schedule)).toMatchObject({ settings: USUAL_RESOURCE_SETTINGS, own: {}, from: { period: null } });
    await save(null, { period: 'week', columns: ['kind', 'limit'] });
    await save(project, { period: 'day', thresholds: { near: 70, over: 120 } });
    expect(await read(schedule)).toMatchObject({
      settings: { columns: ['kind', 'limit'], period: 'day', thresholds: { near: 70, over: 120 }, timesheet_approval: 'one' },
      own: {},
      from: { columns: { node_id: null }, period: { node_id: project }, timesheet_approval: null },
    });
    await save(schedule, { period: 'year' });
    expect(await read(schedule)).toMatchObject({ settings: { period: 'year' }, own: { period: 'year' }, inherited: { period: 'day' } });
    await save(schedule, {});
    expect(await read(schedule)).toMatchObject({ settings: { period: 'day' }, own: {} });
    expect(await read()).toMatchObject({ eps_id: null, settings: { period: 'week' }, own: { period: 'week' } });
  });

  test('who approves hours is one setting, whether it is set at the schedule or above', async () => {
    const ofSchedule = async () =>
      (await anna.ok(api.dayValues.limit, { params: { id: schedule }, query: { version_id: await anna.version(schedule) } }))
        .timesheet_approval;
    await save(project, { timesheet_approval: 'two' });
    expect(await ofSchedule()).toBe('two');
    await anna.ok(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { timesheet_approval: 'none' } });
    expect(await ofSchedule()).toBe('none');
    expect((await read(schedule)).own).toEqual({ timesheet_approval: 'none' });
    await save(schedule, {});
    expect(await ofSchedule()).toBe('two');
  });

  test('are for those who may change the structure; thresholds ascend; a foreign node is not there', async () => {
    const wrong = await anna.refused(api.resourceSettings.save, { body: { eps_id: null, thresholds: { near: 120, over: 100 } } });
    expect(wrong).toMatchObject({ status: 422, code: 'resource_settings.wrong_thresholds' });
    const reader = await world.person('reader');
    await world.join(reader, anna, 'viewer');
    expect((await reader.ok(api.resourceSettings.read, { query: { eps_id: schedule } })).eps_id).toBe(schedule);
    expect(await reader.refused(api.resourceSettings.save, { body: { eps_id: schedule, period: 'day' } })).toMatchObject({ status: 403 });
    const stranger = await world.person('stranger');
    await stranger.space();
    expect(await stranger.refused(api.resourceSettings.read, { query: { eps_id: schedule } })).toMatchObject({ status: 404 });
    expect(await stranger.refused(api.resourceSettings.save, { body: { eps_id: schedule } })).toMatchObject({ status: 404 });
  });
});
