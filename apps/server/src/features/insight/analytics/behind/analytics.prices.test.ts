import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended } from '../../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  const wall = await anna.item(version, { name: 'Wall', start: '2025-02-26T09:00', duration_minutes: 4 * 480, volume: 3, cost: 100 });
  await world.sql(`update version set data_date = '2025-03-04T00:00' where id = $1`, [version]);
  const cell = (mode: 'plan' | 'fact', first_day: string, values: number[]) =>
    ({ item_id: wall, resource_id: null, measure: 'volume', mode, first_day, values }) as const;
  await anna.ok(api.dayValues.setDays, {
    params: { id: version },
    body: { cells: [cell('plan', '2025-02-28', [1, 0, 0, 0, 0, 2]), cell('fact', '2025-02-27', [1, 1, 0, 0, 1])] },
  });
});
afterAll(() => world.close());

const moneyOf = async (person: Person) => {
  const { lines, periods } = await person.ok(api.analytics.moneyOfVersion, { params: { id: version }, query: { period: 'month' } });
  return { periods, lines: Object.fromEntries(lines.map(({ key, values }) => [key, values])) };
};
/** The amounts of a price in the day grid, by months. */
async function gridOf(measure: 'distributed_price' | 'cost_by_distributed_price') {
  const query = { from: '2025-02-01', to: '2025-03-31', measure };
  const [row] = (await anna.ok(api.dayValues.grid, { params: { id: version }, query })).rows;
  const month = (days: readonly (number | null)[], from: number, to: number) =>
    Math.round(days.slice(from, to).reduce<number>((sum, value) => sum + (value ?? 0), 0) * 100) / 100;
  const months = (days: readonly (number | null)[]) => [month(days, 0, 28), month(days, 28, 59)];
  return { plan: months(row.plan), fact: months(row.fact) };
}
async function spread(mode: 'start' | 'end' | null) {
  const body = { eps_id: schedule, values: [{ measure: 'distributed_price' as const, mode }] };
  await ended(anna, (await anna.ok(api.distributions.save, { body })).job_id ?? 0);
}

test.each([
  [null, { plan: [33.33, 66.67], fact: [66.67, 33.33] }],
  ['end', { plan: [0, 100], fact: [0, 100] }],
  ['start', { plan: [100, 0], fact: [100, 0] }],
] as const)('prices of days that lie by %s are the same in money by months as in the day grid', async (mode, expected) => {
  await spread(mode);
  const like = { plan: [33.33, 66.67], fact: [66.67, 33.33] };
  expect(await gridOf('distributed_price')).toEqual(expected);
  expect(await gridOf('cost_by_distributed_price')).toEqual(like);
  const { periods, lines } = await moneyOf(anna);
  expect(periods).toEqual(['2025-02-01', '2025-03-01']);
  expect({ plan: lines['price_plan'], fact: lines['price_fact'] }).toEqual(expected);
  expect({ plan: lines['cost_plan'], fact: lines['cost_fact'] }).toEqual(like);
  expect(lines['net_plan']).toEqual(expected.plan.map((value, at) => Math.round((value - like.plan[at]) * 100) / 100));
});

test('who does not see costs is shown none of those prices', async () => {
  await spread('end');
  const vera = await world.person('vera');
  await world.join(vera, anna, 'viewer');
  const rights = RIGHTS_OF_ROLE.viewer.filter((right) => right !== 'cost.read');
  await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.viewer }, body: { rights } });
  const { lines } = await moneyOf(vera);
  expect(
    Object.values(lines)
      .flat()
      .every((value) => value === 0),
  ).toBe(true);
  expect(JSON.stringify(await moneyOf(anna))).toContain('100');
});
