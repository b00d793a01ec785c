import { type FieldKind, fieldsOf, NO_DATE, type VersionTable } from '@gantry/domain';

/**
 * The columnar stream of a version. Frames follow each other; each is a 32-bit length, a JSON head of that length and the
 * bytes that the head announces. All numbers are little-endian; every column starts at a multiple of 8 behind its head.
 * The first frame is the stream's head (no columns); then come blocks of rows, table by table, rows of `wbs` in tree order.
 */
export const COLUMNS_TYPE = 'application/vnd.gantry.columns';

/** What a column holds: 32-bit integers (NO_DATE = null), 64-bit floats (NaN = null), bytes (255 = null), texts or JSON texts. */
export type ColumnKind = 'i32' | 'f64' | 'u8' | 'text' | 'json';

export type StreamHead = {
  format: 1;
  version_id: number;
  revision: number;
  /** The history up to this revision as one value. */
  chain: string;
  rows: Record<VersionTable, number>;
};

export type BlockHead = {
  table: VersionTable;
  offset: number;
  count: number;
  columns: { name: string; kind: ColumnKind; bytes: number }[];
};

/** Days are no column: who needs them asks for them. */
const KIND_OF: Record<Exclude<FieldKind, 'days'>, ColumnKind> = {
  id: 'i32',
  ref: 'i32',
  int: 'i32',
  float: 'f64',
  text: 'text',
  flag: 'u8',
  minute: 'i32',
  json: 'json',
  word: 'u8',
};
const NULL_BYTE = 255;
const ALIGN = 8;
const padded = (bytes: number): number => Math.ceil(bytes / ALIGN) * ALIGN;

/** The columns of a table with how each is stored; values by days are not among them. */
export function columnsOf(table: VersionTable): { name: string; kind: ColumnKind; values: readonly string[] | null }[] {
  return fieldsOf(table).flatMap(({ name, kind, values }) => (kind === 'days' ? [] : [{ name, kind: KIND_OF[kind], values }]));
}

/** The frame that opens a stream. */
export function encodeHead(head: StreamHead): Uint8Array {
  return frame(head, []);
}

/** A block of rows. Rows come as arrays in the order of `fieldsOf`; dates as minutes, words as their text. */
export function encodeBlock(table: VersionTable, offset: number, rows: readonly (readonly unknown[])[]): Uint8Array {
  const columns = columnsOf(table);
  const places = new Map(fieldsOf(table).map(({ name }, index) => [name, index]));
  const bodies = columns.map(({ name, kind, values }) => encodeColumn(kind, values, rows, places.get(name) ?? -1));
  const head: BlockHead = {
    table,
    offset,
    count: rows.length,
    columns: columns.map(({ name, kind }, index) => ({ name, kind, bytes: bodies[index].length })),
  };
  return frame(head, bodies);
}

/** Whether the rows of a table are numbers alone: their columns can be packed where they are read. */
export const isPackable = (table: VersionTable): boolean => columnsOf(table).every(({ kind }) => kind !== 'text' && kind !== 'json');

/** Bytes of one value of a column of numbers. */
export const bytesOfKind = (kind: ColumnKind): number => (kind === 'f64' ? 8 : kind === 'i32' ? 4 : 1);

/** A block of rows whose columns are packed already, one after the other as `columnsOf` names them, little-endian. */
export function encodePacked(table: VersionTable, offset: number, count: number, packed: readonly Uint8Array[]): Uint8Array {
  const columns = columnsOf(table);
  const bodies = columns.map(({ kind }, index) => packed[index].subarray(offset * bytesOfKind(kind), (offset + count) * bytesOfKind(kind)));
  return frame({ table, offset, count, columns: columns.map(({ name, kind }, at) => ({ name, kind, bytes: bodies[at].length })) }, bodies);
}

function frame(head: StreamHead | BlockHead, bodies: Uint8Array[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const start = padded(4 + text.length);
  const total = bodies.reduce((sum, body) => sum + padded(body.length), start);
  const bytes = new Uint8Array(total);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  let at = start;
  for (const body of bodies) {
    bytes.set(body, at);
    at += padded(body.length);
  }
  return bytes;
}

function encodeColumn(
  kind: ColumnKind,
  values: readonly string[] | null,
  rows: readonly (readonly unknown[])[],
  index: number,
): Uint8Array {
  if (kind === 'i32') return bytesOf(Int32Array.from(rows, (row) => (row[index] as number | null) ?? NO_DATE));
  if (kind === 'f64') return bytesOf(Float64Array.from(rows, (row) => (row[index] as number | null) ?? Number.NaN));
  if (kind === 'u8') return Uint8Array.from(rows, (row) => byteOf(row[index], values));
  return encodeTexts(rows.map((row) => textOf(kind, row[index])));
}

function byteOf(value: unknown, values: readonly string[] | null): number {
  if (value === null || value === undefined) return NULL_BYTE;
  return values ? values.indexOf(value as string) : Number(value);
}

function textOf(kind: ColumnKind, value: unknown): string {
  if (kind === 'text') return value as string;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

function encodeTexts(texts: string[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts = texts.map((text) => encoder.encode(text));
  const offsets = new Uint32Array(texts.length + 1);
  for (const [index, part] of parts.entries()) offsets[index + 1] = offsets[index] + part.length;
  const bytes = new Uint8Array(offsets.byteLength + offsets[texts.length]);
  bytes.set(bytesOf(offsets));
  for (const [index, part] of parts.entries()) bytes.set(part, offsets.byteLength + offsets[index]);
  return bytes;
}

const bytesOf = (array: Int32Array | Float64Array | Uint32Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** A column of a block as read: numbers stay typed arrays, texts are decoded when asked for. */
export type DecodedColumn = { kind: ColumnKind; numbers: Int32Array | Float64Array | Uint8Array | null; text(row: number): string };
export type DecodedBlock = { table: VersionTable; offset: number; count: number; columns: Map<string, DecodedColumn> };

/** Reads a stream as it arrives: the head once, then each block as soon as it is whole. */
export function createDecoder(on: { head(head: StreamHead): void; block(block: DecodedBlock): void }): {
  push(chunk: Uint8Array): void;
  end(): void;
} {
  let pending = new Uint8Array(0);
  let filled = 0;
  let opened = false;

  function append(chunk: Uint8Array): void {
    if (filled + chunk.length > pending.length) {
      const larger = new Uint8Array(Math.max(pending.length * 2, filled + chunk.length, 65_536));
      larger.set(pending.subarray(0, filled));
      pending = larger;
    }
    pending.set(chunk, filled);
    filled += chunk.length;
  }

  function takeFrame(): boolean {
    if (filled < 4) return false;
    const length = new DataView(pending.buffer).getUint32(0, true);
    const start = padded(4 + length);
    if (filled < start) return false;
    const head = JSON.parse(new TextDecoder().decode(pending.subarray(4, 4 + length))) as StreamHead | BlockHead;
    const sizes = 'columns' in head ? head.columns.map(({ bytes }) => padded(bytes)) : [];
    const total = sizes.reduce((sum, size) => sum + size, start);
    if (filled < total) return false;
    if ('columns' in head) on.block(decodeBlock(head, pending.slice(start, total)));
    else on.head(head);
    opened = true;
    pending.copyWithin(0, total, filled);
    filled -= total;
    return true;
  }

  return {
    push(chunk) {
      append(chunk);
      while (takeFrame());
    },
    end() {
      if (filled > 0 || !opened) throw new Error('the columnar stream ended in the middle of a frame');
    },
  };
}

function decodeBlock(head: BlockHead, bytes: Uint8Array): DecodedBlock {
  const columns = new Map<string, DecodedColumn>();
  let at = 0;
  for (const { name, kind, bytes: size } of head.columns) {
    columns.set(name, decodeColumn(kind, bytes.buffer as ArrayBuffer, at, head.count));
    at += padded(size);
  }
  return { table: head.table, offset: head.offset, count: head.count, columns };
}

function decodeColumn(kind: ColumnKind, buffer: ArrayBuffer, at: number, count: number): DecodedColumn {
  const noText = () => '';
  if (kind === 'i32') return { kind, numbers: new Int32Array(buffer, at, count), text: noText };
  if (kind === 'f64') return { kind, numbers: new Float64Array(buffer, at, count), text: noText };
  if (kind === 'u8') return { kind, numbers: new Uint8Array(buffer, at, count), text: noText };
  const offsets = new Uint32Array(buffer, at, count + 1);
  const texts = new Uint8Array(buffer, at + offsets.byteLength, offsets[count]);
  const decoder = new TextDecoder();
  return { kind, numbers: null, text: (row) => decoder.decode(texts.subarray(offsets[row], offsets[row + 1])) };
}
