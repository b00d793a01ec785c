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
};

const HEAD = 64 * 1024;

serveThread<EstimateFileInput, AnyEstimateRead>(async ({ path, bytes, name, codePage, mapping, offered = [] }, progress) => {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => file.close());
  return readEstimate(() => createReadStream(path), buffer.subarray(0, bytesRead), {
    name,
    bytes,
    codePage,
    mapping,
    offered,
    onProgress: (done) => progress(bytes ? done / bytes : 1),
  });
});
