import type { Language } from '@gantry/domain';
import { formatCsv } from '@gantry/interchange';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { textsOf } from '../localization/localization.service.ts';
import { type AuditFilter, type AuditRow, listActors, listDeeds } from './audit.repository.ts';

/** Most rows of an exported file. */
const EXPORT_ROWS = 100_000;

/** Audit entries of the space, newest first, with who may be asked for. */
export async function listAudit(context: Context, filter: AuditFilter) {
  const { rows, actors } = await readPast(context, async (db) => ({
    rows: await listDeeds(db, context.spaceId, { ...filter, limit: filter.limit + 1 }),
    actors: await listActors(db, context.spaceId),
  }));
  const entries = rows.slice(0, filter.limit).map((row) => ({ ...row, at: row.at.toISOString() }));
  return { entries, next: rows.length > filter.limit ? (entries.at(-1)?.id ?? null) : null, actors };
}

/** Sends the audit as CSV; that somebody took it is noted too. */
export async function exportAudit(
  context: Context,
  { language, ...filter }: Omit<AuditFilter, 'limit'> & { language: Language },
  reply: FastifyReply,
) {
  const rows = await readPast(context, (db) => listDeeds(db, context.spaceId, { ...filter, limit: EXPORT_ROWS }));
  context.note({ rows: rows.length, filter });
  await context.write(async () => undefined);
  const texts = textsOf(language);
  const headers = ['at', 'actor', 'on_behalf_of', 'action', 'object', 'address', 'details'].map((column) => texts[`audit.${column}`]);
  const csv = formatCsv({ headers, rows: rows.map((row) => lineOf(row, texts)) }, ';');
  return reply
    .header('content-disposition', 'attachment; filename="audit.csv"')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type('text/csv; charset=utf-8')
    .send(`\ufeff${csv}`);
}

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
