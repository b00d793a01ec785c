import {
  ATTRIBUTE_SOURCES,
  ATTRIBUTE_TYPES,
  COST_WEIGHTS,
  type CostPart,
  RESOURCE_KINDS,
  DATA_MODES,
  PROGRESS_BY,
  IN_SCOPES,
  ITEM_TYPES,
  LAG_CALENDARS,
  LIMIT_TYPES,
  LINK_SIDES,
  RELATION_TYPES,
  RESOURCE_MEASURES,
  SCHEDULING_KINDS,
  TASK_STATUSES,
} from '../enumerations.ts';
import type { AttributeOptions } from '../attributes.ts';
import { recordOf } from '../entries.ts';
import type { DayChanges, DayRun } from './days.ts';
import {
  derived,
  field,
  type FieldKind,
  idOf,
  json,
  key,
  label,
  onlyId,
  optional,
  optionalJson,
  optionalRef,
  optionalWord,
  ref,
  type Spec,
  word,
} from './version-fields.ts';
import type { JsonValue } from '../json.ts';
import type { Distributions } from '../resources/distributions.ts';
import { DURATION_RULES, type Entered, type TakenNorm } from './norms.ts';
import type { AssignmentExtra, CalculationOptions, CalendarException, ItemExtra, ResourceRate, Week } from './plan.ts';

/**
 * What a schedule version is made of: every table of version content with its fields, their types, and what they point at.
 * Storage, snapshot, edits, undo, copy, import, comparison and push all read this one description; a new field is one line here and
 * one migration, a new table is one entry here and one migration.
 */
export const VERSION_TABLES = {
  /** Rows of the work breakdown structure. Dates from `earlyStart` to `driver` are the result of the last calculation. */
  wbs: {
    id: field('id'),
    parentId: optionalRef('wbs', 'owner'),
    position: field('float'),
    type: word(ITEM_TYPES),
    schedulingKind: word(SCHEDULING_KINDS),
    code: label(field('text')),
    name: label(field('text')),
    status: word(TASK_STATUSES),
    calendarId: optionalRef('calendar', 'keeps'),
    durationMinutes: field('int'),
    remainingMinutes: field('int'),
    progress: field('float'),
    start: optional('minute'),
    finish: optional('minute'),
    actualStart: optional('minute'),
    actualFinish: optional('minute'),
    suspendDate: optional('minute'),
    resumeDate: optional('minute'),
    expectedFinish: optional('minute'),
    startLimitType: optionalWord(LIMIT_TYPES),
    startLimitDate: optional('minute'),
    finishLimitType: optionalWord(LIMIT_TYPES),
    finishLimitDate: optional('minute'),
    mandatory: field('flag'),
    asLateAsPossible: field('flag'),
    inScope: optionalWord(IN_SCOPES),
    /** Ids of the people who carry the item out and who answer for it. */
    executorId: optional('int'),
    curatorId: optional('int'),
    /** The specialty that the work needs: whoever has it can be chosen to carry it out. */
    specialtyId: optional('int'),
    /** 1 to 8: the colour that the planner gave the row. */
    tint: optional('int'),
    /** Amounts of the work itself where no assignment has them: volume in its unit, hours of labour, money beside that of assignments. */
    volume: optional('float'),
    volumeUnit: field('text'),
    labourHours: optional('float'),
    cost: optional('float'),
    /** What its progress goes by; null = as the version says. */
    progressBy: optionalWord(PROGRESS_BY),
    /** Whether it is planned by days. */
    dayPlanned: field('flag'),
    deadline: optional('minute'),
    targetStart: optional('minute'),
    targetFinish: optional('minute'),
    /** Further scheduling inputs that few items have; merged over the item's own when a plan is made. */
    extra: optionalJson<ItemExtra>(),
    earlyStart: optional('minute'),
    earlyFinish: optional('minute'),
    lateStart: optional('minute'),
    lateFinish: optional('minute'),
    totalFloatMinutes: optional('int'),
    freeFloatMinutes: optional('int'),
    critical: field('flag'),
    nearCritical: field('flag'),
    longestPath: field('flag'),
    /** Of started work: the scenario that gave its finish, the share of it that each working day must do, and whether that finish is past. */
    scenarioUsed: optional('int'),
    neededPerDay: optional('float'),
    late: field('flag'),
  },
  relation: {
    id: field('id'),
    predecessorId: key(ref('wbs', 'owner')),
    successorId: key(ref('wbs', 'owner')),
    type: word(RELATION_TYPES),
    lagMinutes: field('int'),
    lagCalendar: optionalWord(LAG_CALENDARS),
    driving: field('flag'),
  },
  calendar: {
    id: field('id'),
    name: label(field('text')),
    week: json<Week>(),
    exceptions: json<CalendarException[]>(),
    baseId: optionalRef('calendar', 'keeps'),
    minutesPerDay: field('int'),
    minutesPerWeek: field('int'),
    minutesPerMonth: field('int'),
    minutesPerYear: field('int'),
    isDefault: field('flag'),
    /** The calendar of the hierarchy that this one follows. */
    sourceId: optional('int'),
  },
  resource: {
    id: field('id'),
    code: label(field('text')),
    name: label(field('text')),
    kind: word(RESOURCE_KINDS),
    calendarId: optionalRef('calendar', 'keeps'),
    limit: optional('float'),
    unit: field('text'),
    pricePerUnit: optional('float'),
    /** Prices and limits over time; null where the one price and limit hold always. */
    rates: optionalJson<ResourceRate[]>(),
    /** The person that it stands for, and who manages the hours of that person. */
    userId: optional('int'),
    managerId: optional('int'),
    /** What it has done follows the progress of its works instead of reports. */
    autoActuals: optional('flag'),
  },
  assignment: {
    id: field('id'),
    itemId: key(ref('wbs', 'owner')),
    resourceId: key(ref('resource', 'owner')),
    plannedUnits: field('float'),
    actualUnits: field('float'),
    remainingUnits: field('float'),
    plannedCost: field('float'),
    actualCost: field('float'),
    remainingCost: field('float'),
    remainingMinutes: optional('int'),
    lagMinutes: field('int'),
    driving: field('flag'),
    curve: optionalJson<number[]>(),
    extra: optionalJson<AssignmentExtra>(),
  },
  /** Definitions of the attributes that rows of this version carry. */
  attribute: {
    id: field('id'),
    name: label(field('text')),
    type: word(ATTRIBUTE_TYPES),
    source: word(ATTRIBUTE_SOURCES),
    /** Where it came from: an activity code or user field of the imported file. */
    origin: field('text'),
    /** The attribute of the hierarchy that this one follows. */
    sourceId: optional('int'),
    /** What it says beside name and type: see `AttributeOptions`. */
    options: optionalJson<AttributeOptions>(),
  },
  attributeValue: {
    id: field('id'),
    itemId: key(ref('wbs', 'owner')),
    attributeId: key(ref('attribute', 'owner')),
    value: optionalJson<JsonValue>(),
  },
  /** Dates and floats that the program which wrote the imported file had computed; `id` is the row's. */
  importedDates: {
    id: idOf('wbs'),
    earlyStart: optional('minute'),
    earlyFinish: optional('minute'),
    lateStart: optional('minute'),
    lateFinish: optional('minute'),
    totalFloatMinutes: optional('int'),
    freeFloatMinutes: optional('int'),
    longestPath: optional('flag'),
  },
  /** Relations to items of other schedules, kept by the version that they were made in; `side` says what the other item is to the own one. */
  link: {
    id: field('id'),
    itemId: key(ref('wbs', 'owner')),
    side: key(word(LINK_SIDES)),
    type: word(RELATION_TYPES),
    lagMinutes: field('int'),
    lagCalendar: optionalWord(LAG_CALENDARS),
    otherScheduleId: key(field('int')),
    otherVersionId: field('int'),
    otherItemId: key(field('int')),
    /** Code and name of the other item when it was last seen: what is left of it where it is gone. */
    otherCode: label(field('text')),
    otherName: label(field('text')),
  },
  /** Values of a row by calendar days: one of these for each measure and mode, of the row as a whole or of one of its resources. */
  daySeries: {
    id: field('id'),
    itemId: key(ref('wbs', 'owner')),
    resourceId: key(optionalRef('resource', 'owner')),
    measure: key(word(RESOURCE_MEASURES)),
    mode: key(word(DATA_MODES)),
    /** What is known of the series without its days. */
    firstDay: derived(field('int')),
    lastDay: derived(field('int')),
    /** The last day with a value other than 0. */
    lastAmountDay: derived(optional('int')),
    total: derived(field('float')),
    days: field('days'),
  },
  /** Rows of directories on works, as they were taken, with what they came to. */
  directoryValue: {
    id: field('id'),
    /** Null: a resource of the version that stands for a row of a directory. */
    itemId: key(optionalRef('wbs', 'owner')),
    /** The directory and its row, which the value follows. */
    directoryId: key(field('int')),
    rowId: key(field('int')),
    /** The value whose relation brought this one; null where people gave it. */
    broughtById: optionalRef('directoryValue', 'owner'),
    relationId: optional('int'),
    relationRowId: key(optional('int')),
    code: label(field('text')),
    name: label(field('text')),
    /** The unit of the norm, as `100 m²`. */
    unit: field('text'),
    /** In `volumeUnit`; of a value that another brought, its quantity in `unit`. */
    volume: optional('float'),
    volumeUnit: field('text'),
    crew: field('float'),
    rule: word(DURATION_RULES),
    labourHours: field('float'),
    machineHours: field('float'),
    cost: field('float'),
    /** The norm as it was taken: `TakenNorm`. */
    norm: json<TakenNorm>(),
    resourceId: optionalRef('resource', 'owner'),
    /** The assignment that it stands for; whoever removes that keeps the value. */
    assignmentId: optionalRef('assignment', 'loose'),
    /** What was entered before the first value of a work ruled its duration. */
    entered: optionalJson<Entered>(),
  },
  /** Rows of cost estimates that works carry out; an estimate and its row are named without a reference, since they live beside versions. */
  costLink: {
    id: field('id'),
    /** Null: nobody carries it out; what the link takes is left out on purpose. */
    itemId: key(optionalRef('wbs', 'owner')),
    estimateId: key(field('int')),
    estimateRowId: key(field('int')),
    /** The part of the row's amount, as `0.25` or `1/3`; empty: by weight of what is left. */
    share: field('text'),
    /** What the weight goes by; null: as the schedule's cost settings say. */
    by: optionalWord(COST_WEIGHTS),
    /** The parts of costs that it takes of the row, in the order of `COST_PARTS`; null: all of them. */
    parts: optionalJson<CostPart[]>(),
    /** How much volume of its work a unit of the row's quantity is; null: as their units convert. */
    unitFactor: optional('float'),
    /** The rule that made it; null where people did. */
    ruleId: optional('int'),
    /** Rules leave it alone. */
    locked: field('flag'),
    /** Code and name of the row when it was linked: what is left of it where it is gone. */
    rowCode: label(field('text')),
    rowName: label(field('text')),
  },
  /**
   * What each estimate was when it last brought costs to all works: whatever of it is another now leaves them outdated. No amount of it:
   * who may see costs of a plan may not see estimates.
   */
  costBase: {
    id: field('id'),
    estimateId: key(field('int')),
    /** Number and name of the estimate: what is left of it where it is gone. */
    name: label(field('text')),
    revision: field('int'),
    /** One value of the cost settings that counted; of settings that count alike it is the same. */
    settings: field('text'),
    /** What a unit of its currency was in that of works; empty where both are one. */
    rate: field('text'),
  },
  /** One row a version: the options of its calculation, and how measures lie over dates, as the hierarchy said; null = evenly. */
  settings: {
    id: onlyId(),
    options: json<Partial<CalculationOptions>>([
      { path: ['defaultCalendarId'], target: 'calendar' },
      { path: ['floatPaths', 'endItemId'], target: 'wbs' },
    ]),
    distributions: optionalJson<Distributions>(),
  },
} as const satisfies Record<string, Record<string, Spec<FieldKind, unknown, boolean>>>;

export type VersionTable = keyof typeof VERSION_TABLES;

type ValueOf<S> = S extends { readonly type?: infer V } ? NonNullable<V> : never;
type FieldType<S> = S extends { optional: true } ? ValueOf<S> | null : ValueOf<S>;

/** A row of version content as it travels: dates as local date-times, ids as numbers. */
export type VersionRow<T extends VersionTable> = {
  -readonly [F in keyof (typeof VERSION_TABLES)[T]]: FieldType<(typeof VERSION_TABLES)[T][F]>;
};
/** Some fields of a row as a change says them: of days, the changed ones. */
export type ChangedFields<T extends VersionTable> = {
  [F in keyof VersionRow<T>]?: VersionRow<T>[F] extends DayRun ? DayChanges : VersionRow<T>[F];
};
export type WbsRow = VersionRow<'wbs'>;
export type RelationRow = VersionRow<'relation'>;
export type LinkRow = VersionRow<'link'>;

/** A row of a table that only the running program knows, read by the names of its fields. */
export type AnyRow = { id: number } & Record<string, unknown>;

/** Whether a text names a table of version content. */
export const isVersionTable = (name: string): name is VersionTable => Object.hasOwn(VERSION_TABLES, name);

/** Names of all tables of version content. */
export const VERSION_TABLE_NAMES: readonly VersionTable[] = Object.keys(VERSION_TABLES).filter(isVersionTable);

/** Something for each table of version content. */
export const byTable = <V>(of: (table: VersionTable) => V): Record<VersionTable, V> => recordOf(VERSION_TABLE_NAMES, of);

/** A field of a table as the description has it. */
export type FieldOfTable = Omit<Spec<FieldKind, unknown, boolean>, 'type' | 'target' | 'inner'> & {
  name: string;
  target: VersionTable | null;
  inner: readonly { path: readonly string[]; target: VersionTable }[];
};

const FIELDS = Object.fromEntries(
  Object.entries(VERSION_TABLES).map(([table, fields]) => [table, Object.entries(fields).map(([name, of]) => ({ name, ...of }))]),
) as unknown as Record<VersionTable, FieldOfTable[]>;

/** Fields of a table in the order of the description. */
export const fieldsOf = (table: VersionTable): readonly FieldOfTable[] => FIELDS[table];

const DAYS_FIELD = byTable((table) => FIELDS[table].find(({ kind }) => kind === 'days')?.name ?? null);
/** The field of a table that holds values by days; null where it has none. */
export const daysFieldOf = (table: VersionTable): string | null => DAYS_FIELD[table];

const DERIVED_FIELDS = byTable((table) => new Set(FIELDS[table].flatMap(({ name, mark }) => (mark === 'derived' ? [name] : []))));
/** Whether a field follows from another one. */
export const isDerived = (table: VersionTable, field: string): boolean => DERIVED_FIELDS[table].has(field);
