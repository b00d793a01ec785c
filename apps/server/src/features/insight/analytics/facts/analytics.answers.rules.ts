import { type AnyRow, type ColumnReader, compileFilter, type Minute, NO_DATE, type ReaderOf, type RowFilter } from '@gantry/domain';
import { column, type Columns, readColumns } from './analytics.columns.rules.ts';
import { countedOf, countsOf, type Noted, notedOf } from './analytics.counts.rules.ts';
import { type FactHead, noAmounts, SHARE_UNITS } from './analytics.facts.rules.ts';
import { type GroupHead, keyInGroup } from './analytics.groups.rules.ts';
import { EARNED_MEASURES, LINE_KEYS } from './analytics.lines.rules.ts';
import type { PeriodLines } from './analytics.pack.rules.ts';
import {
  ABOVE,
  ABOVE_SUMS,
  AMOUNTS,
  BEGINS,
  type Bytes,
  DATA_DATE,
  FIELDS,
  kindOf,
  STATES,
  SUMS_ABOVE,
  VERSIONS,
  wordsOf,
} from './analytics.packed.rules.ts';

/** What counts read of a row that is shown to have passed. */
const SHOWN = ['id', 'type', 'status', 'critical', 'nearCritical', 'totalFloatMinutes', 'start', 'finish'];

/** One value of a dimension. */
type Value = { dimension: string; key: string };
/** A question about the rows that pass a filter, those of a value and below a row: their sums in all, or by a dimension, with these lines or with all. */
export type PackedQuestion = {
  filter: RowFilter;
  within?: Value | undefined;
  below?: number | undefined;
  dimension: string;
  keys?: ReadonlySet<string> | undefined;
};
export type PackedAnswer = { head: FactHead | null; noted: Noted | null; groups: GroupHead[]; lines: PeriodLines };

/** Places one behind another: from the first up to the second. */
type Span = { from: number; until: number };
/** Where the rows of a version stand, and its place among the versions. */
type VersionSpan = Span & { version: number; index: number };
/** Packed rows as they are read; `texts` is asked where texts matter. */
type Opened = { rows: Bytes; texts: () => Bytes; lines: Bytes | null };

/** Opens packed rows for a question, with their lines where those are wanted. Each call answers it of some of their versions together, or of all: of the
 * rows of one version there are no others. */
export function openAnswers(
  { rows, texts, lines }: Opened,
  { filter, within, below, dimension, keys }: PackedQuestion,
): (versions?: ReadonlySet<number>) => PackedAnswer {
  let words: Columns | undefined;
  const columns = readColumns(rows, () => (words ??= readColumns(texts())));
  const laid = lines && openLines(readColumns(lines), keys ? LINE_KEYS.filter((key) => keys.has(key)) : LINE_KEYS);
  const all = { from: 0, until: column(columns, 'id').count, index: 0 };
  let spans: VersionSpan[] | undefined;
  const passes = compileFilter(filter, readerOf(columns)).test ?? (() => true);
  const isWithin = within ? inGroup(columns, within) : () => true;
  const isBelow = below === undefined ? () => true : belowRow(columns, below);
  return (versions) => {
    const asked =
      versions && columns.numbers(VERSIONS) ? (spans ??= spansOf(columns, all)).filter(({ version }) => versions.has(version)) : [all];
    const places: number[] = [];
    for (const { from, until } of asked)
      for (let place = from; place < until; place += 1) if (isBelow(place) && isWithin(place) && passes(place)) places.push(place);
    const span = { from: asked[0]?.from ?? 0, until: asked.at(-1)?.until ?? 0 };
    return dimension === ''
      ? answerInAll(columns, places, { ...span, index: asked[0]?.index ?? 0 }, laid)
      : answerByGroups(columns, places, span, { laid, dimension });
  };
}

function spansOf(columns: Columns, all: Span): VersionSpan[] {
  const [versions, begins] = [column(columns, VERSIONS), column(columns, BEGINS)];
  return Array.from({ length: versions.count }, (_, index) => ({
    version: versions.at(index),
    index,
    from: begins.at(index),
    until: index + 1 < versions.count ? begins.at(index + 1) : all.until,
  }));
}

function answerInAll(columns: Columns, places: readonly number[], span: Span & { index: number }, laid: Laid | null): PackedAnswer {
  const dataDate = column(columns, DATA_DATE).at(span.index);
  const shown = places.map(readRow(columns));
  // Every packed row is a leaf.
  const { works } = countedOf(shown);
  const passed = new Uint32Array(span.until - span.from);
  for (const place of places) passed[place - span.from] = 1;
  const [summed] = laid ? laid(passed, span, 1) : [{}];
  return { head: headOf(columns, places, shown, works, dataDate), noted: notedOf(shown, works, dataDate), groups: [], lines: summed };
}

function inGroup(columns: Columns, { dimension, key }: Value): (place: number) => boolean {
  const { at } = column(columns, `group ${dimension}`);
  const group = columns.texts(`groups ${dimension}`).findIndex((text, index) => index % 2 === 0 && text === key) / 2;
  return (place) => at(place) === group;
}

/** Whether a place is that of a row or stands below it. */
function belowRow(columns: Columns, id: number): (place: number) => boolean {
  const [ids, sums, aboveSums, above] = ['id', SUMS_ABOVE, ABOVE_SUMS, ABOVE].map((name) => column(columns, name));
  const known = new Map<number, boolean>();
  const isBelow = (sum: number): boolean => {
    if (Number.isNaN(sum)) return false;
    let found = known.get(sum);
    if (found === undefined) known.set(sum, (found = sums.at(sum) === id || isBelow(aboveSums.at(sum))));
    return found;
  };
  return (place) => ids.at(place) === id || isBelow(above.at(place));
}

function answerByGroups(
  columns: Columns,
  places: readonly number[],
  span: Span,
  { laid, dimension }: { laid: Laid | null; dimension: string },
): PackedAnswer {
  const { at: groupAt } = column(columns, `group ${dimension}`);
  const { at: stateAt } = column(columns, 'state');
  const names = columns.texts(`groups ${dimension}`);
  const heads: GroupHead[] = [];
  const numberOf = new Uint32Array(names.length);
  const groupOf = new Uint32Array(span.until - span.from);
  for (const place of places) {
    const state = stateAt(place);
    if (state === 0) continue;
    const group = groupAt(place);
    if (numberOf[group] === 0) {
      const [key, name] = names.slice(group * 2, group * 2 + 2);
      numberOf[group] = heads.push({ key, name, unit: '', works: 0, in_progress: 0, overdue: 0, first: null, last: null });
    }
    groupOf[place - span.from] = numberOf[group];
    const head = heads[numberOf[group] - 1];
    head.works += 1;
    for (const [of, bit] of STATES) if (state & bit) head[of] += 1;
  }
  const summed = laid ? laid(groupOf, span, heads.length) : [];
  const named = summed.flatMap((one, at) => Object.entries(one).map(([key, line]) => [keyInGroup(heads[at].key, key), line] as const));
  return { head: null, noted: null, groups: heads, lines: Object.fromEntries(named) };
}

/** Adds lines up by groups of works; `groupOf` has a number from 1 on for each place of the span, 0 for what is left out. */
type Laid = (groupOf: Uint32Array, span: Span, groups: number) => PeriodLines[];
type Line = { parts: ReturnType<typeof column>[]; begins: () => Uint32Array };

function openLines(columns: Columns, wanted: readonly string[]): Laid {
  // Mostly a plan lies like its promise and like what is left of it: lines that are equal row by row are added up once.
  const known = new Map<string, Line>();
  const lines = wanted.flatMap((key) => {
    if (!columns.numbers(`${key} place`)) return [];
    const parts = ['place', 'first', 'count', 'units'].map((name) => column(columns, `${key} ${name}`));
    const id = parts.map((part) => part.id).join();
    let begins: Uint32Array | undefined;
    const line = known.get(id) ?? { parts, begins: () => (begins ??= beginsOf(parts[2])) };
    known.set(id, line);
    return [{ key, line }];
  });
  return (groupOf, span, groups) => {
    const sums = Array.from({ length: groups }, (): PeriodLines => ({}));
    const summed = new Map<Line, (PeriodLines[string] | null)[]>();
    for (const { key, line } of lines) {
      const found = summed.get(line) ?? sumsOfLine(line, groupOf, span, groups);
      summed.set(line, found);
      for (const [group, one] of found.entries()) if (one) sums[group][key] = { first: one.first, units: [...one.units] };
    }
    return sums;
  };
}

/** Where the units of each entry begin. */
function beginsOf({ at, count }: Pick<ReturnType<typeof column>, 'at' | 'count'>): Uint32Array {
  const begins = new Uint32Array(count);
  for (let entry = 1; entry < count; entry += 1) begins[entry] = begins[entry - 1] + at(entry - 1);
  return begins;
}

/** The first entry at or behind a place: those of a version stand behind those of the version before it. */
function entryFrom({ at, count }: Pick<ReturnType<typeof column>, 'at' | 'count'>, place: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(middle) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sumsOfLine(
  { parts: [places, firsts, counts, units], begins }: Line,
  groupOf: Uint32Array,
  span: Span,
  groups: number,
): (PeriodLines[string] | null)[] {
  const [begun, ended] = [entryFrom(places, span.from), entryFrom(places, span.until)];
  let [from, until] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let entry = begun; entry < ended; entry += 1) {
    const first = firsts.at(entry);
    if (first < from) from = first;
    if (first + counts.at(entry) > until) until = first + counts.at(entry);
  }
  const width = Math.max(0, until - from);
  const totals = new Float64Array(width * groups);
  const reach = Array.from({ length: groups }, () => ({ begin: width, end: 0 }));
  for (let entry = begun, at = begun === 0 ? 0 : begins()[begun]; entry < ended; entry += 1) {
    const group = groupOf[places.at(entry) - span.from] - 1;
    const count = counts.at(entry);
    if (group >= 0) {
      const begin = firsts.at(entry) - from;
      const put = group * width + begin;
      for (let index = 0; index < count; index += 1) totals[put + index] += units.at(at + index);
      const ends = reach[group];
      if (begin < ends.begin) ends.begin = begin;
      if (begin + count > ends.end) ends.end = begin + count;
    }
    at += count;
  }
  return reach.map(({ begin, end }, group) =>
    begin < end ? { first: from + begin, units: [...totals.subarray(group * width + begin, group * width + end)] } : null,
  );
}

function headOf(
  columns: Columns,
  places: readonly number[],
  shown: readonly AnyRow[],
  works: readonly AnyRow[],
  dataDate: Minute,
): FactHead {
  const [done, due] = ['done', 'due'].map((name) => {
    const { at } = column(columns, name);
    let sum = 0;
    for (const place of places) sum += at(place);
    return sum / SHARE_UNITS;
  });
  const [cost, labour] = EARNED_MEASURES.map((measure) => {
    const sums = noAmounts();
    for (const name of AMOUNTS) {
      const { at } = column(columns, `${measure} ${name}`);
      for (const place of places) sums[name] += at(place);
    }
    return sums;
  });
  return { ...countsOf(works, shown, dataDate), done, due, cost, labour, data_date: dataDate };
}

/** Reads what counts look at of a row, and how it is called. */
function readRow(columns: Columns): (place: number) => AnyRow {
  const readers = SHOWN.map((name) => {
    const { at } = column(columns, name);
    const kind = FIELDS.get(name)?.kind;
    const words = wordsOf(name);
    const value = (place: number): unknown => {
      const read = at(place);
      if (Number.isNaN(read)) return null;
      return kind === 'word' ? words[read] : kind === 'flag' ? read === 1 : read;
    };
    return { name, value };
  });
  const { at: promise } = column(columns, 'promise');
  const [codes, names] = [columns.texts('code'), columns.texts('name')];
  return (place) => {
    const row: Record<string, unknown> = { code: codes[place], name: names[place] };
    for (const { name, value } of readers) row[name] = value(place);
    const target = promise(place);
    row['targetFinish'] = Number.isNaN(target) ? null : target;
    return row as AnyRow;
  };
}

/** Reads packed columns as the grid of the version shows them. */
function readerOf(columns: Columns): ReaderOf {
  return (name): ColumnReader => {
    const kind = kindOf(name);
    if (FIELDS.get(name)?.kind === 'text') {
      const texts = columns.texts(name);
      return { kind: 'text', at: (row) => texts[row] };
    }
    const { at } = column(columns, name);
    if (kind === 'text') {
      const words = wordsOf(name);
      return { kind, at: (row) => (Number.isNaN(at(row)) ? '' : words[at(row)]) };
    }
    return kind === 'minute' ? { kind, at: (row) => (Number.isNaN(at(row)) ? NO_DATE : at(row)) } : { kind, at };
  };
}
