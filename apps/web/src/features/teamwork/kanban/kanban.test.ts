import type { KanbanColumn, KanbanItem } from '@gantry/contract';
import { describe, expect, it } from 'vitest';
import {
  afterAt,
  fillColumns,
  foresee,
  heightOfCard,
  initialsOf,
  keyOf,
  mergeCards,
  moveTo,
  NO_FILTER,
  placeByStep,
  type Step,
  stepFrom,
  toApi,
} from './kanban.model.ts';

const column = (id: number, more: Partial<KanbanColumn> = {}): KanbanColumn => ({
  id,
  board_id: 7,
  name: `C${id}`,
  tint: null,
  wip_limit: null,
  on_enter: null,
  done: false,
  value: null,
  value_name: null,
  ...more,
});
const card = (id: number, column_id: number, rank: string, more: Partial<KanbanItem> = {}): KanbanItem => ({
  id,
  column_id,
  rank,
  title: `Card ${id}`,
  described: false,
  due: null,
  priority: 0,
  person_ids: [],
  label_ids: [],
  comments: 0,
  schedule_id: null,
  row_id: null,
  row: null,
  ...more,
});
const COLUMNS = [column(1), column(2), column(3, { done: true })];
const ITEMS = [card(11, 1, 'a0'), card(12, 1, 'a1'), card(13, 1, 'a2'), card(21, 2, 'a0')];
const ME = { me: 5, today: '2026-03-10' };
const filled = (items: readonly KanbanItem[] = ITEMS, filter = NO_FILTER) => fillColumns(COLUMNS, items, filter, ME);
const keys = (columns = filled()) => columns.map(({ shown }) => shown.map(keyOf));

describe('cards', () => {
  it('stand in their columns by rank, byte by byte, then by id', () => {
    const items = [card(4, 1, 'b'), card(3, 1, 'a'), card(2, 1, 'a'), card(1, 1, 'B')];
    expect(keys(filled(items))).toEqual([[1, 2, 3, 4], [], []]);
  });

  it('pass a filter on words of title and code, labels, people, mine and overdue; a done column has nothing overdue', () => {
    const row = {
      version_id: 1,
      code: 'A.7',
      status: 'in_progress',
      start: null,
      finish: null,
      progress: 0,
      executor_id: 5,
      curator_id: null,
    } as const;
    const items = [
      card(1, 1, 'a', { title: 'Pour walls', label_ids: [3], due: '2026-03-09' }),
      card(2, 1, 'b', { row_id: 90, schedule_id: 4, row }),
      card(3, 3, 'a', { due: '2026-03-01', person_ids: [6] }),
    ];
    const passing = (filter: Partial<typeof NO_FILTER>) => keys(filled(items, { ...NO_FILTER, ...filter })).flat();
    expect(passing({ text: 'WALLS po' })).toEqual([1]);
    expect(passing({ text: 'a.7' })).toEqual([-90]);
    expect(passing({ labels: [3, 4] })).toEqual([1]);
    expect(passing({ people: [6] })).toEqual([3]);
    expect(passing({ mine: true })).toEqual([-90]);
    expect(passing({ overdue: true })).toEqual([1]);
  });

  it('take in what has changed; a row keeps its key when it gets a record, and an older answer changes nothing', () => {
    const first = {
      revision: 4,
      full: true,
      version_id: null,
      state: null,
      items: [card(-90, 1, 'a', { row_id: 90 }), ...ITEMS],
      deleted: [],
      people: [{ user_id: 5, name: 'Ada' }],
      missing: [],
    };
    const known = mergeCards(undefined, first);
    const next = mergeCards(known, {
      ...first,
      revision: 6,
      full: false,
      items: [card(500, 2, 'b', { row_id: 90 })],
      deleted: [12],
      people: [],
    });
    expect(next.items.map(keyOf)).toEqual([-90, 11, 13, 21]);
    expect(next.items[0].id).toBe(500);
    expect(next.people.get(5)).toBe('Ada');
    expect(mergeCards(next, { ...first, revision: 5, full: false, items: [], deleted: [11] })).toBe(next);
  });
});

describe('moves', () => {
  it.each<[Step, number, number[], [number, number | null] | null]>([
    ['down', 11, [11], [1, 12]],
    ['down', 12, [12], [1, 13]],
    ['down', 13, [13], null],
    ['up', 13, [13], [1, 11]],
    ['up', 12, [12], [1, null]],
    ['up', 11, [11], null],
    ['right', 12, [12], [2, 21]],
    ['right', 11, [11], [2, null]],
    ['right', 13, [13], [2, 21]],
    ['left', 11, [11], null],
    ['right', 21, [21], [3, null]],
    ['last', 11, [11], [1, 13]],
    ['first', 13, [13], [1, null]],
    ['first', 11, [11], null],
    ['down', 11, [11, 12], [1, 13]],
    ['first', 13, [11, 13], [1, null]],
  ])('%s from %i of %j', (step, from, moved, expected) => {
    const place = placeByStep(filled(), from, new Set(moved), step);
    expect(place && [place.columnId, place.after]).toEqual(expected);
  });

  it('lead several cards to one place in their order, and each back to where it stood', () => {
    const { changes, inverse } = moveTo(filled(), new Set([21, 12, 11]), 3, null);
    expect(changes.map(({ key, column_id, after }) => [key, column_id, after])).toEqual([
      [11, 3, null],
      [12, 3, null],
      [21, 3, null],
    ]);
    const moved = foresee(ITEMS, changes);
    expect(keys(filled(moved))).toEqual([[13], [], [11, 12, 21]]);
    expect(keys(filled(foresee(moved, inverse)))).toEqual(keys());
  });

  it('keep hidden cards where they are', () => {
    const columns = filled(ITEMS, { ...NO_FILTER, text: '13' });
    expect(afterAt(columns[0], new Set(), 0)).toBe(12);
    expect(afterAt(columns[1], new Set(), 0)).toBe(21);
  });

  it('step over columns without cards and stay at the ends', () => {
    const items = ITEMS.filter(({ column_id }) => column_id !== 2).concat(card(31, 3, 'a'));
    expect(stepFrom(filled(items), 13, 'right')).toBe(31);
    expect(stepFrom(filled(items), 31, 'left')).toBe(11);
    expect(stepFrom(filled(items), 31, 'right')).toBe(31);
    expect(stepFrom(filled(items), null, 'down')).toBe(11);
  });

  it('are said by the ids that cards have now', () => {
    const idOf = (key: number): number => (key === -90 ? 500 : key);
    expect(toApi({ key: -90, after: 11, column_id: 2 }, idOf)).toEqual({ id: 500, after_id: 11, column_id: 2 });
    expect(toApi({ key: 11, after: null }, idOf)).toEqual({ id: 11, after_id: null });
    expect(toApi({ key: 11, due: null }, idOf)).toEqual({ id: 11, due: null });
  });
});

it('a name has at most two initials', () => {
  expect(['Ада Лавлейс', 'ada', 'Jean Luc Picard', ''].map(initialsOf)).toEqual(['АЛ', 'A', 'JL', '']);
});

it('a card is guessed as high as its lines: a frame, a title, labels, and what is known of it', () => {
  const heights = [{}, { due: '2026-03-02' }, { due: '2026-03-02', label_ids: [1] }, { title: 'x'.repeat(60) }, { title: '' }];
  expect(heights.map((more) => heightOfCard(card(1, 1, 'a', more)))).toEqual([38, 56, 74, 56, 38]);
});
