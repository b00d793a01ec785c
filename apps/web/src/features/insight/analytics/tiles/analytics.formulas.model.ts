import { type DashboardTile, type FormulaAnswer, lightByLimits, type Scoreboard, type ScoreboardRow } from '@gantry/contract';
import { formatLocal, formatPeriod } from '../../../../lib/dates.ts';
import { formatMoney, formatNumber } from '../../../../lib/numbers.ts';
import { reasonLink, SHAPE_OF } from '../../../../ui/text/scores.ts';
import type { Words } from '../analytics.charts.model.ts';
import { lightCell, partsContent } from '../paper/analytics.paper.model.ts';
import type { TileCell, TileContent } from './analytics.tiles.model.ts';

type FormulaTile = Extract<DashboardTile, { kind: 'formula' }>;
type Shown = Pick<FormulaTile, 'unit' | 'decimals'>;

/** What a formula gives, as people read it: money with its currency, a share in per cent, anything else in the unit of the tile. */
export function formulaText(type: FormulaAnswer['type'], value: FormulaAnswer['value'], { unit, decimals }: Shown, { t }: Words): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
  if (typeof value === 'string') return type === 'date' ? formatLocal(value) : value;
  if (type === 'percentage') return `${formatNumber(value * 100, { decimals })} %`;
  const amount = type === 'money' && unit === '' ? formatMoney(value, { decimals }) : formatNumber(value, { decimals });
  return unit === '' ? amount : `${amount} ${unit}`;
}

const exactOf = (value: FormulaAnswer['value']): number | null => (typeof value === 'number' ? value : null);

/** Shows the value of a formula over figures, judged by the limits of its tile: as one figure, or the total first and then each part. */
export function formulaContent(tile: FormulaTile, { type, value, fault, parts, series, state }: FormulaAnswer, words: Words): TileContent {
  const { t } = words;
  if (fault && type === null) return { kind: 'note', text: t(fault.code, fault.parameters) };
  const limits = { worse: tile.worse, warn: tile.warn, error: tile.error };
  const judged = tile.worse !== null && (tile.warn !== null || tile.error !== null);
  const lightOf = (of: FormulaAnswer['value']) =>
    lightByLimits(typeof of === 'number' ? (type === 'percentage' ? of * 100 : of) : null, limits);
  const cells = (name: string, of: FormulaAnswer['value'], strong: boolean): TileCell[] => [
    { text: name, strong },
    { text: formulaText(type, of, tile, words), exact: exactOf(of), strong },
    ...(judged ? [lightCell(lightOf(of), words)] : []),
  ];
  const rows = [
    cells(t('dashboard.all_together'), value, true),
    ...(parts.length > 1 ? parts.map((part) => cells(part.name, part.value, false)) : []),
  ];
  const head = [t('dashboard.column_place'), t('dashboard.formula'), ...(judged ? [t('dashboard.column_light')] : [])];
  const hidden = state.hidden > 0 ? t('analytics.money_hidden', { count: state.hidden }) : '';
  const why = fault ? t(fault.code, fault.parameters) : hidden;
  const table = { head, rows };
  if (tile.view === 'curve') return curveOf(tile, type, series, why, words);
  if (tile.view === 'parts') return { kind: 'table', table, sentence: why };
  return {
    kind: 'number',
    value: formulaText(type, value, tile, words),
    exact: exactOf(value),
    light: judged ? lightCell(lightOf(value), words) : null,
    note: why,
    table,
  };
}

/** What a formula came to until the end of each period. */
function curveOf(tile: FormulaTile, type: FormulaAnswer['type'], series: FormulaAnswer['series'], why: string, words: Words): TileContent {
  const { periods, values } = series ?? { periods: [], values: [] };
  if (values.filter((value) => value !== null).length < 2) return { kind: 'note', text: words.t('dashboard.no_formula_curve') };
  const names = periods.map((first) => formatPeriod(first, tile.period, words));
  const tick = (value: number | null): string => formulaText(type, value, tile, words);
  const known = values.findLastIndex((value) => value !== null);
  return {
    kind: 'bars',
    chart: { periods: names, lines: [{ style: { colour: 'fact', width: 3 }, axis: 1, shown: values }], bars: false, isLevel: true, tick },
    names: [tile.formula],
    begins: periods,
    table: {
      head: [words.t(`analytics.period_${tile.period}`), words.t('dashboard.formula')],
      rows: values.map((value, at): TileCell[] => [{ text: names[at] }, { text: tick(value), exact: value }]),
    },
    sentence: [words.t('ui.named', { name: names[known], text: tick(values[known]) }), why].filter(Boolean).join('. '),
  };
}

/** The rows of a scoreboard by its figures, each leading to why it is so. */
export function scoreboardTileContent(spaceId: number, { content }: Scoreboard, rows: readonly ScoreboardRow[], words: Words): TileContent {
  if (!rows.length) return { kind: 'note', text: words.t('dashboard.no_parts') };
  const places = rows.map((row) => ({ ...row, cells: row.cells.map((cell, index) => ({ ...content.columns[index], ...cell })) }));
  const { table } = partsContent(places, words) as { table: { head: readonly string[]; rows: readonly (readonly TileCell[])[] } };
  const linked = table.rows.map((cells, at): TileCell[] => {
    const row = rows[at];
    if (row.version_id === null && !row.has_parts) return [...cells];
    return cells.map((cell, column) => {
      const figure = content.columns[column - 1]?.figure;
      return row.cells[column - 1]?.value === null ? cell : { ...cell, link: reasonLink(spaceId, row, figure) };
    });
  });
  const red = rows.filter(({ light }) => light === 'act').length;
  return {
    kind: 'table',
    table: { head: table.head, rows: linked },
    sentence: words.t('dashboard.sentence_scoreboard', { count: rows.length, red: `${SHAPE_OF.act} ${red}` }),
  };
}

const SCORED = ['progress', 'deviation_days', 'spit', 'spi', 'cpi'];
const COUNTED = ['promised', 'kept', 'milestones', 'progress_planned', 'start', 'finish', 'target_finish', 'data_date'];

/** What a name of formulas over figures is called. */
export function figureName(name: string, { t }: Words): string {
  const [base, line] = name.split(/_(.*)/s);
  if (base === 'cost' || base === 'labour' || base === 'volume')
    return t('ui.named', { name: t(`analytics.kind_${base}`), text: t(`analytics.line_${line}`) });
  if (base === 'spent') return t(`analytics.line_cost_${line}`);
  if (base === 'starts' || base === 'finishes' || base === 'price') return t(`analytics.line_${name}`);
  if (SCORED.includes(name)) return t(`scoreboard.figure_${name}`);
  return t(COUNTED.includes(name) ? `dashboard.name_${name}` : `dashboard.count_${name}`);
}
