import { api, type DirectoryAttributeDefinition, type DirectoryRowChange } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { letInOnly } from '../../../testing/team.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { listUses } from './directories.repository.ts';
import { forgetEdits } from './directories.timers.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let stranger: Person;
let facility: number;
let project: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris, vera, stranger] = [
    await world.person('anna'),
    await world.person('boris'),
    await world.person('vera'),
    await world.person('stranger'),
  ];
  await anna.space();
  await stranger.space();
  await world.join(boris, anna, 'planner');
  await world.join(vera, anna, 'viewer');
  facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'Line', facility_id: facility } })).id;
});
afterAll(() => world.close());

const column = (name: string, more: Partial<DirectoryAttributeDefinition> = {}) => ({ name, type: 'number' as const, ...more });
let made = 0;
async function create(epsId: number, columns: ReturnType<typeof column>[] = []) {
  const { id } = await anna.ok(api.directories.create, { params: { epsId }, body: { name: `Directory ${(made += 1)}`, columns } });
  return { params: { epsId, directoryId: id }, ...(await anna.ok(api.directories.get, { params: { epsId, directoryId: id } })) };
}
type At = { params: { epsId: number; directoryId: number } };
const read = ({ params }: At) => anna.ok(api.directories.rows, { params });
async function edit({ params }: At, changes: DirectoryRowChange[]) {
  const base_revision = (await anna.ok(api.directories.get, { params })).revision;
  return anna.ok(api.directories.edit, { params, body: { base_revision, changes } });
}
const add = (id: number, more: Partial<Extract<DirectoryRowChange, { do: 'add' }>> = {}): DirectoryRowChange => ({
  do: 'add',
  id,
  parent_id: null,
  ...more,
});

test('a copy holds the same and is its own; a move takes the directory out of sight', async () => {
  const at = await create(facility, [column('A')]);
  const [a] = at.columns.map(({ id }) => id);
  await edit(at, [add(-1, { code: '1', cells: { [a]: 5 } })]);
  const copy = await anna.ok(api.directories.copyTo, { params: { ...at.params, targetEpsId: project }, body: {} });
  const there = { params: { epsId: project, directoryId: copy.id } };
  const { revision: _one, ...original } = await read(at);
  const { revision: _other, ...copied } = await read(there);
  expect(copied).toEqual(original);
  await edit(there, [add(-1, { code: '2' })]);
  expect((await read(at)).codes).toEqual(['1']);
  expect(await anna.refused(api.directories.copyTo, { params: { ...at.params, targetEpsId: project }, body: {} })).toMatchObject({
    code: 'directory.name_taken',
  });
  await anna.ok(api.directories.updateName, { ...there, body: { name: 'A copy' } });
  await anna.ok(api.directories.moveTo, { params: { ...at.params, targetEpsId: project } });
  expect(await anna.refused(api.directories.get, at)).toMatchObject({ status: 404, code: 'directory.not_found' });
  expect((await read({ params: { epsId: project, directoryId: at.id } })).codes).toEqual(['1']);
});

test('everybody in the space hears of a change', async () => {
  const at = await create(facility);
  const page = await boris.push();
  await edit(at, [add(-1)]);
  await expect
    .poll(() => page.messages.filter(({ event }) => event === 'directory_edited'))
    .toMatchObject([{ data: { directory_id: at.id, node_id: facility } }]);
  await page.close();
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const at = await create(facility, [column('A')]);
  const listed = await anna.ok(api.directories.createList, { ...at, body: { name: 'L' } });
  const ofList = { params: { ...at.params, listId: listed.list.id } };
  const ofColumn = { params: { ...at.params, attributeId: at.columns[0].id } };
  const target = { params: { ...at.params, targetEpsId: project } };
  const changing = (person: Person) => [
    person.refused(api.directories.create, { params: { epsId: facility }, body: { name: 'N' } }),
    person.refused(api.directories.updateAll, { params: { epsId: facility } }),
    person.refused(api.directories.updateName, { ...at, body: { name: 'N' } }),
    person.refused(api.directories.remove, at),
    person.refused(api.directories.edit, { ...at, body: { base_revision: 0, changes: [add(-1)] } }),
    person.refused(api.directories.undo, { ...at, body: {} }),
    person.refused(api.directories.redo, at),
    person.refused(api.directories.createAttribute, { ...at, body: column('N') }),
    person.refused(api.directories.updateAttribute, { ...ofColumn, body: { name: 'N' } }),
    person.refused(api.directories.removeAttribute, ofColumn),
    person.refused(api.directories.updateLinkedValues, at),
    person.refused(api.directories.moveTo, target),
    person.refused(api.directories.copyTo, { ...target, body: {} }),
    person.refused(api.directories.createList, { ...at, body: { name: 'N' } }),
    person.refused(api.directories.removeList, ofList),
    person.refused(api.directories.setListValue, { ...ofList, body: { text: 'x' } }),
    person.refused(api.directories.setListValues, { ...ofList, body: { values: [] } }),
  ];
  const reading = (person: Person) => [
    person.refused(api.directories.list, { params: { epsId: facility } }),
    person.refused(api.directories.workTypes, { params: { epsId: facility } }),
    person.refused(api.directories.get, at),
    person.refused(api.directories.rows, at),
    person.refused(api.directories.since, { ...at, query: { since: 0 } }),
    person.refused(api.directories.history, at),
    person.refused(api.directories.linked, at),
    person.refused(api.directories.donor, at),
    person.refused(api.directories.graph, at),
    person.refused(api.directories.invalidValues, at),
    person.refused(api.directories.lists, at),
  ];
  for (const refusal of await Promise.all(changing(vera))) expect(refusal).toMatchObject({ status: 403 });
  for (const refusal of await Promise.all([...changing(stranger), ...reading(stranger)])) expect(refusal).toMatchObject({ status: 404 });
  // A node of their own does not open the directory of another space.
  const own = (await stranger.ok(api.facilities.create, { body: { name: 'Own' } })).id;
  const through = { params: { epsId: own, directoryId: at.id } };
  for (const refusal of [await stranger.refused(api.directories.get, through), await stranger.refused(api.directories.rows, through)])
    expect(refusal).toMatchObject({ status: 404, code: 'directory.not_found' });
  const stolen = await stranger.refused(api.directories.copyTo, { params: { ...at.params, targetEpsId: own }, body: {} });
  expect(stolen).toMatchObject({ status: 404 });
  expect((await vera.ok(api.directories.rows, at)).revision).toBe((await anna.ok(api.directories.get, at)).revision);
});

test('rights on one node: what it inherits is seen, its own is changed, the rest is not there', async () => {
  const [above, own] = [await create(facility, [column('A')]), await create(project, [column('B')])];
  const other = (await anna.ok(api.facilities.create, { body: { name: 'Elsewhere' } })).id;
  const beside = await create(other);
  const guest = await world.person('guest');
  await letInOnly(guest, anna);
  await anna.ok(api.grants.grant, { body: { node_id: project, user_id: guest.id, role_id: BUILT_IN_ROLE_ID.planner } });
  await edit(above, [add(-1, { code: 'X' })]);
  const seen = { params: { epsId: project, directoryId: above.id } };
  expect((await guest.ok(api.directories.rows, seen)).codes).toEqual(['X']);
  const change = { base_revision: own.revision, changes: [add(-1, { code: 'Y' })] };
  await guest.ok(api.directories.edit, { ...own, body: change });
  expect((await read(own)).codes).toEqual(['Y']);
  expect(await guest.refused(api.directories.edit, { ...above, body: change })).toMatchObject({ status: 403 });
  expect(await guest.refused(api.directories.copyTo, { params: { ...own.params, targetEpsId: facility }, body: {} })).toMatchObject({
    status: 403,
  });
  for (const call of [api.directories.get, api.directories.rows])
    expect([403, 404]).toContain((await guest.refused(call, { params: beside.params })).status);
});

describe('how much is read', () => {
  const contextOfAnna = () => world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });

  test('donor columns of any number of directories come by the same statements', async () => {
    const at = await create(facility);
    const look = () => statementsOf(() => anna.ok(api.directories.donor, at));
    const before = await look();
    const giver = await create(facility, [column('One'), column('Two', { type: 'string' })]);
    expect(await look()).toHaveLength(before.length);
    const { offered } = await anna.ok(api.directories.donor, at);
    expect(offered.filter(({ directory_id }) => directory_id === giver.id).map(({ name, type }) => [name, type])).toEqual([
      ['One', 'number'],
      ['Two', 'string'],
    ]);
  });

  test('a move asks for the nodes of all users at once, and a drawing shows the first users alone', async () => {
    const place = (await anna.ok(api.projects.create, { body: { name: 'Moved to', facility_id: facility } })).id;
    const giver = await create(facility, [column('Price')]);
    const donor = { directory_id: giver.id, attribute_id: giver.columns[0].id };
    const takers = [await create(place, [column('A', { donor })])];
    const move = async (target: number) =>
      statementsOf(async () => {
        const epsId = (await anna.ok(api.directories.get, giver)).node_id;
        await anna.ok(api.directories.moveTo, { params: { epsId, directoryId: giver.id, targetEpsId: target } });
      });
    const before = await move(facility);
    takers.push(await create(place, [column('B', { donor })]), await create(place, [column('C', { donor })]));
    expect(await move(facility)).toHaveLength(before.length);
    const far = await create(facility, [column('D', { donor })]);
    const params = { ...giver.params, targetEpsId: place };
    expect(await anna.refused(api.directories.moveTo, { params })).toMatchObject({ parameters: { other: far.name } });
    for (const { id } of takers) await anna.ok(api.directoryRelations.create, { body: { name: `To ${id}`, from_id: giver.id, to_id: id } });
    const context = await contextOfAnna();
    const key = { spaceId: anna.spaceId, directoryId: giver.id };
    const uses = (most?: number) => context.read(async (db) => (await listUses(db, key, most)).length);
    expect([await uses(), await uses(2)]).toEqual([3, 2]);
  });

  test('takers look at the rows that changed alone, and a deletion taken back is among them', async () => {
    const prices = await create(facility, [column('Price')]);
    const [price] = prices.columns.map(({ id }) => id);
    const { ids } = await edit(prices, [add(-1, { cells: { [price]: 1 } }), add(-2, { cells: { [price]: 2 } })]);
    const works = await create(facility, [column('Cost')]);
    const rows = ids.map(({ id }) => add(-id, { donors: { [prices.id]: id } }));
    await anna.ok(api.directories.createAttribute, {
      ...works,
      body: column('Given', { donor: { directory_id: prices.id, attribute_id: price } }),
    });
    await edit(works, rows);
    const given = async () => (await read(works)).columns[1].values;
    const sent = await statementsOf(() => edit(prices, [{ do: 'update', id: ids[0].id, cells: { [price]: 10 } }]));
    expect(sent.filter((text) => /cells as given[^]*->> \$\d+\)::int = any/.test(text))).toHaveLength(1);
    expect(await given()).toEqual([10, 2]);
    await edit(prices, [{ do: 'remove', id: ids[1].id }]);
    await world.sql(`update directory_row set cells = '{}' where directory_id = $1`, [works.id]);
    await anna.ok(api.directories.undo, { ...prices, body: {} });
    expect(await given()).toEqual([null, 2]);
  });

  test('what more rows than an action can have were changed since is not read: the page reads the directory anew', async () => {
    const at = await create(facility);
    await edit(at, [add(-1)]);
    const since = async () => anna.call(api.directories.since, { ...at, query: { since: at.revision } });
    expect((await since()).status).toBe(200);
    await world.sql('update directory_edit set row_count = 20001 where directory_id = $1 and revision > $2', [at.id, at.revision]);
    expect((await since()).body).toMatchObject({ errors: [{ code: 'directory.too_old' }] });
  });

  test('what was changed long ago goes; a page from then reads the directory anew', async () => {
    const at = await create(facility);
    for (const id of [-1, -2]) await edit(at, [add(id)]);
    const since = (revision: number) => anna.call(api.directories.since, { ...at, query: { since: revision } });
    await world.sql(`update directory_edit set at = now() - interval '731 days' where directory_id = $1 and revision <= $2`, [
      at.id,
      at.revision + 1,
    ]);
    expect(await forgetEdits(world.app.services, 1)).toBe(at.revision + 1);
    expect((await since(at.revision)).body).toMatchObject({ errors: [{ code: 'directory.too_old' }] });
    expect((await since(at.revision + 1)).body).toMatchObject({ edits: [{ revision: at.revision + 2 }] });
    expect(await anna.ok(api.directories.history, at)).toMatchObject({ actions: [{ revision: at.revision + 2 }], can_undo: true });
    await anna.ok(api.directories.undo, { ...at, body: {} });
  });

  test('values that are not valid are found once for all who ask the same, and anew after each change', async () => {
    const at = await create(facility, [column('Number')]);
    const [{ id: attributeId }] = at.columns;
    await edit(at, [add(-1)]);
    await world.sql(`update directory_row set cells = jsonb_build_object($2::text, 'x') where directory_id = $1`, [at.id, attributeId]);
    const ask = (person: Person) => person.ok(api.directories.invalidValues, at);
    const reads = async (person: Person) => {
      const sent = await statementsOf(() => ask(person));
      return sent.filter((text) => /from "?directory_row"? t where/.test(text)).length;
    };
    expect(await reads(anna)).toBeGreaterThan(0);
    expect([await reads(boris), await reads(vera)]).toEqual([0, 0]);
    expect((await ask(vera)).total).toBe(1);
    const [{ id }] = await world.sql('select id from directory_row where directory_id = $1', [at.id]);
    await edit(at, [{ do: 'update', id: Number(id), cells: { [attributeId]: 1 } }]);
    expect(await reads(vera)).toBeGreaterThan(0);
    expect((await ask(boris)).total).toBe(0);
  });
});
