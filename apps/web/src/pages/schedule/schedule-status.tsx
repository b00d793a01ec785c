import { NO_DATE } from '@gantry/domain';
import { ROW_FLAGS } from '@gantry/scene';
import { useTranslation } from 'react-i18next';
import type { ScheduleView } from '@gantry/plan-view';
import { formatLocal } from '../../lib/dates.ts';
import { formatCount, formatNumber } from '../../lib/numbers.ts';
import classes from './schedule-page.module.css';

const TYPE_SUM = 0;

/** The status line of a version: rows, the selection with its sum, data date, critical count. */
export function ScheduleStatus({
  view,
  selected,
  dataDate,
  load,
  matched,
  waiting,
}: {
  view: ScheduleView;
  /** How many rows pass the filter; null without one. */
  matched: number | null;
  selected: number[];
  /** How many edits wait for the server. */
  waiting: number;
  dataDate: string | null;
  load: ScheduleView['load'];
}) {
  const { t } = useTranslation();
  const { rows, document, slots, rowOfId, times } = view;
  let critical = 0;
  for (let row = 0; row < rows.count; row += 1) if (rows.flags[row] & ROW_FLAGS.critical && rows.type[row] !== TYPE_SUM) critical += 1;
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
      <span>{t('schedule.rows', { count: rows.count, shown: formatCount(rows.count) })}</span>
      {matched !== null && <span>{t('schedule.matched', { count: matched, shown: formatCount(matched) })}</span>}
      {selected.length > 1 && (
        <span>
          {t('schedule.selection', { count: selected.length, days: formatNumber(days, { decimals: Number.isInteger(days) ? 0 : 1 }) })}
        </span>
      )}
      <span>{t('schedule.critical_count', { count: critical, shown: formatCount(critical) })}</span>
      {dataDate && <span>{t('schedule.data_date_is', { date: formatLocal(dataDate) })}</span>}
    </div>
  );
}
