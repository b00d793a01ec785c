import { COLUMNS_TYPE, columnsOf, encodeBlock, encodeHead, encodePacked, isPackable } from '@gantry/contract';
import { entryOf, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import type { FastifyReply } from 'fastify';
import { PassThrough, pipeline } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { Context } from '../../../platform/context.ts';
import { describeError } from '../../../platform/log.ts';
import { type PackedColumns, readVersion, type RowValues } from '../edits/edits.service.ts';
import { inTreeOrder } from './wbs.rules.ts';

/** The first block is small and read by itself, so that the first screen stands before the rest has been read. */
const FIRST_ROWS = 256;
const ROWS_A_BLOCK = 8192;

/** The client closed the connection. */
class Gone extends Error {}

/** Whether a client asks for the columnar stream instead of JSON. */
export function wantsColumns(accept: string | undefined): boolean {
  return accept?.includes(COLUMNS_TYPE) ?? false;
}

/** Streams a whole version as columns: head, rows of the tree from the top, then everything else. */
export async function sendSnapshot(
  context: Context,
  versionId: number,
  encodings: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { encoding, out, body, flush } = outlet(encodings);
  reply.header('vary', 'accept, accept-encoding').type(COLUMNS_TYPE);
  if (encoding) reply.header('content-encoding', encoding);
  let opened = false;
  // A slow client does not hold the transaction; one that has disconnected ends it.
  const write = (bytes: Uint8Array) => {
    if (out.destroyed || body.destroyed) throw new Gone();
    out.write(bytes);
  };
  const sending = readVersion(context, versionId, async ({ head, counts, values, columns, places }) => {
    opened = true;
    void reply.send(body);
    const { revision, chain } = head;
    write(encodeHead({ format: 1, version_id: versionId, revision, chain: chain.toString('hex'), rows: await counts() }));
    const order = inTreeOrder(await places()).map(({ id }) => id);
    const first = order.slice(0, FIRST_ROWS);
    if (first.length) write(encodeBlock('wbs', 0, inOrder(first, await values('wbs', first))));
    flush();
    const rowsOf = async (table: VersionTable): Promise<Write> => {
      const rows = await values(table);
      return () =>
        table === 'wbs' ? writeRows(table, inOrder(order, rows), first.length, write, flush) : writeRows(table, rows, 0, write);
    };
    const packedOf = async (table: VersionTable): Promise<Write> => {
      const packed = await columns(table);
      return () => writePacked(table, packed, write);
    };
    const others = VERSION_TABLE_NAMES.filter((table) => table !== 'wbs');
    await readAhead([() => rowsOf('wbs'), ...others.map((table) => () => (isPackable(table) ? packedOf(table) : rowsOf(table)))]);
  });
  try {
    await sending;
    out.end();
  } catch (error) {
    if (error instanceof Gone) return reply;
    if (!opened) throw error;
    context.log.error('snapshot.failed', describeError(error));
    out.destroy(error as Error);
  }
  return reply;
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
    // Lets other requests in between: encoding a block takes a few milliseconds.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Writes rows whose columns the database has packed; money and attributes out of sight are left out there. */
async function writePacked(table: VersionTable, { count, columns }: PackedColumns, write: (bytes: Uint8Array) => void): Promise<void> {
  for (let from = 0; from < count; from += ROWS_A_BLOCK) {
    write(encodePacked(table, from, Math.min(ROWS_A_BLOCK, count - from), columns));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const ID = columnsOf('wbs').findIndex(({ name }) => name === 'id');

function inOrder(ids: readonly number[], rows: readonly RowValues[]): RowValues[] {
  const byId = new Map(rows.map((values) => [values[ID], values]));
  return ids.map((id) => entryOf(byId, id));
}

/** Compressed bytes of one snapshot that may wait for a slow client: ten times those of 100,000 rows. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024;

/** Where a snapshot is written (`out`) and read (`body`). What a slow client has not read waits compressed, a tenth of what was written. */
export function outlet(accepted: string | undefined) {
  const out = new PassThrough({ highWaterMark: 1024 * 1024 });
  const { encoding, stream } = compressor(accepted);
  if (!stream) return { encoding, out, body: out, flush: () => undefined };
  const body = new PassThrough({ highWaterMark: MOST_WAITING_BYTES });
  pipeline(out, stream, body, () => undefined);
  return { encoding, out, body, flush: () => stream.flush() };
}

function compressor(accepted = '') {
  if (accepted.includes('zstd'))
    return { encoding: 'zstd', stream: createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }) };
  if (accepted.includes('br')) return { encoding: 'br', stream: createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }) };
  if (accepted.includes('gzip')) return { encoding: 'gzip', stream: createGzip({ level: 3 }) };
  return { encoding: null, stream: null };
}
