import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { versionWithMoney } from '../../../testing/samples/version-with-money.ts';
import { letInOnly } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
const made: Awaited<ReturnType<typeof versionWithMoney>>[] = [];

beforeAll(async () => {
  world = await createWorld();
  [anna, vera] = await Promise.all(['anna', 'vera'].map((name) => world.person(name)));
  await anna.space();
  for (let count = 0; count < 3; count += 1) made.push(await versionWithMoney(anna));
});
afterAll(() => world.close());

const board = (person: Person) => person.ok(api.analytics.dashboardOfSpace, { params: { id: anna.spaceId }, query: {} });
const planOf = ({ cost }: Awaited<ReturnType<typeof board>>): number | undefined => cost.lines.find(({ key }) => key === 'plan')?.total;

test('facts that stay as they are come from memory; what is counted anew, by whomever, is read', async () => {
  expect(planOf(await board(anna))).toBe(3000);
  const again = await board(anna);
  expect(planOf(again)).toBe(3000);
  // Another server changes the facts: this server learns of it only from the database.
  await world.sql(`update version_fact set head = jsonb_set(head, '{works}', '7') where version_id = $1 and dimension = ''`, [
    made[1].version,
  ]);
  expect((await board(anna)).stats.works).toBe(again.stats.works + 6);
  await world.sql('delete from version_fact');
  expect(await board(anna)).toMatchObject({ stats: again.stats, milestones: again.milestones, delays: again.delays });
  await made[2].write('plan', { '04': 500 });
  expect(planOf(await board(anna))).toBe(3500);
});

test('delays and milestones are those of the facts', async () => {
  const { version, item } = made[0];
  expect((await board(anna)).delays).toEqual([]);
  await world.sql(`update wbs_item set target_start = start, target_finish = finish - interval '3 days' where version_id = $1`, [version]);
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: item }, body: { name: 'Late' } });
  expect((await board(anna)).delays).toMatchObject([{ version_id: version, row_id: item, name: 'Late' }]);
  const day = `${new Date().toISOString().slice(0, 10)}T17:00`;
  await anna.item(version, { name: 'Done', type: 'milestone_finish', start: day, finish: day });
  expect((await board(anna)).milestones).toMatchObject([{ version_id: version, name: 'Done' }]);
});

test('what one person has read is no sight of it for another', async () => {
  await letInOnly(vera, anna);
  await anna.ok(api.grants.grant, { body: { node_id: made[1].schedule, user_id: vera.id, role_id: BUILT_IN_ROLE_ID.viewer } });
  const all = await board(anna);
  const own = await board(vera);
  expect([all.state.versions, own.state.versions, own.stats.works]).toEqual([3, 1, 1]);
  expect((await board(anna)).stats).toEqual(all.stats);
  expect((await board(vera)).delays).toEqual([]);
});
