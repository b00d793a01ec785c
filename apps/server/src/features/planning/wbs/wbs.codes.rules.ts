import { LIMITS } from '@gantry/domain';

/** Codes with one beginning and a number: their highest number, how wide it is written, and how far one is from the next. */
export type Series = { prefix: string; top: number; width: number; step: number };
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
    const number = Number(digits);
    const one = series.get(prefix) ?? { prefix, top: 0, width: 0, step: 10, count: 0 };
    series.set(prefix, one);
    if (number >= one.top) Object.assign(one, { top: number, width: digits.length });
    if (number % 10 !== 0) one.step = 1;
    if (isTask) one.count += 1;
  }
  let usual = first();
  for (const one of series.values()) if (one.count > usual.count) usual = one;
  return giverOf(series.values(), used, usual);
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
