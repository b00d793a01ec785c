import type { RowGrouping } from '@gantry/contract';
import type { PrintFormat, PrintSettings, PrintValue, RowFilter } from '@gantry/domain';
import { compileFilter, MONEY_COLUMNS, usualPrintColumns } from '@gantry/domain';
import {
  clearContext,
  collatorOf,
  type ColumnInfo,
  columnInfos,
  columnsFor,
  filterRows,
  type GroupingWords,
  groupLevels,
  groupPlan,
  inOneGo,
  layOutLinks,
  printedPlan,
  type PrintedRows,
  readersOf,
  type ScheduleView,
  sortRows,
  type SpaceChoices,
  valueOf,
} from '@gantry/plan-view';
import { layOutPages, type PageLayout, type TextFitter } from '@gantry/scene';
import type { PrintTexts } from './print.texts.rules.ts';

/** What is printed of a version, and what only the server knows of it. */
export type PrintQuestion = {
  format: PrintFormat;
  settings: PrintSettings;
  filter: RowFilter | null;
  sort: { column: string; direction: 1 | -1 } | null;
  grouping: RowGrouping | null;
  /** Ids of the rows that the person has folded. */
  folded: readonly number[];
  choices: SpaceChoices;
  /** Whether the person sees what things cost, and in which currency. */
  money: boolean;
  currency: string | null;
  values: Readonly<Partial<Record<PrintValue, string>>>;
  /** Whether its dates are not those of a calculation. */
  draft: boolean;
};

/** Columns that stand again on the sheets to the right. */
const REPEATED_COLUMNS = ['code', 'name'];

/** Lays a version out on pages. What an earlier print did to its rows is undone. */
export function composePages(
  view: ScheduleView,
  question: PrintQuestion,
  texts: PrintTexts,
  language: string,
  fitter: TextFitter,
): PageLayout {
  const { settings, money, currency } = question;
  const format = question.draft ? asDraft(question.format, texts.t('print.draft')) : question.format;
  const folded = new Set(question.folded);
  for (let row = 0; row < view.rows.count; row += 1) view.rows.collapsed[row] = folded.has(view.rows.id[row]) ? 1 : 0;
  clearContext(view);
  const infos = columnInfos(view.document, texts.t)
    .filter(({ id }) => money || !MONEY_COLUMNS.has(id))
    .map((info) => (info.type === 'money' && currency ? { ...info, title: `${info.title}, ${currency}` } : info));
  const { view: shown, ...rows } = arranged(view, question, infos, texts, language);
  const columns = columnsFor(
    infos,
    settings.columns ?? usualPrintColumns(format.sheet_width),
    REPEATED_COLUMNS,
    () => shown,
    texts,
    question.choices,
  );
  const words = {
    ...texts.words,
    time: texts.time,
    legend: texts.legend,
    continued: (path: string) => texts.t('print.continued', { path }),
    dataDate: texts.t('schedule.data_date'),
  };
  const plan = printedPlan(shown, columns, rows, { format, settings }, words, view.document.dataDate ?? null, fitter);
  return layOutPages(plan, format, settings, fitter);
}

/** What is not calculated says so, unless the person has said something else. */
const asDraft = (format: PrintFormat, word: string): PrintFormat =>
  format.watermark.text === '' ? { ...format, watermark: { ...format.watermark, text: word } } : format;

/** The rows as the screen shows them: those that pass the filter, in their order, in their groups. */
function arranged(
  view: ScheduleView,
  { filter, sort: sorted, grouping, choices }: PrintQuestion,
  infos: readonly ColumnInfo[],
  texts: PrintTexts,
  language: string,
): PrintedRows & { view: ScheduleView } {
  const known = new Set(infos.map(({ id }) => id));
  const readers = readersOf(view);
  const readerOf = (column: string) => (known.has(column) ? readers(column) : null);
  const collator = collatorOf(language);
  const { test } = filter ? compileFilter(filter, readerOf) : { test: null };
  const reader = sorted && readerOf(sorted.column);
  const sort = sorted && reader ? { reader, direction: sorted.direction, collator } : null;
  const levels = grouping ? groupLevels(grouping.levels, infos, readerOf, groupingWords(view, choices, texts, language)) : [];
  if (levels.length > 0 && grouping) {
    const { subtotals } = grouping;
    const grouped = inOneGo(groupPlan(view, levels, { keeps: test, sort, collator, subtotals, isFolded: () => false }));
    return { view: { ...view, ...grouped, links: layOutLinks(view.document, grouped) }, hidden: null, order: null };
  }
  return {
    view,
    hidden: test ? inOneGo(filterRows(view, test)).hidden : null,
    order: sort ? inOneGo(sortRows(view, sort)) : null,
  };
}

function groupingWords(view: ScheduleView, { people, specialties }: SpaceChoices, texts: PrintTexts, language: string): GroupingWords {
  const months = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const labelOf = (list: SpaceChoices['people'], id: number): string => list.find(({ value }) => value === id)?.label ?? `#${id}`;
  return {
    language,
    t: texts.t,
    date: texts.date,
    monthYear: (month, year) => `${months.format(Date.UTC(2024, month - 1, 1))} ${year}`,
    number: (value) => texts.number(value, Number.isInteger(value) ? 0 : 2),
    person: (id) => labelOf(people, id),
    specialty: (id) => labelOf(specialties, id),
    calendar: (id) => valueOf(view.document, 'calendar', id, 'name') ?? '',
    minutesPerDay: view.times.minutesPerDay(0),
  };
}
