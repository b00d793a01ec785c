import type { StreamHead } from '@gantry/contract';
import { fieldsOf, VERSION_TABLE_NAMES, type WbsRow } from '@gantry/domain';
import { applyDiff, newDocument } from './wbs.document.model.ts';
import { layCalendars, layLinks, layRows } from './wbs.rows.model.ts';
import type { ScheduleView } from './wbs.store.ts';

/** A row that stands for something beside the plan, with nothing set. */
export function blankRow(id: number, more: Partial<WbsRow>): WbsRow {
  const empty: Record<string, unknown> = { text: '', flag: false };
  const fields = fieldsOf('wbs').map(({ name, kind, optional, values }) => [name, optional ? null : (values?.[0] ?? empty[kind] ?? 0)]);
  return { ...(Object.fromEntries(fields) as WbsRow), id, ...more };
}

/** A view over rows that come from elsewhere than one open version: without relations, with working days of known length. */
export function viewOfRows(rows: WbsRow[], calendars: { id: number; minutesPerDay: number }[]): ScheduleView {
  const counts = Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, table === 'wbs' ? rows.length : 0]));
  const document = newDocument({ format: 1, version_id: 0, revision: 1, rows: counts } as StreamHead);
  const added = calendars.map(({ id, minutesPerDay }) => ({
    id,
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
  }));
  applyDiff(document, { wbs: { added: rows, updated: [], removed: [] }, calendar: { added, updated: [], removed: [] } });
  const laid = layRows(document, () => false);
  return { ...laid, document, links: layLinks(document, laid), times: layCalendars(document), load: { state: 'ready' }, ticked: new Set() };
}
