import type { StreamHead } from '@gantry/contract';
import { type Diff, fieldsOf, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { expect, test } from 'vitest';
import { attributeFinder } from './attributes.ts';
import { applyDiff, newDocument, type ScheduleDocument } from '../document/document.ts';
import { unreadableHere } from './formulas.ts';

const EMPTY: Record<string, unknown> = { text: '', flag: false, int: 0, float: 0 };
const row = (table: VersionTable, fields: Record<string, unknown>): { id: number } => {
  const all = fieldsOf(table).map(({ name, kind, optional, values }) => [name, optional ? null : (values?.[0] ?? EMPTY[kind] ?? 0)]);
  return { ...Object.fromEntries(all), ...fields } as { id: number };
};
const add = (table: VersionTable, rows: { id: number }[]): Diff => ({ [table]: { added: rows, updated: [], removed: [] } });
const formula = (id: number, name: string, text: string) => row('attribute', { id, name, type: 'number', options: { formula: text } });

function open(): ScheduleDocument {
  const rows = Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, 0]));
  const document = newDocument({ format: 1, version_id: 1, revision: 1, rows } as StreamHead);
  // `secret` is out of this person's sight: only what reads it came.
  applyDiff(
    document,
    add('attribute', [formula(11, 'total', 'secret * 2'), formula(12, 'more', 'total + 1'), formula(13, 'free', '1 + 1')]),
  );
  applyDiff(document, add('wbs', [row('wbs', { id: 1, name: 'Dig' }), row('wbs', { id: 2, name: 'Pour' })]));
  return document;
}
const shown = (document: ScheduleDocument, attribute: number) =>
  [1, 2].map((item) => attributeFinder(document, attribute)(item)?.value ?? null);

test('a formula over what is out of sight is told from those that can be calculated here', () => {
  expect(unreadableHere(open())).toEqual([11]);
});

test('what the server calculated for it stands in its place, and what reads it is calculated from that', () => {
  const before = open();
  expect([shown(before, 11), shown(before, 13)]).toEqual([
    [null, null],
    [2, 2],
  ]);
  const given = new Map([[11, new Map([[1, 84]])]]);
  const document = { ...before, given, unread: { ...before.unread, everything: true } };
  expect([shown(document, 11), shown(document, 12), shown(document, 13)]).toEqual([
    [84, null],
    [85, null],
    [2, 2],
  ]);
  // Still asked for, after the next edit anew.
  expect(unreadableHere(document)).toEqual([11]);
});
