import { type ColumnReader, NO_DATE, partsOf, type Period, type RowTest, minuteOf } from '@gantry/domain';
import { newRows, ROW_FLAGS, sortSiblings, TYPE_SUM } from '@gantry/scene';
import { fillValues, type ScheduleRows, withValueColumns } from './wbs.rows.model.ts';
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
function* keysOf(count: number, reader: ColumnReader, direction: 1 | -1, collator: Intl.Collator): Steps<Float64Array> {
  const keys = new Float64Array(count);
  if (reader.kind !== 'text') {
    for (let row = 0; row < count; row += 1) {
      if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
      const value = reader.at(row);
      keys[row] = Number.isNaN(value) || value === NO_DATE ? Number.POSITIVE_INFINITY : direction * value;
    }
    return keys;
  }
  const rowsOfText = new Map<string, number[]>();
  for (let row = 0; row < count; row += 1) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const text = reader.at(row);
    const list = rowsOfText.get(text);
    if (list) list.push(row);
    else rowsOfText.set(text, [row]);
  }
  const texts = yield* sortTexts([...rowsOfText.keys()], collator);
  for (const [rank, text] of texts.entries())
    for (const row of rowsOfText.get(text) as number[]) keys[row] = text === '' ? Number.POSITIVE_INFINITY : direction * rank;
  return keys;
}

/** A merge sort that gives the thread back between its runs: comparing as people read is slow. */
function* sortTexts(texts: string[], collator: Intl.Collator): Steps<string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < texts.length; from += ROWS_A_STEP) {
    runs.push(texts.slice(from, from + ROWS_A_STEP).sort(collator.compare));
    yield;
  }
  while (runs.length > 1) {
    const next: string[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      next.push(index + 1 < runs.length ? yield* merge(runs[index], runs[index + 1], collator) : runs[index]);
    runs = next;
  }
  return runs[0] ?? [];
}

function* merge(left: string[], right: string[], collator: Intl.Collator): Steps<string[]> {
  const merged: string[] = [];
  let [a, b] = [0, 0];
  while (a < left.length && b < right.length) {
    merged.push(collator.compare(left[a], right[b]) <= 0 ? left[a++] : right[b++]);
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
export function* sortRows({ rows }: Pick<ScheduleRows, 'rows'>, { reader, direction, collator }: RowSort): Steps<Int32Array> {
  const keys = yield* keysOf(rows.count, reader, direction, collator);
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

/** What a row's value is grouped as; null where it is empty. */
function keyAt({ reader, period }: GroupLevel, row: number): string | number | null {
  if (reader.kind === 'text') return reader.at(row) || null;
  const value = reader.at(row);
  if (reader.kind === 'number') return Number.isNaN(value) ? null : value;
  return value === NO_DATE ? null : startOfPeriod(value, period ?? 'day');
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
  const root: Group = { key: '', title: '', children: new Map(), rows: [], count: 0 };
  for (let row = 0; row < rows.count; row += 1) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    if (rows.end[row] > row + 1 || rows.type[row] === TYPE_SUM || (options.keeps && !options.keeps(row))) continue;
    let group = root;
    for (const [depth, level] of levels.entries()) {
      const value = keyAt(level, row);
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
  }
  const keys = options.sort ? yield* keysOf(rows.count, options.sort.reader, options.sort.direction, options.collator) : null;
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

function* layGroups(
  root: Group,
  levels: readonly GroupLevel[],
  {
    rows: from,
    slots: fromSlots,
    document,
    keys,
    ...options
  }: ScheduleRowsParts & { keys: Float64Array | null; subtotals: boolean; collator: Intl.Collator; isFolded(path: string): boolean },
): Steps<GroupedRows> {
  const list: { group: Group | null; row: number; level: number; path: string }[] = [];
  const put = (group: Group, level: number, path: string): void => {
    if (level > 0) list.push({ group, row: -1, level: level - 1, path });
    if (group.children)
      for (const child of ordered(group.children.values(), levels[level], options.collator))
        put(child, level + 1, `${path}\u0000${child.key}`);
    else {
      if (keys) group.rows.sort(compareBy(keys));
      for (const row of group.rows) list.push({ group: null, row, level, path: '' });
    }
  };
  put(root, 0, '');
  yield;
  const rows = withValueColumns(newRows(list.length));
  const slots = new Int32Array(list.length).fill(-1);
  const rowOfId = new Map<number, number>();
  const titles: string[] = [];
  const paths: string[] = [];
  const open: number[] = [];
  for (const [at, { group, row, level, path }] of list.entries()) {
    if (at % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    while (open.length && rows.level[open[open.length - 1]] >= level) rows.end[open.pop() as number] = at;
    open.push(at);
    rows.level[at] = level;
    if (group) {
      titles.push(`${group.title} (${group.count})`);
      paths.push(path);
      (rows.id as Int32Array)[at] = -titles.length;
      rows.type[at] = TYPE_SUM;
      rows.collapsed[at] = options.isFolded(path) ? 1 : 0;
    } else {
      (rows.id as Int32Array)[at] = from.id[row];
      slots[at] = fromSlots[row];
      rowOfId.set(from.id[row], at);
    }
  }
  for (const at of open) rows.end[at] = list.length;
  const laid: GroupedRows = { rows, slots, rowOfId, groups: { titles, paths, subtotals: options.subtotals } };
  yield;
  fillValues(document, laid);
  return laid;
}

type ScheduleRowsParts = Pick<ScheduleRows, 'rows' | 'slots'> & { document: ScheduleDocument };
