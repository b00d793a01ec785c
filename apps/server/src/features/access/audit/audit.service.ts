import type { Language } from '@gantry/domain';
import { formatCsv } from '@gantry/interchange';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { textsOf } from '../localization/localization.service.ts';
import { namedParts } from './audit.names.rules.ts';
import { type AuditFilter, type AuditRow, listActors, namesOf, readPage } from './audit.repository.ts';

/** Entries that are read at a time while a file is sent. Of each statement some kilobytes outlive minor collections of the heap: few statements, little garbage. */
const EXPORT_ROWS = 2000;

/** Audit entries of the space, newest first, with who may be asked for. */
export async function listAudit(context: Context, filter: AuditFilter) {
  const { rows, next, actors } = await readPast(context, async (db) => ({
    ...(await readPage(db, context.spaceId, filter)),
    actors: await listActors(db, context.spaceId),
  }));
  const shown = rows.map((row) => ({ row, parts: namedParts(row.object, row.details as Record<string, unknown> | null) }));
  // By the reader's own reach: an audit is read by people to whom a part of the structure is closed.
  const nameOf = await context.read((db) =>
    namesOf(
      db,
      context.spaceId,
      shown.flatMap(({ parts }) => parts),
    ),
  );
  const entries = shown.map(({ row, parts }) => {
    const named = parts.flatMap((part) => {
      const name = nameOf(part);
      return name === undefined ? [] : [[part.part, name] as const];
    });
    return { ...row, at: row.at.toISOString(), names: Object.fromEntries(named) };
  });
  return { entries, next, actors };
}

type Exported = Omit<AuditFilter, 'limit' | 'before'> & { language: Language; format: 'csv' | 'ndjson' };

/** Streams the audit, the newest entry first; the export is audited as well. */
export async function exportAudit(context: Context, { language, format, ...filter }: Exported, reply: FastifyReply) {
  context.note({ format, filter });
  await context.write(async () => undefined);
  const texts = textsOf(language);
  const written = format === 'csv' ? csvOf(texts) : linesOf;
  return reply
    .header('content-disposition', `attachment; filename="audit.${format}"`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
    .send(streamOf(pagesOf(context, filter), written, format === 'csv' ? headOf(texts) : ''));
}

/**
 * Streams a file: its head, then its pages. Each page is emptied after it is written, and no promise resolves with its text: what outlives
 * a minor collection of the heap is small then.
 */
function streamOf(pages: AsyncIterator<AuditRow[]>, written: (rows: AuditRow[]) => string, head: string): Readable {
  return new Readable({
    construct(done) {
      if (head) this.push(head);
      done();
    },
    read() {
      pages
        .next()
        .then(({ value: rows, done }) => {
          this.push(done ? null : written(rows));
          if (!done) rows.length = 0;
        })
        .catch((error: Error) => this.destroy(error));
    },
  });
}

/** Each page is a transaction of its own, so a slow client holds none open. */
async function* pagesOf(context: Context, filter: Omit<AuditFilter, 'limit'>): AsyncGenerator<AuditRow[], undefined> {
  for (let before: number | null | undefined; before !== null;) {
    const page = { ...filter, ...(before === undefined ? {} : { before }), limit: EXPORT_ROWS };
    const { rows, next } = await readPast(context, (db) => readPage(db, context.spaceId, page));
    yield rows;
    before = next;
  }
}

const headOf = (texts: Record<string, string>): string => {
  const headers = ['at', 'actor', 'on_behalf_of', 'action', 'object', 'address', 'details'].map((column) => texts[`audit.${column}`]);
  return `\ufeff${formatCsv({ headers, rows: [] }, ';')}`;
};

const csvOf =
  (texts: Record<string, string>) =>
  (rows: AuditRow[]): string =>
    rows.map((row) => formatCsv({ headers: lineOf(row, texts), rows: [] }, ';')).join('');

const linesOf = (rows: AuditRow[]): string => rows.map((row) => `${JSON.stringify({ ...row, at: row.at.toISOString() })}\n`).join('');

const lineOf = (row: AuditRow, texts: Record<string, string>): string[] => [
  row.at.toISOString(),
  row.actor,
  row.on_behalf_of ?? '',
  texts[`audit.action_${row.action}`] ?? row.action,
  row.object,
  row.address ?? '',
  row.details ? JSON.stringify(row.details) : '',
];

/** Reads across spaces, because sign-ins belong to none; the query limits which people are shown. */
const readPast = <T>(context: Context, work: Parameters<typeof context.database.read<T>>[1]): Promise<T> =>
  context.database.read({ spaceId: context.spaceId, userId: context.userId, system: true }, work);
