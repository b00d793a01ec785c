import { type Diff, fieldsOf, type JsonValue, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import type { StreamHead } from '@gantry/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallView } from '../testing/small-view.ts';
import { attributeFinder, ruleOfRow } from './attributes.ts';
import { applyDiff, newDocument, rowOf, type ScheduleDocument } from '../document/document.ts';
import { attachIndicators, formulaResults } from './formulas.ts';
import { fillValues } from '../rows/rows.ts';

const EMPTY: Record<string, unknown> = { text: '', flag: false, int: 0, float: 0 };
function row(table: VersionTable, fields: Record<string, unknown>): { id: number } {
  const all = fieldsOf(table).map(({ name, kind, optional, values }) => [name, optional ? null : (values?.[0] ?? EMPTY[kind] ?? 0)]);
  return { ...Object.fromEntries(all), ...fields } as { id: number };
}

const ATTRIBUTES = [
  { id: 1001, name: 'volume', type: 'number', options: null },
  { id: 1002, name: 'zone', type: 'string', options: { inherits: true } },
  {
    id: 1003,
    name: 'total',
    type: 'number',
    options: { formula: 'if(count(children.total) = 0, ifempty(volume, 0), sum(children.total))' },
  },
  { id: 1004, name: 'path', type: 'number', options: { formula: 'ifempty(duration, 0) + ifempty(max(predecessors.path), 0)' } },
  { id: 1005, name: 'label', type: 'string', options: { formula: 'zone & " " & name & " " & ifempty(planned_cost, 0)' } },
  { id: 1006, name: 'share', type: 'number', options: { formula: 'total / ifempty(parent.total, 1) + count(successors.volume)' } },
];

const emptyDocument = (): ScheduleDocument =>
  newDocument({
    format: 1,
    version_id: 1,
    revision: 1,
    rows: Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, 0])),
  } as StreamHead);

const add = (table: VersionTable, rows: { id: number }[]): Diff => ({ [table]: { added: rows, updated: [], removed: [] } });
const update = (table: VersionTable, id: number, after: Record<string, unknown>): Diff => ({
  [table]: { added: [], updated: [{ id, before: {}, after }], removed: [] },
});
const remove = (table: VersionTable, id: number): Diff => ({ [table]: { added: [], updated: [], removed: [{ id }] } });

const valuesIn = (document: ScheduleDocument) => (attributeId: number) => {
  const find = attributeFinder(document, attributeId);
  return (item: number): JsonValue => find(item)?.value ?? null;
};
const asPlain = (document: ScheduleDocument) =>
  [...formulaResults(document, valuesIn(document))].map(([name, column]) => [name, new Map([...column].sort((a, b) => a[0] - b[0]))]);

/** A document of the same rows that no edit has touched. */
function readAnew(document: ScheduleDocument): ScheduleDocument {
  const fresh = emptyDocument();
  for (const table of VERSION_TABLE_NAMES) {
    const rows = [...document.tables[table].slotOf.keys()].map((id) => rowOf(document, table, id) as { id: number });
    applyDiff(fresh, add(table, rows));
  }
  return fresh;
}

type Edit = {
  kind: 'volume' | 'zone' | 'name' | 'cost' | 'type' | 'move' | 'link' | 'unlink' | 'add' | 'remove' | 'forget';
  row: number;
  to: number;
  value: number;
};

test('after any edits the formulas of an open version are those of the same version opened anew', () => {
  const edit = fc.record({
    kind: fc.constantFrom<Edit['kind']>('volume', 'zone', 'name', 'cost', 'type', 'move', 'link', 'unlink', 'add', 'remove', 'forget'),
    row: fc.nat(40),
    to: fc.nat(40),
    value: fc.integer({ min: -5, max: 99 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 9 }), fc.array(edit, { minLength: 1, maxLength: 14 }), (count, edits) => {
      const document = emptyDocument();
      applyDiff(
        document,
        add(
          'attribute',
          ATTRIBUTES.map((one) => row('attribute', one)),
        ),
      );
      let last = 5000;
      const task = (id: number, parentId: number | null) =>
        row('wbs', { id, parentId, name: `row ${id}`, type: id % 2 ? 'sum' : 'task', durationMinutes: 480 * (id % 7) });
      applyDiff(
        document,
        add(
          'wbs',
          Array.from({ length: count }, (_, index) => task(index + 1, index === 0 ? null : Math.ceil(index / 2))),
        ),
      );
      asPlain(document);
      const ids = () => [...document.tables.wbs.slotOf.keys()];
      const valueOf = (item: number, attributeId: number) =>
        [...document.tables.attributeValue.slotOf.keys()].find((id) => {
          const value = rowOf(document, 'attributeValue', id);
          return value?.itemId === item && value.attributeId === attributeId;
        });
      const make = ({ kind, row: at, to, value }: Edit): Diff | null => {
        const all = ids();
        const id = all[at % all.length];
        const other = all[to % all.length];
        const setValue = (attributeId: number, typed: JsonValue): Diff => {
          const known = valueOf(id, attributeId);
          return known
            ? update('attributeValue', known, { value: typed })
            : add('attributeValue', [row('attributeValue', { id: ++last, itemId: id, attributeId, value: typed })]);
        };
        if (kind === 'volume') return setValue(1001, value);
        if (kind === 'zone') return setValue(1002, `Z${value}`);
        if (kind === 'name') return update('wbs', id, { name: `named ${value}`, durationMinutes: 480 * Math.abs(value) });
        if (kind === 'cost') return add('assignment', [row('assignment', { id: ++last, itemId: id, resourceId: 1, plannedCost: value })]);
        if (kind === 'type') return update('wbs', id, { type: value % 2 ? 'sum' : 'work' });
        if (kind === 'add') return add('wbs', [task(++last, id)]);
        if (kind === 'link')
          return other > id ? add('relation', [row('relation', { id: ++last, predecessorId: id, successorId: other, type: 'fs' })]) : null;
        const links = [...document.tables.relation.slotOf.keys()];
        if (kind === 'unlink') return links.length ? remove('relation', links[at % links.length]) : null;
        const values = [...document.tables.attributeValue.slotOf.keys()];
        if (kind === 'forget') return values.length ? remove('attributeValue', values[at % values.length]) : null;
        if (kind === 'move') return other < id ? update('wbs', id, { parentId: other }) : null;
        const isLeaf = !all.some((one) => rowOf(document, 'wbs', one)?.parentId === id);
        const isLinked = links.some((one) =>
          [rowOf(document, 'relation', one)?.predecessorId, rowOf(document, 'relation', one)?.successorId].includes(id),
        );
        return isLeaf && !isLinked && all.length > 2 ? remove('wbs', id) : null;
      };
      for (const one of edits) {
        const diff = make(one);
        if (!diff) continue;
        applyDiff(document, diff);
        document.revision += 1;
        expect(asPlain(document)).toEqual(asPlain(readAnew(document)));
      }
    }),
    { numRuns: 200, seed: Number(process.env['PROPERTY_SEED'] ?? 14) },
  );
});

test('the cost of a summary is that of the rows below it, as its column shows it', () => {
  const document = emptyDocument();
  const formula = (id: number, name: string, text: string) => row('attribute', { id, name, type: 'number', options: { formula: text } });
  applyDiff(document, add('attribute', [formula(1, 'gross', 'planned_cost * 1.2'), formula(2, 'below', 'sum(children.planned_cost)')]));
  const wbs = (id: number, parentId: number | null, type: string) => row('wbs', { id, parentId, type });
  applyDiff(document, add('wbs', [wbs(1, null, 'sum'), wbs(2, 1, 'sum'), wbs(3, 2, 'task'), wbs(4, 3, 'work'), wbs(5, 1, 'task')]));
  const cost = (id: number, itemId: number, plannedCost: number) => row('assignment', { id, itemId, resourceId: 1, plannedCost });
  applyDiff(document, add('assignment', [cost(11, 3, 100), cost(12, 4, 10)]));
  const read = (name: string) => [...new Map(asPlain(document) as [string, Map<number, number>][]).get(name)!];
  expect(read('gross')).toEqual([
    [1, 132],
    [2, 132],
    [3, 132],
    [4, 12],
    [5, null],
  ]);
  document.revision += 1;
  applyDiff(document, add('assignment', [cost(13, 5, 50)]));
  expect(read('below').slice(0, 3)).toEqual([
    [1, 160],
    [2, 110],
    [3, 10],
  ]);
});

test('bars have the colours of an indicator where it gives them, and those of their rows again without it', () => {
  const { document, rows, slots } = smallView();
  const rule = { condition: 'duration > 2', state: 'warn' as const, tint: 5, text: 'long' };
  attachIndicators(document, [{ id: 9, rules: [rule] }]);
  const tints = (): number[] => {
    fillValues(document, { rows, slots });
    return [...(rows.tint as Uint8Array)];
  };
  expect(tints()).toEqual([0, 2, 0, 0, 0, 0]);
  document.tintOf = (item) => ruleOfRow(document, 9, item)?.tint ?? 0;
  expect(tints()).toEqual([0, 0, 0, 0, 5, 0]);
  applyDiff(document, update('wbs', 2, { durationMinutes: 480 * 3 }));
  document.revision += 1;
  expect(tints()).toEqual([0, 5, 0, 0, 5, 0]);
  document.tintOf = null;
  expect(tints()).toEqual([0, 2, 0, 0, 0, 0]);
});
