/** What a report can say once: where it is of, when, by whom. */
export const REPORT_VALUES = [
  'report',
  'space',
  'facility',
  'project',
  'schedule',
  'version',
  'target_version',
  'link',
  'revision',
  'data_date',
  'today',
  'author',
  'year',
  'month',
  'period_start',
  'period_finish',
  'currency',
] as const;

/** What a row of a plan says in a report. */
export const REPORT_ROW_VALUES = [
  'number',
  'code',
  'name',
  'level',
  'type',
  'status',
  'phase',
  'unit',
  'start',
  'finish',
  'actual_start',
  'actual_finish',
  'target_start',
  'target_finish',
  'start_variance',
  'finish_variance',
  'deadline',
  'duration',
  'remaining',
  'float',
  'progress',
  'critical',
  'summary',
  'milestone',
  'predecessors',
  'successors',
  'open_predecessors',
  'ready',
  'completed',
  'near_critical',
  'days_to_start',
  'days_to_finish',
  'begun',
  'days_since_start',
  'days_since_finish',
  'crew',
  'machines',
  'responsible',
  'curator',
] as const;
export type ReportRowValue = (typeof REPORT_ROW_VALUES)[number];

const REPORT_MEASURES = ['volume', 'labour', 'cost'] as const;
export type ReportMeasure = (typeof REPORT_MEASURES)[number];
const REPORT_SERIES = ['plan', 'target', 'fact', 'remaining', 'approved'] as const;
export type ReportSeries = (typeof REPORT_SERIES)[number];

/** Lists of rows: all in the order of the tree, then those of one kind; rows of a phase and of a version stand in it. */
export const REPORT_ROW_LISTS = ['rows', 'sections', 'works', 'milestones', 'critical', 'due', 'started', 'finished'] as const;
export type ReportRowList = (typeof REPORT_ROW_LISTS)[number];

const numbered = (letter: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);

/** Parts of time that amounts are said for: of the year that the report is of, of its month, and before and after. */
export const REPORT_PERIODS: readonly string[] = [
  'total',
  'before_year',
  'year',
  'after_year',
  'to_date',
  'before_period',
  'this_period',
  'to_period',
  ...numbered('m', 12),
  ...numbered('q', 4),
  ...numbered('w', 6),
  ...numbered('d', 31),
];

/** Parts of the time of a report that loops run over, and what each says: `cost.plan.each` in such a loop is the amount of its part. */
export const REPORT_PERIOD_LISTS = ['months', 'quarters', 'weeks', 'days'] as const;
export type ReportPeriodList = (typeof REPORT_PERIOD_LISTS)[number];
export const REPORT_PERIOD_VALUES = ['period', 'number', 'name', 'start', 'finish'] as const;

/** Lists of the months of a version: of cost, or of labour for those who may not see money; and of one of them alone. */
export const REPORT_CURVES = ['curve', 'cost_curve', 'labour_curve'] as const;
export type ReportCurve = (typeof REPORT_CURVES)[number];

const cumulative = ['plan_cumulative', 'fact_cumulative', 'forecast_cumulative'] as const;
const monthly = ['plan', 'fact', 'forecast'] as const;
const shares = ['plan_share', 'fact_share', 'forecast_share'] as const;

/** Charts that a report can draw, each of one list. */
export const REPORT_CHARTS = {
  s_curve: { kind: 'line', list: 'curve', category: 'month', series: cumulative },
  months: { kind: 'column', list: 'curve', category: 'month', series: monthly },
  progress: { kind: 'line', list: 'curve', category: 'month', series: shares },
  cost_curve: { kind: 'line', list: 'cost_curve', category: 'month', series: cumulative },
  cost_months: { kind: 'column', list: 'cost_curve', category: 'month', series: monthly },
  labour_curve: { kind: 'line', list: 'labour_curve', category: 'month', series: cumulative },
  labour_months: { kind: 'column', list: 'labour_curve', category: 'month', series: monthly },
} as const satisfies Record<string, { kind: 'line' | 'column'; list: ReportCurve; category: string; series: readonly string[] }>;

/** Names of amounts such as `cost.plan.m3`. */
export const REPORT_AMOUNTS: readonly string[] = REPORT_MEASURES.flatMap((measure) =>
  REPORT_SERIES.flatMap((series) => REPORT_PERIODS.map((period) => `${measure}.${series}.${period}`)),
);

/** What a resource says in a report: what it is, and how much of it is planned and used by months of the year. */
export const REPORT_RESOURCE_VALUES: readonly string[] = [
  'code',
  'name',
  'kind',
  'unit',
  'needed_from',
  'needed_to',
  'order_by',
  ...(['plan', 'fact', 'remaining'] as const).flatMap((series) =>
    ['total', 'year', ...numbered('m', 12)].map((period) => `${series}.${period}`),
  ),
];

/** What a month of the curve says: amounts in it and up to its end, and shares of the whole. */
export const REPORT_CURVE_VALUES: readonly string[] = [
  'month',
  ...(['plan', 'fact', 'forecast'] as const).flatMap((line) => [line, `${line}_cumulative`, `${line}_share`]),
];

/** What a row that differs from the base version says: what has changed in words, its dates before and now, and by how many days it finishes later. */
export const REPORT_CHANGE_VALUES = [
  'code',
  'name',
  'change',
  'kinds',
  'start_before',
  'start',
  'finish_before',
  'finish',
  'days',
] as const;

/** What a line of the narrative says. */
export const REPORT_NARRATIVE_VALUES = ['section', 'text', 'count', 'amount', 'note'] as const;

/** Pictures that a report can draw: a logo of the space, and the code of the link to the version. */
export const REPORT_IMAGES = ['logo', 'qr'] as const;

/** What a line of an act says; `before` and `now` are what earlier acts and this one have of the whole. */
export const REPORT_ACT_VALUES: readonly string[] = [
  'position',
  'estimate',
  'code',
  'name',
  'unit',
  'price',
  ...(['whole', 'before', 'now', 'done', 'rest'] as const).flatMap((part) => [`quantity.${part}`, `amount.${part}`]),
  'share',
  'retained',
];

/** What the sums of an act say. */
export const REPORT_ACT_SUM_VALUES: readonly string[] = [
  'name',
  'number',
  'from',
  'to',
  'since_start',
  'since_year',
  'period',
  'vat',
  'with_vat',
];
