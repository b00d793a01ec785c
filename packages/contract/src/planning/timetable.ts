import { CALCULATION_STATUS, FLOAT_TYPES, LAG_CALENDARS, PROGRESS_MODES } from '@gantry/domain';
import { z } from 'zod';
import { endpoint, pathId } from '../endpoint.ts';
import { dateTimeField } from '../fields.ts';
import { jobAnswer } from '../access/jobs.ts';
import { edited } from './edits.ts';

export const timetableErrors = { 'timetable.nothing_to_calculate': 422, 'timetable.out_of_date': 409 } as const;

const params = z.object({ id: pathId });
const status = z.union(Object.values(CALCULATION_STATUS).map((value) => z.literal(value)));

/** Options of a calculation as the calculate settings keep them. */
export const calculateSettings = z.object({
  rules: z.enum(['p6', 'msproject']),
  data_date: dateTimeField,
  progress_mode: z.enum(PROGRESS_MODES),
  lag_calendar: z.enum(LAG_CALENDARS),
  use_expected_finish: z.boolean(),
  float_type: z.enum(FLOAT_TYPES),
  open_ends_critical: z.boolean(),
  critical_by: z.enum(['total_float', 'longest_path']),
  critical_float_minutes: z.number().int(),
  near_critical_float_minutes: z.number().int(),
  must_finish_by: dateTimeField.nullable(),
});

/** What a calculation says of itself: counts, open ends, rings with their path. */
export const timetableIssue = z.object({ code: z.string(), parameters: z.record(z.string(), z.json()), items: z.array(z.number()) });

/** State of the calculation of a version. */
export const timetableState = z.object({
  status,
  data_date: z.string().nullable(),
  finish: z.string().nullable(),
  calculated_at: z.string().nullable(),
  input_revision: z.number().nullable(),
  hash: z.string().nullable(),
  critical_count: z.number(),
  issues: z.array(timetableIssue),
  settings: calculateSettings,
});

export const timetable = {
  state: endpoint({
    method: 'GET',
    path: '/api/v1/versions/{id}/timetable',
    summary: 'State of the calculation, its settings and its log',
    right: 'plan.read',
    params,
    output: timetableState,
  }),
  calculate: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/timetable/calculate',
    summary: 'Calculate the timetable as a job; the event timetable_calculate tells the state',
    right: 'plan.calculate',
    params,
    body: z.object({ data_date: dateTimeField.optional() }).default({}),
    output: jobAnswer,
  }),
  calculateNow: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/timetable/calculate/synchronous',
    summary: 'Calculate the timetable and answer when done',
    right: 'plan.calculate',
    params,
    body: z.object({ data_date: dateTimeField.optional() }).default({}),
    output: z.object({ success: z.literal(true), revision: z.number(), state: timetableState }),
  }),
  saveSettings: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/timetable/settings',
    summary: 'Change options of the calculation of a version',
    right: 'plan.edit',
    params,
    body: calculateSettings.partial(),
    output: edited,
  }),
};
