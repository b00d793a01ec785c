import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { writeSeal } from '../../../platform/audit.ts';
import type { Context, Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { listSeals, listUnsealed, type Seal, sealedLines } from './audit.seals.repository.ts';

type Needs = Pick<Services, 'database' | 'backups' | 'now' | 'log'>;

const SYSTEM = { spaceId: null, userId: null, system: true };
const LOOK_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** An entry bears the start time of its transaction; no transaction lasts this long. */
const LATE_MS = 2 * 3_600_000;
/** Entries that one check reads at most; beyond them the chain of seals is checked and not what they cover. */
const MOST_CHECKED = 1_000_000;

/** The sum of entries over the seal before them. */
async function sumOf(db: Db, spaceId: number, former: Seal | null, until: Date): Promise<{ rows: number; hash: string }> {
  const hash = createHash('sha256').update(`${former?.hash ?? ''}\n${until.toISOString()}\n`);
  let rows = 0;
  for await (const lines of sealedLines(db, spaceId, former?.until ?? null, until)) {
    rows += lines.length;
    for (const line of lines) hash.update(`${line}\n`);
  }
  return { rows, hash: hash.digest('hex') };
}

const signedText = (spaceId: number, { number, hash }: Pick<Seal, 'number' | 'hash'>): Buffer =>
  Buffer.from(`audit ${spaceId} ${number} ${hash}`);

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
export async function checkSeals(context: Context) {
  const { spaceId } = context;
  const keys = (await context.backups.signing()).map((key) => createPublicKey(key));
  return context.database.read({ ...SYSTEM, spaceId, userId: context.userId }, async (db) => {
    const seals = await listSeals(db, spaceId);
    let checked = 0;
    let broken: number | null = null;
    // The newest first: where there is more than one check reads, what is old is held by the chain alone.
    for (let at = seals.length - 1; at >= 0; at--) {
      const seal = seals[at];
      const isSigned = (key: KeyObject) => verify(null, signedText(spaceId, seal), key, Buffer.from(seal.signature, 'base64'));
      const signed = seal.number === at + 1 && keys.some(isSigned);
      const read = checked + seal.rows <= MOST_CHECKED;
      const sum = signed && read ? await sumOf(db, spaceId, seals[at - 1] ?? null, seal.until) : null;
      if (sum) checked += sum.rows;
      if (!signed || (sum && (sum.hash !== seal.hash || sum.rows !== seal.rows))) broken = at;
    }
    const last = seals.at(-1);
    return {
      seals: seals.length,
      rows: checked,
      until: last?.until.toISOString() ?? null,
      hash: last?.hash ?? null,
      broken: broken === null ? null : { from: seals[broken - 1]?.until.toISOString() ?? null, until: seals[broken].until.toISOString() },
    };
  });
}
