import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteInBlocks } from '../../../platform/jobs/jobs.clearing.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { letInOnly } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { markOfHierarchy, oldHierarchyChanges } from './roles.repository.ts';

let world: World;
let anna: Person;
beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

const mark = () => world.app.services.database.read({ spaceId: anna.spaceId, userId: null }, (db) => markOfHierarchy(db, anna.spaceId));
const facility = async (name: string) => (await anna.ok(api.facilities.create, { body: { name } })).id;

test('each change of the hierarchy makes another mark, whatever the order of the commits; other changes make none', async () => {
  const marks = [await mark()];
  const changed = async (work: () => Promise<unknown>) => {
    await work();
    marks.push(await mark());
  };
  let [one, other] = [0, 0];
  await changed(async () => (one = await facility('One')));
  await changed(async () => (other = await facility('Other')));
  // What began before another change, and ends behind it.
  const late = new pg.Client(world.database.connection);
  await late.connect();
  await late.query('begin');
  await late.query(`select set_config('app.system', 'on', true)`);
  await late.query(`insert into eps_node (space_id, kind, name, position) values ($1, 'facility', 'Late', 7)`, [anna.spaceId]);
  await changed(() => facility('Meanwhile'));
  await changed(() => late.query('commit'));
  await late.end();
  await changed(() => world.sql('update eps_node set parent_id = $1 where id = $2', [one, other]));
  await changed(() => world.sql('delete from eps_node where id = $1', [other]));
  expect(new Set(marks).size).toBe(marks.length);
  await anna.ok(api.eps.rename, { params: { id: one }, body: { name: 'First' } });
  expect(await mark()).toBe(marks.at(-1));
});

test('old changes are forgotten but the newest, and the mark is one that there was not before', async () => {
  const seen = [await mark()];
  await world.sql(`update hierarchy_change set at = now() - interval '25 hours' where space_id = $1`, [anna.spaceId]);
  await deleteInBlocks(world.app.services, oldHierarchyChanges, 2);
  expect(await world.sql('select count(*)::int as left from hierarchy_change where space_id = $1', [anna.spaceId])).toEqual([{ left: 1 }]);
  expect(seen).not.toContain(await mark());
  seen.push(await mark());
  await deleteInBlocks(world.app.services, oldHierarchyChanges);
  expect(await mark()).toBe(seen.at(-1));
  await facility('Last');
  expect(seen).not.toContain(await mark());
});

test('a reach is read once for all who see the same, and anew after half a day', async () => {
  const vera = await world.person('vera');
  await letInOnly(vera, anna);
  const seen = await facility('Seen');
  await anna.ok(api.grants.grant, { body: { node_id: seen, user_id: vera.id, role_id: BUILT_IN_ROLE_ID.viewer } });
  const reads = async () => {
    const sent = await statementsOf(() => vera.ok(api.eps.tree, { query: {} }));
    return sent.filter((text) => text.includes('with recursive')).length;
  };
  const first = await reads();
  expect(first).toBeGreaterThan(0);
  expect(await reads()).toBeLessThan(first);
  const later = performance.now() + 13 * 3_600_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  try {
    expect(await reads()).toBe(first);
  } finally {
    clock.mockRestore();
  }
});
