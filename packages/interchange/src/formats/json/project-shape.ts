import {
  ATTRIBUTE_TYPES,
  FLOAT_TYPES,
  IN_SCOPES,
  ITEM_TYPES,
  LAG_CALENDARS,
  LIMIT_TYPES,
  PROGRESS_MODES,
  RELATION_TYPES,
  SCHEDULING_KINDS,
  TASK_STATUSES,
} from '@gantry/domain';
import type { Shape } from './shape.ts';

const orNull = (words: readonly string[]): string[] => [...words, 'null'];
const SHIFTS: Shape = [{ start: 'int', finish: 'int' }];

const ITEM: Shape = {
  id: 'int',
  parentId: 'int?',
  type: ITEM_TYPES,
  schedulingKind: SCHEDULING_KINDS,
  code: 'string',
  name: 'string',
  calendarId: 'int?',
  status: TASK_STATUSES,
  durationMinutes: 'number',
  remainingMinutes: 'number',
  progress: 'number',
  actualStart: 'int?',
  actualFinish: 'int?',
  suspendDate: 'int?',
  resumeDate: 'int?',
  expectedFinish: 'int?',
  startLimitType: orNull(LIMIT_TYPES),
  startLimitDate: 'int?',
  finishLimitType: orNull(LIMIT_TYPES),
  finishLimitDate: 'int?',
  mandatory: 'boolean',
  asLateAsPossible: 'boolean',
  inScope: orNull(IN_SCOPES),
  deadline: 'int?',
  start: 'int?',
  finish: 'int?',
};

const STORED: Shape = {
  earlyStart: 'int?',
  earlyFinish: 'int?',
  lateStart: 'int?',
  lateFinish: 'int?',
  totalFloatMinutes: 'number?',
  freeFloatMinutes: 'number?',
  startFloatMinutes: 'number?',
  finishFloatMinutes: 'number?',
  longestPath: 'boolean?',
  critical: 'boolean?',
  remainingEarlyStart: 'int?',
  remainingEarlyFinish: 'int?',
  remainingLateStart: 'int?',
  remainingLateFinish: 'int?',
  plannedStart: 'int?',
  plannedFinish: 'int?',
  floatPath: 'number?',
  floatPathOrder: 'number?',
  externalEarlyStart: 'int?',
  externalLateFinish: 'int?',
};

const PLAN: Shape = {
  options: {
    rules: ['p6', 'msproject'],
    dataDate: 'int',
    progressMode: PROGRESS_MODES,
    lagCalendar: LAG_CALENDARS,
    lagFromEarlyStart: 'boolean',
    useExpectedFinish: 'boolean',
    floatType: FLOAT_TYPES,
    openEndsCritical: 'boolean',
    criticalBy: ['total_float', 'longest_path'],
    criticalFloatMinutes: 'number',
    nearCriticalFloatMinutes: 'number',
    mustFinishBy: 'int?',
    projectStart: 'int?',
    defaultCalendarId: 'int?',
    externalRelations: ['live', 'ignored'],
  },
  calendars: [
    {
      id: 'int',
      name: 'string',
      week: [SHIFTS],
      exceptions: [{ day: 'int', shifts: SHIFTS }],
      baseId: 'int?',
      minutesPerDay: 'number',
      minutesPerWeek: 'number',
      minutesPerMonth: 'number',
      minutesPerYear: 'number',
      isDefault: 'boolean',
    },
  ],
  items: [ITEM],
  relations: [
    { id: 'int', predecessorId: 'int', successorId: 'int', type: RELATION_TYPES, lagMinutes: 'number', lagCalendar: orNull(LAG_CALENDARS) },
  ],
  resources: [
    {
      id: 'int',
      code: 'string',
      name: 'string',
      kind: ['labour', 'equipment', 'material'],
      calendarId: 'int?',
      limit: 'number?',
      unit: 'string',
      pricePerUnit: 'number?',
    },
  ],
  assignments: [
    {
      id: 'int',
      itemId: 'int',
      resourceId: 'int',
      plannedUnits: 'number',
      actualUnits: 'number',
      remainingUnits: 'number',
      plannedCost: 'number',
      actualCost: 'number',
      remainingCost: 'number',
      remainingMinutes: 'number?',
      lagMinutes: 'number',
      driving: 'boolean',
    },
  ],
  externalLimits: [
    { itemId: 'int', kind: ['start_not_earlier', 'finish_not_earlier', 'start_not_later', 'finish_not_later'], date: 'int' },
  ],
};

/** Shape of one project in JSON; dates are minutes, days are days since 1990-01-01. */
export const PROJECT_SHAPE: Shape = {
  sourceId: 'string',
  code: 'string',
  name: 'string',
  baselineOf: 'string?',
  plan: PLAN,
  attributes: [
    {
      id: 'int',
      sourceId: 'string',
      name: 'string',
      type: ATTRIBUTE_TYPES,
      owner: ['task', 'sum', 'project', 'resource', 'assignment', 'relation'],
      origin: ['code', 'user_field', 'category'],
      scope: ['global', 'eps', 'project'],
      values: [{ id: 'int', sourceId: 'string?', parentId: 'int?', code: 'string', name: 'string', color: 'string?' }],
    },
  ],
  values: [{ attributeId: 'int', ownerId: 'int', value: 'value' }],
  notes: [{ itemId: 'int?', sourceId: 'string?', topic: 'string', text: 'string' }],
  steps: [{ itemId: 'int', sourceId: 'string?', name: 'string', weight: 'number', progress: 'number', completed: 'boolean' }],
  expenses: [
    {
      itemId: 'int',
      sourceId: 'string?',
      name: 'string',
      category: 'string?',
      plannedCost: 'number',
      actualCost: 'number',
      remainingCost: 'number',
    },
  ],
  baselines: [
    { itemId: 'int', number: 'int', start: 'int?', finish: 'int?', durationMinutes: 'number?', workMinutes: 'number?', cost: 'number?' },
  ],
  details: [
    {
      sourceId: 'string',
      sourceTable: 'string',
      guid: 'string?',
      percentCompleteType: ['duration', 'physical', 'units'],
      physicalProgress: 'number?',
      durationType: ['fixed_duration_units', 'fixed_duration_rate', 'fixed_units', 'fixed_rate'],
      priority: 'number',
      primaryResourceId: 'int?',
    },
  ],
  stored: {
    items: [STORED],
    relations: [{ impliedEarlyStart: 'int?', impliedLateFinish: 'int?', floatPath: 'number?', driving: 'boolean?' }],
  },
  assignmentDetails: [{ sourceId: 'string', plannedStart: 'int?', plannedFinish: 'int?', curveName: 'string?' }],
  resourceDetails: [
    {
      sourceId: 'string',
      parentSourceId: 'string?',
      isRole: 'boolean',
      guid: 'string?',
      rates: [{ from: 'int?', prices: ['number?'], maxUnitsPerHour: 'number?' }],
    },
  ],
};

/** Shape of the file around the projects. */
export const FILE_SHAPE: Shape = {
  producer: { program: 'string', version: 'string?', exportedOn: 'int?', user: 'string?' },
  currency: 'string?',
  crossRelations: [{ type: RELATION_TYPES, lagMinutes: 'number' }],
};
