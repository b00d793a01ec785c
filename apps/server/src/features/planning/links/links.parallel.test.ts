import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

/** How many answers there were of each status. */
function counted(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** A schedule with one version and some items of it. */
async function plan(name: string, items: number) {
  const schedule = await anna.schedule(name);
  const version = await anna.version(schedule);
  const ids: number[] = [];
  for (let index = 0; index < items; index++) ids.push(await anna.item(version, { name: `${name} ${index}` }));
  return { schedule, version, ids };
}

describe('many calls at once', () => {
  test('more readers of links than connections are all answered', async () => {
    const { schedule, version } = await plan('Read', 1);
    const call = { params: { id: schedule }, query: { version_id: version } };
    const answers = await Promise.all(Array.from({ length: 40 }, () => anna.call(api.links.list, call)));
    expect(counted(answers)).toEqual({ 200: 40 });
  });

  test('relations made at once in versions of which two are linked are all made', async () => {
    const plans = await Promise.all(Array.from({ length: 8 }, (_, index) => plan(`Plan ${index}`, 6)));
    const [first, second] = plans;
    const body = {
      version_id: first.version,
      item_id: first.ids[0],
      side: 'successor',
      other_version_id: second.version,
      other_item_id: second.ids[0],
    };
    await anna.ok(api.links.create, { body: body as never });
    const answers = await Promise.all(
      plans.flatMap(({ version, ids }) =>
        ids
          .slice(1)
          .map((id, index) =>
            anna.call(api.relations.create, { params: { id: version }, body: { predecessor_id: ids[index], successor_id: id } }),
          ),
      ),
    );
    expect(counted(answers)).toEqual({ 200: 40 });
    await world.sql('select pg_stat_force_next_flush()');
    const [{ deadlocks }] = await world.sql('select deadlocks::int from pg_stat_database where datname = current_database()');
    expect(deadlocks).toBe(0);
  });
});
