import type { DifferenceKind } from '@gantry/contract';
import { CALCULATED_FIELDS, fieldsOf, labelFieldsOf, type VersionTable } from '@gantry/domain';

type Kinds = { /** Rows that are there or not. */ row: DifferenceKind; /** Fields that no list names. */ rest: DifferenceKind } & Partial<
  Record<DifferenceKind, readonly string[]>
>;

/** What the fields of each table are about; a new field is of its table's `rest` until a list names it, a new table of values. */
const KINDS: { [T in VersionTable]?: Kinds } = {
  wbs: {
    row: 'rows',
    rest: 'settings',
    structure: ['parentId', 'position', 'type', 'schedulingKind'],
    texts: [...labelFieldsOf('wbs'), 'tint'],
    people: ['executorId', 'curatorId', 'specialtyId'],
    calendars: ['calendarId'],
    durations: ['durationMinutes', 'remainingMinutes'],
    progress: ['status', 'progress', 'progressBy'],
    volumes: ['volume', 'volumeUnit', 'labourHours'],
    costs: ['cost'],
    constraints: [
      'startLimitType',
      'startLimitDate',
      'finishLimitType',
      'finishLimitDate',
      'mandatory',
      'asLateAsPossible',
      'inScope',
      'deadline',
    ],
    targets: ['targetStart', 'targetFinish'],
  },
  relation: { row: 'logic', rest: 'logic', floats: ['driving'] },
  calendar: { row: 'calendars', rest: 'calendars' },
  resource: { row: 'resources', rest: 'resources', costs: ['pricePerUnit'] },
  assignment: {
    row: 'resources',
    rest: 'resources',
    volumes: ['plannedUnits', 'actualUnits', 'remainingUnits'],
    costs: ['plannedCost', 'actualCost', 'remainingCost'],
  },
  daySeries: { row: 'volumes', rest: 'volumes' },
  directoryValue: { row: 'resources', rest: 'resources', volumes: ['volume'], costs: ['cost'] },
  link: { row: 'logic', rest: 'logic' },
  costLink: { row: 'resources', rest: 'resources' },
  costBase: { row: 'costs', rest: 'costs' },
  importedDates: { row: 'imported', rest: 'imported' },
  settings: { row: 'settings', rest: 'settings' },
};

const kindsOf = (table: VersionTable): Kinds => KINDS[table] ?? { row: 'values', rest: 'values' };

const BY_FIELD = new Map(
  Object.entries(KINDS).flatMap(([table, { row: _row, rest: _rest, ...lists }]) =>
    Object.entries(lists).flatMap(([kind, fields]) =>
      fields.map((field): [string, DifferenceKind] => [`${table} ${field}`, kind as DifferenceKind]),
    ),
  ),
);

/** Of rows, whatever else is a date, and whatever else a calculation writes. */
const OF_ROWS = new Map<string, DifferenceKind>([
  ...CALCULATED_FIELDS.map((name) => [name, 'floats'] as const),
  ...fieldsOf('wbs').flatMap(({ name, kind }) => (kind === 'minute' ? [[name, 'dates'] as const] : [])),
]);

/** What a field of a table is about. */
export const kindOfField = (table: VersionTable, field: string): DifferenceKind =>
  BY_FIELD.get(`${table} ${field}`) ?? (table === 'wbs' ? OF_ROWS.get(field) : undefined) ?? kindsOf(table).rest;

/** What a summary takes from the rows below it, and work that follows others from its neighbours. */
const ROLLED_UP = new Set(['status', 'progress', 'durationMinutes', 'remainingMinutes', 'actualStart', 'actualFinish', 'start', 'finish']);
const CALCULATED = new Set<string>(CALCULATED_FIELDS);
const follows = (row: Record<string, unknown>): boolean =>
  row['type'] === 'sum' || row['schedulingKind'] === 'level_of_effort' || row['schedulingKind'] === 'wbs_summary';

/**
 * Whether a calculation, not a person, gave a field of some rows that stand for each other. A typed start is its limit, so dates of all but
 * drafts are calculated; the remaining duration of work that has not begun is its duration.
 */
export function isConsequence(table: VersionTable, field: string, rows: readonly Record<string, unknown>[]): boolean {
  if (table === 'relation') return field === 'driving';
  if (table !== 'wbs') return false;
  if (CALCULATED.has(field)) return true;
  if (field === 'start' || field === 'finish') return rows.every((row) => row['type'] !== 'draft');
  if (rows.every(follows)) return ROLLED_UP.has(field);
  return field === 'remainingMinutes' && rows.every((row) => row['remainingMinutes'] === row['durationMinutes']);
}

/** The kind of difference for an added or deleted row of a table. */
export const kindOfRow = (table: VersionTable): DifferenceKind => kindsOf(table).row;
