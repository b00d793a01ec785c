import { z } from 'zod';
import { ANYWHERE, atNodeOfBody, endpoint, pathId } from '../endpoint.ts';
import { nameField } from '../fields.ts';
import { presetContract, presetReset } from '../preset.ts';
import {
  FORMULA_PERIODS,
  figureAcross,
  figureAttribute,
  figureFormula,
  figureGroup,
  SERIES_KINDS,
  SERIES_PERIODS,
  WORK_COUNTS,
} from './figures.ts';
import { SCOREBOARD_FIGURES, type ScoreboardColumn, scoreboardColumns, type ScoreboardFigure } from './scoreboard.ts';

export const analyticsSettingsErrors = {
  'analytics_settings.not_found': 404,
  'analytics_settings.name_taken': 409,
  'analytics_settings.foreign_version': 422,
} as const;

/** What was promised: the target version of the schedule, or the target dates of the rows. */
export const ANALYTICS_BASELINES = ['target', 'own_target_dates'] as const;
/** Whose amounts the budget is of: those of the baseline, or those of the plan as it is. */
export const ANALYTICS_BUDGETS = ['baseline', 'current'] as const;
/** What tells how much of a work is done: its progress, what was done of a measure, or whether it has begun and ended. */
export const EARNING_TECHNIQUES = ['progress', 'volume', 'labour', 'cost', '0_100', '50_50'] as const;
export type EarningTechnique = (typeof EARNING_TECHNIQUES)[number];
/** Ways to estimate what all will have cost: the rest as planned, as so far, as so far in cost and pace, as at the last three status points, as entered. */
export const ESTIMATES_AT_COMPLETION = ['as_planned', 'cpi', 'cpi_spi', 'cpi_recent', 'entered'] as const;

/** What is one promise: a work in a week, or on a day. */
export const PROMISE_PERIODS = ['week', 'day'] as const;
export type PromiseRule = { by: (typeof PROMISE_PERIODS)[number]; tolerance: number };
export const USUAL_PROMISE: PromiseRule = { by: 'week', tolerance: 0 };

const id = z.number().int().positive();
const MOST_TILES = 40;

/** As many attributes as figures are grouped by at a place. */
export const MOST_DIMENSIONS = 8;
const dimensions = z
  .array(figureAttribute)
  .max(MOST_DIMENSIONS, 'validation.too_many_dimensions')
  .refine((names) => new Set(names).size === names.length, 'validation.dimension_twice');

export const analyticsConventions = z.object({
  /** Of a schedule also one of its versions. */
  baseline: z.union([z.enum(ANALYTICS_BASELINES), id]),
  budget: z.enum(ANALYTICS_BUDGETS),
  technique: z.enum(EARNING_TECHNIQUES),
  estimate: z.enum(ESTIMATES_AT_COMPLETION),
  /** What is judged as one promise, and the share that may be missing of one that is kept. */
  promise: z.object({ by: z.enum(PROMISE_PERIODS), tolerance: z.number().min(0).max(0.5) }).default(USUAL_PROMISE),
  /** The figures that say whether a place is on plan, and their limits. */
  thresholds: scoreboardColumns,
  /** The attributes that figures are grouped by here; without any all that are known here. */
  dimensions: dimensions.default([]),
});
export type AnalyticsConventions = z.output<typeof analyticsConventions>;

const usual = (figure: ScoreboardFigure): ScoreboardColumn => {
  const { warn, error } = SCOREBOARD_FIGURES[figure];
  return { figure, warn, error };
};

/** What holds where nobody has set anything. */
export const DEFAULT_CONVENTIONS: AnalyticsConventions = {
  baseline: 'own_target_dates',
  budget: 'baseline',
  technique: 'progress',
  estimate: 'cpi',
  promise: USUAL_PROMISE,
  thresholds: (['deviation_days', 'spit', 'cpi', 'progress_behind', 'negative_float'] as const).map(usual),
  dimensions: [],
};

const setting = z.object({
  id: z.number(),
  name: z.string(),
  /** The node that it is of; null: the space. */
  scope: z.number().nullable(),
  scope_name: z.string(),
  /** Whether it holds at its node. */
  active: z.boolean(),
  content: analyticsConventions,
});
export type AnalyticsSetting = z.output<typeof setting>;

/** What a tile lists. */
export const TILE_LISTS = ['delays', 'people', 'promises'] as const;
/** Whether a tile shows one value of a formula or one for each part. */
export const FORMULA_VIEWS = ['number', 'parts', 'curve'] as const;
/** Dimensions that the works of every plan have. */
export const MATRIX_GROUPS = ['part', 'executor', 'curator', 'status', 'wbs:1', 'wbs:2', 'wbs:3'] as const;

/** Sides of a grid of twelve columns. */
const place = {
  x: z.number().int().min(0).max(11),
  y: z.number().int().min(0).max(999),
  w: z.number().int().min(1).max(12),
  h: z.number().int().min(1).max(24),
};
const tile = z
  .discriminatedUnion('kind', [
    /** One figure with its light. */
    z.object({ kind: z.literal('number'), figure: z.enum(Object.keys(SCOREBOARD_FIGURES) as [ScoreboardFigure]) }),
    /** What one figure was reported to be, by data dates. */
    z.object({ kind: z.literal('trend'), figure: z.enum(Object.keys(SCOREBOARD_FIGURES) as [ScoreboardFigure]) }),
    /** Curves or bars of a kind of series. */
    z.object({
      kind: z.literal('chart'),
      measure: z.enum(SERIES_KINDS),
      period: z.enum(SERIES_PERIODS),
      mode: z.enum(['cumulative', 'period']),
    }),
    /** What stands directly below the place, by figures. */
    z.object({ kind: z.literal('parts') }),
    /** How many works there are of each kind, or one kind of them. */
    z.object({ kind: z.literal('counts'), figure: z.enum(WORK_COUNTS).nullable() }),
    /** The figures of the conventions that are to be watched or acted upon, the worst first. */
    z.object({ kind: z.literal('lights') }),
    /** The active curves. */
    z.object({ kind: z.literal('curves'), period: z.enum(SERIES_PERIODS) }),
    /** The latest works, people with their works and hours, or promises kept and broken. */
    z.object({ kind: z.literal('list'), of: z.enum(TILE_LISTS) }),
    /** What is planned of each group in each period, or (`across`) in each group of another dimension. */
    z.object({
      kind: z.literal('matrix'),
      measure: z.enum(SERIES_KINDS),
      group: figureGroup,
      period: z.enum(SERIES_PERIODS),
      across: figureAcross.nullable().default(null),
    }),
    /** Milestones about the data date. */
    z.object({ kind: z.literal('timeline') }),
    /** How likely the finish is, by the last simulation. */
    z.object({ kind: z.literal('risk') }),
    z.object({ kind: z.literal('photos') }),
    /** A formula over figures, as one value or one for each part. Its limits have the unit of its result; its volumes are those of one item. */
    z.object({
      kind: z.literal('formula'),
      formula: figureFormula,
      view: z.enum(FORMULA_VIEWS).default('number'),
      /** Of a curve. */
      period: z.enum(FORMULA_PERIODS).default('month'),
      unit: z.string().trim().max(24).default(''),
      decimals: z.number().int().min(0).max(6).default(2),
      item: z.string().max(400).nullable().default(null),
      worse: z.enum(['above', 'below']).nullable().default(null),
      warn: z.number().nullable().default(null),
      error: z.number().nullable().default(null),
    }),
    /** A scoreboard: at a node, of what stands directly below it. */
    z.object({ kind: z.literal('scoreboard'), board: id }),
    z.object({ kind: z.literal('text'), text: z.string().max(2000) }),
  ])
  .and(z.object({ title: z.string().trim().max(64).default(''), node: z.union([z.literal('here'), id]).default('here'), ...place }))
  .refine(({ x, w }) => x + w <= 12, 'validation.tile_beyond');
export type DashboardTile = z.output<typeof tile>;
export type DashboardTileKind = DashboardTile['kind'];

/** A dashboard: figures and charts in a grid; `here` is the place that it is opened at. */
export const dashboard = z.object({ tiles: z.array(tile).max(MOST_TILES) });
export type Dashboard = z.output<typeof dashboard>;

/** The lines that a curve can follow, by what they measure. */
const AMOUNT_LINES = ['target', 'plan', 'fact', 'earned', 'remaining', 'forecast'] as const;
export const CURVE_LINES = {
  cost: AMOUNT_LINES,
  labour: AMOUNT_LINES,
  count: ['starts_target', 'starts_plan', 'starts_fact', 'finishes_target', 'finishes_plan', 'finishes_fact'],
} as const satisfies Record<(typeof SERIES_KINDS)[number], readonly string[]>;

/** A line of a chart of its own: what it follows, against which axis, and how it is drawn. */
export const analyticsCurve = z
  .object({
    measure: z.enum(SERIES_KINDS),
    line: z.enum([...AMOUNT_LINES, ...CURVE_LINES.count]),
    mode: z.enum(['period', 'cumulative', 'share']),
    axis: z.union([z.literal(1), z.literal(2)]),
    style: z.object({ tint: z.number().int().min(1).max(8), dash: z.enum(['solid', 'dashed', 'dotted']) }),
  })
  .refine(({ measure, line }) => (CURVE_LINES[measure] as readonly string[]).includes(line), 'validation.no_such_line');
export type AnalyticsCurve = z.output<typeof analyticsCurve>;

const SPELLED = { create: '/create', update: '/update' } as const;
const dashboards = presetContract('/api/v1/analytics-settings/presets', 'dashboards', dashboard, { ...SPELLED, setActive: '/set-active' });
const curved = presetContract('/api/v1/analytics-settings/curved', 'curves', analyticsCurve, { ...SPELLED, setActive: '/setActive' });

const params = z.object({ id: pathId });
const name = nameField('validation.enter_name');
const scope = id.nullable();

/** Conventions hold at a node and below it, until a node below says otherwise; dashboards and curves are people's own. */
export const analyticsSettings = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/analytics-settings',
    summary: 'The conventions of analytics of a node and above it, or of the space, and those that hold there',
    right: 'plan.read',
    place: ANYWHERE,
    query: z.object({ scope: z.union([z.literal(''), pathId]).default('') }),
    output: z.object({
      items: z.array(setting),
      /** The one that holds here; null: nobody has set any. */
      in_effect: z.number().nullable(),
      conventions: analyticsConventions,
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/analytics-settings/create',
    summary: 'Save conventions of analytics at a node, or of the space',
    right: 'structure.edit',
    place: atNodeOfBody('scope'),
    body: z.object({ name, scope, content: analyticsConventions, active: z.boolean().default(false) }),
    output: z.object({ success: z.literal(true), id: z.number() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/analytics-settings/{id}/update',
    summary: 'Rename or change conventions of analytics',
    right: 'structure.edit',
    place: ANYWHERE,
    params,
    body: z.object({ name: name.optional(), content: analyticsConventions.optional() }),
  }),
  setActive: endpoint({
    method: 'PATCH',
    path: '/api/v1/analytics-settings/{id}/setActive',
    summary: 'Let conventions of analytics hold at their node and below it, or no longer',
    right: 'structure.edit',
    place: ANYWHERE,
    params,
    body: z.object({ active: z.boolean().default(true) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/analytics-settings/{id}',
    summary: 'Delete conventions of analytics; what holds above their node holds there then',
    right: 'structure.edit',
    place: ANYWHERE,
    params,
  }),
  reset: endpoint({
    method: 'PATCH',
    path: '/api/v1/analytics-settings/reset',
    summary: 'Let a node go by the conventions above it again',
    right: 'structure.edit',
    place: atNodeOfBody('scope'),
    body: z.object({ scope }),
  }),
  listDashboards: endpoint({
    ...dashboards.list,
    place: ANYWHERE,
    right: 'plan.read',
    summary:
      "The caller's dashboards and those that others share; which one is shown at a node: its own, else that of its kind, else of all",
    output: dashboards.list.output.extend({ in_effect: z.number().nullable() }),
    audit: undefined,
  }),
  createDashboard: dashboards.create,
  updateDashboard: dashboards.update,
  setActiveDashboard: dashboards.setActive,
  removeDashboard: dashboards.remove,
  resetDashboards: presetReset('/api/v1/analytics-settings/presets', 'dashboards'),
  listCurves: curved.list,
  createCurve: curved.create,
  updateCurve: curved.update,
  setActiveCurve: curved.setActive,
  removeCurve: curved.remove,
  placeCurve: endpoint({
    method: 'PATCH',
    path: '/api/v1/analytics-settings/curved/{id}/update-index',
    summary: 'Put one of the curves in another place of their order; the others close up',
    right: 'plan.read',
    place: ANYWHERE,
    params,
    body: z.object({ index: z.number().int().min(0).max(10_000) }),
  }),
};
