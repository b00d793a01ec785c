import { api } from '@gantry/contract';
import { calculate as calculatePlan } from '@gantry/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { outcomeOf } from './timetable.outcome.rules.ts';
import { type InputRows, planOf } from './timetable.plan.rules.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
const at = () => ({ id: version });
const MONDAY = '2026-03-02T00:00';

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
});
afterAll(() => world.close());
beforeEach(async () => {
  version = await anna.version(schedule);
});

const state = () => anna.ok(api.timetable.state, { params: at() });
const calculate = (data_date?: string) => anna.ok(api.timetable.calculateNow, { params: at(), body: data_date ? { data_date } : {} });
const rows = async () => (await anna.ok(api.wbs.list, { params: at() })).items as (Record<string, any> & { id: number })[];

/** A chain of three days. */
async function chain() {
  const ids: number[] = [];
  for (const name of ['A', 'B', 'C']) ids.push(await anna.item(version, { name }));
  await anna.relation(version, ids[0], ids[1]);
  await anna.relation(version, ids[1], ids[2]);
  return ids;
}

describe('a calculation', () => {
  test('sets dates, floats and the critical path, and says of itself what it was made from', async () => {
    await chain();
    await anna.item(version, { name: 'Free' });
    const { revision } = await anna.ok(api.versions.get, { params: at() });
    const done = await calculate(MONDAY);
    expect(done).toMatchObject({ success: true, revision: revision + 1 });
    expect(done.state).toMatchObject({
      status: 1,
      data_date: MONDAY,
      finish: '2026-03-04T18:00',
      input_revision: revision,
      critical_count: 3,
      calculated_at: expect.stringMatching(/^\d{4}-/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await state()).toEqual(done.state);
    expect(
      (await rows()).map((row) => [row['name'], row['early_start'], row['early_finish'], row['total_float_minutes'], row['critical']]),
    ).toEqual([
      ['A', '2026-03-02T09:00', '2026-03-02T18:00', 0, true],
      ['B', '2026-03-03T09:00', '2026-03-03T18:00', 0, true],
      ['C', '2026-03-04T09:00', '2026-03-04T18:00', 0, true],
      ['Free', '2026-03-02T09:00', '2026-03-02T18:00', 960, false],
    ]);
  });

  test('of the same plan gives the same hash and makes no second revision', async () => {
    await chain();
    const first = await calculate(MONDAY);
    const second = await calculate();
    expect([second.revision, second.state.hash]).toEqual([first.revision, first.state.hash]);
  });

  test('is out of date after an edit that can move dates, and not after one that cannot', async () => {
    const [a] = await chain();
    await calculate(MONDAY);
    await anna.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { name: 'Earthworks', code: 'A10' } });
    expect((await state()).status).toBe(1);
    await anna.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { duration_minutes: 960 } });
    expect((await state()).status).toBe(0);
  });

  test('of an empty version is refused, at once and as a job', async () => {
    for (const endpoint of [api.timetable.calculateNow, api.timetable.calculate])
      expect(await anna.refused(endpoint, { params: at(), body: {} })).toMatchObject({
        status: 422,
        code: 'timetable.nothing_to_calculate',
      });
    expect((await state()).status).toBe(0);
  });

  test('as a job is told from calculating to calculated, and the job keeps the revision', async () => {
    await chain();
    const page = await anna.push(version);
    const { job_id } = await anna.ok(api.timetable.calculate, { params: at(), body: { data_date: MONDAY } });
    await page.heard('job', ({ job }) => job.id === job_id && job.status === 'done');
    await page.heard('timetable_calculate', ({ status }) => status === 1);
    const reported = page.messages.filter(({ event }) => event === 'timetable_calculate').map(({ data }) => data);
    expect(reported).toEqual([
      { version_id: version, status: 2 },
      { version_id: version, status: 1 },
    ]);
    const job = await anna.ok(api.jobs.get, { params: { id: Number(job_id) } });
    expect(job).toMatchObject({
      kind: 'timetable_calculate',
      status: 'done',
      result: { version_id: version, revision: (await anna.ok(api.versions.get, { params: at() })).revision },
    });
    await page.close();
  });

  test.each([{ data_date: 'tomorrow' }, { data_date: '0001-01-01' }, { data_date: '9999-01-01' }, { data_date: 7 }])(
    'with %j is refused',
    async (body) => {
      await chain();
      const before = await contentOf(world, version);
      for (const endpoint of [api.timetable.calculateNow, api.timetable.calculate])
        expect(await anna.refused(endpoint, { params: at(), body: body as never })).toMatchObject({
          status: 400,
          code: 'request.invalid',
          parameters: { field: 'data_date' },
        });
      expect(await contentOf(world, version)).toEqual(before);
    },
  );
});

describe('a calculation among edits', () => {
  test('ends as calculated only when the stored dates are those of the stored plan', async () => {
    const [a] = await chain();
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        anna.call(api.timetable.calculateNow, { params: at(), body: { data_date: MONDAY } }),
        ...Array.from({ length: 3 }, (_, index) =>
          anna.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { duration_minutes: 480 * (1 + ((round + index) % 4)) } }),
        ),
      ]);
      const { status, finish } = await state();
      expect([0, 1]).toContain(status);
      if (status === 0) continue;
      const stored = (await rows()).map((row) => row['early_finish']);
      const again = await calculate(MONDAY);
      expect([finish, stored]).toEqual([again.state.finish, (await rows()).map((row) => row['early_finish'])]);
    }
  });

  test('takes its turn where people edit without a pause', async () => {
    const [a] = await chain();
    let editing = true;
    const editor = async (first: number) => {
      for (let round = first; editing; round += 1)
        await anna.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { duration_minutes: 480 * (1 + (round % 9)) } });
    };
    const editors = [1, 4, 7].map(editor);
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1)
      statuses.push((await anna.call(api.timetable.calculateNow, { params: at(), body: { data_date: MONDAY } })).status);
    editing = false;
    await Promise.all(editors);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('six at once leave the version calculated', async () => {
    await chain();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => anna.call(api.timetable.calculateNow, { params: at(), body: { data_date: MONDAY } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await state()).status).toBe(1);
  });

  test('that was given up with its job leaves no version calculating for ever', async () => {
    await chain();
    // As a server leaves it that died three times in the middle.
    await world.sql('update version set calculation_status = 2 where id = $1', [version]);
    const [{ id }] = await world.sql<{ id: number }>(
      `insert into job (space_id, user_id, kind, title, status, input, attempts, fence, lease_until)
       values ($1, $2, 'timetable_calculate', 'x', 'running', $3, 3, 3, now() - interval '1 minute') returning id`,
      [anna.spaceId, anna.id, JSON.stringify({ versionId: version })],
    );
    const job = await world.app.services.jobs.finished(anna.id, id);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'job.interrupted' } });
    for (let wait = 0; wait < 50 && (await state()).status === 2; wait += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await state()).status).toBe(0);
  });
});

describe('settings', () => {
  test('are kept one by one, told apart from the rest, and taken back', async () => {
    const before = (await state()).settings;
    const change = {
      float_type: 'finish',
      must_finish_by: '2026-12-31T18:00',
      critical_float_minutes: 60,
      open_ends_critical: true,
    } as const;
    await anna.ok(api.timetable.saveSettings, { params: at(), body: change });
    expect((await state()).settings).toEqual({ ...before, ...change });
    await anna.ok(api.timetable.saveSettings, { params: at(), body: { must_finish_by: null } });
    expect((await state()).settings).toEqual({ ...before, ...change, must_finish_by: null });
    await anna.ok(api.edits.undo, { params: at() });
    await anna.ok(api.edits.undo, { params: at() });
    expect((await state()).settings).toEqual(before);
  });

  test('with another data date move the date of the version', async () => {
    await anna.ok(api.timetable.saveSettings, { params: at(), body: { data_date: '2027-05-03' } });
    expect(await state()).toMatchObject({ data_date: '2027-05-03T00:00', settings: { data_date: '2027-05-03T00:00' } });
    expect((await anna.ok(api.versions.get, { params: at() })).data_date).toBe('2027-05-03T00:00');
  });

  test.each([
    [{ rules: 'guess' }, 'rules'],
    [{ float_type: 'x' }, 'float_type'],
    [{ critical_float_minutes: 0.5 }, 'critical_float_minutes'],
    [{ data_date: null }, 'data_date'],
    [{ must_finish_by: 'never' }, 'must_finish_by'],
    [{ lag_calendar: 3 }, 'lag_calendar'],
  ])('%j are refused at the field', async (body, field) => {
    const before = await contentOf(world, version);
    expect(await anna.refused(api.timetable.saveSettings, { params: at(), body: body as never })).toMatchObject({
      status: 400,
      code: 'request.invalid',
      parameters: { field },
    });
    expect(await contentOf(world, version)).toEqual(before);
  });
});

test('of many remarks the first of each kind are kept, and how many there are', () => {
  const rows: InputRows = { wbs: [], relation: [], calendar: [], resource: [], assignment: [], daySeries: [], settings: [] };
  const plan = planOf(rows, 0);
  const result = calculatePlan(plan);
  const ring = (length: number) => ({ kind: 'ring' as const, itemIds: Array.from({ length }, (_, id) => id) });
  result.issues = [
    ...Array.from({ length: 20_000 }, (_, relationId) => ({ kind: 'relation_to_draft' as const, relationId })),
    ...Array.from({ length: 30 }, () => ring(10_000)),
    { kind: 'calendar_without_work', calendarId: 1 },
  ];
  const { issues } = outcomeOf({ rows, plan, forecasts: new Map(), result });
  const ofCode = (code: string) => issues.filter((issue) => issue.code === `timetable.${code}`);
  const [drafts, rings] = [ofCode('relation_to_draft'), ofCode('ring')];
  expect([drafts.length, drafts[0].parameters, drafts[1].parameters]).toEqual([200, { relationId: 0, count: 20_000 }, { relationId: 1 }]);
  expect(rings.map(({ items }) => items.length)).toEqual([200, 200, 200, 200, 200]);
  expect(rings[0].parameters).toMatchObject({ count: 30 });
  expect(ofCode('calendar_without_work')).toEqual([{ code: 'timetable.calendar_without_work', parameters: { calendarId: 1 }, items: [] }]);
  expect(JSON.stringify(issues).length).toBeLessThan(50_000);
});
