import { type Language, readNumber } from '@gantry/domain';

/** Separates thousands where the person chose no other: a space that does not break. */
const GROUP_SEPARATOR = '\u00a0';

/** What may separate decimals, and thousands; `auto` follows the language. */
export const DECIMAL_MARKS = ['auto', ',', '.'] as const;
export const GROUP_MARKS = [GROUP_SEPARATOR, ',', '.', '’', ''] as const;
export type NumberForm = { point: (typeof DECIMAL_MARKS)[number]; group: (typeof GROUP_MARKS)[number] };

export const USUAL_NUMBER_FORM: NumberForm = { point: 'auto', group: GROUP_SEPARATOR };

let shown = { point: ',', group: GROUP_SEPARATOR as string };

/** From now on numbers are written so, and read so where a text can be read in two ways. Two equal marks would make one number of two: thousands then stand apart. */
export function setNumberForm(form: NumberForm, language: Language): void {
  const point = form.point === 'auto' ? (language === 'en-US' ? '.' : ',') : form.point;
  shown = { point, group: form.group === point ? GROUP_SEPARATOR : form.group };
}

/** What parts the decimals of numbers as they are shown now. */
export const decimalMark = (): string => shown.point;

/** What was stored of a form; the usual one where it says none. */
export function parseNumberForm(stored: string | null): NumberForm {
  const [point, group] = (stored ?? '').split(' | ');
  return {
    point: DECIMAL_MARKS.find((mark) => mark === point) ?? USUAL_NUMBER_FORM.point,
    group: GROUP_MARKS.find((mark) => mark === group) ?? USUAL_NUMBER_FORM.group,
  };
}
export const writeNumberForm = ({ point, group }: NumberForm): string => `${point} | ${group}`;

/** Reads a number as a person types it on this page; null where the text is none. */
export const readTyped = (text: string): number | null => readNumber(text, shown.group);

/** Rounds half away from zero; a negative number of decimals is an error of the caller. */
export function roundTo(value: number, decimals: number): number {
  if (!Number.isInteger(decimals) || decimals < 0) throw new RangeError(`decimals must be 0 or more, not ${decimals}`);
  if (!Number.isFinite(value)) return value;
  return Math.sign(value) * shifted(Math.round(shifted(Math.abs(value), decimals)), -decimals);
}

/** Moves the decimal point through the text, because 1.005 * 100 is 100.49999999999999. */
function shifted(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Writes a number with grouped thousands as the person wants them, 2 decimals by default. */
export function formatNumber(
  value: number | null | undefined,
  options: { decimals?: number; group?: string; point?: string } = {},
): string {
  const { decimals = 2, group = shown.group, point = shown.point } = options;
  if (value === null || value === undefined || !Number.isFinite(value)) return '';
  const [whole, part] = Math.abs(roundTo(value, decimals)).toFixed(decimals).split('.');
  const sign = roundTo(value, decimals) < 0 ? '\u2212' : '';
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, group) + (part ? point + part : '');
}

/** Writes a whole number with grouped thousands. */
export const formatCount = (value: number | null | undefined): string => formatNumber(value, { decimals: 0 });

let currencyShown: string | null = null;

/** Sets the currency of the page's space, a code of ISO 4217; null: unknown. */
export const setCurrency = (code: string | null): void => void (currencyShown = code);

/** A heading of amounts of money with their currency. */
export const moneyTitle = (title: string): string => (currencyShown ? `${title}, ${currencyShown}` : title);

/** Formats an amount of money with its currency. */
export function formatMoney(value: number | null | undefined, options: { decimals?: number } = {}): string {
  const amount = formatNumber(value, options);
  return amount && currencyShown ? `${amount}${GROUP_SEPARATOR}${currencyShown}` : amount;
}
