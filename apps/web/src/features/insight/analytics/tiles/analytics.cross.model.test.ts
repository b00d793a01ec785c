import { OTHER_GROUPS } from '@gantry/contract';
import { expect, test } from 'vitest';
import { crossContent } from './analytics.cross.model.ts';

const t = ((key: string, values: object = {}) => `${key} ${Object.values(values).join(' ')}`.trim()) as never;
const words = { t, language: 'en' };
const state = { versions: 1, left_out: 0, hidden: 0, partial: false, outdated: [], job_id: null, computed_at: null };
const SIDES = { group: 'attribute:Zone', across: 'status' };
const cross = {
  columns: [
    { key: 'completed', name: '' },
    { key: OTHER_GROUPS, name: '' },
  ],
  rows: [
    { key: 'North', name: 'North', values: [300, 100], total: 400 },
    { key: '', name: '', values: [0, 50], total: 50 },
  ],
};

test('two dimensions stand as rows and columns, and each amount opens its works; others are no question', () => {
  const content = crossContent({ kind: 'cost', cross, state }, SIDES, words, { filter: 3 });
  if (content.kind !== 'table') throw new Error(content.kind);
  const { head, rows } = content.table;
  expect(head).toEqual(['dashboard.column_group', 'dashboard.count_completed', 'dashboard.others', 'dashboard.column_total']);
  expect(rows.map((cells) => cells.map(({ text }) => text))).toEqual([
    ['North', '300', '100', '400'],
    ['dashboard.nobody', '–', '50', '50'],
  ]);
  const asked = { kind: 'cost', line: 'plan', filter: 3, group: 'attribute:Zone', key: 'North' };
  expect(rows[0].map(({ figure }) => figure)).toEqual([
    undefined,
    { ...asked, across: 'status', across_key: 'completed' },
    undefined,
    asked,
  ]);
  expect(rows[0].map(({ heat }) => heat)).toEqual([undefined, 1, 1 / 3, undefined]);
});

test('the space opens none of its amounts, and without groups there is a sentence', () => {
  const content = crossContent({ kind: 'count', cross, state }, SIDES, words, null);
  expect(JSON.stringify(content)).not.toContain('across_key');
  expect(crossContent({ kind: 'cost', cross: { columns: [], rows: [] }, state }, SIDES, words, null)).toEqual({
    kind: 'note',
    text: 'dashboard.no_groups',
  });
});
