import type { DirectoryAttribute, DirectoryCell, DirectoryRow, DirectoryUploadReason, DirectoryUploadRule } from '@gantry/contract';
import type { Cell, SheetRow } from '@gantry/interchange';
import {
  type Definition,
  indexLists,
  type ListIndex,
  readCell,
  withEntries,
  writeCell,
} from '../../catalog/directories/rows/directories.values.service.ts';
import type { Line, RefusedLine } from './directory-files.proposal.rules.ts';
import { type FileColumn, type GiverCodes, textOf } from './directory-files.columns.rules.ts';

/** Names, used in files, of records that directory values reference. */
export type Named = {
  measures: readonly { id: number; sign: string; name: string }[];
  people: readonly { id: number; name: string; login: string | null }[];
  givers: readonly GiverCodes[];
};

/** Names for values and back. */
export type Words = ReturnType<typeof wordsOf>;

export function wordsOf(definition: Definition, { measures, people, givers }: Named) {
  const lists = indexLists(definition.lists);
  const names = new Map<string, number>();
  for (const { name } of people) names.set(name.toLowerCase(), (names.get(name.toLowerCase()) ?? 0) + 1);
  // Namesakes are called by what they sign in with; those without an account by their number too.
  const called = new Map(
    people.map(({ id, name, login }) => [id, names.get(name.toLowerCase()) === 1 ? name : (login ?? `${name} #${id}`)]),
  );
  return {
    lists,
    called,
    signs: new Map(measures.map(({ id, sign }) => [id, sign])),
    measures: new Map([
      ...measures.map(({ id, name }) => [name.toLowerCase(), id] as const),
      ...measures.map(({ id, sign }) => [sign.toLowerCase(), id] as const),
    ]),
    people: new Map([
      ...[...called].map(([id, word]) => [word.toLowerCase(), id] as const),
      ...people.flatMap(({ id, login }) => (login === null ? [] : [[login.toLowerCase(), id] as const])),
    ]),
    donors: new Map(givers.map(({ id, codes }) => [id, new Map(codes.map(([code, row]) => [code.toLowerCase(), row]))])),
    donorCodes: new Map(givers.map(({ id, codes }) => [id, new Map(codes.map(([code, row]) => [row, code]))])),
  };
}

/** The unit of a row in files; one that is gone by its number. */
export const measureWord = (words: Words, id: number | null): string | null => (id === null ? null : (words.signs.get(id) ?? `#${id}`));
/** The donor of a row in files; one without a code, or gone, by its number. */
export function donorWord(words: Words, giver: number, row: number | undefined): string | null {
  return row === undefined ? null : words.donorCodes.get(giver)?.get(row) || `#${row}`;
}

// oxlint-disable-next-line no-control-regex
const UNCARRIED = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/;

/** A value as it is compared: what files cannot carry makes no difference. */
function plain(value: DirectoryCell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  if (!UNCARRIED.test(value)) return value.trim();
  return value.replace(/\r\n?/g, '\n').replace(new RegExp(UNCARRIED, 'g'), '').trim();
}
const isSameContent = (written: DirectoryCell, given: DirectoryCell): boolean => written === given || plain(written) === plain(given);

const givenOf = (cell: Cell | undefined): DirectoryCell =>
  cell === undefined || cell === '' ? null : cell !== null && typeof cell === 'object' ? textOf(cell) : cell;

/** Converts a line to the change of a row, or to the reason of its refusal. */
export function readLine(
  { cells, line }: SheetRow,
  before: DirectoryRow | null,
  columns: readonly FileColumn[],
  attributes: ReadonlyMap<number, DirectoryAttribute>,
  words: Words,
  rule: Pick<DirectoryUploadRule, 'empty_cells'>,
  formulas: ReadonlySet<string>,
): Line | RefusedLine {
  const row: DirectoryRow = before
    ? { ...before }
    : { id: 0, parent_id: null, position: 0, code: '', name: '', measure_id: null, cells: {}, donors: {} };
  const parent: { id?: string; code?: string } = {};
  const changed: Record<string, DirectoryCell> = {};
  const donors: Record<string, number | null> = {};
  const refuse = (reason: DirectoryUploadReason, { at, from }: FileColumn): RefusedLine => ({
    line,
    label: [row.code, row.name].filter(Boolean).join(' '),
    reason,
    column: from,
    value: textOf(cells[at]).slice(0, 120),
  });
  for (const column of columns) {
    const given = givenOf(cells[column.at]);
    const text = plain(given);
    if (text === '' && formulas.has(`${line}:${column.at + 1}`)) return refuse('formula', column);
    if (text === '' && rule.empty_cells === 'keep') continue;
    const { to } = column;
    if (to.kind === 'parent_id') parent.id = text;
    else if (to.kind === 'parent_code') parent.code = text;
    else if (to.kind === 'code' || to.kind === 'name') {
      if (isSameContent(row[to.kind], given)) continue;
      if (text.length > 512) return refuse('text', column);
      row[to.kind] = text;
    } else if (to.kind === 'measure') {
      if (isSameContent(measureWord(words, row.measure_id), given)) continue;
      const id = text === '' ? null : words.measures.get(text.toLowerCase());
      if (id === undefined) return refuse('measure', column);
      row.measure_id = id;
    } else if (to.kind === 'donor') {
      if (isSameContent(donorWord(words, to.directory_id, row.donors[to.directory_id]), given)) continue;
      const id = text === '' ? null : words.donors.get(to.directory_id)?.get(text.toLowerCase());
      if (id === undefined) return refuse('donor', column);
      donors[to.directory_id] = id;
    } else if (to.kind === 'attribute') {
      const attribute = attributes.get(to.attribute_id);
      // Donated values cannot be imported.
      if (!attribute || attribute.donor) continue;
      const reason = readValue(attribute, given, row.cells[attribute.id] ?? null, words, changed);
      if (reason) return refuse(reason, column);
    }
  }
  row.cells = withEntries(row.cells, changed);
  row.donors = withEntries(row.donors, donors);
  for (const attribute of attributes.values()) {
    if (before || attribute.donor) continue;
    if (attribute.default_value !== null && !(attribute.id in changed))
      row.cells[attribute.id] = attribute.default_value as Exclude<DirectoryCell, null>;
  }
  return { line, before, row, ...(Object.keys(parent).length ? { parent } : {}) };
}

const REASONS = {
  number: 'number',
  money: 'number',
  measure: 'number',
  percentage: 'number',
  string: 'text',
  date: 'date',
  flag: 'flag',
  list: 'list',
  person: 'person',
  time: 'time',
  fulltime: 'fulltime',
  phone: 'phone',
  card: 'card',
} as const;

function readValue(
  attribute: DirectoryAttribute,
  given: DirectoryCell,
  current: DirectoryCell,
  words: Words,
  changed: Record<string, DirectoryCell>,
): DirectoryUploadReason | null {
  if (isSameContent(writeCell(attribute, current, words.lists, words.called), given)) return null;
  const value = readCell(attribute, given, words.lists, words.people);
  if (value === undefined) return REASONS[attribute.type];
  if (value === null && attribute.required) return 'required';
  if (value !== current) changed[attribute.id] = value;
  return null;
}

/** The type of a new column by its values. */
export function typeOf(values: readonly Cell[], lists: ListIndex): 'number' | 'date' | 'flag' | 'string' {
  const given = values.map(givenOf).filter((value) => value !== null);
  const all = (type: 'number' | 'date' | 'flag'): boolean =>
    given.every((value) => readCell({ type, list_id: null }, value, lists) !== undefined);
  if (!given.length) return 'string';
  if (given.every((value) => typeof value === 'boolean')) return 'flag';
  // A code such as 007 is no number.
  if (given.every((value) => typeof value !== 'string' || !/^0\d/.test(value)) && all('number')) return 'number';
  return given.every((value) => typeof value === 'string' && value.length >= 8) && all('date') ? 'date' : 'string';
}
