import type { Language } from '@gantry/domain';
import { createPublicKey } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { serveThread } from '../../../platform/jobs/workers.thread.ts';
import { type Connection, openDatabase } from '../../../platform/postgres/database.ts';
import { textsOf } from '../localization/localization.service.ts';
import { type AuditFormat, linesOf } from './audit.file.rules.ts';
import { type AuditFilter, readPage } from './audit.repository.ts';
import { checkChain, type Checked } from './audit.seals.sums.service.ts';

/** A part of a file: so many entries of a space, as a person who may read them all asks for them. */
export type AuditPartInput = {
  kind: 'part';
  spaceId: number;
  userId: number;
  filter: AuditFilter;
  format: AuditFormat;
  language: Language;
};

/** Its text in UTF-8, and before which entry the next part begins; null at the end. */
export type AuditPart = { bytes: Uint8Array<ArrayBuffer>; next: number | null };

/** The seals of a space, to be checked by public keys as PEM. */
type SealsInput = { kind: 'seals'; spaceId: number; userId: number; keys: string[] };

export type AuditPiece = AuditPartInput | SealsInput;

const database = openDatabase({ ...(workerData as Connection), max: 1, application_name: 'gantry audit' }, () => undefined);
const encoder = new TextEncoder();

serveThread<AuditPiece, AuditPart | Checked>(async (piece) => {
  const { spaceId, userId } = piece;
  const scope = { spaceId, userId, system: true };
  if (piece.kind === 'seals') {
    const keys = piece.keys.map((key) => createPublicKey(key));
    return database.read(scope, (db) => checkChain(db, spaceId, keys));
  }
  const { filter, format, language } = piece;
  const { rows, next } = await database.read(scope, (db) => readPage(db, spaceId, filter));
  return { bytes: encoder.encode(linesOf(format, textsOf(language), rows)), next };
});
