import { readSheets } from '@gantry/interchange';
import { createReadStream } from 'node:fs';
import { serveThread } from '../../../../platform/jobs/workers.thread.ts';
import { type IndicesRead, indicesOfTable } from './cost-links.indices.rules.ts';

/** Reads a table of indices; null where the file has none. */
serveThread<{ path: string }, IndicesRead | null>(async ({ path }) => {
  const { sheets } = await readSheets(createReadStream(path));
  for (const { rows } of sheets) {
    const read = indicesOfTable(rows);
    if (read) return read;
  }
  return null;
});
