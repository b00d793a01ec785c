import {
  ATTRIBUTE_SOURCES,
  ATTRIBUTE_TYPES,
  RESOURCE_KINDS,
  DATA_MODES,
  IN_SCOPES,
  ITEM_TYPES,
  LAG_CALENDARS,
  LIMIT_TYPES,
  LINK_SIDES,
  RELATION_TYPES,
  RESOURCE_MEASURES,
  SCHEDULING_KINDS,
  TASK_STATUSES,
} from './enumerations.ts';
import { DURATION_RULES } from './norms.ts';

/**
 * What a schedule version is made of: every table of version content with its fields and their types.
 * Storage, snapshot, edits, undo and push all read this one description; a new field is one line here and one migration.
 */
type Spec<Kind extends string, Optional extends boolean, Values extends readonly string[] | null = null> = {
  kind: Kind;
  optional: Optional;
  values: Values;
};
const field = <K extends string>(kind: K): Spec<K, false> => ({ kind, optional: false, values: null });
const optional = <K extends string>(kind: K): Spec<K, true> => ({ kind, optional: true, values: null });
const word = <const V extends readonly string[]>(values: V): Spec<'word', false, V> => ({ kind: 'word', optional: false, values });
const optionalWord = <const V extends readonly string[]>(values: V): Spec<'word', true, V> => ({ kind: 'word', optional: true, values });

/** Kinds of fields: id and ref are row ids; minute travels as `2025-03-03T09:00`; minutes of duration are int; json is opaque to storage. */
export type FieldKind = 'id' | 'ref' | 'int' | 'float' | 'text' | 'flag' | 'minute' | 'json' | 'word';

export const VERSION_TABLES = {
  /** Rows of the work breakdown structure. Dates from `earlyStart` to `driver` are the result of the last calculation. */
  wbs: {
    id: field('id'),
    parentId: optional('ref'),
    position: field('float'),
    type: word(ITEM_TYPES),
    schedulingKind: word(SCHEDULING_KINDS),
    code: field('text'),
    name: field('text'),
    status: word(TASK_STATUSES),
    calendarId: optional('ref'),
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
    /** 1 to 8: the colour that the planner gave the row. */
    tint: optional('int'),
    deadline: optional('minute'),
    targetStart: optional('minute'),
    targetFinish: optional('minute'),
    /** Further scheduling inputs that few items have; merged over the item's own when a plan is made. */
    extra: optional('json'),
    earlyStart: optional('minute'),
    earlyFinish: optional('minute'),
    lateStart: optional('minute'),
    lateFinish: optional('minute'),
    totalFloatMinutes: optional('int'),
    freeFloatMinutes: optional('int'),
    critical: field('flag'),
    nearCritical: field('flag'),
    longestPath: field('flag'),
  },
  relation: {
    id: field('id'),
    predecessorId: field('ref'),
    successorId: field('ref'),
    type: word(RELATION_TYPES),
    lagMinutes: field('int'),
    lagCalendar: optionalWord(LAG_CALENDARS),
    driving: field('flag'),
  },
  calendar: {
    id: field('id'),
    name: field('text'),
    week: field('json'),
    exceptions: field('json'),
    baseId: optional('ref'),
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
    code: field('text'),
    name: field('text'),
    kind: word(RESOURCE_KINDS),
    calendarId: optional('ref'),
    limit: optional('float'),
    unit: field('text'),
    pricePerUnit: optional('float'),
  },
  assignment: {
    id: field('id'),
    itemId: field('ref'),
    resourceId: field('ref'),
    plannedUnits: field('float'),
    actualUnits: field('float'),
    remainingUnits: field('float'),
    plannedCost: field('float'),
    actualCost: field('float'),
    remainingCost: field('float'),
    remainingMinutes: optional('int'),
    lagMinutes: field('int'),
    driving: field('flag'),
    curve: optional('json'),
    extra: optional('json'),
  },
  /** Definitions of the attributes that rows of this version carry. */
  attribute: {
    id: field('id'),
    name: field('text'),
    type: word(ATTRIBUTE_TYPES),
    source: word(ATTRIBUTE_SOURCES),
    /** Where it came from: an activity code or user field of the imported file. */
    origin: field('text'),
    /** The attribute of the hierarchy that this one follows. */
    sourceId: optional('int'),
    /** What it says beside name and type: see `AttributeOptions`. */
    options: optional('json'),
  },
  attributeValue: {
    id: field('id'),
    itemId: field('ref'),
    attributeId: field('ref'),
    value: optional('json'),
  },
  /** Dates and floats that the program which wrote the imported file had computed; `id` is the row's. */
  importedDates: {
    id: field('id'),
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
    itemId: field('ref'),
    side: word(LINK_SIDES),
    type: word(RELATION_TYPES),
    lagMinutes: field('int'),
    lagCalendar: optionalWord(LAG_CALENDARS),
    otherScheduleId: field('int'),
    otherVersionId: field('int'),
    otherItemId: field('int'),
    /** Code and name of the other item when it was last seen: what is left of it where it is gone. */
    otherCode: field('text'),
    otherName: field('text'),
  },
  /** Values of a row by calendar days: one of these for each measure and mode, of the row as a whole or of one of its resources. */
  daySeries: {
    id: field('id'),
    itemId: field('ref'),
    resourceId: optional('ref'),
    measure: word(RESOURCE_MEASURES),
    mode: word(DATA_MODES),
    /** The day of the first value; the others follow day by day. */
    firstDay: field('int'),
    values: field('json'),
  },
  /** Rows of directories on works, as they were taken, with what they came to. */
  directoryValue: {
    id: field('id'),
    /** Null: a resource of the version that stands for a row of a directory. */
    itemId: optional('ref'),
    /** The directory and its row, which the value follows. */
    directoryId: field('int'),
    rowId: field('int'),
    /** The value whose relation brought this one; null where people gave it. */
    broughtById: optional('ref'),
    relationId: optional('int'),
    relationRowId: optional('int'),
    code: field('text'),
    name: field('text'),
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
    norm: field('json'),
    resourceId: optional('ref'),
    /** The assignment that it stands for; whoever removes that keeps the value. */
    assignmentId: optional('int'),
    /** What was entered before the first value of a work ruled its duration. */
    entered: optional('json'),
  },
  /** One row a version: the options of its calculation. */
  settings: {
    id: field('id'),
    options: field('json'),
  },
} as const satisfies Record<string, Record<string, Spec<FieldKind, boolean, readonly string[] | null>>>;

export type VersionTable = keyof typeof VERSION_TABLES;

type KindToType = { id: number; ref: number; int: number; float: number; text: string; flag: boolean; minute: string; json: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

type ValueOf<S> = S extends { kind: infer K; values: infer V }
  ? V extends readonly (infer W)[]
    ? W
    : K extends keyof KindToType
      ? KindToType[K]
      : never
  : never;
type FieldType<S> = S extends { optional: true } ? ValueOf<S> | null : ValueOf<S>;

/** A row of version content as it travels: dates as local date-times, ids as numbers. */
export type VersionRow<T extends VersionTable> = {
  -readonly [F in keyof (typeof VERSION_TABLES)[T]]: FieldType<(typeof VERSION_TABLES)[T][F]>;
};
export type WbsRow = VersionRow<'wbs'>;
export type RelationRow = VersionRow<'relation'>;
export type LinkRow = VersionRow<'link'>;

/** Names of all tables of version content. */
export const VERSION_TABLE_NAMES = Object.keys(VERSION_TABLES) as VersionTable[];

/** Name, kind, optionality and allowed words of every field of a table. */
export function fieldsOf(table: VersionTable): { name: string; kind: FieldKind; optional: boolean; values: readonly string[] | null }[] {
  return Object.entries(VERSION_TABLES[table]).map(([name, spec]) => ({
    name,
    ...(spec as Spec<FieldKind, boolean, readonly string[] | null>),
  }));
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
] as const satisfies (keyof WbsRow)[];
