import { type Language, type Minute, partsOf } from '@gantry/domain';
import { type ColumnTexts, timeWords } from '@gantry/plan-view';
import type { LegendItem, PrintedPlan, TimeWords } from '@gantry/scene';

/** How a language writes what is printed. */
export type PrintTexts = ColumnTexts & {
  time: TimeWords;
  legend(item: LegendItem): string;
  words: Pick<PrintedPlan['words'], 'titleWord' | 'titleField' | 'approval' | 'onPage'>;
};

/** Separates thousands: a space that does not break. */
const GROUP = '\u00a0';
const MINUS = '\u2212';

/** DD.MM.YYYY, as everywhere in the product. */
export function writeDate(minute: Minute): string {
  const { day, month, year } = partsOf(minute);
  return `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.${year}`;
}

function writeNumber(value: number, decimals: number, point: string): string {
  const rounded = Number(`${Math.round(Number(`${Math.abs(value)}e${decimals}`))}e-${decimals}`);
  if (!Number.isFinite(rounded)) return '';
  const [whole, part] = rounded.toFixed(decimals).split('.');
  return (value < 0 && rounded > 0 ? MINUS : '') + whole.replace(/\B(?=(\d{3})+$)/g, GROUP) + (part ? point + part : '');
}

const wordOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The texts of a language, key by key; a text with a number has a key for each form of the plural. */
export function openTexts(language: Language, texts: Readonly<Record<string, string>>): PrintTexts {
  const plural = new Intl.PluralRules(language);
  const t = (key: string, values: Record<string, unknown> = {}): string => {
    const count = values['count'];
    const found = (typeof count === 'number' ? texts[`${key}_${plural.select(count)}`] : undefined) ?? texts[key] ?? key;
    return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => wordOf(values[name]));
  };
  const point = language === 'en-US' ? '.' : ',';
  return {
    t,
    date: writeDate,
    number: (value, decimals) => writeNumber(value, decimals, point),
    time: timeWords(language, { quarter: (quarter) => t('gantt.quarter', { quarter }), week: (week) => t('gantt.week', { week }) }),
    legend: (item) => t(`print.sign.${item}`),
    words: {
      titleWord: (word) => t(`print.title_word.${word}`),
      titleField: (field) => t(`print.title_field.${field}`),
      approval: (word) => t(`print.approval.${word}`),
      onPage: (page, code) => t('print.on_page', { page, code }),
    },
  };
}
