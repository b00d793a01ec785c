import { createPublicKey, sign } from 'node:crypto';
import { writeSeal } from '../../../platform/audit.ts';
import type { Context, Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { countSealed, listSeals, listUnsealed } from './audit.seals.repository.ts';
import { checkChain, type Checked, signedText, sumOf } from './audit.seals.sums.service.ts';
import { inAuditThread } from './audit.service.ts';

type Needs = Pick<Services, 'database' | 'backups' | 'now' | 'log'>;

const SYSTEM = { spaceId: null, userId: null, system: true };
const LOOK_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** An entry bears the start time of its transaction; no transaction lasts this long. */
const LATE_MS = 2 * 3_600_000;
/** Entries that are summed on the thread of the calls; more are summed by the thread that reads the audit. */
const CHECKED_HERE = 5000;

/** Seals the entries of whole days, each space's over its seal before. Answers how many seals were made. */
export async function sealAudit(services: Needs): Promise<number> {
  const until = new Date(Math.floor((services.now().getTime() - LATE_MS) / DAY_MS) * DAY_MS);
  const [key] = await services.backups.signing();
  let made = 0;
  for (const spaceId of await services.database.read(SYSTEM, (db) => listUnsealed(db, until))) {
    const seal = await services.database.read(SYSTEM, async (db) => {
      const former = (await listSeals(db, spaceId)).at(-1) ?? null;
      // Another server has been here since the list was read.
      if (former && former.until >= until) return null;
      return { number: (former?.number ?? 0) + 1, until, ...(await sumOf(db, spaceId, former, until)) };
    });
    if (!seal) continue;
    const signature = sign(null, signedText(spaceId, seal), key).toString('base64');
    if (await services.database.write(SYSTEM, (tx) => writeSeal(tx, spaceId, { ...seal, signature }))) made++;
  }
  return made;
}

/** Looks every hour; the returned function stops it. */
export const startAuditSeals = (services: Needs): (() => void) =>
  startEvery(services.log, 'audit.seals', LOOK_EVERY_MS, () => sealAudit(services));

/** Whether the audit of the space is as it was sealed: which seal is the first that does not hold, and up to when all is covered. */
export async function checkSeals(context: Context, checkedHere = CHECKED_HERE): Promise<Checked> {
  const { spaceId, userId, database } = context;
  const keys = (await context.backups.signing()).map((key) => createPublicKey(key));
  const scope = { ...SYSTEM, spaceId, userId };
  const sealed = await database.read(scope, (db) => countSealed(db, spaceId));
  if (sealed <= checkedHere) return database.read(scope, (db) => checkChain(db, spaceId, keys));
  const texts = keys.map((key) => key.export({ type: 'spki', format: 'pem' }).toString());
  return (await inAuditThread(context, { kind: 'seals', spaceId, userId, keys: texts })) as Checked;
}
