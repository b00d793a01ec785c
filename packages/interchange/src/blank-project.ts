import { defaultOptions } from '@gantry/domain';
import type { Minute, PlanCalendar } from '@gantry/domain';
import { standardWeek } from './calendars.ts';
import type { ImportedProject } from './project-file.ts';

/** A calendar of five days of eight hours, as programs have it when nobody made one. */
export function standardCalendar(id: number): PlanCalendar {
  return {
    id,
    name: '5 × 8',
    week: standardWeek(480),
    exceptions: [],
    baseId: null,
    minutesPerDay: 480,
    minutesPerWeek: 2400,
    minutesPerMonth: 10_320,
    minutesPerYear: 120_000,
    isDefault: true,
  };
}

/** An empty project with a calendar. */
export function blankProject(code: string, name: string, dataDate: Minute): ImportedProject {
  return {
    sourceId: '1',
    code,
    name,
    baselineOf: null,
    plan: {
      options: { ...defaultOptions(dataDate), projectStart: dataDate, defaultCalendarId: 1 },
      calendars: [standardCalendar(1)],
      items: [],
      relations: [],
      resources: [],
      assignments: [],
      externalLimits: [],
    },
    attributes: [],
    values: [],
    notes: [],
    steps: [],
    expenses: [],
    baselines: [],
    calendarSourceIds: [null],
    details: [],
    stored: { items: [], relations: [] },
    assignmentDetails: [],
    resourceDetails: [],
  };
}
