import { DIFFERENCE_KINDS } from '@gantry/contract';
import { fieldsOf, targetOf, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindOfField } from './compare.kinds.rules.ts';
import type { Row, Side } from './compare.align.rules.ts';
import { compareSides } from './compare.rules.ts';

const SHIFTS = [{ start: 540, finish: 1080 }];
const JSON_VALUES: Record<string, unknown> = {
  week: Array.from({ length: 7 }, () => SHIFTS),
  exceptions: [
    { day: 20_000, shifts: [] },
    { day: 20_001, shifts: SHIFTS },
  ],
  'attribute options': { decimals: 2 },
  options: { dataDate: 100, floatType: 'finish', defaultCalendarId: 1 },
  extra: { progressScenario: 6, secondLimit: null },
  value: 'concrete',
  days: [{ day: 20_000, value: 1 }],
  curve: [0, 50, 100],
  norm: { quantity: 1 },
  entered: { duration: 480 },
};
/** The table that a field of a reference points into. */
const targetIn = (table: VersionTable, field: string) => targetOf(table, field) as VersionTable;
const FIRST_ID = {
  calendar: 1,
  resource: 11,
  attribute: 21,
  wbs: 31,
  relation: 51,
  assignment: 61,
  attributeValue: 71,
  importedDates: 31,
  link: 81,
  daySeries: 86,
  settings: 91,
  directoryValue: 96,
  costLink: 101,
  costBase: 106,
} as Record<VersionTable, number>;
const COUNT = { wbs: 6, settings: 1 } as Record<string, number>;
const idsOf = (table: VersionTable) => Array.from({ length: COUNT[table] ?? 4 }, (_, index) => FIRST_ID[table] + index);

/** A version with rows in every table and a value in every field; all keys differ. */
function fullSide(): Side {
  const rows = {} as Side['rows'];
  for (const table of VERSION_TABLE_NAMES)
    rows[table] = idsOf(table).map((id, index) => {
      const row: Record<string, unknown> = {};
      for (const { name, kind, values } of fieldsOf(table)) {
        if (name === 'id') row[name] = id;
        else if (name === 'parentId' || name === 'baseId' || name === 'broughtById') row[name] = null;
        else if (kind === 'ref') row[name] = idsOf(targetIn(table, name))[name === 'successorId' ? (index + 1) % 4 : index % 4];
        else if (kind === 'int' || kind === 'float') row[name] = index + 1;
        else if (kind === 'text') row[name] = `${table} ${name} ${index}`;
        else if (kind === 'flag') row[name] = index % 2 === 0;
        else if (kind === 'minute') row[name] = `2031-03-0${index + 1}T09:00`;
        else if (kind === 'word') row[name] = values?.[index % values.length];
        else row[name] = structuredClone(JSON_VALUES[`${table} ${name}`] ?? JSON_VALUES[name]);
      }
      return row as Row;
    });
  return { versionId: 1, lineage: [], rows };
}

/** The same in another version: ids kept and the lineage known, or every id counted anew and nothing known. */
function copyOf(side: Side, how: 'copied' | 'imported'): Side {
  const copy = structuredClone(side);
  if (how === 'copied') return { ...copy, versionId: 2, lineage: [{ versionId: 1, lastId: 1000 }] };
  const moved = (value: unknown) => (value === null ? null : (value as number) + 5000);
  for (const table of VERSION_TABLE_NAMES)
    for (const row of copy.rows[table])
      for (const { name, kind } of fieldsOf(table)) if (kind === 'id' || kind === 'ref') row[name] = moved(row[name]);
  const [settings] = copy.rows.settings;
  settings['options'] = { ...(settings['options'] as object), defaultCalendarId: 5001 };
  return { ...copy, versionId: 3 };
}

/** Gives a field another value of its kind; of a value with parts, changes one. */
function mutate(side: Side, table: VersionTable, field: string, index: number): void {
  const row = side.rows[table][index];
  const { kind, values } = fieldsOf(table).find(({ name }) => name === field) as ReturnType<typeof fieldsOf>[number];
  const old = row[field];
  if (kind === 'ref') {
    const targets = side.rows[targetIn(table, field)]
      .map(({ id }) => id)
      .filter((id) => id !== old && (table !== targetIn(table, field) || id !== row.id));
    row[field] = targets.at(-1);
  } else if (kind === 'int' || kind === 'float') row[field] = (old as number) + 0.5;
  else if (kind === 'text') row[field] = `${String(old)}!`;
  else if (kind === 'flag') row[field] = !old;
  else if (kind === 'minute') row[field] = '2033-01-01T00:00';
  else if (kind === 'word') row[field] = values?.findLast((value) => value !== old);
  else if (field === 'week') (old as unknown[])[2] = [];
  else if (field === 'exceptions') (old as { shifts: unknown }[])[0].shifts = SHIFTS;
  else if (field === 'options') (old as Record<string, unknown>)['floatType'] = 'start';
  else if (field === 'extra') (old as Record<string, unknown>)['progressScenario'] = 1;
  else if (field === 'days') row[field] = [{ day: 20_000, value: 2 }];
  else row[field] = field === 'curve' ? [0, 60, 100] : 'steel';
}

const FIELDS = VERSION_TABLE_NAMES.flatMap((table) =>
  fieldsOf(table).flatMap(({ name }) => (name === 'id' ? [] : [[table, name] as const])),
);
/** What tells rows apart where ids do not, and the places among siblings, which an import counts anew. */
const KEYS = new Set([
  'directoryValue itemId',
  'directoryValue directoryId',
  'directoryValue rowId',
  'directoryValue relationRowId',
  'wbs code',
  'resource code',
  'calendar name',
  'attribute name',
  'wbs position',
  'link side',
  'daySeries measure',
  'daySeries mode',
  'link otherScheduleId',
  'link otherItemId',
  'costLink estimateId',
  'costLink estimateRowId',
  'costBase estimateId',
]);
const POINTING = new Set(['relation', 'assignment', 'attributeValue', 'link', 'daySeries', 'costLink']);

describe('versions that hold the same', () => {
  test.each(['copied', 'imported'] as const)('have no difference when %s', (how) => {
    const side = fullSide();
    expect(compareSides([side, copyOf(side, how), copyOf(side, how === 'copied' ? 'imported' : 'copied')])).toEqual([]);
  });
});

test('one changed field of any kind makes exactly one difference of that kind', () => {
  const seen = new Set<string>();
  for (const [table, field] of FIELDS) {
    for (const how of ['copied', 'imported'] as const) {
      if (how === 'imported' && (KEYS.has(`${table} ${field}`) || (POINTING.has(table) && targetOf(table, field)))) continue;
      const side = fullSide();
      const other = copyOf(side, how);
      mutate(other, table, field, table === 'wbs' ? 1 : 0);
      const found = compareSides([side, other]);
      expect(
        found.map((one) => [one.kind, one.change, one.table, one.field]),
        `${how}: ${table}.${field}`,
      ).toEqual([[kindOfField(table, field), 'changed', table, field]]);
      seen.add(found[0].kind);
    }
  }
  // Every kind but that of rows which are there or not has a field.
  expect([...seen, 'rows'].sort()).toEqual([...DIFFERENCE_KINDS].sort());
});

test('any set of changed fields is found again, each once, and the comparison the other way is its mirror', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ at: fc.nat(FIELDS.length - 1), row: fc.nat(0) }), { maxLength: 12, selector: ({ at }) => at }),
      (changes) => {
        const side = fullSide();
        const other = copyOf(side, 'copied');
        for (const { at, row } of changes) mutate(other, ...FIELDS[at], row);
        const found = compareSides([side, other]);
        const name = ({ table, field }: { table: string; field: string }) => `${table} ${field}`;
        expect(found.map(name).sort()).toEqual(changes.map(({ at }) => FIELDS[at].join(' ')).sort());
        const back = compareSides([other, side]);
        const flat = (list: typeof found, turn: boolean) =>
          list.map((one) => JSON.stringify([name(one), turn ? [...one.values].reverse() : one.values])).sort();
        expect(flat(back, true)).toEqual(flat(found, false));
      },
    ),
    { numRuns: 100 },
  );
});

test('rows that are there or not make one difference each; three versions stand side by side', () => {
  const side = fullSide();
  const second = copyOf(side, 'copied');
  const third = copyOf(side, 'imported');
  second.rows.relation.pop();
  second.rows.wbs.push({ ...second.rows.wbs[0], id: 2000, code: 'NEW', name: 'New' });
  third.rows.wbs[5]['durationMinutes'] = 999;
  expect(compareSides([side, second, third])).toMatchObject([
    { kind: 'logic', change: 'removed', table: 'relation', values: [true, false, true] },
    { kind: 'durations', change: 'changed', field: 'durationMinutes', values: [6, 6, 999] },
    { kind: 'rows', change: 'added', item: { ids: [null, 2000, null], code: 'NEW' }, values: [false, true, false] },
  ]);
});
