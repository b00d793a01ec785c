import type { RowGrouping } from '@gantry/contract';
import type { FilledValues, IndicatorRule, PrintFormat, PrintSettings, RowFilter } from '@gantry/domain';
import { compileFilter, MONEY_COLUMNS, usualPrintColumns } from '@gantry/domain';
import {
  attachIndicators,
  clearContext,
  collatorOf,
  type ColumnInfo,
  columnInfos,
  columnsFor,
  fillValues,
  filterInWords,
  filterRows,
  type GroupingWords,
  groupLevels,
  groupPlan,
  inOneGo,
  layOutLinks,
  type PrintedExtras,
  printedPlan,
  type PrintedRows,
  readersOf,
  ruleOfRow,
  type ScheduleView,
  sortRows,
  type SpaceChoices,
  valueOf,
} from '@gantry/plan-view';
import { type GanttColumn, type Histogram, layOutPages, type PageLayout, type TextFitter } from '@gantry/scene';
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
  values: FilledValues;
  /** Indicators that judge the rows, as far as the person may know what they say. */
  indicators: readonly { id: number; name: string; rules: readonly IndicatorRule[] }[];
  /** The load of the strip under the chart. */
  strip: PrintedLoad | null;
  /** Whether its dates are not those of a calculation. */
  draft: boolean;
};

/** A load of the strip under the chart, as it goes to a thread. */
export type PrintedLoad = Omit<Histogram, 'format'>;

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
  const { settings, money, currency, indicators } = question;
  const format = question.draft ? asDraft(question.format, texts.t('print.draft')) : question.format;
  const folded = new Set(question.folded);
  for (let row = 0; row < view.rows.count; row += 1) view.rows.collapsed[row] = folded.has(view.rows.id[row]) ? 1 : 0;
  clearContext(view);
  colour(view, question);
  const nameOf = (id: number): string => indicators.find((one) => one.id === id)?.name ?? '';
  const infos = columnInfos(view.document, texts.t, nameOf)
    .filter(({ id }) => money || !MONEY_COLUMNS.has(id))
    .map((info) => (info.type === 'money' && currency ? { ...info, title: `${info.title}, ${currency}` } : info));
  const { view: shown, ...rows } = arranged(view, question, infos, texts, language);
  const columnsOf = (ids: readonly string[]): GanttColumn[] =>
    columnsFor(infos, ids, REPEATED_COLUMNS, () => shown, texts, question.choices);
  const columns = columnsOf(settings.columns ?? usualPrintColumns(format.sheet_width));
  const words = {
    ...texts.words,
    time: texts.time,
    legend: texts.legend,
    continued: (path: string) => texts.t('print.continued', { path }),
    dataDate: texts.t('schedule.data_date'),
  };
  const extras: PrintedExtras = {
    dataDate: view.document.dataDate ?? null,
    barText: settings.bar_text === null ? null : (columnsOf([settings.bar_text]).find(({ id }) => id === settings.bar_text)?.text ?? null),
    strip: question.strip && {
      ...question.strip,
      title: question.strip.title || texts.t('resource.strip_all'),
      format: (value) => texts.number(value, value && Math.abs(value) < 10 ? 1 : 0),
    },
    tints: colouringOf(question)?.rules.map(({ tint, text }) => ({ tint, text })) ?? null,
  };
  const plan = printedPlan(shown, columns, rows, { format, settings }, words, extras, fitter);
  return layOutPages(plan, format, settings, fitter);
}

const colouringOf = ({ settings, indicators }: PrintQuestion) => indicators.find(({ id }) => id === settings.colour_by) ?? null;

/** Gives the bars the colours of the indicator that was chosen, else those that people gave the rows. */
function colour(view: ScheduleView, question: PrintQuestion): void {
  const { document } = view;
  attachIndicators(document, question.indicators);
  const chosen = colouringOf(question)?.id;
  if (chosen === undefined && !document.tintOf) return;
  document.tintOf = chosen === undefined ? null : (item) => ruleOfRow(document, chosen, item)?.tint ?? 0;
  fillValues(document, view);
}

/** The filter and the groups of a print in words, for the texts around it. */
export function lookInWords(
  view: ScheduleView,
  { filter, grouping, choices, money, indicators }: PrintQuestion,
  texts: PrintTexts,
): Pick<FilledValues, 'filter' | 'grouping'> {
  const nameOf = (id: number): string => indicators.find((one) => one.id === id)?.name ?? '';
  const infos = columnInfos(view.document, texts.t, nameOf).filter(({ id }) => money || !MONEY_COLUMNS.has(id));
  const titleOf = (column: string): string => infos.find(({ id }) => id === column)?.title ?? '';
  return {
    filter: filter ? filterInWords(filter, { infos, view, texts, choices }) : '',
    grouping: (grouping?.levels ?? [])
      .map(({ column }) => titleOf(column))
      .filter(Boolean)
      .join(' / '),
  };
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
