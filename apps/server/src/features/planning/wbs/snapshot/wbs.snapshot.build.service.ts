import { columnsOf, encodeBlock, encodeHead, encodePacked, isPackable } from '@gantry/contract';
import { entryOf, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { PackedColumns, RowValues, VersionReader } from '../../edits/edits.service.ts';
import { inTreeOrder } from '../wbs.rules.ts';

/** How a snapshot is compressed: as its client accepts it best. */
export const ENCODINGS = ['zstd', 'br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The first block is small and read by itself, so that the first screen stands before the rest has been read. */
const FIRST_ROWS = 256;
const ROWS_A_BLOCK = 8192;

/** Builds a whole version as a compressed stream of columns: head, rows of the tree from the top, then everything else. `put` gets its bytes in their order. */
export async function buildSnapshot(reader: VersionReader, encoding: Encoding, put: (bytes: Uint8Array) => void): Promise<void> {
  const { head, counts, values, columns, places } = reader;
  const stream = compressor(encoding);
  const ended = stream && finished(stream.on('data', put));
  // Where reading fails too, that is what is thrown.
  ended?.catch(() => undefined);
  const write = (bytes: Uint8Array): void => void (stream ? stream.write(bytes) : put(bytes));
  const flush = (): void => stream?.flush();
  const { revision, chain } = head;
  write(encodeHead({ format: 1, version_id: head.id, revision, chain: chain.toString('hex'), rows: await counts() }));
  const order = inTreeOrder(await places()).map(({ id }) => id);
  const first = order.slice(0, FIRST_ROWS);
  if (first.length) write(encodeBlock('wbs', 0, inOrder(first, await values('wbs', first))));
  flush();
  const rowsOf = async (table: VersionTable): Promise<Write> => {
    const rows = await values(table);
    return () => (table === 'wbs' ? writeRows(table, inOrder(order, rows), first.length, write, flush) : writeRows(table, rows, 0, write));
  };
  const packedOf = async (table: VersionTable): Promise<Write> => {
    const packed = await columns(table);
    return () => writePacked(table, packed, write);
  };
  const others = VERSION_TABLE_NAMES.filter((table) => table !== 'wbs');
  await readAhead([() => rowsOf('wbs'), ...others.map((table) => () => (isPackable(table) ? packedOf(table) : rowsOf(table)))]);
  stream?.end();
  await ended;
}

function compressor(encoding: Encoding) {
  if (encoding === 'zstd') return createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  if (encoding === 'br') return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
  return encoding === 'gzip' ? createGzip({ level: 3 }) : null;
}

type Write = () => Promise<void>;

/** Writes what is read, part after part: the database reads the next one while the one before is encoded. */
async function readAhead(parts: readonly (() => Promise<Write>)[]): Promise<void> {
  let next: Promise<Write> | undefined = parts[0]?.();
  try {
    for (let at = 1; next !== undefined; at += 1) {
      const write: Write = await next;
      next = parts[at]?.();
      // What fails first is what is thrown.
      next?.catch(() => undefined);
      await write();
    }
  } finally {
    // The transaction ends when nothing is read in it any more.
    await next?.catch(() => undefined);
  }
}

/** Writes the rows of a table from one on, in blocks. */
async function writeRows(
  table: VersionTable,
  rows: readonly RowValues[],
  start: number,
  write: (bytes: Uint8Array) => void,
  flush?: () => void,
): Promise<void> {
  for (let from = start; from < rows.length; from += ROWS_A_BLOCK) {
    write(encodeBlock(table, from, rows.slice(from, from + ROWS_A_BLOCK)));
    flush?.();
    // Here, other requests are let in between, and what was written is compressed and sent.
    await setImmediate();
  }
}

/** Writes rows whose columns the database has packed; money and attributes out of sight are left out there. */
async function writePacked(table: VersionTable, { count, columns }: PackedColumns, write: (bytes: Uint8Array) => void): Promise<void> {
  for (let from = 0; from < count; from += ROWS_A_BLOCK) {
    write(encodePacked(table, from, Math.min(ROWS_A_BLOCK, count - from), columns));
    await setImmediate();
  }
}

const ID = columnsOf('wbs').findIndex(({ name }) => name === 'id');

function inOrder(ids: readonly number[], rows: readonly RowValues[]): RowValues[] {
  const byId = new Map(rows.map((values) => [values[ID], values]));
  return ids.map((id) => entryOf(byId, id));
}
