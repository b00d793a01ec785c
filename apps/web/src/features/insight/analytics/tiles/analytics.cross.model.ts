import { type AnalyticsSeries, type FigureNarrowing, OTHER_GROUPS } from '@gantry/contract';
import { formatNumber } from '../../../../lib/numbers.ts';
import type { Words } from '../analytics.charts.model.ts';
import { groupName } from '../split/analytics.groups.model.ts';
import { amountCell, openedBy, type TileCell, type TileContent } from './analytics.tiles.model.ts';

/** What is planned by two dimensions at once, the heavier the fuller; each amount opens its works where `works` says of which they are. */
export function crossContent(
  { kind, cross, state }: Pick<AnalyticsSeries, 'kind' | 'cross' | 'state'>,
  { group, across }: { group: string; across: string },
  words: Words,
  works: FigureNarrowing | null,
): TileContent {
  const { t } = words;
  if (!cross?.rows.length) return { kind: 'note', text: t('dashboard.no_groups') };
  const { columns, rows } = cross;
  const line = kind === 'count' ? 'finishes_plan' : 'plan';
  const most = Math.max(...rows.flatMap(({ values }) => values.map(Math.abs)), 1e-9);
  const named = (dimension: string, { key, name }: { key: string; name: string }): string =>
    groupName(dimension, { group: key, name }, words);
  const body = rows.map(({ key, name, values, total }): TileCell[] => {
    const opened = works && openedBy(group, { kind, line, ...works }, key);
    return [
      { text: named(group, { key, name }) },
      ...values.map((value, at): TileCell => {
        const column = columns[at].key;
        return amountCell(value, most, opened && column !== OTHER_GROUPS ? { ...opened, across, across_key: column } : null);
      }),
      { text: formatNumber(total, { decimals: 0 }), exact: total, strong: true, ...(opened ? { figure: opened } : {}) },
    ];
  });
  const head = [t('dashboard.column_group'), ...columns.map((column) => named(across, column)), t('dashboard.column_total')];
  const hidden = state.hidden > 0 ? ` ${t('analytics.money_hidden', { count: state.hidden })}` : '';
  const sentence = t('dashboard.sentence_matrix', { count: rows.length, name: named(group, rows[0]) }) + hidden;
  return { kind: 'table', table: { head, rows: body }, sentence };
}
