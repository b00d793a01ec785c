import { describe, expect, it } from 'vitest';
import { drawnRows } from '../testing/drawn-plan.ts';
import { parentOf, spanOf } from './rows.ts';
import { sortSiblings } from './sort.ts';
import { foldAll, listVisible, newVisible, reveal } from './visible.ts';

const HOUSE = `
s House
  s Ground
    t Dig 0-3
    t Pour 3-9
  s Walls
    t Bricks 9-20
t Garden 20-22`;

function listed(change: (plan: ReturnType<typeof drawnRows>) => { order?: Int32Array; hidden?: Uint8Array } | void): string[] {
  const plan = drawnRows(HOUSE);
  const how = change(plan) ?? {};
  const visible = newVisible(plan.rows.count);
  listVisible(plan.rows, visible, how.order, how.hidden);
  const rows = Array.from(visible.rowAt.subarray(0, visible.count));
  rows.forEach((row, place) => expect(visible.indexOf[row]).toBe(place));
  expect(visible.indexOf.filter((place) => place >= 0).length).toBe(visible.count);
  return rows.map((row) => plan.names[row]);
}

describe('the list of visible rows', () => {
  it('shows all that is unfolded', () => {
    expect(listed(() => undefined)).toEqual(['House', 'Ground', 'Dig', 'Pour', 'Walls', 'Bricks', 'Garden']);
  });
  it('skips what is folded', () => {
    expect(listed(({ rows }) => void (rows.collapsed[1] = 1))).toEqual(['House', 'Ground', 'Walls', 'Bricks', 'Garden']);
  });
  it('folds everything, or below a depth', () => {
    expect(listed(({ rows }) => foldAll(rows, true))).toEqual(['House', 'Garden']);
    expect(listed(({ rows }) => foldAll(rows, true, 1))).toEqual(['House', 'Ground', 'Walls', 'Garden']);
  });
  it('unfolds down to a row', () => {
    expect(
      listed(({ rows }) => {
        foldAll(rows, true);
        expect(reveal(rows, 3)).toBe(true);
        expect(reveal(rows, 3)).toBe(false);
      }),
    ).toEqual(['House', 'Ground', 'Dig', 'Pour', 'Walls', 'Garden']);
  });
  it('leaves out what a filter hides', () => {
    expect(listed(() => ({ hidden: Uint8Array.from([0, 0, 1, 0, 1, 1, 1]) }))).toEqual(['House', 'Ground', 'Pour']);
  });
  it('sorts siblings at every level and folds in that order too', () => {
    expect(
      listed(({ rows }) => {
        rows.collapsed[1] = 1;
        return { order: sortSiblings(rows, (a, b) => rows.start[b] - rows.start[a] || b - a) };
      }),
    ).toEqual(['Garden', 'House', 'Walls', 'Bricks', 'Ground']);
  });
  it('sorts many siblings as few', () => {
    const { rows } = drawnRows(Array.from({ length: 40 }, (_, row) => `t n${row} ${(row * 7) % 40}-90`).join('\n'));
    const order = sortSiblings(rows, (a, b) => rows.start[a] - rows.start[b]);
    expect(Array.from(order, (row) => (row * 7) % 40)).toEqual(Array.from({ length: 40 }, (_, at) => at));
  });
});

describe('rows', () => {
  it('know parents and spans', () => {
    const { rows } = drawnRows(HOUSE);
    expect([0, 1, 2, 3, 4, 5, 6].map((row) => parentOf(rows, row))).toEqual([-1, 0, 1, 1, 0, 4, -1]);
    const span = spanOf(rows);
    expect(span && (span.finish - span.start) / 1440).toBe(22);
    expect(spanOf(rows, [0])).toBeNull();
  });
});
