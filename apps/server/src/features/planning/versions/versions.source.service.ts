/** The packed source file of a version; stored, copied and deleted with it. */

import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { VersionKey } from '../version-heads/version-heads.service.ts';
import { findSource } from './versions.people.repository.ts';
import { deleteParts, findPart, savePart } from './versions.source.repository.ts';

/** Keeps the pieces of a packed file with a version, unless they are more than `most` bytes; answers how many it kept, 0 for none. */
export async function keepSourceFile(tx: Tx, key: VersionKey, most: number, next: () => Promise<Uint8Array | null>): Promise<number> {
  let bytes = 0;
  for (let part = 0; ; part += 1) {
    const piece = await next();
    if (!piece) return bytes;
    bytes += piece.byteLength;
    if (bytes > most) {
      await deleteParts(tx, key);
      return 0;
    }
    await savePart(tx, key, part, piece);
  }
}

/** The source file of a version with its notes; null without one. */
export async function readSourceFile(db: Db, key: VersionKey): Promise<{ about: Record<string, unknown>; packed: Uint8Array[] } | null> {
  const packed: Uint8Array[] = [];
  for (let piece = await findPart(db, key, 0); piece; piece = await findPart(db, key, packed.length)) packed.push(piece);
  if (!packed.length) return null;
  return { about: (await findSource(db, key))?.source ?? {}, packed };
}
