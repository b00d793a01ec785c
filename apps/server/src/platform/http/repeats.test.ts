import { api } from '@gantry/contract';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../testing/world.ts';
import { storableJson } from '../postgres/database.ts';
import { forgetCalls, textWithin } from './repeats.ts';

let world: World;
let anna: Person;
let boris: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = [await world.person('anna'), await world.person('boris')];
  await anna.space();
  await world.join(boris, anna, 'owner');
});
afterAll(() => world.close());
beforeEach(async () => {
  version = await anna.version();
});

const add = (name: string, key: string, person = anna) =>
  person.call(
    api.wbs.create,
    { params: { id: version }, body: { parent_id: null, after_id: null, item: { type: 'task', name } } },
    { headers: { 'idempotency-key': key } },
  );
const names = async () => (await anna.ok(api.wbs.list, { params: { id: version } })).items.map(({ name }) => name);

test('a call that is sent again changes nothing and is answered as it was', async () => {
  const key = randomUUID();
  const first = await add('Piles', key);
  const again = await add('Piles', key);
  expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true']);
  expect(again.body).toEqual(first.body);
  expect(await names()).toEqual(['Piles']);
});

test('twenty of the same at once are one', async () => {
  const key = randomUUID();
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => add('Piles', key)))).map(({ status }) => status);
  expect(await names()).toEqual(['Piles']);
  // A repeat that arrives before the first answer gets plain success.
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect((await add('Piles', key)).status).toBe(200);
});

test('a call that would be refused the second time is answered by the first time', async () => {
  const id = await anna.item(version, { name: 'Piles' });
  const remove = (key: string) =>
    anna.call(api.wbs.remove, { params: { id: version, wbsId: id } }, { headers: { 'idempotency-key': key } });
  const key = randomUUID();
  const first = await remove(key);
  expect((await remove(key)).body).toEqual(first.body);
  expect((await remove(randomUUID())).status).toBe(404);
});

test('another call under the same key is refused, and the key of one person is nobody else’s', async () => {
  const key = randomUUID();
  await add('Piles', key);
  expect(await add('Slab', key)).toMatchObject({ status: 422, body: { error_message: 'request.key_of_another' } });
  expect((await add('Walls', key, boris)).status).toBe(200);
  expect(await names()).toEqual(['Walls', 'Piles']);
});

test('a call that was refused is made anew', async () => {
  const key = randomUUID();
  await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: true } });
  expect((await add('Piles', key)).status).toBe(409);
  await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: false } });
  expect((await add('Piles', key)).status).toBe(200);
});

test('a call whose server died before it answered is not made again', async () => {
  const key = randomUUID();
  await add('Piles', key);
  await world.sql('update repeated_call set answer = null where key = $1', [key]);
  expect(await add('Piles', key)).toMatchObject({ status: 409, body: { error_message: 'request.done_already' } });
  expect(await names()).toEqual(['Piles']);
});

test('a key counts for a day, and no more of them are kept than a thousand of one person', async () => {
  const key = randomUUID();
  await add('Piles', key);
  await world.sql("update repeated_call set at = now() - interval '25 hours' where key = $1", [key]);
  expect((await add('Piles', key)).status).toBe(200);
  expect(await names()).toEqual(['Piles', 'Piles']);
  await world.sql(
    `insert into repeated_call (space_id, user_id, key, hash) select $1, $2, 'filled ' || n, '' from generate_series(1, 3000) n`,
    [anna.spaceId, anna.id],
  );
  // What others left behind is nothing that a call of hers waits for.
  const past = [anna.spaceId, boris.id];
  await world.sql(
    `insert into repeated_call (space_id, user_id, key, hash, at) select $1, $2, 'past ' || n, '', now() - interval '25 hours' from generate_series(1, 5) n`,
    past,
  );
  const ofBoris = () => world.sql(`select key from repeated_call where space_id = $1 and user_id = $2 and key like 'past%'`, past);
  for (let round = 0; round < 50; round += 1) await add('x', randomUUID());
  expect(await ofBoris()).toHaveLength(5);
  const [{ kept }] = await world.sql<{ kept: number }>(
    `select count(*)::int as kept from repeated_call where at > now() - interval '1 day'`,
  );
  expect(await forgetCalls(world.app.services, 2)).toBeGreaterThanOrEqual(5);
  expect(await ofBoris()).toEqual([]);
  expect(await world.sql('select count(*)::int as kept from repeated_call')).toEqual([{ kept }]);
  const [{ count }] = await world.sql<{ count: number }>('select count(*)::int from repeated_call where user_id = $1', [anna.id]);
  expect(count).toBeLessThanOrEqual(1050);
});

test('an answer that is too long is written no further than to its bound, and any other is kept as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(200), (value, most) => {
      const whole = storableJson(value);
      expect(textWithin(value, most)).toBe(whole.length > most ? null : whole);
    }),
  );
  let written = 0;
  const rows = Array.from({ length: 10_000 }, (_, id) => ({ toJSON: () => ((written += 1), { id, name: 'Piles' }) }));
  expect(textWithin(rows, 1000)).toBeNull();
  expect(written).toBeLessThan(1000);
});

test('a key that is none is refused', async () => {
  for (const key of ['short', 'x'.repeat(129), 'with blanks in it']) expect((await add('Piles', key)).status).toBe(400);
});
