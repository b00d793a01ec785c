import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { adoptPeople } from '../users/users.adopted.service.ts';
import { admitNames, dismissNames } from './spaces.members.service.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

/** What statements that change people or members are sent for names from elsewhere, and who they are then. */
async function bring(count: number, from = 1) {
  const ids: number[] = [];
  const people = Array.from({ length: count }, (_, at) => {
    const id = from + at;
    return {
      id,
      login: `there-${id}`,
      email: `${id}@there.example`,
      first_name: `First ${id}`,
      last_name: `Last ${String(id).padStart(5, '0')}`,
    };
  });
  const sent = await statementsOf(() =>
    world.app.services.database.write({ spaceId: anna.spaceId, userId: anna.id }, async (tx) => {
      const known = await adoptPeople(tx, people, anna.id);
      for (const { id } of people) ids.push(Number(known.get(String(id))));
      await admitNames(tx, anna.spaceId, ids, BUILT_IN_ROLE_ID.executor);
    }),
  );
  return { ids, statements: sent.length };
}

test('names from elsewhere come by as many statements as blocks, the same ones once, and go by one', async () => {
  const few = await bring(3);
  const many = await bring(900, 100);
  expect(many.statements).toBe(few.statements);
  expect(new Set([...few.ids, ...many.ids]).size).toBe(903);
  expect((await bring(3)).ids).toEqual(few.ids);
  const [{ count }] = await world.sql(`select count(*)::int from app_user where login like 'restored-%'`);
  expect(count).toBe(903);
  const members = async () =>
    (await world.sql(`select 1 from space_user where space_id = $1 and user_id <> $2`, [anna.spaceId, anna.id])).length;
  expect(await members()).toBe(903);
  const sent = await statementsOf(() =>
    world.app.services.database.write({ spaceId: anna.spaceId, userId: anna.id }, (tx) => dismissNames(tx, anna.spaceId, many.ids)),
  );
  expect(sent.filter((text) => text.includes('delete from space_user'))).toHaveLength(1);
  expect(await members()).toBe(3);
});

test('members are listed a page at a time, each once', async () => {
  const page = (query: { offset?: number; limit?: number }) => anna.ok(api.spaces.users, { params: { id: anna.spaceId }, query });
  const whole = await page({});
  expect({ members: whole.users.length, next: whole.next }).toEqual({ members: 4, next: undefined });
  const first = await page({ limit: 3 });
  const second = await page({ limit: 3, offset: first.next });
  expect([first.next, second.next]).toEqual([3, undefined]);
  expect([...first.users, ...second.users]).toEqual(whole.users);
  expect((await anna.refused(api.spaces.users, { params: { id: anna.spaceId }, query: { limit: 1001 } })).code).toBe('request.invalid');
});
