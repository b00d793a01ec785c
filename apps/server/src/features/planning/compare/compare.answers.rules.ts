import {
  api,
  type ComparedRow,
  type ComparedValue,
  type Difference,
  DIFFERENCE_KINDS,
  type DifferenceKind,
  type DifferenceOrigin,
  pageOf,
} from '@gantry/contract';
import { entryOf } from '@gantry/domain';
import { fileOf, tableOf, valueTableOf } from './compare.export.rules.ts';
import { rowsWanted } from './compare.rows.rules.ts';
import type { ComparedValues } from './compare.values.rules.ts';

/** All that differs between versions, or one measure of them by periods. */
export type CompareOutcome = { whole?: { differences: Difference[]; rows: ComparedRow[] }; values?: ComparedValues };

/** Comparisons that are kept, and the rows and differences of all of them: a million take some 300 MB. */
export const KEPT = { comparisons: 4, entries: 500_000 };

const entriesIn = ({ whole, values }: CompareOutcome): number =>
  (whole ? whole.differences.length + whole.rows.length : 0) + (values ? values.lines.length + values.totals.length : 0);

/** Forgets the comparisons that were asked for longest ago until there are few enough; the last one stays where `keepsLast`. */
export function forgetOldest(kept: Map<string, CompareOutcome>, keepsLast: boolean): void {
  let entries = 0;
  for (const outcome of kept.values()) entries += entriesIn(outcome);
  for (const [name, outcome] of kept) {
    if (kept.size <= KEPT.comparisons && entries <= KEPT.entries) return;
    if (keepsLast && kept.size === 1) return;
    entries -= entriesIn(outcome);
    kept.delete(name);
  }
}

/** The most lines of a file; spreadsheets show few more. */
export const MOST_FILE_LINES = 1_000_000;

export type DifferencesWanted = { kinds?: DifferenceKind[]; origin: DifferenceOrigin; search: string };
export type ValuesWanted = { changes: ComparedValue['change'][]; search: string };
type Page = { offset: number; limit: number };
/** `texts` are those of the language of the file. */
type FileWanted = { format: 'csv' | 'xlsx'; names: { name: string }[]; texts: Record<string, string> };

/** What each question asks of a comparison, and what it is answered. */
export type CompareQuestions = {
  differences: DifferencesWanted & Page;
  rows: DifferencesWanted & { all: boolean };
  rowsAsJson: DifferencesWanted & { all: boolean } & Page;
  differencesFile: DifferencesWanted & FileWanted;
  values: ValuesWanted & Page;
  valuesFile: ValuesWanted & FileWanted & { measure: string };
};
export type CompareAnswers = {
  differences: ReturnType<typeof pageOfDifferences>;
  rows: ReturnType<typeof rowsWanted>;
  rowsAsJson: { total: number; next: number | null; json: string[] };
  /** null: it would have too many lines. */
  differencesFile: Awaited<ReturnType<typeof fileOf>> | null;
  values: ReturnType<typeof pageOfValues>;
  valuesFile: Awaited<ReturnType<typeof fileOf>>;
};
export type CompareAsked = { [Q in keyof CompareQuestions]: { question: Q; wanted: CompareQuestions[Q] } }[keyof CompareQuestions];

/** Answers from a comparison; rows and differences of calls are written as JSON. */
export async function answerFrom({ whole, values }: CompareOutcome, asked: CompareAsked): Promise<CompareAnswers[keyof CompareAnswers]> {
  const { differences, rows } = whole ?? { differences: [], rows: [] };
  switch (asked.question) {
    case 'differences':
      return pageOfDifferences(differences, asked.wanted);
    case 'rows':
      return rowsWanted(rows, asked.wanted);
    case 'rowsAsJson': {
      const found = rowsWanted(rows, asked.wanted);
      const page = pageOf(found.rows, asked.wanted);
      return { total: found.total, next: page.next, json: jsonOf(api.compare.rows.output.shape.rows.parse(page.rows)) };
    }
    case 'differencesFile': {
      const { names, texts, format } = asked.wanted;
      const found = differences.filter(matching(asked.wanted));
      return found.length > MOST_FILE_LINES ? null : fileOf(tableOf(found, names, texts), 'comparison', format);
    }
    case 'values':
      return pageOfValues(values as ComparedValues, asked.wanted);
    case 'valuesFile': {
      const { names, texts, format, measure } = asked.wanted;
      const { totals, lines } = values as ComparedValues;
      const table = valueTableOf([...totals, ...lines.filter(matchingValue(asked.wanted))], names, texts);
      return fileOf(table, `comparison-${measure}`, format);
    }
  }
}

const jsonOf = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row));

function pageOfDifferences(differences: readonly Difference[], { offset, limit, ...wanted }: DifferencesWanted & Page) {
  const found = differences.filter(matching(wanted));
  const counts = new Map<DifferenceKind, number>();
  const searched = wanted.kinds ? differences.filter(matching({ ...wanted, kinds: undefined })) : found;
  for (const { kind } of searched) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    counts: DIFFERENCE_KINDS.flatMap((kind) => (counts.has(kind) ? [{ kind, count: entryOf(counts, kind) }] : [])),
    total: found.length,
    origins: originsOf(differences.filter(matching({ origin: 'all', search: wanted.search }))),
    json: jsonOf(api.compare.compare.output.shape.differences.parse(found.slice(offset, offset + limit))),
  };
}

function pageOfValues({ totals, counts, lines }: ComparedValues, { offset, limit, ...wanted }: ValuesWanted & Page) {
  const found = lines.filter(matchingValue(wanted));
  return { counts, totals, total: found.length, lines: found.slice(offset, offset + limit) };
}

function originsOf(differences: readonly Difference[]): { causes: number; consequences: number } {
  const consequences = differences.reduce((sum, { consequence }) => sum + Number(consequence), 0);
  return { causes: differences.length - consequences, consequences };
}

function matching({ kinds, origin, search }: DifferencesWanted): (difference: Difference) => boolean {
  const wanted = kinds && new Set(kinds);
  const text = search.trim().toLowerCase();
  return ({ kind, item, object, consequence }) =>
    (!wanted || wanted.has(kind)) &&
    (origin === 'all' || consequence === (origin === 'consequences')) &&
    (!text || `${item?.code ?? ''} ${item?.name ?? ''} ${object}`.toLowerCase().includes(text));
}

function matchingValue({ changes, search }: ValuesWanted): (line: ComparedValue) => boolean {
  const wanted = new Set(changes);
  const text = search.trim().toLowerCase();
  return ({ change, item }) => wanted.has(change) && (!text || `${item?.code ?? ''} ${item?.name ?? ''}`.toLowerCase().includes(text));
}
