/** How positions along an axis are written: units of so many metres before a plus ("0+500"), or plain numbers; `unit` is that of the numbers. */
export type Chainage = { station: 100 | 1000 | null; unit: string };

const metresIn = ({ unit }: Chainage): number => (/^(km|км)\.?$/i.test(unit.trim()) ? 1000 : 1);
/** "12+350", "PK 12+50", "km 1+200.5". */
const STATIONED = /^(?:\p{L}+\.?\s*)?(\d+)\+(\d+(?:[.,]\d+)?)$/u;
const PLAIN = /^\d+(?:[.,]\d+)?$/;
const numberIn = (text: string): number => Number(text.replace(',', '.'));

/** The position that a value of an attribute is; null where there is none, NaN where it is no number from 0 and no chainage. */
export function readChainage(value: unknown, chainage: Chainage): number | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : Number.NaN;
  if (typeof value !== 'string') return Number.NaN;
  const text = value.trim();
  if (PLAIN.test(text)) return numberIn(text);
  const [, whole, rest] = (chainage.station !== null && STATIONED.exec(text)) || [];
  return whole === undefined ? Number.NaN : (Number(whole) * (chainage.station ?? 1) + numberIn(rest)) / metresIn(chainage);
}

/** Millimetres are the finest that is written. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** A position as people write it. */
export function chainageText(value: number, chainage: Chainage): string {
  const { station, unit } = chainage;
  if (station === null) return `${rounded(value)} ${unit}`.trim();
  const metres = rounded(value * metresIn(chainage));
  const whole = Math.floor(metres / station);
  const [before, after] = String(rounded(metres - whole * station)).split('.');
  return `${whole}+${before.padStart(String(station).length - 1, '0')}${after ? `.${after}` : ''}`;
}

/** A distance of 1, 2 or 5 tens, hundreds and so on that goes into a range at most so many times, about. */
export function roundStep(range: number, most: number): number {
  const power = 10 ** Math.floor(Math.log10(range / most));
  return ([1, 2, 5].find((step) => step * power * most >= range * 0.999) ?? 10) * power;
}

/** Round positions of an axis from the lowest up. */
export function chainageTicks(low: number, high: number, most: number): number[] {
  if (high <= low) return [];
  const step = roundStep(high - low, Math.max(1, most));
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
