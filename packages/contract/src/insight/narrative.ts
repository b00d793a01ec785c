import { z } from 'zod';
import { atVersion, endpoint, pathId } from '../endpoint.ts';

/** Rows behind a number that are named; of more the number alone tells. */
export const MOST_NARRATIVE_ROWS = 500;

/** What a narrative tells, section by section; each line is one number with the rows that it counts. */
export const NARRATIVE_SECTIONS = {
  status: ['works', 'finished', 'started', 'not_started'],
  late: ['not_finished', 'not_begun', 'behind_target'],
  next: ['begin_next', 'finish_next', 'not_ready'],
  critical: ['critical', 'near_critical'],
  milestones: ['milestones', 'milestones_late', 'milestones_moved'],
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

const line = z.object({
  key: z.enum(LINES),
  count: z.number(),
  /** The rows that it counts, of the version that they stand in: of the base where they are gone. */
  rows: z.array(z.object({ id: z.number(), version_id: z.number(), code: z.string(), name: z.string() })),
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
    params: z.object({ id: pathId }),
    body: z.strictObject({
      /** Left out: the actual version, else the one before. */
      base_version_id: z.number().int().positive().optional(),
      /** Days ahead that the next period has. */
      days: z.number().int().min(1).max(366).default(30),
    }),
    output: narrative,
  }),
};
