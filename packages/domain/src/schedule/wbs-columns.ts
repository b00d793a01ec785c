import type { WbsColumnType } from '../enumerations.ts';
import type { WbsRow } from './version-tables.ts';

/** A column of the grid: a field of the row, or what is made of its relations and assignments. */
export type WbsColumn = { id: keyof WbsRow | DerivedColumn; type: WbsColumnType; editable: boolean };

/** Columns that no field of the row holds. */
export type DerivedColumn = 'predecessors' | 'successors' | 'plannedCost' | 'actualCost' | 'plannedUnits' | 'actualUnits';

const typed = (id: WbsColumn['id'], type: WbsColumnType): WbsColumn => ({ id, type, editable: true });
const shown = (id: WbsColumn['id'], type: WbsColumnType): WbsColumn => ({ id, type, editable: false });

/** Every column that a grid of rows can show, in its usual order; attributes of the version come behind them. */
export const WBS_COLUMNS: readonly WbsColumn[] = [
  typed('code', 'string'),
  typed('name', 'string'),
  typed('durationMinutes', 'duration'),
  typed('start', 'date'),
  typed('finish', 'date'),
  typed('progress', 'percentage'),
  shown('totalFloatMinutes', 'duration'),
  typed('predecessors', 'predecessors'),
  shown('successors', 'predecessors'),
  typed('status', 'status'),
  typed('executorId', 'executor'),
  typed('curatorId', 'curator'),
  typed('specialtyId', 'specialty'),
  shown('freeFloatMinutes', 'duration'),
  typed('remainingMinutes', 'duration'),
  typed('actualStart', 'date'),
  typed('actualFinish', 'date'),
  typed('startLimitType', 'start_limit'),
  typed('startLimitDate', 'date'),
  typed('finishLimitType', 'finish_limit'),
  typed('finishLimitDate', 'date'),
  typed('inScope', 'in_scope'),
  typed('deadline', 'date'),
  typed('expectedFinish', 'date'),
  typed('suspendDate', 'date'),
  typed('resumeDate', 'date'),
  shown('earlyStart', 'date'),
  shown('earlyFinish', 'date'),
  shown('lateStart', 'date'),
  shown('lateFinish', 'date'),
  shown('targetStart', 'date'),
  shown('targetFinish', 'date'),
  typed('calendarId', 'calendar'),
  typed('type', 'item_type'),
  typed('mandatory', 'flag'),
  typed('asLateAsPossible', 'flag'),
  shown('critical', 'flag'),
  shown('longestPath', 'flag'),
  shown('late', 'flag'),
  shown('neededPerDay', 'percentage'),
  shown('scenarioUsed', 'number'),
  shown('plannedUnits', 'number'),
  shown('actualUnits', 'number'),
  shown('plannedCost', 'money'),
  shown('actualCost', 'money'),
  typed('volume', 'number'),
  typed('volumeUnit', 'string'),
  typed('labourHours', 'number'),
  typed('cost', 'money'),
  typed('progressBy', 'progress_by'),
  typed('dayPlanned', 'flag'),
  typed('tint', 'colour'),
];

const ATTRIBUTE = 'attribute:';

/** The column of an attribute of the version. */
export const attributeColumn = (attributeId: number): string => ATTRIBUTE + attributeId;

/** The attribute that a column shows, null where it shows something else. */
export function attributeOfColumn(columnId: string): number | null {
  return columnId.startsWith(ATTRIBUTE) ? Number(columnId.slice(ATTRIBUTE.length)) : null;
}

/** Fields of a WBS row that a calculation writes and a person does not. */
export const CALCULATED_FIELDS = [
  'earlyStart',
  'earlyFinish',
  'lateStart',
  'lateFinish',
  'totalFloatMinutes',
  'freeFloatMinutes',
  'critical',
  'nearCritical',
  'longestPath',
  'scenarioUsed',
  'neededPerDay',
  'late',
] as const satisfies (keyof WbsRow)[];
