import { api } from '@gantry/contract';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { saveMoves } from './kanban.items.repository.ts';
import { forgotten } from './kanban.repository.ts';

let world: World;
let anna: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, schedule } = await createTeam(world));
});
afterAll(() => world.close());

/** Statements of one move, after one that warms what is kept between calls. */
async function ofMove(board: number, id: number, columns: readonly number[]): Promise<string[]> {
  const move = async (column_id: number) => {
    const { revision } = await anna.ok(api.kanban.columns, { params: { id: board } });
    return statementsOf(() =>
      anna.ok(api.kanban.updateItems, { body: { board_id: board, revision, items: [{ id, column_id, after_id: null }] } }),
    );
  };
  await move(columns[1]);
  return move(columns[0]);
}

test('a card moves in few statements', async () => {
  const { id } = await anna.ok(api.kanban.create, { body: { eps_id: schedule, name: 'Free', columns: [{ name: 'A' }, { name: 'B' }] } });
  const columns = (await anna.ok(api.kanban.columns, { params: { id } })).columns.map((column) => column.id);
  const { items } = await anna.ok(api.kanban.createItems, { body: { column_id: columns[0], title: 'Pour' } });
  const sent = await ofMove(id, items[0].id, columns);
  expect(sent.length).toBeLessThanOrEqual(23);
});

test('a card of a row moves in few statements, and of the plan only its row is read again', async () => {
  const version = await anna.version(schedule);
  const row = await anna.item(version, { name: 'Walls', code: 'W', duration_minutes: 480 });
  const { id } = await anna.ok(api.kanban.create, { body: { eps_id: schedule, name: 'Rows', source: 'rows', group_by: 'status' } });
  const { columns } = await anna.ok(api.kanban.columns, { params: { id } });
  const of = (value: string) => columns.find((one) => one.value === value)?.id ?? 0;
  const sent = await ofMove(id, -row, [of('not_started'), of('in_progress')]);
  expect(sent.length).toBeLessThanOrEqual(44);
  const ofRows = sent.filter((text) => /^\s*select .* from wbs_item where .*version_id/s.test(text));
  expect(ofRows.filter((text) => !/\bid = any|parent_id = any/.test(text))).toEqual([]);
  // Comments are counted for that card alone.
  const ofComments = sent.filter((text) => /as count from comment\s/.test(text));
  expect(ofComments.length).toBeGreaterThan(0);
  expect(ofComments.filter((text) => !text.includes('row_code = any'))).toEqual([]);
});

test('who sees a board is read once for all cards that are copied with their people', async () => {
  const { id } = await anna.ok(api.kanban.create, { body: { eps_id: schedule, name: 'Copied', columns: [{ name: 'A' }] } });
  const [{ id: column_id }] = (await anna.ok(api.kanban.columns, { params: { id } })).columns;
  const ids: number[] = [];
  for (const title of ['Dig', 'Pour', 'Cure'])
    ids.push((await anna.ok(api.kanban.createItems, { body: { column_id, title, person_ids: [anna.id] } })).items[0].id);
  const copied = (some: readonly number[]) =>
    statementsOf(() =>
      anna.ok(api.kanban.copyItems, { body: { from_board_id: id, ids: [...some], board_id: id, column_id, with: ['people'] } }),
    );
  await copied(ids);
  const ofAccess = (sent: readonly string[]) => sent.filter((text) => text.includes('space_user')).length;
  expect(ofAccess(await copied(ids))).toBe(ofAccess(await copied(ids.slice(0, 1))));
});

test('boards and cards that were deleted are found by an index', async () => {
  for (const table of ['kanban_board', 'kanban_item'] as const) {
    const plan = await world.app.services.database.write({ spaceId: anna.spaceId, userId: null }, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return sql`explain ${forgotten(anna.spaceId, table)}`.execute(tx);
    });
    expect(JSON.stringify(plan.rows)).toContain(`${table}_deleted`);
  }
});

test('the moves of all cards of a board fit into statements', async () => {
  const bound: number[] = [];
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void bound.push(query.parameters.length),
  });
  const moves = Array.from({ length: 20_000 }, (_one, at) => ({ id: at + 1, from: 1, to: 2 }));
  const change = { spaceId: 1, boardId: 1, revision: 1, userId: 1 };
  await saveMoves(db as unknown as Tx, change, moves, new Date(0));
  expect(bound.reduce((sum, count) => sum + count, 0)).toBe(7 * moves.length);
  expect(Math.max(...bound)).toBeLessThan(65_536);
});
