import type { Diff, LimitType, LocalDateTime } from '@gantry/domain';
import type { TFunction } from 'i18next';
import { DATE_TIME_FORMAT, formatLocal } from '../../../../lib/dates.ts';
import type { RowChange } from '../wbs.commands.queries.ts';

/** A limit of one end of a row. */
export type Limit = { end: 'start' | 'finish'; type: LimitType; date: LocalDateTime };

type LimitFields = Partial<Record<'startLimitType' | 'finishLimitType', LimitType | null>> &
  Partial<Record<'startLimitDate' | 'finishLimitDate', LocalDateTime | null>>;

/** The limit of an end of a row; null where it has none. */
export function limitOf(row: LimitFields, end: Limit['end']): Limit | null {
  const [type, date] = [row[`${end}LimitType`], row[`${end}LimitDate`]];
  return type && date ? { end, type, date } : null;
}

/** “start not earlier than 05.04.2026 08:00”. */
export const limitInWords = ({ end, type, date }: Limit, t: TFunction): string =>
  t(`limit.${end}_${type}`, { date: formatLocal(date, DATE_TIME_FORMAT) });

/** Fields that take the limit of an end away. */
export const withoutLimit = (end: Limit['end']) => ({ [`${end}LimitType`]: null, [`${end}LimitDate`]: null });

/** Start limits that an edit of dates has set by the way: those of rows whose limit nobody has typed. */
export function limitsSetBy(
  diff: Diff,
  changes: readonly RowChange[],
  typeOf: (id: number) => LimitType | null,
): { id: number; limit: Limit }[] {
  const typed = new Map(changes.map(({ id, fields }) => [id, fields]));
  return (diff.wbs?.updated ?? []).flatMap(({ id, after }) => {
    const fields = typed.get(id);
    const date = after.startLimitDate;
    const type = after.startLimitType ?? typeOf(id);
    if (!fields || !('start' in fields) || 'startLimitType' in fields || 'startLimitDate' in fields || !date || !type) return [];
    return [{ id, limit: { end: 'start', type, date } }];
  });
}
