import type { CurvePoint } from '../rollup/s-curve.ts';

/**
 * Draws an S-curve, a column a period and a row for every `step` of the amount: `p` plan, `f` fact, `r` the forecast (fact and what
 * remains), `*` where two of them meet.
 */
export function drawCurve(points: readonly CurvePoint[], step: number, captions: readonly string[]): string {
  const lines = points.map(({ plan, fact, forecast }) => [
    { mark: 'p', value: plan },
    { mark: 'f', value: fact },
    { mark: 'r', value: forecast },
  ]);
  const rowOf = (value: number | null) => (value === null ? -1 : Math.round(value / step));
  const top = Math.max(0, ...lines.flat().map(({ value }) => rowOf(value)));
  const label = String(top * step).length;
  const width = Math.max(1, ...captions.map((caption) => caption.length));
  const rows: string[] = [];
  for (let row = top; row >= 0; row--) {
    const cells = lines.map((marks) => {
      const here = marks.filter(({ value }) => rowOf(value) === row);
      return here.length > 1 ? '*' : (here[0]?.mark ?? '');
    });
    rows.push(`${String(row * step).padStart(label)} |${cells.map((cell) => cell.padStart(width)).join(' ')}`);
  }
  rows.push(`${' '.repeat(label + 2)}${captions.map((caption) => caption.padStart(width)).join(' ')}`);
  return rows.map((row) => row.trimEnd()).join('\n');
}
