import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { type AnyEstimateRead, readEstimate, type TableMapping } from '@gantry/interchange';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';

export type EstimateFileInput = {
  path: string;
  bytes: number;
  name: string;
  codePage: string | null;
  mapping: TableMapping;
  offered?: TableMapping[];
  /** How many rows are wanted; all where it is not given. */
  mostRows?: number;
};

/** What a file holds; `rowCount` are all its rows. */
export type EstimateFileRead = AnyEstimateRead & { rowCount: number };

const HEAD = 64 * 1024;

serveThread<EstimateFileInput, EstimateFileRead>(async ({ path, bytes, name, codePage, mapping, offered = [], mostRows }, progress) => {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => file.close());
  const read = await readEstimate(() => createReadStream(path), buffer.subarray(0, bytesRead), {
    name,
    bytes,
    codePage,
    mapping,
    offered,
    onProgress: (done) => progress(bytes ? done / bytes : 1),
  });
  const { estimate } = read;
  return { ...read, estimate: estimate && { ...estimate, rows: estimate.rows.slice(0, mostRows) }, rowCount: estimate?.rows.length ?? 0 };
});
