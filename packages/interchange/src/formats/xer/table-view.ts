import { parseDate, wholeMinutes } from '../../text/dates.ts';
import type { Minute } from '@gantry/domain';
import type { Findings } from '../../findings.ts';
import { cellOf, columnOf } from '../../raw.ts';
import type { RawTable, RawTables } from '../../raw.ts';

/** A raw table read by field name, with values checked. Blank, absent and broken values are null; broken ones leave a finding. */
export type TableView = {
  name: string;
  rowCount: number;
  has: (field: string) => boolean;
  line: (row: number) => number;
  /** Trimmed text without the file's escapes. */
  text: (row: number, field: string) => string;
  number: (row: number, field: string) => number | null;
  /** Hours as whole minutes. */
  minutes: (row: number, field: string) => number | null;
  date: (row: number, field: string) => Minute | null;
  flag: (row: number, field: string) => boolean;
  /** Reports something about a field of a row. */
  report: (
    severity: 'info' | 'warning' | 'error',
    code: string,
    row: number,
    field: string,
    parameters?: Record<string, string | number>,
  ) => void;
};

/** All tables of a file by name; a table that the file lacks is empty. */
export type Tables = { view: (name: string) => TableView; names: string[] };

/** Opens the tables of a file for reading by field name. */
export function openTables(source: RawTables, findings: Findings): Tables {
  const views = new Map<string, TableView>();
  const raw = new Map(source.tables.map((table) => [table.name, table]));
  const view = (name: string): TableView => {
    let known = views.get(name);
    if (!known) views.set(name, (known = viewOf(name, raw.get(name), findings)));
    return known;
  };
  return { view, names: source.tables.map((table) => table.name) };
}

function viewOf(name: string, table: RawTable | undefined, findings: Findings): TableView {
  const positions = new Map<string, number>();
  const position = (field: string): number => {
    let at = positions.get(field);
    if (at === undefined) positions.set(field, (at = table ? columnOf(table, field) : -1));
    return at;
  };
  const raw = (row: number, field: string): string => {
    const at = position(field);
    return table && at >= 0 ? cellOf(table, row, at) : '';
  };
  const line = (row: number): number => table?.lines[row] ?? 0;
  const report: TableView['report'] = (severity, code, row, field, parameters) => {
    const value = raw(row, field);
    findings.add({
      severity,
      code,
      line: line(row),
      table: name,
      field,
      ...(value === '' ? {} : { value }),
      ...(parameters ? { parameters } : {}),
    });
  };
  const number = (row: number, field: string): number | null => {
    const value = raw(row, field).trim();
    if (value === '') return null;
    const parsed = parseNumber(value);
    if (parsed === null) report('warning', 'value.bad_number', row, field);
    return parsed;
  };
  const date = (row: number, field: string): Minute | null => {
    const value = raw(row, field).trim();
    if (value === '') return null;
    const parsed = parseDate(value);
    if (parsed === null) report('warning', 'value.bad_date', row, field);
    return parsed;
  };
  return {
    name,
    rowCount: table?.rowCount ?? 0,
    has: (field) => position(field) >= 0,
    line,
    text: (row, field) => unescapeCell(raw(row, field)).trim(),
    number,
    minutes: (row, field) => {
      const hours = number(row, field);
      const minutes = hours === null ? null : wholeMinutes(hours * 60);
      if (hours !== null && minutes === null) report('warning', 'value.bad_number', row, field);
      return minutes;
    },
    date,
    flag: (row, field) => raw(row, field).trim().toUpperCase() === 'Y',
    report,
  };
}

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?$/;

/** Reads a number with a point or a comma before its decimals, as P6 writes by the settings of the machine; null if it is none. */
export function parseNumber(text: string): number | null {
  const compact = text.replace(/[\s\u00a0']/g, '');
  if (NUMBER.test(compact)) return Number(compact.replace(',', '.'));
  const grouped = /^([+-]?\d{1,3})([.,])(\d{3}(?:\2\d{3})*)((?!\2)[.,]\d+)?$/.exec(compact);
  if (!grouped) return null;
  return Number(`${grouped[1]}${grouped[3].replaceAll(grouped[2], '')}${(grouped[4] ?? '').replace(',', '.')}`);
}

/** A cell as a person reads it: doubled quotes single, P6's 0x7F pairs as line ends. */
export function unescapeCell(cell: string): string {
  let text = cell;
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"') && text.includes('\t')) text = text.slice(1, -1);
  if (text.includes('""')) text = text.replaceAll('""', '"');
  return text.includes('\x7f') ? text.replace(/\x7f\x7f?/g, '\n') : text;
}

/** The other way: text as a cell of an XER file. */
export function escapeCell(text: string): string {
  const escaped = text.replaceAll('"', '""').replace(/\r\n|\n|\r/g, '\x7f\x7f');
  return escaped.includes('\t') ? `"${escaped}"` : escaped;
}

/** Row numbers by the value of a key field; a second row with the same key is reported and left out. */
export function indexBy(view: TableView, field: string): Map<string, number> {
  const index = new Map<string, number>();
  for (let row = 0; row < view.rowCount; row++) {
    const key = view.text(row, field);
    if (key === '') view.report('error', 'row.no_key', row, field);
    else if (index.has(key)) view.report('error', 'row.duplicate_key', row, field, { firstLine: view.line(index.get(key)!) });
    else index.set(key, row);
  }
  return index;
}
