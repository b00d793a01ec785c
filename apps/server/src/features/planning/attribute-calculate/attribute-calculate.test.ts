import { api, type AttributeDefinition } from '@gantry/contract';
import type { OwnAttributeType } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { followedBy } from '../../../testing/jobs.ts';
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

const own = (name: string, type: OwnAttributeType, formula: string | null = null) => ({
  name,
  type,
  values: [],
  unit: '',
  required: false,
  unique: false,
  inherits: false,
  default_value: null,
  formula,
});
const attribute = (name: string, more: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  name,
  key: name.toLowerCase(),
  type: 'number',
  owners: ['facility', 'project', 'wbs'],
  values: [],
  unit: '',
  required: false,
  unique: false,
  inherits: false,
  default_value: null,
  ...more,
});
const add = async (version: number, body: ReturnType<typeof own>) =>
  (await anna.ok(api.attributeValues.create, { params: { id: version }, body })).id;

test('values of all rows are worked out once a revision for all who see the same, and too many are refused', async () => {
  const version = await anna.version();
  const params = { id: version };
  const row = await anna.item(version, { name: 'Dig', duration_minutes: 960 });
  const [double, triple] = [
    await add(version, own('double', 'number', 'duration * 2')),
    await add(version, own('triple', 'number', 'duration * 3')),
  ];
  const valuesOf = async (person: Person, body: object = {}) =>
    (await person.ok(api.attributeCalculate.calculateVersion, { params, body })).attributes.map(({ id, values }) => [
      id,
      ...values.map(({ value }) => value),
    ]);
  const read = async (work: () => Promise<unknown>) => (await statementsOf(work)).filter((text) => /from "?relation"?\b/.test(text)).length;
  const both = [
    [double, 4],
    [triple, 6],
  ];
  expect(await read(async () => expect(await valuesOf(anna)).toEqual(both))).toBeGreaterThan(0);
  expect(await read(async () => expect(await valuesOf(vera)).toEqual(both))).toBe(0);
  expect(await valuesOf(anna, { attributes: [triple] })).toEqual([[triple, 6]]);
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: row }, body: { duration_minutes: 480 } });
  expect(await valuesOf(vera)).toEqual([
    [double, 2],
    [triple, 3],
  ]);
  await world.sql('update version set item_count = 1000001 where id = $1', [version]);
  expect(await anna.refused(api.attributeCalculate.calculateVersion, { params })).toMatchObject({
    status: 409,
    code: 'request.limit_reached',
    parameters: { most: 2_000_000 },
  });
  expect(await valuesOf(anna, { attributes: [double] })).toEqual([[double, 2]]);
});

describe('formulas of a version', () => {
  async function plan() {
    const version = await anna.version();
    const [summary, params] = [await anna.item(version, { name: 'House', type: 'sum' }), { id: version }];
    const dig = await anna.item(version, { name: 'Dig', duration_minutes: 960 }, summary);
    const pour = await anna.item(version, { name: 'Pour', duration_minutes: 480 }, summary);
    const volume = await add(version, own('volume', 'number'));
    const set = (row: number, value: unknown) =>
      anna.ok(api.wbs.update, { params: { id: version, wbsId: row }, body: { attributes: { [volume]: value as never } } });
    await set(dig, 100);
    await set(pour, 20);
    return { version, params, summary, dig, pour, set };
  }

  test('are calculated for rows, follow their values, and are filtered and sorted by', async () => {
    const { version, params, summary, dig, pour, set } = await plan();
    const daily = await add(version, own('daily', 'number', 'volume / duration'));
    await add(version, own('total', 'number', 'if(count(children.total) = 0, volume, sum(children.total))'));
    const calculated = async () => {
      const { attributes } = await anna.ok(api.attributeCalculate.calculateVersion, { params });
      return Object.fromEntries(attributes.map(({ name, values }) => [name, values.map(({ row_id, value }) => [row_id, value])]));
    };
    expect(await calculated()).toEqual({
      daily: [
        [summary, null],
        [dig, 50],
        [pour, 20],
      ],
      total: [
        [summary, 120],
        [dig, 100],
        [pour, 20],
      ],
    });
    const passing = async () => {
      const body = { join: 'and' as const, conditions: [{ column: `attribute:${daily}`, operator: 'gt' as const, value: 30 }] };
      return (await anna.ok(api.wbs.filter, { params, body })).items.map((item) => item['id']);
    };
    expect(await passing()).toEqual([dig]);
    await set(pour, 40);
    expect(await passing()).toEqual([dig, pour]);
    await anna.ok(api.edits.undo, { params });
    expect(await passing()).toEqual([dig]);
    const { columns } = await anna.ok(api.wbs.columns, { params });
    expect(columns.find(({ id }) => id === `attribute:${daily}`)).toMatchObject({ editable: false });
    expect(await anna.refused(api.wbs.update, { params: { id: version, wbsId: dig }, body: { attributes: { [daily]: 1 } } })).toMatchObject(
      {
        status: 422,
        code: 'attribute.is_calculated',
      },
    );
  });

  test('that cannot be read or close a cycle are refused with their place and path', async () => {
    const { version, params } = await plan();
    expect(await anna.refused(api.attributeValues.create, { params, body: own('bad', 'number', '1 + volumen') })).toMatchObject({
      status: 422,
      code: 'attribute.formula_invalid',
      parameters: { code: 'formula.unknown_name', from: 4, to: 11 },
    });
    const a = await add(version, own('a', 'number'));
    await add(version, own('b', 'number', 'a + 1'));
    expect(
      await anna.refused(api.attributeValues.update, { params: { id: version, attributeId: a }, body: own('a', 'number', 'b * 2') }),
    ).toMatchObject({ status: 422, code: 'attribute.formula_ring', parameters: { path: 'a → b → a' } });
  });

  test('are checked as they are typed, with what they give for a row', async () => {
    const { version, dig } = await plan();
    const check = (formula: string, more: object = {}) =>
      anna.ok(api.attributeCalculate.validate, { body: { formula, type: 'number', version_id: version, row_id: dig, ...more } });
    expect(await check('volume * 2')).toMatchObject({
      valid: true,
      type: 'number',
      reads: ['volume'],
      result: { value: 200, fault: null },
    });
    expect(await check('volume / (volume - 100)')).toMatchObject({
      valid: true,
      result: { value: null, fault: { code: 'formula.division_by_zero' } },
    });
    expect(await check('volume *')).toMatchObject({ valid: false, fault: { code: 'formula.unexpected_end' }, result: null });
    expect(await check('name')).toMatchObject({ valid: false, fault: { code: 'formula.result_type' } });
    await add(version, own('twice', 'number', 'volume * 2'));
    expect(await check('twice + 1', { name: 'volume' })).toMatchObject({ valid: false, ring: ['volume', 'twice', 'volume'] });
    expect(await check('parent.name', { type: 'string' })).toMatchObject({ result: { value: 'House' } });
    const { names } = await anna.ok(api.attributeCalculate.names, { query: { version_id: version } });
    expect(names).toContainEqual({ name: 'volume', type: 'number', title: 'volume' });
    expect(names).toContainEqual({ name: 'duration', type: 'number', title: 'durationMinutes' });
  });
});

describe('formulas of the hierarchy', () => {
  test('give nodes their values, and rows of versions that take them', async () => {
    const facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
    const projects = await Promise.all(['A', 'B'].map((name) => anna.ok(api.projects.create, { body: { name, facility_id: facility } })));
    const create = async (body: AttributeDefinition) => (await anna.ok(api.attributes.create, { params: { id: facility }, body })).id;
    const [area, sum] = [await create(attribute('Area')), await create(attribute('Area_total'))];
    const saved = await anna.ok(api.calculatedAttributeSettings.create, {
      body: { attribute_id: sum, formula: 'ifempty(area, 0) + ifempty(sum(children.area_total), 0)' },
    });
    expect(saved.id).toBe(sum);
    for (const [index, { id }] of projects.entries())
      await anna.ok(api.attributes.saveValues, { params: { id }, body: { values: [{ attribute_id: area, value: 10 * (index + 1) }] } });
    const { entries } = await anna.ok(api.attributes.passport, { params: { id: facility } });
    expect(entries.find((entry) => entry.attribute.id === sum)).toMatchObject({ value: 30, source: 'gen' });
    expect((await anna.ok(api.attributeCalculate.calculateNode, { params: { id: projects[1].id } })).attributes).toMatchObject([
      { id: sum, value: 20, fault: null },
    ]);
    expect(
      await anna.refused(api.attributes.saveValues, { params: { id: facility }, body: { values: [{ attribute_id: sum, value: 1 }] } }),
    ).toMatchObject({ code: 'attribute.is_calculated' });

    const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: projects[0].id }, body: { name: 'S' } })).id;
    const version = await anna.version(schedule);
    // What the formula reads is taken with it.
    const { ids } = await anna.ok(api.attributeValues.take, { params: { id: version }, body: { source_ids: [sum] } });
    expect(ids).toHaveLength(2);
    const row = await anna.item(version, { name: 'Floor' });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: row }, body: { attributes: { [ids[1]]: 7 } } });
    const first = await anna.ok(api.attributeCalculate.calculateVersion, { params: { id: version } });
    expect(first.attributes).toMatchObject([{ name: 'Area_total', fault: null, values: [{ row_id: row, value: 7 }] }]);
    const body = { formula: 'area * 3' };
    await followedBy(anna, await anna.ok(api.calculatedAttributeSettings.update, { params: { id: sum }, body }));
    const second = await anna.ok(api.attributeCalculate.calculateVersion, { params: { id: version }, body: { ids: [row] } });
    expect(second.attributes).toMatchObject([{ values: [{ row_id: row, value: 21 }] }]);
  });

  test('are listed with what they read, refused where they close a cycle, and taken away', async () => {
    const facility = (await anna.ok(api.facilities.create, { body: { name: 'Rings' } })).id;
    const create = async (name: string) => (await anna.ok(api.attributes.create, { params: { id: facility }, body: attribute(name) })).id;
    const [x, y] = [await create('ring_x'), await create('ring_y')];
    await anna.ok(api.calculatedAttributeSettings.create, { body: { attribute_id: y, formula: 'ring_x + 1' } });
    expect((await anna.ok(api.calculatedAttributeSettings.list)).settings).toContainEqual(
      expect.objectContaining({ id: y, formula: 'ring_x + 1', reads: ['ring_x'] }),
    );
    expect(await anna.refused(api.calculatedAttributeSettings.create, { body: { attribute_id: x, formula: 'ring_y * 2' } })).toMatchObject({
      status: 422,
      code: 'attribute.formula_ring',
      parameters: { ring: ['ring_x', 'ring_y', 'ring_x'] },
    });
    expect(await anna.refused(api.calculatedAttributeSettings.update, { params: { id: y }, body: { formula: 'nothing' } })).toMatchObject({
      code: 'attribute.formula_invalid',
    });
    await anna.ok(api.calculatedAttributeSettings.remove, { params: { id: y } });
    expect(await anna.refused(api.calculatedAttributeSettings.remove, { params: { id: y } })).toMatchObject({ status: 404 });
  });
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Guarded' } })).id;
  const id = (await anna.ok(api.attributes.create, { params: { id: facility }, body: attribute('guarded') })).id;
  const version = await anna.version();
  for (const person of [vera, stranger]) {
    const expected = { status: person === vera ? 403 : 404 };
    expect(await person.refused(api.calculatedAttributeSettings.create, { body: { attribute_id: id, formula: '1' } })).toMatchObject(
      expected,
    );
    expect(await person.refused(api.calculatedAttributeSettings.update, { params: { id }, body: { formula: '1' } })).toMatchObject(
      expected,
    );
    expect(await person.refused(api.calculatedAttributeSettings.remove, { params: { id } })).toMatchObject(expected);
  }
  expect((await vera.ok(api.attributeCalculate.calculateVersion, { params: { id: version } })).attributes).toEqual([]);
  for (const refusal of [
    await stranger.refused(api.attributeCalculate.calculateVersion, { params: { id: version } }),
    await stranger.refused(api.attributeCalculate.calculateNode, { params: { id: facility } }),
    await stranger.refused(api.attributeCalculate.names, { query: { version_id: version } }),
    await stranger.refused(api.attributeCalculate.validate, { body: { formula: '1', version_id: version, row_id: 1 } }),
    await stranger.refused(api.attributeCalculate.validate, { body: { formula: '1', node_id: facility } }),
  ])
    expect(refusal).toMatchObject({ status: 404 });
  expect((await stranger.ok(api.calculatedAttributeSettings.list)).settings).toEqual([]);
});
