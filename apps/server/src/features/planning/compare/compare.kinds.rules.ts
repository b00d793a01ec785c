import type { DifferenceKind } from '@gantry/contract';
import type { VersionTable } from '@gantry/domain';

type Kinds = { /** Rows that are there or not. */ row: DifferenceKind; /** Fields that no list names. */ rest: DifferenceKind } & Partial<
  Record<DifferenceKind, readonly string[]>
>;

/** What the fields of each table are about; a new field is of its table's `rest` until a list names it, a new table of values. */
const KINDS: { [T in VersionTable]?: Kinds } = {
  wbs: {
    row: 'rows',
    rest: 'settings',
    structure: ['parentId', 'position', 'type', 'schedulingKind'],
    texts: ['code', 'name', 'tint'],
    people: ['executorId', 'curatorId'],
    calendars: ['calendarId'],
    durations: ['durationMinutes', 'remainingMinutes'],
    progress: ['status', 'progress'],
    dates: [
      'start',
      'finish',
      'actualStart',
      'actualFinish',
      'suspendDate',
      'resumeDate',
      'expectedFinish',
      'earlyStart',
      'earlyFinish',
      'lateStart',
      'lateFinish',
    ],
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
    floats: ['totalFloatMinutes', 'freeFloatMinutes', 'critical', 'nearCritical', 'longestPath', 'scenarioUsed', 'neededPerDay', 'late'],
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
  attribute: { row: 'values', rest: 'values' },
  attributeValue: { row: 'values', rest: 'values' },
  daySeries: { row: 'volumes', rest: 'volumes' },
  directoryValue: { row: 'resources', rest: 'resources', volumes: ['volume'], costs: ['cost'] },
  link: { row: 'logic', rest: 'logic' },
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

/** What a field of a table is about. */
export const kindOfField = (table: VersionTable, field: string): DifferenceKind => BY_FIELD.get(`${table} ${field}`) ?? kindsOf(table).rest;

/** What it is about when a row of a table is there or not. */
export const kindOfRow = (table: VersionTable): DifferenceKind => kindsOf(table).row;
