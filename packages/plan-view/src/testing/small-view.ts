import type { StreamHead } from '@gantry/contract';
import { fieldsOf, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { applyDiff, newDocument, type ScheduleDocument } from '../document/document.ts';
import { layOutCalendars, layOutLinks, layOutRows } from '../rows/rows.ts';
import type { ScheduleView } from '../rows/view.ts';

const EMPTY: Record<string, unknown> = { text: '', flag: false, int: 0, float: 0 };

/** A row of a table with nothing set but what is given. */
function row(table: VersionTable, fields: Record<string, unknown>): { id: number } {
  const all = fieldsOf(table).map(({ name, kind, optional, values }) => [name, optional ? null : (values?.[0] ?? EMPTY[kind] ?? 0)]);
  return { ...Object.fromEntries(all), ...fields } as { id: number };
}

const item = (id: number, parentId: number | null, name: string, more: Record<string, unknown> = {}) =>
  row('wbs', { id, parentId, position: id, name, code: `A${id}`, type: 'task', durationMinutes: 480, dayPlanned: true, ...more });

function viewOf(tables: Partial<Record<VersionTable, { id: number }[]>>): ScheduleView {
  const rows = Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, 0]));
  const document: ScheduleDocument = newDocument({ format: 1, version_id: 1, revision: 1, rows } as StreamHead);
  const diff = Object.fromEntries(Object.entries(tables).map(([table, added]) => [table, { added, updated: [], removed: [] }]));
  applyDiff(document, diff);
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

/** Drives work to its end in one go. */
export { inOneGo as run } from '../arrange/arrange.ts';

/** A small plan: two summaries with tasks, a milestone, a relation, money, people, a colour and an attribute. */
export const smallView = (): ScheduleView =>
  viewOf({
    wbs: [
      item(1, null, 'Frame', { type: 'sum' }),
      item(2, 1, 'Walls 10', { status: 'in_progress', start: '2026-03-02T08:00', finish: '2026-03-05T17:00', tint: 2 }),
      item(3, 1, 'Walls 9', { start: '2026-04-01T08:00', finish: '2026-04-02T17:00', executorId: 7 }),
      item(4, null, 'Roof', { type: 'sum' }),
      item(5, 4, 'Rafters', { start: '2026-03-20T08:00', finish: '2026-03-21T17:00', executorId: 8, durationMinutes: 2400 }),
      item(6, null, 'Handover', { type: 'milestone_finish', durationMinutes: 0 }),
    ],
    relation: [row('relation', { id: 20, predecessorId: 2, successorId: 3, type: 'ss', lagMinutes: 960 })],
    resource: [row('resource', { id: 30, name: 'Crew' })],
    assignment: [
      row('assignment', { id: 31, itemId: 2, resourceId: 30, plannedCost: 100 }),
      row('assignment', { id: 32, itemId: 2, resourceId: 30, plannedCost: 20.5 }),
      row('assignment', { id: 33, itemId: 5, resourceId: 30, plannedCost: 7 }),
    ],
    attribute: [row('attribute', { id: 40, name: 'Zone', type: 'string' })],
    attributeValue: [row('attributeValue', { id: 41, itemId: 3, attributeId: 40, value: 'North' })],
  });
