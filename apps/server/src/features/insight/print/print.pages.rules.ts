import type { PrintFormat, PrintSettings, PrintValue, RowFilter, VersionTable } from '@gantry/domain';
import { compileFilter, type JsonValue, type Minute, MONEY_COLUMNS, USUAL_PRINT_COLUMNS } from '@gantry/domain';
import {
  clearContext,
  collatorOf,
  columnInfos,
  columnsFor,
  documentOfValues,
  filterRows,
  inOneGo,
  layOutCalendars,
  layOutLinks,
  layOutRows,
  printedPlan,
  readersOf,
  type ScheduleView,
  sortRows,
  type SpaceChoices,
} from '@gantry/plan-view';
import { layOutPages, type PageLayout, type TextFitter } from '@gantry/scene';
import type { PrintTexts } from './print.texts.rules.ts';

/** A version as it goes to the thread: rows as arrays of values in the order of the fields, dates in minutes. */
export type PrintedVersion = {
  versionId: number;
  revision: number;
  dataDate: Minute | null;
  rows: Record<VersionTable, unknown[][]>;
  /** Results of formulas that read what the person may not see, by attribute and row. */
  given: ReadonlyMap<number, ReadonlyMap<number, JsonValue>>;
};

/** What is printed of a version, and what only the server knows of it. */
export type PrintQuestion = {
  format: PrintFormat;
  settings: PrintSettings;
  filter: RowFilter | null;
  sort: { column: string; direction: 1 | -1 } | null;
  /** Ids of the rows that the person has folded. */
  folded: readonly number[];
  choices: SpaceChoices;
  /** Whether the person sees what things cost, and in which currency. */
  money: boolean;
  currency: string | null;
  values: Readonly<Partial<Record<PrintValue, string>>>;
};

/** Columns that stand again on the sheets to the right. */
const REPEATED_COLUMNS = ['code', 'name'];

/** Opens a version for printing, with the dates and figures of its phases. */
export function openVersion({ versionId, revision, rows, given, dataDate }: PrintedVersion): ScheduleView {
  const read = documentOfValues({ versionId, revision }, rows);
  const document = { ...read, given, ...(dataDate === null ? {} : { dataDate }) };
  const laid = layOutRows(document, () => false);
  return {
    ...laid,
    document,
    links: layOutLinks(document, laid),
    times: layOutCalendars(document),
    load: { state: 'ready' },
    ticked: new Set(),
  };
}

/** Lays a version out on pages. What an earlier print did to its rows is undone. */
export function composePages(
  view: ScheduleView,
  question: PrintQuestion,
  texts: PrintTexts,
  language: string,
  fitter: TextFitter,
): PageLayout {
  const { format, settings, filter, sort, choices, money, currency } = question;
  const folded = new Set(question.folded);
  for (let row = 0; row < view.rows.count; row += 1) view.rows.collapsed[row] = folded.has(view.rows.id[row]) ? 1 : 0;
  clearContext(view);
  const infos = columnInfos(view.document, texts.t)
    .filter(({ id }) => money || !MONEY_COLUMNS.has(id))
    .map((info) => (info.type === 'money' && currency ? { ...info, title: `${info.title}, ${currency}` } : info));
  const known = new Set(infos.map(({ id }) => id));
  const readers = readersOf(view);
  const readerOf = (column: string) => (known.has(column) ? readers(column) : null);
  const { test } = filter ? compileFilter(filter, readerOf) : { test: null };
  const hidden = test ? inOneGo(filterRows(view, test)).hidden : null;
  const reader = sort && readerOf(sort.column);
  const order = sort && reader ? inOneGo(sortRows(view, { reader, direction: sort.direction, collator: collatorOf(language) })) : null;
  const columns = columnsFor(infos, settings.columns ?? USUAL_PRINT_COLUMNS, REPEATED_COLUMNS, () => view, texts, choices);
  const words = {
    time: texts.time,
    legend: texts.legend,
    continued: (path: string) => texts.t('print.continued', { path }),
    dataDate: texts.t('schedule.data_date'),
  };
  const plan = printedPlan(view, columns, { order, hidden }, { format, settings }, words, view.document.dataDate ?? null, fitter);
  return layOutPages(plan, format, settings, fitter);
}
