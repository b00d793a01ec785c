import { NO_DATE } from '@gantry/domain';
import { ROW_FLAGS } from '@gantry/scene';
import type { TFunction } from 'i18next';
import { type ScheduleView, textAt } from '@gantry/plan-view';
import { shortDate } from '../../../ui/gantt/labels.ts';

type Translate = TFunction;

/** Describes a row for its tooltip and screen readers: name, dates, progress, criticality. */
export function rowInWords({ rows, slots, document }: ScheduleView, row: number, t: Translate): string {
  const slot = slots[row];
  if (slot === undefined || slot < 0) return '';
  const [start, finish] = [rows.start[row], rows.finish[row]];
  const dates =
    start === NO_DATE || finish === NO_DATE ? '' : start === finish ? shortDate(start) : `${shortDate(start)} – ${shortDate(finish)}`;
  return [
    `${textAt(document.tables.wbs, 'code', slot)} ${textAt(document.tables.wbs, 'name', slot)}`.trim(),
    dates,
    rows.progress[row] > 0 ? `${Math.round(rows.progress[row] * 100)} %` : '',
    rows.flags[row] & ROW_FLAGS.critical ? t('relations.critical') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
