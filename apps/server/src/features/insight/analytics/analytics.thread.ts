import type { CustomCost, Figure } from '@gantry/contract';
import type { AnyRow, Minute } from '@gantry/domain';
import { amountOf } from '@gantry/engine';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { accruedOf } from './behind/analytics.custom.rules.ts';
import type { Conventions } from './facts/analytics.conventions.rules.ts';
import { narrowed } from './facts/analytics.counts.rules.ts';
import { factsOf, type VersionFacts } from './facts/analytics.facts.rules.ts';
import { type GroupFacts, groupsOf, linesOfGroups, type PackedGroups } from './facts/analytics.groups.rules.ts';
import { packLines, type PeriodLines, unpackLines } from './facts/analytics.pack.rules.ts';
import { LINE_KEYS, STATUS_KEYS } from './facts/analytics.lines.rules.ts';
import { keptRows, type KeptRows, openAll, openRows } from './facts/analytics.kept.service.ts';
import { openAnswers, type PackedAnswer, type PackedQuestion } from './facts/analytics.answers.rules.ts';
import { joinRows, packRows } from './facts/analytics.packed.rules.ts';
import { fieldsAsked, tablesOf, type TravellingTables } from './facts/analytics.tables.rules.ts';
import { broughtForward } from './forward/analytics.forward.rules.ts';
import { type FigureRows, idsWithin, rowsBehind, type WorksAsked } from './behind/analytics.rows.rules.ts';

/** What is asked of a version: its facts in all and by dimensions, the rows behind a figure, or amounts laid in a chosen way. */
export type FactsQuestion =
  | { do: 'count'; whole: boolean; dimensions: readonly string[]; only?: Int32Array; rows?: true }
  | ({ do: 'rows'; figure: Figure; only?: Int32Array } & Omit<KeptPage, 'revision'>)
  | ({ do: 'within' } & WorksAsked)
  | { do: 'custom'; custom: CustomCost };
export type FactsInput = TablesInput | PackedInput | JoinInput | ForwardInput | { page: KeptPage };
/** A page of the rows behind a figure of a version at a revision; `name` tells the figure and how it is counted. */
type KeptPage = { name: string; revision: number; offset: number; limit: number };
/** Packed rows of one version or of several that stand together, with the lines that are wanted, and the versions of each answer about them. */
type Asked = { rows: Uint8Array; lines: Uint8Array | null; versions: readonly (readonly number[])[] };
export type PackedInput = { packed: readonly Asked[]; question: PackedQuestion };
/** Packed rows of versions that shall stand together. */
type JoinInput = { join: readonly ({ id: number } & Record<keyof KeptRows, Uint8Array>)[] };
/** An answer with its lines packed, as kept facts have them. */
export type PackedFacts = Omit<PackedAnswer, 'lines'> & { lines: Uint8Array };
/** What a version comes to, with its lines as they are kept: the main thread neither packs nor unpacks them. `status`: those of a status point. */
export type PackedWhole = Omit<VersionFacts, 'week' | 'month'> & Record<'week' | 'month' | 'status', Uint8Array>;
/** What is kept of a version, and the works that edits have changed since, before and after them. */
export type ForwardInput = { kept: Omit<PackedWhole, 'status'>; forward: Parameters<typeof broughtForward>[1] };
type TablesInput = {
  rows: TravellingTables;
  dataDate: Minute;
  revision: number;
  question: FactsQuestion;
  conventions: Pick<Conventions, 'technique' | 'promise'> & {
    baseline: (Omit<NonNullable<Conventions['baseline']>, 'tables'> & { rows: TravellingTables }) | null;
  };
};

export type FigurePage = { total: number; amount: number; rows: { row_id: number; code: string; name: string; amount: number }[] };
/** The answer, of which each question fills its own. */
export type FactsOutcome = {
  whole: PackedWhole | null;
  groups: { dimension: string; facts: PackedGroups }[];
  rows: KeptRows | null;
  page: FigurePage | null;
  ids: Int32Array | null;
  custom: { week: PeriodLines; month: PeriodLines } | null;
  answers: PackedFacts[];
};
const NOTHING: FactsOutcome = { whole: null, groups: [], rows: null, page: null, ids: null, custom: null, answers: [] };

serveThread<FactsInput, FactsOutcome>((input) => {
  if ('packed' in input) return { ...NOTHING, answers: input.packed.flatMap((one) => factsOfRows(one, input.question)) };
  if ('join' in input) return { ...NOTHING, rows: keptRows(joinRows(input.join.map(({ id, ...kept }) => ({ id, ...openAll(kept) })))) };
  if ('forward' in input) return { ...NOTHING, whole: packed(broughtForward(unpacked(input.kept), input.forward)) };
  if ('page' in input) return { ...NOTHING, page: keptPage(input.page) };
  const {
    rows,
    dataDate,
    revision,
    question,
    conventions: { technique, promise, baseline },
  } = input;
  const fields = fieldsAsked(question);
  const all = tablesOf(rows, fields);
  const tables = 'only' in question && question.only ? { ...all, wbs: narrowed(all.wbs, new Set(question.only)) } : all;
  const conventions = { technique, promise, baseline: baseline && { ...baseline, tables: tablesOf(baseline.rows, fields) } };
  if (question.do === 'custom') return { ...NOTHING, custom: accruedOf(tables, dataDate, question.custom) };
  if (question.do === 'within') return { ...NOTHING, ids: idsWithin(tables, question) };
  if (question.do === 'rows') {
    const found = rowsBehind(tables, dataDate, question.figure, conventions);
    return { ...NOTHING, page: found && pageOf(kept({ ...question, revision }, found), question) };
  }
  return {
    ...NOTHING,
    whole: question.whole ? packed(factsOf(tables, dataDate, conventions)) : null,
    rows: question.rows ? keptRows(packRows(tables, dataDate, conventions)) : null,
    groups: question.dimensions.map((dimension) => ({
      dimension,
      facts: packedGroups(dimension, groupsOf(tables, dataDate, dimension, conventions) ?? NO_GROUPS),
    })),
  };
});

function factsOfRows({ rows, lines, versions }: Asked, question: PackedQuestion): PackedFacts[] {
  const answerOf = openAnswers(openRows(rows, lines), question);
  return versions.map((of) => {
    const answer = answerOf(new Set(of));
    const keys = question.dimension === '' ? LINE_KEYS : linesOfGroups(question.dimension, answer.groups);
    return { ...answer, lines: packLines(keys, answer.lines) };
  });
}

const packed = (facts: VersionFacts | null): PackedWhole | null =>
  facts && {
    ...facts,
    week: packLines(LINE_KEYS, facts.week),
    month: packLines(LINE_KEYS, facts.month),
    status: packLines(STATUS_KEYS, facts.month),
  };
const unpacked = ({ head, noted, week, month }: ForwardInput['kept']): VersionFacts => ({
  head,
  noted,
  week: unpackLines(LINE_KEYS, week),
  month: unpackLines(LINE_KEYS, month),
});
const NO_GROUPS: GroupFacts = { heads: [], week: {}, month: {} };

function packedGroups(dimension: string, { heads, week, month }: GroupFacts): PackedGroups {
  const keys = linesOfGroups(dimension, heads);
  return { heads, week: packLines(keys, week), month: packLines(keys, month) };
}

/** The last figures whose rows were asked for, by name and revision: their further pages need no rows of the version. */
const figures = new Map<string, FigurePage>();
const MOST_FIGURES = 4;
const nameOf = ({ name, revision }: Pick<KeptPage, 'name' | 'revision'>): string => `${revision} ${name}`;

/** Keeps all rows of a figure in place of the one that was asked for the longest ago. */
function kept(of: Pick<KeptPage, 'name' | 'revision'>, { rows, decimals }: FigureRows): FigurePage {
  const text = (value: AnyRow[string]) => (typeof value === 'string' ? value : '');
  const all = {
    total: rows.length,
    amount: amountOf(
      rows.reduce((sum, { units }) => sum + units, 0),
      decimals,
    ),
    rows: rows.map(({ row, units }) => ({
      row_id: row.id,
      code: text(row['code']),
      name: text(row['name']),
      amount: amountOf(units, decimals),
    })),
  };
  figures.delete(nameOf(of));
  figures.set(nameOf(of), all);
  for (const oldest of figures.keys()) if (figures.size > MOST_FIGURES) figures.delete(oldest);
  return all;
}

const pageOf = (all: FigurePage, { offset, limit }: Pick<KeptPage, 'offset' | 'limit'>): FigurePage => ({
  ...all,
  rows: all.rows.slice(offset, offset + limit),
});

function keptPage(page: KeptPage): FigurePage | null {
  const all = figures.get(nameOf(page));
  return all ? pageOf(all, page) : null;
}
