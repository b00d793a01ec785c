import { api, type AttributeDefinition } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { readSheets } from '@gantry/interchange';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCounted } from './attributes.repository.ts';
import { exportValues } from './attributes.service.ts';
import { followedBy } from '../../../testing/jobs.ts';
import { statementsOf } from '../../../testing/statements.ts';
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

let keys = 0;
const definition = (name: string, more: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  name,
  key: `key_${(keys += 1)}`,
  type: 'string',
  owners: ['facility', 'project', 'schedule'],
  values: [],
  unit: '',
  required: false,
  unique: false,
  inherits: true,
  default_value: null,
  ...more,
});

async function places() {
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  const project = (await anna.ok(api.projects.create, { body: { name: 'Line', facility_id: facility } })).id;
  const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id;
  return { facility, project, schedule };
}
const create = async (nodeId: number, body: AttributeDefinition) =>
  (await anna.ok(api.attributes.create, { params: { id: nodeId }, body })).id;
const set = (nodeId: number, attribute_id: number, value: unknown) =>
  anna.ok(api.attributes.saveValues, { params: { id: nodeId }, body: { values: [{ attribute_id, value: value as never }] } });
const refuse = (nodeId: number, attribute_id: number, value: unknown) =>
  anna.refused(api.attributes.saveValues, { params: { id: nodeId }, body: { values: [{ attribute_id, value: value as never }] } });
const entry = async (nodeId: number, attributeId: number) =>
  (await anna.ok(api.attributes.passport, { params: { id: nodeId } })).entries.find(({ attribute }) => attribute.id === attributeId);

describe('the passport of a node', () => {
  test('shows its own value, that from above, the default, and where each comes from', async () => {
    const { facility, project, schedule } = await places();
    const id = await create(facility, definition('Customer', { default_value: 'Nobody' }));
    expect(await entry(schedule, id)).toMatchObject({ value: 'Nobody', source: 'attribute', from: null });
    await set(facility, id, 'City');
    expect(await entry(schedule, id)).toMatchObject({ value: 'City', source: 'sup', from: { id: facility, name: 'Plant' } });
    await set(schedule, id, 'Region');
    expect(await entry(schedule, id)).toMatchObject({ value: 'Region', source: 'user_value' });
    expect(await entry(project, id)).toMatchObject({ value: 'City', source: 'sup' });
    await anna.ok(api.attributes.savePassport, { params: { id: schedule }, body: { values: [] } });
    expect(await entry(schedule, id)).toMatchObject({ value: 'City', source: 'sup' });
  });

  test('takes only what fits: type, list, uniqueness, requirement, kind of node', async () => {
    const { facility, project } = await places();
    const number = await create(facility, definition('Storeys', { type: 'number' }));
    expect(await refuse(facility, number, 'many')).toMatchObject({
      status: 422,
      code: 'attribute.bad_value',
      parameters: { problem: 'number' },
    });
    const list = await create(facility, definition('Class', { type: 'list', values: ['A', 'B'] }));
    expect(await refuse(facility, list, 'C')).toMatchObject({ parameters: { problem: 'list' } });
    const phone = await create(facility, definition('Telephone', { type: 'phone' }));
    expect(await refuse(facility, phone, '8 916 123')).toMatchObject({ code: 'attribute.bad_value', parameters: { problem: 'phone' } });
    await set(facility, phone, '+79161234567');
    const unique = await create(facility, definition('Number', { unique: true }));
    await set(facility, unique, 'P-1');
    expect(await refuse(project, unique, 'P-1')).toMatchObject({
      status: 409,
      code: 'attribute.not_unique',
      parameters: { other: 'Plant' },
    });
    const required = await create(facility, definition('Owner', { required: true, inherits: false }));
    await set(facility, required, 'We');
    expect(await refuse(facility, required, null)).toMatchObject({ status: 422, code: 'attribute.required' });
    const ofProjects = await create(facility, definition('Phase', { owners: ['project'] }));
    expect(await refuse(facility, ofProjects, 'X')).toMatchObject({ status: 404, code: 'attribute.not_found' });
    await set(project, ofProjects, 'X');
    expect(
      await anna.refused(api.attributes.create, {
        params: { id: facility },
        body: definition('Bad', { type: 'number', default_value: 'x' }),
      }),
    ).toMatchObject({ code: 'attribute.bad_value' });
  });

  test('a new node has what it must have: its own, from above or by default', async () => {
    const { facility, project } = await places();
    const customer = await create(facility, definition('Client', { required: true }));
    const stage = await create(facility, definition('Stage', { required: true, inherits: false, owners: ['schedule'] }));
    await create(facility, definition('Class', { required: true, default_value: 'B', owners: ['schedule'] }));
    await create(facility, definition('Passport file', { required: true, type: 'file', owners: ['schedule'] }));
    const add = (values?: { attribute_id: number; value: string | null }[]) => ({
      params: { id: project },
      body: { name: 'Roof', values },
    });
    const schedules = async () => (await anna.ok(api.projects.schedules, { params: { id: project } })).schedules.length;
    expect(await anna.refused(api.projects.createSchedule, add())).toMatchObject({
      status: 422,
      code: 'attribute.required',
      parameters: { name: 'Client', id: customer },
    });
    await set(facility, customer, 'City');
    expect(await anna.refused(api.projects.createSchedule, add())).toMatchObject({ parameters: { name: 'Stage', id: stage } });
    expect(await anna.refused(api.projects.createSchedule, add([{ attribute_id: stage, value: null }]))).toMatchObject({
      code: 'attribute.required',
    });
    expect(await schedules()).toBe(1);
    const made = await anna.ok(api.projects.createSchedule, add([{ attribute_id: stage, value: 'Permit' }]));
    expect(await entry(made.id, stage)).toMatchObject({ value: 'Permit', source: 'user_value' });
    const direct = { kind: 'schedule' as const, name: 'Walls', parent_id: project };
    expect(await anna.refused(api.eps.create, { body: direct })).toMatchObject({ code: 'attribute.required' });
    await anna.ok(api.projects.create, { body: { name: 'Yard', facility_id: facility } });
  });
});

describe('attributes', () => {
  test('stand at a node or in the space, have a key of their own, and keep their type while they have values', async () => {
    const { facility, project } = await places();
    const ofSpace = (await anna.ok(api.attributes.createInSpace, { body: definition('Everywhere', { key: 'everywhere' }) })).id;
    const own = await create(project, definition('Here'));
    const listed = (await anna.ok(api.attributes.list, { params: { id: project } })).attributes;
    expect(listed.filter(({ id }) => id === ofSpace || id === own).map(({ id, inherited }) => [id, inherited])).toEqual([
      [ofSpace, true],
      [own, false],
    ]);
    expect((await anna.ok(api.attributes.list, { params: { id: facility } })).attributes.map(({ id }) => id)).not.toContain(own);
    expect(
      await anna.refused(api.attributes.create, { params: { id: facility }, body: definition('Twin', { key: 'EVERYWHERE' }) }),
    ).toMatchObject({
      status: 409,
      code: 'attribute.key_taken',
    });
    await anna.ok(api.attributes.updateAt, { params: { id: project, attributeId: own }, body: { type: 'number', name: 'Count' } });
    await set(project, own, 5);
    expect(await anna.refused(api.attributes.update, { params: { id: own }, body: { type: 'string' } })).toMatchObject({
      status: 409,
      code: 'attribute.type_has_values',
    });
    expect(await anna.refused(api.attributes.removeAt, { params: { id: facility, attributeId: own } })).toMatchObject({
      code: 'attribute.not_found',
    });
    await anna.ok(api.attributes.removeAt, { params: { id: project, attributeId: own } });
    expect(await anna.ok(api.attributes.removeChecked, { body: { ids: [ofSpace] } })).toMatchObject({ removed: 1 });
    expect(await anna.refused(api.attributes.removeChecked, { body: { ids: [] } })).toMatchObject({ code: 'attribute.nothing_checked' });
  });

  test('are found by their values, listed by their entries and written to a file', async () => {
    const { facility, project } = await places();
    const list = await create(facility, definition('Sort', { type: 'list', values: ['Road', 'Bridge'] }));
    await set(project, list, 'Bridge');
    const search = () => anna.ok(api.attributes.search, { params: { id: facility }, query: { search: 'bri' } });
    const { values } = await search();
    // Who looks for values does not wait for all of them to be counted.
    expect((await statementsOf(search)).filter((text) => text.includes('count('))).toEqual([]);
    expect(values).toMatchObject([{ node_id: project, attribute_name: 'Sort', value: 'Bridge' }]);
    await set(facility, list, 'Road');
    const counted = async () =>
      (await anna.ok(api.attributes.list, { params: { id: project } })).attributes.filter(({ id }) => id === list);
    expect((await counted()).map(({ nodes, versions }) => [nodes, versions])).toEqual([[2, 0]]);
    const person = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    // No more of them are looked at than are counted.
    expect(await person.read((db) => listCounted(db, anna.spaceId, { id: list, most: 1 }))).toMatchObject([{ nodes: 1, versions: 0 }]);
    await anna.ok(api.attributes.savePassport, { params: { id: facility }, body: { values: [] } });
    expect((await statementsOf(counted)).filter((text) => /count\(.*from node_value v/s.test(text))).toEqual([]);
    expect((await anna.ok(api.attributes.lists, { params: { id: project } })).lists).toContainEqual({
      id: list,
      name: 'Sort',
      values: ['Road', 'Bridge'],
    });
    const csv = await anna.call(api.attributes.export, { params: { id: facility, x: 'csv' } });
    expect(JSON.stringify(csv.body)).toContain('Bridge');
    const { bytes } = await exportValues(
      await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] }),
      facility,
      'xlsx',
    );
    const [sheet] = (await readSheets(new Uint8Array(bytes))).sheets;
    expect(JSON.stringify(sheet.rows)).toContain('Bridge');
  });
});

describe('how much is read', () => {
  test('a passport counts no users of its attributes, nor does a node that is created or a file of values', async () => {
    const { facility, project } = await places();
    await set(facility, await create(facility, definition('Owner')), 'City');
    const sent = await statementsOf(async () => {
      await anna.ok(api.attributes.passport, { params: { id: project } });
      await anna.ok(api.projects.create, { body: { name: 'Second', facility_id: facility } });
      await anna.call(api.attributes.export, { params: { id: facility, x: 'csv' } });
    });
    expect(sent.filter((text) => text.includes('from node_attribute')).length).toBeGreaterThan(2);
    expect(sent.filter((text) => /count\(/.test(text))).toEqual([]);
  });

  test('formulas are calculated for whoever shows their results alone, and read the attributes behind them alone', async () => {
    const { facility, project } = await places();
    const number = (name: string) => create(facility, definition(name, { type: 'number' }));
    const [cost, twice, other] = [await number('Cost'), await number('Twice'), await number('Other')];
    const { key } = (await entry(facility, cost))?.attribute ?? { key: '' };
    await anna.ok(api.calculatedAttributeSettings.create, { body: { attribute_id: twice, formula: `${key} * 2` } });
    await set(facility, cost, 4);
    const values = (sent: readonly string[]) =>
      sent.filter((text) => text.includes('from node_value') && text.includes('attribute_id = any'));
    expect(values(await statementsOf(() => set(facility, other, 1)))).toEqual([]);
    expect(values(await statementsOf(() => anna.ok(api.projects.create, { body: { name: 'New', facility_id: facility } })))).toEqual([]);
    expect(
      values(await statementsOf(async () => expect(await entry(project, twice)).toMatchObject({ value: 8, source: 'gen' }))),
    ).toHaveLength(1);
  });

  test('attributes that are removed together are judged together, and their values are found by an index', async () => {
    const { facility } = await places();
    const ids: number[] = [];
    for (let at = 0; at < 8; at += 1) ids.push(await create(facility, definition(`Removed ${at}`)));
    await world.sql(
      `insert into attribute_access (space_id, node_id, role_id, attribute_id, level) select $1, $2, $3, unnest($4::bigint[]), 'read'`,
      [anna.spaceId, facility, BUILT_IN_ROLE_ID.viewer, ids],
    );
    const remove = (some: number[]) => statementsOf(() => anna.ok(api.attributes.removeChecked, { body: { ids: some } }));
    const alone = await remove(ids.slice(0, 1));
    expect(alone.some((text) => text.includes('from attribute_access'))).toBe(true);
    expect(await remove(ids.slice(1))).toHaveLength(alone.length);
    const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    const plan = await context.read(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      return sql`explain select from node_value where space_id = ${anna.spaceId} and attribute_id = ${ids[0]}`.execute(db);
    });
    expect(JSON.stringify(plan.rows)).toContain('node_value_attribute');
  });
});

describe('versions', () => {
  const columnOf = async (version: number, name: string) => {
    const { columns } = await anna.ok(api.wbs.columns, { params: { id: version } });
    return columns.find((column) => column.name === name);
  };
  test('take attributes with the value from above, follow changes, and rows get values that are undone', async () => {
    const { facility, schedule } = await places();
    const source = await create(facility, definition('Zone', { owners: ['facility', 'wbs'] }));
    await set(facility, source, 'North');
    const version = await anna.version(schedule);
    const params = { id: version };
    expect((await anna.ok(api.attributeValues.list, { params })).available.map(({ id }) => id)).toContain(source);
    const { ids } = await anna.ok(api.attributeValues.take, { params, body: { source_ids: [source] } });
    const counted = (await anna.ok(api.attributes.listAll)).attributes.filter(({ id }) => id === source);
    expect(counted.map(({ nodes, versions }) => [nodes, versions])).toEqual([[1, 1]]);
    const summary = await anna.item(version, { name: 'Building', type: 'sum' });
    const row = await anna.item(version, { name: 'Slab' }, summary);
    const passing = async (value: string) => {
      const body = { join: 'and' as const, conditions: [{ column: `attribute:${ids[0]}`, operator: 'eq' as const, value }] };
      return (await anna.ok(api.wbs.filter, { params, body })).items.map((item) => item['id']);
    };
    expect(await passing('North')).toEqual([summary, row]);
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: summary }, body: { attributes: { [ids[0]]: 'South' } } });
    expect(await passing('South')).toEqual([summary, row]);
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: row }, body: { name: 'Slab 1', attributes: { [ids[0]]: 'East' } } });
    expect(await passing('East')).toEqual([row]);
    await anna.ok(api.edits.undo, { params });
    expect(await passing('South')).toEqual([summary, row]);
    await followedBy(anna, await anna.ok(api.attributes.update, { params: { id: source }, body: { name: 'Area' } }));
    expect(await columnOf(version, 'Area')).toMatchObject({ id: `attribute:${ids[0]}`, type: 'string', editable: true });
    await followedBy(anna, await set(facility, source, 'West'));
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: summary }, body: { attributes: { [ids[0]]: null } } });
    expect(await passing('West')).toEqual([summary, row]);
  });

  test('have attributes of their own; a refused value is told beside those that were taken', async () => {
    const version = await anna.version();
    const params = { id: version };
    const body = {
      name: 'Grade',
      type: 'number' as const,
      values: [],
      unit: 'm',
      required: false,
      unique: true,
      inherits: false,
      default_value: null,
    };
    const { id } = await anna.ok(api.attributeValues.create, { params, body });
    expect(await anna.refused(api.attributeValues.create, { params, body })).toMatchObject({ code: 'version_attribute.name_taken' });
    const [a, b] = [await anna.item(version, { name: 'A' }), await anna.item(version, { name: 'B' })];
    const items = [
      { id: a, attributes: { [id]: 1 } },
      { id: b, attributes: { [id]: 1 } },
    ];
    const { refused } = await anna.ok(api.wbs.updateMany, { params, body: { items, skip_refused: true } });
    expect(refused).toMatchObject([{ id: b, code: 'attribute.not_unique', parameters: { field: `attribute:${id}` } }]);
    expect(await anna.refused(api.wbs.update, { params: { id: version, wbsId: b }, body: { attributes: { [id]: 'x' } } })).toMatchObject({
      code: 'attribute.bad_value',
    });
    expect(await anna.refused(api.wbs.update, { params: { id: version, wbsId: b }, body: { attributes: { 99999: 1 } } })).toMatchObject({
      code: 'attribute.not_found',
    });
    await anna.ok(api.attributeValues.update, { params: { id: version, attributeId: id }, body: { ...body, name: 'Level' } });
    expect((await anna.ok(api.attributeValues.list, { params })).attributes).toMatchObject([
      { name: 'Level', rows: 1, unit: 'm', unique: true },
    ]);
    await anna.ok(api.attributeValues.remove, { params: { id: version, attributeId: id } });
    await anna.ok(api.edits.undo, { params });
    expect((await anna.ok(api.attributeValues.list, { params })).attributes).toMatchObject([{ name: 'Level', rows: 1 }]);
  });
});

test('a node has a key that nobody else has, and is found by it', async () => {
  const { facility, project } = await places();
  await anna.ok(api.eps.setKey, { params: { id: facility }, body: { key: 'PLANT-1' } });
  expect(await anna.ok(api.eps.key, { params: { id: facility } })).toEqual({ key: 'PLANT-1' });
  expect((await anna.ok(api.eps.getByKey, { params: { key: 'plant-1' } })).id).toBe(facility);
  expect(await anna.ok(api.eps.validateKey, { query: { key: 'Plant-1' } })).toEqual({ valid: true, free: false });
  expect(await anna.ok(api.eps.validateKey, { query: { key: 'no spaces' } })).toEqual({ valid: false, free: true });
  expect(await anna.refused(api.eps.setKey, { params: { id: project }, body: { key: 'plant-1' } })).toMatchObject({
    status: 409,
    code: 'node.key_taken',
  });
  await anna.ok(api.eps.setKey, { params: { id: facility }, body: { key: null } });
  expect(await anna.refused(api.eps.getByKey, { params: { key: 'PLANT-1' } })).toMatchObject({ status: 404, code: 'node.not_found' });
  expect(await vera.refused(api.eps.setKey, { params: { id: project }, body: { key: 'X' } })).toMatchObject({ status: 403 });
  for (const refusal of [
    await stranger.refused(api.eps.key, { params: { id: project } }),
    await stranger.refused(api.eps.setKey, { params: { id: project }, body: { key: 'X' } }),
  ])
    expect(refusal).toMatchObject({ status: 404, code: 'node.not_found' });
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const { facility, schedule } = await places();
  const id = await create(facility, definition('Guarded'));
  const version = await anna.version(schedule);
  const values = { values: [{ attribute_id: id, value: 'x' }] };
  const own = { name: 'X', values: [], unit: '', required: false, unique: false, inherits: false, default_value: null };
  const calls = async (person: Person) => [
    await person.refused(api.attributes.create, { params: { id: facility }, body: definition('X') }),
    await person.refused(api.attributes.update, { params: { id }, body: { name: 'X' } }),
    await person.refused(api.attributes.updateAt, { params: { id: facility, attributeId: id }, body: { name: 'X' } }),
    await person.refused(api.attributes.removeAt, { params: { id: facility, attributeId: id } }),
    await person.refused(api.attributes.removeChecked, { body: { ids: [id] } }),
    await person.refused(api.attributes.savePassport, { params: { id: facility }, body: values }),
    await person.refused(api.attributes.saveValues, { params: { id: facility }, body: values }),
    await person.refused(api.attributeValues.create, { params: { id: version }, body: { ...own, type: 'string' } }),
    await person.refused(api.attributeValues.take, { params: { id: version }, body: { source_ids: [id] } }),
    await person.refused(api.attributeValues.update, { params: { id: version, attributeId: 1 }, body: own }),
    await person.refused(api.attributeValues.remove, { params: { id: version, attributeId: 1 } }),
  ];
  for (const refusal of await calls(vera)) expect(refusal).toMatchObject({ status: 403 });
  expect(await vera.refused(api.attributes.createInSpace, { body: definition('X') })).toMatchObject({ status: 403 });
  for (const refusal of await calls(stranger)) expect(refusal).toMatchObject({ status: 404 });
  for (const refusal of [
    await stranger.refused(api.attributes.list, { params: { id: facility } }),
    await stranger.refused(api.attributes.lists, { params: { id: facility } }),
    await stranger.refused(api.attributes.passport, { params: { id: facility } }),
    await stranger.refused(api.attributes.search, { params: { id: facility } }),
    await stranger.refused(api.attributes.export, { params: { id: facility, x: 'json' } }),
    await stranger.refused(api.attributeValues.list, { params: { id: version } }),
  ])
    expect(refusal).toMatchObject({ status: 404 });
  expect((await stranger.ok(api.attributes.listAll)).attributes).toEqual([]);
});
