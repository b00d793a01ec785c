import { readSheets } from '@gantry/interchange';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { type RulesRead, rulesOfJson, rulesOfTable } from './compliance-rules.files.rules.ts';

const MOST_JSON = 16 * 1024 * 1024;

/** Reads a file of rules; null where it is none. */
serveThread<{ path: string }, RulesRead | null>(async ({ path }) => {
  const file = await open(path);
  try {
    const head = (await file.read(Buffer.alloc(64), 0, 64, 0)).buffer
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart();
    if (head.startsWith('['))
      return (await file.stat()).size > MOST_JSON ? null : rulesOfJson((await file.readFile('utf8')).replace(/^\ufeff/, ''));
  } finally {
    await file.close();
  }
  const { format, sheets } = await readSheets(createReadStream(path));
  const sheet = sheets.find(({ rows }) => rows.length > 0);
  return format && sheet ? rulesOfTable(sheet.rows) : null;
});
