import type { ComparedRow } from '@gantry/contract';
import { dayOf, fieldsOf, minuteOf, VERSION_TABLE_NAMES } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { standardCalendar } from '../versions/versions.rules.ts';
import type { Row } from './compare.align.rules.ts';
import { compareWhole, rowsWanted } from './compare.rows.rules.ts';
import { compareValues, type ValueSide } from './compare.values.rules.ts';

const day = (of: number): number => minuteOf(2026, 3, of) + 9 * 60;

/** A row of a table with nothing set but what is given. */
function row(table: (typeof VERSION_TABLE_NAMES)[number], more: object): Row {
  const empty: Record<string, unknown> = { text: '', flag: false };
  const fields = fieldsOf(table).map(({ name, kind, optional, values }) => [name, optional ? null : (values?.[0] ?? empty[kind] ?? 0)]);
  return { ...Object.fromEntries(fields), ...more } as Row;
}

/** A tree drawn by indents: `A10 2-4` is a task from the 2nd to the evening of the 4th of March. */
function side(versionId: number, drawing: string, more: Partial<Record<string, Row[]>> = {}): ValueSide {
  const above: number[] = [];
  const wbs = drawing
    .split('\n')
    .filter((line) => line.trim())
    .map((line, index) => {
      const [, indent, id, from, to] = /^( *)(\d+)(?: (\d+)-(\d+))?/.exec(line) as RegExpExecArray;
      above.length = indent.length;
      const parentId = above.at(-1) ?? null;
      above.push(Number(id));
      const dates = from ? { start: day(Number(from)), finish: day(Number(to)) + 9 * 60 } : { type: 'sum' };
      return row('wbs', { id: Number(id), parentId, position: index, code: `A${id}`, name: `Row ${id}`, type: 'task', ...dates });
    });
  const rows = Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, more[table] ?? []]));
  return {
    versionId,
    lineage: versionId === 1 ? [] : [{ versionId: 1, lastId: 100 }],
    dataDate: day(1),
    rows: { ...rows, wbs, calendar: [standardCalendar(90)] } as unknown as ValueSide['rows'],
  };
}

const drawn = (rows: readonly ComparedRow[]): string[] => {
  const depth = (at: number): number => {
    const { parent } = rows[at];
    return parent === null ? 0 : 1 + depth(parent);
  };
  return rows.map(({ code, change }, at) => `${' '.repeat(depth(at))}${code} ${change}`);
};

describe('rows of two versions as one tree', () => {
  const first = side(1, '1\n 2 2-3\n 3 4-4\n4\n 5 5-5');
  const second = side(2, '1\n 2 2-3\n 8 3-3\n4\n 5 5-6\n 3 4-4');

  test('stand where the second version has them, deleted ones where they stood', () => {
    expect(drawn(compareWhole([first, second]).rows)).toEqual([
      'A1 same',
      ' A2 same',
      ' A8 added',
      'A4 same',
      ' A5 changed',
      ' A3 changed',
    ]);
    const without = side(2, '1\n 2 2-3\n4\n 5 5-5');
    expect(drawn(compareWhole([first, without]).rows)).toEqual(['A1 same', ' A2 same', ' A3 removed', 'A4 changed', ' A5 changed']);
  });

  test('below a deleted summary stay below it, those that were kept go where they are now', () => {
    const lifted = side(2, '1\n 2 2-3\n5 5-5');
    expect(drawn(compareWhole([first, lifted]).rows)).toEqual(['A1 same', ' A2 same', ' A3 removed', 'A5 changed', 'A4 removed']);
  });

  test('have the dates of both, and their kinds of difference', () => {
    const { rows } = compareWhole([first, second]);
    expect(rows.find(({ code }) => code === 'A5')).toMatchObject({
      ids: [5, 5],
      change: 'changed',
      kinds: ['dates'],
      start: ['2026-03-05T09:00', '2026-03-05T09:00'],
      finish: ['2026-03-05T18:00', '2026-03-06T18:00'],
    });
    expect(rows.find(({ code }) => code === 'A8')).toMatchObject({ ids: [null, 8], kinds: ['rows'], start: [null, '2026-03-03T09:00'] });
  });

  test('are those that differ with the rows above them, or all; by kind and by text', () => {
    const { rows } = compareWhole([first, second]);
    expect(drawn(rowsWanted(rows, { search: '', all: false }).rows)).toEqual([
      'A1 same',
      ' A8 added',
      'A4 same',
      ' A5 changed',
      ' A3 changed',
    ]);
    expect(drawn(rowsWanted(rows, { search: '', all: false, kinds: ['dates'] }).rows)).toEqual(['A4 same', ' A5 changed']);
    expect(drawn(rowsWanted(rows, { search: 'row 2', all: true }).rows)).toEqual(['A1 same', ' A2 same']);
    const everything = rowsWanted(rows, { search: '', all: true });
    expect([everything.total, everything.rows.length]).toEqual([3, 6]);
  });
});

describe('values by periods', () => {
  const crew = row('resource', { id: 20, name: 'Crew', kind: 'labour' });
  const steel = row('resource', { id: 21, name: 'Steel', kind: 'material' });
  const work = (units: number, more: object = {}) =>
    row('assignment', { id: 30, itemId: 2, resourceId: 20, plannedUnits: units, remainingUnits: units, plannedCost: units * 10, ...more });
  const plan = (versionId: number, drawing: string, ...assignment: Row[]) =>
    side(versionId, drawing, { resource: [crew, steel], assignment });
  const lines = (sides: ValueSide[], more: object = {}, withSame = true) => {
    const { totals, lines: rows } = compareValues(sides, { measure: 'labour', series: 'plan', period: 'day', ...more }, withSame);
    const reported = ({ item, from, values, change }: (typeof rows)[number]) =>
      `${item?.code ?? 'all'} ${from.slice(5)} ${values.join('/')} ${change}`;
    return [...totals, ...rows].map(reported);
  };

  test('lie evenly on the working days of the row, and differ where they do not lie on the same ones', () => {
    expect(lines([plan(1, '2 2-3', work(16)), plan(2, '2 3-5', work(16))])).toEqual([
      'all 03-02 8/0 removed',
      'all 03-03 8/5.333 changed',
      'all 03-04 0/5.334 added',
      'all 03-05 0/5.333 added',
      'A2 03-02 8/0 removed',
      'A2 03-03 8/5.333 changed',
      'A2 03-04 0/5.334 added',
      'A2 03-05 0/5.333 added',
    ]);
  });

  test('are summed by weeks and months: a weekend has none', () => {
    const both = [plan(1, '2 5-9', work(24)), plan(2, '2 5-10', work(24))];
    expect(lines(both, { period: 'week' }, false)).toEqual([
      'all 03-02 16/12 changed',
      'all 03-09 8/12 changed',
      'A2 03-02 16/12 changed',
      'A2 03-09 8/12 changed',
    ]);
    expect(lines(both, { period: 'month' })).toEqual(['all 03-01 24/24 same', 'A2 03-01 24/24 same']);
    expect(lines(both, { period: 'month' }, false)).toEqual(['all 03-01 24/24 same']);
  });

  test('are volume of material, labour of people, cost of both', () => {
    const material = work(5, { id: 31, resourceId: 21, plannedCost: 100 });
    const both = [plan(1, '2 2-2', work(8), material), plan(2, '2 2-2', work(8), material)];
    expect(lines(both, { measure: 'volume' })[0]).toBe('all 03-02 5/5 same');
    expect(lines(both, { measure: 'labour' })[0]).toBe('all 03-02 8/8 same');
    expect(lines(both, { measure: 'cost' })[0]).toBe('all 03-02 180/180 same');
  });

  test('of what is done end at the data date, what is left begins there', () => {
    const started = (versionId: number, done: number): ValueSide => {
      const one = plan(versionId, '2 2-5', work(32, { actualUnits: done, remainingUnits: 32 - done }));
      Object.assign(one.rows.wbs[0], { status: 'in_progress', actualStart: day(2), earlyStart: day(4), earlyFinish: day(5) + 540 });
      return { ...one, dataDate: minuteOf(2026, 3, 4) };
    };
    const both = [started(1, 16), started(2, 8)];
    expect(lines(both, { series: 'fact' })).toEqual(expect.arrayContaining(['A2 03-02 8/4 changed', 'A2 03-03 8/4 changed']));
    expect(lines(both, { series: 'remaining' })).toEqual(expect.arrayContaining(['A2 03-04 8/12 changed', 'A2 03-05 8/12 changed']));
  });

  test('of a row that one version does not have are added or removed; each change of an amount is one line', () => {
    expect(lines([plan(1, '2 2-2', work(8)), plan(2, '3 2-2')]).slice(1)).toEqual(['A2 03-02 8/0 removed']);
    expect(lines([plan(1, '3 2-2'), plan(2, '2 2-2', work(8))]).slice(1)).toEqual(['A2 03-02 0/8 added']);
    const { counts } = compareValues([plan(1, '2 2-4', work(24)), plan(2, '2 2-4', work(27))], {
      measure: 'labour',
      series: 'plan',
      period: 'day',
    });
    expect(counts).toEqual({ added: 0, removed: 0, changed: 3, same: 0 });
  });

  test('that were written down day by day stand for those that are spread', () => {
    const days = (mode: string, resourceId: number | null, ...values: [number, number][]) =>
      row('daySeries', {
        id: 40,
        itemId: 2,
        resourceId,
        measure: 'labour',
        mode,
        days: values.map(([of, value]) => ({ day: dayOf(day(of)), value })),
      });
    const recorded = (versionId: number, ...daySeries: Row[]) =>
      side(versionId, '2 2-3', { resource: [crew], assignment: [work(16)], daySeries });
    expect(lines([plan(1, '2 2-3', work(16)), recorded(2, days('plan', null, [2, 4], [6, 12]))]).slice(3)).toEqual([
      'A2 03-02 8/4 changed',
      'A2 03-03 8/0 removed',
      'A2 03-06 0/12 added',
    ]);
    expect(lines([recorded(1, days('plan', 20, [2, 12], [3, 4])), recorded(2)]).slice(2)).toEqual([
      'A2 03-02 12/8 changed',
      'A2 03-03 4/8 changed',
    ]);
    expect(lines([recorded(1, days('fact', 20, [4, 3])), recorded(2)], { series: 'fact' })).toEqual([
      'all 03-04 3/0 removed',
      'A2 03-04 3/0 removed',
    ]);
  });

  test('of three versions are told beside each other', () => {
    const three = [8, 8, 12].map((units, index) => plan(index + 1, '2 2-2', work(units)));
    expect(lines(three)[1]).toBe('A2 03-02 8/8/12 changed');
  });
});
