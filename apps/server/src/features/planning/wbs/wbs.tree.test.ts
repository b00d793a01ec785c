import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
const at = () => ({ id: version });
const one = (wbsId: number) => ({ id: version, wbsId });

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
});
afterAll(() => world.close());
beforeEach(async () => {
  version = await anna.version(schedule);
});

type Row = Record<string, any> & { id: number };
const rows = async () => (await anna.ok(api.wbs.list, { params: at() })).items as Row[];
/** The tree as indented names. */
async function tree(): Promise<string[]> {
  const list = await rows();
  const depth = (row: Row): number => (row['parent_id'] === null ? 0 : 1 + depth(list.find(({ id }) => id === row['parent_id']) as Row));
  return list.map((row) => `${' '.repeat(depth(row))}${row['name']}`);
}
const add = (name: string, parentId: number | null = null) => anna.item(version, { name }, parentId);

describe('moving', () => {
  test('indent, outdent, up and down go step by step and stop at the ends', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    await anna.ok(api.wbs.indent, { params: one(b) });
    await anna.ok(api.wbs.indent, { params: one(c) });
    expect(await tree()).toEqual(['A', ' B', ' C']);
    await anna.ok(api.wbs.up, { params: one(c) });
    expect(await tree()).toEqual(['A', ' C', ' B']);
    expect(await anna.refused(api.wbs.up, { params: one(c) })).toMatchObject({ status: 409, code: 'wbs.cannot_move' });
    expect(await anna.refused(api.wbs.down, { params: one(b) })).toMatchObject({ status: 409, code: 'wbs.cannot_move' });
    expect(await anna.refused(api.wbs.indent, { params: one(c) })).toMatchObject({ status: 409, code: 'wbs.cannot_indent' });
    await anna.ok(api.wbs.outdent, { params: one(c) });
    expect(await tree()).toEqual(['A', ' B', 'C']);
    expect(await anna.refused(api.wbs.outdent, { params: one(c) })).toMatchObject({ status: 409, code: 'wbs.cannot_outdent' });
    await anna.ok(api.wbs.down, { params: one(a) });
    expect(await tree()).toEqual(['C', 'A', ' B']);
  });

  test('a task that an indent made a summary is a task again when its last row is taken out', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const typeOfA = async () => (await anna.ok(api.wbs.get, { params: one(a) })).item;
    await anna.ok(api.wbs.indent, { params: one(b) });
    expect(await typeOfA()).toMatchObject({ type: 'sum' });
    await anna.ok(api.wbs.outdent, { params: one(b) });
    expect(await typeOfA()).toMatchObject({ type: 'task' });
  });

  test('into a parent at a place; never into itself or below itself', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    await anna.ok(api.wbs.move, { params: one(b), body: { parent_id: a, index: 0 } });
    await anna.ok(api.wbs.move, { params: one(c), body: { parent_id: a, index: 0 } });
    expect(await tree()).toEqual(['A', ' C', ' B']);
    await anna.ok(api.wbs.move, { params: one(c), body: { parent_id: null, index: 99 } });
    expect(await tree()).toEqual(['A', ' B', 'C']);
    for (const parent_id of [a, b])
      expect(await anna.refused(api.wbs.move, { params: one(a), body: { parent_id, index: 0 } })).toMatchObject({
        status: 422,
        code: 'wbs.wrong_parent',
      });
    expect(await anna.refused(api.wbs.move, { params: one(a), body: { parent_id: 4711, index: 0 } })).toMatchObject({ status: 404 });
    for (const body of [{}, { parent_id: null }, { parent_id: null, index: -1 }, { parent_id: null, index: 0.5 }])
      expect(await anna.refused(api.wbs.move, { params: one(a), body: body as never })).toMatchObject({ status: 400 });
    expect(await tree()).toEqual(['A', ' B', 'C']);
  });

  test('each into the other at the same moment: one of them, and every row is still in the tree', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const into = (id: number, parent_id: number) => anna.call(api.wbs.move, { params: one(id), body: { parent_id, index: 0 } });
    const answers = await Promise.all([into(a, b), into(b, a), into(a, b), into(b, a)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.map(({ status }) => status)).toContain(422);
    expect(await rows()).toHaveLength(2);
  });
});

describe('a task that became a summary', () => {
  const typeOf = async (id: number) => (await rows()).find((row) => row.id === id)?.['type'];
  let parent: number;
  let child: number;
  beforeEach(async () => {
    [parent, child] = [await add('Parent'), await add('Child')];
    await anna.ok(api.wbs.indent, { params: one(child) });
  });

  test.each([
    ['outdented', () => anna.ok(api.wbs.outdent, { params: one(child) })],
    ['moved', () => anna.ok(api.wbs.move, { params: one(child), body: { parent_id: null, index: 0 } })],
    ['moved with others', () => anna.ok(api.wbs.moveMany, { params: at(), body: { ids: [child], parent_id: null, after_id: null } })],
    ['deleted', () => anna.ok(api.wbs.remove, { params: one(child) })],
    ['deleted with others', async () => anna.ok(api.wbs.removeMany, { params: at(), body: { ids: [child, await add('Other')] } })],
  ])('is a task again when its last row is %s, and a summary after an undo', async (_how, act) => {
    expect(await typeOf(parent)).toBe('sum');
    await act();
    expect(await typeOf(parent)).toBe('task');
    await anna.ok(api.edits.undo, { params: at() });
    expect(await typeOf(parent)).toBe('sum');
  });

  test('stays one while it has rows, as does a summary of the plan without any', async () => {
    const second = await add('Second', parent);
    await anna.ok(api.wbs.remove, { params: one(child) });
    expect(await typeOf(parent)).toBe('sum');
    await anna.ok(api.wbs.remove, { params: { id: version, wbsId: second } });
    const planned = (await anna.ok(api.wbs.create, { params: at(), body: { item: { name: 'Phase', type: 'sum' } } })).id;
    const inside = await add('Inside', planned);
    await anna.ok(api.wbs.remove, { params: one(inside) });
    expect(await typeOf(planned)).toBe('sum');
  });
});
