import { api, type DirectoryAttributeDefinition, type DirectoryRowChange } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let facility: number;
let project: number;
let m3: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = [await world.person('anna'), await world.person('boris')];
  await anna.space();
  await world.join(boris, anna, 'planner');
  facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'Line', facility_id: facility } })).id;
  m3 = (await anna.ok(api.measures.create, { body: { name: 'Cubic metre', sign: 'm³' } })).id;
});
afterAll(() => world.close());

const column = (name: string, more: Partial<DirectoryAttributeDefinition> = {}) => ({ name, type: 'number' as const, ...more });
let made = 0;
async function create(epsId: number, columns: ReturnType<typeof column>[] = [], kind: 'general' | 'work_types' = 'general') {
  const { id } = await anna.ok(api.directories.create, { params: { epsId }, body: { name: `Directory ${(made += 1)}`, kind, columns } });
  return { params: { epsId, directoryId: id }, ...(await anna.ok(api.directories.get, { params: { epsId, directoryId: id } })) };
}
type At = { params: { epsId: number; directoryId: number } };
const read = ({ params }: At) => anna.ok(api.directories.rows, { params });
async function edit({ params }: At, changes: DirectoryRowChange[], person = anna, base?: number) {
  const base_revision = base ?? (await person.ok(api.directories.get, { params })).revision;
  return person.ok(api.directories.edit, { params, body: { base_revision, changes } });
}
async function refuse({ params }: At, changes: DirectoryRowChange[], person = anna, base?: number) {
  const base_revision = base ?? (await anna.ok(api.directories.get, { params })).revision;
  return person.refused(api.directories.edit, { params, body: { base_revision, changes } });
}
const add = (id: number, more: Partial<Extract<DirectoryRowChange, { do: 'add' }>> = {}): DirectoryRowChange => ({
  do: 'add',
  id,
  parent_id: null,
  ...more,
});

describe('a directory', () => {
  test('is seen from its node down, changed where it stands, and the nearest one of work types holds', async () => {
    const above = await create(facility, [column('Productivity', { role: 'productivity' })], 'work_types');
    const list = async (epsId: number) => (await anna.ok(api.directories.list, { params: { epsId } })).directories;
    expect((await list(project)).find(({ id }) => id === above.id)).toMatchObject({ inherited: true, node_name: 'Plant', attributes: 1 });
    const holding = async () => (await anna.ok(api.directories.workTypes, { params: { epsId: project } })).directory?.id;
    expect(await holding()).toBe(above.id);
    const near = await create(project, [], 'work_types');
    expect(await holding()).toBe(near.id);
    expect((await list(facility)).map(({ id }) => id)).not.toContain(near.id);
    const below = { epsId: project, directoryId: above.id };
    expect((await anna.ok(api.directories.get, { params: below })).columns).toMatchObject([{ name: 'Productivity', role: 'productivity' }]);
    expect(await anna.refused(api.directories.updateName, { params: below, body: { name: 'X' } })).toMatchObject({
      status: 422,
      code: 'directory.stands_elsewhere',
      parameters: { node: 'Plant' },
    });
    await anna.ok(api.directories.updateName, { params: near.params, body: { name: 'Works of the line' } });
    expect(await anna.refused(api.directories.create, { params: { epsId: project }, body: { name: 'works of the LINE' } })).toMatchObject({
      code: 'directory.name_taken',
    });
    await anna.ok(api.directories.remove, { params: near.params });
    expect(await holding()).toBe(above.id);
  });

  test('holds rows in a tree, in their order, that are added, changed, moved and removed together', async () => {
    const at = await create(facility, [column('Price', { type: 'money' }), column('Kind', { type: 'string', default_value: 'plain' })]);
    const [price, kind] = at.columns.map(({ id }) => id);
    const { ids, revision } = await edit(at, [
      add(-1, { code: 'A', name: 'Earth' }),
      add(-2, { parent_id: -1, code: 'A1', name: 'Digging', measure_id: m3, cells: { [price]: 12.5 } }),
      add(-3, { parent_id: -1, code: 'A2', name: 'Filling' }),
      add(-4, { parent_id: -1, after_id: null, code: 'A0', name: 'Setting out', cells: { [kind]: 'other' } }),
    ]);
    const [a, a1, a2, a0] = ids.map(({ id }) => id);
    expect(await read(at)).toMatchObject({
      revision,
      ids: [a, a0, a1, a2],
      codes: ['A', 'A0', 'A1', 'A2'],
      parent_ids: [null, a, a, a],
      measure_ids: [null, null, m3, null],
      valid: [1, 1, 1, 1],
      columns: [
        { attribute_id: price, values: [null, null, 12.5, null] },
        { attribute_id: kind, values: ['plain', 'other', 'plain', 'plain'] },
      ],
    });
    await edit(at, [
      { do: 'move', id: a2, parent_id: a, after_id: a0 },
      { do: 'update', id: a1, name: 'Excavation', cells: { [price]: null } },
      add(-1, { parent_id: a1, name: 'By hand' }),
    ]);
    expect((await read(at)).names).toEqual(['Earth', 'Setting out', 'Filling', 'Excavation', 'By hand']);
    await edit(at, [{ do: 'remove', id: a1 }]);
    expect((await read(at)).ids).toEqual([a, a0, a2]);
    expect((await anna.ok(api.directories.get, at)).rows).toBe(3);
  });

  test('refuses rows one cannot have, and then changes nothing', async () => {
    const at = await create(facility, [column('Rate', { unique: true, required: true }), column('Sort', { type: 'flag' })]);
    const [rate, sort] = at.columns.map(({ id }) => id);
    const { ids } = await edit(at, [
      add(-1, { code: 'A', cells: { [rate]: 1 } }),
      add(-2, { parent_id: -1, code: 'B', cells: { [rate]: 2 } }),
    ]);
    const [a, b] = ids.map(({ id }) => id);
    const before = await read(at);
    const cases: [DirectoryRowChange[], string][] = [
      [[{ do: 'move', id: a, parent_id: b }], 'directory_row.ring'],
      [[{ do: 'move', id: a, parent_id: a }], 'directory_row.ring'],
      [[add(-1, { code: 'a' })], 'directory_row.code_taken'],
      [[add(-1, { code: 'C' }), add(-2, { code: 'c' })], 'directory_row.code_taken'],
      [[add(-1, { parent_id: 999_999 })], 'directory_row.not_found'],
      [[add(-1, { parent_id: -2 })], 'directory_row.not_found'],
      [[{ do: 'update', id: 999_999, name: 'x' }], 'directory_row.not_found'],
      [[add(-1, { measure_id: 999_999 })], 'directory_row.bad_measure'],
      [[add(-1, { donors: { 7: 1 } })], 'directory_row.bad_donor'],
      [[{ do: 'update', id: a, cells: { [sort]: 'yes' } }], 'directory_attribute.bad_value'],
      [[{ do: 'update', id: a, cells: { [rate]: null } }], 'directory_attribute.required'],
      [[{ do: 'update', id: a, cells: { [rate]: 2 } }], 'directory_attribute.not_unique'],
      [[add(-1, { cells: { [rate]: 9 } }), add(-2, { cells: { [rate]: 9 } })], 'directory_attribute.not_unique'],
      [
        [
          { do: 'update', id: a, name: 'Changed' },
          { do: 'remove', id: 999_999 },
        ],
        'directory_row.not_found',
      ],
    ];
    for (const [changes, code] of cases) expect(await refuse(at, changes)).toMatchObject({ code });
    expect(await read(at)).toEqual(before);
    // Two rows change places with their codes and values: no moment of it is anybody's business.
    await edit(at, [
      { do: 'update', id: a, code: 'B', cells: { [rate]: 2 } },
      { do: 'update', id: b, code: 'A', cells: { [rate]: 1 } },
    ]);
    expect((await read(at)).codes).toEqual(['B', 'A']);
  });
});

describe('two people', () => {
  test('change different cells of a row, not the same one', async () => {
    const at = await create(facility, [column('A'), column('B')]);
    const [first, second] = at.columns.map(({ id }) => id);
    const { ids, revision } = await edit(at, [add(-1, { name: 'Row' })]);
    const { id } = ids[0];
    await edit(at, [{ do: 'update', id, cells: { [first]: 1 } }], boris, revision);
    await edit(at, [{ do: 'update', id, cells: { [second]: 2 } }], anna, revision);
    expect(await refuse(at, [{ do: 'update', id, cells: { [first]: 3 } }], anna, revision)).toMatchObject({
      status: 409,
      code: 'directory.changed_since',
      parameters: { field: `cells.${first}`, by: 'boris Tester' },
    });
    expect(await refuse(at, [{ do: 'remove', id }], anna, revision)).toMatchObject({ code: 'directory.changed_since' });
    const { edits } = await boris.ok(api.directories.since, { ...at, query: { since: revision } });
    expect(edits.map(({ author_id }) => author_id)).toEqual([boris.id, anna.id]);
    expect(await anna.refused(api.directories.undo, { ...at, body: { revision: revision + 1 } })).toMatchObject({
      code: 'directory.nothing_to_undo',
    });
    await anna.ok(api.directories.undo, { ...at, body: {} });
    expect(await read(at)).toMatchObject({ columns: [{ values: [1] }, { values: [null] }] });
    expect(await anna.refused(api.directories.undo, { ...at, body: { revision } })).toMatchObject({ code: 'directory.changed_since' });
  });
});

describe('columns and lists', () => {
  test('a list value keeps its id: a new text shows everywhere, a value that goes leaves cells that are not valid', async () => {
    const at = await create(facility);
    const values = [
      { text: 'B25', parameter: 25 },
      { text: 'B30', parameter: 30 },
    ];
    const { list } = await anna.ok(api.directories.createList, { ...at, body: { name: 'Concrete', values } });
    const { id } = await anna.ok(api.directories.createAttribute, {
      ...at,
      body: column('Class', { type: 'list', list_id: list.id }),
    });
    const [b25, b30] = list.values.map((value) => value.id);
    await edit(at, [add(-1, { cells: { [id]: b25 } }), add(-2, { cells: { [id]: b30 } })]);
    expect(await refuse(at, [add(-1, { cells: { [id]: 'B25' } })])).toMatchObject({ code: 'directory_attribute.bad_value' });
    const ofList = { params: { ...at.params, listId: list.id } };
    await anna.ok(api.directories.setListValue, { ...ofList, body: { id: b25, text: 'C20/25', parameter: 25 } });
    expect(await anna.refused(api.directories.setListValue, { ...ofList, body: { text: 'c20/25' } })).toMatchObject({
      code: 'directory_list.value_taken',
    });
    await anna.ok(api.directories.setListValue, { ...ofList, body: { id: b30, remove: true } });
    expect((await anna.ok(api.directories.lists, at)).lists).toMatchObject([
      { name: 'Concrete', values: [{ id: b25, text: 'C20/25', parameter: 25 }] },
    ]);
    expect((await read(at)).valid).toEqual([1, 0]);
    const { values: broken } = await anna.ok(api.directories.invalidValues, at);
    expect(broken).toMatchObject([{ attribute_id: id, value: b30, problem: 'list', fix: { do: 'update', cells: { [id]: null } } }]);
    await edit(at, [broken[0].fix as DirectoryRowChange]);
    expect((await read(at)).valid).toEqual([1, 1]);
    expect(await anna.refused(api.directories.removeList, ofList)).toMatchObject({
      code: 'directory_list.in_use',
      parameters: { users: ['Class'] },
    });
    await anna.ok(api.directories.setListValues, {
      ...ofList,
      body: { name: 'Grade', values: [{ text: 'B10' }, { id: b25, text: 'B25' }] },
    });
    await anna.ok(api.directories.removeAttribute, { params: { ...at.params, attributeId: id } });
    await anna.ok(api.directories.removeList, ofList);
    for (let step = 0; step < 3; step += 1) await anna.ok(api.directories.undo, { ...at, body: {} });
    expect((await anna.ok(api.directories.get, at)).lists).toMatchObject([{ name: 'Concrete', values: [{ id: b25, text: 'C20/25' }] }]);
    expect((await read(at)).columns).toEqual([{ attribute_id: id, values: [b25, null] }]);
  });

  test('a new type keeps values and proposes what they can be read as', async () => {
    const at = await create(facility, [column('Norm', { type: 'string' })]);
    const [norm] = at.columns.map(({ id }) => id);
    await edit(at, [add(-1, { cells: { [norm]: '12,5' } }), add(-2, { cells: { [norm]: 'many' } }), add(-3)]);
    const params = { ...at.params, attributeId: norm };
    const { invalid } = await anna.ok(api.directories.updateAttribute, {
      params,
      body: { type: 'number', required: true, default_value: 1 },
    });
    expect(invalid).toBe(3);
    const { values } = await anna.ok(api.directories.invalidValues, at);
    expect(values.map(({ problem, fix }) => [problem, fix?.do === 'update' && fix.cells?.[norm]])).toEqual([
      ['number', 12.5],
      ['number', 1],
      ['required', 1],
    ]);
    await edit(
      at,
      values.map(({ fix }) => fix as DirectoryRowChange),
    );
    expect((await anna.ok(api.directories.invalidValues, at)).total).toBe(0);
    const refused = async (body: object) =>
      (await anna.refused(api.directories.createAttribute, { ...at, body: { ...column('X'), ...body } })).code;
    expect(await refused({ name: 'norm' })).toBe('directory_attribute.name_taken');
    expect(await refused({ type: 'list' })).toBe('directory_attribute.list_missing');
    expect(await refused({ default_value: 'x' })).toBe('directory_attribute.bad_value');
    expect(await refused({ linked: { kind: 'attribute', attribute_id: 999_999 } })).toBe('directory_attribute.link_not_found');
    expect(await refused({ linked: { kind: 'field', field: 'earlyStart' } })).toBe('directory_attribute.link_not_found');
    expect(await refused({ donor: { directory_id: 999_999, attribute_id: 1 } })).toBe('directory_attribute.donor_not_found');
    await anna.ok(api.directories.createAttribute, {
      ...at,
      body: column('Duration', { linked: { kind: 'field', field: 'durationMinutes' } }),
    });
    expect((await anna.ok(api.directories.linked, at)).columns).toMatchObject([{ name: 'Duration' }]);
  });

  test('times, telephones and cards are kept in one spelling only; what another type kept is proposed in it', async () => {
    const at = await create(facility, [column('Shift', { type: 'time', default_value: '08:00' }), column('Call', { type: 'string' })]);
    const [shift, call] = at.columns.map(({ id }) => id);
    await edit(at, [add(-1, { cells: { [shift]: '07:30', [call]: '+7 (916) 123-45-67' } }), add(-2, { cells: { [call]: 'the gate' } })]);
    expect((await read(at)).columns[0].values).toEqual(['07:30', '08:00']);
    for (const value of ['0730', '25:00', 730])
      expect(await refuse(at, [add(-1, { cells: { [shift]: value } })])).toMatchObject({
        status: 422,
        code: 'directory_attribute.bad_value',
      });
    const params = { ...at.params, attributeId: call };
    expect(await anna.ok(api.directories.updateAttribute, { params, body: { type: 'phone' } })).toMatchObject({ invalid: 2 });
    const { values } = await anna.ok(api.directories.invalidValues, at);
    expect(values.map(({ problem, fix }) => [problem, fix?.do === 'update' && fix.cells?.[call]])).toEqual([
      ['phone', '+79161234567'],
      ['phone', null],
    ]);
    await anna.ok(api.directories.createAttribute, { ...at, body: column('Card', { type: 'card' }) });
    const wrong = column('Until', { type: 'fulltime', default_value: '08:00' });
    expect(await anna.refused(api.directories.createAttribute, { ...at, body: wrong })).toMatchObject({
      code: 'directory_attribute.bad_value',
    });
  });
});

describe('donors', () => {
  test('give values that follow them, through as many directories as there are, and never round', async () => {
    const prices = await create(facility, [column('Price', { type: 'money' })]);
    const [price] = prices.columns.map(({ id }) => id);
    const { ids } = await edit(prices, [
      add(-1, { code: 'C', name: 'Concrete', cells: { [price]: 100 } }),
      add(-2, { code: 'S', cells: { [price]: 7 } }),
    ]);
    const [concrete, sand] = ids.map(({ id }) => id);
    const norms = await create(facility, [column('Price', { type: 'money', donor: { directory_id: prices.id, attribute_id: price } })]);
    const [taken] = norms.columns.map(({ id }) => id);
    const row = (await edit(norms, [add(-1, { name: 'Slab', donors: { [prices.id]: concrete } })])).ids[0].id;
    const works = await create(project, [column('Cost', { type: 'money', donor: { directory_id: norms.id, attribute_id: taken } })]);
    await edit(works, [add(-1, { name: 'Work', donors: { [norms.id]: row } })]);
    const cost = async () => (await read(works)).columns[0].values;
    expect(await cost()).toEqual([100]);
    await edit(prices, [{ do: 'update', id: concrete, cells: { [price]: 120 } }]);
    expect(await cost()).toEqual([120]);
    await anna.ok(api.directories.undo, { ...prices, body: {} });
    expect(await cost()).toEqual([100]);
    await edit(norms, [{ do: 'update', id: row, donors: { [prices.id]: sand } }]);
    expect(await cost()).toEqual([7]);
    expect(await refuse(norms, [{ do: 'update', id: row, cells: { [taken]: 5 } }])).toMatchObject({
      code: 'directory_attribute.is_donated',
    });
    expect(await refuse(norms, [{ do: 'update', id: row, donors: { [prices.id]: 999 } }])).toMatchObject({
      code: 'directory_row.bad_donor',
    });
    const ring = { ...prices, body: column('Ring', { type: 'money', donor: { directory_id: norms.id, attribute_id: taken } }) };
    expect(await anna.refused(api.directories.createAttribute, ring)).toMatchObject({ code: 'directory_attribute.donor_ring' });
    const wrong = { ...norms, body: column('Wrong', { type: 'string', donor: { directory_id: prices.id, attribute_id: price } }) };
    expect(await anna.refused(api.directories.createAttribute, wrong)).toMatchObject({ code: 'directory_attribute.donor_type' });
    const { columns, offered } = await anna.ok(api.directories.donor, norms);
    expect(columns.map(({ id }) => id)).toEqual([taken]);
    expect(offered.map(({ directory_id }) => directory_id)).toContain(prices.id);
    expect(offered.map(({ directory_id }) => directory_id)).not.toContain(works.id);

    const { nodes, edges } = await anna.ok(api.directories.graph, norms);
    expect(nodes.map(({ id }) => id).sort()).toEqual([prices.id, norms.id, works.id].sort());
    expect(edges).toMatchObject([
      { from: { id: prices.id }, to: { id: norms.id }, by: 'donor' },
      { from: { id: norms.id }, to: { id: works.id }, by: 'donor' },
    ]);
    expect(await anna.refused(api.directories.remove, prices)).toMatchObject({
      status: 409,
      code: 'directory.in_use',
      parameters: { users: [norms.name] },
    });
    expect(await anna.refused(api.directories.moveTo, { params: { ...prices.params, targetEpsId: project } })).toMatchObject({
      code: 'directory.donor_out_of_reach',
    });
    await edit(prices, [{ do: 'remove', id: sand }]);
    expect(await cost()).toEqual([7]);
    const { values } = await anna.ok(api.directories.invalidValues, norms);
    expect(values).toMatchObject([{ problem: 'donor', fix: { donors: { [prices.id]: null } } }]);
    await edit(norms, [values[0].fix as DirectoryRowChange]);
    expect(await cost()).toEqual([null]);
    expect(await anna.ok(api.directories.updateAll, { params: { epsId: facility } })).toMatchObject({ values: 0 });
    expect(await anna.ok(api.directories.updateLinkedValues, works)).toMatchObject({ values: 0, versions: [] });
    await anna.ok(api.directories.remove, { ...prices, query: { in_use: 'true' } });
  });
});
