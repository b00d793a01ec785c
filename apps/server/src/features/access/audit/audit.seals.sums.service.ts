import { createHash, type KeyObject, verify } from 'node:crypto';
import type { Db } from '../../../platform/postgres/database.ts';
import { listSeals, type Seal, sealedLines } from './audit.seals.repository.ts';

/** Entries that one check reads at most; beyond them the chain of seals is checked and not what they cover. */
const MOST_CHECKED = 1_000_000;

/** What a check of seals has found. */
export type Checked = {
  seals: number;
  rows: number;
  until: string | null;
  hash: string | null;
  broken: { from: string | null; until: string } | null;
};

/** The sum of entries over the seal before them. */
export async function sumOf(db: Db, spaceId: number, former: Seal | null, until: Date): Promise<{ rows: number; hash: string }> {
  const hash = createHash('sha256').update(`${former?.hash ?? ''}\n${until.toISOString()}\n`);
  let rows = 0;
  for await (const lines of sealedLines(db, spaceId, former?.until ?? null, until)) {
    rows += lines.length;
    for (const line of lines) hash.update(`${line}\n`);
  }
  return { rows, hash: hash.digest('hex') };
}

export const signedText = (spaceId: number, { number, hash }: Pick<Seal, 'number' | 'hash'>): Buffer =>
  Buffer.from(`audit ${spaceId} ${number} ${hash}`);

/** Checks the seals of a space by the keys that may have signed them, and the entries that they cover. */
export async function checkChain(db: Db, spaceId: number, keys: readonly KeyObject[]): Promise<Checked> {
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
}
