import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = [await world.person('anna'), await world.person('boris')];
});
afterAll(() => world.close());

const make = async (person: Person, name: string, kind?: 'free') => (await person.ok(api.spaces.create, { body: { name, kind } })).id;
const kinds = async (person: Person) =>
  Object.fromEntries((await person.ok(api.users.spaces)).spaces.filter(({ deleting }) => !deleting).map(({ name, kind }) => [name, kind]));

test('a space that is deleted says how far it is, to whoever deletes it', async () => {
  const carla = await world.person('carla');
  const spaceId = await carla.space();
  const schedule = await carla.schedule();
  for (const _ of [1, 2, 3]) await carla.version(schedule);
  const page = await carla.push();
  await carla.ok(api.spaces.remove, { params: { id: spaceId } });
  await page.heard('space_delete_progress', ({ percent }) => percent === 100);
  const reports = page.messages.flatMap(({ event, data }) => (event === 'space_delete_progress' ? [data] : []));
  expect(reports).toEqual([0, 25, 50, 100].map((percent) => ({ space_id: spaceId, percent })));
  await page.close();
});

test('a space whose deletion failed is deleted when it is asked for again, and not twice at once', async () => {
  const clara = await world.person('clara');
  const spaceId = await clara.space();
  const remove = { params: { id: spaceId } };
  const endOf = async (id: number) => {
    await expect.poll(async () => (await clara.ok(api.jobs.get, { params: { id } })).finished_at, { timeout: 20_000 }).not.toBeNull();
    return (await clara.ok(api.jobs.get, { params: { id } })).status;
  };
  await world.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'too much'; end $$`);
  await world.sql('create trigger too_much before delete on space for each row execute function refuse()');
  expect(await endOf((await clara.ok(api.spaces.remove, remove)).job_id)).toBe('failed');
  await world.sql('drop trigger too_much on space');
  const [{ id }] = await world.sql<{ id: number }>(
    `insert into job (user_id, kind, title, input, not_before) values ($1, 'delete_space', 'x', $2, now() + interval '1 day') returning id`,
    [clara.id, JSON.stringify({ spaceId })],
  );
  expect(await clara.refused(api.spaces.remove, remove)).toMatchObject({ status: 409, code: 'space.being_deleted' });
  await world.sql('delete from job where id = $1', [id]);
  expect(await clara.refused(api.spaces.users, remove)).toMatchObject({ code: 'space.being_deleted' });
  expect(await endOf((await clara.ok(api.spaces.remove, remove)).job_id)).toBe('done');
  expect(await world.sql('select 1 from space where id = $1', [spaceId])).toEqual([]);
});

describe('free spaces', () => {
  test('are made as such, and deleted by a call of their own: those that are named, then all; others stay', async () => {
    const [first] = [await make(anna, 'F1', 'free'), await make(anna, 'F2', 'free'), await make(anna, 'Paid')];
    await make(boris, 'Foreign', 'free');
    expect(await kinds(anna)).toEqual({ F1: 'free', F2: 'free', Paid: 'regular' });
    expect((await anna.ok(api.spaces.removeFree, {}, { path: `/api/v1/space/delete-free?ids=${first}` })).job_ids).toHaveLength(1);
    expect(await kinds(anna)).toEqual({ F2: 'free', Paid: 'regular' });
    expect((await anna.ok(api.spaces.removeFree)).job_ids).toHaveLength(1);
    expect(await kinds(anna)).toEqual({ Paid: 'regular' });
    expect((await anna.ok(api.spaces.removeFree)).job_ids).toEqual([]);
    await expect.poll(async () => (await world.sql(`select 1 from space where name in ('F1', 'F2')`)).length, { timeout: 20_000 }).toBe(0);
    expect(await kinds(boris)).toEqual({ Foreign: 'free' });
  });

  test('of somebody else, paid ones and those where one is no owner are as if they were not', async () => {
    const [foreign] = await world.sql<{ id: number }>(`select id::int from space where name = 'Foreign'`);
    const paid = await make(anna, 'Paid 2');
    await world.sql(`insert into space_user (space_id, user_id, role) values ($1, $2, 'administrator')`, [foreign.id, anna.id]);
    for (const ids of [[foreign.id], [paid], [777_777]])
      expect(await anna.refused(api.spaces.removeFree, { body: { ids } })).toMatchObject({ status: 404, code: 'space.not_found' });
    expect(await kinds(boris)).toEqual({ Foreign: 'free' });
  });

  test('take no other kind and no other field', async () => {
    for (const body of [
      { name: 'X', kind: 'demo' },
      { name: 'X', created_by: 1 },
      { name: 'X', deleting: true },
    ])
      expect(await anna.refused(api.spaces.create, { body } as never)).toMatchObject({ status: 400 });
  });
});
