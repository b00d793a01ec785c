import { api, type KanbanItem } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let guest: Person;
let stranger: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, boris, vera, guest, stranger, schedule } = await createTeam(world));
});
afterAll(() => world.close());

const COLUMNS = [{ name: 'To do' }, { name: 'In progress', wip_limit: 1 }, { name: 'Done', done: true }];

async function newBoard(person: Person, eps_id: number, name = 'Site') {
  const { id } = await person.ok(api.kanban.create, { body: { eps_id, name, columns: COLUMNS } });
  const { columns } = await person.ok(api.kanban.get, { params: { id } });
  return { id, columns: columns.map((column) => column.id) };
}
type Made = Awaited<ReturnType<typeof newBoard>>;

const add = async (person: Person, column_id: number, title: string, more: Partial<Parameters<typeof bodyOfCard>[1]> = {}) =>
  (await person.ok(api.kanban.createItems, { body: bodyOfCard(column_id, { title, ...more }) })).items[0].id;
const bodyOfCard = (
  column_id: number,
  card: { title: string; after_id?: number | null; due?: string; person_ids?: number[]; label_ids?: number[]; description?: string },
) => ({ column_id, ...card });
const cardsOf = (person: Person, { id }: Made, since?: number) => person.ok(api.kanban.items, { params: { id }, query: { since } });
/** Titles of the cards of each column, in order. */
const picture = async (person: Person, board: Made) => {
  const { items } = await cardsOf(person, board);
  return board.columns.map((column) =>
    items
      .filter(({ column_id }) => column_id === column)
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ title }) => title)
      .join(' '),
  );
};
type Asked = { id: number; column_id?: number; after_id?: number | null; title?: string; deleted?: boolean; due?: string | null };
const change = async (board: Made, items: Asked[], revision?: number) => ({
  body: { board_id: board.id, items, revision: revision ?? (await cardsOf(anna, board)).revision },
});

describe('a free board', () => {
  test('has columns, labels and cards; cards move to where they are put, and back', async () => {
    const board = await newBoard(anna, schedule);
    const [todo, doing, done] = board.columns;
    const [a, b, c] = [await add(boris, todo, 'A'), await add(boris, todo, 'B'), await add(boris, todo, 'C')];
    expect(await picture(vera, board)).toEqual(['A B C', '', '']);
    const before = (await cardsOf(vera, board)).revision;
    const moved = await boris.ok(
      api.kanban.updateItems,
      await change(board, [
        { id: c, column_id: doing, after_id: null },
        { id: a, after_id: b },
      ]),
    );
    expect(moved.items.map(({ id }) => id).toSorted((x, y) => x - y)).toEqual([a, c]);
    expect(await picture(vera, board)).toEqual(['B A', 'C', '']);
    await boris.ok(
      api.kanban.updateItems,
      await change(board, [
        { id: a, column_id: done },
        { id: b, column_id: done },
      ]),
    );
    expect(await picture(vera, board)).toEqual(['', 'C', 'A B']);
    await boris.ok(api.kanban.removeItem, { params: { id: b } });
    expect(await picture(vera, board)).toEqual(['', 'C', 'A']);
    const delta = await cardsOf(vera, board, before);
    expect([delta.full, delta.deleted, delta.items.map(({ id }) => id).toSorted((x, y) => x - y)]).toEqual([false, [b], [a, c]]);
    expect(await cardsOf(vera, board, delta.revision)).toMatchObject({ full: false, items: [], deleted: [] });
    await boris.ok(api.kanban.updateItems, await change(board, [{ id: b, deleted: false }]));
    expect(await picture(vera, board)).toEqual(['', 'C', 'A B']);
    const whole = await vera.ok(api.kanban.item, { params: { id: a }, query: { board_id: board.id } });
    expect(whole.moves.map(({ from, to }) => [from, to])).toEqual([
      [todo, done],
      [null, todo],
    ]);
  });

  test('says who stands on a card, until when, how urgent and with which labels', async () => {
    const board = await newBoard(anna, schedule);
    const red = (await boris.ok(api.kanban.createLabel, { body: { board_id: board.id, name: 'Urgent', tint: 1 } })).id;
    const card = await add(boris, board.columns[0], 'Pour walls', { due: '2026-03-02', person_ids: [vera.id], label_ids: [red] });
    await boris.ok(api.kanban.updateItems, {
      body: { ...(await change(board, [])).body, items: [{ id: card, priority: 3, description: 'In *two* parts' }] },
    });
    const { items, people } = await cardsOf(vera, board);
    expect(items).toMatchObject([
      { title: 'Pour walls', due: '2026-03-02', priority: 3, described: true, person_ids: [vera.id], label_ids: [red], row: null },
    ]);
    expect(people).toEqual([{ user_id: vera.id, name: 'vera Tester' }]);
    expect((await vera.ok(api.kanban.item, { params: { id: card }, query: { board_id: board.id } })).description).toBe('In *two* parts');
    const found = async (filter: object, text = '') =>
      (await vera.ok(api.kanban.filterItems, { params: { id: board.id }, body: { filter: { join: 'and', ...filter } as never, text } }))
        .ids;
    const where = (column: string, operator: string, value: unknown) => found({ conditions: [{ column, operator, value }] });
    expect(await where('person', 'eq', vera.id)).toEqual([card]);
    expect(await where('person', 'ne', vera.id)).toEqual([]);
    expect(await where('label', 'like', 'urg')).toEqual([card]);
    expect(await where('due', 'lt', '2026-03-03')).toEqual([card]);
    expect(await where('priority', 'gte', 4)).toEqual([]);
    expect(await found({ conditions: [] }, 'WALLS two')).toEqual([card]);
    const labelling = { label_ids: [red], item_ids: [card] };
    const labelsNow = async () => (await cardsOf(vera, board)).items[0].label_ids;
    await boris.ok(api.kanban.revokeLabels, { query: { label_ids: String(red), item_ids: String(card) }, body: {} });
    expect(await labelsNow()).toEqual([]);
    await boris.ok(api.kanban.assignLabels, { body: labelling });
    expect(await labelsNow()).toEqual([red]);
    await boris.ok(api.kanban.removeLabel, { params: { id: red } });
    expect(await labelsNow()).toEqual([]);
    expect(await boris.refused(api.kanban.assignLabels, { body: labelling })).toMatchObject({ code: 'kanban.label_not_found' });
    expect(
      await boris.refused(api.kanban.createItems, { body: bodyOfCard(board.columns[0], { title: 'x', person_ids: [guest.id] }) }),
    ).toMatchObject({ code: 'space.member_not_found' });
  });

  test('changes all cards of a call or none, and none that somebody else has changed', async () => {
    const board = await newBoard(anna, schedule);
    const [todo, doing] = board.columns;
    const [a, b] = [await add(anna, todo, 'A'), await add(anna, todo, 'B')];
    const seen = (await cardsOf(anna, board)).revision;
    await boris.ok(api.kanban.updateItems, await change(board, [{ id: b, title: 'B2' }]));
    expect(
      await anna.refused(
        api.kanban.updateItems,
        await change(
          board,
          [
            { id: a, column_id: doing },
            { id: b, column_id: doing },
          ],
          seen,
        ),
      ),
    ).toMatchObject({
      status: 409,
      code: 'kanban.changed',
      parameters: { revision: seen + 1, ids: [b] },
    });
    expect(await anna.refused(api.kanban.updateItems, await change(board, [{ id: a, column_id: doing }, { id: 999_999 }]))).toMatchObject({
      status: 404,
      code: 'kanban.item_not_found',
    });
    expect(await picture(vera, board)).toEqual(['A B2', '', '']);
    expect((await cardsOf(anna, board)).revision).toBe(seen + 1);
    // A card that nobody has touched moves, however old the page.
    await anna.ok(api.kanban.updateItems, await change(board, [{ id: a, column_id: doing }], seen));
    expect(await picture(vera, board)).toEqual(['B2', 'A', '']);
  });

  test('50 people who move at once end in one order, and no two cards stand at one place', async () => {
    const board = await newBoard(anna, schedule);
    const cards: number[] = [];
    for (let card = 0; card < 50; card += 1) cards.push(await add(anna, board.columns[card % 3], `${card}`));
    const { revision } = await cardsOf(anna, board);
    const moves = cards.map((id, at) =>
      anna.call(api.kanban.updateItems, {
        body: {
          board_id: board.id,
          revision,
          items: [{ id, column_id: board.columns[(at * 7) % 3], after_id: at % 4 === 0 ? null : undefined }],
        },
      }),
    );
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(cards.map(() => 200));
    const { items, revision: last } = await cardsOf(anna, board);
    expect([items.length, last]).toEqual([50, revision + 50]);
    expect(new Set(items.map(({ column_id, rank }) => `${column_id} ${rank}`)).size).toBe(50);
    expect(await picture(boris, board)).toEqual(await picture(vera, board));
  });

  test('a column with cards goes only with them; one of another board takes none', async () => {
    const [board, other] = [await newBoard(anna, schedule), await newBoard(anna, schedule, 'Other')];
    const [todo, doing] = board.columns;
    await add(anna, todo, 'A');
    await add(anna, todo, 'B');
    expect(await anna.refused(api.kanban.removeColumn, { params: { id: todo }, query: {} })).toMatchObject({
      status: 409,
      code: 'kanban.column_has_items',
      parameters: { count: 2 },
    });
    const foreign = { params: { id: todo }, query: { move_to: other.columns[0] } };
    expect(await anna.refused(api.kanban.removeColumn, foreign)).toMatchObject({ code: 'kanban.column_not_found' });
    await anna.ok(api.kanban.removeColumn, { params: { id: todo }, query: { move_to: doing } });
    const { columns } = await anna.ok(api.kanban.columns, { params: { id: board.id } });
    expect(columns.map(({ name }) => name)).toEqual(['In progress', 'Done']);
    expect(await picture(vera, board)).toEqual(['', 'A B', '']);
    await anna.ok(api.kanban.updateColumn, { body: { id: columns[1].id, after_id: null, name: 'Ready' } });
    expect((await anna.ok(api.kanban.columns, { params: { id: board.id } })).columns.map(({ name }) => name)).toEqual([
      'Ready',
      'In progress',
    ]);
  });

  test('is copied as a template, renamed, deleted and taken back; its cards are copied to another one', async () => {
    const board = await newBoard(anna, schedule);
    await anna.ok(api.kanban.createLabel, { body: { board_id: board.id, name: 'Urgent', tint: 1 } });
    const [red] = (await anna.ok(api.kanban.labels, { params: { id: board.id } })).labels;
    const card = await add(anna, board.columns[0], 'A', { person_ids: [boris.id], label_ids: [red.id], description: 'Long' });
    const twin = (await anna.ok(api.kanban.create, { body: { eps_id: schedule, name: 'Twin', template: board.id } })).id;
    const { columns, labels } = await anna.ok(api.kanban.get, { params: { id: twin } });
    expect([columns.map(({ name }) => name), labels.map(({ name }) => name)]).toEqual([['To do', 'In progress', 'Done'], ['Urgent']]);
    const copy = { from_board_id: board.id, ids: [card], board_id: twin, column_id: columns[1].id };
    const { items } = await boris.ok(api.kanban.copyItems, { body: copy });
    expect(items).toMatchObject([
      { title: 'A', described: true, person_ids: [boris.id], label_ids: [labels[0].id], column_id: columns[1].id },
    ]);
    expect(await boris.refused(api.kanban.copyItems, { body: { ...copy, ids: [card, 999_999] } })).toMatchObject({
      code: 'kanban.item_not_found',
    });
    expect((await anna.ok(api.kanban.items, { params: { id: twin }, query: {} })).items).toHaveLength(1);
    await anna.ok(api.kanban.update, { body: { id: twin, name: 'Second', after_id: null } });
    const names = async () => (await vera.ok(api.kanban.list, { params: { id: schedule }, query: {} })).boards.map(({ name }) => name);
    expect((await names())[0]).toBe('Second');
    await anna.ok(api.kanban.remove, { params: { id: twin } });
    expect(await names()).not.toContain('Second');
    expect(await anna.refused(api.kanban.items, { params: { id: twin }, query: {} })).toMatchObject({
      status: 404,
      code: 'kanban.not_found',
    });
    await anna.ok(api.kanban.update, { body: { id: twin, deleted: false } });
    expect(await names()).toContain('Second');
  });
});

describe('who is elsewhere', () => {
  test('sees, hears and changes nothing', async () => {
    const board = await newBoard(anna, schedule);
    const card = await add(anna, board.columns[0], 'A');
    const theirs = await newBoard(stranger, await stranger.schedule('Theirs'));
    const [heard, deaf] = [await vera.push(), await guest.push()];
    const { revision } = await anna.ok(api.kanban.updateItems, await change(board, [{ id: card, title: 'B' }]));
    expect(await heard.heard('kanban_updated')).toEqual({ board_id: board.id, revision, eps_id: schedule });
    expect(deaf.messages.map(({ event }) => event)).not.toContain('kanban_updated');
    await heard.close();
    await deaf.close();
    expect(await vera.refused(api.kanban.updateItems, await change(board, [{ id: card, title: 'C' }]))).toMatchObject({ status: 403 });
    expect(await vera.refused(api.kanban.create, { body: { eps_id: schedule, name: 'x' } })).toMatchObject({ status: 403 });
    expect(await guest.refused(api.kanban.list, { params: { id: schedule }, query: {} })).toMatchObject({ status: 403 });
    for (const [call, args] of [
      [api.kanban.get, { params: { id: board.id } }],
      [api.kanban.items, { params: { id: board.id }, query: {} }],
      [api.kanban.item, { params: { id: card }, query: { board_id: board.id } }],
      [api.kanban.item, { params: { id: card }, query: { board_id: theirs.id } }],
      [api.kanban.remove, { params: { id: board.id } }],
      [api.kanban.removeItem, { params: { id: card } }],
      [api.kanban.removeColumn, { params: { id: board.columns[0] }, query: {} }],
      [api.kanban.updateItems, { body: { board_id: board.id, revision, items: [{ id: card, title: 'x' }] } }],
      [api.kanban.updateItems, { body: { board_id: theirs.id, revision, items: [{ id: card, title: 'x' }] } }],
      [api.kanban.createItems, { body: bodyOfCard(board.columns[0], { title: 'x' }) }],
      [api.kanban.createItems, { body: bodyOfCard(theirs.columns[0], { title: 'x', label_ids: [1] }) }],
      [api.kanban.copyItems, { body: { from_board_id: board.id, ids: [card], board_id: theirs.id, column_id: theirs.columns[0] } }],
    ] as const)
      expect((await stranger.refused(call as typeof api.kanban.get, args as never)).status).toBe(404);
    expect((await stranger.ok(api.kanban.list, { params: { id: schedule }, query: {} })).boards).toEqual([]);
  });

  test('a card goes behind no card of another column, board or space', async () => {
    const [board, other] = [await newBoard(anna, schedule), await newBoard(anna, schedule, 'Other')];
    const theirs = await newBoard(stranger, await stranger.schedule('Far'));
    const card = await add(anna, board.columns[0], 'A');
    const places = [
      await add(anna, board.columns[1], 'B'),
      await add(anna, other.columns[0], 'C'),
      await add(stranger, theirs.columns[0], 'D'),
      card,
    ];
    for (const after_id of places) {
      const asked = await change(board, [{ id: card, column_id: board.columns[0], after_id }]);
      expect(await anna.refused(api.kanban.updateItems, asked)).toMatchObject({ status: 409, code: 'kanban.after_not_found' });
      if (after_id !== card) {
        const made = { body: bodyOfCard(board.columns[0], { title: 'x', after_id }) };
        expect(await anna.refused(api.kanban.createItems, made)).toMatchObject({ code: 'kanban.after_not_found' });
      }
    }
    const foreign = await change(board, [{ id: card, column_id: other.columns[0] }]);
    expect(await anna.refused(api.kanban.updateItems, foreign)).toMatchObject({ code: 'kanban.column_not_found' });
    for (const title of ['x'.repeat(513), '', 'a\u202eb'])
      expect(await anna.refused(api.kanban.createItems, { body: bodyOfCard(board.columns[0], { title }) })).toMatchObject({ status: 400 });
  });
});

test('figures of boards count what stands, what is late, what is too much, and what was done', async () => {
  const place = await anna.schedule('Figures');
  const board = await newBoard(anna, place);
  const [todo, doing, done] = board.columns;
  const cards: number[] = [];
  for (const title of ['A', 'B', 'C', 'D']) cards.push(await add(anna, todo, title, { due: '2020-01-01', person_ids: [boris.id] }));
  const moveTo = async (ids: number[], column_id: number) =>
    anna.ok(
      api.kanban.updateItems,
      await change(
        board,
        ids.map((id) => ({ id, column_id })),
      ),
    );
  await moveTo(cards.slice(0, 3), doing);
  await moveTo(cards.slice(0, 1), done);
  await world.sql("update kanban_move set at = at - interval '10 hours' where board_id = $1 and to_id = $2", [board.id, doing]);
  expect((await boris.ok(api.kanban.list, { params: { id: place }, query: {} })).boards).toMatchObject([{ cards: 4, mine: 3, overdue: 3 }]);
  const { boards, until } = await boris.ok(api.kanban.stats, { params: { epsId: place }, query: {} });
  expect(boards).toMatchObject([
    {
      cards: 4,
      overdue: 3,
      columns: [
        { column_id: todo, cards: 1, breached: false },
        { column_id: doing, cards: 2, wip_limit: 1, breached: true },
        { column_id: done, cards: 1, breached: false },
      ],
      done: [{ cards: 1 }],
      cycle: { cards: 1, p50_hours: 10, p85_hours: 10 },
    },
  ]);
  expect(boards[0].flow).toHaveLength(84);
  expect(boards[0].flow.at(-1)).toEqual({ day: until, cards: [1, 2, 1] });
});

test('10,000 cards are answered in a bounded size', async () => {
  const board = await newBoard(anna, schedule, 'Large');
  await world.sql(
    `insert into kanban_item (space_id, board_id, column_id, rank, title, due, priority, changed_revision)
     select $1, $2, $3, 'b' || lpad(n::text, 5, '0') || 'V', 'Pour the walls of section ' || n, date '2026-01-01' + n % 300, n % 4, 1
     from generate_series(1, 10000) n`,
    [anna.spaceId, board.id, board.columns[0]],
  );
  const { items } = await cardsOf(vera, board);
  expect(items).toHaveLength(10_000);
  const { gzipSync } = await import('node:zlib');
  expect(gzipSync(JSON.stringify(items satisfies KanbanItem[])).byteLength).toBeLessThan(300_000);
});
