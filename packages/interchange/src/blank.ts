import type { ItemType, PlanItem } from '@gantry/domain';
import type { ItemDetails, StoredItem } from './project-file.ts';

/** A row of no dates and no floats. */
export const NOTHING_STORED: StoredItem = {
  earlyStart: null,
  earlyFinish: null,
  lateStart: null,
  lateFinish: null,
  totalFloatMinutes: null,
  freeFloatMinutes: null,
  startFloatMinutes: null,
  finishFloatMinutes: null,
  longestPath: null,
  critical: null,
  remainingEarlyStart: null,
  remainingEarlyFinish: null,
  remainingLateStart: null,
  remainingLateFinish: null,
  plannedStart: null,
  plannedFinish: null,
  floatPath: null,
  floatPathOrder: null,
  externalEarlyStart: null,
  externalLateFinish: null,
};

/** An item without predecessors and duration. */
export function blankItem(id: number, parentId: number | null, type: ItemType): PlanItem {
  return {
    id,
    parentId,
    type,
    schedulingKind: 'task',
    code: '',
    name: '',
    calendarId: null,
    status: 'not_started',
    durationMinutes: 0,
    remainingMinutes: 0,
    progress: 0,
    actualStart: null,
    actualFinish: null,
    suspendDate: null,
    resumeDate: null,
    expectedFinish: null,
    startLimitType: null,
    startLimitDate: null,
    finishLimitType: null,
    finishLimitDate: null,
    mandatory: false,
    asLateAsPossible: false,
    inScope: null,
    deadline: null,
    start: null,
    finish: null,
  };
}

/** Default details of an item. */
export const PLAIN_DETAILS: ItemDetails = {
  sourceId: '',
  sourceTable: '',
  guid: null,
  percentCompleteType: 'duration',
  physicalProgress: null,
  durationType: 'fixed_duration_units',
  labourUnits: null,
  equipmentUnits: null,
  priority: 500,
  primaryResourceId: null,
};
