import { z } from 'zod';
import { atVersion, endpoint, pathId } from '../endpoint.ts';
import { HEALTH_CHECK_IDS, type HealthCheckName } from './health.ts';

/** The line of a check of health that is not passed. */
type HealthLine = `health_${HealthCheckName}`;
function healthLine(check: HealthCheckName): HealthLine {
  return `health_${check}`;
}

/** Days ahead that the next period has where nobody says it. */
export const NARRATIVE_DAYS = 30;

/** Rows behind a number that are named; of more the number alone tells. */
export const MOST_NARRATIVE_ROWS = 500;

/** What a narrative tells, section by section; each line is one number with the rows that it counts or adds up. */
export const NARRATIVE_SECTIONS = {
  status: ['works', 'finished', 'started', 'not_started'],
  done: ['finished_lately', 'begun_lately'],
  late: ['not_finished', 'not_begun', 'behind_target'],
  next: ['begin_next', 'finish_next', 'not_ready'],
  critical: ['critical', 'near_critical', 'path_first', 'path_second', 'path_joined', 'path_left'],
  milestones: ['milestones', 'milestones_late', 'milestones_moved'],
  amounts: ['labour_plan', 'labour_fact', 'labour_left', 'cost_plan', 'cost_fact', 'cost_left'],
  health: HEALTH_CHECK_IDS.map(healthLine),
  changes: [
    'added',
    'removed',
    'later',
    'earlier',
    'durations',
    'logic',
    'constraints',
    'calendars',
    'progress',
    'people',
    'resources',
    'volumes',
    'costs',
  ],
} as const;
type NarrativeSection = keyof typeof NARRATIVE_SECTIONS;
export const NARRATIVE_SECTION_NAMES = Object.keys(NARRATIVE_SECTIONS) as NarrativeSection[];
const LINES = Object.values(NARRATIVE_SECTIONS).flat();
export type NarrativeLineKey = (typeof LINES)[number];

/** The text that a line is called by. */
export const narrativeLabel = (key: NarrativeLineKey): string =>
  key.startsWith('health_') ? `health.check_${key.slice('health_'.length)}` : `narrative.line.${key}`;

/** The most characters of a reason that a planner writes beside a line. */
export const NARRATIVE_NOTE_LENGTH = 2000;

const line = z.object({
  key: z.enum(LINES),
  count: z.number(),
  /** What the rows add up to, in hours or in the money of the space; null where they are counted alone. */
  amount: z.number().nullable(),
  unit: z.enum(['hours', 'money']).nullable(),
  /** Why it is so, as a planner wrote of this version, else of the latest one before it. */
  note: z.object({ text: z.string(), version: z.object({ id: z.number(), name: z.string() }) }).nullable(),
  /** The rows that it counts, of the version that they stand in: of the base where they are gone. */
  rows: z.array(z.object({ id: z.number(), version_id: z.number(), code: z.string(), name: z.string(), amount: z.number().nullable() })),
});
export type NarrativeLine = z.output<typeof line>;

const narrative = z.object({
  /** The version that it is told against; null where the schedule has no other: nothing is said of changes. */
  base: z.object({ id: z.number(), name: z.string() }).nullable(),
  data_date: z.string(),
  days: z.number(),
  sections: z.array(
    z.object({ section: z.enum(NARRATIVE_SECTION_NAMES as [NarrativeSection, ...NarrativeSection[]]), lines: z.array(line) }),
  ),
});
export type Narrative = z.output<typeof narrative>;

export const narratives = {
  /** Not spelled in the specification. */
  read: endpoint({
    method: 'POST',
    path: '/api/v1/versions/{id}/narrative',
    summary: 'What a version tells and what has changed since another: numbers with the rows that they count',
    right: 'plan.read',
    place: atVersion('id'),
    heavy: 'version',
    params: z.object({ id: pathId }),
    body: z.strictObject({
      /** Left out: the actual version, else the one before. */
      base_version_id: z.number().int().positive().optional(),
      /** Days ahead that the next period has. */
      days: z.number().int().min(1).max(366).default(NARRATIVE_DAYS),
    }),
    output: narrative,
  }),
  saveNote: endpoint({
    method: 'PATCH',
    path: '/api/v1/versions/{id}/narrative/notes',
    summary: 'Write beside a line of the narrative why it is so; an empty text ends a reason that was carried over',
    right: 'plan.edit',
    place: atVersion('id'),
    audit: true,
    params: z.object({ id: pathId }),
    body: z.strictObject({ line: z.enum(LINES), text: z.string().trim().max(NARRATIVE_NOTE_LENGTH) }),
  }),
};
