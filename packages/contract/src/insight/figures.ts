import { NODE_KINDS, recordOf } from '@gantry/domain';
import { z } from 'zod';
import { formulaFault } from '../planning/attribute-calculate.ts';

/** Kinds of figures that lie over time as one measure: money, hours, and how many works begin and end. */
export const SERIES_KINDS = ['cost', 'labour', 'count'] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** All kinds of figures that lie over time. */
export const FIGURE_KINDS = [...SERIES_KINDS, 'money', 'volume', 'by-target', 'by-dp', 'graph-by-executor'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** The periods of a series; weeks begin on Monday. */
export const SERIES_PERIODS = ['week', 'month', 'quarter', 'year'] as const;
export type SeriesPeriod = (typeof SERIES_PERIODS)[number];

/** The periods of a curve of a formula. */
export const FORMULA_PERIODS = ['month', 'quarter', 'year'] as const satisfies readonly SeriesPeriod[];

/** What the values of an answer are told in. */
export const FIGURE_UNITS = ['money', 'hours', 'volume', 'count', 'share', 'days'] as const;

/** Counts of works that open the works that they count. */
export const WORK_COUNTS = [
  'works',
  'not_started',
  'in_progress',
  'completed',
  'critical',
  'near_critical',
  'negative_float',
  'overdue',
  'late_against_target',
  'without_target',
  'slip_none',
  'slip_1_5',
  'slip_6_20',
  'slip_over_20',
] as const;
export type WorkCount = (typeof WORK_COUNTS)[number];

/** By how many days works finish after their target finish: the counts of works that say it. */
export const SLIP_COUNTS = ['slip_none', 'slip_1_5', 'slip_6_20', 'slip_over_20'] as const satisfies readonly WorkCount[];

const day = z.iso.date();
/**
 * The dimension that groups the works of a figure: who carries them out or answers for them, their status, the phase at a level from the top,
 * or an attribute, by its id in the hierarchy or by its name; `part` is what stands directly below the place.
 */
export const figureGroup = z
  .string()
  .max(200)
  .regex(/^(part|executor|curator|status|wbs:[1-3]|attribute:.+)$/);

/** A dimension that an attribute makes. */
export const figureAttribute = figureGroup.refine((group) => group.startsWith('attribute:'), 'validation.no_such_dimension');
/** A dimension of works themselves: another one can be crossed by it. */
export const figureAcross = figureGroup.refine((group) => group !== 'part', 'validation.no_such_dimension');

/** The key of what is left when the largest groups are told apart. */
export const OTHER_GROUPS = '*others';

/**
 * Which works a question is about: of all those that pass a saved filter, meet an indicator, have one value of a dimension, and stand at or
 * below a row, as far as asked.
 */
export const figureNarrowing = {
  filter: z.coerce.number<number>().int().positive().optional(),
  indicator: z.coerce.number<number>().int().positive().optional(),
  within: figureAcross.optional(),
  /** The value of the dimension; without one that of works that have none. */
  within_key: z.string().max(400).optional(),
  /** A row of the one version that is asked about: itself, where it is a work, and what stands below it. */
  below: z.coerce.number<number>().int().positive().optional(),
};
export type FigureNarrowing = { filter?: number; indicator?: number; within?: string; within_key?: string; below?: number };

/** What a question over time may say beside its place. `from` is the first day, `to` the first day no longer asked for; whole periods are answered. */
export const figureQuery = z.object({
  period: z.enum(SERIES_PERIODS).default('month'),
  from: day.optional(),
  to: day.optional(),
  group: figureGroup.optional(),
  /** Crosses the groups by another dimension. */
  across: figureAcross.optional(),
  /** As many groups as are told apart, the largest ones; the rest is `others`. */
  top: z.coerce.number<number>().int().min(1).max(50).default(12),
  /** What promised and done dates and plans of days are held against: works, hours or money. */
  measure: z.enum(SERIES_KINDS).optional(),
  /** Of volumes: the item whose lines are told; without one, the largest. */
  item: z.string().max(400).optional(),
  ...figureNarrowing,
  /** Of a schedule: the version that counts; usually the actual one, else the newest. */
  version: z.union([z.enum(['actual', 'target', 'newest']), z.coerce.number<number>().int().positive()]).optional(),
});
export type FigureQuery = z.output<typeof figureQuery>;

/** The most works of a figure in one answer. */
export const MOST_ROWS_BEHIND = 20_000;

/** A question whose answer is one amount: the amount opens the works that it is made of. */
export const figure = z.object({
  kind: z.enum([...FIGURE_KINDS, 'stats']),
  /** A line of the kind, or a count of works. */
  line: z.string().min(1).max(64),
  measure: z.enum(SERIES_KINDS).optional(),
  item: z.string().max(400).optional(),
  from: day.optional(),
  to: day.optional(),
  group: figureGroup.optional(),
  /** The key of the group. */
  key: z.string().max(400).optional(),
  /** The dimension that crosses the groups, and the key of its group. */
  across: figureAcross.optional(),
  across_key: z.string().max(400).optional(),
  /** Counts only versions whose money the caller may see, as a formula with money does for all of its figures. */
  sight: z.literal('money').optional(),
  ...figureNarrowing,
});
export type Figure = z.output<typeof figure>;

/**
 * Which versions an answer counts: one a schedule, the actual one, else the newest. Those in `outdated` have changed since their figures
 * were counted; `job_id` counts them anew, and `analytics_changed` tells its end.
 */
export const figureState = z.object({
  versions: z.number(),
  /** Schedules that count nothing above themselves or above a node over them. */
  left_out: z.number(),
  /** Versions that are left out because the caller may not see what they cost, or because an attribute that is asked for is not there for them. */
  hidden: z.number(),
  /** Whether the caller sees only a part of the space. */
  partial: z.boolean(),
  outdated: z.array(z.object({ version_id: z.number(), name: z.string() })),
  /** How many are outdated beside those named. */
  more_outdated: z.number().optional(),
  job_id: z.number().nullable(),
  computed_at: z.string().nullable(),
});
export type FigureState = z.output<typeof figureState>;

/** Earned value of the sums, with earned schedule: how many days the work is ahead, and the index of time. */
const earnedValue = z.object({
  bac: z.number(),
  pv: z.number(),
  ev: z.number(),
  ac: z.number(),
  sv: z.number(),
  cv: z.number(),
  spi: z.number().nullable(),
  cpi: z.number().nullable(),
  eac: z.number().nullable(),
  vac: z.number().nullable(),
  svt_days: z.number(),
  spit: z.number().nullable(),
});
export type AnalyticsEarnedValue = z.output<typeof earnedValue>;

/** What stands directly below a place. */
export const figurePart = z.object({ id: z.number(), name: z.string(), kind: z.enum([...NODE_KINDS, 'version']) });

const line = z.object({
  key: z.string(),
  /** The name of the group, of a person, a phase or a value; empty where the key says all. */
  name: z.string(),
  /** The key of the group; null of all works together. */
  group: z.string().nullable(),
  /** What falls on the periods; null where the line does not reach. */
  values: z.array(z.number().nullable()),
  /** What stands at their ends. */
  cumulative: z.array(z.number().nullable()),
  total: z.number(),
});
export type FigureLine = z.output<typeof line>;

const series = z.object({
  scope: z.object({ kind: z.enum(['space', ...NODE_KINDS, 'version']), id: z.number() }),
  kind: z.enum([...FIGURE_KINDS, 'custom-cost', 'series']),
  period: z.enum(SERIES_PERIODS),
  unit: z.object({ kind: z.enum(FIGURE_UNITS), text: z.string() }),
  /** The latest data date of the versions counted. */
  data_date: z.string().nullable(),
  /** First days of the periods, one after another. */
  periods: z.array(z.string()),
  lines: z.array(line),
  /** The totals of the lines by what stands directly below the place. */
  parts: z.array(figurePart.extend({ totals: z.record(z.string(), z.number()) })),
  state: figureState,
});

/** Promises judged: how many, how many of them were kept, and how much of what was promised was done. */
const promises = z.object({
  promised: z.number(),
  kept: z.number(),
  /** Percent plan complete as a share. */
  share: z.number().nullable(),
  reliability: z.number().nullable(),
});
export type PromiseFigures = z.output<typeof promises>;

const person = z.object({
  /** Null: works that nobody carries out. */
  id: z.number().nullable(),
  name: z.string(),
  works: z.number(),
  in_progress: z.number(),
  overdue: z.number(),
  labour: z.object({ plan: z.number(), fact: z.number(), remaining: z.number() }),
  /** The period with the most planned hours, by its first day. */
  peak: z.object({ from: z.string(), hours: z.number() }).nullable(),
});

const item = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  target: z.number(),
  plan: z.number(),
  fact: z.number(),
  remaining: z.number(),
  /** A week: so far, and needed for what is left to be done when it is planned to be. */
  rate_fact: z.number().nullable(),
  rate_needed: z.number().nullable(),
});

/** What is planned by two dimensions at once: the largest groups of each, the rest as `others`. */
const crossing = z.object({
  columns: z.array(z.object({ key: z.string(), name: z.string() })),
  rows: z.array(z.object({ key: z.string(), name: z.string(), values: z.array(z.number()), total: z.number() })),
});
export type FigureCrossing = z.output<typeof crossing>;

/** Earned value is of money and hours; null of works. `cross` stands where the question crosses its groups. */
const measured = series.extend({ earned_value: earnedValue.nullable(), cross: crossing.optional() });
export type AnalyticsSeries = z.output<typeof measured>;

/** The answers of the kinds: one form, with what some of them add. */
export const figureAnswers = {
  cost: measured,
  labour: measured,
  count: measured,
  money: series,
  volume: series.extend({ items: z.array(item) }),
  'by-target': series.extend({ slip: z.array(z.object({ count: z.enum(SLIP_COUNTS), works: z.number() })) }),
  'by-dp': series.extend({
    ppc: promises.extend({ by_period: z.array(z.number().nullable()) }),
    misses: z.array(promises.extend({ executor_id: z.number().nullable(), name: z.string() })),
  }),
  'graph-by-executor': series.extend({ people: z.array(person) }),
} satisfies Record<FigureKind, z.ZodType>;
export type FigureAnswer<K extends FigureKind = FigureKind> = z.output<(typeof figureAnswers)[K]>;
/** Any answer over time, without what single kinds add. */
export type FigureSeries = z.output<typeof series>;

const stats = z.object({
  ...recordOf(WORK_COUNTS, () => z.number()),
  milestones: z.number(),
  start: z.string().nullable(),
  finish: z.string().nullable(),
  target_finish: z.string().nullable(),
  /** Days from the target finish to the finish: more than 0 is late. */
  deviation_days: z.number().nullable(),
  data_date: z.string().nullable(),
  /** Shares of the budget in hours, else in money, else of works: done, and planned to be done. Null without works. */
  progress: z.number().nullable(),
  progress_planned: z.number().nullable(),
});
export type AnalyticsStats = z.output<typeof stats>;

/** Counts of works, dates and progress of a place and of what stands directly below it. */
export const statsAnswer = stats.extend({ parts: z.array(figurePart.extend({ stats })), state: figureState });

/** What lies below a node, by the version that counts of each schedule. */
export const nodeFigures = stats
  .pick({
    works: true,
    completed: true,
    critical: true,
    overdue: true,
    start: true,
    finish: true,
    target_finish: true,
    deviation_days: true,
    progress: true,
    progress_planned: true,
  })
  .extend({
    schedules: z.number(),
    spi: z.number().nullable(),
    spi_t: z.number().nullable(),
    /** Null too where money is out of the caller's sight. */
    cpi: z.number().nullable(),
    /** Percent plan complete as a share. */
    ppc: z.number().nullable(),
    /** Whether some of it is being counted anew. */
    outdated: z.boolean(),
  });
export type NodeFigures = z.output<typeof nodeFigures>;

const noted = z.object({ version_id: z.number(), row_id: z.number(), code: z.string(), name: z.string() });

/** What a place comes to, in one answer. */
export const dashboardAnswer = z.object({
  stats,
  cost: measured,
  labour: measured,
  count: measured,
  ppc: promises,
  /** The works that end the most days after their target finish. */
  delays: z.array(noted.extend({ finish: z.string(), target_finish: z.string(), days: z.number() })),
  /** Milestones of 30 days before and after the data date. */
  milestones: z.array(noted.extend({ date: z.string(), target: z.string().nullable(), reached: z.boolean() })),
  state: figureState,
});
export type AnalyticsDashboard = z.output<typeof dashboardAnswer>;

/** Curves by their ids, `3,7`; without them the active ones. */
export const curvesQuery = figureQuery.pick({ period: true, from: true, to: true, version: true }).extend({
  curves: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10}){0,49}$/)
    .optional(),
});
export type CurvesQuery = z.output<typeof curvesQuery>;

/** A chart of a person's own: each line in its unit, against its axis, in the order of the curves. */
export const curvesAnswer = series.extend({
  lines: z.array(
    line.extend({
      curve: z.number(),
      unit: z.object({ kind: z.enum(FIGURE_UNITS), text: z.string() }),
      axis: z.union([z.literal(1), z.literal(2)]),
      mode: z.enum(['period', 'cumulative', 'share']),
      style: z.object({ tint: z.number(), dash: z.enum(['solid', 'dashed', 'dotted']) }),
    }),
  ),
});
export type CurvesAnswer = z.output<typeof curvesAnswer>;

/** How an amount of each work is laid over time, and how it is paid. */
export const customCost = z.object({
  source: z.union([z.object({ attribute: z.string().min(1).max(200) }), z.object({ measure: z.enum(['cost', 'labour']) })]),
  spread: z.union([z.enum(['start', 'end', 'evenly']), z.object({ curve: z.array(z.number().min(0)).length(21) })]).default('evenly'),
  on: z.enum(['target', 'plan', 'early', 'late', 'fact']).default('plan'),
  /** Shares of the amount that are paid in advance and held back to the end, and how many days after its period an amount is paid. */
  payment: z
    .object({
      advance: z.number().min(0).max(1).default(0),
      retention: z.number().min(0).max(1).default(0),
      lag_days: z.number().int().min(0).max(730).default(0),
    })
    .refine(({ advance, retention }) => advance + retention <= 1, 'validation.payment_shares')
    .optional(),
  period: z.enum(SERIES_PERIODS).default('month'),
});
export type CustomCost = z.output<typeof customCost>;
export const customCostAnswer = series;

/** A formula over figures of a place: of all its works, or of those that are asked for. Volumes are those of one item. */
export const figureFormula = z.string().trim().min(1).max(1000);
export const formulaQuery = figureQuery.pick({ item: true, version: true }).extend({
  ...figureNarrowing,
  formula: figureFormula,
  /** Asks too for what a formula of lines comes to until the end of each period. */
  period: z.enum(FORMULA_PERIODS).optional(),
  /** The first day of one of those periods: figures and values are those until its end. */
  at: day.optional(),
});
export type FormulaQuery = z.output<typeof formulaQuery>;

const formulaValue = z.union([z.number(), z.string(), z.boolean()]).nullable();
const formulaType = z.enum(['number', 'money', 'percentage', 'date', 'text', 'flag']);
/** The value of a formula: a date as text, a percentage as a fraction. `fault` holds the reason why a formula cannot be read or calculated. */
export const formulaAnswer = z.object({
  type: formulaType.nullable(),
  value: formulaValue,
  fault: formulaFault.nullable(),
  /** The same of what stands directly below the place; null too where it cannot be calculated there. */
  parts: z.array(figurePart.extend({ value: formulaValue })),
  /** The figures that the formula names, each of the place, with the question that opens its works; null where it is no sum over works. */
  figures: z.array(z.object({ name: z.string(), type: formulaType, value: formulaValue, figure: figure.nullable() })),
  /** By the first days of the periods, as far as they were asked for; nothing where the formula names a figure that is known of today alone. */
  series: z.object({ periods: z.array(z.string()), values: z.array(z.number().nullable()) }).nullable(),
  state: figureState,
});
export type FormulaAnswer = z.output<typeof formulaAnswer>;

type Named<T, S extends string> = { [K in keyof T & string as `${K}Of${S}`]: T[K] };
/** Calls, or what answers them, under the name of their kind of place: `costOfSpace`. */
export const namedCalls = <T extends object, const S extends string>(calls: T, scope: S) =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [`${name}Of${scope}`, call])) as Named<T, S>;
