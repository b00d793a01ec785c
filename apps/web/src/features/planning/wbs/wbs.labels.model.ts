import { NO_DATE, partsOf } from '@gantry/domain';
import { ROW_FLAGS } from '@gantry/scene';
import type { TFunction } from 'i18next';
import type { GanttLabels } from '../../../ui/gantt/chart.ts';
import { textAt } from './wbs.document.model.ts';
import type { ScheduleView } from './wbs.store.ts';
import { monthForms, shortDate, timeWords } from '../../../ui/gantt/labels.ts';

type Translate = TFunction;

/** The words of the chart in a language: our texts, and month and day names from the browser's own tables. */
export function ganttLabels(language: string, t: Translate): GanttLabels {
  const forms = (unit: string): string[] => t(`duration.${unit}`).split('|');
  return {
    time: timeWords(language, { quarter: (quarter) => t('gantt.quarter', { quarter }), week: (week) => t('gantt.week', { week }) }),
    cells: {
      months: monthForms(language),
      units: { minute: forms('minute'), hour: forms('hour'), day: forms('day'), week: forms('week'), month: forms('month') },
      decimalComma: true,
      refusal: {
        number: t('gantt.refusal.number'),
        date: t('gantt.refusal.date'),
        duration: t('gantt.refusal.duration'),
        percentage: t('gantt.refusal.percentage'),
        choice: t('gantt.refusal.choice'),
      },
    },
    name: t('gantt.name'),
    moved: (text, days) => t('gantt.moved', { text, count: days }),
    selected: (count) => t('gantt.selected', { count }),
    linkHint: (type, circle) => (circle ? t('gantt.link_circle') : t('gantt.link_hint', { type: type.toUpperCase() })),
    rowOf: (row, count) => t('gantt.row_of', { row, count }),
    folded: (text) => t('gantt.folded', { text }),
    unfolded: (text) => t('gantt.unfolded', { text }),
    date: (minute) => {
      const { hour, minute: rest } = partsOf(minute);
      return `${shortDate(minute)} ${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
    },
    percent: (share) => `${Math.round(share * 100)} %`,
  };
}

/** A row in words, for the tip of its bar and for those who listen: what it is, from when to when, how far, critical or not. */
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
