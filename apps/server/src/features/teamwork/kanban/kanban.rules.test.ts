import { expect, test } from 'vitest';
import { naturalRanks, ranksAmong } from '../../../platform/postgres/ranks.ts';
import { countWeeks, flowOf, percentile } from './stats/kanban.figures.rules.ts';
import { expandMarks, fits, isReport, patchOfValue, rowFinder } from './kanban.rules.ts';

test('a card finds its row by id and code, else by its code, else by its id', () => {
  const find = rowFinder([
    { id: 1, code: 'A' },
    { id: 2, code: 'B' },
    { id: 3, code: '' },
  ]);
  const found = (row_id: number, row_code: string) => find({ row_id, row_code })?.id ?? null;
  expect([found(1, 'A'), found(1, 'B'), found(9, 'B'), found(2, 'gone'), found(3, ''), found(9, ''), found(9, 'gone')]).toEqual([
    1,
    2,
    2,
    2,
    3,
    null,
    null,
  ]);
});

test('whatever is put between things that nobody has ordered stands there, and at no place that a later one gets', () => {
  const ranks = new Map(naturalRanks(5).map((rank, at) => [at, rank]));
  for (let turn = 0; turn < 200; turn += 1) {
    const [moved, after] = [(turn * 7) % 5, (turn * 3) % 6];
    if (moved === after) continue;
    const behind = after === 5 ? null : (ranks.get(after) ?? null);
    const [rank] = ranksAmong(ranks.values(), behind, 1);
    expect(behind === null || rank > behind).toBe(true);
    const between = [...ranks.values()].filter((other) => other < rank && (behind === null || other > behind));
    expect(between).toEqual([]);
    ranks.set(moved, rank);
  }
  const moved = [...ranks.values()].filter((rank) => !naturalRanks(5).includes(rank));
  expect(naturalRanks(1000).filter((rank) => moved.includes(rank))).toEqual([]);
  expect(new Set(ranks.values()).size).toBe(5);
});

test('columns have values that rows can have, and say what a row gets', () => {
  expect(['status', 'executor', 'summary', 'attribute:7'].map((by) => [fits(by, null), fits(by, 'in_progress'), fits(by, '12')])).toEqual([
    [false, true, false],
    [true, false, true],
    [true, false, true],
    [true, true, true],
  ]);
  expect(patchOfValue('attribute:7', 'North')).toEqual({ attributes: { 7: 'North' } });
  expect(patchOfValue('curator', null)).toEqual({ curator_id: null });
  expect([isReport([{ status: 'completed' }]), isReport([{ status: 'completed' }, { executor_id: 1 }])]).toEqual([true, false]);
});

test('a condition on people asks each of them, and one that denies denies all', () => {
  const person = (operator: 'eq' | 'ne') => ({ column: 'person', operator, value: 1 });
  const filter = expandMarks({ join: 'and', conditions: [person('eq'), person('ne')] }, 2);
  expect(filter.conditions.map((part) => 'join' in part && [part.join, part.conditions.length])).toEqual([
    ['or', 2],
    ['and', 2],
  ]);
});

test('figures', () => {
  expect([percentile([], 0.5), percentile([4], 0.85), percentile([0, 10], 0.5), percentile([1, 2, 3, 4], 0.85)]).toEqual([null, 4, 5, 3.6]);
  expect(countWeeks(['2026-03-09', '2026-03-02', '2026-03-09'])).toEqual([
    { week: '2026-03-02', cards: 1 },
    { week: '2026-03-09', cards: 2 },
  ]);
  const came = (column_id: number, day: string, change: number) => ({ column_id, day, change });
  const now = [
    { id: 1, cards: 1 },
    { id: 2, cards: 2 },
  ];
  const changes = [
    came(2, '2026-03-03', 1),
    came(2, '2026-03-04', 1),
    came(1, '2026-03-02', 3),
    came(1, '2026-03-03', -1),
    came(1, '2026-03-04', -1),
  ];
  const flow = flowOf(now, changes, '2026-03-02', '2026-03-03');
  expect(flow).toEqual([
    { day: '2026-03-02', cards: [3, 0] },
    { day: '2026-03-03', cards: [2, 1] },
  ]);
});
