import { api, type Figure, OTHER_GROUPS } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { crossingOf } from './analytics.cross.service.ts';
import { ofEachPart } from './analytics.sums.rules.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;

const WORKS = [
  ['Walls', 'North', 'Deep', 400],
  ['Slabs', 'North', 'Flat', 300],
  ['Roof', 'South', 'Flat', 200],
  ['Paint', '', 'Flat', 50],
] as const;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  const define = async (name: string) =>
    (await anna.ok(api.attributeValues.create, { params: { id: version }, body: { name, type: 'string' } as never })).id;
  const [zone, kind] = [await define('Zone'), await define('Kind')];
  for (const [name, where, what, money] of WORKS) {
    const item = await anna.item(version, { name, start: '2026-03-02T09:00', duration_minutes: 2400 });
    const attributes = { ...(where ? { [zone]: where } : {}), [kind]: what };
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: item }, body: { attributes } });
    const body = { measure: 'cost' as const, mode: 'plan' as const, values: [{ day: '2026-03-03', value: money }] };
    await anna.ok(api.dayValues.write, { params: { id: version, wbsId: item }, body });
  }
});
afterAll(() => world.close());

const SIDES = { group: 'attribute:Zone', across: 'attribute:Kind' };
const crossOf = async (query: object, id = schedule) =>
  (await anna.ok(api.analytics.costOfSchedule, { params: { id }, query: { ...SIDES, ...query } })).cross;

test('amounts stand by two attributes at once, and each opens the works that make it', async () => {
  const cross = await crossOf({});
  expect(cross?.columns.map(({ key }) => key)).toEqual(['Flat', 'Deep']);
  expect(cross?.rows.map(({ key, values, total }) => [key, values, total])).toEqual([
    ['North', [300, 400], 700],
    ['South', [200, 0], 200],
    ['', [50, 0], 50],
  ]);
  for (const { key, values } of cross?.rows ?? [])
    for (const [at, value] of values.entries()) {
      const figure: Figure = { kind: 'cost', line: 'plan', ...SIDES, key, across_key: cross?.columns[at].key ?? '' };
      const { amount, total } = await anna.ok(api.analytics.rowsOfVersion, { params: { id: version }, body: { figure } });
      expect([key, at, amount, total]).toEqual([key, at, value, value === 0 ? 0 : 1]);
      expect((await anna.ok(api.analytics.navigate, { params: { id: schedule }, query: figure })).value).toBe(value);
    }
});

test('figures of one value of a dimension are those of its works alone, wherever they are asked for', async () => {
  const within = { within: 'attribute:Zone', within_key: 'North' };
  const { rows: lit } = await anna.ok(api.scoreboard.lights, { query: { of: 'self', node: schedule, ...within } });
  expect(lit[0]?.cells.find(({ figure }) => figure === 'works')).toMatchObject({ value: 2, trend: [] });
  const total = async (query: object) =>
    (await anna.ok(api.analytics.costOfSchedule, { params: { id: schedule }, query })).lines.find(({ key }) => key === 'plan')?.total;
  expect(await total(within)).toBe(700);
  expect(await total({ within: 'attribute:Zone' })).toBe(50);
  expect(await total({ within: 'status', within_key: 'not_started' })).toBe(950);
  expect(await total({ within: 'status', within_key: 'completed' })).toBe(0);
  const stats = await anna.ok(api.analytics.statsOfSchedule, { params: { id: schedule }, query: within });
  expect(stats.works).toBe(2);
  const content = { join: 'and' as const, conditions: [{ column: 'name', operator: 'like' as const, value: 'a' }] };
  const filter = (await anna.ok(api.filters.create, { body: { name: 'With an a', content } })).id;
  expect(await total({ ...within, filter })).toBe(700);
  expect(await total({ within: 'attribute:Kind', within_key: 'Flat', filter })).toBe(350);
  const figure: Figure = { kind: 'cost', line: 'plan', ...within, group: 'attribute:Kind', key: 'Deep' };
  const { amount, total: count } = await anna.ok(api.analytics.rowsOfVersion, { params: { id: version }, body: { figure } });
  expect([amount, count]).toEqual([400, 1]);
  expect((await anna.ok(api.analytics.navigate, { params: { id: schedule }, query: figure })).value).toBe(400);
  const cross = await crossOf(within);
  expect(cross?.rows.map(({ key, total: sum }) => [key, sum])).toEqual([['North', 700]]);
});

test('figures of a row are those of what stands below it, and each opens the works that make it', async () => {
  const own = await anna.version(await anna.schedule('Rows'));
  const laid = async (name: string, parentId: number | null, money: number) => {
    const item = await anna.item(own, { name, start: '2026-03-02T09:00', duration_minutes: 2400 }, parentId);
    const body = { measure: 'cost' as const, mode: 'plan' as const, values: [{ day: '2026-03-03', value: money }] };
    if (money) await anna.ok(api.dayValues.write, { params: { id: own, wbsId: item }, body });
    return item;
  };
  const house = await laid('House', null, 0);
  const frame = await laid('Frame', house, 0);
  const children = [frame, await laid('Roof', house, 200)];
  const walls = await laid('Walls', frame, 400);
  await laid('Slabs', frame, 300);
  await laid('Fence', null, 50);
  const costOf = async (query: object) => {
    const { lines } = await anna.ok(api.analytics.costOfVersion, { params: { id: own }, query });
    return lines.find(({ key }) => key === 'plan')?.total;
  };
  expect(await costOf({ below: house })).toBe(900);
  expect(await Promise.all([...children, walls].map((below) => costOf({ below })))).toEqual([700, 200, 400]);
  expect(await costOf({ below: house, within: 'wbs:2', within_key: 'House / Frame' })).toBe(700);
  const stats = await anna.ok(api.analytics.statsOfVersion, { params: { id: own }, query: { below: house } });
  expect(stats.works).toBe(3);
  const figure: Figure = { kind: 'cost', line: 'plan', below: house };
  const behind = async (of: Figure) => {
    const { amount, rows } = await anna.ok(api.analytics.rowsOfVersion, { params: { id: own }, body: { figure: of } });
    return [amount, rows.map(({ name }) => name)];
  };
  expect(await behind(figure)).toEqual([900, ['Walls', 'Slabs', 'Roof']]);
  expect(await behind({ ...figure, below: frame, group: 'executor', key: '' })).toEqual([700, ['Walls', 'Slabs']]);
  const refused = await anna.refused(api.analytics.costOfSpace, { params: { id: anna.spaceId ?? 0 }, query: { below: house } });
  expect(refused.code).toBe('analytics.no_such_question');
});

test('a dimension of works crosses an attribute, and what stands below the place crosses either', async () => {
  expect((await crossOf({ group: 'status' }))?.rows.map(({ key, total }) => [key, total])).toEqual([['not_started', 950]]);
  const space = anna.spaceId ?? 0;
  const whole = await anna.ok(api.analytics.costOfSpace, { params: { id: space }, query: { ...SIDES, group: 'part' } });
  expect(whole.cross?.rows.map(({ name, total }) => [name, total])).toEqual([[whole.parts[0].name, 950]]);
  expect((await anna.ok(api.analytics.costOfSchedule, { params: { id: schedule }, query: { group: 'status' } })).cross).toBeUndefined();
  const itself = { params: { id: schedule }, query: { group: 'status', across: 'part' } };
  expect((await anna.refused(api.analytics.costOfSchedule, itself)).parameters).toMatchObject({ reason: 'validation.no_such_dimension' });
});

test('whatever is left out of the largest stands under others, so that nothing is lost', () => {
  const side = fc.constantFrom('a', 'b', 'c', 'd', OTHER_GROUPS).map((key) => ({ key, name: key }));
  const cell = fc.record({ row: side, column: side, units: fc.integer({ min: -1000, max: 1000 }) });
  fc.assert(
    fc.property(fc.array(cell), fc.integer({ min: 1, max: 4 }), (cells, top) => {
      const { columns, rows } = crossingOf(cells, top, 0);
      expect(rows.reduce((sum, { total }) => sum + total, 0)).toBe(cells.reduce((sum, { units }) => sum + units, 0));
      for (const { values, total } of rows) expect(values.reduce((sum, value) => sum + value, 0)).toBe(total);
      for (const sides of [columns, rows]) {
        expect(sides.length).toBeLessThanOrEqual(top + 1);
        const others = sides.findIndex(({ key }) => key === OTHER_GROUPS);
        if (sides.length > top || others !== -1) expect(others).toBe(sides.length - 1);
      }
    }),
  );
});

test('what stands below the parts of a place is looked through once for all of them', () => {
  let looked = 0;
  const all = Array.from({ length: 50 }, (_, index) => ({ part: index % 7, index }));
  const ofPart = ofEachPart(all, ({ part }) => {
    looked += 1;
    return part;
  });
  for (let id = 0; id < 9; id += 1) expect(ofPart({ id })).toEqual(all.filter(({ part }) => part === id));
  expect(looked).toBe(50);
});

test('the attributes that a person may see are read for many versions at once', async () => {
  const vera = await world.person('vera');
  await world.join(vera, anna, 'viewer');
  const plans = [await anna.schedule('Sight one'), await anna.schedule('Sight two'), await anna.schedule('Sight three')];
  for (const plan of plans) {
    const id = await anna.version(plan);
    await anna.ok(api.attributeValues.create, { params: { id }, body: { name: 'Zone', type: 'string' } as never });
    await anna.item(id, { name: 'Tiles', start: '2026-03-02T09:00', duration_minutes: 480 });
  }
  const access = [{ attribute_id: null, name: 'Zone', level: 'none' as const, role_id: BUILT_IN_ROLE_ID.viewer }];
  for (const id of plans.slice(1)) await anna.ok(api.attributeAccess.save, { params: { id }, body: { access } });
  const query = { group: 'attribute:Zone' };
  const ofSpace = (person: Person) => person.ok(api.analytics.costOfSpace, { params: { id: anna.spaceId ?? 0 }, query });
  expect([(await ofSpace(anna)).state.hidden, (await ofSpace(vera)).state.hidden]).toEqual([0, 2]);
  const sent = await statementsOf(() => ofSpace(vera));
  expect(sent.filter((text) => / from "?attribute"?\s/.test(text))).toHaveLength(1);
});
