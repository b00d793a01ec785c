/**
 * Boards of 10,000 cards through HTTP: read whole, read what changed, a card moved, 50 people who move at once, and the same board over
 * the rows of a plan. The floor of reading is the bare query, that of a move an update of one row with its commit.
 */

import { api } from '@gantry/contract';
import { gzipSync } from 'node:zlib';
import { makeVersion } from '../../e2e/caller.ts';
import { share, type GatedFigure } from '../gates.ts';
import { openStage, type Stage, timesOf } from './stage.ts';

const MOVERS = 50;
const TIMES = 60;

type Board = { spaceId: number; boardId: number; columnIds: readonly number[] };

/** Cards in the three columns of a board. */
export async function fillBoard({ client }: Stage, { spaceId, boardId, columnIds }: Board, cards: number): Promise<void> {
  await client.query(
    `insert into kanban_item (space_id, board_id, column_id, rank, title, due, priority, changed_revision)
     select $1, $2, ($3::bigint[])[1 + n % 3], 'b' || lpad(n::text, 5, '0') || 'V', 'Pour the walls of section ' || n, date '2026-01-01' + n % 300,
       n % 4, 1 from generate_series(1, $4) n`,
    [spaceId, boardId, columnIds, cards],
  );
  await client.query('analyze kanban_item');
}

/** A board of so many cards, of its own and over as many rows. */
export async function measureCards(CARDS: number): Promise<GatedFigure[]> {
  const stage = await openStage();
  const { client } = stage;
  try {
    const { member, spaceId, versionId, itemIds } = await makeVersion(stage.person, 1);
    await client.query(
      `insert into wbs_item select (jsonb_populate_record(w, jsonb_build_object('id', n, 'position', n, 'code', 'R' || n, 'name', 'Row ' || n))).*
     from wbs_item w, generate_series($3::int + 1, $3::int + $4::int - 1) n where w.space_id = $1 and w.version_id = $2`,
      [spaceId, versionId, itemIds[0], CARDS],
    );
    await client.query('update version set last_id = $3, item_count = $4 where space_id = $1 and id = $2', [
      spaceId,
      versionId,
      itemIds[0] + CARDS,
      CARDS,
    ]);
    const { schedule_id: eps_id } = await member.call(api.versions.get, { params: { id: versionId } });

    const columns = [{ name: 'To do' }, { name: 'Doing' }, { name: 'Done', done: true }];
    const { id: boardId } = await member.call(api.kanban.create, { body: { eps_id, name: 'Free', columns } });
    const ids = (await member.call(api.kanban.columns, { params: { id: boardId } })).columns.map(({ id }) => id);
    await fillBoard(stage, { spaceId, boardId, columnIds: ids }, CARDS);
    await client.query('analyze wbs_item');
    const read = (since?: number) =>
      member.call(api.kanban.items, { params: { id: boardId }, query: since === undefined ? {} : { since } });
    const { items, revision } = await read();
    const cards = items.map(({ id }) => id);
    const move = async (at: number) => {
      const seen = (await member.call(api.kanban.columns, { params: { id: boardId } })).revision;
      const begun = performance.now();
      const moved = [{ id: cards[(at * 37) % cards.length], column_id: ids[at % 3], after_id: null }];
      await member.call(api.kanban.updateItems, { body: { board_id: boardId, revision: seen, items: moved } });
      return performance.now() - begun;
    };
    const bare = () =>
      client.query('select * from kanban_item where space_id = $1 and board_id = $2 order by column_id, rank, id', [spaceId, boardId]);
    const touch = (at: number) =>
      client.query('update kanban_item set priority = $1 where space_id = $2 and id = $3', [at % 4, spaceId, cards[at]]);

    const figures: GatedFigure[] = [];
    const p95 = async (work: (at: number) => Promise<unknown>) => share(await timesOf(TIMES / 3, work), 0.95);
    const measure = async (name: string, gate: number, work: (at: number) => Promise<unknown>, floor: number | null = null) => {
      const figure = await p95(work);
      figures.push({ name, figure, gate, floor, unit: 'ms' });
    };
    await measure('a board is read', 800, () => read(), await p95(bare));
    figures.push({
      name: 'its size, packed',
      figure: gzipSync(JSON.stringify(items)).byteLength / 1000,
      gate: 250,
      floor: null,
      unit: 'kB',
    });
    const floorOfMove = await p95(touch);
    const moves: number[] = [];
    for (let at = 0; at < TIMES; at += 1) moves.push(await move(at));
    figures.push({ name: 'a card is moved', figure: share(moves, 0.95), gate: 150, floor: floorOfMove, unit: 'ms' });
    await measure('what has changed is read', 150, () => read(revision));

    const seen = (await read()).revision;
    const together = Array.from({ length: MOVERS }, (_, at) => {
      const moved = [{ id: cards[Math.floor((at * cards.length) / MOVERS)], column_id: ids[at % 3], after_id: null }];
      return member.call(api.kanban.updateItems, { body: { board_id: boardId, revision: seen, items: moved } });
    });
    const begun = performance.now();
    await Promise.all(together);
    figures.push({ name: `${MOVERS} people move at once`, figure: performance.now() - begun, gate: MOVERS * 150, floor: null, unit: 'ms' });
    const after = await read();
    const places = new Set(after.items.map(({ column_id, rank }) => `${column_id} ${rank}`));
    const lost = after.items.length - places.size + (after.revision - seen - MOVERS) + (after.items.length - CARDS);
    figures.push({ name: 'cards lost, doubled or at one place', figure: lost, gate: 0, floor: null, unit: 'cards' });

    const { id: rowsId } = await member.call(api.kanban.create, { body: { eps_id, name: 'Rows', source: 'rows', group_by: 'status' } });
    const { columns: values } = await member.call(api.kanban.columns, { params: { id: rowsId } });
    const begunColumn = values.find(({ value }) => value === 'in_progress')?.id ?? 0;
    await measure('a board of rows is read', 800, () => member.call(api.kanban.items, { params: { id: rowsId }, query: {} }));
    const enter = async (at: number) => {
      const { revision: now } = await member.call(api.kanban.columns, { params: { id: rowsId } });
      const moved = [{ id: -(itemIds[0] + CARDS - 1 - at), column_id: begunColumn }];
      const from = performance.now();
      await member.call(api.kanban.updateItems, { body: { board_id: rowsId, revision: now, items: moved } });
      return performance.now() - from;
    };
    const entered: number[] = [];
    for (let at = 0; at < 20; at += 1) entered.push(await enter(at));
    figures.push({ name: 'a card enters a column of rows', figure: share(entered, 0.95), gate: 150, floor: null, unit: 'ms' });

    return figures;
  } finally {
    await stage.close();
  }
}
