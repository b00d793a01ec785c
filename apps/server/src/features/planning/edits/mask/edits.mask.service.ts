/** Rights on attributes and on costs in a version: whatever reads or writes its content asks here, once a call. */

import { type Diff, isOfMoney, optionsOfAttribute, type VersionRow } from '@gantry/domain';
import type { Db } from '../../../../platform/postgres/database.ts';
import { fail } from '../../../../platform/fail.ts';
import { attributeRightsOf, type Judged, type Whose } from '../../../catalog/attribute-rights/attribute-rights.service.ts';
import { findVersionHead, type VersionHead, type VersionKey } from '../../version-heads/version-heads.service.ts';
import { listRows } from '../edits.repository.ts';
import {
  hidesAnything,
  type Mask,
  maskDiffs,
  speaksOfAttributes,
  speaksOfMoney,
  unknownOwners,
  unwritable,
  withoutMoneyIn,
} from './edits.mask.rules.ts';

export { hidesAnything, type Mask } from './edits.mask.rules.ts';

type Attribute = VersionRow<'attribute'>;
export type JudgedRow = Pick<Attribute, 'id' | 'sourceId' | 'name' | 'type' | 'options'>;

/** An attribute of a version as rights judge it. */
export const judged = ({ id, sourceId, name, type, options }: JudgedRow): Judged => {
  const { key, formula } = optionsOfAttribute(options);
  return { id, sourceId, name, formula: { id, name: key ?? name, type, formula: formula ?? null } };
};

/** Who looks at a version, within the token that they call with. */
export type Onlooker = Omit<Whose, 'spaceId'>;

/** What a person may see and write of a version's attributes and costs; null where nothing is restricted, and then nothing more is asked. */
export async function maskOf(db: Db, key: VersionKey, head: Pick<VersionHead, 'schedule_id'>, who: Onlooker): Promise<Mask | null> {
  return (await masksOf(db, key, head, [who]))[0];
}

/** The same for some people, in their order, at the cost of one; those who may the same have the same mask. */
export async function masksOf(
  db: Db,
  key: VersionKey,
  { schedule_id }: Pick<VersionHead, 'schedule_id'>,
  people: readonly Onlooker[],
): Promise<(Mask | null)[]> {
  return masksBy(db, key, await attributeRightsOf(db, key.spaceId, people, schedule_id));
}

type Rights = Awaited<ReturnType<typeof attributeRightsOf>>[number];

/** What a person may do with attributes in the versions of a schedule: the half of a mask that needs no lock. */
export async function rightsOf(db: Db, { spaceId }: VersionKey, scheduleId: number, who: Onlooker): Promise<Rights> {
  return (await attributeRightsOf(db, spaceId, [who], scheduleId))[0];
}

/** The mask that rights make of the attributes of a version. */
export const maskBy = async (db: Db, key: VersionKey, rights: Rights): Promise<Mask | null> => (await masksBy(db, key, [rights]))[0];

async function masksBy(db: Db, key: VersionKey, all: readonly Rights[]): Promise<(Mask | null)[]> {
  const different = new Set(all.filter((rights) => rights !== null));
  const attributes = different.size ? await listRows(db, key, 'attribute') : [];
  const masks = new Map(
    [...different].map((rights): [typeof rights, Mask] => {
      const levels = rights(attributes.map(judged));
      const at = (level: string) => new Set([...levels].flatMap(([id, own]) => (own === level ? [id] : [])));
      return [
        rights,
        {
          money: rights.money,
          hidden: at('none'),
          readOnly: at('read'),
          levelOf: (row) => rights([...attributes.filter(({ id }) => id !== row.id), row].map(judged)).get(row.id) ?? 'none',
        },
      ];
    }),
  );
  return all.map((rights) => (rights && masks.get(rights)) ?? null);
}

/** The attributes of a version that a person may not write there. */
export async function listUnwritable(db: Db, key: VersionKey, who: Onlooker): Promise<Attribute[]> {
  const head = await findVersionHead(db, key);
  const mask = head && (await maskOf(db, key, head, who));
  if (!mask) return [];
  return (await listRows(db, key, 'attribute')).filter(({ id }) => mask.hidden.has(id) || mask.readOnly.has(id));
}

/** Changes of a version as somebody with a mask sees them. */
export async function maskChanges(db: Db, key: VersionKey, mask: Mask | null, diffs: readonly Diff[]): Promise<readonly Diff[]> {
  if (!hidesAnything(mask)) return diffs;
  const seen = mask.money || !diffs.some(speaksOfMoney) ? diffs : withoutMoneyIn(diffs, await daysOfMoney(db, key, diffs));
  if (!seen.some(speaksOfAttributes)) return seen;
  const known = new Set((await listRows(db, key, 'attribute')).map(({ id }) => id));
  return maskDiffs(seen, mask, known, await ownersOf(db, key, seen));
}

/** Tells which changed series of days are of money; of one that is there no more, it is held to be. */
async function daysOfMoney(db: Db, key: VersionKey, diffs: readonly Diff[]): Promise<(id: number) => boolean> {
  const ids = [...new Set(diffs.flatMap(({ daySeries }) => daySeries?.updated.map(({ id }) => id) ?? []))];
  const rows = new Map((ids.length ? await listRows(db, key, 'daySeries', ids) : []).map((row) => [row.id, row]));
  return (id) => {
    const row = rows.get(id);
    return !row || isOfMoney('daySeries', row);
  };
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
