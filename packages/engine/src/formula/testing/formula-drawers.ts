import { formatMinute, parseMinute } from '@gantry/domain';
import { workCalendar } from '../../testing/started-work-chart.ts';
import { calculateFormulas, type CalculatedAttribute } from '../cells.ts';
import { compileFormula, formulaSchema } from '../check.ts';
import { isFormulaError, type FormulaResult } from '../value.ts';
import { formulaCalendar } from '../working-days.ts';
import { formulaTree } from './formula-tree.ts';
import { sheetOf, treeOf } from './rows.ts';
import { typeOf, valueOf, valueText } from './sheet.ts';

type Words = ReadonlyMap<string, string>;

/**
 * What charts show of formulas: `values` and `types` of each row, the row of the tests being that of the sheet; `tree` how it was read;
 * `same` whether others are read as the first; `errors` what the error of each points at, in quotes; `operators` the types of all pairs
 * and `forms` of all single operands at the place of `#`; `cells` the columns of `name := formula` for rows of a tree; `workdays` what
 * `from + days` comes to.
 */
export const formulaDrawers = {
  values: (rows: string[]) => rows.map(valueText),
  types: (rows: string[]) => rows.map((row) => typeOf(row)),
  tree: (rows: string[]) => formulaTree(rows.join('\n')).split('\n'),
  same: (rows: string[]) => {
    const [first, ...others] = rows.map((row) => formulaTree(JSON.parse(`"${row.replaceAll('"', '\\"')}"`) as string));
    return [...first.split('\n'), ...others.map((other) => (other === first ? 'the same' : other))];
  },
  errors: (rows: string[]) => rows.map(errorText),
  operators: (rows: string[]) => [...new Set(rows.map(pairTypes))].join('\n').split('\n'),
  forms: (rows: string[]) =>
    table([
      ['', ...rows],
      ...Object.entries(OF).map(([name, one]) => [name, ...rows.map((form) => short(typeOf(form.replace('#', one))))]),
    ]),
  cells: (rows: string[]) => {
    const formulas = rows.filter((row) => row.includes(' := '));
    const drawing = rows.filter((row) => !row.includes(' := '));
    return [
      ...formulas.map(() => ''),
      ...cellsOf(
        drawing,
        formulas.map((formula) => formula.split(' := ')),
      ),
    ];
  },
  workdays: (rows: string[], words: Words) => {
    const days = formulaCalendar(workCalendar(words.get('calendar') ?? 'five'), Number(words.get('minutesPerDay') ?? 480));
    return rows.map((row) => {
      const [, from, sign, count] = /^(.*?) ([+-]) ([\d.]+)$/.exec(row) ?? [];
      const to = days.addWorkingDays(parseMinute(`2025-${from.replace(' ', 'T')}`) ?? 0, Number(`${sign}${count}`));
      return formatMinute(to).slice(5).replace('T', ' ');
    });
  },
};

function cellsOf(drawing: string[], formulas: string[][]): string[] {
  const tree = treeOf(drawing.join('\n'));
  const schema = formulaSchema([...STORED, ...formulas.map(([name]) => name)].map((name) => ({ name, type: 'number' as const })));
  const attributes = formulas.map(([name, text]): CalculatedAttribute => {
    const compiled = compileFormula(text, schema);
    if ('error' in compiled) throw new Error(`${text}: ${compiled.error.code}`);
    return { name, formula: compiled.formula };
  });
  const results = [...calculateFormulas(sheetOf(tree), attributes)];
  return tree.names.map((_, item) => results.map(([column, values]) => `${column}:${cellText(values.get(item) ?? null)}`).join(' '));
}

const STORED = ['v', 'w'];

function cellText(value: FormulaResult): string {
  if (value === null) return '-';
  return isFormulaError(value) ? value.code.replace('formula.', '') : String(Math.round(Number(value) * 1000) / 1000);
}

/** One name or word of every type. */
const OF: Record<string, string> = { number: 'n', money: 'money', part: 'part', date: 'start', text: 'text', flag: 'flag', empty: 'empty' };

const short = (type: string) => (type.startsWith('(') ? '.' : type.replace('percentage', 'part'));

/** Types of `# operator #`, a row for every left side and a column for every right one; `.` is refused. */
function pairTypes(form: string): string {
  const cells = (left: string) => Object.values(OF).map((right) => short(typeOf(form.replace('#', left).replace('#', right))));
  return table([['', ...Object.keys(OF)], ...Object.entries(OF).map(([name, left]) => [name, ...cells(left)])]).join('\n');
}

function table(rows: string[][]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column])).join(' '));
}

function errorText(text: string): string {
  const result = valueOf(text);
  if (!isFormulaError(result)) return `${String(result)}, without an error`;
  const { code, from, to } = result;
  return `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)} ${code.replace('formula.', '')}`;
}
