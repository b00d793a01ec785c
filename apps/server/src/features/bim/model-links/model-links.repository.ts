import type { ModelLink, ModelLinkDefinition } from '@gantry/contract';
import { sql } from 'kysely';
import { type Db, storableJson, type Tx } from '../../../platform/postgres/database.ts';
import { columnsNamed, insertions } from '../../../platform/postgres/insertions.ts';

/** A pair of a work and an element; `rule` is the place of the rule that made it, null: by hand. One that is parted is not linked, and no rule links it. */
export type Pair = { item_id: number; model_id: number; guid: string; rule: number | null; share: number; parted: boolean };
export type RelationKey = { spaceId: number; linkId: number; versionId: number };

const COLUMNS = ['id', 'name', 'model_ids', 'rules', 'guid_field'] as const;

export async function listLinks(db: Db, spaceId: number, projectId: number): Promise<ModelLink[]> {
  const links = db.selectFrom('bim_link').select(COLUMNS).where('space_id', '=', spaceId).where('project_id', '=', projectId);
  return links.orderBy('name').orderBy('id').execute();
}

export async function findLink(db: Db, spaceId: number, projectId: number, id: number): Promise<ModelLink | null> {
  const links = db.selectFrom('bim_link').select(COLUMNS).where('space_id', '=', spaceId).where('project_id', '=', projectId);
  return (await links.where('id', '=', id).executeTakeFirst()) ?? null;
}

const columnsOf = ({ name, model_ids, rules, guid_field }: Partial<ModelLinkDefinition>) => ({
  ...(name === undefined ? {} : { name }),
  ...(model_ids === undefined ? {} : { model_ids: JSON.stringify(model_ids) }),
  ...(rules === undefined ? {} : { rules: storableJson(rules) }),
  ...(guid_field === undefined ? {} : { guid_field: guid_field && storableJson(guid_field) }),
});

export async function insertLink(tx: Tx, spaceId: number, projectId: number, { name, ...rest }: ModelLinkDefinition): Promise<number> {
  const values = { space_id: spaceId, project_id: projectId, name, ...columnsOf(rest) };
  return (await tx.insertInto('bim_link').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateLink(tx: Tx, spaceId: number, id: number, change: Partial<ModelLinkDefinition>): Promise<void> {
  const columns = columnsOf(change);
  if (Object.keys(columns).length === 0) return;
  await tx.updateTable('bim_link').set(columns).where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** Holds a link, so that changes of its pairs come one after another. */
export async function holdLink(tx: Tx, spaceId: number, id: number): Promise<void> {
  await sql`select 1 from bim_link where space_id = ${spaceId} and id = ${id} for update`.execute(tx);
}

export async function deleteLink(tx: Tx, spaceId: number, id: number): Promise<void> {
  await tx.deleteFrom('bim_link').where('space_id', '=', spaceId).where('id', '=', id).execute();
}

/** Pairs of a version, with those that are parted; all, or those of some works. */
export async function listPairs(
  db: Db,
  { spaceId, linkId, versionId }: RelationKey,
  itemIds: readonly number[] | null = null,
): Promise<Pair[]> {
  const only = itemIds === null ? sql`true` : sql`item_id = any(${[...itemIds]}::bigint[])`;
  const { rows } = await sql<Pair>`select item_id, model_id, guid, rule, share, parted from bim_relation
    where space_id = ${spaceId} and link_id = ${linkId} and version_id = ${versionId} and ${only}
    order by item_id, model_id, guid`.execute(db);
  return rows;
}

/** Works that some elements are linked with, each with how many of them. */
export async function countElementsOfWorks(
  db: Db,
  { spaceId, linkId, versionId }: RelationKey,
  elements: readonly { model_id: number; guid: string }[],
): Promise<Map<number, number>> {
  const named = elements.filter(({ model_id }) => Number.isSafeInteger(model_id));
  const { rows } = await sql<{ item_id: number; elements: number }>`select r.item_id, count(*)::int as elements
    from (select distinct model_id, guid from jsonb_to_recordset(${storableJson(named)}::jsonb) as one (model_id bigint, guid text)) given
      join bim_relation r on r.model_id = given.model_id and r.guid = given.guid
    where r.space_id = ${spaceId} and r.link_id = ${linkId} and r.version_id = ${versionId} and not r.parted
    group by r.item_id`.execute(db);
  return new Map(rows.map((row) => [row.item_id, row.elements]));
}

/** Pairs by hand of the newest other version of the schedule that has any, with the code of the work of each. */
export async function listFormerByHand(
  db: Db,
  { spaceId, linkId, versionId }: RelationKey,
): Promise<(Omit<Pair, 'rule'> & { code: string })[]> {
  const { rows } = await sql<Omit<Pair, 'rule'> & { code: string }>`
    with former as (
      select r.version_id from bim_relation r
        join version v on v.space_id = r.space_id and v.id = r.version_id
        join version own on own.space_id = v.space_id and own.schedule_id = v.schedule_id and own.id = ${versionId}
      where r.space_id = ${spaceId} and r.link_id = ${linkId} and r.version_id <> ${versionId}
      order by r.version_id desc limit 1
    )
    select r.item_id, r.model_id, r.guid, r.share, r.parted, i.code from bim_relation r
      join former f on f.version_id = r.version_id
      join wbs_item i on i.space_id = r.space_id and i.version_id = r.version_id and i.id = r.item_id
    where r.space_id = ${spaceId} and r.link_id = ${linkId} and r.rule is null`.execute(db);
  return rows;
}

const PAIRS_AT_ONCE = 5000;
const PAIR = columnsNamed(['item_id', 'model_id', 'guid', 'rule', 'share', 'parted']);

/** Changes pairs of a version: those taken away go, those made come. */
export async function changePairs(tx: Tx, projectId: number, key: RelationKey, { removed, added }: PairChange): Promise<void> {
  const { spaceId, linkId, versionId } = key;
  for (let from = 0; from < removed.length; from += PAIRS_AT_ONCE)
    await sql`delete from bim_relation r using jsonb_to_recordset(${storableJson(removed.slice(from, from + PAIRS_AT_ONCE))}::jsonb)
        as given(item_id int, model_id bigint, guid text)
      where r.space_id = ${spaceId} and r.link_id = ${linkId} and r.version_id = ${versionId}
        and r.item_id = given.item_id and r.model_id = given.model_id and r.guid = given.guid`.execute(tx);
  const place = { space_id: spaceId, project_id: projectId, link_id: linkId, version_id: versionId };
  for (const insertion of insertions('bim_relation', PAIR, added, { place, lossy: true })) await insertion.execute(tx);
}

/** What a change has taken away and made. */
export type PairChange = { removed: Pair[]; added: Pair[] };

/** Keeps the last change of the pairs of a version, in the place of the one before. */
export async function keepChange(tx: Tx, projectId: number, key: RelationKey, userId: number, change: PairChange): Promise<number> {
  const { spaceId, linkId, versionId } = key;
  const { rows } = await sql<{ id: number }>`
    insert into bim_relation_change (space_id, project_id, link_id, version_id, user_id, removed, added)
    values (${spaceId}, ${projectId}, ${linkId}, ${versionId}, ${userId}, ${storableJson(change.removed)}, ${storableJson(change.added)})
    on conflict (space_id, link_id, version_id) do update
      set id = excluded.id, user_id = excluded.user_id, removed = excluded.removed, added = excluded.added
    returning id`.execute(tx);
  return rows[0].id;
}

/** Takes the last change of a version out, where it is this one of this person. */
export async function takeChange(
  tx: Tx,
  { spaceId, linkId, versionId }: RelationKey,
  userId: number,
  id: number,
): Promise<PairChange | null> {
  const changes = tx.deleteFrom('bim_relation_change').where('space_id', '=', spaceId).where('link_id', '=', linkId);
  const own = changes.where('version_id', '=', versionId).where('user_id', '=', userId).where('id', '=', id);
  return (await own.returning(['removed', 'added']).executeTakeFirst()) ?? null;
}
