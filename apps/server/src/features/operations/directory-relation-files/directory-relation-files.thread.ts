import { formatCsv, readSheets, writeSheet } from '@gantry/interchange';
import { createReadStream } from 'node:fs';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import type { WholeRelation } from '../../catalog/directory-relations/directory-relations.service.ts';
import { readLines, type RelationChange, tableOf } from './directory-relation-files.rules.ts';

export type RelationFileRequest =
  | { do: 'read'; path: string; whole: WholeRelation }
  | { do: 'write'; format: 'xlsx' | 'csv'; whole: WholeRelation };
export type RelationFileAnswer = { file: Uint8Array } | { trouble: 'unreadable' | 'no_columns' } | { change: RelationChange };

serveThread<RelationFileRequest, RelationFileAnswer>(async (request) => {
  if (request.do === 'write') {
    const table = tableOf(request.whole);
    // Spreadsheet programs recognise UTF-8 by the byte order mark.
    if (request.format === 'csv') return { file: new Uint8Array(Buffer.from(`\ufeff${formatCsv(table, ';')}`)) };
    return { file: await writeSheet(request.whole.name, table) };
  }
  const { format, sheets } = await readSheets(createReadStream(request.path));
  const sheet = sheets.find(({ rows }) => rows.length > 0);
  if (!format || !sheet) return { trouble: 'unreadable' };
  const change = readLines(sheet.rows, request.whole);
  return change ? { change } : { trouble: 'no_columns' };
});
