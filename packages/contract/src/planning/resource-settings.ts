import { PERIODS, RESOURCE_COLUMNS, TIMESHEET_APPROVALS } from '@gantry/domain';
import { z } from 'zod';
import { lineField } from '../fields.ts';
import { ANYWHERE, atNodeOfBody, endpoint, pathId } from '../endpoint.ts';

export const resourceSettingsErrors = {
  'resource_settings.wrong_thresholds': 422,
} as const;

const [REASON_LENGTH, MOST_REASONS] = [100, 40];
const percent = z.number().int().min(1).max(1000);
const fields = {
  /** Beside the name, in this order. */
  columns: z.array(z.enum(RESOURCE_COLUMNS)).max(RESOURCE_COLUMNS.length),
  period: z.enum(PERIODS),
  /** Percent of the limit. */
  thresholds: z.strictObject({ near: percent, over: percent }),
  timesheet_approval: z.enum(TIMESHEET_APPROVALS),
  /** Why promises of a week are not kept. */
  reasons: z.array(lineField.min(1).max(REASON_LENGTH)).min(1).max(MOST_REASONS),
};
const whole = z.object(fields);
const own = z.object(fields).partial();
/** The node that a setting comes from; null: the space, or nobody set it. */
const source = z.object({ node_id: z.number().nullable(), name: z.string() }).nullable();

const answer = z.object({
  eps_id: z.number().nullable(),
  /** What holds here. */
  settings: whole,
  /** What is set here itself. */
  own,
  /** What would hold if nothing were set here, and where each of it comes from; null: nobody set it. */
  inherited: whole,
  from: z.object({ columns: source, period: source, thresholds: source, timesheet_approval: source, reasons: source }),
});
export type ResourceSettingsAnswer = z.output<typeof answer>;

/** Settings of the resources of the space or below a node; of each the nearest node counts. */
export const resourceSettings = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/resource-settings',
    summary: 'Settings of the resources of the space, or of a node: columns, period, thresholds of load and approval of hours',
    right: 'plan.read',
    place: ANYWHERE,
    query: z.object({ eps_id: pathId.optional() }),
    output: answer,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/v1/resource-settings',
    summary: 'Set what a node, or the space, says of its resources; what is left out is as above it',
    right: 'structure.edit',
    place: atNodeOfBody('eps_id'),
    body: z.strictObject({ eps_id: z.number().int().positive().nullable(), ...own.shape }),
    output: answer,
  }),
};
