import type {
  FloatType,
  InScope,
  ItemType,
  LagCalendar,
  LimitType,
  ProgressBy,
  ProgressMode,
  RelationType,
  SchedulingKind,
  TaskStatus,
} from '../enumerations.ts';
import type { Day, Minute } from './time.ts';

/** Working periods of one day: minutes after midnight, ascending, not overlapping; `finish` ≤ 1440. */
export type Shift = { start: number; finish: number };

/** The shifts of seven days, Monday first. */
export type Week = Shift[][];

/** A day that replaces that of the week; no shifts = non-working. */
export type CalendarException = { day: Day; shifts: Shift[] };

/** A working-time calendar. `week` has seven days, Monday first. Exceptions replace the whole day; no shifts = non-working. */
export type PlanCalendar = {
  id: number;
  name: string;
  week: Week;
  exceptions: CalendarException[];
  /** Inherited from: days that this calendar does not state itself come from the base (already merged when the engine gets it). */
  baseId: number | null;
  /** Working minutes that one day, week, month and year stand for when durations are shown in those units. */
  minutesPerDay: number;
  minutesPerWeek: number;
  minutesPerMonth: number;
  minutesPerYear: number;
  isDefault: boolean;
};

/** One row of the work breakdown structure, as the engine and the formats see it. Dates in minutes, null = none. */
export type PlanItem = {
  id: number;
  parentId: number | null;
  type: ItemType;
  schedulingKind: SchedulingKind;
  code: string;
  name: string;
  calendarId: number | null;
  status: TaskStatus;
  /** Duration as entered, working minutes of the item's calendar. */
  durationMinutes: number;
  /** What is left, working minutes; equals the duration until work starts. */
  remainingMinutes: number;
  /** 0…1. */
  progress: number;
  actualStart: Minute | null;
  actualFinish: Minute | null;
  suspendDate: Minute | null;
  resumeDate: Minute | null;
  expectedFinish: Minute | null;
  startLimitType: LimitType | null;
  startLimitDate: Minute | null;
  finishLimitType: LimitType | null;
  finishLimitDate: Minute | null;
  /** The start or finish limit of type in_date is mandatory: it holds against logic. */
  mandatory: boolean;
  asLateAsPossible: boolean;
  inScope: InScope | null;
  /** Lowers the late finish only (MS Project). */
  deadline: Minute | null;
  /** Planned dates: what stands in the schedule before, and for drafts instead of, a calculation. */
  start: Minute | null;
  finish: Minute | null;
  /** A second limit on an end that already bears one: P6 allows "start on or after" beside "start on or before". */
  secondLimit?: { end: 'start' | 'finish'; type: LimitType; date: Minute } | null;
  /** What only MS Project knows about the item; absent in plans by P6 rules. */
  msproject?: MsProjectItem;
  leveling?: Leveling | null;
} & Partial<OwnAmounts>;

/** Amounts of an item itself, beside its assignments, and what its progress goes by; null = none, or as the options say. */
export type OwnAmounts = {
  volume: number | null;
  volumeUnit: string;
  labourHours: number | null;
  cost: number | null;
  progressBy: ProgressBy | null;
  dayPlanned: boolean;
};

/** Before when leveling lets an item not start, and why: a resource that others held until `until`, or one that there was less of. */
export type Leveling = { start: string; cause: { kind: 'resource' | 'limit'; resourceId: number; itemIds: number[]; until: string } };

/** Inputs of the scenarios of started work that no other part of a calculation reads. */
export type ProgressInputs = {
  /** The item's own scenario; null = the version's. */
  progressScenario: number | null;
  targetStart: Minute | null;
  targetFinish: Minute | null;
  /** Working minutes that the item was meant to take when it began. */
  initialDurationMinutes: number | null;
  /** Volume a working day. */
  baseIntensityPerDay: number | null;
  /** Volume by days; null = none recorded. */
  dailyPlan: ReadonlyMap<Day, number> | null;
  dailyFact: ReadonlyMap<Day, number> | null;
};
export type ProgressItem = PlanItem & Partial<ProgressInputs>;

/** Properties of an item that change its dates under MS Project's rules. */
export type MsProjectItem = {
  /** Scheduled by hand: start, finish and duration stay as entered. */
  manual: boolean;
  /** Inactive: neither scheduled nor driving. */
  inactive: boolean;
  /** The duration runs around the clock, without a calendar. */
  elapsedDuration: boolean;
  /** The item's own calendar rules alone, resource calendars do not narrow it. */
  ignoreResourceCalendar: boolean;
  /** Elapsed minutes by which leveling moved the item. */
  levelingDelayMinutes: number;
  /** Working minutes done, as the file states them. */
  actualMinutes: number;
  /** Working minutes without work inside the span of an item that has not begun: it is split. Absent = not split. */
  splitMinutes?: number;
  taskType: 'fixed_units' | 'fixed_duration' | 'fixed_work';
  effortDriven: boolean;
};

/** What somebody who carries an item out expects of it, until it is accepted or declined. */
export type Estimate = {
  finish: string | null;
  remainingMinutes: number | null;
  /** The person's id, and the instant. */
  by: number;
  at: string;
};

/** Inputs of an item that few have: kept together beside its fields. */
export type ItemExtra = Partial<Pick<ProgressInputs, 'progressScenario' | 'initialDurationMinutes' | 'baseIntensityPerDay'>> &
  Pick<PlanItem, 'secondLimit' | 'msproject' | 'leveling'> & { estimate?: Estimate };

/** A relation between two items. Positive lag delays, negative (lead) advances; working minutes of the lag calendar. */
export type PlanRelation = {
  id: number;
  predecessorId: number;
  successorId: number;
  type: RelationType;
  lagMinutes: number;
  /** Overrides the option of the schedule for this relation. */
  lagCalendar: LagCalendar | null;
  /** The lag is this share of the predecessor's duration (0.5 = half); `lagMinutes` then holds what it came to in the file. */
  lagShare?: number | null;
};

/** What a resource costs and how much of it there is from a moment on; null = always. Up to five prices, of which an assignment names one. */
export type ResourceRate = { from: string | null; limit: number | null; prices: (number | null)[] };

/** The price types of a resource. */
export const PRICE_TYPES = 5;

/** A resource: its calendar rules resource-dependent items; its limit, units per hour, rules leveling. */
export type PlanResource = {
  id: number;
  code: string;
  name: string;
  kind: 'labour' | 'equipment' | 'material';
  calendarId: number | null;
  limit: number | null;
  unit: string;
  pricePerUnit: number | null;
  /** Prices and limits over time; absent or null where the one price and limit hold always. */
  rates?: ResourceRate[] | null;
  /** What it has done follows the progress of its items. */
  autoActuals?: boolean | null;
};

/** A resource on an item. Units in hours for labour and equipment, in the resource's unit for material. */
export type PlanAssignment = {
  id: number;
  itemId: number;
  resourceId: number;
  plannedUnits: number;
  actualUnits: number;
  remainingUnits: number;
  plannedCost: number;
  actualCost: number;
  remainingCost: number;
  /** Working minutes of the assignment's own span and delay, where it differs from the item's. */
  remainingMinutes: number | null;
  lagMinutes: number;
  /** Drives the dates of a resource-dependent item. */
  driving: boolean;
  /** 21 points, cumulative percent at 0 %, 5 % … 100 % of the duration; null = evenly. */
  curve: number[] | null;
  /** Its units are the volume of the item itself: other materials of the item do not add to that. */
  carriesVolume?: boolean | null;
  /** Which price of its resource it is paid by, 0 to 4; none = the first. */
  rateType?: number;
  /** Whether remaining units go by the progress or by what was used; none = by the progress. */
  remainingBy?: 'norm' | 'plan';
};

/** Inputs of an assignment that few have: kept together beside its fields. */
export type AssignmentExtra = Pick<PlanAssignment, 'carriesVolume' | 'rateType' | 'remainingBy'>;

/** Options of a calculation: P6's SCHEDOPTIONS in the product's words. */
export type CalculationOptions = {
  /** 'p6' or 'msproject': whose rules decide where the two differ. */
  rules: 'p6' | 'msproject';
  dataDate: Minute;
  progressMode: ProgressMode;
  lagCalendar: LagCalendar;
  /** SS lag of a started predecessor from its early start (true) or its actual start. */
  lagFromEarlyStart: boolean;
  useExpectedFinish: boolean;
  floatType: FloatType;
  openEndsCritical: boolean;
  criticalBy: 'total_float' | 'longest_path';
  /** Critical where total float ≤ this, near-critical where ≤ the second; working minutes. */
  criticalFloatMinutes: number;
  nearCriticalFloatMinutes: number;
  /** The backward pass starts here instead of at the latest early finish. */
  mustFinishBy: Minute | null;
  projectStart: Minute | null;
  /** Finish that the last calculation gave; the backward pass starts there when no work is left to schedule. */
  scheduledFinish?: Minute | null;
  defaultCalendarId: number | null;
  /** Relations to other schedules count as live limits or are ignored. */
  externalRelations: 'live' | 'ignored';
  /** Float paths to find; 0 = none. */
  floatPaths: { count: number; by: 'total_float' | 'free_float'; endItemId: number | null } | null;
  /** P6: floats count from the end of each project (true) or from the latest end of all opened projects. */
  floatFromOwnProject?: boolean;
  /** Present when the rules are MS Project's. */
  msproject?: MsProjectOptions;
  /** Which of the 16 scenarios gives started work its remaining duration; null = the entered remaining duration rules, as in P6. */
  progressScenario: number | null;
  /** Rate of scenario 1: the planned duration, or the pace so far. */
  rateOfProgress: 'plan' | 'pace';
  /** Rate of scenarios 6, 9 and 12: fact per elapsed time, or total per duration. */
  rateOfFact: 'fact' | 'plan';
  /** What the progress of works goes by that state nothing else; null or absent = the first of volume, labour and cost that has a total and facts. */
  progressBy?: ProgressBy | null;
};

/** Options that only MS Project has. */
export type MsProjectOptions = {
  /** 'finish' schedules backward from the project's finish. */
  scheduleFrom: 'start' | 'finish';
  /** null = no status date set; then nothing pulls remaining work. */
  statusDate: Minute | null;
  /** Must-dates hold against links. */
  honorConstraints: boolean;
  splitInProgress: boolean;
  moveCompletedEndsBack: boolean;
  moveRemainingStartsBack: boolean;
  moveRemainingStartsForward: boolean;
  moveCompletedEndsForward: boolean;
  /** Every chain of links has its own critical path. */
  multipleCriticalPaths: boolean;
  /** Minutes after midnight given to dates entered without a time. */
  defaultStart: number;
  defaultFinish: number;
};

/** A limit that a relation to another schedule puts on an item, resolved to a date. */
export type ExternalLimit = {
  itemId: number;
  kind: 'start_not_earlier' | 'finish_not_earlier' | 'start_not_later' | 'finish_not_later';
  date: Minute;
};

/** All that a calculation needs: what a version holds and what a file brings. Items stand in preorder. */
export type Plan = {
  options: CalculationOptions;
  calendars: PlanCalendar[];
  items: PlanItem[];
  relations: PlanRelation[];
  resources: PlanResource[];
  assignments: PlanAssignment[];
  externalLimits: ExternalLimit[];
};

/** Options as P6 has them when nobody changed anything. */
export function defaultOptions(dataDate: Minute): CalculationOptions {
  return {
    rules: 'p6',
    dataDate,
    progressMode: 'retained_logic',
    lagCalendar: 'predecessor',
    lagFromEarlyStart: true,
    useExpectedFinish: true,
    floatType: 'finish',
    openEndsCritical: false,
    criticalBy: 'total_float',
    criticalFloatMinutes: 0,
    nearCriticalFloatMinutes: 2400,
    mustFinishBy: null,
    projectStart: null,
    defaultCalendarId: null,
    externalRelations: 'live',
    floatPaths: null,
    progressScenario: null,
    rateOfProgress: 'plan',
    rateOfFact: 'fact',
  };
}
