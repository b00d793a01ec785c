import type { HealthChange, HealthFindingRow } from '@gantry/contract';
import type { TFunction } from 'i18next';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';

/** What identifies a finding in the list. */
export const keyOf = ({ check, attribute }: HealthFindingRow): string => `${check} ${attribute?.id ?? ''}`;

export const titleOf = ({ check, attribute }: HealthFindingRow, t: TFunction): string =>
  attribute ? t('health.required_attribute', { name: attribute.name }) : t(`health.check_${check}`);

/** A finding against its limit, such as `12 of 340, at most 17`. */
export function measureText({ unit, value, limit, passes, rows, population }: HealthFindingRow, t: TFunction): string {
  if (value === null) return '';
  const isMost = passes === 'at_most';
  if (unit === 'index') return t(isMost ? 'health.index_most' : 'health.index', { value: formatNumber(value), limit: formatNumber(limit) });
  const most = unit === 'share' ? Math.floor(limit * population) : limit;
  // A share of relations is more than the rows that they lead to.
  const found = unit === 'share' ? Math.round(value * population) : Math.max(value, rows);
  const values = { value: formatCount(found), population: formatCount(population), limit: formatCount(most) };
  return t(isMost ? 'health.share' : 'health.share_least', values);
}

/** One side of a change as people read it; lengths in days of the given minutes. */
export function sideText({ command }: HealthChange, value: HealthChange['before'], minutesPerDay: number, t: TFunction): string {
  if (value === null) return t('health.none');
  if (command === 'set_limit') return t(`health.limit_${value}`);
  if (typeof value === 'number') return `${formatNumber(value / minutesPerDay, { decimals: 1 })} ${t('duration.day').split('|')[0]}`;
  return command === 'set_calendar' ? value : value.toUpperCase();
}

/** What a change is of: `Lag to Pour`. */
export function changeText({ command, end, other_id }: HealthChange, nameOf: (id: number) => string, t: TFunction): string {
  const what = end ? `${command}_${end}` : command;
  return t(`health.command_${what}`, { other: other_id === null ? '' : nameOf(other_id) });
}
