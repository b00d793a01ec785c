import type { Day } from './time.ts';

/** Values day by day from a first one on; null = none, which is not 0. Both ends have a value. */
export type DayRun = { firstDay: Day; values: readonly (number | null)[] };

/** Changed days of a series alone: a number, or null where there is none. What a change says of days. */
export type DayChanges = Readonly<Record<string, number | null>>;

/** A series in the bytes of the database, as base64: what is read of many series at once. */
export type PackedDays = string;

/** What is known of a series without its days. */
export type DaysInShort = { firstDay: Day; lastDay: Day; lastAmountDay: Day | null; total: number };

/** Days as they stand in a row, with what a row says of them in short. */
export function rowOfDays(days: DayRun): DaysInShort & { days: DayRun } {
  const { firstDay, values } = days;
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  const worked = values.findLastIndex((value) => value !== null && value !== 0);
  return { firstDay, lastDay: firstDay + values.length - 1, lastAmountDay: worked < 0 ? null : firstDay + worked, total, days };
}

/** The value of a day; null = none. */
export const valueOnDay = (run: DayRun | null | undefined, day: Day): number | null => run?.values[day - run.firstDay] ?? null;

/** Calls with each day that has a value, in order. */
export function eachDay({ firstDay, values }: DayRun, act: (day: Day, value: number) => void): void {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (value !== null) act(firstDay + at, value);
  }
}

/** A series with some days changed, trimmed of empty days at its ends; null when it is empty. */
export function changeDays(before: DayRun | null, changes: Iterable<readonly [Day, number | null]>): DayRun | null {
  const list = [...changes];
  let first = before?.firstDay ?? Number.POSITIVE_INFINITY;
  let last = before ? before.firstDay + before.values.length - 1 : Number.NEGATIVE_INFINITY;
  for (const [day, value] of list) {
    if (value === null) continue;
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  if (first > last) return null;
  const values = Array.from({ length: last - first + 1 }, (_, at) => valueOnDay(before, first + at));
  for (const [day, value] of list) if (day >= first && day <= last) values[day - first] = value;
  const from = values.findIndex((value) => value !== null);
  if (from < 0) return null;
  const to = values.findLastIndex((value) => value !== null);
  return { firstDay: first + from, values: values.slice(from, to + 1) };
}

/** The entries of changed days. */
export const daysChanged = (changes: DayChanges): [Day, number | null][] =>
  Object.entries(changes).map(([day, value]) => [Number(day), value]);

/** The days that differ between two states of a series, before and after. */
export function differingDays(before: DayRun | null, after: DayRun | null): { before: DayChanges; after: DayChanges } {
  const old: Record<string, number | null> = {};
  const now: Record<string, number | null> = {};
  const ends = [before, after].filter((run) => run !== null);
  const first = Math.min(...ends.map(({ firstDay }) => firstDay));
  const last = Math.max(...ends.map(({ firstDay, values }) => firstDay + values.length - 1));
  for (let day = first; day <= last; day += 1) {
    const [from, to] = [valueOnDay(before, day), valueOnDay(after, day)];
    if (from === to) continue;
    old[day] = from;
    now[day] = to;
  }
  return { before: old, after: now };
}

/** Whether a value of a field is a whole series, not changed days. */
export const isDayRun = (value: unknown): value is DayRun =>
  typeof value === 'object' && value !== null && Array.isArray((value as { values?: unknown }).values);

/** A series as it stands in a row, or packed where many are read at once; null where it was not read. */
export function runOfDays(value: unknown): DayRun | null {
  if (typeof value === 'string') return unpackDays(bytesOfBase64(value));
  return isDayRun(value) ? value : null;
}

/*
 * The bytes: the form (1), digits after the point (0 to 6, or RAW), the first day, then tokens. A token is twice the number of empty
 * days plus one, or twice the zigzag difference to the value before in units of the last digit. More digits make the series raw: each
 * value as a double, NaN where there is none. Numbers are of seven bits a byte, the lowest first.
 */
const FORM = 1;
const RAW = 255;
const MOST_DIGITS = 6;
/** Larger numbers of units are kept raw: up to here digits are exact. */
const MOST_UNITS = 2 ** 49;

/** A series as bytes. */
export function packDays({ firstDay, values }: DayRun): Uint8Array {
  const digits = digitsOf(values);
  const bytes: number[] = [FORM, digits ?? RAW];
  const put = (number: number): void => {
    let rest = number;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  put(zigzag(firstDay));
  if (digits === null) {
    const view = new DataView(new ArrayBuffer(values.length * 8));
    for (const [at, value] of values.entries()) view.setFloat64(at * 8, value ?? Number.NaN);
    return Uint8Array.from([...bytes, ...new Uint8Array(view.buffer)]);
  }
  const scale = 10 ** digits;
  let [empty, before] = [0, 0];
  for (const value of values) {
    if (value === null) {
      empty += 1;
      continue;
    }
    if (empty) put(empty * 2 + 1);
    empty = 0;
    const units = Math.round(value * scale);
    put(zigzag(units - before) * 2);
    before = units;
  }
  return Uint8Array.from(bytes);
}

/** How many digits after the point write all values exactly; null where none do. */
function digitsOf(values: readonly (number | null)[]): number | null {
  let digits = 0;
  for (const value of values) {
    if (value === null) continue;
    while (!isWritten(value, 10 ** digits)) if ((digits += 1) > MOST_DIGITS) return null;
  }
  return values.every((value) => value === null || Math.abs(value) * 10 ** digits < MOST_UNITS) ? digits : null;
}
const isWritten = (value: number, scale: number): boolean => Math.round(value * scale) / scale === value;
const zigzag = (number: number): number => (number >= 0 ? number * 2 : -number * 2 - 1);
const unzigzag = (number: number): number => (number % 2 ? -(number + 1) / 2 : number / 2);

/** A series of bytes. */
export function unpackDays(bytes: Uint8Array): DayRun {
  const values: (number | null)[] = [];
  const firstDay = eachPackedDay(bytes, (_day, value, at) => {
    while (values.length < at) values.push(null);
    values.push(value);
  });
  return { firstDay, values };
}

/** Calls with each day of a packed series that has a value, in order, and with its place from the first day on; returns the first day. */
export function eachPackedDay(bytes: Uint8Array, act: (day: Day, value: number, at: number) => void): Day {
  if (bytes[0] !== FORM) throw new Error(`days of an unknown form: ${bytes[0]}`);
  let at = 2;
  const take = (): number => {
    let [number, place] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      if (byte < 128) return number + byte * place;
      number += (byte - 128) * place;
      place *= 128;
    }
  };
  const firstDay = unzigzag(take());
  let index = 0;
  if (bytes[1] === RAW) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (; at < bytes.length; at += 8, index += 1) {
      const value = view.getFloat64(at);
      if (!Number.isNaN(value)) act(firstDay + index, value, index);
    }
    return firstDay;
  }
  const scale = 10 ** bytes[1];
  let before = 0;
  while (at < bytes.length) {
    const token = take();
    if (token % 2) {
      index += (token - 1) / 2;
      continue;
    }
    before += unzigzag(token / 2);
    act(firstDay + index, before / scale, index);
    index += 1;
  }
  return firstDay;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SIX_BITS = new Int8Array(128).fill(-1);
for (let at = 0; at < 64; at += 1) SIX_BITS[ALPHABET.charCodeAt(at)] = at;

/** Bytes of base64; line breaks are passed over. */
function bytesOfBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(text.length * 0.75));
  let [count, bits, held] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const six = SIX_BITS[text.charCodeAt(at)];
    if (six < 0) continue;
    held = (held << 6) | six;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[count++] = (held >> bits) & 255;
    held &= (1 << bits) - 1;
  }
  return bytes.subarray(0, count);
}
