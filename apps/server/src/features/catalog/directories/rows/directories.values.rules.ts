import type { DirectoryAttribute, DirectoryCell, DirectoryList, DirectoryListValue, DirectoryValueProblem } from '@gantry/contract';
import { formatMinute, isMaskKind, minuteOf, parseMinute, readMasked, readNumber, valueProblem, writeMasked } from '@gantry/domain';

/** Columns and lists of a directory: what says which values its rows may have. */
export type Definition = { columns: readonly DirectoryAttribute[]; lists: readonly DirectoryList[] };

/** Values of the lists by their ids, list by list. */
export type ListIndex = ReadonlyMap<number, ReadonlyMap<number, DirectoryListValue>>;

export function indexLists(lists: readonly DirectoryList[]): ListIndex {
  return new Map(lists.map(({ id, values }) => [id, new Map(values.map((value) => [value.id, value]))]));
}

/** Why a value is none of a column; null where it is. No value is always one. */
export function cellProblem(
  column: Pick<DirectoryAttribute, 'type' | 'list_id'>,
  value: DirectoryCell,
  lists: ListIndex,
): DirectoryValueProblem | null {
  if (value === null) return null;
  if (column.type === 'list') return typeof value === 'number' && lists.get(column.list_id ?? 0)?.has(value) ? null : 'list';
  return valueProblem(column.type, value);
}

const YES = new Set(['true', 'yes', '1', '+', 'да', 'истина', 'oui', 'vrai']);
const NO = new Set(['false', 'no', '0', '-', 'нет', 'ложь', 'non', 'faux']);
const DAY_FIRST = /^(\d{1,2})[./](\d{1,2})[./](\d{4})(?:[ T](\d{1,2}):(\d{2})(?::\d{2})?)?$/;

function parseDay(text: string): string | null {
  const [, day, month, year, hour = '0', minute = '0'] = (DAY_FIRST.exec(text) ?? []) as string[];
  if (day === undefined) {
    const plain = parseMinute(text.replace(' ', 'T').replace(/(T\d\d:\d\d):\d\d(\.\d+)?Z?$/, '$1'));
    return plain === null ? null : formatMinute(plain);
  }
  const at = minuteOf(Number(year), Number(month), Number(day), Number(hour), Number(minute));
  const written = formatMinute(at);
  // The 31st of April would be the 1st of May.
  return Number(written.slice(8, 10)) === Number(day) && Number(written.slice(5, 7)) === Number(month) ? written : null;
}

/** What a text or a value of another type means in a column; undefined where it means nothing there. */
export function readCell(
  column: Pick<DirectoryAttribute, 'type' | 'list_id'>,
  given: DirectoryCell,
  lists: ListIndex,
  people: ReadonlyMap<string, number> = new Map(),
): DirectoryCell | undefined {
  if (given === null) return null;
  const text = String(given).trim();
  if (text === '') return null;
  switch (column.type) {
    case 'number':
    case 'money':
    case 'measure':
      return typeof given === 'number' ? given : typeof given === 'string' ? (readNumber(text) ?? undefined) : undefined;
    case 'percentage': {
      if (typeof given === 'number') return given;
      const share = text.endsWith('%') ? readNumber(text.slice(0, -1)) : null;
      if (share !== null) return share / 100;
      return typeof given === 'string' ? (readNumber(text) ?? undefined) : undefined;
    }
    case 'string':
      return valueProblem('string', text) ? undefined : text;
    case 'time':
    case 'fulltime':
    case 'phone':
    case 'card':
      return readMasked(column.type, text) ?? undefined;
    case 'date':
      return typeof given === 'string' ? (parseDay(text) ?? undefined) : undefined;
    case 'flag': {
      if (typeof given === 'boolean') return given;
      const word = text.toLowerCase();
      return YES.has(word) ? true : NO.has(word) ? false : undefined;
    }
    case 'list':
      return [...(lists.get(column.list_id ?? 0)?.values() ?? [])].find((value) => value.text.toLowerCase() === text.toLowerCase())?.id;
    case 'person':
      return people.get(text.toLowerCase()) ?? (typeof given === 'number' && !valueProblem('person', given) ? given : undefined);
  }
}

/** How a value is written for people and files. */
export function writeCell(
  column: Pick<DirectoryAttribute, 'type' | 'list_id'>,
  value: DirectoryCell | undefined,
  lists: ListIndex,
  people: ReadonlyMap<number, string> = new Map(),
): DirectoryCell {
  if (value === undefined || value === null) return null;
  if (column.type === 'list') return lists.get(column.list_id ?? 0)?.get(value as number)?.text ?? String(value);
  if (column.type === 'person') return people.get(value as number) ?? value;
  if (isMaskKind(column.type) && typeof value === 'string') return writeMasked(column.type, value);
  return value;
}
