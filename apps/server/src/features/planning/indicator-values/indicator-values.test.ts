import { api, type IndicatorDefinition } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResultOfVersion } from './indicator-values.repository.ts';
import { indexResults, rollupsOf } from './indicator-values.rollup.rules.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
});
afterAll(() => world.close());

const DURATIONS: IndicatorDefinition = {
  name: 'Length',
  rules: [
    { condition: 'duration > 10', state: 'error', tint: 1, text: 'long' },
    { condition: 'duration > 2', state: 'warn', tint: 3, text: '' },
  ],
};

async function plan() {
  const schedule = await anna.schedule();
  const version = await anna.version(schedule);
  const row = (name: string, days: number) => anna.item(version, { name, duration_minutes: days * 480 });
  return {
    schedule,
    version,
    params: { id: version },
    long: await row('Long', 20),
    middle: await row('Middle', 5),
    short: await row('Short', 1),
  };
}

test('an indicator is made at a node, inherited below, changed, and refused where a condition cannot be read', async () => {
  const { schedule } = await plan();
  const id = (await anna.ok(api.indicators.create, { body: { ...DURATIONS, name: 'Everywhere' } })).id;
  const own = (await anna.ok(api.indicators.createAtSchedule, { params: { id: schedule }, body: DURATIONS })).id;
  const { indicators } = await anna.ok(api.indicators.listOfSchedule, { params: { id: schedule } });
  expect(indicators.map((one) => [one.id, one.inherited])).toEqual([
    [id, true],
    [own, false],
  ]);
  expect((await anna.ok(api.indicators.list)).indicators.length).toBeGreaterThanOrEqual(2);
  expect(await anna.refused(api.indicators.createAtSchedule, { params: { id: schedule }, body: DURATIONS })).toMatchObject({
    status: 409,
    code: 'indicator.name_taken',
  });
  const wrong = { rules: [DURATIONS.rules[0], { ...DURATIONS.rules[0], condition: 'duration + 1' }] };
  expect(await anna.refused(api.indicators.update, { params: { id }, body: wrong })).toMatchObject({
    status: 422,
    code: 'indicator.condition_invalid',
    parameters: { rule: 2, code: 'formula.result_type' },
  });
  await anna.ok(api.indicators.update, { params: { id }, body: { name: 'All over' } });
  expect(await anna.ok(api.indicators.get, { params: { id } })).toMatchObject({ name: 'All over', rules: DURATIONS.rules });
  expect(
    await anna.refused(api.indicators.updateAtSchedule, { params: { id: schedule, indicatorId: id }, body: { name: 'X' } }),
  ).toMatchObject({ status: 404, code: 'indicator.not_found' });
  await anna.ok(api.indicators.updateAtSchedule, { params: { id: schedule, indicatorId: own }, body: { name: 'Ours' } });
  await anna.ok(api.indicators.removeAtSchedule, { params: { id: schedule, indicatorId: own } });
  await anna.ok(api.indicators.remove, { params: { id } });
  expect(await anna.refused(api.indicators.get, { params: { id } })).toMatchObject({ status: 404 });
});

test('rows get the first rule that they meet, are filtered and sorted by it, and follow an edit', async () => {
  const { schedule, version, params, long, middle, short } = await plan();
  const id = (await anna.ok(api.indicators.createAtSchedule, { params: { id: schedule }, body: DURATIONS })).id;
  const values = async () => (await anna.ok(api.indicatorValues.values, { params: { id: version, indicatorId: id } })).rows;
  expect(await values()).toEqual([
    { row_id: long, state: 'error', tint: 1, text: 'long' },
    { row_id: middle, state: 'warn', tint: 3, text: '' },
  ]);
  const listed = async () => (await anna.ok(api.wbs.list, { params, query: { filter_indicator: id } })).items.map((item) => item['id']);
  expect(await listed()).toEqual([long, middle]);
  const body = { join: 'and' as const, conditions: [{ column: `indicator:${id}`, operator: 'eq' as const, value: 'warn' }] };
  expect((await anna.ok(api.wbs.filter, { params, body })).items.map((item) => item['id'])).toEqual([middle]);
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: short }, body: { duration_minutes: 480 * 3 } });
  expect(await listed()).toEqual([long, middle, short]);
  expect(await anna.refused(api.wbs.list, { params, query: { filter_indicator: 99_999 } })).toMatchObject({ code: 'indicator.not_found' });
});

test('what rules meet is counted in the background, told when it is done, and kept', async () => {
  const { schedule, version, params } = await plan();
  const id = (await anna.ok(api.indicators.createAtSchedule, { params: { id: schedule }, body: DURATIONS })).id;
  const push = await anna.push();
  await anna.ok(api.indicatorValues.calculateAll, { params });
  await push.heard('schedule_indicator_calculate', (data) => data['version_id'] === version);
  const counted = async () => (await anna.ok(api.indicatorValues.list, { params })).indicators.find((one) => one.id === id)?.counted;
  expect(await counted()).toMatchObject({ rules: [1, 1], none: 1, revision: 4 });
  await anna.item(version, { name: 'More', duration_minutes: 480 * 30 });
  await anna.ok(api.indicatorValues.calculateOne, { params: { id: schedule, indicatorId: id } });
  await push.heard('schedule_indicator_calculate', (data) => data['version_id'] === version && data['revision'] === 5);
  expect(await counted()).toMatchObject({ rules: [2, 1], none: 1, revision: 5 });
  await push.close();
});

test('what was counted is summed up at the version, the schedule, the project, the facility and the space, by what stands below', async () => {
  const { schedule, version, params } = await plan();
  const path = (await anna.ok(api.eps.get, { params: { id: schedule } })).path;
  const [facility, project] = [path.find(({ kind }) => kind === 'facility')!.id, path.find(({ kind }) => kind === 'project')!.id];
  const id = (await anna.ok(api.indicators.create, { body: { ...DURATIONS, name: 'Summed', node_id: facility } })).id;
  const push = await anna.push();
  const count = async (revision: number) => {
    const { job_id } = await anna.ok(api.indicatorValues.calculateBelow, { params: { id: project } });
    await push.heard('schedule_indicator_calculate', (data) => data['version_id'] === version && data['revision'] === revision);
    return job_id;
  };
  await count(4);
  const of = async (place: 'ofFacility' | 'ofProject' | 'ofSchedule' | 'ofVersion' | 'ofSpace', at: number) => {
    const answer = await anna.ok(api.indicatorValues[place], { params: { id: at } });
    return answer.indicators.find((one) => one.id === id);
  };
  const counts = { rules: [1, 1], none: 1 };
  expect(await of('ofVersion', version)).toMatchObject({
    counts,
    counted: 1,
    outdated: 0,
    parts: [{ kind: 'version', id: version, ...counts }],
  });
  expect(await of('ofSchedule', schedule)).toMatchObject({ counts, counted: 1, parts: [] });
  expect(await of('ofProject', project)).toMatchObject({ counts, parts: [{ kind: 'schedule', id: schedule, ...counts }] });
  expect(await of('ofFacility', facility)).toMatchObject({ counts, parts: [{ kind: 'project', id: project, ...counts }] });
  const ofSpace = await of('ofSpace', anna.spaceId);
  expect(ofSpace).toMatchObject({ counts, name: 'Summed' });
  expect(ofSpace?.parts.map((part) => part.id)).toEqual([facility]);

  await anna.item(version, { name: 'More', duration_minutes: 480 * 30 });
  expect(await of('ofProject', project)).toMatchObject({ counts, outdated: 1 });
  await count(5);
  expect(await of('ofProject', project)).toMatchObject({ counts: { rules: [2, 1], none: 1 }, outdated: 0 });
  await anna.ok(api.indicators.update, { params: { id }, body: { rules: DURATIONS.rules.toReversed() } });
  expect(await of('ofFacility', facility)).toMatchObject({ outdated: 1 });
  await push.close();

  expect(await anna.refused(api.indicatorValues.ofProject, { params: { id: facility } })).toMatchObject({ status: 404 });
  for (const refusal of [
    await stranger.refused(api.indicatorValues.ofVersion, { params }),
    await stranger.refused(api.indicatorValues.ofSchedule, { params: { id: schedule } }),
    await stranger.refused(api.indicatorValues.ofProject, { params: { id: project } }),
    await stranger.refused(api.indicatorValues.ofFacility, { params: { id: facility } }),
    await stranger.refused(api.indicatorValues.calculateBelow, { params: { id: project } }),
  ])
    expect(refusal).toMatchObject({ status: 404 });
  // A space of others is told as one that does not exist.
  expect(await stranger.refused(api.indicatorValues.ofSpace, { params: { id: anna.spaceId } })).toEqual(
    await stranger.refused(api.indicatorValues.ofSpace, { params: { id: 99_999_999 } }),
  );
  expect(await vera.refused(api.indicatorValues.calculateBelow, { params: { id: project } })).toMatchObject({ status: 403 });
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const { schedule, version, params } = await plan();
  const id = (await anna.ok(api.indicators.createAtSchedule, { params: { id: schedule }, body: DURATIONS })).id;
  const at = { id: schedule, indicatorId: id };
  for (const person of [vera, stranger]) {
    const expected = { status: person === vera ? 403 : 404 };
    for (const refusal of [
      await person.refused(api.indicators.create, { body: { ...DURATIONS, node_id: schedule } }),
      await person.refused(api.indicators.createAtSchedule, { params: { id: schedule }, body: DURATIONS }),
      await person.refused(api.indicators.update, { params: { id }, body: { name: 'X' } }),
      await person.refused(api.indicators.updateAtSchedule, { params: at, body: { name: 'X' } }),
      await person.refused(api.indicators.remove, { params: { id } }),
      await person.refused(api.indicators.removeAtSchedule, { params: at }),
      await person.refused(api.indicatorValues.calculateAll, { params }),
      await person.refused(api.indicatorValues.calculateOne, { params: at }),
    ])
      expect(refusal).toMatchObject(expected);
  }
  for (const refusal of [
    await stranger.refused(api.indicators.get, { params: { id } }),
    await stranger.refused(api.indicators.list, { query: { node_id: schedule } }),
    await stranger.refused(api.indicators.listOfSchedule, { params: { id: schedule } }),
    await stranger.refused(api.indicatorValues.list, { params }),
    await stranger.refused(api.indicatorValues.values, { params: { id: version, indicatorId: id } }),
  ])
    expect(refusal).toMatchObject({ status: 404 });
});

test('of many versions neither rights nor indicators are asked for one by one', async () => {
  const { id: facility } = await anna.ok(api.facilities.create, { body: { name: 'Harbour' } });
  const { id: project } = await anna.ok(api.projects.create, { body: { name: 'Quay', facility_id: facility } });
  const names = ['North', 'Middle', 'South'];
  const schedules: number[] = [];
  for (const name of names) {
    const { id } = await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name } });
    schedules.push(id);
    await anna.item(await anna.version(id), { name, duration_minutes: 480 * 20 });
  }
  const rule = { condition: 'planned_cost >= 0', state: 'warn' as const, tint: 3 as const, text: '' };
  const money = (await anna.ok(api.indicators.create, { body: { name: 'Money', rules: [rule], node_id: project } })).id;
  const length = (await anna.ok(api.indicators.create, { body: { ...DURATIONS, name: 'Length of all', node_id: facility } })).id;
  const own = (await anna.ok(api.indicators.createAtSchedule, { params: { id: schedules[0] }, body: DURATIONS })).id;
  const calculate = () => anna.ok(api.indicatorValues.calculateBelow, { params: { id: project } });
  await calculate();
  const of = async (person: Person) => (await person.ok(api.indicatorValues.ofProject, { params: { id: project } })).indicators;
  const counted = async () => (await of(anna)).map((one) => [one.id, one.counted]);
  await expect.poll(counted).toEqual(
    expect.arrayContaining([
      [money, 3],
      [length, 3],
      [own, 1],
    ]),
  );
  const started = await statementsOf(calculate);
  expect(started.filter((text) => /from indicator i\b/.test(text))).toHaveLength(1);

  const rights = RIGHTS_OF_ROLE.viewer.filter((right) => right !== 'cost.read');
  await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.viewer }, body: { rights } });
  const seen: number[] = [];
  const read = await statementsOf(async () => void seen.push(...(await of(vera)).filter((one) => one.counted).map(({ id }) => id)));
  expect(new Set(seen)).toEqual(new Set([length, own]));
  expect(read.filter((text) => /from attribute\b/.test(text))).toHaveLength(1);
  await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.viewer }, body: { rights: [...RIGHTS_OF_ROLE.viewer] } });
});

test('results of many versions are summed with a few looks at each', () => {
  const [VERSIONS, PARTS, INDICATORS] = [60, 20, 10];
  const list = (count: number) => Array.from({ length: count }, (_none, at) => at + 1);
  const versions = list(VERSIONS).map((id) => ({
    version_id: id,
    schedule_id: id,
    revision: 1,
    part_id: (id % PARTS) + 1,
    left_out: false,
  }));
  const parts = list(PARTS).map((id) => ({ id, name: `P${id}`, kind: 'schedule' as const }));
  const all = list(INDICATORS).map((id) => ({ ...DURATIONS, id, node_id: null, node_name: null, inherited: false }));
  let looks = 0;
  const results = versions.flatMap(({ version_id }) =>
    all.map(({ id }): ResultOfVersion => ({
      get version_id() {
        return ((looks += 1), version_id);
      },
      get indicator_id() {
        return ((looks += 1), id);
      },
      revision: version_id % 2,
      calculated_at: new Date(0),
      rules_changed: false,
      counts: { rules: [version_id, id], none: 1 },
    })),
  );
  const sums = rollupsOf(versions, parts, { all, here: new Set() }, results);
  expect(looks).toBeLessThanOrEqual(results.length * 4);
  expect(sums).toHaveLength(INDICATORS);
  for (const { id, counts, counted, outdated, parts: ofParts } of sums) {
    expect([counts, counted, outdated]).toEqual([{ rules: [1830, id * VERSIONS], none: VERSIONS }, VERSIONS, VERSIONS / 2]);
    for (const part of ofParts) {
      const own = versions.filter(({ part_id }) => part_id === part.id);
      expect(part.rules).toEqual([own.reduce((sum, { version_id }) => sum + version_id, 0), id * own.length]);
    }
    expect(ofParts.map((part) => part.id)).toEqual(list(PARTS));
  }
  const resultOf = indexResults(results);
  expect([resultOf(7, 3), resultOf(7, INDICATORS + 1)]).toEqual([
    results.find((one) => one.version_id === 7 && one.indicator_id === 3),
    undefined,
  ]);
});
