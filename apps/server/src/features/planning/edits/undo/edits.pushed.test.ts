import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';

let world: World;
let anna: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  version = await anna.version();
});
afterAll(() => world.close());

/** Somebody who reads plans; without money where they may not see what things cost. */
async function reader(name: string, money: boolean): Promise<Person> {
  const person = await world.person(name);
  const rights = ['space.read', 'structure.read', 'plan.read', ...(money ? ['cost.read' as const] : [])] as const;
  const { id } = await anna.ok(api.roles.create, { body: { name, rights: [...rights] } });
  await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: person.login, role_id: id } });
  person.spaceId = anna.spaceId;
  return person;
}

test('an edit asks for rights as often before a crowd as before four pages, and each page is told what its person may see', async () => {
  const [seesAll, seesNoMoney] = [await reader('vera', true), await reader('guest', false)];
  const pages = [await anna.push(version), await anna.push(version), await seesAll.push(version), await seesNoMoney.push(version)];
  // Of rights on attributes and costs alone: presence, what it asks about who is there, and beats come when they come.
  const heardBy = async (name: string) => {
    const sent = await statementsOf(async () => {
      const row = await anna.item(version, { name });
      await Promise.all(pages.map((page) => page.heard('version_edit', ({ diff }) => diff.wbs?.added[0]?.id === row)));
    });
    return sent.filter((text) => text.includes('attribute_access')).length;
  };
  await heardBy('warm');
  const few = await heardBy('few');
  expect(few).toBeGreaterThan(0);

  for (let index = 0; index < 12; index += 1) {
    const person = await reader(`reader${index}`, index % 2 === 0);
    for (let page = 0; page < 2; page += 1) pages.push(await person.push(version));
  }
  const many = await heardBy('many');
  expect(many).toBe(few);

  const row = await anna.item(version, { name: 'priced' });
  const spent = { measure: 'cost' as const, mode: 'plan' as const, values: [{ day: '2026-03-03', value: 987_654 }] };
  await anna.ok(api.dayValues.write, { params: { id: version, wbsId: row }, body: spent });
  await anna.item(version, { name: 'after it' });
  await Promise.all(pages.map((page) => page.heard('version_edit', ({ diff }) => diff.wbs?.added[0]?.name === 'after it')));
  const hearsMoney = pages.slice(0, 4).map(({ messages }) => JSON.stringify(messages).includes('987654'));
  expect(hearsMoney).toEqual([true, true, true, false]);
  await Promise.all(pages.map((page) => page.close()));
});
