import { NO_DATE, type RowFilter } from '@gantry/domain';
import { UnstyledButton } from '@mantine/core';
import { ROW_FLAGS } from '@gantry/scene';
import { useTranslation } from 'react-i18next';
import { doubledCodes, type ScheduleView } from '@gantry/plan-view';
import { quickFilter } from '../../../features/planning/filters/filters.model.ts';
import { formatLocal } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import classes from '../schedule-page.module.css';

const TYPE_SUM = 0;
/** A filter by more codes than this would be slow to read and to keep. */
const MOST_CODES = 500;

/** The status line of a version: rows, the selection with its sum, data date, critical count. */
export function ScheduleStatus({
  view,
  selected,
  dataDate,
  load,
  matched,
  waiting,
  onFilter,
}: {
  view: ScheduleView;
  /** How many rows pass the filter; null without one. */
  matched: number | null;
  selected: number[];
  /** How many edits wait for the server. */
  waiting: number;
  dataDate: string | null;
  load: ScheduleView['load'];
  onFilter(filter: RowFilter | null): void;
}) {
  const { t } = useTranslation();
  const { rows, document, slots, rowOfId, times } = view;
  const { numbers } = document.tables.wbs;
  const [earlyStarts, floats] = [numbers.get('earlyStart') as Int32Array, numbers.get('totalFloatMinutes') as Int32Array];
  const counts = { critical: 0, negative_float: 0, not_calculated: 0 };
  for (let row = 0; row < rows.count; row += 1) {
    if (rows.type[row] === TYPE_SUM) continue;
    if (rows.flags[row] & ROW_FLAGS.critical) counts.critical += 1;
    if (floats[slots[row]] !== NO_DATE && floats[slots[row]] < 0) counts.negative_float += 1;
    if (earlyStarts[slots[row]] === NO_DATE) counts.not_calculated += 1;
  }
  const doubled = doubledCodes(document);
  const number = (key: string, count: number, filter: RowFilter | null) => (
    <UnstyledButton className={classes.number} onClick={() => onFilter(filter)}>
      {t(key, { count, shown: formatCount(count) })}
    </UnstyledButton>
  );
  const durations = document.tables.wbs.numbers.get('durationMinutes') as Int32Array;
  const days = selected.reduce((sum, id) => {
    const row = rowOfId.get(id);
    if (row === undefined || rows.type[row] === TYPE_SUM) return sum;
    const minutes = durations[slots[row]];
    return minutes === NO_DATE ? sum : sum + minutes / times.minutesPerDay(rows.calendar?.[row] ?? 0);
  }, 0);
  return (
    <div className={classes.status}>
      {load.state === 'loading' && <span>{t('schedule.loading_rows', { rows: formatCount(load.rows) })}</span>}
      {waiting > 0 && <strong role="status">{t('schedule.edits_waiting', { count: waiting, shown: formatCount(waiting) })}</strong>}
      {number('schedule.rows', rows.count, null)}
      {matched !== null && <span>{t('schedule.matched', { count: matched, shown: formatCount(matched) })}</span>}
      {selected.length > 1 && (
        <span>
          {t('schedule.selection', { count: selected.length, days: formatNumber(days, { decimals: Number.isInteger(days) ? 0 : 1 }) })}
        </span>
      )}
      {number('schedule.critical_count', counts.critical, quickFilter('critical', null, 0))}
      {counts.negative_float > 0 && number('schedule.negative_count', counts.negative_float, quickFilter('negative_float', null, 0))}
      {counts.not_calculated > 0 && number('schedule.not_calculated_count', counts.not_calculated, quickFilter('not_calculated', null, 0))}
      {doubled.rows > 0 &&
        number('schedule.doubled_codes', doubled.rows, {
          join: 'and',
          conditions: [{ column: 'code', operator: 'filter_by_list', value: [...doubled.codes].slice(0, MOST_CODES) }],
        })}
      {dataDate && <span>{t('schedule.data_date_is', { date: formatLocal(dataDate) })}</span>}
    </div>
  );
}
