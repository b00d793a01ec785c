import type { PlanItem } from '@gantry/domain';
import { NOTHING_STORED, PLAIN_DETAILS, blankItem } from '../../blank.ts';
import type { ItemDetails, StoredItem } from '../../project-file.ts';
import type { ElementView } from '../../xml/element-view.ts';
import { activityDetails, activityItem, activityStored } from './map-activities.ts';
import type { PmxmlCalendars } from './map-calendars.ts';

/** Items of a project in preorder; `views` is null for the root where the project itself is the node. */
export type PmxmlItems = {
  items: PlanItem[];
  details: ItemDetails[];
  stored: StoredItem[];
  views: (ElementView | null)[];
  activities: Map<string, number>;
  nodes: Map<string, number>;
};

/** Maps WBS and Activity elements. The node of the project is not in the file: the project stands for it. */
export function mapPmxmlItems(project: ElementView, calendars: PmxmlCalendars, firstId: number): PmxmlItems {
  const result: PmxmlItems = { items: [], details: [], stored: [], views: [], activities: new Map(), nodes: new Map() };
  const rootKey = project.text('WBSObjectId');
  const nodes = new Map<string, ElementView>();
  for (const view of project.children('WBS')) {
    const key = view.text('ObjectId');
    if (nodes.has(key)) view.report('error', 'row.duplicate_key', 'ObjectId');
    else nodes.set(key, view);
  }
  const nodesUnder = new Map<string, ElementView[]>();
  const activitiesUnder = new Map<string, ElementView[]>();
  const under = (map: Map<string, ElementView[]>, parent: string, view: ElementView): void => {
    const list = map.get(parent);
    if (list) list.push(view);
    else map.set(parent, [view]);
  };
  for (const [key, view] of nodes) {
    const parent = view.text('ParentObjectId');
    if (key === rootKey) continue;
    if (parent !== '' && parent !== rootKey && !nodes.has(parent)) view.report('warning', 'reference.dangling', 'ParentObjectId');
    under(nodesUnder, parent !== rootKey && nodes.has(parent) ? parent : '', view);
  }
  for (const view of project.children('Activity')) {
    const parent = view.text('WBSObjectId');
    if (parent !== '' && parent !== rootKey && !nodes.has(parent)) view.report('warning', 'reference.dangling', 'WBSObjectId');
    under(activitiesUnder, parent !== rootKey && nodes.has(parent) ? parent : '', view);
  }

  const add = (item: PlanItem, details: ItemDetails, stored: StoredItem, view: ElementView | null): void => {
    result.items.push(item);
    result.details.push(details);
    result.stored.push(stored);
    result.views.push(view);
  };
  const nextId = (): number => firstId + result.items.length;
  const addActivities = (key: string, parentId: number): void => {
    const codes = new Map((activitiesUnder.get(key) ?? []).map((view) => [view, view.text('Id')]));
    for (const view of [...codes.keys()].sort((a, b) => (codes.get(a)! < codes.get(b)! ? -1 : codes.get(a)! > codes.get(b)! ? 1 : 0))) {
      const objectId = view.text('ObjectId');
      if (result.activities.has(objectId)) {
        view.report('error', 'row.duplicate_key', 'ObjectId');
        continue;
      }
      const item = activityItem(view, nextId(), parentId, calendars);
      result.activities.set(objectId, item.id);
      add(item, activityDetails(view), activityStored(view), view);
    }
  };
  const addNodes = (views: readonly ElementView[], rootParent: number): void => {
    const bySequence = (a: ElementView, b: ElementView): number =>
      (b.number('SequenceNumber') ?? 0) - (a.number('SequenceNumber') ?? 0) || b.node - a.node;
    const stack = [...views].sort(bySequence).map((view) => ({ view, parentId: rootParent }));
    for (let next = stack.pop(); next; next = stack.pop()) {
      const key = next.view.text('ObjectId');
      if (result.nodes.has(key)) continue;
      const item = { ...blankItem(nextId(), next.parentId, 'sum'), code: next.view.text('Code'), name: next.view.text('Name') };
      result.nodes.set(key, item.id);
      add(
        item,
        { ...PLAIN_DETAILS, sourceId: key, sourceTable: 'WBS', guid: next.view.text('GUID') || null },
        { ...NOTHING_STORED },
        next.view,
      );
      addActivities(key, item.id);
      for (const view of [...(nodesUnder.get(key) ?? [])].sort(bySequence)) stack.push({ view, parentId: item.id });
    }
  };

  const own = nodes.get(rootKey) ?? null;
  const root = { ...blankItem(firstId, null, 'sum'), code: project.text('Id') || (own?.text('Code') ?? ''), name: project.text('Name') };
  result.nodes.set(rootKey, firstId);
  add(root, { ...PLAIN_DETAILS, sourceId: rootKey, sourceTable: 'WBS', guid: own?.text('GUID') || null }, { ...NOTHING_STORED }, own);
  addActivities('', firstId);
  addNodes(nodesUnder.get('') ?? [], firstId);
  for (const [key, view] of nodes) {
    if (result.nodes.has(key)) continue;
    view.report('error', 'wbs.ring', 'ParentObjectId');
    addNodes([view], firstId);
  }
  return result;
}
