import type { ReportFormat } from '@gantry/contract';
import type { Language, ReportCell, ReportColumn, ReportDocument, ReportLine, ReportTable } from '@gantry/domain';
import { selectRows } from '@gantry/interchange';
import type { ReportScope, ReportTime } from '@gantry/plan-view';
import type { BuiltInForm, FormColumn, FormTable } from './report-forms.form.rules.ts';

/** Texts of a language, and what parts of the time are called in it. */
export type FormTexts = { t(key: string): string; language: Language };

/** One version of a report: what it is called and where its values come from. */
export type FormPart = { name: string; scope: ReportScope };

/** Writes a built-in form over its versions: tables one below the other, each under the name of its version where there are several. */
export function documentOfForm(
  form: BuiltInForm,
  parts: readonly FormPart[],
  facts: ReportDocument['facts'],
  { t, language }: FormTexts,
  time: ReportTime,
): ReportDocument {
  const tables = parts.flatMap(({ name, scope }) =>
    form.tables.map((table) => tableOf(table, parts.length > 1 ? name : '', scope, { t, language }, time)),
  );
  return {
    title: t(`report_form.form.${form.word}`),
    facts,
    tables,
    signatures: form.signatures.map((word) => t(`report_form.sign.${word}`)),
    words: { total: t('report_form.total'), nothing: t('report_form.nothing') },
  };
}

/** A text document is one string, of some 150 characters a cell, and a string has at most 512 MB. */
const MOST_TEXT_CELLS = 2_000_000;

/** Whether a document has more cells than a file of the format takes. */
export const isTooLarge = ({ tables }: Pick<ReportDocument, 'tables'>, format: ReportFormat): boolean =>
  format === 'docx' && tables.reduce((sum, { lines, columns }) => sum + lines.length * columns.length, 0) > MOST_TEXT_CELLS;

function tableOf(table: FormTable, name: string, scope: ReportScope, texts: FormTexts, time: ReportTime): ReportTable {
  const title = table.title === null ? '' : texts.t(`report_form.table.${table.title}`);
  // Days that the month does not have are no columns.
  const columns = table.columns.filter(
    ({ path }) => !(/\.d\d+$/.test(path) && Number(path.slice(path.lastIndexOf('d') + 1)) > daysOf(time)),
  );
  const lines = selectRows(scope, table.list).flatMap((row) => linesOf(row, columns, table, texts));
  return {
    title: [name, title].filter(Boolean).join(' · '),
    columns: columns.map((column): ReportColumn => ({ title: titleOf(column, texts, time), kind: column.kind, width: column.width })),
    lines,
    sums: columns.map(({ sum }) => sum === true),
  };
}

const daysOf = ({ year, month }: ReportTime): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

function linesOf(row: ReportScope, columns: readonly FormColumn[], { variants = [''], tree }: FormTable, { t }: FormTexts): ReportLine[] {
  const level = tree ? Number(row.value('level') ?? 1) : 1;
  const strong = tree === true && row.value('summary') === true;
  return variants.map((series, at) => ({
    level,
    strong,
    cells: columns.map(({ path }): ReportCell => {
      if (path === 'series') return t(`report_form.series.${series}`);
      // What a work is called stands on the first of its lines.
      if (at > 0 && !path.includes('{series}')) return null;
      return row.value(path.replace('{series}', series)) ?? null;
    }),
  }));
}

function titleOf({ path, key }: FormColumn, { t, language }: FormTexts, { year }: ReportTime): string {
  const [, letter, number] = /\.([mdwq])(\d+)$/.exec(path) ?? [];
  if (letter === 'm')
    return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(year, Number(number) - 1, 1));
  if (letter !== undefined) return number;
  return t(`report_form.column.${key ?? path.replaceAll('.', '_')}`);
}
