import { deflateRawSync } from 'node:zlib';
import type { Findings } from '../../findings.ts';
import { buildTable } from '../../raw.ts';
import type { RawTable, RawTables, SetAsideTable, TableBuilder } from '../../raw.ts';
import type { ByteLine } from '../../text/byte-lines.ts';
import { createCodePageDetector } from '../../text/detect-code-page.ts';
import type { CodePageDetector } from '../../text/detect-code-page.ts';

/** Sorts the lines of an XER file into raw tables. `isForeign` says early that the bytes are no XER. */
export type RowCollector = {
  add: (line: ByteLine) => void;
  isForeign: () => boolean;
  finish: () => { tables: RawTables; detector: CodePageDetector } | null;
};

/** Tables that P6 databases fill with copies of themselves, up to gigabytes, and that say nothing about a schedule. */
const SET_ASIDE = new Set(['POBS', 'RISKTYPE']);
const BLOAT_ROWS = 1000;
/** Rows set aside are packed in pieces of this many bytes, and beyond so many packed bytes they are dropped. */
const PIECE_BYTES = 1 << 20;
const PACKED_BYTES = 64 << 20;

/** Holds currency signs of the whole world: its letters are no evidence for the language of the text. */
const NO_EVIDENCE = new Set(['CURRTYPE']);
const LINES_WITHOUT_TABLE = 200;
const CHARACTERS_WITHOUT_TABLE = 1 << 20;

type Pending = { cells: string[]; line: number };
type SetAside = SetAsideTable & { pending: string[]; pendingBytes: number; bytes: number };

/** Starts collecting the rows of one file. */
export function collectRows(findings: Findings): RowCollector {
  const source: RawTables = { kind: 'tables', header: [], endOfLine: '\n', order: [], tables: [], setAside: [], complete: false };
  const builders = new Map<string, TableBuilder>();
  const setAside = new Map<string, SetAside>();
  const detector = createCodePageDetector();
  let current: TableBuilder | null = null;
  let currentAside: SetAside | null = null;
  let tableName = '';
  let pending: Pending | null = null;
  let lastLine = 0;
  let strayLines = 0;
  let strayCharacters = 0;
  let packedBytes = 0;

  const flush = (): void => {
    if (!pending || !current) return;
    const { columns } = current.table;
    let { cells } = pending;
    if (cells.length > columns.length) cells = rejoinQuoted(cells, columns.length);
    if (cells.length > columns.length) {
      findings.add({
        severity: 'warning',
        code: 'row.too_long',
        line: pending.line,
        table: tableName,
        parameters: { cells: cells.length, columns: columns.length },
      });
    }
    current.addRow(cells, pending.line);
    pending = null;
  };
  const startTable = (name: string, line: number): void => {
    tableName = name;
    current = null;
    currentAside = null;
    if (SET_ASIDE.has(name)) {
      currentAside = setAside.get(name) ?? { name, columns: [], rowCount: 0, packed: [], pending: [], pendingBytes: 0, bytes: 0 };
      if (!setAside.has(name)) source.order.push(name);
      setAside.set(name, currentAside);
    } else if (!/^\w+$/.test(name)) findings.add({ severity: 'warning', code: 'table.bad_name', line, value: name });
  };
  const startColumns = (columns: string[], line: number): void => {
    if (currentAside) {
      currentAside.columns = columns;
      return;
    }
    const known = builders.get(tableName);
    if (known && sameColumns(known.table, columns)) {
      current = known;
      return;
    }
    if (known) {
      findings.add({ severity: 'error', code: 'table.repeated', line, table: tableName });
      current = null;
      return;
    }
    current = buildTable(tableName, columns);
    builders.set(tableName, current);
    source.order.push(tableName);
  };
  const putAside = (aside: SetAside, bytes: string): void => {
    aside.rowCount++;
    aside.bytes += bytes.length + 1;
    if (packedBytes > PACKED_BYTES) return;
    aside.pending.push(bytes);
    aside.pendingBytes += bytes.length;
    if (aside.pendingBytes > PIECE_BYTES) packedBytes += pack(aside);
  };

  const add = (line: ByteLine): void => {
    let { bytes } = line;
    lastLine = line.number;
    if (line.number === 1) {
      bytes = bytes.replace(/^\xef\xbb\xbf/, '');
      if (bytes.endsWith('\r')) source.endOfLine = '\r\n';
    }
    if (line.oversized) findings.add({ severity: 'error', code: 'line.too_long', line: line.number, table: tableName });
    if (bytes.endsWith('\r') && (source.endOfLine === '\r\n' || bytes.charCodeAt(0) === 0x25)) bytes = bytes.slice(0, -1);
    const mark = bytes.charCodeAt(0) === 0x25 && (bytes.length === 2 || bytes.charCodeAt(2) === 0x09) ? bytes[1] : '';
    if (mark === 'R') {
      flush();
      if (currentAside) putAside(currentAside, bytes);
      else if (current) {
        detectIn(bytes);
        pending = { cells: bytes.split('\t').slice(1), line: line.number };
      } else findings.add({ severity: 'error', code: 'row.without_columns', line: line.number, table: tableName });
      return;
    }
    if (mark === 'T' || mark === 'F' || mark === 'E') {
      flush();
      const cells = bytes.split('\t').slice(1);
      if (mark === 'T') startTable(cells[0]?.trim() ?? '', line.number);
      else if (mark === 'F') startColumns(withoutEmptyEnd(cells), line.number);
      else {
        source.complete = true;
        current = null;
        currentAside = null;
      }
      return;
    }
    if (bytes.startsWith('ERMHDR') && source.header.length === 0) {
      source.header = bytes.split('\t');
      detectIn(bytes);
      return;
    }
    if (pending) {
      // A line that starts with no mark continues the last cell: somebody's tool let a line break through.
      pending.cells[pending.cells.length - 1] += source.endOfLine + bytes.split('\t')[0];
      pending.cells.push(...bytes.split('\t').slice(1));
      findings.add({ severity: 'info', code: 'row.broken_line', line: line.number, table: tableName });
    } else if (currentAside) putAside(currentAside, bytes);
    else if (bytes.trim() !== '') {
      strayLines++;
      strayCharacters += bytes.length;
      if (source.header.length > 0) findings.add({ severity: 'warning', code: 'line.stray', line: line.number, value: printable(bytes) });
    }
  };
  const detectIn = (bytes: string): void => {
    if (/[\x80-\xff]/.test(bytes)) detector.add(bytes, !NO_EVIDENCE.has(tableName));
  };
  const isForeign = (): boolean =>
    source.header.length === 0 &&
    source.order.length === 0 &&
    (strayLines > LINES_WITHOUT_TABLE || strayCharacters > CHARACTERS_WITHOUT_TABLE);

  const finish: RowCollector['finish'] = () => {
    flush();
    if (source.order.length === 0) {
      findings.add({ severity: 'error', code: source.header.length > 0 ? 'file.truncated' : 'file.not_xer', line: Math.max(lastLine, 1) });
      return null;
    }
    if (source.header.length === 0) findings.add({ severity: 'warning', code: 'xer.header_missing', line: 1 });
    if (!source.complete) findings.add({ severity: 'error', code: 'file.truncated', line: lastLine, table: tableName });
    for (const builder of builders.values()) source.tables.push(builder.finish());
    for (const aside of setAside.values()) source.setAside.push(sealed(aside, findings));
    if (packedBytes > PACKED_BYTES) findings.add({ severity: 'warning', code: 'xer.bloat_dropped', parameters: { bytes: packedBytes } });
    return { tables: source, detector };
  };
  return { add, isForeign, finish };
}

function sameColumns(table: RawTable, columns: string[]): boolean {
  return table.columns.length === columns.length && table.columns.every((name, i) => name === columns[i]);
}

/** Some writers end the line of names with a tab. */
function withoutEmptyEnd(columns: string[]): string[] {
  return columns.at(-1)?.trim() === '' ? columns.slice(0, -1) : columns;
}

/** P6 quotes values that contain tabs; this joins the split parts. */
function rejoinQuoted(cells: string[], count: number): string[] {
  const joined: string[] = [];
  let surplus = cells.length - count;
  for (let i = 0; i < cells.length; i++) {
    let cell = cells[i];
    while (surplus > 0 && cell.startsWith('"') && quotesIn(cell) % 2 === 1 && i + 1 < cells.length) {
      cell += `\t${cells[++i]}`;
      surplus--;
    }
    joined.push(cell);
  }
  return joined;
}

function quotesIn(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('"'); at >= 0; at = cell.indexOf('"', at + 1)) count++;
  return count;
}

function pack(aside: SetAside): number {
  if (aside.pending.length === 0) return 0;
  const packed = deflateRawSync(Buffer.from(aside.pending.map((line) => `${line}\n`).join(''), 'latin1'), { level: 1 });
  aside.packed.push(packed);
  aside.pending = [];
  aside.pendingBytes = 0;
  return packed.length;
}

function sealed(aside: SetAside, findings: Findings): SetAsideTable {
  pack(aside);
  const { name, columns, rowCount, packed, bytes } = aside;
  const severity = rowCount > BLOAT_ROWS ? 'warning' : 'info';
  findings.add({ severity, code: 'xer.set_aside', table: name, parameters: { rows: rowCount, bytes } });
  return { name, columns, rowCount, packed };
}

function printable(bytes: string): string {
  return bytes.replace(/[^\x20-\x7e]/g, '.').slice(0, 80);
}
