import type { Language } from '@gantry/domain';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { openThread, type Thread } from '../../../platform/jobs/workers.ts';
import { type Connection, type Database, perDatabase } from '../../../platform/postgres/database.ts';
import { textsOf } from '../localization/localization.service.ts';
import { namedParts } from './audit.names.rules.ts';
import { type AuditFormat, headOf, linesOf } from './audit.file.rules.ts';
import type { AuditPart, AuditPiece } from './audit.file.thread.ts';
import type { Checked } from './audit.seals.sums.service.ts';
import { type AuditFilter, listActors, namesOf, readPage } from './audit.repository.ts';

/** Entries of a part of a file. */
const ROWS_OF_PART = 2000;
/** Memory of the thread that reads parts. Ten million entries leave a gigabyte of garbage; a small heap makes V8 collect it early. */
const PART_MEMORY = { maxOldGenerationSizeMb: 128 };

type AuditThread = Thread<AuditPiece, AuditPart | Checked>;
const auditOfDatabase = perDatabase((): { thread: AuditThread | null } => ({ thread: null }));

/** Opens the thread that reads files of the audit and checks its seals, by a connection of its own. */
export function openAuditFiles(services: { database: Database }, connection: Connection): AuditThread {
  const thread: AuditThread = openThread(new URL('./audit.file.thread.ts', import.meta.url), PART_MEMORY, connection);
  auditOfDatabase(services).thread = thread;
  return thread;
}

/** Has the thread do a piece of work, one after the other. */
export async function inAuditThread(services: { database: Database }, piece: AuditPiece): Promise<AuditPart | Checked> {
  const { thread } = auditOfDatabase(services);
  if (!thread) throw new Error('no thread reads the audit');
  return thread.run(piece);
}

/** Audit entries of the space, newest first, with who may be asked for. */
export async function listAudit(context: Context, filter: AuditFilter) {
  const { rows, next, actors } = await readPast(context, async (db) => ({
    ...(await readPage(db, context.spaceId, filter)),
    // The page asks for older entries one page after the other, and knows the people from the first.
    actors: filter.before === undefined ? await listActors(db, context.spaceId) : [],
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

type Exported = Omit<AuditFilter, 'limit' | 'before'> & { language: Language; format: AuditFormat };

/** Streams the audit, the newest entry first; the export is audited as well. */
export async function exportAudit(context: Context, { language, format, ...filter }: Exported, reply: FastifyReply) {
  context.note({ format, filter });
  await context.write(async () => undefined);
  return reply
    .header('content-disposition', `attachment; filename="audit.${format}"`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
    .send(Readable.from(partsOf(context, { ...filter, language, format }), { objectMode: false }));
}

/** A transaction of its own reads each part, so that a slow client keeps none open. The first part is read here: most files have no other. */
async function* partsOf(context: Context, { format, language, ...filter }: Exported): AsyncGenerator<string | Uint8Array, undefined> {
  const { spaceId, userId } = context;
  const texts = textsOf(language);
  const limit = ROWS_OF_PART;
  const first = await readPast(context, (db) => readPage(db, spaceId, { ...filter, limit }));
  const begin = headOf(format, texts) + linesOf(format, texts, first.rows);
  if (begin) yield begin;
  for (let before = first.next; before !== null;) {
    const wanted = { ...filter, before, limit };
    const part = (await inAuditThread(context, { kind: 'part', spaceId, userId, filter: wanted, format, language })) as AuditPart;
    yield part.bytes;
    before = part.next;
  }
}

/** Reads across spaces, because sign-ins belong to none; the query limits which people are shown. */
const readPast = <T>(context: Context, work: Parameters<typeof context.database.read<T>>[1]): Promise<T> =>
  context.database.read({ spaceId: context.spaceId, userId: context.userId, system: true }, work);
