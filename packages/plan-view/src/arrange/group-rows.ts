import { type ColumnReader, dayOf, minuteOf, NO_DATE, partsOf, type Period, type RowTest } from '@gantry/domain';
import { type GanttRows, TYPE_SUM } from '@gantry/scene';
import { compareBy, keysOf, ROWS_A_STEP, type RowSort, type Steps } from './arrange.ts';

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

/** Rows laid anew under rows of groups: titles and paths by `-1 - id` of a group's row, the slot of each row that was there before. */
export type Grouped = {
  rows: GanttRows;
  slots: Int32Array;
  rowOfId: Map<number, number>;
  groups: { titles: string[]; paths: string[]; subtotals: boolean };
};

/** What grouping leaves out, how it orders, and which groups were folded before, by their path of values. `make` brings the rows' columns. */
export type GroupOptions = {
  keeps: RowTest | null;
  sort: RowSort | null;
  collator: Intl.Collator;
  subtotals: boolean;
  isFolded(path: string): boolean;
  make(count: number): GanttRows;
};

/**
 * Rows without children under rows of the groups that they fall into, level by level; `keeps` leaves out what a filter took.
 * Group rows have no slot and ids below zero.
 */
export function* groupRows(
  base: { rows: GanttRows; slots: Int32Array },
  levels: readonly GroupLevel[],
  options: GroupOptions,
): Steps<Grouped> {
  const { rows, slots } = base;
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
  return yield* layOutGroups(root, levels, { rows, slots, keys, ...options });
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

type Laying = GroupOptions & { rows: GanttRows; slots: Int32Array; keys: Float64Array | null };

/** Lays groups and their rows into arrays, from the first group to the last. */
function* layOutGroups(root: Group, levels: readonly GroupLevel[], from: Laying): Steps<Grouped> {
  const count = root.count + countGroups(root);
  const rows = from.make(count);
  const slots = new Int32Array(count).fill(-1);
  const rowOfId = new Map<number, number>();
  const groups: Grouped['groups'] = { titles: [], paths: [], subtotals: from.subtotals };
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
  return { rows, slots, rowOfId, groups };
}

function countGroups({ children }: Group): number {
  let count = children?.size ?? 0;
  for (const child of children?.values() ?? []) count += countGroups(child);
  return count;
}
