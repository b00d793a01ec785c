import { describe, expect, test } from 'vitest';
import { blankRow, columnInfos, columnsFor, valueOf } from '@gantry/plan-view';
import { toWire } from '@gantry/contract';
import type { VersionRow } from '@gantry/domain';
import { applyEdits, gridOfProject, placeOfName } from './gwbs.grid.queries.ts';

const calendar = (minutesPerDay: number): VersionRow<'calendar'> => ({
  id: 9,
  name: 'Usual',
  // Eight hours from Monday to Friday.
  week: Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ start: 540, finish: 1020 }] : [])),
  exceptions: [],
  baseId: null,
  minutesPerDay,
  minutesPerWeek: 2400,
  minutesPerMonth: 10_000,
  minutesPerYear: 120_000,
  isDefault: true,
  sourceId: null,
});

const TEXTS = { t: String, date: String, number: (value: number) => String(Math.round(value * 100) / 100) };

/** Two schedules whose versions count their rows alike. */
function twoSchedules() {
  const item = (id: number, parentId: number | null, name: string, version: number, schedule: number) => ({
    id: `${version}-${id}`,
    parent_id: parentId === null ? null : `${version}-${parentId}`,
    schedule_id: schedule,
    version_id: version,
    item: toWire(blankRow(id, { parentId, name, type: 'task', start: '2026-03-02T08:00', finish: `2026-03-0${id}T17:00` })),
  });
  return gridOfProject({
    schedules: [
      {
        id: 70,
        name: 'Structure',
        version_id: 5,
        version_name: 'Issue 2',
        data_date: '2026-03-02T08:00',
        calculation_status: 1,
        validity: 1,
        left_out: [],
        revision: 1,
        calendars: [toWire(calendar(600))],
      },
      {
        id: 80,
        name: 'Services',
        version_id: 6,
        version_name: 'Issue 1',
        data_date: null,
        calculation_status: 1,
        validity: 1,
        left_out: [],
        revision: 1,
        calendars: [toWire(calendar(420))],
      },
    ],
    total: 3,
    next: null,
    ignored: [],
    items: [item(3, null, 'Frame', 5, 70), item(4, 3, 'Walls', 5, 70), item(3, null, 'Ducts', 6, 80)],
  });
}

test('schedules are summaries over their rows; ids that two versions share stay apart', () => {
  const { view, nameOf, idOf } = twoSchedules();
  const { rows } = view;
  expect(Array.from({ length: rows.count }, (_, row) => [rows.level[row], nameOf.get(rows.id[row]) ?? null])).toEqual([
    [0, null],
    [1, '5-3'],
    [2, '5-4'],
    [0, null],
    [1, '6-3'],
  ]);
  expect(rows.finish[0]).toBe(rows.finish[2]);
  expect(idOf.get('6-3')).toBe(rows.id[4]);
  expect([2, 4].map((row) => view.times.minutesPerDay(rows.calendar?.[row] ?? 0))).toEqual([600, 420]);
  expect(view.rows.count && valueOf(view.document, 'wbs', rows.id[0], 'name')).toBe('Structure · Issue 2');
  // Three days and two of eight hours, in working days of ten and of seven.
  const days = columnsFor(columnInfos(view.document, String), ['durationMinutes'], [], () => view, TEXTS, {
    people: [],
    specialties: [],
  })[1];
  expect([days.text(0), days.text(3)]).toEqual(['2.4', '2.29']);
  expect(placeOfName('6-3')).toEqual({ versionId: 6, itemId: 3 });
});

describe('an edit of one of the versions', () => {
  const updated = (id: number, after: object) => ({ diff: { wbs: { added: [], removed: [], updated: [{ id, before: {}, after }] } } });

  test('changes its row and no row of another version with the same id', () => {
    const grid = twoSchedules();
    expect(applyEdits(grid, 6, [updated(3, { name: 'Pipes' }), { diff: { relation: { added: [], removed: [], updated: [] } } }])).toBe(
      true,
    );
    const name = (key: string) => valueOf(grid.view.document, 'wbs', grid.idOf.get(key) as number, 'name');
    expect(['5-3', '6-3'].map(name)).toEqual(['Frame', 'Pipes']);
  });

  test('moves the bar and the schedule over it', () => {
    const grid = twoSchedules();
    const { rows } = grid.view;
    const before = rows.finish[2];
    applyEdits(grid, 5, [updated(4, { finish: '2026-03-09T17:00' })]);
    expect([rows.finish[2], rows.finish[0]]).toEqual([before + 5 * 1440, before + 5 * 1440]);
  });

  test.each([
    ['adds a row', { diff: { wbs: { added: [blankRow(9, {})], removed: [], updated: [] } } }],
    ['removes one', { diff: { wbs: { added: [], removed: [blankRow(3, {})], updated: [] } } }],
    ['moves one', updated(3, { parentId: 4 })],
    ['gives one another calendar', updated(3, { calendarId: 9 })],
    ['changes a calendar', { diff: { calendar: { added: [], removed: [], updated: [] } } }],
    ['is too large to be told', { diff: null }],
    ['is of a row that is not shown', updated(77, { name: 'X' })],
  ])('that %s asks for all rows anew', (_what, edit) => expect(applyEdits(twoSchedules(), 5, [edit])).toBe(false));
});
