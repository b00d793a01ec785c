import { type Diff, LIMITS } from '@gantry/domain';

/** Codes with one beginning and a number: their highest number, how wide it is written, and how far one is from the next. */
export type Series = { prefix: string; top: number; width: number; step: number };
/** Series of a version by their beginnings; null where it has no code of one. */
export type KnownSeries = ReadonlyMap<string, Series | null>;
type Counted = Series & { count: number };

/** Codes of a version without any begin with A1000, A1010. */
const first = (): Counted => ({ prefix: 'A', top: 990, width: 4, step: 10, count: 0 });
const NUMBERED = /^(.*?)(\d{1,9})$/s;

/** What the series that follows a code begins with. */
export const prefixLike = (code: string): string => NUMBERED.exec(code)?.[1] ?? `${code}-`;
const isLong = (prefix: string): boolean => prefix.length + 10 > LIMITS.textLength;
/** Whether a code has room behind it for a number; those of a series without room give way to the usual ones. */
export const canBeFollowed = (code: string): boolean => !isLong(prefixLike(code));

/** What gives free codes of a version. */
export type CodeGiver = {
  isTaken(code: string): boolean;
  /** The next free code of the series that `like` belongs to; without one, of the series that most tasks belong to. */
  next(like?: string): string;
};

/** Reads the rule of a version from its codes: series of a beginning and a number, by tens where all numbers are tens. */
export function codeGiver(rows: Iterable<{ code: string; isTask: boolean }>): CodeGiver {
  const used = new Set<string>();
  const series = new Map<string, Counted>();
  for (const { code, isTask } of rows) {
    used.add(code);
    const [, prefix, digits] = NUMBERED.exec(code) ?? [];
    if (digits === undefined) continue;
    const before = series.get(prefix);
    const one = { ...longer(prefix, before, digits), count: before?.count ?? 0 };
    series.set(prefix, one);
    if (isTask) one.count += 1;
  }
  let usual = first();
  for (const one of series.values()) if (one.count > usual.count) usual = one;
  return giverOf(series.values(), used, usual);
}

/** A series with one more code; of a number that is written twice, the wider form counts. */
function longer(prefix: string, before: Series | null | undefined, digits: string): Series {
  const one = before ?? { prefix, top: 0, width: 0, step: 10 };
  const number = Number(digits);
  const isLast = number > one.top || (number === one.top && digits.length > one.width);
  return { ...one, ...(isLast && { top: number, width: digits.length }), step: number % 10 === 0 ? one.step : 1 };
}

/** Series as an edit leaves them; one that loses a code is to be read again. */
export function followSeries(known: KnownSeries, { wbs }: Diff): KnownSeries {
  if (!wbs) return known;
  const series = new Map(known);
  for (const { code } of [...wbs.removed, ...wbs.updated.map(({ before }) => before)]) {
    const [, prefix] = NUMBERED.exec(code ?? '') ?? [];
    if (prefix !== undefined) series.delete(prefix);
  }
  for (const { code } of [...wbs.added, ...wbs.updated.map(({ after }) => after)]) {
    const [, prefix, digits] = NUMBERED.exec(code ?? '') ?? [];
    if (digits !== undefined && series.has(prefix)) series.set(prefix, longer(prefix, series.get(prefix), digits));
  }
  return series;
}

/** Gives codes behind those of some series; none of them is one that is `taken`. */
export function giverOf(known: Iterable<Series>, taken: Iterable<string>, usual: Series = first()): CodeGiver {
  const used = new Set(taken);
  const series = new Map(Array.from(known, (one) => [one.prefix, one] as const));
  const seriesLike = (code: string): Series => {
    const prefix = prefixLike(code);
    const one = series.get(prefix) ?? { prefix, top: 1, width: 1, step: 1 };
    series.set(prefix, one);
    return one;
  };
  return {
    isTaken: (code) => used.has(code),
    next(like) {
      const given = like === undefined ? usual : seriesLike(like);
      // A code too long to be followed gives way to the usual ones.
      const one = isLong(given.prefix) ? usual : given;
      for (;;) {
        one.top += one.step;
        const code = one.prefix + String(one.top).padStart(one.width, '0');
        if (used.has(code)) continue;
        used.add(code);
        return code;
      }
    },
  };
}
