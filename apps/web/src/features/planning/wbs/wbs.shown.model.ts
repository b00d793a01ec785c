import { type ColumnReader, dayOf, NO_DATE, partsOf, type Period, type RowTest, minuteOf } from '@gantry/domain';
import { newRows, ROW_FLAGS, sortSiblings, TYPE_SUM } from '@gantry/scene';
import { copyValues, places, type ScheduleRows, spanSummaries, withValueColumns } from './wbs.rows.model.ts';
import type { ScheduleDocument } from './wbs.document.model.ts';

/** Work that gives the thread back now and then; `runInSlices` drives it. */
export type Steps<R> = Generator<void, R, void>;

const ROWS_A_STEP = 2048;

/** Which rows a filter takes out; rows that stand there only because one below them passed are marked as context. */
export function* filterRows({ rows }: Pick<ScheduleRows, 'rows'>, test: RowTest): Steps<{ hidden: Uint8Array; matched: number }> {
  const hidden = new Uint8Array(rows.count);
  let matched = 0;
  for (let row = 0; row < rows.count; row += 1) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    if (test(row)) matched += 1;
    else hidden[row] = 1;
  }
  // Ancestors of what passed, from the bottom: `above` counts the passing rows behind a row.
  const behind = new Int32Array(rows.count + 1);
  for (let row = 0; row < rows.count; row += 1) behind[row + 1] = behind[row] + (hidden[row] === 0 ? 1 : 0);
  for (let row = 0; row < rows.count; row += 1) {
    rows.flags[row] &= ~ROW_FLAGS.context;
    if (hidden[row] === 0 || behind[rows.end[row]] === behind[row]) continue;
    hidden[row] = 0;
    rows.flags[row] |= ROW_FLAGS.context;
  }
  return { hidden, matched };
}

/** Takes the marks of a filter away. */
export function clearContext({ rows }: Pick<ScheduleRows, 'rows'>): void {
  for (let row = 0; row < rows.count; row += 1) rows.flags[row] &= ~ROW_FLAGS.context;
}

/** Values of a column by row, ready to be compared: ranks of texts, numbers with empty ones last in both directions. */
function* keysOf(count: number, { reader, direction, collator }: RowSort): Steps<Float64Array> {
  const keys = new Float64Array(count);
  if (reader.kind !== 'text') {
    for (let row = 0; row < count; row += 1) {
      if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
      const value = reader.at(row);
      keys[row] = Number.isNaN(value) || value === NO_DATE ? Number.POSITIVE_INFINITY : direction * value;
    }
    return keys;
  }
  const places = new Map<string, number>();
  const placeOf = new Int32Array(count);
  for (let row = 0; row < count; row += 1) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const text = reader.at(row);
    let place = places.get(text);
    if (place === undefined) places.set(text, (place = places.size));
    placeOf[row] = place;
  }
  const ranks = yield* ranksOf([...places.keys()], collator);
  for (let row = 0; row < count; row += 1) {
    const rank = ranks[placeOf[row]];
    keys[row] = rank < 0 ? Number.POSITIVE_INFINITY : direction * rank;
  }
  return keys;
}

/** Where each text stands among all as people order them; -1 for the empty one. */
function* ranksOf(texts: readonly string[], collator: Intl.Collator): Steps<Int32Array> {
  const places = yield* sortPlaces(texts, collator);
  const ranks = new Int32Array(texts.length);
  for (const [rank, place] of places.entries()) ranks[place] = texts[place] === '' ? -1 : rank;
  return ranks;
}

const RUN = 512;

/** A merge sort that gives the thread back between its runs: comparing as people read takes its time. */
function* sortPlaces(texts: readonly string[], collator: Intl.Collator): Steps<number[]> {
  const compare = (a: number, b: number): number => collator.compare(texts[a], texts[b]);
  let runs: number[][] = [];
  for (let from = 0; from < texts.length; from += RUN) {
    const length = Math.min(RUN, texts.length - from);
    runs.push(Array.from({ length }, (_unused, index) => from + index).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const next: number[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      next.push(index + 1 < runs.length ? yield* merge(runs[index], runs[index + 1], compare) : runs[index]);
    runs = next;
  }
  return runs[0] ?? [];
}

function* merge(left: readonly number[], right: readonly number[], compare: (a: number, b: number) => number): Steps<number[]> {
  const merged: number[] = [];
  let [a, b] = [0, 0];
  while (a < left.length && b < right.length) {
    merged.push(compare(left[a], right[b]) <= 0 ? left[a++] : right[b++]);
    if (merged.length % ROWS_A_STEP === 0) yield;
  }
  while (a < left.length) merged.push(left[a++]);
  while (b < right.length) merged.push(right[b++]);
  return merged;
}

/** How rows are sorted by a column. */
export type RowSort = { reader: ColumnReader; direction: 1 | -1; collator: Intl.Collator };

const compareBy =
  (keys: Float64Array) =>
  (a: number, b: number): number =>
    keys[a] === keys[b] ? 0 : keys[a] < keys[b] ? -1 : 1;

/** Place → row with siblings sorted at every level. */
export function* sortRows({ rows }: Pick<ScheduleRows, 'rows'>, sort: RowSort): Steps<Int32Array> {
  const keys = yield* keysOf(rows.count, sort);
  yield;
  return sortSiblings(rows, compareBy(keys));
}

/** One level of a grouping: the column with its order, and how its values are called. */
export type GroupLevel = {
  reader: ColumnReader;
  direction: 1 | -1;
  /** Dates are grouped by what they lie in; null by the day. */
  period: Period | null;
  title(value: string | number | null): string;
};

type Group = { key: string | number; title: string; children: Map<string | number, Group> | null; rows: number[]; count: number };

/** What rows' values are grouped as; null where they are empty. Days are found once in what they lie. */
function keyOfRows({ reader, period }: GroupLevel): (row: number) => string | number | null {
  if (reader.kind === 'text') return (row) => reader.at(row) || null;
  if (reader.kind === 'number')
    return (row) => {
      const value = reader.at(row);
      return Number.isNaN(value) ? null : value;
    };
  const starts = new Map<number, number>();
  return (row) => {
    const value = reader.at(row);
    if (value === NO_DATE) return null;
    const day = dayOf(value);
    let start = starts.get(day);
    if (start === undefined) starts.set(day, (start = startOfPeriod(value, period ?? 'day')));
    return start;
  };
}

/** The first minute of the day, week, month, quarter or year that a minute lies in. */
export function startOfPeriod(value: number, period: Period): number {
  const { year, month, day, weekday } = partsOf(value);
  if (period === 'day') return minuteOf(year, month, day);
  if (period === 'week') return minuteOf(year, month, day - weekday + 1);
  if (period === 'month') return minuteOf(year, month, 1);
  return period === 'quarter' ? minuteOf(year, month - ((month - 1) % 3), 1) : minuteOf(year, 1, 1);
}

export type GroupedRows = ScheduleRows & { groups: NonNullable<ScheduleRows['groups']> };

/**
 * Rows without children under rows of the groups that they fall into, level by level; `keeps` leaves out what a filter took.
 * Group rows have no slot and ids below zero. `isFolded` says which groups were folded before, by their path of values.
 */
export function* groupRows(
  base: ScheduleRows & { document: ScheduleDocument },
  levels: readonly GroupLevel[],
  options: { keeps: RowTest | null; sort: RowSort | null; collator: Intl.Collator; subtotals: boolean; isFolded(path: string): boolean },
): Steps<GroupedRows> {
  const { rows, slots, document } = base;
  const keysAt = levels.map(keyOfRows);
  const root: Group = { key: '', title: '', children: new Map(), rows: [], count: 0 };
  for (let row = 0; row < rows.count; row += 1) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    if (rows.end[row] > row + 1 || rows.type[row] === TYPE_SUM || (options.keeps && !options.keeps(row))) continue;
    let group = root;
    for (const [depth, level] of levels.entries()) {
      const value = keysAt[depth](row);
      const key = value ?? '';
      let next = group.children?.get(key);
      if (!next) {
        const last = depth === levels.length - 1;
        next = { key, title: level.title(value), children: last ? null : new Map(), rows: [], count: 0 };
        group.children?.set(key, next);
      }
      next.count += 1;
      group = next;
    }
    group.rows.push(row);
    root.count += 1;
  }
  const keys = options.sort ? yield* keysOf(rows.count, options.sort) : null;
  return yield* layGroups(root, levels, { rows, slots, document, keys, ...options });
}

function ordered(groups: Iterable<Group>, { reader, direction }: GroupLevel, collator: Intl.Collator): Group[] {
  const compare = (a: Group, b: Group): number => {
    if (a.key === '' || b.key === '') return (a.key === '' ? 1 : 0) - (b.key === '' ? 1 : 0);
    // Words of a closed list go by their texts, numbers and dates by their values.
    if (reader.kind === 'text') return direction * collator.compare(a.title, b.title);
    return direction * ((a.key as number) - (b.key as number));
  };
  return [...groups].sort(compare);
}

type Laying = Pick<ScheduleRows, 'rows' | 'slots'> & {
  document: ScheduleDocument;
  keys: Float64Array | null;
  subtotals: boolean;
  collator: Intl.Collator;
  isFolded(path: string): boolean;
};

/** Lays groups and their rows into arrays, from the first group to the last. */
function* layGroups(root: Group, levels: readonly GroupLevel[], from: Laying): Steps<GroupedRows> {
  const count = root.count + countGroups(root);
  const rows = withValueColumns(newRows(count));
  const slots = new Int32Array(count).fill(-1);
  const rowOfId = new Map<number, number>();
  const groups: GroupedRows['groups'] = { titles: [], paths: [], subtotals: from.subtotals };
  const ids = rows.id as Int32Array;
  let at = 0;
  function* put(group: Group, level: number, path: string): Steps<void> {
    const own = at;
    if (level > 0) {
      groups.titles.push(`${group.title} (${group.count})`);
      groups.paths.push(path);
      ids[at] = -groups.titles.length;
      rows.type[at] = TYPE_SUM;
      rows.level[at] = level - 1;
      rows.collapsed[at] = from.isFolded(path) ? 1 : 0;
      at += 1;
    }
    if (group.children)
      for (const child of ordered(group.children.values(), levels[level], from.collator))
        yield* put(child, level + 1, `${path}\u0000${child.key}`);
    else yield* putRows(group.rows, level);
    if (level > 0) rows.end[own] = at;
  }
  function* putRows(list: number[], level: number): Steps<void> {
    const { keys } = from;
    if (keys) list.sort(compareBy(keys));
    for (const row of list) {
      if (at % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
      ids[at] = from.rows.id[row];
      rows.level[at] = level;
      slots[at] = from.slots[row];
      rowOfId.set(ids[at], at);
      at += 1;
    }
  }
  yield* put(root, 0, '');
  const laid: GroupedRows = { rows, slots, rowOfId, groups };
  for (let start = 0; start < count; start += ROWS_A_STEP) {
    copyValues(from.document, laid, places(start, Math.min(count, start + ROWS_A_STEP)));
    yield;
  }
  spanSummaries(rows, from.document, slots);
  return laid;
}

function countGroups({ children }: Group): number {
  let count = children?.size ?? 0;
  for (const child of children?.values() ?? []) count += countGroups(child);
  return count;
}
