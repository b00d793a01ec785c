/** Separates thousands where the person chose no other: a space that does not break. */
export const GROUP_SEPARATOR = '\u00a0';

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

/** Writes a number with grouped thousands and a decimal comma, 2 decimals by default. */
export function formatNumber(
  value: number | null | undefined,
  options: { decimals?: number; group?: string; point?: string } = {},
): string {
  const { decimals = 2, group = GROUP_SEPARATOR, point = ',' } = options;
  if (value === null || value === undefined || !Number.isFinite(value)) return '';
  const [whole, part] = Math.abs(roundTo(value, decimals)).toFixed(decimals).split('.');
  const sign = roundTo(value, decimals) < 0 ? '\u2212' : '';
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, group) + (part ? point + part : '');
}

/** Writes a whole number with grouped thousands. */
export const formatCount = (value: number | null | undefined): string => formatNumber(value, { decimals: 0 });
