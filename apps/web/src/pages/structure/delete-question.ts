import type { TFunction } from 'i18next';
import { countBelow, idOfKey, type TreeIndex } from '../../features/structure/eps/eps.model.ts';
import type { Version } from '../../features/structure/eps/eps.queries.ts';
import type { RowKey } from '../../features/structure/eps/eps.store.ts';
import type { Question } from '../../ui/forms/confirm.tsx';

const NAMES_SHOWN = 5;

/** What to delete, split by the call that does it; versions inside a deleted node go with it. */
export function deletionOf(keys: readonly RowKey[], index: TreeIndex): { nodes: number[]; versions: number[] } {
  const nodes = keys.filter((key) => key.startsWith('n') && index.nodes.has(idOfKey(key))).map(idOfKey);
  const gone = new Set(nodes);
  const covered = (id: number | null): boolean => {
    for (let at = id; at !== null; at = index.nodes.get(at)?.parent_id ?? null) if (gone.has(at)) return true;
    return false;
  };
  const versions = keys
    .filter((key) => key.startsWith('v'))
    .map(idOfKey)
    .filter((id) => !covered(index.versions.get(id)?.schedule_id ?? null));
  return { nodes: nodes.filter((id) => !covered(index.nodes.get(id)?.parent_id ?? null)), versions };
}

/** The question before deleting rows of the structure: their number, names and descendants. */
export function deleteQuestion(keys: readonly RowKey[], index: TreeIndex, t: TFunction): Question {
  const { nodes, versions } = deletionOf(keys, index);
  const names = [...nodes.map((id) => index.nodes.get(id)?.name), ...versions.map((id) => index.versions.get(id)?.name)].filter(
    (name) => name !== undefined,
  );
  const below = countBelow(index, nodes);
  const more = names.length - NAMES_SHOWN;
  const list =
    names
      .slice(0, NAMES_SHOWN)
      .map((name) => `• ${name}`)
      .join('\n') + (more > 0 ? `\n${t('eps.and_more', { count: more })}` : '');
  const carried = [
    below.nodes > nodes.length ? t('eps.count_nodes', { count: below.nodes - nodes.length }) : '',
    below.versions > 0 ? t('eps.count_versions', { count: below.versions }) : '',
  ].filter(Boolean);
  return {
    title: names.length === 1 ? t('eps.delete_one', { name: names[0] }) : t('eps.delete_many', { count: names.length }),
    text: [names.length === 1 ? '' : list, carried.length ? t('eps.delete_below', { what: carried.join(', ') }) : '', t('eps.delete_final')]
      .filter(Boolean)
      .join('\n\n'),
    confirmLabel: names.length === 1 ? t('ui.delete') : t('eps.delete_count', { count: names.length }),
  };
}

/** Locked versions that go with nodes to be deleted. */
export function lockedBelow(nodes: readonly number[], index: TreeIndex): Version[] {
  const inside = new Set(nodes);
  const isBelow = (id: number | null): boolean => {
    for (let at = id; at !== null; at = index.nodes.get(at)?.parent_id ?? null) if (inside.has(at)) return true;
    return false;
  };
  return [...index.versions.values()].filter(({ locked, schedule_id }) => locked && isBelow(schedule_id));
}

/** The second question, where locked versions go with what is deleted; each is named. */
export function lockedQuestion(versions: readonly Version[], index: TreeIndex, t: TFunction): Question {
  const lines = versions.map(({ name, schedule_id }) => `• ${index.nodes.get(schedule_id)?.name} / ${name}`);
  return {
    title: t('eps.delete_locked_title', { count: versions.length }),
    text: `${t('eps.delete_locked_text')}\n\n${lines.join('\n')}`,
    confirmLabel: t('eps.delete_locked_confirm'),
  };
}
