/** What a benchmark is judged by: a figure, the most that it may be, and what the machine needs for the least of it in the same run. */
export type GatedFigure = { name: string; figure: number; unit: string; gate: number; floor?: number | null };

/** The value within which a part of all lies; no number where there are none. */
export function share(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
}

/** The least of several runs in milliseconds: what the machine needs, without what else it does. */
export function least(run: () => unknown, times = 3): number {
  return Math.min(
    ...Array.from({ length: times }, () => {
      const before = performance.now();
      run();
      return performance.now() - before;
    }),
  );
}

/** Prints each figure with its gate and floor; the process ends with 1 where one is missed, is no number, or nothing was measured. */
export function holdToGates(figures: readonly GatedFigure[]): void {
  if (figures.length === 0) console.log('MISS nothing was measured');
  for (const one of figures) console.log(lineOf(one));
  if (figures.length === 0 || figures.some(isMissed)) process.exitCode = 1;
}

/** Whether a figure is above its gate; what could not be measured is no number and is missed too. */
export function isMissed({ figure, gate }: GatedFigure): boolean {
  return !(figure <= gate);
}

function lineOf(one: GatedFigure): string {
  const { name, figure, unit, gate, floor } = one;
  const least = !floor ? 'no floor measured' : `floor ${short(floor)} (× ${short(figure / floor)})`;
  return `${isMissed(one) ? 'MISS' : 'ok  '} ${name}: ${short(figure)} ${unit}, gate ${gate}, ${least}`;
}

function short(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}
