import { NODE_KINDS } from '@gantry/domain';
import { z } from 'zod';
import { ANYWHERE, endpoint, pathId } from '../endpoint.ts';
import { nameField } from '../fields.ts';
import { figureNarrowing } from './figures.ts';

/**
 * What a column of a board can show: the unit of its values, on which side they are bad, and the lights of a new column. `share` is 0 to
 * 1. Values at `warn` or beyond are to be watched, those at `error` or beyond to be acted upon.
 */
export const SCOREBOARD_FIGURES = {
  progress: { unit: 'share', worse: null, warn: null, error: null },
  /** How much less is done than was planned to be. */
  progress_behind: { unit: 'share', worse: 'above', warn: 0.02, error: 0.1 },
  deviation_days: { unit: 'days', worse: 'above', warn: 1, error: 10 },
  spit: { unit: 'index', worse: 'below', warn: 0.97, error: 0.9 },
  spi: { unit: 'index', worse: 'below', warn: 0.97, error: 0.9 },
  cpi: { unit: 'index', worse: 'below', warn: 0.97, error: 0.9 },
  overdue: { unit: 'works', worse: 'above', warn: 1, error: 10 },
  negative_float: { unit: 'works', worse: 'above', warn: 1, error: 10 },
  late_against_target: { unit: 'works', worse: 'above', warn: 1, error: 20 },
  critical: { unit: 'works', worse: 'above', warn: null, error: null },
  works: { unit: 'works', worse: null, warn: null, error: null },
} as const;
export type ScoreboardFigure = keyof typeof SCOREBOARD_FIGURES;
const FIGURES = Object.keys(SCOREBOARD_FIGURES) as [ScoreboardFigure, ...ScoreboardFigure[]];

/** On plan, to be watched, to be acted upon, not measured. */
export const SCOREBOARD_LIGHTS = ['ok', 'watch', 'act', 'none'] as const;
export type ScoreboardLight = (typeof SCOREBOARD_LIGHTS)[number];

/** The light of a value by its limits and the side on which it is bad; without a value or without limits it has none. */
export function lightByLimits(value: number | null, { worse, warn, error }: FigureLimits): ScoreboardLight {
  if (value === null || worse === null || (warn === null && error === null)) return 'none';
  const beyond = (limit: number | null) => limit !== null && (worse === 'above' ? value >= limit : value <= limit);
  if (beyond(error)) return 'act';
  return beyond(warn) ? 'watch' : 'ok';
}
export type FigureLimits = { worse: 'above' | 'below' | null; warn: number | null; error: number | null };

const MOST_COLUMNS = 12;
const MOST_ROWS = 500;
/** A figure with the limits of its lights. */
const scoreboardColumn = z
  .object({ figure: z.enum(FIGURES), warn: z.number().nullable(), error: z.number().nullable() })
  .refine(({ figure, warn, error }) => {
    const { worse } = SCOREBOARD_FIGURES[figure];
    if (worse === null || warn === null || error === null) return true;
    return worse === 'above' ? warn <= error : warn >= error;
  }, 'validation.lights_order');
export type ScoreboardColumn = z.output<typeof scoreboardColumn>;

/** Figures that lights stand beside, each once. */
export const scoreboardColumns = z
  .array(scoreboardColumn)
  .min(1)
  .max(MOST_COLUMNS)
  .refine((columns) => new Set(columns.map(({ figure }) => figure)).size === columns.length, 'validation.figure_twice');

/** What a board shows: chosen places, or all of a kind below a node (null: in the space). */
export const scoreboardContent = z.object({
  rows: z.union([
    z.object({ ids: z.array(z.number().int().positive()).min(1).max(MOST_ROWS) }),
    z.object({ kind: z.enum(NODE_KINDS), under: z.number().int().positive().nullable() }),
  ]),
  columns: scoreboardColumns,
  sort: z.enum(['worst', 'place']).default('worst'),
});
export type ScoreboardContent = z.output<typeof scoreboardContent>;

const board = z.object({
  id: z.number(),
  name: z.string(),
  shared: z.boolean(),
  /** Whether the caller made it. */
  own: z.boolean(),
  owner: z.string(),
  content: scoreboardContent,
});
export type Scoreboard = z.output<typeof board>;

/** How a value came to be: what it was at the status point before, and at the last ones of the schedules below, by their data dates. */
const history = {
  previous: z.number().nullable(),
  trend: z.array(z.object({ day: z.string(), value: z.number().nullable() })),
};

/** A place: its values in the order of the columns. */
const row = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(NODE_KINDS),
  /** The names of the nodes above, from the top. */
  path: z.array(z.string()),
  /** Of a schedule: the version that counts. */
  version_id: z.number().nullable(),
  /** Whether places stand below it. */
  has_parts: z.boolean(),
  light: z.enum(SCOREBOARD_LIGHTS),
  cells: z.array(
    z.object({
      value: z.number().nullable(),
      light: z.enum(SCOREBOARD_LIGHTS),
      /** Schedules below that are to be acted upon while the sum is not. */
      hidden_red: z.number(),
      ...history,
    }),
  ),
});
export type ScoreboardRow = z.output<typeof row>;

/** A place by the figures of the conventions that hold there; the space itself has the id 0. */
const litPlace = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum([...NODE_KINDS, 'space', 'version']),
  path: z.array(z.string()),
  version_id: z.number().nullable(),
  has_parts: z.boolean(),
  light: z.enum(SCOREBOARD_LIGHTS),
  cells: z.array(
    z.object({
      figure: z.enum(FIGURES),
      value: z.number().nullable(),
      light: z.enum(SCOREBOARD_LIGHTS),
      warn: z.number().nullable(),
      error: z.number().nullable(),
      hidden_red: z.number(),
      ...history,
    }),
  ),
});
export type LitPlace = z.output<typeof litPlace>;

/** Versions counted, those whose figures are behind and counted by a job, and those whose money the caller may not see. */
const state = z.object({
  versions: z.number(),
  outdated: z.array(z.object({ version_id: z.number(), name: z.string() })),
  job_id: z.number().nullable(),
  hidden: z.number(),
});

const params = z.object({ id: pathId });
const name = nameField('validation.enter_name');

/** Boards are named settings: their maker's, and those that are shared with the space. */
export const scoreboard = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/scoreboard',
    summary: "The caller's scoreboards and those that others share",
    right: 'plan.read',
    place: ANYWHERE,
    output: z.object({ boards: z.array(board) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/scoreboard',
    summary: 'Create a scoreboard',
    right: 'plan.read',
    place: ANYWHERE,
    body: z.object({ name, shared: z.boolean().default(false), content: scoreboardContent }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/scoreboard/{id}',
    summary: 'The figures and lights of a scoreboard; of what stands directly below a node where one is given',
    right: 'plan.read',
    place: ANYWHERE,
    heavy: 'space',
    params,
    query: z.object({ node: z.coerce.number<number>().int().positive().optional() }),
    output: z.object({
      board,
      /** The nodes from the top to the one asked for. */
      path: z.array(z.object({ id: z.number(), name: z.string() })),
      rows: z.array(row),
      state,
    }),
  }),
  lights: endpoint({
    method: 'GET',
    path: '/api/v1/scoreboard/lights',
    summary:
      'Places by the lights of the conventions that hold there, the worst first: of a kind, directly below a node, or one with all figures',
    right: 'plan.read',
    place: ANYWHERE,
    heavy: 'space',
    query: z.object({
      /** The node to look at or below; without it the space, or one version. */
      node: pathId.optional(),
      version: pathId.optional(),
      of: z.enum(['self', 'parts', ...NODE_KINDS]).default('project'),
      limit: z.coerce.number<number>().int().min(1).max(500).default(100),
      /** Figures of some works alone. */
      ...figureNarrowing,
    }),
    output: z.object({ total: z.number(), rows: z.array(litPlace), state }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/scoreboard/{id}',
    summary: 'Rename, share or change a scoreboard',
    right: 'plan.read',
    place: ANYWHERE,
    params,
    body: z.object({ name: name.optional(), shared: z.boolean().optional(), content: scoreboardContent.optional() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/scoreboard/{id}',
    summary: 'Delete a scoreboard',
    right: 'plan.read',
    place: ANYWHERE,
    params,
  }),
};
