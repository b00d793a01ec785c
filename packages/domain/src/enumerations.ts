/** Closed lists of the specification. On the wire they travel as these words. */

/** Kinds of rows: sum = summary of any depth, task = schedulable item that may hold works, work = lowest item with volume, labour, cost; draft stays out of the calculation. */
export const ITEM_TYPES = ['sum', 'task', 'work', 'milestone_start', 'milestone_finish', 'draft'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];
/** Kinds of rows that others may lie in; a row of another kind has no parts. */
export const TYPES_WITH_CHILDREN: readonly ItemType[] = ['sum', 'task', 'draft'];

/** How much is written to the log, the most first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_LEVEL_OF_AREA = `([a-z_]+=)?(${LOG_LEVELS.join('|')})`;

/** A level for all events, levels for areas of them, or both: `info,import=debug`. An area is the part of an event before its point. */
export const LOG_LEVELS_FORM = new RegExp(`^${LOG_LEVEL_OF_AREA}(,${LOG_LEVEL_OF_AREA})*$`);

/** How the engine treats an item: P6's task dependent, resource dependent, level of effort and WBS summary activities. */
export const SCHEDULING_KINDS = ['task', 'resource', 'level_of_effort', 'wbs_summary'] as const;
export type SchedulingKind = (typeof SCHEDULING_KINDS)[number];

/** Link types, predecessor's end first. */
export const RELATION_TYPES = ['fs', 'ff', 'ss', 'sf'] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

/** What one end of a relation is to the other. */
export const LINK_SIDES = ['predecessor', 'successor'] as const;
export type LinkSide = (typeof LINK_SIDES)[number];

export const TASK_STATUSES = ['not_started', 'in_progress', 'completed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const LIMIT_TYPES = ['not_earlier', 'not_later', 'in_date'] as const;
export type LimitType = (typeof LIMIT_TYPES)[number];

/** Whether an item may move earlier, later, both ways or not at all when the timetable is calculated. */
export const IN_SCOPES = ['not', 'earlier', 'later', 'earlier_later'] as const;
export type InScope = (typeof IN_SCOPES)[number];

export const VERSION_KINDS = ['version', 'target', 'actual'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

export const CALCULATION_STATUS = { notCalculated: 0, calculated: 1, calculating: 2 } as const;
export type CalculationStatus = (typeof CALCULATION_STATUS)[keyof typeof CALCULATION_STATUS];
/** What programs may call the statuses of the calculation, by number or by either of two lists of words, each in the order of the numbers. */
export const CALCULATION_STATUS_NAMES = [
  ...(['0', '1', '2'] as const),
  ...(['not_calc', 'calculate', 'calculating'] as const),
  ...(['not_calculated', 'calculated', 'in_process'] as const),
] as const;
export type CalculationStatusName = (typeof CALCULATION_STATUS_NAMES)[number];

/** Whether a status is called so. */
export const isCalled = (status: CalculationStatus, name: CalculationStatusName): boolean =>
  CALCULATION_STATUS_NAMES.indexOf(name) % Object.keys(CALCULATION_STATUS).length === status;

export const VALIDITY = { notValid: 0, valid: 1 } as const;
export type Validity = (typeof VALIDITY)[keyof typeof VALIDITY];

/** Remarks of a calculation on what it had to leave out: dates without that are those of another plan. */
const LEFT_OUT = [
  'ring',
  'parent_ring',
  'relation_to_unknown_item',
  'relation_to_draft',
  'calendar_missing',
  'calendar_without_work',
  'link_gone',
].map((kind) => `timetable.${kind}`);

/** What a calculation left out, of all that it remarked. */
export const leftOutOf = (remarks: readonly string[]): string[] => LEFT_OUT.filter((code) => remarks.includes(code));

/** Whether the dates of a version hold: calculated as it stands, and of all that stands in it. */
export const validityOf = (status: CalculationStatus, remarks: readonly string[]): Validity =>
  status === CALCULATION_STATUS.calculated && !leftOutOf(remarks).length ? VALIDITY.valid : VALIDITY.notValid;

/** What is counted of a row, by days or in one sum. */
export const RESOURCE_MEASURES = ['volume', 'labour', 'cost', 'distributed_price', 'cost_by_distributed_price'] as const;
export type ResourceMeasure = (typeof RESOURCE_MEASURES)[number];
/** The largest amount of a measure, of a row or of a day. */
export const MOST_AMOUNT = 1e12;

/** The meaning of a day value: planned, actual, or approved. */
export const DATA_MODES = ['plan', 'fact', 'approved_plan'] as const;
export type DataMode = (typeof DATA_MODES)[number];

export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** Where the lag of a relation is counted. */
export const LAG_CALENDARS = ['predecessor', 'successor', 'project', 'elapsed'] as const;
export type LagCalendar = (typeof LAG_CALENDARS)[number];

export const PROGRESS_MODES = ['retained_logic', 'progress_override', 'actual_dates'] as const;
export type ProgressMode = (typeof PROGRESS_MODES)[number];

export const FLOAT_TYPES = ['finish', 'start', 'smallest'] as const;
export type FloatType = (typeof FLOAT_TYPES)[number];

export const RESOURCE_KINDS = ['labour', 'equipment', 'material'] as const;

export const ATTRIBUTE_TYPES = ['number', 'string', 'date', 'money', 'percentage', 'list', 'flag'] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

export const ATTRIBUTE_SOURCES = ['attribute', 'user_value', 'gen', 'sup'] as const;
export type AttributeSource = (typeof ATTRIBUTE_SOURCES)[number];

export const NODE_KINDS = ['facility', 'project', 'schedule_group', 'schedule'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

export const LANGUAGES = ['en-US', 'ru', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How a condition of a filter compares a cell with its value. */
export const FILTER_OPERATORS = [
  'lt',
  'lte',
  'gt',
  'gte',
  'eq',
  'ne',
  'exists',
  'not_exists',
  'like',
  'not_like',
  'range',
  'filter_by_list',
  'colors',
] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** Types of columns and their editors; those from `duration` on are the product's own. */
export const WBS_COLUMN_TYPES = [
  'number',
  'string',
  'date',
  'money',
  'percentage',
  'predecessors',
  'executor',
  'curator',
  'status',
  'in_scope',
  'start_limit',
  'finish_limit',
  'duration',
  'item_type',
  'calendar',
  'flag',
  'list',
  'colour',
  'specialty',
  'progress_by',
] as const;
export type WbsColumnType = (typeof WBS_COLUMN_TYPES)[number];

/** What the progress of a work goes by: what is done of its volume, labour or cost, or what people enter. */
export const PROGRESS_BY = ['volume', 'labour', 'cost', 'entered'] as const;
export type ProgressBy = (typeof PROGRESS_BY)[number];

/** File formats of cost estimates. */
export const ESTIMATE_FORMATS = ['gge', 'gaeb', 'bc3', 'xlsx', 'csv'] as const;
export type EstimateFormat = (typeof ESTIMATE_FORMATS)[number];

/** Formats to which an estimate is exported as a new file: tables, GAEB DA XML without and with prices, GGE XML and FIEBDC-3. */
export const ESTIMATE_FORMS = ['xlsx', 'csv', 'x83', 'x84', 'gge', 'bc3'] as const;
export type EstimateForm = (typeof ESTIMATE_FORMS)[number];
/** What an export gives: a form, or `client`: the workbook that the estimate was read from, with what has changed in its cells. */
export const ESTIMATE_OUTPUTS = [...ESTIMATE_FORMS, 'client'] as const;
export type EstimateOutput = (typeof ESTIMATE_OUTPUTS)[number];

/** Rules by which an estimate counts and rounds. */
export const ESTIMATE_PROFILES = ['ru_bim', 'ru_rim', 'gaeb', 'bc3', 'plain'] as const;
export type EstimateProfile = (typeof ESTIMATE_PROFILES)[number];

/** What a row of an estimate stands for. */
export const ESTIMATE_ROW_KINDS = [
  'section',
  'work',
  'material',
  'machine',
  'labour',
  'equipment',
  'transport',
  'percent',
  'text',
] as const;
export type EstimateRowKind = (typeof ESTIMATE_ROW_KINDS)[number];

/**
 * What an amount of an estimate is made of. Wages of machinists stand apart from machines where the standard adds them; what a file does not
 * divide is `other`.
 */
export const COST_PARTS = [
  'labour',
  'machines',
  'machinist',
  'materials',
  'equipment',
  'transport',
  'overhead',
  'profit',
  'other',
] as const;
export type CostPart = (typeof COST_PARTS)[number];

const PART_OF_KIND: Partial<Record<EstimateRowKind, CostPart>> = {
  material: 'materials',
  machine: 'machines',
  labour: 'labour',
  equipment: 'equipment',
  transport: 'transport',
};

/** The part that a row is whole where nothing divides its amount. */
export const usualPart = (kind: EstimateRowKind): CostPart => PART_OF_KIND[kind] ?? 'other';

/** Columns of an estimate in a table. */
export const ESTIMATE_COLUMNS = [
  'level',
  'number',
  'code',
  'name',
  'unit',
  'quantity',
  'price',
  'amount',
  'volumeCode',
  'labour',
  'machines',
  'machinist',
  'materials',
  'equipment',
  'transport',
  'overhead',
  'profit',
] as const;
export type EstimateColumn = (typeof ESTIMATE_COLUMNS)[number];

/** What the part of a work in an amount of an estimate goes by. */
export const COST_WEIGHTS = ['volume', 'labour', 'duration', 'equal'] as const;
export type CostWeight = (typeof COST_WEIGHTS)[number];
/** Works that receive quantities of estimates with their costs: none, those that have none of their own, all. */
export const QUANTITIES_TO = ['none', 'missing', 'all'] as const;

/** Texts of a row of an estimate that rules look at; their captures are counted in this order. */
export const RULE_FIELDS = ['code', 'name', 'unit', 'section', 'estimate', 'volume_code'] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

/** What a rule of compliance sends rows to. */
export const RULE_TARGETS = ['work', 'attribute', 'work_type', 'directory_row', 'path', 'ignore'] as const;
export type RuleTarget = (typeof RULE_TARGETS)[number];

/** What units of measure measure. */
export const UNIT_DIMENSIONS = ['length', 'area', 'volume', 'mass', 'time', 'pieces', 'sets'] as const;
export type UnitDimension = (typeof UNIT_DIMENSIONS)[number];
