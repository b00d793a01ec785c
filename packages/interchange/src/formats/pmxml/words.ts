import type {
  AttributeType,
  CalculationOptions,
  ItemType,
  LagCalendar,
  PlanResource,
  RelationType,
  SchedulingKind,
  TaskStatus,
} from '@gantry/domain';
import type { AttributeOwner, DurationType, PercentCompleteType } from '../../project-file.ts';

/** Words of Primavera's XML and what they mean; read forward, write backward. */
export type Words<T> = readonly (readonly [word: string, meaning: T])[];

export function meaningOf<T>(words: Words<T>, word: string): T | undefined {
  return words.find(([known]) => known === word)?.[1];
}

export function wordFor<T>(words: Words<T>, meaning: T): string {
  return words.find(([, known]) => known === meaning)?.[0] ?? words[0][0];
}

export const ACTIVITY_TYPES: readonly (readonly [string, ItemType, SchedulingKind])[] = [
  ['Task Dependent', 'task', 'task'],
  ['Resource Dependent', 'task', 'resource'],
  ['Level of Effort', 'task', 'level_of_effort'],
  ['WBS Summary', 'task', 'wbs_summary'],
  ['Start Milestone', 'milestone_start', 'task'],
  ['Finish Milestone', 'milestone_finish', 'task'],
];
export const STATUSES: Words<TaskStatus> = [
  ['Not Started', 'not_started'],
  ['In Progress', 'in_progress'],
  ['Completed', 'completed'],
];
export const PERCENT_TYPES: Words<PercentCompleteType> = [
  ['Duration', 'duration'],
  ['Physical', 'physical'],
  ['Units', 'units'],
];
export const DURATION_TYPES: Words<DurationType> = [
  ['Fixed Duration and Units', 'fixed_duration_units'],
  ['Fixed Duration and Units/Time', 'fixed_duration_rate'],
  ['Fixed Units', 'fixed_units'],
  ['Fixed Units/Time', 'fixed_rate'],
];
export const PRIORITIES: Words<number> = [
  ['Normal', 500],
  ['Top', 900],
  ['High', 700],
  ['Low', 300],
  ['Lowest', 100],
];
export const RELATION_TYPES: Words<RelationType> = [
  ['Finish to Start', 'fs'],
  ['Finish to Finish', 'ff'],
  ['Start to Start', 'ss'],
  ['Start to Finish', 'sf'],
];
export const RESOURCE_KINDS: Words<PlanResource['kind']> = [
  ['Labor', 'labour'],
  ['Nonlabor', 'equipment'],
  ['Material', 'material'],
];
export const LAG_CALENDARS: Words<LagCalendar> = [
  ['Predecessor Activity Calendar', 'predecessor'],
  ['Successor Activity Calendar', 'successor'],
  ['Project Default Calendar', 'project'],
  ['24 Hour Calendar', 'elapsed'],
];
export const PROGRESS_MODES: Words<CalculationOptions['progressMode']> = [
  ['Retained Logic', 'retained_logic'],
  ['Progress Override', 'progress_override'],
  ['Actual Dates', 'actual_dates'],
];
export const FLOAT_TYPES: Words<CalculationOptions['floatType']> = [
  ['Finish Float = Late Finish - Early Finish', 'finish'],
  ['Start Float = Late Start - Early Start', 'start'],
  ['Smallest of Start Float and Finish Float', 'smallest'],
];
export const CRITICAL_TYPES: Words<CalculationOptions['criticalBy']> = [
  ['Critical Float', 'total_float'],
  ['Longest Path', 'longest_path'],
];
/** The same constraints as in XER, in the words of the XML. */
export const CONSTRAINTS: Words<string> = [
  ['Start On', 'CS_MSO'],
  ['Start On or After', 'CS_MSOA'],
  ['Start On or Before', 'CS_MSOB'],
  ['Finish On', 'CS_MEO'],
  ['Finish On or After', 'CS_MEOA'],
  ['Finish On or Before', 'CS_MEOB'],
  ['As Late As Possible', 'CS_ALAP'],
  ['Mandatory Start', 'CS_MANDSTART'],
  ['Mandatory Finish', 'CS_MANDFIN'],
];
export const SUBJECTS: Words<AttributeOwner> = [
  ['Activity', 'task'],
  ['WBS', 'sum'],
  ['Project', 'project'],
  ['Resource', 'resource'],
  ['Resource Assignment', 'assignment'],
];
/** Type of a user field, and the element that holds its values. */
export const FIELD_TYPES: readonly (readonly [word: string, type: AttributeType, element: string])[] = [
  ['Text', 'string', 'TextValue'],
  ['Double', 'number', 'DoubleValue'],
  ['Integer', 'number', 'IntegerValue'],
  ['Cost', 'money', 'CostValue'],
  ['Start Date', 'date', 'StartDateValue'],
  ['Finish Date', 'date', 'FinishDateValue'],
  ['Indicator', 'string', 'IndicatorValue'],
  ['Code', 'string', 'CodeValue'],
];
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const SCOPES: Words<'global' | 'eps' | 'project'> = [
  ['Global', 'global'],
  ['EPS', 'eps'],
  ['Project', 'project'],
];
