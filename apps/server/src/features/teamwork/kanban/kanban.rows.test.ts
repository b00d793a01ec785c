import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let schedule: number;
let version: number;
/** Rows of the plan by their names; A, B and C stand in the phase One, D in Two. */
let rows: Record<'One' | 'Two' | 'A' | 'B' | 'C' | 'D', number>;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris, vera] = await Promise.all(['anna', 'boris', 'vera'].map((name) => world.person(name)));
  await anna.space();
  await world.join(boris, anna, 'executor');
  await world.join(vera, anna, 'viewer');
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule(`Works ${crypto.randomUUID().slice(0, 8)}`);
  version = await anna.version(schedule);
  const phase = (name: string) => anna.item(version, { name, type: 'sum' });
  const [One, Two] = [await phase('One'), await phase('Two')];
  const task = (name: string, parent: number) => anna.item(version, { name, code: name, duration_minutes: 480 }, parent);
  rows = { One, Two, A: await task('A', One), B: await task('B', One), C: await task('C', One), D: await task('D', Two) };
});

async function boardBy(group_by: string, more: { filter?: never } = {}) {
  const { id } = await anna.ok(api.kanban.create, { body: { eps_id: schedule, name: group_by, source: 'rows', group_by, ...more } });
  const { columns } = await anna.ok(api.kanban.get, { params: { id } });
  return { id, columns, column: (value: string | null) => columns.find((one) => one.value === value)?.id ?? 0 };
}
type Made = Awaited<ReturnType<typeof boardBy>>;
const read = (person: Person, { id }: { id: number }, since?: number) => person.ok(api.kanban.items, { params: { id }, query: { since } });
/** Names of the cards by the value of their column, in order. */
const picture = async (board: Made) => {
  const { items } = await read(vera, board);
  const sorted = items.toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
  return Object.fromEntries(
    board.columns.map(({ id, value }) => [
      value ?? '-',
      sorted
        .filter(({ column_id }) => column_id === id)
        .map(({ title }) => title)
        .join(''),
    ]),
  );
};
type Asked = { id: number; column_id?: number; after_id?: number | null; title?: string; description?: string; deleted?: boolean };
const bodyOf = async (board: { id: number }, items: Asked[]) => ({
  body: { board_id: board.id, revision: (await read(anna, board)).revision, items },
});
const kept = async (board: Made) =>
  (await world.sql('select count(*)::int as count from kanban_item where board_id = $1', [board.id]))[0]['count'];
const statusOf = async (row: number) => (await anna.ok(api.wbs.get, { params: { id: version, wbsId: row } })).item['status'];
const headOf = async () => (await anna.ok(api.wbs.list, { params: { id: version }, query: {} })).revision;

describe('a board of rows', () => {
  test('shows the rows, not the phases, and keeps nothing of them', async () => {
    const board = await boardBy('status');
    expect(await picture(board)).toEqual({ not_started: 'ABCD', in_progress: '', completed: '' });
    const { items, full } = await read(vera, board);
    expect(items.map(({ id }) => id)).toEqual([rows.A, rows.B, rows.C, rows.D].map((id) => -id));
    expect(items[0]).toMatchObject({
      row_id: rows.A,
      row: { code: 'A', status: 'not_started', version_id: version },
      schedule_id: schedule,
    });
    expect([full, await kept(board)]).toEqual([true, 0]);
    expect((await vera.ok(api.kanban.list, { params: { id: schedule }, query: {} })).boards).toMatchObject([
      { cards: 4, mine: 0, overdue: 0 },
    ]);
  });

  test('a card that enters a column changes the plan in the same step; undo takes it back, and the board follows', async () => {
    const board = await boardBy('status');
    const move = await bodyOf(board, [{ id: -rows.B, column_id: board.column('in_progress') }]);
    expect(await boris.refused(api.kanban.updateItems, move)).toMatchObject({ status: 403, code: 'report.not_yours' });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: rows.B }, body: { executor_id: boris.id } });
    const { items } = await boris.ok(
      api.kanban.updateItems,
      await bodyOf(board, [{ id: -rows.B, column_id: board.column('in_progress') }]),
    );
    expect(items).toMatchObject([{ id: -rows.B, column_id: board.column('in_progress'), row: { status: 'in_progress' } }]);
    expect([await statusOf(rows.B), await kept(board)]).toEqual(['in_progress', 0]);
    await anna.ok(api.kanban.updateItems, await bodyOf(board, [{ id: -rows.C, column_id: board.column('in_progress') }]));
    const before = (await read(vera, board)).revision;
    expect(await anna.ok(api.edits.undo, { params: { id: version }, body: {} })).toMatchObject({ name: 'kanban.move' });
    expect(await picture(board)).toEqual({ not_started: 'ACD', in_progress: 'B', completed: '' });
    expect((await read(vera, board)).revision).toBeGreaterThan(before);
  });

  test('what the plan refuses answers with its reason, and no card moves', async () => {
    const board = await boardBy('status');
    const asked = await bodyOf(board, [
      { id: -rows.A, column_id: board.column('in_progress'), after_id: null },
      { id: -rows.B, column_id: board.column('completed') },
    ]);
    expect(await anna.refused(api.kanban.updateItems, asked)).toMatchObject({ status: 422, code: 'wbs.status_not_allowed' });
    await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: true } });
    const locked = await bodyOf(board, [{ id: -rows.A, column_id: board.column('in_progress') }]);
    expect(await anna.refused(api.kanban.updateItems, locked)).toMatchObject({ code: 'version.locked' });
    // Order is the board's own.
    await anna.ok(api.kanban.updateItems, await bodyOf(board, [{ id: -rows.C, after_id: null }]));
    expect(await picture(board)).toEqual({ not_started: 'CABD', in_progress: '', completed: '' });
    expect(await kept(board)).toBe(1);
    await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: false } });
    // An edit that stands though its board refused would show here.
    const revision = await headOf();
    const stray = await bodyOf(board, [{ id: -rows.A, column_id: board.column('in_progress'), after_id: -rows.D }]);
    expect(await anna.refused(api.kanban.updateItems, stray)).toMatchObject({ code: 'kanban.after_not_found' });
    expect([await headOf(), await statusOf(rows.A)]).toEqual([revision, 'not_started']);
  });

  test('cards keep the order that people gave them, others that of the plan', async () => {
    const board = await boardBy('status');
    await boris.ok(
      api.kanban.updateItems,
      await bodyOf(board, [
        { id: -rows.D, after_id: -rows.A },
        { id: -rows.C, after_id: -rows.A },
      ]),
    );
    expect(await picture(board)).toMatchObject({ not_started: 'ADCB' });
    const E = await anna.item(version, { name: 'E', code: 'E', duration_minutes: 480 }, rows.Two);
    await boris.ok(api.kanban.updateItems, await bodyOf(board, [{ id: -rows.A, after_id: -E }]));
    expect(await picture(board)).toMatchObject({ not_started: 'DCBEA' });
    const { items } = await read(vera, board);
    expect(new Set(items.map(({ rank }) => rank)).size).toBe(items.length);
    // The negative of the row goes on naming the card, and what changes another's card is refused by its revision.
    const old = { body: { board_id: board.id, revision: 1, items: [{ id: -rows.A, description: 'x' }] } };
    expect(await boris.refused(api.kanban.updateItems, old)).toMatchObject({ code: 'kanban.changed' });
    for (const change of [{ title: 'x' }, { deleted: true }])
      expect(await boris.refused(api.kanban.updateItems, await bodyOf(board, [{ id: -rows.A, ...change }]))).toMatchObject({
        code: 'kanban.card_of_row',
      });
    expect(await boris.refused(api.kanban.updateItems, await bodyOf(board, [{ id: -rows.One, description: 'x' }]))).toMatchObject({
      code: 'kanban.item_not_found',
    });
  });

  test('by person and by phase: the value changes, and new values are named', async () => {
    const people = await boardBy('executor');
    expect(people.columns.map(({ value }) => value)).toEqual([null]);
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: rows.A }, body: { executor_id: boris.id } });
    expect((await read(vera, people)).missing).toEqual([{ value: String(boris.id), value_name: 'boris Tester', cards: 1 }]);
    const made = { body: { board_id: people.id, value: String(boris.id) } };
    const { id } = await anna.ok(api.kanban.createColumn, made);
    expect(await anna.refused(api.kanban.createColumn, made)).toMatchObject({ code: 'kanban.value_taken' });
    expect(await anna.refused(api.kanban.createColumn, { body: { ...made.body, value: 'x' } })).toMatchObject({
      code: 'kanban.unknown_value',
    });
    await anna.ok(api.kanban.updateItems, await bodyOf(people, [{ id: -rows.B, column_id: id }]));
    expect((await anna.ok(api.wbs.get, { params: { id: version, wbsId: rows.B } })).item['executor_id']).toBe(boris.id);
    // An executor reports what was done, and changes nothing else of the plan.
    const reassigned = await bodyOf(people, [{ id: -rows.C, column_id: id }]);
    expect(await boris.refused(api.kanban.updateItems, reassigned)).toMatchObject({ status: 403, parameters: { right: 'plan.edit' } });

    const phases = await boardBy('summary');
    expect(phases.columns.map(({ value_name }) => value_name)).toEqual([null, 'One', 'Two']);
    await anna.ok(api.kanban.updateItems, await bodyOf(phases, [{ id: -rows.A, column_id: phases.column(String(rows.Two)) }]));
    expect((await anna.ok(api.wbs.get, { params: { id: version, wbsId: rows.A } })).item['parent_id']).toBe(rows.Two);
    expect(await picture(phases)).toMatchObject({ [String(rows.One)]: 'BC', [String(rows.Two)]: 'DA' });
    const both = await bodyOf(phases, [
      { id: -rows.B, column_id: phases.column(String(rows.Two)) },
      { id: -rows.D, column_id: phases.column(String(rows.One)) },
    ]);
    expect(await anna.refused(api.kanban.updateItems, both)).toMatchObject({ status: 422, code: 'kanban.one_edit' });
  });

  test('by an entry of a list; from whom the list is hidden sees none of its entries', async () => {
    const body = { name: 'Gang', type: 'list' as const, values: ['North', 'South'] };
    const gang = (await anna.ok(api.attributeValues.create, { params: { id: version }, body })).id;
    const write = (row: number, value: string) =>
      anna.ok(api.wbs.update, { params: { id: version, wbsId: row }, body: { attributes: { [gang]: value } } });
    await write(rows.A, 'North');
    await write(rows.B, 'South');
    const board = await boardBy(`attribute:${gang}`);
    expect(await picture(board)).toEqual({ '-': 'CD', North: 'A', South: 'B' });
    await anna.ok(api.kanban.updateItems, await bodyOf(board, [{ id: -rows.C, column_id: board.column('South') }]));
    expect(await picture(board)).toEqual({ '-': 'D', North: 'A', South: 'BC' });
    await anna.ok(api.kanban.updateItems, await bodyOf(board, [{ id: -rows.C, column_id: board.column(null) }]));
    expect(await picture(board)).toEqual({ '-': 'CD', North: 'A', South: 'B' });
    const hidden = [{ attribute_id: null, name: 'Gang', level: 'none' as const, role_id: BUILT_IN_ROLE_ID.viewer }];
    await anna.ok(api.attributeAccess.save, { params: { id: schedule }, body: { access: hidden } });
    const seen = [
      await vera.ok(api.kanban.get, { params: { id: board.id } }),
      await vera.ok(api.kanban.columns, { params: { id: board.id } }),
      await read(vera, board),
      await vera.ok(api.kanban.stats, { params: { epsId: schedule }, query: {} }),
    ];
    expect(JSON.stringify(seen)).not.toMatch(/North|South/);
    expect(await picture(board)).toEqual({ '-': 'ABCD', North: '', South: '' });
    const other = { eps_id: schedule, name: 'x', source: 'rows' as const, group_by: 'attribute:999999' };
    expect(await anna.refused(api.kanban.create, { body: other })).toMatchObject({ code: 'kanban.needs_grouping' });
  });

  test('is made at a schedule, by something; a schedule without versions has none to show', async () => {
    const made = { eps_id: schedule, name: 'x', source: 'rows' as const };
    expect(await anna.refused(api.kanban.create, { body: made })).toMatchObject({ code: 'kanban.needs_grouping' });
    const facility = (await anna.ok(api.facilities.create, { body: { name: 'Pier' } })).id;
    expect(await anna.refused(api.kanban.create, { body: { ...made, group_by: 'status', eps_id: facility } })).toMatchObject({
      code: 'kanban.needs_schedule',
    });
    const empty = await anna.schedule('Empty');
    const { id } = await anna.ok(api.kanban.create, { body: { ...made, group_by: 'status', eps_id: empty } });
    expect(await anna.refused(api.kanban.items, { params: { id }, query: {} })).toMatchObject({
      status: 409,
      code: 'kanban.no_actual_version',
    });
  });

  test('shows the same cards in the same order as with a filter that all rows pass', async () => {
    await anna.ok(api.wbs.moveMany, { params: { id: version }, body: { ids: [rows.D], parent_id: rows.One, after_id: rows.A } });
    const all = { join: 'and', conditions: [{ column: 'name', operator: 'ne', value: 'nobody' }] } as never;
    for (const group of ['status', 'summary', 'executor'])
      expect((await read(vera, await boardBy(group))).items.map(({ column_id: _column, ...card }) => card)).toEqual(
        (await read(vera, await boardBy(group, { filter: all }))).items.map(({ column_id: _column, ...card }) => card),
      );
  });

  test('shows what the plan says however moves, edits of others and undo follow each other', async () => {
    const [board, all] = [await boardBy('status'), { join: 'and', conditions: [{ column: 'name', operator: 'ne', value: 'nobody' }] }];
    const filtered = await boardBy('status', { filter: all as never });
    const isSame = async () => {
      const [plain, read] = [await picture(board), await picture(filtered)];
      expect(plain).toEqual(read);
      return plain;
    };
    const move = async (row: number, value: string) =>
      anna.ok(api.kanban.updateItems, await bodyOf(board, [{ id: -row, column_id: board.column(value) }]));
    await move(rows.A, 'in_progress');
    expect(await isSame()).toEqual({ not_started: 'BCD', in_progress: 'A', completed: '' });
    await move(rows.B, 'in_progress');
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: rows.C }, body: { name: 'X' } });
    await move(rows.D, 'in_progress');
    expect(await isSame()).toEqual({ not_started: 'X', in_progress: 'ABD', completed: '' });
    await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
    await move(rows.A, 'not_started');
    await anna.ok(api.wbs.moveMany, { params: { id: version }, body: { ids: [rows.D], parent_id: rows.One, after_id: rows.A } });
    expect(await isSame()).toEqual({ not_started: 'ADX', in_progress: 'B', completed: '' });
    await move(rows.C, 'in_progress');
    expect(await isSame()).toEqual({ not_started: 'AD', in_progress: 'BX', completed: '' });
  });

  test('takes rows of a filter', async () => {
    const filter = { join: 'and', conditions: [{ column: 'name', operator: 'eq', value: 'B' }] } as never;
    const board = await boardBy('status', { filter });
    expect(await picture(board)).toMatchObject({ not_started: 'B' });
    await anna.ok(api.kanban.update, { body: { id: board.id, filter: null } });
    expect(await picture(board)).toMatchObject({ not_started: 'ABCD' });
  });
});

describe('cards of rows on a free board', () => {
  async function freeBoard() {
    const columns = [{ name: 'Next' }, { name: 'Now', on_enter: { status: 'in_progress' as const } }];
    const { id } = await anna.ok(api.kanban.create, { body: { eps_id: schedule, name: 'Mixed', columns } });
    const made = (await anna.ok(api.kanban.get, { params: { id } })).columns;
    return { id, next: made[0].id, now: made[1].id };
  }
  const named = (...list: number[]) => list.map((row_id) => ({ version_id: version, row_id }));

  test('show the row live, once each; entering a column does to the plan what the column says', async () => {
    const board = await freeBoard();
    const make = (...list: number[]) => anna.ok(api.kanban.createItems, { body: { column_id: board.next, rows: named(...list) } });
    const { items } = await make(rows.A, rows.B, rows.A);
    expect(items.map(({ title }) => title)).toEqual(['A', 'B']);
    expect((await make(rows.A)).known).toEqual([{ row_id: rows.A, id: items[0].id }]);
    const before = (await read(vera, board)).revision;
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: rows.A }, body: { name: 'Walls', executor_id: boris.id } });
    const delta = await read(vera, board, before);
    expect([delta.full, delta.items.map(({ title }) => title)]).toEqual([false, ['Walls']]);
    // The plan has changed the row since, which is no reason to refuse.
    await boris.ok(api.kanban.updateItems, {
      body: { board_id: board.id, revision: before, items: [{ id: items[0].id, column_id: board.now }] },
    });
    expect(await statusOf(rows.A)).toBe('in_progress');
    expect(await anna.refused(api.kanban.createItems, { body: { column_id: board.next, rows: named(999_999) } })).toMatchObject({
      code: 'kanban.row_not_found',
    });
  });

  test('find their row in the next actual version by its code; one that is not there says so', async () => {
    const board = await freeBoard();
    await anna.ok(api.kanban.createItems, { body: { column_id: board.next, rows: named(rows.A, rows.D) } });
    const next = await anna.version(schedule);
    await anna.item(next, { name: 'Other', code: 'X' });
    const same = await anna.item(next, { name: 'A anew', code: 'A' });
    await anna.ok(api.versions.setActual, { params: { id: next } });
    const { items } = await read(vera, board);
    expect(items.map(({ title, row_id, row }) => [title, row_id, row === null])).toEqual([
      ['A anew', same, false],
      ['D', rows.D, true],
    ]);
    const gone = await bodyOf(board, [{ id: items[1].id, column_id: board.now }]);
    expect(await anna.refused(api.kanban.updateItems, gone)).toMatchObject({ status: 409, code: 'kanban.row_gone' });
  });

  test('a card becomes a row of the plan', async () => {
    const board = await freeBoard();
    const [{ id }] = (await boris.ok(api.kanban.createItems, { body: { column_id: board.next, title: 'Extra walls' } })).items;
    const asked = { body: { item_id: id, version_id: version, parent_id: rows.Two } };
    expect(await boris.refused(api.kanban.toRow, asked)).toMatchObject({ status: 403 });
    const { row_id, items } = await anna.ok(api.kanban.toRow, asked);
    expect(items).toMatchObject([{ id, row_id, row: { status: 'not_started', version_id: version } }]);
    expect((await anna.ok(api.wbs.get, { params: { id: version, wbsId: row_id } })).item).toMatchObject({
      name: 'Extra walls',
      parent_id: rows.Two,
    });
    expect(await anna.refused(api.kanban.toRow, asked)).toMatchObject({ code: 'kanban.already_row' });
  });
});
