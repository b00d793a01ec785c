import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { STATES_KEPT } from './preferences.service.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

const save = (a: string, state: unknown) => anna.ok(api.preferences.saveState, { body: { a, b: 'it', state: state as string } });
const read = async (a: string) => (await anna.ok(api.preferences.readState, { params: { a, b: 'it' } })).state;

test('a screen is as its person left it the last time', async () => {
  expect(await read('panel')).toBeNull();
  await save('panel', { width: 5 });
  await save('panel', { width: 6 });
  expect(await read('panel')).toEqual({ width: 6 });
});

test('of the states of a person so many are kept, those that were saved last', async () => {
  await world.sql(
    `insert into preference (space_id, user_id, a, b, state, saved_at)
     select $1, $2, 'old' || n, 'it', '1', now() - make_interval(days => n) from generate_series(1, $3 - 1) n`,
    [anna.spaceId, anna.id, STATES_KEPT],
  );
  const count = async () => (await world.sql(`select 1 from preference where user_id = $1`, [anna.id])).length;
  expect(await count()).toBe(STATES_KEPT);
  const oldest = `old${STATES_KEPT - 1}`;
  await save(oldest, 'again');
  expect(await count()).toBe(STATES_KEPT);
  await save('new', 'one more');
  expect(await count()).toBe(STATES_KEPT);
  expect([await read(oldest), await read('new'), await read('panel')]).toEqual(['again', 'one more', { width: 6 }]);
  expect(await read(`old${STATES_KEPT - 2}`)).toBeNull();
});

test('a state is no larger than that of a structure of which all is collapsed', async () => {
  const nodes = Array.from({ length: 20_000 }, (_, at) => `n${1_000_000 + at}`);
  await save('structure', nodes);
  expect(await read('structure')).toEqual(nodes);
  const large = { body: { a: 'structure', b: 'it', state: 'x'.repeat(600_000) } };
  expect(await anna.refused(api.preferences.saveState, large)).toMatchObject({ status: 413, code: 'request.too_large' });
});
