import { api, type Call, KANBAN_LIMITS } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Refused } from '../../../platform/fail.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { openRowsThread } from '../../planning/wbs/wbs.view.service.ts';

let world: World;
let anna: Person;
let vera: Person;
let schedule: number;
let version: number;
let works: number[];

beforeAll(async () => {
  world = await createWorld();
  ({ anna, vera } = await createTeam(world));
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule(`Works ${crypto.randomUUID().slice(0, 8)}`);
  version = await anna.version(schedule);
  works = [];
  for (const name of ['A', 'B', 'C', 'D']) works.push(await anna.item(version, { name, code: name, duration_minutes: 480 }));
});

const newBoard = async (more: object = {}) =>
  (await anna.ok(api.kanban.create, { body: { eps_id: schedule, name: 'Rows', source: 'rows', group_by: 'status', ...more } })).id;
type Had = { revision: number; state: string | null };
const read = (id: number, had?: Had, person = vera) => {
  const query = { since: had?.revision, state: had?.state ?? undefined };
  return person.ok(api.kanban.items, { params: { id }, query });
};
const rename = (item: number, name: string) => anna.ok(api.wbs.update, { params: { id: version, wbsId: item }, body: { name } });
const NAMED = { join: 'and' as const, conditions: [{ column: 'name', operator: 'ne' as const, value: 'D' }] };

test('a board of rows tells what has changed alone, also what is gone, and nothing where nothing has', async () => {
  const board = await newBoard();
  const first = await read(board);
  expect([first.full, first.version_id, first.items.length]).toEqual([true, version, 4]);
  await rename(works[1], 'Walls');
  const second = await read(board, first);
  expect([second.full, second.deleted, second.items.map(({ title }) => title)]).toEqual([false, [], ['Walls']]);
  expect(await read(board, second)).toMatchObject({ full: false, items: [], deleted: [] });
  await anna.ok(api.wbs.removeMany, { params: { id: version }, body: { ids: [works[3]] } });
  const third = await read(board, second);
  expect([third.full, third.deleted, third.items]).toEqual([false, [-works[3]], []]);
  // From the first revision on it is both; what is not known any more, or was never there, is answered whole.
  const both = await read(board, first);
  expect([both.full, both.deleted, both.items.map(({ title }) => title)]).toEqual([false, [-works[3]], ['Walls']]);
  expect((await read(board, { ...first, state: 'another server' })).full).toBe(true);
  expect((await read(board, { ...third, revision: third.revision + 5 })).full).toBe(true);
});

test('cards of a board of rows are made once for all pages that ask after an edit', async () => {
  const board = await newBoard();
  const first = await read(board);
  await rename(works[0], 'Dig');
  const made = (sent: readonly string[]) => sent.filter((text) => text.includes(`'person' as is`)).length;
  const sent = await statementsOf(async () => {
    const answers = await Promise.all([vera, anna, vera, anna, vera].map((person) => read(board, first, person)));
    for (const { items } of answers) expect(items.map(({ title }) => title)).toEqual(['Dig']);
  });
  expect(made(sent)).toBe(1);
});

test('of a filtered board each hears what has changed of what they see, made once for all who see the same', async () => {
  const board = await newBoard({ filter: NAMED });
  const first = await read(board);
  expect(first.items).toHaveLength(3);
  await rename(works[0], 'Dig');
  const sent = await statementsOf(async () => {
    for (const second of await Promise.all([read(board, first), read(board, first, anna)]))
      expect([second.full, second.deleted, second.items.map(({ title }) => title)]).toEqual([false, [], ['Dig']]);
  });
  expect(sent.filter((text) => text.includes(`'person' as is`))).toHaveLength(1);
  const second = await read(board);
  await rename(works[2], 'D');
  const third = await read(board, second);
  expect([third.full, third.deleted, third.items]).toEqual([false, [-works[2]], []]);
});

test('a page hears what has changed since the cards that it has, also where another got others at the same revision', async () => {
  const board = await newBoard();
  const first = await read(board);
  const body = { text: 'Late?', wbs_id: works[1], version_id: version, client_key: crypto.randomUUID() };
  const { comment } = await anna.ok(api.comments.create, { params: { id: schedule }, body });
  const commented = await read(board);
  const counts = ({ items }: typeof first) => items.map(({ title, comments }) => `${title} ${comments}`);
  expect([commented.revision, counts(commented)]).toEqual([first.revision, ['A 0', 'B 1', 'C 0', 'D 0']]);
  await anna.ok(api.comments.remove, { params: { id: schedule, commentId: comment.id } });
  await rename(works[0], 'Dig');
  expect(counts(await read(board, first))).toContain('Dig 0');
  expect(counts(await read(board, commented))).toEqual(['Dig 0', 'B 0']);
  // A server that has forgotten the board, as it does where many others are open, has nothing to compare with.
  for (let count = 0; count < 8; count += 1) await read(await newBoard());
  await rename(works[0], 'Dig on');
  expect((await read(board, commented)).full).toBe(true);
});

test('another version that counts is told whole', async () => {
  const board = await newBoard();
  const first = await read(board);
  const next = await anna.version(schedule);
  const same = await anna.item(next, { name: 'A anew', code: 'A' });
  await anna.ok(api.versions.setActual, { params: { id: next } });
  expect(await read(board, first)).toMatchObject({ full: true, version_id: next });
  await anna.ok(api.wbs.update, { params: { id: next, wbsId: same }, body: { name: 'A again' } });
  expect(await read(board, first)).toMatchObject({ full: true, version_id: next, items: [{ title: 'A again' }] });
});

test('a version of more works than a board shows is refused before they are read', async () => {
  const board = await newBoard();
  await world.sql(
    `insert into wbs_item select (jsonb_populate_record(w, jsonb_build_object('id', 100000 + n, 'position', 100 + n, 'code', 'R' || n))).*
     from wbs_item w, generate_series(1, $3::int) n where w.version_id = $1 and w.id = $2`,
    [version, works[0], KANBAN_LIMITS.items],
  );
  const sent = await statementsOf(async () => {
    const refused = await vera.refused(api.kanban.items, { params: { id: board }, query: {} });
    expect(refused).toMatchObject({ code: 'kanban.too_many_rows' });
  });
  expect(sent.filter((text) => text.includes(`type = 'sum' as sum`))).toEqual([]);
});

test('a filtered board counts the comments of its own works alone', async () => {
  const board = await newBoard({ filter: NAMED });
  const sent = await statementsOf(() => read(board));
  const ofComments = sent.filter((text) => /as count from comment\s/.test(text));
  expect(ofComments.map((text) => text.includes('row_code = any'))).toEqual([true]);
});

test('descriptions are looked through in the database, and read only where a filter asks for them', async () => {
  const { id } = await anna.ok(api.kanban.create, { body: { eps_id: schedule, name: 'Free', columns: [{ name: 'To do' }] } });
  const [{ id: column_id }] = (await anna.ok(api.kanban.columns, { params: { id } })).columns;
  const add = async (title: string, description: string) =>
    (await anna.ok(api.kanban.createItems, { body: { column_id, title, description } })).items[0].id;
  const [pump, pour] = [await add('Pump', 'Заказать НАСОС'), await add('Pour', 'By the pump')];
  const find = async (body: Call<typeof api.kanban.filterItems>['body']) => {
    let ids: number[] = [];
    const sent = await statementsOf(async () => {
      ({ ids } = await vera.ok(api.kanban.filterItems, { params: { id }, body }));
    });
    return [ids, sent.filter((text) => text.includes('select id, description')).length];
  };
  expect(await find({ text: 'pump' })).toEqual([[pump, pour], 0]);
  expect(await find({ text: 'PUMP насос' })).toEqual([[pump], 0]);
  expect(await find({ text: 'pump pour' })).toEqual([[pour], 0]);
  const filter = { join: 'and' as const, conditions: [{ column: 'description', operator: 'like' as const, value: 'by the' }] };
  expect(await find({ filter })).toEqual([[pour], 1]);
});

test('figures of a board of rows are counted in the database as its cards say', async () => {
  const board = await newBoard();
  await world.sql(`update wbs_item set finish = '2020-01-01T17:00' where version_id = $1`, [version]);
  await rename(works[0], 'Dig');
  const { revision } = await read(board);
  const late = { id: -works[1], due: '2999-01-01' };
  await anna.ok(api.kanban.updateItems, { body: { board_id: board, revision, items: [late] } });
  const sent = await statementsOf(async () => {
    const { boards } = await vera.ok(api.kanban.stats, { params: { epsId: schedule }, query: { board } });
    expect(boards).toMatchObject([{ board_id: board, cards: 4, overdue: 3 }]);
  });
  expect(sent.filter((text) => text.includes(`type = 'sum' as sum`))).toEqual([]);
  const other = await newBoard({ filter: NAMED });
  const { boards } = await vera.ok(api.kanban.stats, { params: { epsId: schedule }, query: {} });
  expect(boards.map(({ board_id, cards, overdue }) => [board_id, cards, overdue])).toEqual([
    [board, 4, 3],
    [other, 3, 3],
  ]);
});

test('a filtered board whose version nobody can read now has no figures, not those of an empty one', async () => {
  await newBoard({ filter: NAMED });
  const stats = () => vera.call(api.kanban.stats, { params: { epsId: schedule }, query: {} });
  const { services } = world.app;
  const thread = openRowsThread(services, world.database.connection, 0);
  try {
    thread.run = () => Promise.reject(new Refused('server.busy'));
    expect(await stats()).toMatchObject({ status: 503, body: { error_message: 'server.busy' } });
  } finally {
    await thread.close();
    openRowsThread(services, world.database.connection);
  }
  expect(await stats()).toMatchObject({ status: 200, body: { boards: [{ cards: 3 }] } });
});

const manyBoards = (count: number) =>
  world.sql(
    `insert into kanban_board (space_id, node_id, name, source, group_by, rank)
     select $1, $2, 'Board ' || n, 'rows', 'status', 'b' || lpad(n::text, 5, '0') from generate_series(1, $3::int) n`,
    [anna.spaceId, schedule, count],
  );

test('figures of more boards than a node has are refused; those of one of them are not', async () => {
  const board = await newBoard();
  await manyBoards(KANBAN_LIMITS.boards);
  const asked = { params: { epsId: schedule }, query: {} };
  expect(await vera.refused(api.kanban.stats, asked)).toMatchObject({ code: 'request.limit_reached' });
  expect((await vera.ok(api.kanban.stats, { ...asked, query: { board } })).boards).toHaveLength(1);
});

test('boards are listed by pages, and a version is counted once for all its boards until it changes', async () => {
  await manyBoards(5);
  const list = (offset: number) => vera.ok(api.kanban.list, { params: { id: schedule }, query: { offset, limit: 2 } });
  const counted = async () => {
    const sent = await statementsOf(async () => {
      const names: string[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const page: Awaited<ReturnType<typeof list>> = await list(offset);
        names.push(...page.boards.map(({ name, cards }) => `${name}: ${cards}`));
        offset = page.next;
      }
      expect(names).toEqual([1, 2, 3, 4, 5].map((at) => `Board ${at}: 4`));
    });
    return sent.filter((text) => text.includes('from wbs_item w') && text.includes('as cards')).length;
  };
  expect(await counted()).toBe(1);
  expect(await counted()).toBe(0);
  await rename(works[0], 'Dig');
  expect(await counted()).toBe(1);
});
