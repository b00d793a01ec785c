import type { Language } from '@gantry/domain';
import { workerData } from 'node:worker_threads';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { type Connection, openDatabase } from '../../../platform/postgres/database.ts';
import { textsOf } from '../localization/localization.service.ts';
import { type AuditFormat, linesOf } from './audit.file.rules.ts';
import { type AuditFilter, readPage } from './audit.repository.ts';

/** A part of a file: so many entries of a space, as a person who may read them all asks for them. */
export type AuditPartInput = { spaceId: number; userId: number; filter: AuditFilter; format: AuditFormat; language: Language };

/** Its text in UTF-8, and before which entry the next part begins; null at the end. */
export type AuditPart = { bytes: Uint8Array<ArrayBuffer>; next: number | null };

const database = openDatabase({ ...(workerData as Connection), max: 1, application_name: 'gantry audit' }, () => undefined);
const encoder = new TextEncoder();

serveThread<AuditPartInput, AuditPart>(async ({ spaceId, userId, filter, format, language }) => {
  const { rows, next } = await database.read({ spaceId, userId, system: true }, (db) => readPage(db, spaceId, filter));
  return { bytes: encoder.encode(linesOf(format, textsOf(language), rows)), next };
});
