import { type FigureLine, MATRIX_GROUPS, OTHER_GROUPS } from '@gantry/contract';
import type { Words } from '../analytics.charts.model.ts';

export const ATTRIBUTE = 'attribute:';
const STATUSES: ReadonlySet<string> = new Set(['not_started', 'in_progress', 'completed']);

/** What a dimension is called. */
export const dimensionName = (group: string, { t }: Words): string =>
  group.startsWith(ATTRIBUTE)
    ? t('dashboard.by_attribute', { name: group.slice(ATTRIBUTE.length) })
    : t(`dashboard.by_${group.replace(':', '_')}`);

/** What a group of a dimension is called. */
export function groupName(dimension: string, { group, name }: Pick<FigureLine, 'group' | 'name'>, { t }: Words): string {
  if (group === OTHER_GROUPS) return t('dashboard.others');
  if (dimension === 'status' && group !== null && STATUSES.has(group)) return t(`dashboard.count_${group}`);
  return name || group || t('dashboard.nobody');
}

/** The dimensions that a place can be split by: those of every plan, and the attributes that are known by these names. */
export const groupOptions = (attributes: readonly string[], words: Words) => [
  ...MATRIX_GROUPS.map((value) => ({ value: value as string, label: dimensionName(value, words) })),
  ...[...new Set(attributes)].map((name) => ({ value: ATTRIBUTE + name, label: dimensionName(ATTRIBUTE + name, words) })),
];
