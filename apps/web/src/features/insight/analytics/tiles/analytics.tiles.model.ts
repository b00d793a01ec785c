import {
  type AnalyticsDashboard,
  type DashboardTile,
  type Figure,
  FIGURE_KINDS,
  type FigureAnswer,
  type FigureNarrowing,
  type FigureSeries,
  type LitPlace,
  OTHER_GROUPS,
  type RiskResultRow,
  type ScoreboardFigure,
  type StoredItem,
} from '@gantry/contract';
import { dayOf, formatMinute, MINUTES_PER_DAY, parseMinute } from '@gantry/domain';
import type { BoardContent, FigureCell, LineChart, Timeline } from '@gantry/scene';
import { formatInstant, formatLocal, formatPeriod } from '../../../../lib/dates.ts';
import { formatCount, formatMoney, formatNumber } from '../../../../lib/numbers.ts';
import { valueText } from '../../../../ui/text/scores.ts';
import type { Words } from '../analytics.charts.model.ts';
import { daysOf } from '../analytics.model.ts';
import { groupName } from '../split/analytics.groups.model.ts';

type TileLink = { to: string; search: Record<string, string> };
/** `figure` is the question that the amount of a cell answers: it opens its works. */
export type TileCell = FigureCell & { link?: TileLink; figure?: Figure };
export type TileTable = { head: readonly string[]; rows: readonly (readonly TileCell[])[] };
/** What a tile that is read as a table shows, on the screen and on paper. */
export type TileContent =
  | { kind: 'note'; text: string }
  | { kind: 'number'; value: string; exact?: number | null; light: FigureCell | null; note: string; table: TileTable }
  | { kind: 'table'; table: TileTable; sentence: string }
  | { kind: 'timeline'; timeline: Timeline; table: TileTable; sentence: string }
  /** `begins`: the first days of its periods, where a point opens what it is made of. */
  | { kind: 'bars'; chart: LineChart; names: readonly string[]; begins?: readonly string[]; table: TileTable; sentence: string };

/** Tiles whose content is one for screen and paper. */
export const READ_TILES = ['trend', 'list', 'matrix', 'timeline', 'risk', 'photos', 'formula', 'scoreboard'] as const;
export type ReadTile = Extract<DashboardTile, { kind: (typeof READ_TILES)[number] }>;
export const isReadTile = (tile: DashboardTile): tile is ReadTile => READ_TILES.some((kind) => kind === tile.kind);

/** The same for paper. */
export function paperOf(content: TileContent): BoardContent {
  if (content.kind === 'note') return { kind: 'text', text: content.text, muted: true };
  if (content.kind === 'number') {
    const { value, exact = null, light, note } = content;
    return { kind: 'number', value, exact, light, below: '', note };
  }
  return content.kind === 'bars' ? { ...content, kind: 'chart' } : content;
}

const note = (text: string): TileContent => ({ kind: 'note', text });
const toRow = (spaceId: number, version: number, row: number): TileLink => ({
  to: `/${spaceId}/schedule/${version}`,
  search: { target: String(row) },
});
const named = ({ code, name }: { code: string; name: string }): string => (code && code !== name ? `${code} ${name}` : name);
const percent = (share: number | null): string => (share === null ? '–' : `${formatNumber(share * 100, { decimals: 0 })} %`);

/** What a figure of a place was reported to be, by data dates. */
export function trendContent(row: Pick<LitPlace, 'cells'> | undefined, figure: ScoreboardFigure, { t, language }: Words): TileContent {
  // A day without a value would cut the line, so that a point between two of them would not be seen.
  const trend = (row?.cells.find((one) => one.figure === figure)?.trend ?? []).filter(({ value }) => value !== null);
  if (trend.length < 2) return note(t('dashboard.no_trend'));
  const [days, name] = [trend.map(({ day }) => formatLocal(day, undefined, language)), t(`scoreboard.figure_${figure}`)];
  const [first, last] = [trend[0], trend[trend.length - 1]];
  return {
    kind: 'bars',
    chart: {
      periods: days,
      lines: [{ style: { colour: 'fact', width: 3 }, axis: 1, shown: trend.map(({ value }) => value) }],
      bars: false,
      isLevel: true,
      isMoments: true,
      tick: (value) => valueText(figure, value),
    },
    names: [name],
    table: {
      head: [t('dashboard.column_data_date'), name],
      rows: trend.map(({ value }, at): TileCell[] => [{ text: days[at] }, { text: valueText(figure, value), exact: value }]),
    },
    sentence: t('dashboard.sentence_trend', {
      name,
      first: valueText(figure, first.value),
      last: valueText(figure, last.value),
      day: formatLocal(first.day, undefined, language),
    }),
  };
}

/** The works that end the most days after their promise. */
export function delaysContent(spaceId: number, { delays }: Pick<AnalyticsDashboard, 'delays'>, { t }: Words): TileContent {
  if (!delays.length) return note(t('dashboard.no_delays'));
  const rows = delays.map((one): TileCell[] => [
    { text: named(one), link: toRow(spaceId, one.version_id, one.row_id) },
    { text: formatLocal(one.target_finish), tone: 'muted' },
    { text: formatLocal(one.finish) },
    { text: formatCount(one.days), tone: 'error', strong: true },
  ]);
  const head = ['work', 'promised', 'ends', 'days_late'].map((column) => t(`dashboard.column_${column}`));
  const sentence = t('dashboard.sentence_delays', { count: delays.length, name: named(delays[0]), days: delays[0].days });
  return { kind: 'table', table: { head, rows }, sentence };
}

/** Works and hours by who carries them out. */
export function peopleContent({ people }: Pick<FigureAnswer<'graph-by-executor'>, 'people'>, { t }: Words): TileContent {
  if (!people.length) return note(t('dashboard.no_people'));
  const most = Math.max(...people.map(({ labour }) => labour.plan), 1);
  const rows = people.map(({ id, name, works, in_progress, overdue, labour }): TileCell[] => [
    { text: id === null ? t('dashboard.nobody') : name },
    { text: formatCount(works) },
    { text: formatCount(in_progress) },
    { text: formatCount(overdue), ...(overdue > 0 ? { tone: 'error' as const, strong: true } : {}) },
    { text: formatCount(labour.plan), exact: labour.plan, heat: labour.plan / most },
    { text: formatCount(labour.fact), exact: labour.fact },
  ]);
  const head = ['executor', 'works', 'in_progress', 'overdue', 'hours_plan', 'hours_fact'].map((column) => t(`dashboard.column_${column}`));
  const overdue = people.reduce((sum, one) => sum + one.overdue, 0);
  return { kind: 'table', table: { head, rows }, sentence: t('dashboard.sentence_people', { count: people.length, overdue }) };
}

/** Promises kept and broken by who gave them. */
export function promisesContent({ ppc, misses }: Pick<FigureAnswer<'by-dp'>, 'ppc' | 'misses'>, { t }: Words): TileContent {
  if (ppc.promised === 0) return note(t('dashboard.no_promises'));
  const row = (name: string, one: Pick<typeof ppc, 'promised' | 'kept' | 'share' | 'reliability'>, strong: boolean): TileCell[] => [
    { text: name, strong },
    { text: formatCount(one.promised), strong },
    { text: formatCount(one.kept), strong },
    { text: percent(one.share), exact: one.share, strong },
    { text: percent(one.reliability), exact: one.reliability, strong },
  ];
  const rows = [
    row(t('dashboard.all_together'), ppc, true),
    ...misses.map((one) => row(one.executor_id === null ? t('dashboard.nobody') : one.name, one, false)),
  ];
  const head = ['executor', 'promised_count', 'kept', 'ppc', 'reliability'].map((column) => t(`dashboard.column_${column}`));
  const sentence = t('dashboard.sentence_promises', { count: ppc.promised, kept: ppc.kept, share: percent(ppc.share) });
  return { kind: 'table', table: { head, rows }, sentence };
}

/** The figure of a group; null of what stands below and of the others together, which are no question. */
export function openedBy(
  dimension: string,
  asked: Omit<Figure, 'kind'> & { kind: FigureSeries['kind'] },
  key: string | null,
): Figure | null {
  const kind = FIGURE_KINDS.find((one) => one === asked.kind);
  return !kind || dimension === 'part' || key === null || key === OTHER_GROUPS ? null : { ...asked, kind, group: dimension, key };
}

/** An amount that is the fuller the nearer it is to the most. */
export const amountCell = (value: number, most: number, figure: Figure | null): TileCell =>
  value === 0
    ? { text: '–', tone: 'muted' }
    : { text: formatNumber(value, { decimals: 0 }), exact: value, heat: value / most, ...(figure ? { figure } : {}) };

const MOST_PERIODS = 12;
const BEFORE_TODAY = 3;

/** What is planned of each group in each period, the heavier the fuller: groups by periods around the data date. */
export function matrixContent(
  { kind, periods, period, lines, data_date: today, state }: FigureSeries,
  dimension: string,
  { t, ...words }: Words,
  /** The works whose figures are opened; null: none are. */
  works: FigureNarrowing | null = null,
): TileContent {
  const planned = lines.filter(({ key, group }) => group !== null && (key === 'plan' || key === 'finishes_plan'));
  if (!planned.length) return note(t('dashboard.no_groups'));
  const now = today === null ? 0 : periods.findLastIndex((first) => first <= today.slice(0, 10));
  const from = Math.max(0, Math.min(periods.length - MOST_PERIODS, now - BEFORE_TODAY));
  const shown = periods.slice(from, from + MOST_PERIODS);
  const most = Math.max(...planned.flatMap(({ values }) => values.slice(from, from + MOST_PERIODS).map((value) => value ?? 0)), 1e-9);
  const rows = planned.map(({ key, name, group, values, total }): TileCell[] => {
    const opened = works && openedBy(dimension, { kind, line: key, ...works }, group);
    return [
      { text: groupName(dimension, { group, name }, { t, ...words }) },
      ...shown.map((first, index): TileCell => {
        const figure = opened && { ...opened, ...daysOf(first, period) };
        return amountCell(values[from + index] ?? 0, most, figure);
      }),
      { text: formatNumber(total, { decimals: 0 }), exact: total, strong: true, ...(opened ? { figure: opened } : {}) },
    ];
  });
  const head = [
    t('dashboard.column_group'),
    ...shown.map((first) => formatPeriod(first, period, { t, ...words })),
    t('dashboard.column_total'),
  ];
  const hidden = state.hidden > 0 ? ` ${t('analytics.money_hidden', { count: state.hidden })}` : '';
  const largest = planned.reduce((one, other) => (other.total > one.total ? other : one));
  const sentence = t('dashboard.sentence_matrix', { count: planned.length, name: groupName(dimension, largest, { t, ...words }) }) + hidden;
  return { kind: 'table', table: { head, rows }, sentence };
}

const dayAt = (date: string): number => dayOf(parseMinute(date) ?? 0);

/** Milestones about the data date: reached, ahead and late, with how far they are from their promise. */
export function timelineContent(
  spaceId: number,
  { milestones, stats }: Pick<AnalyticsDashboard, 'milestones' | 'stats'>,
  { t }: Words,
): TileContent {
  if (!milestones.length) return note(t('dashboard.no_milestones'));
  const today = stats.data_date === null ? null : dayAt(stats.data_date);
  const marks = milestones.map((one) => {
    const [day, target] = [dayAt(one.date), one.target === null ? null : dayAt(one.target)];
    const late = !one.reached && ((target !== null && day > target) || (today !== null && day < today));
    const state = one.reached ? ('done' as const) : late ? ('late' as const) : ('ahead' as const);
    return { day, target, name: named(one), state, one };
  });
  const days = marks.flatMap(({ day, target }) => (target === null ? [day] : [day, target]));
  const timeline: Timeline = {
    from: Math.min(...days, today ?? Number.POSITIVE_INFINITY) - 1,
    to: Math.max(...days, today ?? Number.NEGATIVE_INFINITY) + 1,
    today,
    marks: marks.map(({ day, target, name, state }) => ({ day, target, name, state })),
    tick: (day) => formatLocal(formatMinute(day * MINUTES_PER_DAY)),
  };
  const rows = marks.map(({ one, day, target, state, name }): TileCell[] => [
    { text: name, link: toRow(spaceId, one.version_id, one.row_id) },
    { text: one.target === null ? '–' : formatLocal(one.target), tone: 'muted' },
    { text: formatLocal(one.date) },
    { text: target === null ? '–' : formatCount(day - target), ...(state === 'late' ? { tone: 'error' as const } : {}) },
    { text: t(`dashboard.milestone_${state}`), ...(state === 'late' ? { tone: 'error' as const, strong: true } : {}) },
  ]);
  const head = ['milestone', 'promised', 'date', 'days_late', 'state'].map((column) => t(`dashboard.column_${column}`));
  const sentence = t('dashboard.sentence_timeline', { count: marks.length, late: marks.filter(({ state }) => state === 'late').length });
  return { kind: 'timeline', timeline, table: { head, rows }, sentence };
}

const LEVELS = ['p50', 'p80', 'p90'] as const;

/** How likely the finish of a version is: its simulated finishes as columns, and the levels. */
export function riskContent({ finish, cost, iterations }: RiskResultRow, { t }: Words): TileContent {
  const money = (value: number): TileCell => ({ text: formatMoney(value, { decimals: 0 }), exact: value });
  const rows = [
    [
      { text: t('risk.planned') },
      { text: `${formatLocal(finish.planned)} (${percent(finish.planned_share)})` },
      ...(cost ? [money(cost.planned)] : []),
    ],
    ...LEVELS.map((level): TileCell[] => [
      { text: level.toUpperCase(), strong: level === 'p80' },
      { text: formatLocal(finish[level]), strong: level === 'p80' },
      ...(cost ? [money(cost[level])] : []),
    ]),
  ];
  const share = percent(finish.planned_share);
  return {
    kind: 'bars',
    chart: {
      periods: finish.bars.map(({ from }) => formatLocal(from)),
      lines: [{ style: { colour: 'plan', width: 1.5 }, axis: 1, shown: finish.bars.map(({ count }) => count) }],
      bars: true,
      tick: formatCount,
    },
    names: [t('dashboard.runs')],
    table: { head: [t('risk.level'), t('risk.finish'), ...(cost ? [t('risk.cost')] : [])], rows },
    sentence: t('risk.sentence', { planned: formatLocal(finish.planned), share, count: iterations, p80: formatLocal(finish.p80) }),
  };
}

/** A schedule below a place with what was simulated of its version; null where nothing was. */
export type RiskOfSchedule = { name: string; version_id: number; result: RiskResultRow | null };

/** The schedules of a place by how likely they keep their finish, the least likely first. */
export function risksContent(spaceId: number, all: readonly RiskOfSchedule[], { t }: Words): TileContent {
  const known = all.flatMap((one) => (one.result ? [{ ...one, finish: one.result.finish }] : []));
  if (!known.length) return note(t('dashboard.no_risk'));
  const rows = known
    .toSorted((a, b) => a.finish.planned_share - b.finish.planned_share)
    .map(({ name, version_id, finish }): TileCell[] => [
      { text: name, link: { to: `/${spaceId}/schedule/${version_id}`, search: {} } },
      { text: formatLocal(finish.planned) },
      { text: percent(finish.planned_share), ...(finish.planned_share < 0.5 ? { tone: 'error' as const, strong: true } : {}) },
      { text: formatLocal(finish.p50) },
      { text: formatLocal(finish.p80), strong: true },
    ]);
  const head = [t('dashboard.column_schedule'), t('risk.planned'), t('dashboard.column_likely'), 'P50', 'P80'];
  const sentence = t('dashboard.sentence_risks', { count: known.length, all: all.length });
  return { kind: 'table', table: { head, rows }, sentence };
}

/** Photos by their names and when they were taken, as paper names them. */
export function photosContent(photos: readonly StoredItem[], { t }: Words): TileContent {
  if (!photos.length) return note(t('dashboard.no_photos'));
  const rows = photos.map(({ name, row_name, node_name, taken_at, author }): TileCell[] => [
    { text: row_name ?? node_name },
    { text: name, tone: 'muted' },
    { text: author, tone: 'muted' },
    { text: formatInstant(taken_at) },
  ]);
  const head = ['place', 'photo', 'author', 'taken'].map((column) => t(`dashboard.column_${column}`));
  return { kind: 'table', table: { head, rows }, sentence: t('dashboard.sentence_photos', { count: photos.length }) };
}
