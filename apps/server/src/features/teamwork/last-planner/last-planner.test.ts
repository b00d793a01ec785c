import { api } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { overdueOf } from './last-planner.roadblocks.repository.ts';
import { noticeOverdueRoadblocks } from './last-planner.timers.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let version: number;
let schedule: number;
let works: number[];
/** The wall clock of the world, which tests move. */
let now = new Date('2025-03-06T12:00:00Z');
const [WEEK, NEXT] = ['2025-03-10', '2025-03-17'];
const STEEL = 901;

beforeAll(async () => {
  world = await createWorld({}, { now: () => now });
  [anna, boris, vera] = [await world.person('anna'), await world.person('boris'), await world.person('vera')];
  await anna.space();
  await world.join(boris, anna, 'executor');
  await world.join(vera, anna, 'viewer');
});
afterAll(() => world.close());

/** Ten works of the week, each 50 m³ in five days; Boris carries the first two out. */
beforeEach(async () => {
  now = new Date('2025-03-06T12:00:00Z');
  version = await anna.version();
  schedule = (await anna.ok(api.versions.get, { params: { id: version } })).schedule_id;
  const shift = { start: 540, finish: 1020 };
  await world.sql('update calendar set week = $2 where version_id = $1', [version, JSON.stringify([...Array(5).fill([shift]), [], []])]);
  works = [];
  for (let at = 1; at <= 10; at += 1)
    works.push(await anna.item(version, { name: `Pour ${at}`, code: `P${at}`, start: `${WEEK}T09:00`, duration_minutes: 5 * 480 }));
  await world.sql(`update version set data_date = '2025-03-10T09:00', last_id = last_id + 1000 where id = $1`, [version]);
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit) values ($1, $2, ${STEEL}, 'C', 'Concrete', 'material', 'm³')`,
    [anna.spaceId, version],
  );
  for (const [at, item] of works.entries())
    await world.sql(
      `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
         planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, $3, $4, ${STEEL}, 50, 0, 50, 0, 0, 0, 0, false)`,
      [anna.spaceId, version, 500 + at, item],
    );
  await world.sql('update wbs_item set executor_id = $2 where version_id = $1 and id = any($3)', [version, boris.id, works.slice(0, 2)]);
});

const at = {
  get params() {
    return { id: version };
  },
};
const block = (item_id: number, more: object = {}) =>
  anna.ok(api.lastPlanner.createRoadblock, { ...at, body: { item_id, category: 'materials' as const, text: 'No rebar', ...more } });
const roadblocks = async (item?: number) => (await anna.ok(api.lastPlanner.listRoadblocks, { ...at, query: { item } })).roadblocks;
const promise = (item_id: number, more: object = {}) => ({ item_id, quantity: 50, last_day: '2025-03-14', ...more });
const approve = (commitments: object[], week = WEEK) =>
  anna.ok(api.lastPlanner.approvePlan, { ...at, body: { week, commitments: commitments as never } });
const planOf = (week = WEEK) => anna.ok(api.lastPlanner.readPlan, { ...at, query: { week } });
const facts = (item_id: number, values: number[], first_day = WEEK) =>
  anna.ok(api.dayValues.setDays, {
    ...at,
    body: { cells: [{ item_id, resource_id: null, measure: 'volume', mode: 'fact', first_day, values }] },
  });
const kindsOf = async (person: Person) => (await person.ok(api.notices.list, { query: {} })).notices.map(({ kind }) => kind);

describe('the look-ahead', () => {
  test('says of each work whether it can begin; what is needed moves with the work', async () => {
    const { id } = await block(works[0], { lead_days: 3 });
    await block(works[1], { promised: '2025-03-09' });
    const ahead = await anna.ok(api.lastPlanner.ahead, { ...at, query: { weeks: 3 } });
    expect(ahead).toMatchObject({ weeks: [WEEK, NEXT, '2025-03-24'], total: 10 });
    expect(ahead.works.slice(0, 3)).toMatchObject([
      {
        row_id: works[0],
        readiness: 'blocked',
        roadblocks: 1,
        executor_id: boris.id,
        due: [true, false, false],
        measure: 'volume',
        unit: 'm³',
      },
      { readiness: 'promised', roadblocks: 1 },
      { readiness: 'ready', roadblocks: 0 },
    ]);
    expect((await roadblocks(works[0]))[0]).toMatchObject({ id, needed_by: '2025-03-07', overdue: false });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[0] }, body: { start: '2025-03-17T09:00' } });
    expect((await roadblocks(works[0]))[0]).toMatchObject({ needed_by: '2025-03-14' });
    await anna.ok(api.lastPlanner.updateRoadblock, { params: { id: version, roadblockId: id }, body: { cleared: true } });
    expect(await roadblocks(works[0])).toEqual([]);
    const all = await anna.ok(api.lastPlanner.listRoadblocks, { ...at, query: { item: works[0], open: 'false' } });
    expect(all.roadblocks[0].cleared_at).not.toBeNull();
  });

  test('adds planned days up by weeks, and has from 3 to 12 of these', async () => {
    await anna.ok(api.dayValues.setDays, {
      ...at,
      body: {
        cells: [
          { item_id: works[0], resource_id: null, measure: 'volume', mode: 'plan', first_day: '2025-03-13', values: [10, 10, 0, 0, 30] },
        ],
      },
    });
    const { works: list } = await anna.ok(api.lastPlanner.ahead, { ...at, query: { weeks: 3 } });
    expect(list[0].planned).toEqual([20, 30, null]);
    for (const weeks of [2, 13])
      expect((await anna.refused(api.lastPlanner.ahead, { ...at, query: { weeks } })).code).toBe('request.invalid');
    expect((await anna.refused(api.lastPlanner.ahead, { ...at, query: { from: '2025-03-11' } })).code).toBe('commitment.wrong_week');
  });
});

describe('a roadblock', () => {
  test('is heard of by its owner, and once more when the day has passed on which it was needed', async () => {
    await block(works[0], { owner_id: boris.id, lead_days: 1 });
    expect(await kindsOf(boris)).toContain('roadblock_assigned');
    const heard = async () =>
      (await boris.ok(api.notices.list, { query: {} })).notices.filter(
        ({ kind, node_id }) => kind === 'roadblock_overdue' && node_id === schedule,
      ).length;
    const look = async (at: string) => {
      now = new Date(at);
      await noticeOverdueRoadblocks(world.app.services);
      return heard();
    };
    expect(await look('2025-03-06T12:00:00Z')).toBe(0);
    expect(await look('2025-03-10T12:00:00Z')).toBe(1);
    expect(await look('2025-03-10T13:00:00Z')).toBe(1);
    // Another day on which it is needed is another reason.
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[0] }, body: { start: '2025-03-12T09:00' } });
    expect(await look('2025-03-11T12:00:00Z')).toBe(1);
    expect(await look('2025-03-12T12:00:00Z')).toBe(2);
  });

  test('follows its work by the code where that is another row, and codes are looked for once a version', async () => {
    await block(works[3], { owner_id: boris.id });
    now = new Date('2025-03-12T12:00:00Z');
    // The row that was blocked has another code now, and its code stands at a row that begins later.
    const later = await anna.item(version, { name: 'Later', code: 'L', start: '2025-03-17T09:00' });
    await world.sql(`update wbs_item set code = case id when $2 then 'X' else 'P4' end where version_id = $1 and id in ($2, $3)`, [
      version,
      works[3],
      later,
    ]);
    const neededBy = async () =>
      (
        await world.app.services.database.read({ spaceId: null, userId: null, system: true }, (db) =>
          overdueOf([anna.spaceId], '2025-04-01', 100).execute(db),
        )
      ).rows
        .filter(({ node_id }) => node_id === schedule)
        .map(({ needed_by }) => needed_by);
    expect(await neededBy()).toEqual(['2025-03-17']);
    await world.sql('delete from wbs_item where version_id = $1 and id = $2', [version, later]);
    expect(await neededBy()).toEqual(['2025-03-10']);
    const plan = await world.app.services.database.read({ spaceId: anna.spaceId, userId: null }, (db) =>
      sql`explain (costs off) ${overdueOf([anna.spaceId], '2025-04-01', 100)}`.execute(db),
    );
    // No row is compared by its code or its id at once: that would read the version for each roadblock.
    expect(JSON.stringify(plan.rows)).not.toMatch(/code = [^"]* OR /);
  });

  test('is changed by who said, owns or carries it out, and stands at the work in every version', async () => {
    const { id } = await block(works[5]);
    const params = { id: version, roadblockId: id };
    expect((await boris.refused(api.lastPlanner.updateRoadblock, { params, body: { cleared: true } })).code).toBe('roadblock.not_yours');
    await anna.ok(api.lastPlanner.updateRoadblock, { params, body: { owner_id: boris.id, promised: '2025-03-08' } });
    const { roadblock } = await boris.ok(api.lastPlanner.updateRoadblock, { params, body: { text: 'Rebar on Friday' } });
    expect(roadblock).toMatchObject({ text: 'Rebar on Friday', promised: '2025-03-08', may_remove: false });
    expect((await boris.refused(api.lastPlanner.removeRoadblock, { params })).code).toBe('roadblock.not_yours');
    expect(
      (await vera.refused(api.lastPlanner.createRoadblock, { ...at, body: { item_id: works[0], category: 'other', text: 'x' } })).status,
    ).toBe(403);
    const copy = await anna.version(schedule);
    const same = await anna.item(copy, { name: 'Same', code: 'P6' });
    const there = await anna.ok(api.lastPlanner.listRoadblocks, { params: { id: copy }, query: {} });
    expect(there.roadblocks).toMatchObject([{ id, row_id: same, row_name: 'Same' }]);
    await anna.ok(api.lastPlanner.removeRoadblock, { params });
    expect((await anna.refused(api.lastPlanner.removeRoadblock, { params })).code).toBe('roadblock.not_found');
  });

  test('is owned by nobody who cannot read the schedule', async () => {
    const outsider = await world.person(`outsider${version}`);
    await outsider.space();
    const body = { item_id: works[0], category: 'materials' as const, text: 'No rebar', owner_id: outsider.id };
    const stranger = { code: 'roadblock.stranger', parameters: { id: outsider.id } };
    expect(await anna.refused(api.lastPlanner.createRoadblock, { ...at, body })).toMatchObject(stranger);
    const { id } = await block(works[0], { owner_id: boris.id });
    const params = { id: version, roadblockId: id };
    const change = { params, body: { owner_id: outsider.id } };
    expect(await anna.refused(api.lastPlanner.updateRoadblock, change)).toMatchObject(stranger);
    expect(await roadblocks()).toMatchObject([{ id, owner_id: boris.id }]);
  });

  test('comes from the site once however often it is sent, for own works alone', async () => {
    const body = {
      key: crypto.randomUUID(),
      schedule_id: schedule,
      row_id: works[0],
      row_code: 'P1',
      category: 'space' as const,
      text: 'Scaffold',
    };
    const [first, second] = [
      await boris.ok(api.lastPlanner.reportRoadblock, { body }),
      await boris.ok(api.lastPlanner.reportRoadblock, { body }),
    ];
    expect(second.id).toBe(first.id);
    const own = (await boris.ok(api.lastPlanner.fieldRoadblocks)).roadblocks.filter(({ schedule_id }) => schedule_id === schedule);
    expect(own).toMatchObject([{ id: first.id, row_id: works[0], text: 'Scaffold', author_id: boris.id }]);
    const foreign = { ...body, key: crypto.randomUUID(), row_id: works[4], row_code: 'P5' };
    expect((await boris.refused(api.lastPlanner.reportRoadblock, { body: foreign })).code).toBe('roadblock.row_not_found');
  });
});

describe('a weekly plan', () => {
  test('of 10 due and 5 ready, with 5 promised and kept, is PPC 100 % and TMR 50 % (G16)', async () => {
    for (const item of works.slice(5)) await block(item);
    expect(await planOf()).toMatchObject({ state: 'open', due: 10, ready: 5, commitments: [] });
    const done = await approve(works.slice(0, 5).map((item) => promise(item)));
    expect(done).toMatchObject({ made: 5, refused: [], plan: { state: 'approved', due: 10, ready: 5 } });
    now = new Date('2025-03-14T06:00:00Z');
    for (const item of works.slice(0, 5)) await facts(item, [10, 10, 10, 10, 10]);
    now = new Date('2025-03-15T08:00:00Z');
    await anna.ok(api.lastPlanner.closePlan, { ...at, body: { week: WEEK } });
    const results = await anna.ok(api.lastPlanner.results, { ...at, query: {} });
    expect(results).toEqual({
      weeks: [{ week: WEEK, closed: true, made: 5, kept: 5, due: 10, ready: 5 }],
      reasons: [],
    });
  });

  test('40 of 50 m³ is not kept; it closes with a reason alone, and what was kept stands for good', async () => {
    await approve([promise(works[0]), promise(works[1], { quantity: 30, last_day: '2025-03-12' })]);
    now = new Date('2025-03-13T18:00:00Z');
    await facts(works[0], [10, 10, 10, 10]);
    // What is done after the last day keeps no promise.
    await facts(works[1], [10, 10, 5, 5]);
    const { commitments } = await planOf();
    expect(commitments.map(({ row_id, done, kept }) => [row_id, done, kept])).toEqual([
      [works[1], 25, false],
      [works[0], 40, false],
    ]);
    const close = () => anna.call(api.lastPlanner.closePlan, { ...at, body: { week: WEEK } });
    expect((await close()).body.errors[0].code).toBe('commitment.not_over');
    // Its last day goes on, and ends for each person where they are: at half past midnight in Almaty it is over, in London it is not.
    now = new Date('2025-03-14T19:30:00Z');
    expect(await planOf()).toMatchObject({ over: false });
    expect((await close()).body.errors[0].code).toBe('commitment.not_over');
    const inAlmaty = { headers: { 'x-local-day': '2025-03-15' } };
    expect(await anna.ok(api.lastPlanner.readPlan, { ...at, query: { week: WEEK } }, inAlmaty)).toMatchObject({ over: true });
    now = new Date('2025-03-15T08:00:00Z');
    expect((await close()).body.errors[0]).toMatchObject({ code: 'commitment.no_reasons', parameters: { count: 2 } });
    const answer = (id: number, reason: string, who = anna) =>
      who.call(api.lastPlanner.answer, { params: { id: version, commitmentId: id }, body: { reason, note: 'Lorry broke down' } });
    expect((await answer(commitments[0].id, 'materials', vera)).status).toBe(403);
    expect((await answer(999_999, 'materials')).body.errors[0].code).toBe('commitment.not_found');
    await world.sql('update wbs_item set executor_id = $2 where version_id = $1', [version, boris.id]);
    expect((await answer(commitments[0].id, 'laziness')).body.errors[0].code).toBe('commitment.wrong_reason');
    // Who promised it says so: Boris carries the work out.
    expect((await answer(commitments[0].id, 'materials', boris)).status).toBe(200);
    expect((await answer(commitments[1].id, 'materials')).status).toBe(200);
    expect((await close()).status).toBe(200);
    await facts(works[0], [10, 10, 10, 20]);
    const closed = await planOf();
    expect(closed).toMatchObject({ state: 'closed' });
    expect(closed.commitments.map(({ done, kept, reason }) => [done, kept, reason])).toEqual([
      [25, false, 'materials'],
      [40, false, 'materials'],
    ]);
    expect((await answer(commitments[1].id, 'people')).body.errors[0].code).toBe('commitment.closed');
    const { reasons } = await anna.ok(api.lastPlanner.results, { ...at, query: {} });
    expect(reasons).toEqual([{ reason: 'materials', count: 2, upTo: 1 }]);
  });

  test('takes a work with an open roadblock only where that is overridden, and tells what it refuses', async () => {
    await block(works[0]);
    const first = await approve([
      promise(works[0]),
      promise(works[1]),
      promise(999_999),
      promise(works[2], { last_day: '2025-03-17' }),
      promise(works[3], { user_id: 999_999 }),
    ]);
    expect(first).toMatchObject({
      made: 1,
      refused: [
        { item_id: works[0], code: 'commitment.blocked' },
        { item_id: 999_999, code: 'commitment.row_not_found' },
        { item_id: works[2], code: 'commitment.wrong_day' },
        { item_id: works[3], code: 'commitment.stranger' },
      ],
    });
    const second = await approve([promise(works[0], { override: true })]);
    expect(second.plan.commitments).toMatchObject([{ overridden: false }, { overridden: true, user_id: boris.id, name: 'boris Tester' }]);
  });

  test('has its results read for all weeks in one statement', async () => {
    await approve([promise(works[0])]);
    await approve([promise(works[1], { last_day: '2025-03-21' })], NEXT);
    const sent = await statementsOf(async () => {
      const { weeks } = await anna.ok(api.lastPlanner.results, { ...at, query: {} });
      expect(weeks.map(({ week, made }) => [week, made])).toEqual([
        [WEEK, 1],
        [NEXT, 1],
      ]);
    });
    expect(sent.filter((text) => text.includes('from commitment c'))).toHaveLength(1);
  });

  test('has a promise explained by its own people and by planners alone', async () => {
    // Boris reports on two works of this schedule, and neither promised this one nor oversees it.
    const { plan } = await approve([promise(works[4])]);
    const [{ id }] = plan.commitments;
    const answer = { params: { id: version, commitmentId: id }, body: { reason: 'materials', note: '' } };
    expect((await boris.refused(api.lastPlanner.answer, answer)).code).toBe('commitment.not_yours');
    expect((await planOf()).commitments).toMatchObject([{ reason: null }]);
    await world.sql('update wbs_item set curator_id = $2 where version_id = $1 and id = $3', [version, boris.id, works[4]]);
    await boris.ok(api.lastPlanner.answer, answer);
    expect((await planOf()).commitments).toMatchObject([{ reason: 'materials' }]);
  });

  test('is withdrawn and changed only before its week begins', async () => {
    await approve([promise(works[0]), promise(works[1])]);
    await approve([promise(works[0], { quantity: 30 })]);
    const { commitments } = await planOf();
    expect(commitments.map(({ quantity }) => quantity)).toEqual([30, 50]);
    await anna.ok(api.lastPlanner.withdraw, { params: { id: version, commitmentId: commitments[1].id } });
    now = new Date('2025-03-10T06:00:00Z');
    const late = await anna.refused(api.lastPlanner.withdraw, { params: { id: version, commitmentId: commitments[0].id } });
    expect(late.code).toBe('commitment.begun');
    expect((await approve([promise(works[0], { quantity: 10 })])).refused).toEqual([{ item_id: works[0], code: 'commitment.begun' }]);
    // What was not promised yet still may be.
    expect((await approve([promise(works[4])])).made).toBe(1);
  });

  test('has the reasons that its place names', async () => {
    expect((await planOf()).reasons).toHaveLength(13);
    await anna.ok(api.resourceSettings.save, { body: { eps_id: schedule, reasons: ['weather', 'Strike'] } });
    expect((await planOf()).reasons).toEqual(['weather', 'Strike']);
  });

  test('is approved by curators and planners, in the version that counts; strangers see nothing', async () => {
    const body = { week: WEEK, commitments: [promise(works[0])] };
    const byBoris = await boris.call(api.lastPlanner.approvePlan, { ...at, body });
    expect(byBoris.status === 403 || byBoris.body.refused[0].code === 'commitment.not_the_curator').toBe(true);
    await world.sql('update wbs_item set curator_id = $2 where version_id = $1 and id = $3', [version, boris.id, works[0]]);
    expect((await boris.call(api.lastPlanner.approvePlan, { ...at, body })).body).toMatchObject({ made: 1 });
    expect((await vera.refused(api.lastPlanner.approvePlan, { ...at, body })).status).toBe(403);
    expect((await vera.ok(api.lastPlanner.readPlan, { ...at, query: { week: WEEK } })).may_approve).toBe(false);
    const copy = await anna.version(schedule);
    const elsewhere = await anna.refused(api.lastPlanner.approvePlan, { params: { id: version }, body });
    expect(elsewhere.code).toBe('commitment.not_counted');
    expect((await anna.ok(api.lastPlanner.readPlan, { params: { id: copy }, query: { week: WEEK } })).commitments).toMatchObject([
      { row_code: 'P1', row_id: null },
    ]);
    const stranger = await world.person(`stranger${version}`);
    await stranger.space();
    expect((await stranger.refused(api.lastPlanner.ahead, at)).status).toBe(404);
    expect((await stranger.refused(api.lastPlanner.readPlan, { ...at, query: { week: WEEK } })).status).toBe(404);
  });
});
