import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

test('a name that is taken gets the next free number, by one question about names', async () => {
  const schedule = await anna.schedule();
  const version = await anna.version(schedule);
  const ids: (number | null)[] = [];
  const asked: number[] = [];
  for (const name of ['Plan', 'Plan', 'Plan', 'Plan (3)', 'Plan']) {
    const sent = await statementsOf(async () => {
      ids.push((await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: { name } })).id);
    });
    asked.push(sent.filter((text) => /from "?version"? where[^;]*"?schedule_id"? = [^;]*"?name"? =/.test(text)).length);
  }
  const names: string[] = [];
  for (const id of ids) names.push((await anna.ok(api.versions.get, { params: { id: id ?? 0 } })).name);
  expect(names).toEqual(['Plan', 'Plan (2)', 'Plan (3)', 'Plan (3) (2)', 'Plan (4)']);
  expect(asked).toEqual([1, 1, 1, 1, 1]);
});
