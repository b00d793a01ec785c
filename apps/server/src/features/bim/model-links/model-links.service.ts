import type { api, Input, ModelLinkDefinition, ModelProfile } from '@gantry/contract';
import { minuteAt, type Minute, NO_DATE } from '@gantry/domain';
import { dayOf, holds, type ModelWork, numberAt, type RuleField } from '@gantry/plan-view';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { openWhole } from '../../planning/attribute-values/attribute-values.service.ts';
import { readVersion } from '../../planning/edits/edits.service.ts';
import { getVersion, listVersionsOf } from '../../planning/version-heads/version-heads.service.ts';
import { pathOf } from '../../structure/eps/eps.service.ts';
import { entitiesByGuid, modelsOfProject, shownVersions } from '../models/models.service.ts';
import { readAppearances } from '../model-profiles/model-profiles.service.ts';
import { approvedSpans, itemsForRules, worksOf } from './model-links.items.service.ts';
import {
  countElementsOfWorks,
  deleteLink,
  findLink,
  insertLink,
  listLinks,
  listPairs,
  type RelationKey,
  updateLink,
} from './model-links.repository.ts';

/** The links of a project. */
export const readLinks = async (context: Context, projectId: number) => ({
  links: await context.read((db) => listLinks(db, context.spaceId, projectId)),
});

/** The project that a node stands in. */
async function projectOf(context: Context, nodeId: number): Promise<number> {
  const path = await pathOf(context, nodeId);
  return path.findLast(({ kind }) => kind === 'project')?.id ?? fail('model_link.foreign_version');
}

export async function readLinksOfSchedule(context: Context, scheduleId: number) {
  const projectId = await projectOf(context, scheduleId);
  return { project_id: projectId, ...(await readLinks(context, projectId)) };
}

/** What rules can ask of the works of a schedule. */
export async function readFields(context: Context, scheduleId: number): Promise<{ fields: RuleField[] }> {
  const fields = [
    { set: '', name: 'code' },
    { set: '', name: 'name' },
  ];
  const [newest] = (await listVersionsOf(context, scheduleId)).toSorted((a, b) => b.id - a.id);
  if (!newest) return { fields };
  return readVersion(context, newest.id, async ({ rows, mask }) => ({
    fields: [
      ...fields,
      ...(await rows('attribute')).filter(({ id }) => !mask?.hidden.has(id)).map(({ name }) => ({ set: 'attribute', name })),
    ],
  }));
}

export async function checkModels(context: Context, db: Db, projectId: number, modelIds: readonly number[]): Promise<void> {
  const own = await modelsOfProject(context, db, projectId);
  if (modelIds.some((id) => !own.has(id))) fail('model_link.foreign_model');
}

export async function createLink(context: Context, projectId: number, definition: ModelLinkDefinition): Promise<number> {
  return context.write(async (tx) => {
    await checkModels(context, tx, projectId, definition.model_ids);
    context.note({ name: definition.name });
    return insertLink(tx, context.spaceId, projectId, definition);
  });
}

const mustFindLink = async (context: Context, db: Db, projectId: number, id: number) =>
  (await findLink(db, context.spaceId, projectId, id)) ?? fail('model_link.not_found');

export async function changeLink(context: Context, projectId: number, id: number, change: Partial<ModelLinkDefinition>): Promise<void> {
  await context.write(async (tx) => {
    const { name } = await mustFindLink(context, tx, projectId, id);
    if (change.model_ids) await checkModels(context, tx, projectId, change.model_ids);
    context.note({ name });
    await updateLink(tx, context.spaceId, id, change);
  });
}

export async function removeLink(context: Context, projectId: number, id: number): Promise<void> {
  await context.write(async (tx) => {
    context.note({ name: (await mustFindLink(context, tx, projectId, id)).name });
    await deleteLink(tx, context.spaceId, id);
  });
}

export type Place = { id: number; linkId: number };
type Opened = { projectId: number; key: RelationKey; modelIds: readonly number[] };

/** Finds a link and the project of a version; the two belong together. */
export async function open(context: Context, { id: versionId, linkId }: Place) {
  const { schedule_id } = await getVersion(context, versionId);
  const projectId = await projectOf(context, schedule_id);
  const link = await context.read((db) => mustFindLink(context, db, projectId, linkId));
  const opened: Opened = { projectId, key: { spaceId: context.spaceId, linkId, versionId }, modelIds: link.model_ids };
  return { ...opened, link };
}

export async function readRelations(context: Context, place: Place) {
  const { key } = await open(context, place);
  const pairs = await context.read((db) => listPairs(db, key));
  return { relations: pairs.flatMap(({ parted, ...pair }) => (parted ? [] : [pair])) };
}

/** Relations whose element and model are there, with the number of each element in the geometry; all, or those of some works. */
async function livePairs(context: Context, { projectId, key, modelIds }: Opened, itemIds: readonly number[] | null = null) {
  return context.read(async (db) => {
    const pairs = (await listPairs(db, key, itemIds)).filter(({ parted }) => !parted);
    const guids = itemIds && [...new Set(pairs.map(({ guid }) => guid))];
    const entities = await entitiesByGuid(context, db, { projectId, modelIds }, guids);
    return pairs.flatMap((pair) => (entities.get(pair.model_id)?.get(pair.guid) ?? []).map((found) => ({ ...pair, ...found })));
  });
}

/** Elements of works, of all or some, with what there is of each and the share of the work. */
export const linkedQuantities = async (context: Context, place: Place, itemIds: readonly number[] | null = null) =>
  livePairs(context, await open(context, place), itemIds);

/** The models of a link with the versions that are shown. */
export async function linkedModels(context: Context, place: Place) {
  const { projectId, modelIds } = await open(context, place);
  return context.read((db) => shownVersions(context, db, projectId, modelIds));
}

/** Works with how many elements, and how much volume, each is linked with. */
export async function readLinkedWorks(context: Context, place: Place) {
  const opened = await open(context, place);
  const sums = new Map<number, { elements: number; volume: number }>();
  for (const { item_id, volume, share } of await livePairs(context, opened)) {
    const sum = sums.get(item_id) ?? { elements: 0, volume: 0 };
    sums.set(item_id, { elements: sum.elements + 1, volume: sum.volume + (volume ?? 0) * share });
  }
  const works = await readVersion(context, place.id, async (reader) => worksOf(await openWhole(reader)));
  return { items: works.map(({ id, code, name }) => ({ id, code, name, ...(sums.get(id) ?? { elements: 0, volume: 0 }) })) };
}

export async function readElementsOf(context: Context, place: Place, ids: readonly number[]) {
  const pairs = await linkedQuantities(context, place, ids);
  return { elements: pairs.map(({ item_id, model_id, guid, entity }) => ({ item_id, model_id, guid, entity })) };
}

export async function readWorksOf(context: Context, place: Place, elements: readonly { model_id: number; guid: string }[]) {
  const { key } = await open(context, place);
  const counts = await context.read((db) => countElementsOfWorks(db, key, elements));
  if (counts.size === 0) return { items: [] };
  const works = await readVersion(context, place.id, async (reader) => worksOf(await openWhole(reader)));
  return { items: works.flatMap(({ id, code, name }) => (counts.has(id) ? [{ id, code, name, elements: counts.get(id) ?? 0 }] : [])) };
}

/** Works with their dates by plan, fact, target and approved days. */
async function datedWorks(context: Context, versionId: number) {
  return readVersion(context, versionId, async (reader) => {
    const document = await openWhole(reader);
    const { wbs } = document.tables;
    const approved = await approvedSpans(reader);
    const works = worksOf(document).map(({ slot, ...item }): ModelWork & { tint: number; critical: boolean } => {
      const date = (field: 'start' | 'finish' | 'actualStart' | 'actualFinish' | 'targetStart' | 'targetFinish'): Minute =>
        numberAt(wbs, field, slot);
      return {
        ...item,
        plan: { start: date('start'), finish: date('finish') },
        fact: { start: date('actualStart'), finish: date('actualFinish') },
        target: { start: date('targetStart'), finish: date('targetFinish') },
        approved: approved.get(item.id) ?? { start: NO_DATE, finish: NO_DATE },
        tint: numberAt(wbs, 'tint', slot),
        critical: numberAt(wbs, 'critical', slot) === 1,
      };
    });
    return { works, revision: reader.head.revision, dataDate: reader.head.data_date === null ? null : minuteAt(reader.head.data_date) };
  });
}

const out = (minute: Minute): number | null => (minute === NO_DATE ? null : minute);
const spanOut = ({ start, finish }: ModelWork['plan']) => ({ start: out(start), finish: out(finish) });

/** Finds the profile of a work by its place in the list: the first whose conditions the work fulfils; null: none. */
async function profileFinder(
  context: Context,
  versionId: number,
  profiles: readonly ModelProfile[],
): Promise<(id: number) => number | null> {
  if (profiles.length === 0) return () => null;
  const fields = profiles.flatMap(({ conditions }) => conditions.map(({ field }) => field));
  const items = await readVersion(context, versionId, (reader) => itemsForRules(reader, fields));
  const found = new Map<number, number>();
  for (const { item, values } of items) {
    const at = profiles.findIndex(({ conditions }) => conditions.every((condition) => holds(condition, values)));
    if (at >= 0) found.set(item.id, at);
  }
  return (id) => found.get(id) ?? null;
}

/** What a player of a version needs, elements and works as columns. */
export async function readPlayer(context: Context, place: Place) {
  const opened = await open(context, place);
  const pairs = await livePairs(context, opened);
  const { works, revision, dataDate } = await datedWorks(context, place.id);
  const profiles = await readAppearances(context, opened.projectId);
  const profileOf = await profileFinder(context, place.id, profiles);
  const used = new Set(pairs.map(({ item_id }) => item_id));
  const shown = works.filter(({ id }) => used.has(id));
  const at = new Map(shown.map(({ id }, index) => [id, index]));
  const byElement = new Map<string, { model_id: number; entity: number; guid: string; indexes: number[] }>();
  for (const { item_id, model_id, entity, guid } of pairs) {
    const index = at.get(item_id);
    if (index === undefined) continue;
    const key = `${model_id} ${entity}`;
    const known = byElement.get(key);
    if (known) known.indexes.push(index);
    else byElement.set(key, { model_id, entity, guid, indexes: [index] });
  }
  const elements = [...byElement.values()];
  const guids = new Set<string>();
  const repeated = elements.map(({ guid }) => guids.size === guids.add(guid).size);
  const offsets = [0];
  for (const { indexes } of elements) offsets.push(offsets[offsets.length - 1] + indexes.length);
  return {
    revision,
    data_date: dataDate,
    profiles: profiles.map(({ id, name, kind, looks }) => ({ id, name, kind, looks })),
    works: shown.map(({ id, code, name, plan, fact, target, approved, critical }) => ({
      id,
      code,
      name,
      plan: spanOut(plan),
      fact: spanOut(fact),
      target: spanOut(target),
      approved: spanOut(approved),
      critical,
      profile: profileOf(id),
    })),
    elements: { model_id: elements.map(({ model_id }) => model_id), entity: elements.map(({ entity }) => entity), repeated },
    offsets,
    indexes: elements.flatMap(({ indexes }) => indexes),
  };
}

/** The colour of the first coloured work of each element. */
export async function readColours(context: Context, place: Place) {
  const opened = await open(context, place);
  const { works } = await datedWorks(context, place.id);
  const tints = new Map(works.flatMap(({ id, tint }) => (tint >= 1 && tint <= 8 ? [[id, tint] as const] : [])));
  const found = new Map<string, { model_id: number; entity: number; tint: number }>();
  for (const { item_id, model_id, entity } of await livePairs(context, opened)) {
    const tint = tints.get(item_id);
    if (tint !== undefined && !found.has(`${model_id} ${entity}`)) found.set(`${model_id} ${entity}`, { model_id, entity, tint });
  }
  return { elements: [...found.values()] };
}

/** By how many days the works of each element finish later than promised: the greatest of them. */
export async function readDeviations(context: Context, place: Place, { of, against }: Input<typeof api.modelLinks.deviations>['query']) {
  const opened = await open(context, place);
  const { works } = await datedWorks(context, place.id);
  const days = new Map<number, number>();
  for (const work of works) {
    const [own, other] = [work[of], work[against]];
    if (own.finish === NO_DATE || other.finish === NO_DATE) continue;
    days.set(work.id, dayOf(own.finish - 1) - dayOf(other.finish - 1));
  }
  const found = new Map<string, { model_id: number; entity: number; days: number }>();
  for (const { item_id, model_id, entity } of await livePairs(context, opened)) {
    const late = days.get(item_id);
    const known = found.get(`${model_id} ${entity}`);
    if (late !== undefined && (!known || known.days < late)) found.set(`${model_id} ${entity}`, { model_id, entity, days: late });
  }
  return { elements: [...found.values()] };
}
