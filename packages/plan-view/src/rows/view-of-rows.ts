import type { StreamHead } from '@gantry/contract';
import { fieldsOf, formatMinute, NO_DATE, VERSION_TABLE_NAMES, type VersionRow, type VersionTable, type WbsRow } from '@gantry/domain';
import { applyDiff, newDocument, rowOf, type ScheduleDocument } from '../document/document.ts';
import { layOutCalendars, layOutLinks, layOutRows, type ScheduleRows } from './rows.ts';
import type { ScheduleView } from './view.ts';

/** A row that stands for something beside the plan, with nothing set. */
export const blankRow = (id: number, more: Partial<WbsRow>): WbsRow => ({ ...blank('wbs', id), ...more });

function blank<T extends VersionTable>(table: T, id: number): VersionRow<T> {
  const empty: Record<string, unknown> = { text: '', flag: false };
  const fields = fieldsOf(table).map(({ name, kind, optional, values }) => [name, optional ? null : (values?.[0] ?? empty[kind] ?? 0)]);
  return { ...(Object.fromEntries(fields) as VersionRow<T>), id };
}

/** A text beside the fields of rows, by the id of the row: a column of its own. */
export type TextColumn = { name: string; texts: ReadonlyMap<number, string> };

/** A calendar of such a view: at least how long its working day is; without a week it works around the clock. */
export type GivenCalendar = Pick<VersionRow<'calendar'>, 'id' | 'minutesPerDay'> & Partial<VersionRow<'calendar'>>;

/** A view over rows that come from elsewhere than one open version, without relations. */
export function viewOfRows(rows: WbsRow[], calendars: GivenCalendar[], columns: readonly TextColumn[] = []): ScheduleView {
  const counts = Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, table === 'wbs' ? rows.length : 0]));
  const document = newDocument({ format: 1, version_id: 0, revision: 1, rows: counts } as StreamHead);
  const added = calendars.map(({ minutesPerDay, ...given }) => ({
    name: '',
    week: [],
    exceptions: [],
    baseId: null,
    minutesPerDay,
    minutesPerWeek: minutesPerDay * 5,
    minutesPerMonth: minutesPerDay * 20,
    minutesPerYear: minutesPerDay * 240,
    isDefault: false,
    sourceId: null,
    ...given,
  }));
  const table = <R>(list: R[]) => ({ added: list, updated: [], removed: [] });
  const attributes = columns.map(({ name }, index) => ({ ...blank('attribute', index + 1), name, type: 'string' as const }));
  const values = columns.flatMap(({ texts }, index) => [...texts].map(([itemId, value]) => ({ itemId, attributeId: index + 1, value })));
  const attributeValues = values.map((value, index) => ({ ...blank('attributeValue', index + 1), ...value }));
  applyDiff(document, { wbs: table(rows), calendar: table(added), attribute: table(attributes), attributeValue: table(attributeValues) });
  const laid = layOutRows(document, () => false);
  return {
    ...laid,
    document,
    links: layOutLinks(document, laid),
    times: layOutCalendars(document),
    load: { state: 'ready' },
    ticked: new Set(),
  };
}

/** A row as its people see it: a phase has the dates, the least float and the progress of what is below it. */
export function shownRow({ document, rows }: Pick<ScheduleRows, 'rows'> & { document: ScheduleDocument }, row: number): WbsRow {
  const date = (minute: number) => (minute === NO_DATE ? null : formatMinute(minute));
  const stored = rowOf(document, 'wbs', rows.id[row]) as WbsRow;
  const float = rows.totalFloat?.[row] ?? NO_DATE;
  const totalFloatMinutes = stored.type === 'sum' ? (float === NO_DATE ? null : float) : stored.totalFloatMinutes;
  return { ...stored, totalFloatMinutes, start: date(rows.start[row]), finish: date(rows.finish[row]), progress: rows.progress[row] };
}
