import { type AnyRow, type ColumnReader, conditionsOf, fieldsOf, type Minute, type RowFilter } from '@gantry/domain';
import type { Spread } from '@gantry/engine';
import { calendarsOf } from '@gantry/plan-view';
import { column, type Columns, openColumns, readColumns } from './analytics.columns.rules.ts';
import { type Conventions, underConventions, USUAL_CONVENTIONS } from './analytics.conventions.rules.ts';
import { countedOf, countsIn, number, textOf } from './analytics.counts.rules.ts';
import { AMOUNT_OF_KEY, addTo, dueOf, monthOf, noAmounts, shareUnits, weekOf } from './analytics.facts.rules.ts';
import { groupingOf, type GroupTables } from './analytics.groups.rules.ts';
import { EARNED_MEASURES, LINE_KEYS } from './analytics.lines.rules.ts';
import { layOutWorks } from './analytics.walk.rules.ts';

/** The dimension under which facts keep what a version is made of row by row. */
export const BY_ROW = 'rows';

/** Where rows of several versions stand together: which ones, where each begins, and when each is counted. */
export const [VERSIONS, BEGINS, DATA_DATE] = ['versions', 'begins', 'dataDate'];

/** The rows that have others below them: their ids; and of each row the place of the one above it among them. */
export const [SUMS_ABOVE, ABOVE, ABOVE_SUMS] = ['sums', 'above', 'sums above'];

/** What tells works apart without a look at the tables of their version. */
const DIMENSIONS = ['executor', 'curator', 'status', 'wbs:1', 'wbs:2', 'wbs:3'];
export const FIELDS = new Map(
  fieldsOf('wbs').flatMap((field) => (field.kind === 'json' || field.kind === 'days' ? [] : [[field.name, field]])),
);
/** Amounts of assignments that columns add up. */
const SUMS = ['plannedCost', 'actualCost', 'plannedUnits', 'actualUnits'];
export const AMOUNTS = Object.keys(noAmounts()) as (keyof ReturnType<typeof noAmounts>)[];

/** What groups count of a work, as bits. */
const IS_WORK = 1;
export const STATES = [
  ['in_progress', 2],
  ['overdue', 4],
] as const;

/** Whether packed rows answer a question: its conditions and its dimension are about what they hold. */
export const isPacked = (filter: RowFilter, dimension: string): boolean =>
  (dimension === '' || DIMENSIONS.includes(dimension)) &&
  conditionsOf(filter).every(({ column }) => FIELDS.has(column) || SUMS.includes(column));

export const kindOf = (name: string): ColumnReader['kind'] => {
  const kind = FIELDS.get(name)?.kind;
  return kind === 'minute' ? 'minute' : kind === 'text' || kind === 'word' || kind === 'flag' ? 'text' : 'number';
};
export const wordsOf = (name: string): readonly string[] => FIELDS.get(name)?.values ?? ['false', 'true'];

export type Bytes = Buffer<ArrayBuffer>;
/** What a version is made of row by row: columns of its leaves, those of their texts, and what each work brings to weeks and months. */
export type PackedRows = { rows: Bytes; texts: Bytes; week: Bytes; month: Bytes };

/** Packs the rows of a version, so that questions about some of them are answered without its tables: by what `factsOf` counts of each. */
export function packRows(whole: GroupTables, dataDate: Minute, conventions: Conventions = USUAL_CONVENTIONS): PackedRows {
  const counted = underConventions(whole, dataDate, conventions);
  const { tables, done } = counted;
  const { leaves, works } = countedOf(tables.wbs);
  const placeOf = new Map(leaves.map((row, place) => [row, place]));
  const columns = openColumns();
  columns.numbers(DATA_DATE, [dataDate]);
  const own = new Map(whole.wbs.map((row) => [row.id, row]));
  const texts = openColumns();
  packFields(
    { numbers: columns.numbers, texts: texts.texts },
    leaves.map((row) => own.get(row.id) ?? row),
  );
  const parents = new Set(whole.wbs.map(({ parentId }) => parentId));
  const above = whole.wbs.filter(({ id }) => parents.has(id));
  const placeAbove = new Map<unknown, number>(above.map(({ id }, place) => [id, place]));
  const placesAbove = (rows: readonly AnyRow[]) => rows.map(({ parentId }) => placeAbove.get(parentId) ?? Number.NaN);
  columns.numbers(
    SUMS_ABOVE,
    above.map(({ id }) => id),
  );
  columns.numbers(ABOVE_SUMS, placesAbove(above));
  columns.numbers(ABOVE, placesAbove(leaves));
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
    leaves.map((row) => (isWork.has(row) ? shareUnits(done.share(row)) : 0)),
  );
  columns.numbers(
    'due',
    leaves.map((row) => (isWork.has(row) ? shareUnits(dueOf(row, dataDate, calendarOf)) : 0)),
  );
  for (const dimension of DIMENSIONS) packGroups(columns, dimension, leaves, tables);
  const amounts = EARNED_MEASURES.map((measure) => ({ measure, of: leaves.map(noAmounts) }));
  const lines = { week: openEntries(weekOf), month: openEntries(monthOf) };
  const isKnown = new Set(LINE_KEYS);
  layOutWorks(counted, works, dataDate, (key) => {
    if (!isKnown.has(key)) return null;
    const amount = AMOUNT_OF_KEY.get(key);
    const sums = amount && amounts.find(({ measure }) => measure === amount.measure)?.of;
    return (row, spread) => {
      const place = placeOf.get(row) ?? 0;
      lines.week.add(key, place, spread);
      lines.month.add(key, place, spread);
      if (amount && sums) addTo(sums[place], amount.line, spread, dataDate);
    };
  });
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

/** Puts packed rows of several versions behind one another, each under its id: what is asked of many small versions is read at once. */
export function joinRows(packs: readonly (PackedRows & { id: number })[]): PackedRows {
  const open = (of: keyof PackedRows) => packs.map((pack) => readColumns(pack[of]));
  const rows = open('rows');
  const counts = rows.map((columns) => column(columns, 'id').count);
  const joined = openColumns();
  let before = 0;
  const begins = counts.map((count) => (before += count) - count);
  const dataDates = rows.map((columns) => column(columns, DATA_DATE).at(0));
  for (const [name, values] of [
    [VERSIONS, packs.map(({ id }) => id)],
    [BEGINS, begins],
    [DATA_DATE, dataDates],
  ] as const)
    joined.numbers(name, values);
  const isOfGroups = new Set(DIMENSIONS.flatMap((dimension) => [`group ${dimension}`, `groups ${dimension}`]));
  let sums = 0;
  const begun = rows.map((columns) => (sums += column(columns, SUMS_ABOVE).count) - column(columns, SUMS_ABOVE).count);
  for (const name of [ABOVE, ABOVE_SUMS])
    joined.numbers(
      name,
      rows.flatMap((columns, index) => numbersIn(columns, name).map((place) => place + begun[index])),
    );
  for (const name of rows[0]?.names() ?? [])
    if (![DATA_DATE, ABOVE, ABOVE_SUMS].includes(name) && !isOfGroups.has(name))
      joined.numbers(
        name,
        rows.flatMap((columns) => numbersIn(columns, name)),
      );
  for (const dimension of DIMENSIONS) joinGroups(joined, dimension, rows);
  const words = open('texts');
  const texts = openColumns();
  for (const name of words[0]?.names() ?? [])
    texts.texts(
      name,
      words.flatMap((columns) => columns.texts(name)),
    );
  return { rows: joined.close(), texts: texts.close(), week: joinEntries(open('week'), begins), month: joinEntries(open('month'), begins) };
}

function numbersIn(columns: Columns, name: string): number[] {
  const { at, count } = column(columns, name);
  return Array.from({ length: count }, (_, place) => at(place));
}

function joinGroups(joined: ReturnType<typeof openColumns>, dimension: string, rows: readonly Columns[]): void {
  const groups = new Map<string, { at: number; name: string }>();
  const of = rows.flatMap((columns) => {
    const names = columns.texts(`groups ${dimension}`);
    const places = Array.from({ length: names.length / 2 }, (_, group) => {
      const [key, name] = names.slice(group * 2, group * 2 + 2);
      const known = groups.get(key) ?? { at: groups.size, name };
      groups.set(key, known);
      return known.at;
    });
    return numbersIn(columns, `group ${dimension}`).map((group) => places[group]);
  });
  joined.numbers(`group ${dimension}`, of);
  joined.texts(
    `groups ${dimension}`,
    [...groups].flatMap(([key, { name }]) => [key, name]),
  );
}

function joinEntries(lines: readonly Columns[], begins: readonly number[]): Bytes {
  const joined = openColumns();
  for (const key of LINE_KEYS) {
    const having = lines
      .map((columns, index) => ({ columns, begin: begins[index] }))
      .filter(({ columns }) => columns.numbers(`${key} place`));
    if (!having.length) continue;
    const join = (name: string, move: (value: number, begin: number) => number) =>
      joined.numbers(
        name,
        having.flatMap(({ columns, begin }) => numbersIn(columns, name).map((value) => move(value, begin))),
      );
    join(`${key} place`, (place, begin) => place + begin);
    for (const part of ['first', 'count', 'units']) join(`${key} ${part}`, (value) => value);
  }
  return joined.close();
}
