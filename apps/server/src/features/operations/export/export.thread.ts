import { VERSION_TABLE_NAMES } from '@gantry/domain';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import type { VersionContent } from './export.project.rules.ts';
import { type ExportOutcome, type ExportRequest, writeVersion } from './export.writing.service.ts';

/** Rows that came and are not yet written: they cross table by table, so that they are held once. */
const waiting = new Map<number, VersionContent>();

serveThread<ExportRequest, ExportOutcome | null>(async (request) => {
  if (request.do === 'forget') {
    waiting.delete(request.id);
    return null;
  }
  const content =
    waiting.get(request.id) ?? (Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, []])) as unknown as VersionContent);
  if (request.do === 'rows') {
    waiting.set(request.id, { ...content, [request.table]: request.rows });
    return null;
  }
  waiting.delete(request.id);
  if (!content.wbs.length) throw new Error('the thread that took the rows is gone');
  return writeVersion({ ...request.piece, content }, request.format, request.programVersion);
});
