import { api } from '@gantry/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { withOneVersion } from '../../../testing/samples/one-version.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { firstMissing } from '../edits/edits.service.ts';

const here = withOneVersion();
const { at, one, rows, tree, add } = here;

describe('moving', () => {
  test('indent, outdent, up and down go step by step and stop at the ends', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    await here.anna.ok(api.wbs.indent, { params: one(b) });
    await here.anna.ok(api.wbs.indent, { params: one(c) });
    expect(await tree()).toEqual(['A', ' B', ' C']);
    await here.anna.ok(api.wbs.up, { params: one(c) });
    expect(await tree()).toEqual(['A', ' C', ' B']);
    expect(await here.anna.refused(api.wbs.up, { params: one(c) })).toMatchObject({ status: 409, code: 'wbs.cannot_move' });
    expect(await here.anna.refused(api.wbs.down, { params: one(b) })).toMatchObject({ status: 409, code: 'wbs.cannot_move' });
    expect(await here.anna.refused(api.wbs.indent, { params: one(c) })).toMatchObject({ status: 409, code: 'wbs.cannot_indent' });
    await here.anna.ok(api.wbs.outdent, { params: one(c) });
    expect(await tree()).toEqual(['A', ' B', 'C']);
    expect(await here.anna.refused(api.wbs.outdent, { params: one(c) })).toMatchObject({ status: 409, code: 'wbs.cannot_outdent' });
    await here.anna.ok(api.wbs.down, { params: one(a) });
    expect(await tree()).toEqual(['C', 'A', ' B']);
  });

  test('a task that an indent made a summary is a task again when its last row is taken out', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const typeOfA = async () => (await here.anna.ok(api.wbs.get, { params: one(a) })).item;
    await here.anna.ok(api.wbs.indent, { params: one(b) });
    expect(await typeOfA()).toMatchObject({ type: 'sum' });
    await here.anna.ok(api.wbs.outdent, { params: one(b) });
    expect(await typeOfA()).toMatchObject({ type: 'task' });
  });

  test('into a parent at a place; never into itself or below itself', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    await here.anna.ok(api.wbs.move, { params: one(b), body: { parent_id: a, index: 0 } });
    await here.anna.ok(api.wbs.move, { params: one(c), body: { parent_id: a, index: 0 } });
    expect(await tree()).toEqual(['A', ' C', ' B']);
    await here.anna.ok(api.wbs.move, { params: one(c), body: { parent_id: null, index: 99 } });
    expect(await tree()).toEqual(['A', ' B', 'C']);
    for (const parent_id of [a, b])
      expect(await here.anna.refused(api.wbs.move, { params: one(a), body: { parent_id, index: 0 } })).toMatchObject({
        status: 422,
        code: 'wbs.wrong_parent',
      });
    expect(await here.anna.refused(api.wbs.move, { params: one(a), body: { parent_id: 4711, index: 0 } })).toMatchObject({ status: 404 });
    for (const body of [{}, { parent_id: null }, { parent_id: null, index: -1 }, { parent_id: null, index: 0.5 }])
      expect(await here.anna.refused(api.wbs.move, { params: one(a), body: body as never })).toMatchObject({ status: 400 });
    expect(await tree()).toEqual(['A', ' B', 'C']);
  });

  test('out of eight parents sends as many statements as out of two, and leaves tasks behind', async () => {
    const moved = async (count: number) => {
      const parents: number[] = [];
      const ids: number[] = [];
      for (let index = 0; index < count; index += 1) {
        parents.push(await add('Parent'));
        ids.push(await add('Child', parents[index]));
      }
      const body = { ids, parent_id: null, after_id: null };
      const sent = await statementsOf(() => here.anna.ok(api.wbs.moveMany, { params: at(), body }));
      const types = (await rows()).flatMap((row) => (parents.includes(row.id) ? [row['type']] : []));
      expect(types).toEqual(parents.map(() => 'task'));
      return sent.length;
    };
    await moved(1);
    expect(await moved(8)).toBe(await moved(2));
  });

  test('reads ids and positions alone of siblings, below a row and at the top', async () => {
    const phase = await add('Phase');
    const [, last] = [await add('A', phase), await add('B', phase)];
    const other = await add('Other');
    const reads = async (id: number, parent_id: number | null) => {
      const sent = await statementsOf(() => here.anna.ok(api.wbs.move, { params: one(id), body: { parent_id, index: 0 } }));
      return sent.filter((text) => /^\s*select/.test(text) && /from "?wbs_item/.test(text) && text.includes('duration_minutes'));
    };
    const below = await reads(last, phase);
    expect([below.length, below.filter((text) => !text.includes('t.id = any('))]).toEqual([2, []]);
    expect(await reads(other, null)).toHaveLength(1);
    expect(await tree()).toEqual(['Other', 'Phase', ' B', ' A']);
  });

  test('refuses by the first id without a row after one look at each row', () => {
    let looks = 0;
    const present = Array.from({ length: 1000 }, (_, id) => ({
      get id() {
        looks += 1;
        return id;
      },
    }));
    const ids = present.map((_, id) => id);
    expect([firstMissing(ids, present), firstMissing([...ids, 4711, 4712], present)]).toEqual([undefined, 4711]);
    expect(looks).toBe(2 * ids.length);
  });

  test('each into the other at the same moment: one of them, and every row is still in the tree', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const into = (id: number, parent_id: number) => here.anna.call(api.wbs.move, { params: one(id), body: { parent_id, index: 0 } });
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
    await here.anna.ok(api.wbs.indent, { params: one(child) });
  });

  test.each([
    ['outdented', () => here.anna.ok(api.wbs.outdent, { params: one(child) })],
    ['moved', () => here.anna.ok(api.wbs.move, { params: one(child), body: { parent_id: null, index: 0 } })],
    ['moved with others', () => here.anna.ok(api.wbs.moveMany, { params: at(), body: { ids: [child], parent_id: null, after_id: null } })],
    ['deleted', () => here.anna.ok(api.wbs.remove, { params: one(child) })],
    ['deleted with others', async () => here.anna.ok(api.wbs.removeMany, { params: at(), body: { ids: [child, await add('Other')] } })],
  ])('is a task again when its last row is %s, and a summary after an undo', async (_how, act) => {
    expect(await typeOf(parent)).toBe('sum');
    await act();
    expect(await typeOf(parent)).toBe('task');
    await here.anna.ok(api.edits.undo, { params: at() });
    expect(await typeOf(parent)).toBe('sum');
  });

  test('stays one while it has rows, as does a summary of the plan without any', async () => {
    const second = await add('Second', parent);
    await here.anna.ok(api.wbs.remove, { params: one(child) });
    expect(await typeOf(parent)).toBe('sum');
    await here.anna.ok(api.wbs.remove, { params: { id: here.version, wbsId: second } });
    const planned = (await here.anna.ok(api.wbs.create, { params: at(), body: { item: { name: 'Phase', type: 'sum' } } })).id;
    const inside = await add('Inside', planned);
    await here.anna.ok(api.wbs.remove, { params: one(inside) });
    expect(await typeOf(planned)).toBe('sum');
  });
});
