import type { DecodedBlock, StreamHead } from '@gantry/contract';
// Not by the door: threads that read plans would load the schemas of all calls, which takes seconds where the machine is busy.
import { columnsOf } from '@gantry/contract/columns';
import {
  byTable,
  type Diff,
  entryOf,
  fieldsOf,
  formatMinute,
  type JsonValue,
  NO_DATE,
  parseMinute,
  type TableDiff,
  type VersionRow,
  type VersionTable,
} from '@gantry/domain';

/**
 * A version in the page: every table as columns, a row a slot. Numbers stand in typed arrays (minutes, NO_DATE or NaN
 * or 255 for null), texts stay in the bytes they came in until one is drawn. No object per row.
 */
export type ScheduleDocument = {
  versionId: number;
  revision: number;
  /** The history up to this revision as one value; null after an edit that did not say it. */
  chain: string | null;
  tables: Record<VersionTable, DocumentTable>;
  unread: Unread;
  /** Colours of bars by row, where something else gives them than the rows themselves. */
  tintOf: ((item: number) => number) | null;
  /** Ends of bars that hang on other schedules, as bits of `EXTERNAL_ENDS` by item: the others may keep those relations. */
  external: ReadonlyMap<number, number>;
  /** Results by attribute and row that the server calculated, because what they are made of is out of this person's sight. */
  given: GivenValues;
  /** The data date where the settings of the version say none. */
  dataDate?: number;
};

export type GivenValues = ReadonlyMap<number, ReadonlyMap<number, JsonValue>>;

/** What was written since formulas were last brought up to date: everything, or what rows say. */
export type Unread = { everything: boolean; assignments: boolean; values: boolean; rows: Set<number> };

type Numbers = Int32Array | Float64Array | Uint8Array;
type TextColumn = { blocks: { from: number; read(row: number): string }[]; own: Map<number, string> };

export type DocumentTable = {
  /** Slots in use; some may be free. */
  size: number;
  slotOf: Map<number, number>;
  free: number[];
  numbers: Map<string, Numbers>;
  texts: Map<string, TextColumn>;
  /** Of values of attributes: slots by attribute and row, once somebody asked for them. */
  slotOfValue: Map<number, Map<number, number>> | null;
};

const NULL_BYTE = 255;
type Numeric = 'i32' | 'f64' | 'u8';
const ARRAYS: Record<Numeric, (length: number) => Numbers> = {
  i32: (length) => new Int32Array(length),
  f64: (length) => new Float64Array(length),
  u8: (length) => new Uint8Array(length),
};
const isText = (kind: string): kind is 'text' | 'json' => kind === 'text' || kind === 'json';

/** An empty document with room for what the head of a stream announces. */
export function newDocument(head: Omit<StreamHead, 'chain'> & Partial<Pick<StreamHead, 'chain'>>): ScheduleDocument {
  return {
    versionId: head.version_id,
    revision: head.revision,
    chain: head.chain ?? null,
    tables: byTable((table) => newTable(table, head.rows[table] ?? 0)),
    unread: nothingUnread(),
    tintOf: null,
    external: new Map(),
    given: new Map(),
  };
}

/** Nothing was written since formulas were brought up to date. */
export const nothingUnread = (): Unread => ({ everything: false, assignments: false, values: false, rows: new Set() });

function newTable(table: VersionTable, room: number): DocumentTable {
  const result: DocumentTable = { size: 0, slotOf: new Map(), free: [], numbers: new Map(), texts: new Map(), slotOfValue: null };
  for (const { name, kind } of columnsOf(table)) {
    if (isText(kind)) result.texts.set(name, { blocks: [], own: new Map() });
    else result.numbers.set(name, ARRAYS[kind](room));
  }
  return result;
}

/** Puts a block of a stream into its table. */
export function addBlock(document: ScheduleDocument, block: DecodedBlock): void {
  const table = document.tables[block.table];
  for (const [name, column] of block.columns) {
    if (column.numbers) numbersOf(table, name, block.offset + block.count).set(column.numbers, block.offset);
    else table.texts.get(name)?.blocks.push({ from: block.offset, read: column.text });
  }
  const ids = table.numbers.get('id') as Int32Array;
  for (let slot = block.offset; slot < block.offset + block.count; slot += 1) table.slotOf.set(ids[slot], slot);
  table.size = Math.max(table.size, block.offset + block.count);
}

/** The array of a column, grown so that it has room. */
function numbersOf(table: DocumentTable, name: string, room: number): Numbers {
  const array = table.numbers.get(name) as Numbers;
  if (array.length >= room) return array;
  const Kind = array.constructor as new (length: number) => Numbers;
  const larger = new Kind(Math.max(room, Math.ceil(array.length * 1.5) + 16));
  larger.set(array);
  table.numbers.set(name, larger);
  return larger;
}

/** A text of a slot; json columns give their text, empty for null. */
export function textAt(table: DocumentTable, name: string, slot: number): string {
  const column = table.texts.get(name) as TextColumn;
  const own = column.own.get(slot);
  if (own !== undefined) return own;
  let low = 0;
  let high = column.blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column.blocks[middle].from <= slot) low = middle + 1;
    else high = middle;
  }
  const block = column.blocks[low - 1];
  return block ? block.read(slot - block.from) : '';
}

/** A number of a slot, as stored: minutes, indexes of words, 0 and 1. */
export function numberAt(table: DocumentTable, name: string, slot: number): number {
  return (table.numbers.get(name) as Numbers)[slot];
}

const FIELD = byTable((table) => new Map(fieldsOf(table).map((field) => [field.name, field])));

/** A value of a row as it travels; undefined where there is no such row. */
export function valueOf<T extends VersionTable, F extends keyof VersionRow<T> & string>(
  document: ScheduleDocument,
  table: T,
  id: number,
  name: F,
): VersionRow<T>[F] | undefined {
  const slot = document.tables[table].slotOf.get(id);
  return slot === undefined ? undefined : (readValue(document.tables[table], table, slot, name) as VersionRow<T>[F]);
}

/** A whole row as it travels. */
export function rowOf<T extends VersionTable>(document: ScheduleDocument, table: T, id: number): VersionRow<T> | null {
  const slot = document.tables[table].slotOf.get(id);
  if (slot === undefined) return null;
  return Object.fromEntries(
    fieldsOf(table).map(({ name }) => [name, readValue(document.tables[table], table, slot, name)]),
  ) as VersionRow<T>;
}

/** All rows of a small table. */
export function rowsOf<T extends VersionTable>(document: ScheduleDocument, table: T): VersionRow<T>[] {
  return [...document.tables[table].slotOf.keys()].map((id) => rowOf(document, table, id) as VersionRow<T>);
}

function readValue(table: DocumentTable, name: VersionTable, slot: number, field: string): unknown {
  const { kind, values } = entryOf(FIELD[name], field);
  if (kind === 'text') return textAt(table, field, slot);
  // Days are asked for by those who show them.
  if (kind === 'days') return null;
  if (kind === 'json') {
    const text = textAt(table, field, slot);
    return text ? (JSON.parse(text) as unknown) : null;
  }
  const value = numberAt(table, field, slot);
  if (kind === 'float') return Number.isNaN(value) ? null : value;
  if (kind === 'flag') return value === NULL_BYTE ? null : value === 1;
  if (kind === 'word') return value === NULL_BYTE ? null : (values as readonly string[])[value];
  if (value === NO_DATE) return null;
  return kind === 'minute' ? formatMinute(value) : value;
}

function writeValue(table: DocumentTable, name: VersionTable, slot: number, field: string, value: unknown): void {
  const known = FIELD[name].get(field);
  if (!known || known.kind === 'days') return;
  const { kind, values } = known;
  if (kind === 'text') return void table.texts.get(field)?.own.set(slot, value as string);
  if (kind === 'json')
    return void table.texts.get(field)?.own.set(slot, value === null || value === undefined ? '' : JSON.stringify(value));
  const array = numbersOf(table, field, slot + 1);
  if (value === null || value === undefined)
    array[slot] = kind === 'float' ? Number.NaN : kind === 'flag' || kind === 'word' ? NULL_BYTE : NO_DATE;
  else if (kind === 'minute') array[slot] = typeof value === 'number' ? value : (parseMinute(value as string) ?? NO_DATE);
  else if (kind === 'word') array[slot] = (values as readonly string[]).indexOf(value as string);
  else array[slot] = Number(value);
}

/** The slots of the values of an attribute, by row. */
export function slotsOfValues({ tables: { attributeValue: table } }: ScheduleDocument, attributeId: number): ReadonlyMap<number, number> {
  let known = table.slotOfValue;
  if (!known) {
    table.slotOfValue = known = new Map();
    for (const slot of table.slotOf.values()) keepValueSlot(table, known, slot);
  }
  return known.get(attributeId) ?? NO_SLOTS;
}
const NO_SLOTS: ReadonlyMap<number, number> = new Map();

function keepValueSlot(table: DocumentTable, known: Map<number, Map<number, number>>, slot: number): void {
  const attributeId = numberAt(table, 'attributeId', slot);
  let slots = known.get(attributeId);
  if (!slots) known.set(attributeId, (slots = new Map()));
  slots.set(numberAt(table, 'itemId', slot), slot);
}

/** What of the picture a change touches. */
export type Touched = { structure: boolean; links: boolean; calendars: boolean; wbsIds: number[] };

const STRUCTURE = new Set(['parentId', 'position', 'type']);

/** Applies a Diff to the columns; the caller sets the revision. */
export function applyDiff(document: ScheduleDocument, diff: Diff): Touched {
  const touched: Touched = { structure: false, links: false, calendars: false, wbsIds: [] };
  for (const [name, change] of Object.entries(diff) as [VersionTable, TableDiff][]) {
    for (const { id } of change.removed) removeRow(document, name, id);
    for (const row of change.added) addRow(document, name, row);
    for (const { id, after } of change.updated) setFields(document, name, id, after);
    const reshaped = change.added.length + change.removed.length > 0;
    if (name === 'wbs') {
      touched.structure ||= reshaped || change.updated.some(({ after }) => Object.keys(after).some((field) => STRUCTURE.has(field)));
      for (const { id } of change.updated) touched.wbsIds.push(id);
    }
    if (name === 'relation') touched.links ||= reshaped || change.updated.length > 0;
    if (name === 'calendar') touched.calendars = true;
  }
  return touched;
}

/** Sets fields of a row in place; used for a change that the server has not confirmed yet, and to take it back. */
export function setFields(document: ScheduleDocument, name: VersionTable, id: number, fields: Record<string, unknown>): void {
  const table = document.tables[name];
  const slot = table.slotOf.get(id);
  if (slot === undefined) return;
  if (name === 'wbs' && ('parentId' in fields || 'type' in fields)) document.unread.everything = true;
  noteWritten(document, name, slot);
  for (const [field, value] of Object.entries(fields)) writeValue(table, name, slot, field, value);
}

/** Remembers whose formulas a written row concerns. */
function noteWritten({ tables, unread }: ScheduleDocument, name: VersionTable, slot: number): void {
  if (name === 'wbs') unread.rows.add(numberAt(tables.wbs, 'id', slot));
  else if (name === 'assignment' || name === 'attributeValue') {
    unread.rows.add(numberAt(tables[name], 'itemId', slot));
    unread[name === 'assignment' ? 'assignments' : 'values'] = true;
  } else if (READ_BY_FORMULAS.has(name)) unread.everything = true;
}
const READ_BY_FORMULAS: ReadonlySet<VersionTable> = new Set(['relation', 'attribute', 'calendar', 'settings']);

/** A document of whole tables; a row is its values in the order of the fields, dates in minutes. */
export function documentOfValues(
  { versionId, revision }: Pick<ScheduleDocument, 'versionId' | 'revision'>,
  values: Partial<Record<VersionTable, readonly (readonly unknown[])[]>>,
): ScheduleDocument {
  const rows = byTable((table) => values[table]?.length ?? 0);
  const document = newDocument({ format: 1, version_id: versionId, revision, rows });
  for (const [name, list] of Object.entries(values) as [VersionTable, readonly (readonly unknown[])[]][]) {
    const table = document.tables[name];
    const idAt = fieldsOf(name).findIndex((field) => field.name === 'id');
    for (const row of list) {
      table.slotOf.set(row[idAt] as number, table.size);
      for (const [at, field] of fieldsOf(name).entries()) writeValue(table, name, table.size, field.name, row[at]);
      table.size += 1;
    }
  }
  document.unread.everything = true;
  return document;
}

function addRow(document: ScheduleDocument, name: VersionTable, row: { id: number } & Record<string, unknown>): void {
  const table = document.tables[name];
  const slot = table.slotOf.get(row.id) ?? table.free.pop() ?? table.size++;
  table.slotOf.set(row.id, slot);
  for (const { name: field } of fieldsOf(name)) writeValue(table, name, slot, field, row[field] ?? null);
  noteWritten(document, name, slot);
  if (name === 'wbs') document.unread.everything = true;
  if (name === 'attributeValue' && table.slotOfValue) keepValueSlot(table, table.slotOfValue, slot);
}

function removeRow(document: ScheduleDocument, name: VersionTable, id: number): void {
  const table = document.tables[name];
  const slot = table.slotOf.get(id);
  if (slot === undefined) return;
  noteWritten(document, name, slot);
  if (name === 'wbs') document.unread.everything = true;
  if (name === 'attributeValue') table.slotOfValue?.get(numberAt(table, 'attributeId', slot))?.delete(numberAt(table, 'itemId', slot));
  table.slotOf.delete(id);
  table.free.push(slot);
}
