import { api, MOST_LIST_ENTRIES, MOST_RULE_CHARACTERS } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
});
afterAll(() => world.close());

test('units of measure are made, changed, told apart by their sign, and counted where attributes use them', async () => {
  const { id } = await anna.ok(api.measures.create, { body: { name: 'Cubic metre', sign: 'm³' } });
  expect(await anna.refused(api.measures.create, { body: { name: 'Twin', sign: 'm³' } })).toMatchObject({
    status: 409,
    code: 'measure.sign_taken',
  });
  const attribute = { name: 'Volume', key: 'volume', type: 'measure' as const, owners: ['wbs' as const], values: [], unit: 'm³' };
  await anna.ok(api.attributes.createInSpace, { body: attribute });
  expect((await anna.ok(api.measures.list)).measures).toEqual([{ id, name: 'Cubic metre', sign: 'm³', attributes: 1 }]);
  await anna.ok(api.measures.update, { params: { id }, body: { name: 'Cubic metres' } });
  await anna.ok(api.measures.remove, { params: { id } });
  expect(await anna.refused(api.measures.update, { params: { id }, body: {} })).toMatchObject({ status: 404, code: 'measure.not_found' });
});

test('the lists of a space hold no more entries than its answer shows', async () => {
  const entries = [{ name: 'One', value: null }];
  const { id } = await anna.ok(api.parametricLists.create, { body: { name: 'Small', entries } });
  await world.sql(
    `insert into parametric_list (space_id, name, entries)
     select $1, 'Full', jsonb_agg(jsonb_build_object('name', n::text, 'value', null)) from generate_series(1, $2::int) n`,
    [anna.spaceId, MOST_LIST_ENTRIES - 3],
  );
  const full = { status: 422, code: 'parametric_list.entries_full', parameters: { most: MOST_LIST_ENTRIES } };
  expect(await anna.refused(api.parametricLists.create, { body: { name: 'More', entries } })).toMatchObject(full);
  const two = [...entries, { name: 'Two', value: 2 }];
  expect(await anna.refused(api.parametricLists.update, { params: { id }, body: { entries: two } })).toMatchObject(full);
  await anna.ok(api.parametricLists.update, { params: { id }, body: { entries } });
  await world.sql('delete from parametric_list where space_id = $1', [anna.spaceId]);
});

test('the rules of the indicators of a space hold no more than its answer shows', async () => {
  const rule = (condition: string) => ({ condition, state: 'warn' as const, tint: 1, text: '' });
  const { id } = await anna.ok(api.indicators.create, { body: { name: 'Small', rules: [rule('duration > 1')] } });
  await world.sql(`insert into indicator (space_id, name, rules) values ($1, 'Full', jsonb_build_array(repeat('x', $2)))`, [
    anna.spaceId,
    MOST_RULE_CHARACTERS - 120,
  ]);
  const full = { status: 422, code: 'indicator.rules_full', parameters: { most: MOST_RULE_CHARACTERS } };
  expect(await anna.refused(api.indicators.create, { body: { name: 'More', rules: [rule('duration > 2')] } })).toMatchObject(full);
  const more = [1, 2, 3].map((at) => rule(`duration > ${at}`));
  expect(await anna.refused(api.indicators.update, { params: { id }, body: { rules: more } })).toMatchObject(full);
  await anna.ok(api.indicators.update, { params: { id }, body: { rules: [rule('duration > 2')] } });
});

test('parametric lists keep their entries in order, each once', async () => {
  const entries = [
    { name: 'B25', value: 32.7 },
    { name: 'B15', value: null },
  ];
  const { id } = await anna.ok(api.parametricLists.create, { body: { name: 'Concrete', entries } });
  expect((await anna.ok(api.parametricLists.list)).lists).toEqual([{ id, name: 'Concrete', entries }]);
  expect(await anna.refused(api.parametricLists.create, { body: { name: 'concrete', entries: [] } })).toMatchObject({
    code: 'parametric_list.name_taken',
  });
  expect(
    await anna.refused(api.parametricLists.update, { params: { id }, body: { entries: [...entries, { name: 'b25', value: 1 }] } }),
  ).toMatchObject({ status: 422, code: 'parametric_list.entry_twice' });
  await anna.ok(api.parametricLists.update, { params: { id }, body: { entries: [entries[1]] } });
  expect((await anna.ok(api.parametricLists.list)).lists[0].entries).toEqual([entries[1]]);
  await anna.ok(api.parametricLists.remove, { params: { id } });
  expect(await anna.refused(api.parametricLists.remove, { params: { id } })).toMatchObject({
    status: 404,
    code: 'parametric_list.not_found',
  });
});

test('people have specialties; one who leaves them behind loses nothing else', async () => {
  const { id } = await anna.ok(api.specialties.create, { body: { name: 'Welder' } });
  expect(await anna.refused(api.specialties.create, { body: { name: 'WELDER' } })).toMatchObject({ code: 'specialty.name_taken' });
  const held = await anna.ok(api.specialties.assign, { body: { user_id: vera.id, specialty_id: id } });
  expect(await anna.refused(api.specialties.assign, { body: { user_id: vera.id, specialty_id: id } })).toMatchObject({
    code: 'specialty.has_already',
  });
  expect(await anna.refused(api.specialties.assign, { body: { user_id: stranger.id, specialty_id: id } })).toMatchObject({
    status: 404,
    code: 'specialty.person_not_found',
  });
  await anna.ok(api.specialties.update, { params: { id }, body: { name: 'Fitter' } });
  expect((await anna.ok(api.specialties.list)).specialties).toMatchObject([
    { id, name: 'Fitter', people: [{ user_id: vera.id, name: 'vera Tester' }] },
  ]);
  expect((await anna.ok(api.specialties.ofPerson, { params: { userId: vera.id } })).specialties).toEqual([
    { id: held.id, specialty_id: id, name: 'Fitter' },
  ]);
  await anna.ok(api.specialties.unassign, { params: { id: held.id } });
  expect((await anna.ok(api.specialties.ofPerson, { params: { userId: vera.id } })).specialties).toEqual([]);
  await anna.ok(api.specialties.remove, { params: { id } });
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const measure = (await anna.ok(api.measures.create, { body: { name: 'Tonne', sign: 't' } })).id;
  const list = (await anna.ok(api.parametricLists.create, { body: { name: 'Zones', entries: [] } })).id;
  const specialty = (await anna.ok(api.specialties.create, { body: { name: 'Driver' } })).id;
  const held = (await anna.ok(api.specialties.assign, { body: { user_id: vera.id, specialty_id: specialty } })).id;
  const at = (id: number) => ({ params: { id } });
  for (const refusal of [
    await vera.refused(api.measures.create, { body: { name: 'X', sign: 'x' } }),
    await vera.refused(api.parametricLists.create, { body: { name: 'X', entries: [] } }),
    await vera.refused(api.specialties.create, { body: { name: 'X' } }),
    await vera.refused(api.specialties.assign, { body: { user_id: vera.id, specialty_id: specialty } }),
  ])
    expect(refusal).toMatchObject({ status: 403 });
  for (const person of [vera, stranger])
    for (const refusal of [
      await person.refused(api.measures.update, { ...at(measure), body: { name: 'X' } }),
      await person.refused(api.measures.remove, at(measure)),
      await person.refused(api.parametricLists.update, { ...at(list), body: { name: 'X' } }),
      await person.refused(api.parametricLists.remove, at(list)),
      await person.refused(api.specialties.update, { ...at(specialty), body: { name: 'X' } }),
      await person.refused(api.specialties.remove, at(specialty)),
      await person.refused(api.specialties.unassign, at(held)),
    ])
      expect(refusal).toMatchObject({ status: person === vera ? 403 : 404 });
  expect(await stranger.refused(api.specialties.ofPerson, { params: { userId: vera.id } })).toMatchObject({ status: 404 });
  expect((await stranger.ok(api.measures.list)).measures).toEqual([]);
  expect((await stranger.ok(api.parametricLists.list)).lists).toEqual([]);
  expect((await stranger.ok(api.specialties.list)).specialties).toEqual([]);
});
