/** Rights on attributes in a version: whatever reads or writes its content asks here, once a call. */

import { type Diff, optionsOfAttribute, type VersionRow } from '@gantry/domain';
import type { Db } from '../../../../platform/postgres/database.ts';
import { fail } from '../../../../platform/fail.ts';
import { attributeRightsAt, type Judged } from '../../../catalog/attribute-rights/attribute-rights.service.ts';
import { findVersionHead, type VersionHead, type VersionKey } from '../../version-heads/version-heads.service.ts';
import { listRows } from '../edits.repository.ts';
import { type Mask, maskDiffs, speaksOfAttributes, unknownOwners, unwritable } from './edits.mask.rules.ts';

export type { Mask } from './edits.mask.rules.ts';

type Attribute = VersionRow<'attribute'>;

const judged = ({ id, sourceId, name, type, options }: Attribute): Judged => {
  const { key, formula } = optionsOfAttribute(options);
  return { id, sourceId, name, formula: { id, name: key ?? name, type, formula: formula ?? null } };
};

/** What a person may see and write of a version's attributes; null where nothing is restricted, and then nothing more is asked. */
export async function maskOf(
  db: Db,
  key: VersionKey,
  { schedule_id }: Pick<VersionHead, 'schedule_id'>,
  userId: number | null,
): Promise<Mask | null> {
  const rights = await attributeRightsAt(db, { spaceId: key.spaceId, userId }, schedule_id);
  if (!rights) return null;
  const attributes = await listRows(db, key, 'attribute');
  const levels = rights(attributes.map(judged));
  const at = (level: string) => new Set([...levels].flatMap(([id, own]) => (own === level ? [id] : [])));
  return {
    hidden: at('none'),
    readOnly: at('read'),
    levelOf: (row) => rights([...attributes.filter(({ id }) => id !== row.id), row].map(judged)).get(row.id) ?? 'none',
  };
}

/** The attributes of a version that a person may not write there. */
export async function listUnwritable(db: Db, key: VersionKey, userId: number): Promise<Attribute[]> {
  const head = await findVersionHead(db, key);
  const mask = head && (await maskOf(db, key, head, userId));
  if (!mask) return [];
  return (await listRows(db, key, 'attribute')).filter(({ id }) => mask.hidden.has(id) || mask.readOnly.has(id));
}

/** Changes of a version as somebody with a mask sees them. */
export async function maskChanges(db: Db, key: VersionKey, mask: Mask | null, diffs: readonly Diff[]): Promise<readonly Diff[]> {
  if (!mask || !diffs.some(speaksOfAttributes)) return diffs;
  const known = new Set((await listRows(db, key, 'attribute')).map(({ id }) => id));
  return maskDiffs(diffs, mask, known, await ownersOf(db, key, diffs));
}

async function ownersOf(db: Db, key: VersionKey, diffs: readonly Diff[]): Promise<Map<number, number>> {
  const ids = unknownOwners(diffs);
  return new Map(ids.length ? (await listRows(db, key, 'attributeValue', ids)).map((row) => [row.id, row.attributeId]) : []);
}

/** Refuses a change that writes an attribute which the person may not write; nothing of it has been written yet. */
export async function refuseUnwritable(db: Db, key: VersionKey, mask: Mask | null, diff: Diff, isTakenBack: boolean): Promise<void> {
  if (!mask || !speaksOfAttributes(diff)) return;
  const known = new Map((await listRows(db, key, 'attribute')).map((row) => [row.id, row]));
  const refused = unwritable(diff, mask, known, await ownersOf(db, key, [diff]), isTakenBack);
  if (refused) refuseWriting(refused);
}

/** What is out of sight is not named. */
export function refuseWriting({ name, level }: { name: string; level: string }): never {
  if (level === 'none') fail('attribute.out_of_sight');
  fail('attribute.read_only', { name });
}
