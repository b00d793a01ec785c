import { type ColumnReader, NO_DATE, type RowTest } from '@gantry/domain';
import { type GanttRows, ROW_FLAGS, sortSiblings } from '@gantry/scene';

/** Work that gives the thread back now and then; `runInSlices` drives it. */
export type Steps<R> = Generator<void, R, void>;

/** Does such work in one go. */
export function inOneGo<R>(steps: Steps<R>): R {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** How people order texts: digits by their value, letters alike in both cases. */
export const collatorOf = (language: string): Intl.Collator => new Intl.Collator(language, { numeric: true, sensitivity: 'base' });

/** Rows that are gone through between two pauses. */
export const ROWS_A_STEP = 2048;
/** Rows that are held against a filter between two pauses: each may be asked hundreds of conditions. */
export const ROWS_A_TEST = 256;

/** Which rows a filter takes out; rows that stand there only because one below them passed are marked as context. */
export function* filterRows({ rows }: { rows: GanttRows }, test: RowTest): Steps<{ hidden: Uint8Array; matched: number }> {
  const hidden = new Uint8Array(rows.count);
  let matched = 0;
  for (let row = 0; row < rows.count; row += 1) {
    if (row % ROWS_A_TEST === ROWS_A_TEST - 1) yield;
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
export function clearContext({ rows }: { rows: GanttRows }): void {
  for (let row = 0; row < rows.count; row += 1) rows.flags[row] &= ~ROW_FLAGS.context;
}

/** Values of a column by row, ready to be compared: ranks of texts, numbers with empty ones last in both directions. */
export function* keysOf(count: number, { reader, direction, collator }: RowSort): Steps<Float64Array> {
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

/** Compares rows by their keys. */
export const compareBy =
  (keys: Float64Array) =>
  (a: number, b: number): number =>
    keys[a] === keys[b] ? 0 : keys[a] < keys[b] ? -1 : 1;

/** Place → row with siblings sorted at every level. */
export function* sortRows({ rows }: { rows: GanttRows }, sort: RowSort): Steps<Int32Array> {
  const keys = yield* keysOf(rows.count, sort);
  yield;
  return sortSiblings(rows, compareBy(keys));
}
