import type { Minute } from '@gantry/domain';
import { MINUTES_PER_DAY, partsOf } from '@gantry/domain';
import { timeWords } from '@gantry/plan-view';
import type { TFunction } from 'i18next';
import { formatNumber, roundTo } from '../../lib/numbers.ts';
import type { GanttLabels } from './chart.ts';

const monthDate = (month: number): Date => new Date(Date.UTC(2024, month - 1, 15));

/** Month names as users type them, nominative and genitive, in a language and in English. */
export function monthForms(language: string): string[][] {
  const formats = [language, 'en-US'].flatMap((tag) => [
    new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' }),
    new Intl.DateTimeFormat(tag, { month: 'long', day: 'numeric', timeZone: 'UTC' }),
  ]);
  return Array.from({ length: 12 }, (_, index) =>
    formats.map((format) => format.formatToParts(monthDate(index + 1)).find((part) => part.type === 'month')?.value ?? ''),
  );
}

/** DD.MM.YYYY, the product's default. */
export function shortDate(minute: Minute): string {
  const { day, month, year } = partsOf(minute);
  return `${day < 10 ? '0' : ''}${day}.${month < 10 ? '0' : ''}${month}.${year}`;
}

/** The words of the chart in a language: our texts, and month and day names from the browser's own tables. */
export function ganttLabels(language: string, t: TFunction): GanttLabels {
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
    calendar: t('gantt.calendar'),
    shifted: (minutes, unit) => {
      const [size, decimals] = unit === 'minute' || unit === 'hour' ? [60, 2] : [MINUTES_PER_DAY, 1];
      const value = roundTo(minutes / size, decimals);
      const written = formatNumber(value, { decimals: Number.isInteger(value) ? 0 : decimals });
      return `${value > 0 ? '+' : ''}${written}\u00a0${forms(size === 60 ? 'hour' : 'day')[0]}`;
    },
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
