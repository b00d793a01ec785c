import type { ExternalRelation } from '@gantry/contract';
import { expect, test } from 'vitest';
import { smallView } from '../testing/small-view.ts';
import { readPredecessors, rowNamed, writeRelated } from './predecessors.ts';

const ROWS: Record<string, number | 'several'> = { a1010: 1, 'a-10': 2, '12': 3, '13': 4, 'pump fs': 5, twice: 'several', 'b+2': 6 };
const named = (name: string): number | 'several' | null => ROWS[name.toLowerCase()] ?? null;
const minutes = (text: string): number | null => {
  const match = /^(\d+(?:[.,]\d+)?)\s*([dhw]?)$/.exec(text);
  if (!match) return null;
  return Number(match[1].replace(',', '.')) * { d: 480, h: 60, w: 2400, '': 480 }[match[2] as 'd'];
};
const read = (text: string) => readPredecessors(text, named, minutes);
const fs = (id: number, lag_minutes = 0) => ({ id, type: 'fs' as const, lag_minutes });

test.each([
  ['', []],
  ['A1010', [fs(1)]],
  ['12FS+3d', [fs(3, 1440)]],
  ['12fs+3d; a1010SS-0,5w', [fs(3, 1440), { id: 1, type: 'ss', lag_minutes: -1200 }]],
  ['12, 13', [fs(3), fs(4)]],
  ['12,13', [fs(3), fs(4)]],
  ['12FS+2,5,13', [fs(3, 1200), fs(4)]],
  ['A-10,12', [fs(2), fs(3)]],
  ['A-10FF+2', [{ id: 2, type: 'ff', lag_minutes: 960 }]],
  ['A-10 - 4h', [fs(2, -240)]],
  ['A1010\u22122d', [fs(1, -960)]],
  ['pump fs', [fs(5)]],
  ['b+2', [fs(6)]],
  ['b+2sf+1', [{ id: 6, type: 'sf', lag_minutes: 480 }]],
  ['12;;13;', [fs(3), fs(4)]],
] as const)('%j', (text, list) => {
  expect(read(text)).toEqual({ list });
});

test.each([
  ['Z9', 'wbs.predecessor_unknown', 'Z9'],
  ['12; Z9SS+1', 'wbs.predecessor_unknown', 'Z9'],
  ['A1010FS+soon', 'wbs.predecessor_lag', 'A1010FS+soon'],
  ['A1010FS+', 'wbs.predecessor_lag', 'A1010FS+'],
  ['12;12FS+3d', 'wbs.predecessor_twice', '12FS+3d'],
  ['twice', 'wbs.predecessor_several', 'twice'],
  ['twiceSS', 'wbs.predecessor_several', 'twice'],
])('%j is refused', (text, key, part) => {
  expect(read(text)).toEqual({ refusal: { key, parameters: { text: part } } });
});

test('relations to other schedules are written behind the others, and left alone when the list is typed anew', () => {
  const end = (side: 'predecessor' | 'successor', code: string, type: 'fs' | 'ss', lag_minutes: number) =>
    ({ side, type, lag_minutes, other: { code, name: 'Name' } }) as ExternalRelation;
  const view = smallView();
  const row = view.rowOfId.get(3) as number;
  const outside = new Map([
    [3, [end('predecessor', 'B1', 'fs', 0), end('predecessor', '', 'ss', -480), end('successor', 'C1', 'fs', 480)]],
  ]);
  expect(writeRelated({ ...view, outside }, row, 'predecessors', String)).toBe('A2SS+2; \u2197B1; \u2197NameSS-1');
  expect(writeRelated({ ...view, outside }, row, 'successors', String)).toBe('\u2197C1FS+1');
  const typed = readPredecessors(
    'A2; \u2197B1; \u2197NameSS-1',
    (name) => rowNamed(view, name),
    () => null,
  );
  expect(typed).toEqual({ list: [{ id: 2, type: 'fs', lag_minutes: 0 }] });
});
