import { type Language, type Minute, partsOf } from '@gantry/domain';
import type { Cell } from '../table/columns.ts';
import { nounOf, sumInWords } from './words.ts';

/** How values of templates can be written. */
export const TEMPLATE_FORMATS = ['date', 'datetime', 'number', 'money', 'percent', 'words', 'plural'] as const;
export type FormatName = (typeof TEMPLATE_FORMATS)[number];

/** How a value is written: a word of `TEMPLATE_FORMATS` and the decimals that follow it; `plural` has the forms of its noun. */
export type TemplateFormat = { name: string; decimals: number | null; forms?: readonly string[] };

/** Whether a word is a format. */
export const isFormat = (name: string): name is FormatName => (TEMPLATE_FORMATS as readonly string[]).includes(name);

/** Separates thousands: a space that does not break. */
const GROUP = '\u00a0';
const MINUS = '\u2212';
const USUAL_DECIMALS = { number: null, money: 2, percent: 0 } as const;

/** A value as a text of a language; what a format cannot write stays as it is. */
export function formatValue(cell: Cell, format: TemplateFormat | null, language: Language): string {
  const name = format?.name ?? null;
  if (cell === null) return '';
  if (typeof cell === 'object') return name === 'datetime' ? `${dateText(cell.minute)} ${clock(cell.minute)}` : dateText(cell.minute);
  if (typeof cell === 'boolean') return cell ? YES[language][0] : YES[language][1];
  if (typeof cell === 'string') return cell;
  if (!Number.isFinite(cell)) return '';
  if (name === 'plural') return nounOf(cell, format?.forms ?? [], language);
  if (name === 'words') return sumInWords(cell, language);
  if (name === 'percent') return `${decimalText(cell * 100, format?.decimals ?? USUAL_DECIMALS.percent, language)}${GROUP}%`;
  if (name === 'money') return decimalText(cell, format?.decimals ?? USUAL_DECIMALS.money, language);
  return decimalText(cell, format?.decimals ?? decimalsOf(cell), language);
}

const YES: Record<Language, readonly [string, string]> = { 'en-US': ['yes', 'no'], ru: ['да', 'нет'], fr: ['oui', 'non'] };
const pad = (value: number): string => String(value).padStart(2, '0');

/** DD.MM.YYYY, as everywhere in the product. */
function dateText(minute: Minute): string {
  const { day, month, year } = partsOf(minute);
  return `${pad(day)}.${pad(month)}.${year}`;
}

function clock(minute: Minute): string {
  const { hour, minute: past } = partsOf(minute);
  return `${pad(hour)}:${pad(past)}`;
}

const MOST_DECIMALS = 3;

function decimalsOf(value: number): number {
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals++)
    if (Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6) return decimals;
  return MOST_DECIMALS;
}

function decimalText(value: number, decimals: number, language: Language): string {
  const [whole, part] = Math.abs(value).toFixed(decimals).split('.');
  const isZero = Number(`${whole}.${part ?? 0}`) === 0;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, GROUP);
  return (value < 0 && !isZero ? MINUS : '') + grouped + (part ? (language === 'en-US' ? '.' : ',') + part : '');
}
