import { serveThread } from '../../../platform/workers.thread.ts';
import type { Content } from './import.content.rules.ts';
import { type ImportAnswer, type ImportRequest, readContent } from './import.reading.service.ts';

/** Content that was read and not yet fetched: it crosses in pieces, so that it is held once. */
const kept = new Map<number, Content[]>();
let lastId = 0;

serveThread<ImportRequest, ImportAnswer>(async (request, progress) => {
  if (request.do === 'forget') {
    kept.delete(request.id);
    return null;
  }
  if (request.do === 'rows') {
    const content = kept.get(request.id)?.[request.project];
    if (!content) throw new Error('the thread that read the file is gone');
    return content[request.table].slice(request.from, request.from + request.count);
  }
  const { content, ...outcome } = await readContent(request.input, progress);
  lastId += 1;
  if (content.length) kept.set(lastId, content);
  return { ...outcome, id: lastId };
});
