import { api, type DirectoryCell, type DirectoryRowChange } from '@gantry/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { changeRows, positionsOf } from './directories.changes.rules.ts';

let world: World;
let anna: Person;
let facility: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
});
afterAll(() => world.close());

/** All that a directory holds, as the database has it. */
async function contentOf(id: number): Promise<string> {
  const parts: unknown[] = [];
  for (const table of ['directory_list', 'directory_list_value', 'directory_attribute', 'directory_row'])
    parts.push(
      (await world.sql(`select t::text as line from ${table} t where directory_id = $1 order by id`, [id])).map(({ line }) => line),
    );
  return JSON.stringify(parts);
}

type Step = { kind: number; row: number; other: number; number: number };
const step: fc.Arbitrary<Step> = fc.record({ kind: fc.nat(9), row: fc.nat(30), other: fc.nat(30), number: fc.nat(1000) });

/** Does something to a directory; what is refused changes nothing and counts for nothing. */
async function act(directoryId: number, { kind, row, other, number }: Step): Promise<boolean> {
  const params = { epsId: facility, directoryId };
  const { columns, lists, revision } = await anna.ok(api.directories.get, { params });
  const { ids } = await anna.ok(api.directories.rows, { params });
  const pick = (at: number): number => ids[at % ids.length] ?? 1;
  const change = async (changes: DirectoryRowChange[]) =>
    (await anna.call(api.directories.edit, { params, body: { base_revision: revision, changes } })).status === 200;
  const cells: Record<string, DirectoryCell> = Object.fromEntries(
    columns.map(({ id, type, list_id }): [string, DirectoryCell] => {
      const values = lists.find((list) => list.id === list_id)?.values ?? [];
      const value =
        type === 'number' ? number / 7 : type === 'flag' ? number % 2 === 0 : type === 'list' ? (values[0]?.id ?? null) : `t${number}`;
      return [String(id), number % 5 === 0 ? null : value];
    }),
  );
  if (kind <= 2) return change([{ do: 'add', id: -1, parent_id: kind && ids.length ? pick(row) : null, code: `C${number}`, cells }]);
  if (kind === 3) return change([{ do: 'update', id: pick(row), name: `N${number}`, cells }]);
  if (kind === 4) return change([{ do: 'move', id: pick(row), parent_id: other % 3 ? pick(other) : null, after_id: null }]);
  if (kind === 5) return change([{ do: 'remove', id: pick(row) }]);
  if (kind === 6) {
    const type = (['number', 'flag', 'string'] as const)[number % 3];
    return (await anna.call(api.directories.createAttribute, { params, body: { name: `A${number}`, type } })).status === 200;
  }
  const column = columns[number % Math.max(1, columns.length)];
  if (kind === 7 && column) {
    const body = number % 2 ? { index: number % 4 } : { name: `B${number}`, type: 'string' as const };
    const answer = await anna.call(api.directories.updateAttribute, { params: { ...params, attributeId: column.id }, body });
    return answer.status === 200 && (answer.body as { revision: number }).revision > revision;
  }
  if (kind === 8 && column)
    return (await anna.call(api.directories.removeAttribute, { params: { ...params, attributeId: column.id } })).status === 200;
  const { status, body } = await anna.call(api.directories.createList, {
    params,
    body: { name: `L${number}`, values: [{ text: 'a' }, { text: 'b' }] },
  });
  if (status !== 200) return false;
  const { list } = body as { list: { id: number } };
  await anna.ok(api.directories.createAttribute, { params, body: { name: `L${number} column`, type: 'list', list_id: list.id } });
  return true;
}

test('after any actions: all taken back and all restored, to the byte', async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const body = { name: `Directory ${(made += 1)}`, columns: [{ name: 'Rate', type: 'number' as const }] };
      const { id } = await anna.ok(api.directories.create, { params: { epsId: facility }, body });
      const params = { epsId: facility, directoryId: id };
      const states = [await contentOf(id)];
      for (const one of steps) {
        await act(id, one);
        const state = await contentOf(id);
        if (state !== states.at(-1)) states.push(state);
      }
      const undo = () => anna.call(api.directories.undo, { params, body: {} });
      // The directory with its first column is the oldest state but for the empty one.
      const seen: string[] = [];
      for (;;) {
        const { can_undo, actions } = await anna.ok(api.directories.history, { params });
        const left = actions.filter(({ undone, undoes }) => !undone && undoes === null);
        if (!can_undo || left.length <= 1) break;
        expect((await undo()).status).toBe(200);
        const state = await contentOf(id);
        if (state !== seen.at(-1)) seen.push(state);
      }
      expect(seen.at(-1) ?? states[0]).toBe(states[0]);
      for (;;) {
        const { can_redo } = await anna.ok(api.directories.history, { params });
        if (!can_redo) break;
        await anna.ok(api.directories.redo, { params });
      }
      expect(await contentOf(id)).toBe(states.at(-1));
    }),
    { numRuns: 12, seed: 20261121 },
  );
}, 120_000);

test('positions grow, and those that are known stay where there is room', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.double({ noNaN: true, min: -1e6, max: 1e6 })), { maxLength: 40 }), (given) => {
      const numbers = given.filter((one) => one !== null).sort((a, b) => a - b);
      const known = given.map((one) => (one === null ? null : (numbers.shift() as number)));
      const positions = positionsOf(known);
      expect(positions).toHaveLength(known.length);
      for (let index = 1; index < positions.length; index += 1) expect(positions[index]).toBeGreaterThan(positions[index - 1]);
    }),
    { seed: 1 },
  );
});

test('a row goes with all below it, which are never the arguments of one call', () => {
  const below = Array.from({ length: 1000 }, (_none, at) => ({ id: at + 2, parent_id: 1, position: at }));
  const row = { id: 1, parent_id: null, position: 0, code: '', name: '', measure_id: null, cells: {}, donors: {} };
  const board = { rows: new Map([[1, row]]), places: [{ id: 1, parent_id: null, position: 0 }, ...below] };
  const { push } = Array.prototype;
  let most = 0;
  const counted = function (this: unknown[], ...parts: unknown[]) {
    most = Math.max(most, parts.length);
    return Reflect.apply(push, this, parts);
  };
  Object.assign(Array.prototype, { push: counted });
  let done: ReturnType<typeof changeRows>;
  try {
    done = changeRows(board, [{ do: 'remove', id: 1 }], () => 0);
  } finally {
    Object.assign(Array.prototype, { push });
  }
  expect([most, 'outcome' in done && done.outcome.removed.size]).toEqual([1, 1001]);
});
