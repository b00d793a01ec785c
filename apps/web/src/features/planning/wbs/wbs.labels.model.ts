import { partsOf } from '@gantry/domain';
import type { TFunction } from 'i18next';
import type { GanttLabels } from '../../../ui/gantt/chart.ts';
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
