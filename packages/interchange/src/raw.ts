import { inflateRawSync } from 'node:zlib';

/** A column of raw text: distinct values once, one code a row. */
export type RawColumn = { values: string[]; codes: Uint32Array };

/** A table as the file held it, unknown columns included. Values keep the escapes of the file. */
export type RawTable = {
  name: string;
  columns: string[];
  rowCount: number;
  cells: RawColumn[];
  /** Line of each row in the file, from 1. */
  lines: Uint32Array;
  /** Rows with fewer cells than columns: row → number of cells. */
  shortRows: Map<number, number>;
  /** Rows with more cells than columns: row → the cells beyond. */
  longRows: Map<number, string[]>;
};

/** Packed rows of large tables without meaning for a schedule. */
export type SetAsideTable = { name: string; columns: string[]; rowCount: number; packed: Uint8Array[] };

/** The rows of a table that was set aside, as bytes of the source with plain line ends. */
export function* setAsideRows(table: SetAsideTable): Generator<Buffer> {
  for (const packed of table.packed) yield inflateRawSync(packed);
}

/** Lossless content of a file made of tables. `order` names tables in the order of the file. */
export type RawTables = {
  kind: 'tables';
  header: string[];
  endOfLine: '\n' | '\r\n';
  order: string[];
  tables: RawTable[];
  setAside: SetAsideTable[];
  /** The file ends with its end mark. */
  complete: boolean;
};

/** Lossless content of an XML file: elements in document order with their depth. Attributes are elements named `@…`. */
export type RawElements = {
  kind: 'elements';
  /** Namespace of the root. */
  namespace: string;
  /** Names without prefix; parallel to `fullNames`. */
  names: string[];
  fullNames: string[];
  nameCodes: Uint32Array;
  depths: Uint8Array;
  texts: RawColumn;
};

/** Text of one cell; empty where the row ends before the column or the column is absent. */
export function cellOf(table: RawTable, row: number, column: number): string {
  if (column < 0) return '';
  const cells = table.cells[column];
  return cells.values[cells.codes[row]];
}

/** Position of a column, −1 where the file does not have it. */
export function columnOf(table: RawTable, name: string): number {
  return table.columns.indexOf(name);
}

export type TableBuilder = { table: RawTable; addRow: (cells: readonly string[], line: number) => void; finish: () => RawTable };

/** Above this many distinct values a column in which most rows differ stops looking for repeats. */
const INTERN_LIMIT = 4096;

type Growing = { values: string[]; codes: Uint32Array; seen: Map<string, number> | null };

/** Starts a raw table; rows shorter or longer than the columns are kept as they are. */
export function buildTable(name: string, columns: string[]): TableBuilder {
  const growing: Growing[] = columns.map(() => ({ values: [''], codes: new Uint32Array(16), seen: new Map([['', 0]]) }));
  const table: RawTable = { name, columns, rowCount: 0, cells: [], lines: new Uint32Array(16), shortRows: new Map(), longRows: new Map() };
  const addRow = (cells: readonly string[], line: number): void => {
    const row = table.rowCount++;
    if (row >= table.lines.length) {
      table.lines = grown(table.lines);
      for (const column of growing) column.codes = grown(column.codes);
    }
    table.lines[row] = line;
    const count = Math.min(cells.length, columns.length);
    for (let i = 0; i < count; i++) growing[i].codes[row] = codeOf(growing[i], cells[i], row);
    if (cells.length < columns.length) table.shortRows.set(row, cells.length);
    if (cells.length > columns.length) table.longRows.set(row, cells.slice(columns.length));
  };
  const finish = (): RawTable => {
    table.lines = table.lines.slice(0, table.rowCount);
    table.cells = growing.map(({ values, codes }) => ({ values, codes: codes.slice(0, table.rowCount) }));
    return table;
  };
  return { table, addRow, finish };
}

function grown(array: Uint32Array): Uint32Array {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

function codeOf(column: Growing, value: string, row: number): number {
  if (column.seen) {
    const known = column.seen.get(value);
    if (known !== undefined) return known;
    if (column.values.length > INTERN_LIMIT && column.values.length * 2 > row) column.seen = null;
    else column.seen.set(value, column.values.length);
  } else if (value === '') return 0;
  return column.values.push(value) - 1;
}

/** The cells of a row as the file had them, as many as it had. */
export function rowOf(table: RawTable, row: number): string[] {
  const count = table.shortRows.get(row) ?? table.columns.length;
  const cells: string[] = [];
  for (let i = 0; i < count; i++) cells.push(cellOf(table, row, i));
  return cells.concat(table.longRows.get(row) ?? []);
}

/** The table of a name; undefined where the file does not have it. */
export function tableOf(source: RawTables, name: string): RawTable | undefined {
  return source.tables.find((table) => table.name === name);
}
