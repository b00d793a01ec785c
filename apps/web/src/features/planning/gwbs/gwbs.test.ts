import { expect, test } from 'vitest';
import { blankRow } from '../wbs/wbs.view.model.ts';
import { toWire } from '@gantry/contract';
import { gridOfProject, placeOfName } from './gwbs.grid.queries.ts';

test('schedules are summaries over their rows; ids that two versions share stay apart', () => {
  const item = (id: number, parentId: number | null, name: string, version: number, schedule: number) => ({
    id: `${version}-${id}`,
    parent_id: parentId === null ? null : `${version}-${parentId}`,
    schedule_id: schedule,
    version_id: version,
    item: toWire(blankRow(id, { parentId, name, type: 'task', start: '2026-03-02T08:00', finish: `2026-03-0${id}T17:00` })),
  });
  const { view, nameOf, idOf } = gridOfProject({
    schedules: [
      { id: 70, name: 'Structure', version_id: 5, revision: 1, calendars: [{ id: 9, minutes_per_day: 600, is_default: true }] },
      { id: 80, name: 'Services', version_id: 6, revision: 1, calendars: [{ id: 9, minutes_per_day: 420, is_default: true }] },
    ],
    total: 3,
    ignored: [],
    items: [item(3, null, 'Frame', 5, 70), item(4, 3, 'Walls', 5, 70), item(3, null, 'Ducts', 6, 80)],
  });
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
  expect(placeOfName('6-3')).toEqual({ versionId: 6, rowId: 3 });
});
