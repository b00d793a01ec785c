import { COLUMNS_TYPE, columnsOf, encodeBlock, encodeHead } from '@gantry/contract';
import { VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import type { FastifyReply } from 'fastify';
import { PassThrough, pipeline } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { Context } from '../../../platform/context.ts';
import { describeError } from '../../../platform/log.ts';
import { readVersion, type RowValues } from '../edits/edits.service.ts';
import { inTreeOrder } from './wbs.rules.ts';

/** The first block is small, so that the first screen stands before the rest has arrived. */
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
  const out = new PassThrough({ highWaterMark: 1024 * 1024 });
  const { encoding, stream } = compressor(encodings);
  reply.header('vary', 'accept, accept-encoding').type(COLUMNS_TYPE);
  if (encoding) reply.header('content-encoding', encoding);
  const body = stream ?? out;
  if (stream) pipeline(out, stream, () => undefined);
  let opened = false;
  // What a slow client has not taken yet waits in memory: it must not hold the transaction, and one that left ends it.
  const write = (bytes: Uint8Array) => {
    if (out.destroyed || body.destroyed) throw new Gone();
    out.write(bytes);
  };
  const sending = readVersion(context, versionId, async ({ head, counts, values }) => {
    opened = true;
    void reply.send(body);
    write(encodeHead({ format: 1, version_id: versionId, revision: head.revision, rows: await counts() }));
    for (const table of VERSION_TABLE_NAMES) await writeTable(table, await values(table), write, () => stream?.flush());
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

async function writeTable(table: VersionTable, rows: RowValues[], write: (bytes: Uint8Array) => void, flush: () => void): Promise<void> {
  const ordered = table === 'wbs' ? treeOrder(rows) : rows;
  for (let from = 0; from < ordered.length;) {
    const count = table === 'wbs' && from === 0 ? FIRST_ROWS : ROWS_A_BLOCK;
    write(encodeBlock(table, from, ordered.slice(from, from + count)));
    if (table === 'wbs') flush();
    from += count;
    // Lets other requests in between: encoding a block takes a few milliseconds.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function treeOrder(rows: RowValues[]): RowValues[] {
  const at = Object.fromEntries(columnsOf('wbs').map(({ name }, index) => [name, index]));
  const keyed = rows.map((values) => ({
    id: values[at['id']] as number,
    parentId: values[at['parentId']] as number | null,
    position: values[at['position']] as number,
    values,
  }));
  return inTreeOrder(keyed).map(({ values }) => values);
}

function compressor(accepted = '') {
  if (accepted.includes('zstd'))
    return { encoding: 'zstd', stream: createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }) };
  if (accepted.includes('br')) return { encoding: 'br', stream: createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }) };
  if (accepted.includes('gzip')) return { encoding: 'gzip', stream: createGzip({ level: 3 }) };
  return { encoding: null, stream: null };
}
