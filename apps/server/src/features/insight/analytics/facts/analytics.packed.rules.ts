import {
  type AnyRow,
  type ColumnReader,
  compileFilter,
  conditionsOf,
  fieldsOf,
  type Minute,
  NO_DATE,
  type ReaderOf,
  type RowFilter,
} from '@gantry/domain';
import type { Spread } from '@gantry/engine';
import { calendarsOf } from '@gantry/plan-view';
import { type Columns, openColumns, readColumns } from './analytics.columns.rules.ts';
import { type Conventions, underConventions, USUAL_CONVENTIONS } from './analytics.conventions.rules.ts';
import { countedOf, countsIn, countsOf, type Noted, notedOf, number, textOf } from './analytics.counts.rules.ts';
import { AMOUNT_OF_KEY, addTo, dueOf, type FactHead, monthOf, noAmounts, weekOf } from './analytics.facts.rules.ts';
import { type GroupHead, groupingOf, type GroupTables, keyInGroup } from './analytics.groups.rules.ts';
import { EARNED_MEASURES, LINE_KEYS } from './analytics.lines.rules.ts';
import type { PeriodLines } from './analytics.pack.rules.ts';
import { layOutWorks } from './analytics.walk.rules.ts';

/** The dimension under which facts keep what a version is made of row by row. */
export const BY_ROW = 'rows';

/** What tells works apart without a look at the tables of their version. */
const DIMENSIONS = ['executor', 'curator', 'status', 'wbs:1', 'wbs:2', 'wbs:3'];
const FIELDS = new Map(fieldsOf('wbs').flatMap((field) => (field.kind === 'json' || field.kind === 'days' ? [] : [[field.name, field]])));
/** Amounts of assignments that columns add up. */
const SUMS = ['plannedCost', 'actualCost', 'plannedUnits', 'actualUnits'];
const AMOUNTS = Object.keys(noAmounts()) as (keyof ReturnType<typeof noAmounts>)[];
/** What counts read of a row that is shown to have passed. */
const SHOWN = ['id', 'type', 'status', 'critical', 'nearCritical', 'totalFloatMinutes', 'start', 'finish'];

/** What groups count of a work, as bits. */
const IS_WORK = 1;
const STATES = [
  ['in_progress', 2],
  ['overdue', 4],
] as const;

/** Whether packed rows answer a question: its conditions and its dimension are about what they hold. */
export const isPacked = (filter: RowFilter, dimension: string): boolean =>
  (dimension === '' || DIMENSIONS.includes(dimension)) &&
  conditionsOf(filter).every(({ column }) => FIELDS.has(column) || SUMS.includes(column));

const kindOf = (name: string): ColumnReader['kind'] => {
  const kind = FIELDS.get(name)?.kind;
  return kind === 'minute' ? 'minute' : kind === 'text' || kind === 'word' || kind === 'flag' ? 'text' : 'number';
};
const wordsOf = (name: string): readonly string[] => FIELDS.get(name)?.values ?? ['false', 'true'];

type Bytes = Buffer<ArrayBuffer>;
/** What a version is made of row by row: columns of its leaves, those of their texts, and what each work brings to weeks and months. */
export type PackedRows = { rows: Bytes; texts: Bytes; week: Bytes; month: Bytes };

/** Packs the rows of a version, so that questions about some of them are answered without its tables: by what `factsOf` counts of each. */
export function packRows(whole: GroupTables, dataDate: Minute, conventions: Conventions = USUAL_CONVENTIONS): PackedRows {
  const counted = underConventions(whole, dataDate, conventions);
  const { tables, done } = counted;
  const { leaves, works } = countedOf(tables.wbs);
  const placeOf = new Map(leaves.map((row, place) => [row, place]));
  const columns = openColumns();
  columns.numbers('dataDate', [dataDate]);
  const own = new Map(whole.wbs.map((row) => [row.id, row]));
  const texts = openColumns();
  packFields(
    { numbers: columns.numbers, texts: texts.texts },
    leaves.map((row) => own.get(row.id) ?? row),
  );
  const sums = sumsOf(whole.assignment);
  for (const name of SUMS)
    columns.numbers(
      name,
      leaves.map(({ id }) => sums.get(name)?.get(id) ?? Number.NaN),
    );
  // Under another promise than their own rows have its finish.
  columns.numbers(
    'promise',
    leaves.map((row) => numberOr(row['targetFinish'])),
  );
  const isWork = new Set(works);
  // What groups count.
  columns.numbers(
    'state',
    leaves.map((row) =>
      isWork.has(row) ? IS_WORK + STATES.reduce((sum, [count, bit]) => sum + (countsIn(count, row, dataDate) ? bit : 0), 0) : 0,
    ),
  );
  const calendarOf = calendarsOf(tables);
  columns.numbers(
    'done',
    leaves.map((row) => (isWork.has(row) ? done.share(row) : 0)),
  );
  columns.numbers(
    'due',
    leaves.map((row) => (isWork.has(row) ? dueOf(row, dataDate, calendarOf) : 0)),
  );
  for (const dimension of DIMENSIONS) packGroups(columns, dimension, leaves, tables);
  const amounts = EARNED_MEASURES.map((measure) => ({ measure, of: leaves.map(noAmounts) }));
  const lines = { week: openEntries(weekOf), month: openEntries(monthOf) };
  const isKnown = new Set(LINE_KEYS);
  layOutWorks(
    counted,
    works,
    dataDate,
    (key) => isKnown.has(key),
    (row, key, spread) => {
      const place = placeOf.get(row) ?? 0;
      lines.week.add(key, place, spread);
      lines.month.add(key, place, spread);
      const amount = AMOUNT_OF_KEY.get(key);
      const sum = amount && amounts.find(({ measure }) => measure === amount.measure)?.of[place];
      if (amount && sum) addTo(sum, amount.line, spread, dataDate);
    },
  );
  for (const { measure, of } of amounts)
    for (const name of AMOUNTS)
      columns.numbers(
        `${measure} ${name}`,
        of.map((one) => one[name]),
      );
  return { rows: columns.close(), texts: texts.close(), week: lines.week.close(), month: lines.month.close() };
}

const numberOr = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

function packFields(columns: Omit<ReturnType<typeof openColumns>, 'close'>, rows: readonly AnyRow[]): void {
  for (const [name, { kind }] of FIELDS)
    if (kind === 'text')
      columns.texts(
        name,
        rows.map((row) => textOf(row[name])),
      );
    else if (kind === 'word' || kind === 'flag') {
      const words = new Map(wordsOf(name).map((word, at) => [word, at]));
      columns.numbers(
        name,
        rows.map((row) => words.get(textOf(row[name])) ?? Number.NaN),
      );
    } else
      columns.numbers(
        name,
        rows.map((row) => numberOr(row[name])),
      );
}

function sumsOf(assignment: readonly AnyRow[]): Map<string, Map<unknown, number>> {
  const sums = new Map(SUMS.map((name) => [name, new Map<unknown, number>()]));
  for (const row of assignment) for (const [name, of] of sums) of.set(row['itemId'], (of.get(row['itemId']) ?? 0) + number(row[name]));
  return sums;
}

function packGroups(columns: ReturnType<typeof openColumns>, dimension: string, rows: readonly AnyRow[], tables: GroupTables): void {
  const grouping = groupingOf(tables, dimension);
  const groups = new Map<string, { at: number; name: string }>();
  const of = rows.map((row) => {
    const { key, name } = grouping?.of(row, null) ?? { key: '', name: '' };
    const known = groups.get(key) ?? { at: groups.size, name };
    groups.set(key, known);
    return known.at;
  });
  columns.numbers(`group ${dimension}`, of);
  columns.texts(
    `groups ${dimension}`,
    [...groups].flatMap(([key, { name }]) => [key, name]),
  );
}

/** What works bring to lines, by periods: of each spread its work, its first period, how many there are, and their sums. */
function openEntries(periodOf: (day: number) => number) {
  const entries = new Map<string, { place: number[]; first: number[]; count: number[]; units: number[] }>();
  const periodAt = oncePerNumber(periodOf);
  return {
    add(key: string, place: number, { firstDay, units }: Spread): void {
      let known = entries.get(key);
      if (!known) entries.set(key, (known = { place: [], first: [], count: [], units: [] }));
      let [first, last] = [0, 0];
      const begun = known.units.length;
      for (let index = 0; index < units.length; index += 1) {
        if (units[index] === 0) continue;
        const period = periodAt(firstDay + index);
        if (known.units.length === begun) first = last = period;
        for (; last < period; last += 1) if (known.units.length > begun) known.units.push(0);
        if (known.units.length === begun) known.units.push(0);
        known.units[known.units.length - 1] += units[index];
      }
      const count = known.units.length - begun;
      if (!count) return;
      known.place.push(place);
      known.first.push(first);
      known.count.push(count);
    },
    close(): Bytes {
      const columns = openColumns();
      for (const [key, { place, first, count, units }] of entries) {
        columns.numbers(`${key} place`, place);
        columns.numbers(`${key} first`, first);
        columns.numbers(`${key} count`, count);
        columns.numbers(`${key} units`, units);
      }
      return columns.close();
    },
  };
}

function oncePerNumber(of: (value: number) => number): (value: number) => number {
  const known = new Map<number, number>();
  return (value) => {
    let found = known.get(value);
    if (found === undefined) known.set(value, (found = of(value)));
    return found;
  };
}

/** One value of a dimension. */
type Value = { dimension: string; key: string };
/** A question about the rows that pass a filter: their sums in all, or by a dimension, with these lines or with all. */
export type PackedQuestion = { filter: RowFilter; within?: Value | undefined; dimension: string; keys?: ReadonlySet<string> | undefined };
export type PackedAnswer = { head: FactHead | null; noted: Noted | null; groups: GroupHead[]; lines: PeriodLines };

/** Answers a question of the packed rows of a version, and of their lines where those are wanted. `texts` is asked where texts matter. */
export function answerOfRows(
  { rows, texts, lines }: { rows: Bytes; texts: () => Bytes; lines: Bytes | null },
  { filter, within, dimension, keys }: PackedQuestion,
): PackedAnswer {
  let words: Columns | undefined;
  const columns = readColumns(rows, () => (words ??= readColumns(texts())));
  const wanted = keys ? LINE_KEYS.filter((key) => keys.has(key)) : LINE_KEYS;
  const { count } = column(columns, 'id');
  const passes = compileFilter(filter, readerOf(columns)).test ?? (() => true);
  const places: number[] = [];
  const isWithin = within ? inGroup(columns, within) : () => true;
  for (let place = 0; place < count; place += 1) if (isWithin(place) && passes(place)) places.push(place);
  if (dimension !== '') return answerByGroups(columns, places, { lines, wanted }, dimension);
  const dataDate = column(columns, 'dataDate').at(0);
  const shown = places.map(readRow(columns));
  // Every packed row is a leaf.
  const { works } = countedOf(shown);
  const passed = new Uint8Array(count);
  for (const place of places) passed[place] = 1;
  const [summed] = lines ? sumsOfLines(readColumns(lines), wanted, passed, 1) : [{}];
  return { head: headOf(columns, places, shown, works, dataDate), noted: notedOf(shown, works, dataDate), groups: [], lines: summed };
}

function inGroup(columns: Columns, { dimension, key }: Value): (place: number) => boolean {
  const { at } = column(columns, `group ${dimension}`);
  const group = columns.texts(`groups ${dimension}`).findIndex((text, index) => index % 2 === 0 && text === key) / 2;
  return (place) => at(place) === group;
}

function answerByGroups(
  columns: Columns,
  places: readonly number[],
  { lines, wanted }: { lines: Bytes | null; wanted: readonly string[] },
  dimension: string,
): PackedAnswer {
  const { at: groupAt, count } = column(columns, `group ${dimension}`);
  const { at: stateAt } = column(columns, 'state');
  const names = columns.texts(`groups ${dimension}`);
  const heads: GroupHead[] = [];
  const numberOf = new Uint32Array(names.length);
  const groupOf = new Uint32Array(count);
  for (const place of places) {
    const state = stateAt(place);
    if (state === 0) continue;
    const group = groupAt(place);
    if (numberOf[group] === 0) {
      const [key, name] = names.slice(group * 2);
      numberOf[group] = heads.push({ key, name, unit: '', works: 0, in_progress: 0, overdue: 0, first: null, last: null });
    }
    groupOf[place] = numberOf[group];
    const head = heads[numberOf[group] - 1];
    head.works += 1;
    for (const [of, bit] of STATES) if (state & bit) head[of] += 1;
  }
  const summed = lines ? sumsOfLines(readColumns(lines), wanted, groupOf, heads.length) : [];
  const named = summed.flatMap((one, at) => Object.entries(one).map(([key, line]) => [keyInGroup(heads[at].key, key), line] as const));
  return { head: null, noted: null, groups: heads, lines: Object.fromEntries(named) };
}

function column(columns: Columns, name: string) {
  const found = columns.numbers(name);
  if (!found) throw new RangeError(`packed rows have no ${name}`);
  return found;
}

/** The lines of each group of works; `groupOf` has a number from 1 on for each place, 0 for what is left out. */
function sumsOfLines(columns: Columns, wanted: readonly string[], groupOf: Uint8Array | Uint32Array, groups: number): PeriodLines[] {
  const sums = Array.from({ length: groups }, (): PeriodLines => ({}));
  // Mostly a plan lies like its promise and like what is left of it: lines that are equal row by row are added up once.
  const known = new Map<string, (PeriodLines[string] | null)[]>();
  for (const key of wanted) {
    if (!columns.numbers(`${key} place`)) continue;
    const parts = ['place', 'first', 'count', 'units'].map((name) => column(columns, `${key} ${name}`));
    const id = parts.map((part) => part.id).join();
    const found = known.get(id) ?? sumsOfLine(parts, groupOf, groups);
    known.set(id, found);
    for (const [group, line] of found.entries()) if (line) sums[group][key] = { first: line.first, units: [...line.units] };
  }
  return sums;
}

function sumsOfLine(
  [places, firsts, counts, units]: ReturnType<typeof column>[],
  groupOf: Uint8Array | Uint32Array,
  groups: number,
): (PeriodLines[string] | null)[] {
  let [from, until] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let entry = 0; entry < places.count; entry += 1) {
    const first = firsts.at(entry);
    if (first < from) from = first;
    if (first + counts.at(entry) > until) until = first + counts.at(entry);
  }
  const width = until - from;
  const totals = new Float64Array(width * groups);
  const reach = Array.from({ length: groups }, () => ({ begin: width, end: 0 }));
  for (let entry = 0, at = 0; entry < places.count; entry += 1) {
    const group = groupOf[places.at(entry)] - 1;
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
    return sum;
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
