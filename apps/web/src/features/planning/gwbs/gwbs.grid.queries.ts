import { type api, type EditPushed, fromWire, type Output } from '@gantry/contract';
import { minuteAt, type VersionRow, type WbsRow } from '@gantry/domain';
import { blankRow, fillValues, type GivenCalendar, type ScheduleView, setFields, viewOfRows } from '@gantry/plan-view';

export type ProjectRows = Output<typeof api.gwbs.list>;

/** The rows of a project as one grid: each schedule a summary, its rows below; with the way from the grid's ids to the rows' names. */
export type ProjectGrid = { view: ScheduleView; nameOf: Map<number, string>; idOf: Map<string, number> };

/** Lays the rows of a project out. Ids are counted anew: those of the rows are counted in each version. */
export function gridOfProject({ schedules, items }: ProjectRows): ProjectGrid {
  const nameOf = new Map<number, string>();
  const idOf = new Map<string, number>();
  const scheduleIds = new Map<number, number>();
  const rows: WbsRow[] = [];
  let last = 0;
  const calendars: GivenCalendar[] = [];
  const calendarIds = new Map<string, number>();
  for (const { id, name, version_name: version, calendars: own } of schedules) {
    scheduleIds.set(id, (last += 1));
    const rowsOfCalendars = own.map((calendar) => fromWire(calendar) as VersionRow<'calendar'>);
    const before = calendars.length;
    for (const [index, calendar] of rowsOfCalendars.entries()) calendarIds.set(`${id} ${calendar.id}`, before + index + 1);
    for (const calendar of rowsOfCalendars) {
      const ownId = calendarIds.get(`${id} ${calendar.id}`) as number;
      calendars.push({ ...calendar, id: ownId, baseId: calendarIds.get(`${id} ${calendar.baseId}`) ?? null });
      if (calendar.isDefault || !calendarIds.has(`${id} null`)) calendarIds.set(`${id} null`, ownId);
    }
    const calendarId = calendarIds.get(`${id} null`) ?? null;
    rows.push(blankRow(last, { type: 'sum', name: `${name} · ${version}`, position: last, calendarId }));
  }
  for (const { id } of items) {
    idOf.set(id, (last += 1));
    nameOf.set(last, id);
  }
  for (const [index, { id, parent_id, schedule_id, item }] of items.entries()) {
    const parentId = (parent_id === null ? undefined : idOf.get(parent_id)) ?? scheduleIds.get(schedule_id) ?? null;
    const row = fromWire(item) as WbsRow;
    const calendarId = calendarIds.get(`${schedule_id} ${row.calendarId}`) ?? null;
    rows.push({ ...row, id: idOf.get(id) as number, parentId, position: index, calendarId });
  }
  return { view: viewOfRows(rows, calendars), nameOf, idOf };
}

/** The data dates of the versions, in minutes, the earliest and the latest; null where none has one. */
export function dataDatesOf({ schedules }: ProjectRows): { first: number; last: number } | null {
  const dates = schedules.flatMap(({ data_date: date }) => (date === null ? [] : [minuteAt(date)]));
  return dates.length ? { first: Math.min(...dates), last: Math.max(...dates) } : null;
}

/** Applies edits of a version to the grid; false when rows or durations change in a way that needs all rows again. */
export function applyEdits(grid: ProjectGrid, versionId: number, edits: readonly Pick<EditPushed, 'diff'>[]): boolean {
  const updates: { id: number; after: Record<string, unknown> }[] = [];
  for (const { diff } of edits) {
    if (!diff || diff.calendar) return false;
    const { wbs } = diff;
    if (!wbs) continue;
    if (wbs.added.length || wbs.removed.length) return false;
    for (const { id, after } of wbs.updated) {
      const row = grid.idOf.get(`${versionId}-${id}`);
      if (row === undefined || Object.keys(after).some((field) => RESHAPING.has(field))) return false;
      updates.push({ id: row, after });
    }
  }
  for (const { id, after } of updates) setFields(grid.view.document, 'wbs', id, after);
  if (updates.length) fillValues(grid.view.document, grid.view);
  return true;
}

/** Fields that change a row's place or values that the grid computes. */
const RESHAPING = new Set(['parentId', 'position', 'type', 'calendarId']);

export function placeOfName(name: string): { versionId: number; itemId: number } {
  const [versionId, itemId] = name.split('-').map(Number);
  return { versionId, itemId };
}
