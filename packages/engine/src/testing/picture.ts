/** A drawing without its margin: the indentation that all lines share, blanks at their ends and empty lines around it are taken away. */
export function picture(drawing: string): string {
  const lines = drawing.split('\n').map((line) => line.trimEnd());
  while (lines.length && lines[0] === '') lines.shift();
  while (lines.length && lines.at(-1) === '') lines.pop();
  const margin = Math.min(...lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(margin)).join('\n');
}

/** Two pictures side by side, each under its title. */
export function sideBySide(left: { title: string; drawing: string }, right: { title: string; drawing: string }): string {
  const [a, b] = [left, right].map(({ title, drawing }) => [title, ...drawing.split('\n')]);
  const width = Math.max(...a.map((line) => line.length)) + 4;
  const rows = Array.from({ length: Math.max(a.length, b.length) }, (_, row) => (a[row] ?? '').padEnd(width) + (b[row] ?? ''));
  return rows.map((row) => row.trimEnd()).join('\n');
}

/** Letters of the days from a day on, `count` of them; day 0 of the engine is a Monday. */
export function weekdays(firstDay: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => 'MTWTFss'[(((firstDay + i) % 7) + 7) % 7]);
}

/** Cells of days in one line, with a blank before every Monday but the first cell. */
export function byWeeks(firstDay: number, cells: readonly string[]): string {
  return cells.map((cell, i) => ((((firstDay + i) % 7) + 7) % 7 === 0 && i > 0 ? ' ' : '') + cell).join('');
}

/** A drawn table without the blanks that align its cells. */
export function table(drawing: string): string {
  return picture(drawing)
    .split('\n')
    .map((row) => row.trim().replace(/ +/g, ' '))
    .join('\n');
}
