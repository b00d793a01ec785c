import { api, type DayCells } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

const BORIS = 901;

/** A work of a schedule of its own on which a resource works that is a person. */
async function makeWork(): Promise<{ id: number; item: number }> {
  const id = await anna.version(await anna.schedule());
  const item = await anna.item(id, { name: 'Walls' });
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, user_id) values ($1, $2, ${BORIS}, 'B', 'Boris', 'labour', 'h', $3)`,
    [anna.spaceId, id, anna.id],
  );
  return { id, item };
}
const cells = ({ id, item }: { id: number; item: number }, values: DayCells['values'], skip_refused = false) => ({
  params: { id },
  body: {
    cells: [
      { item_id: item, resource_id: BORIS, measure: 'labour' as const, mode: 'fact' as const, first_day: '2025-03-04', values },
      { item_id: item, resource_id: null, measure: 'volume' as const, mode: 'plan' as const, first_day: '2025-03-04', values: [5] },
    ],
    skip_refused,
  },
});

const nameOf = async ({ id }: { id: number }): Promise<string> => {
  const { schedule_id } = await anna.ok(api.versions.get, { params: { id } });
  return (await anna.ok(api.schedules.get, { params: { id: schedule_id } })).name;
};

test('a person has at most 24 hours a day in all schedules together; who refuses names the person, the day and the schedules', async () => {
  const [one, other] = [await makeWork(), await makeWork()];
  const schedules = [await nameOf(one), await nameOf(other)].toSorted().join(', ');
  await anna.ok(api.dayValues.setDays, cells(one, [20, 8]));
  // More than twelve hours are taken, and named; other schedules than those of the person are not looked at.
  let long: unknown;
  const sent = await statementsOf(async () => {
    ({ long } = await anna.ok(api.dayValues.setDays, cells(other, [4, 8])));
  });
  expect(sent.filter((text) => text.includes('counts_above'))).toEqual([]);
  expect(long).toEqual([
    { name: 'Boris', day: '2025-03-04', hours: 24, schedules },
    { name: 'Boris', day: '2025-03-05', hours: 16, schedules },
  ]);
  const asked = cells(other, [4.5, 8]);
  expect(await anna.refused(api.dayValues.setDays, asked)).toMatchObject({
    status: 422,
    code: 'values.day_too_long',
    parameters: { name: 'Boris', day: '2025-03-04', hours: 24.5, schedules },
  });
  // The rest of a block that leaves refused cells out stands.
  const work = await anna.item(other.id, { name: 'Roof' });
  const both = cells(other, [4.5, 8], true);
  both.body.cells.push({ ...both.body.cells[1], item_id: work });
  const done = await anna.ok(api.dayValues.setDays, both);
  expect(done).toMatchObject({
    written: 1,
    refused: [{ item_id: other.item, day: null, code: 'values.day_too_long', parameters: { hours: 24.5 } }],
  });
  const single = { measure: 'labour' as const, mode: 'fact' as const, resource_id: BORIS, values: [{ day: '2025-03-04', value: 25 }] };
  expect(await anna.refused(api.dayValues.write, { params: { id: other.id, wbsId: other.item }, body: single })).toMatchObject({
    code: 'values.day_too_long',
    parameters: { hours: 45 },
  });
  // Less than before is always taken, and what another schedule gave up is free again.
  await anna.ok(api.dayValues.setDays, cells(one, [2, 8]));
  await anna.ok(api.dayValues.setDays, cells(other, [22, 8]));
});
