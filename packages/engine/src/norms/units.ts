import type { UnitDimension } from '@gantry/domain';
import { ONE, type Ratio, dividedBy, ratioOf, times } from './ratio.ts';

/** A unit as norms name it, `100 m2`: how many of which plain unit. */
export type UnitOfNorm = { factor: number; sign: string };

type Known = { dimension: UnitDimension; toBase: number };

/** Plain units by sign: what they measure and how many of the base unit they are. Russian signs beside the international ones. */
const KNOWN: readonly [dimension: UnitDimension, toBase: number, signs: string][] = [
  ['length', 1, 'm м'],
  ['length', 0.001, 'mm мм'],
  ['length', 0.01, 'cm см'],
  ['length', 1000, 'km км'],
  ['area', 1, 'm2 м2 sqm кв.м'],
  ['area', 0.0001, 'cm2 см2'],
  ['area', 10000, 'ha га'],
  ['area', 1000000, 'km2 км2'],
  ['volume', 1, 'm3 м3 cum куб.м'],
  ['volume', 0.001, 'l л dm3 дм3'],
  ['mass', 1, 'kg кг'],
  ['mass', 0.001, 'g г'],
  ['mass', 1000, 't т'],
  ['time', 1, 'h ч hour час'],
  ['time', 1, 'man-h manh чел-ч чел.-ч чел.ч mach-h machh маш-ч маш.-ч маш.ч'],
  ['pieces', 1, 'pcs шт pc ea'],
  // Pieces and sets are both counted, yet one is not so many of the other.
  ['sets', 1, 'set компл комплект'],
];

const SIGNS = new Map(
  KNOWN.flatMap(([dimension, toBase, signs]) => signs.split(' ').map((sign): [string, Known] => [sign, { dimension, toBase }])),
);
const plain = (sign: string): string =>
  sign
    .trim()
    .toLowerCase()
    .replace(/²/g, '2')
    .replace(/³/g, '3')
    .replace(/\s+/g, '')
    .replace(/(?<=[a-zа-я])\.$/u, '');

const WRITTEN = /^\s*(\d[\d\s\u00a0]*(?:[.,]\d+)?)?\s*(?:x|х|×|\*)?\s*(.*?)\s*$/iu;

/** Reads `100 м2`, `1 000 шт`, `0,5 t`, `m³`: a factor of nothing or none at all is one. */
export function readUnit(text: string): UnitOfNorm {
  const [, number = '', sign = ''] = WRITTEN.exec(text) ?? [];
  const factor = Number(number.replace(/[\s\u00a0]/g, '').replace(',', '.'));
  return { factor: factor > 0 && Number.isFinite(factor) ? factor : 1, sign };
}

/** Number of units `to` in one `from`; null for different quantities, or unknown different units. */
export function unitRatio(from: string, to: string): Ratio | null {
  const [left, right] = [readUnit(from), readUnit(to)];
  const factors = dividedBy(ratioOf(left.factor), ratioOf(right.factor));
  const [leftSign, rightSign] = [plain(left.sign), plain(right.sign)];
  if (leftSign === rightSign) return factors;
  const [known, wanted] = [SIGNS.get(leftSign), SIGNS.get(rightSign)];
  if (!known || !wanted || known.dimension !== wanted.dimension) return null;
  return times(factors, known.toBase === wanted.toBase ? ONE : dividedBy(ratioOf(known.toBase), ratioOf(wanted.toBase)));
}

/** What a unit measures; null where it is not known. */
export const dimensionOf = (unit: string): UnitDimension | null => SIGNS.get(plain(readUnit(unit).sign))?.dimension ?? null;
