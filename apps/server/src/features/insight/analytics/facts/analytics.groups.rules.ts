import { OTHER_GROUPS } from '@gantry/contract';
import { type AnyRow, dayOf, type Minute } from '@gantry/domain';
import type { AmountTables } from '@gantry/plan-view';
import { type Conventions, underConventions, USUAL_CONVENTIONS } from './analytics.conventions.rules.ts';
import { countedOf, countsIn, minute, textOf } from './analytics.counts.rules.ts';
import { monthOf, openLines, weekOf } from './analytics.facts.rules.ts';
import { LINE_KEYS, VOLUME_KEYS } from './analytics.lines.rules.ts';
import type { PeriodLines } from './analytics.pack.rules.ts';
import { layOutWorks } from './analytics.walk.rules.ts';

/** The items of volumes: groups of their own kind, by resource and unit. */
export const BY_ITEM = 'item';

/** What groups the works of a version besides its rows. */
export type GroupTables = AmountTables & { attribute?: AnyRow[]; attributeValue?: AnyRow[] };

/** What is known of a group besides its lines; days of the first fact and of the end of the plan. */
export type GroupHead = {
  key: string;
  name: string;
  unit: string;
  works: number;
  in_progress: number;
  overdue: number;
  first: number | null;
  last: number | null;
};
export type GroupFacts = { heads: GroupHead[]; week: PeriodLines; month: PeriodLines };
/** The same with the lines of the groups packed one behind another. */
export type PackedGroups = Pick<GroupFacts, 'heads'> & Record<'week' | 'month', Uint8Array>;

/** The lines that a dimension is laid out into. */
export const keysOfDimension = (dimension: string): readonly string[] => (dimension === BY_ITEM ? VOLUME_KEYS : LINE_KEYS);
/** The name of a line of a group. */
export const keyInGroup = (group: string, key: string): string => `${group}\0${key}`;

/** The group of a work, or of what one of its resources brings. */
type Grouping = { of(row: AnyRow, resourceId: number | null): Pick<GroupHead, 'key' | 'name' | 'unit'> };
/** The lines of groups in the order that they are packed in. */
export const linesOfGroups = (dimension: string, heads: readonly Pick<GroupHead, 'key'>[]): string[] =>
  heads.flatMap(({ key: group }) => keysOfDimension(dimension).map((key) => keyInGroup(group, key)));

const plain = (key: string) => ({ key, name: key, unit: '' });

/** Two dimensions as one; names of attributes are single lines. */
export const crossed = (one: string, other: string): string => `${one}\n${other}`;
/** The key of a group of two dimensions, or its name, by those of each. */
export const crossedKey = (one: string, other: string): string => JSON.stringify([one, other]);
/** The attributes, by id or name, that a dimension reads. */
export const attributesIn = (dimension: string): string[] =>
  dimension.split('\n').flatMap((one) => (one.startsWith(ATTRIBUTE) ? [one.slice(ATTRIBUTE.length)] : []));
const ATTRIBUTE = 'attribute:';

/** How a dimension tells works apart; null where the version has no such thing. */
export function groupingOf(tables: GroupTables, whole: string): Grouping | null {
  const [dimension, other] = whole.split('\n');
  if (other !== undefined) return byBoth(groupingOf(tables, dimension), groupingOf(tables, other));
  if (dimension === BY_ITEM) return byItem(tables);
  if (dimension === 'executor') return { of: (row) => plain(textOf(row['executorId'])) };
  if (dimension === 'curator') return { of: (row) => plain(textOf(row['curatorId'])) };
  if (dimension === 'status') return { of: (row) => plain(textOf(row['status'])) };
  if (dimension.startsWith('wbs:')) return byPhase(tables.wbs, Number(dimension.slice(4)));
  return byAttribute(tables, dimension.slice(ATTRIBUTE.length));
}

function byBoth(one: Grouping | null, other: Grouping | null): Grouping | null {
  if (!one || !other) return null;
  return {
    of(row, resourceId) {
      const [a, b] = [one.of(row, resourceId), other.of(row, resourceId)];
      return { key: crossedKey(a.key, b.key), name: crossedKey(a.name, b.name), unit: '' };
    },
  };
}

function byItem({ resource }: GroupTables): Grouping {
  const resources = new Map(resource.map((row) => [row.id, row]));
  return {
    of(row, resourceId) {
      const one = resourceId === null ? null : resources.get(resourceId);
      const unit = textOf(one ? one['unit'] : row['volumeUnit']);
      const name = one ? textOf(one['name']) : '';
      return { key: `${one ? textOf(one['code']) || name : ''}|${unit}`, name, unit };
    },
  };
}

/** The phase of a work at a level from the top, by the names of the phases down to it: phases of one name are one in all versions. */
function byPhase(wbs: readonly AnyRow[], level: number): Grouping {
  const rows = new Map<unknown, AnyRow>(wbs.map((row) => [row.id, row]));
  const known = new Map<unknown, string[]>();
  const pathOf = (id: unknown): string[] => {
    const row = rows.get(id);
    if (!row) return [];
    const found = known.get(id);
    if (found) return found;
    known.set(id, []);
    const path = [...pathOf(row['parentId']), textOf(row['name'])];
    known.set(id, path);
    return path;
  };
  return {
    of(row) {
      const path = pathOf(row['parentId']).slice(0, level);
      return { key: path.join(' / '), name: path.at(-1) ?? '', unit: '' };
    },
  };
}

/** The attribute of a version that follows one of the hierarchy, by its id, or that has a name. */
export const attributeNamed = <A extends { sourceId?: unknown; name?: unknown }>(attributes: readonly A[], named: string): A | null =>
  attributes.find((one) => (/^\d+$/.test(named) ? one.sourceId === Number(named) : one.name === named)) ?? null;

function byAttribute({ attribute = [], attributeValue = [] }: GroupTables, named: string): Grouping | null {
  const found = attributeNamed(attribute as (AnyRow & { sourceId?: unknown; name?: unknown })[], named);
  if (!found) return null;
  const values = new Map(
    attributeValue.filter((one) => one['attributeId'] === found.id).map((one) => [one['itemId'], textOf(one['value'])]),
  );
  return { of: (row) => plain(values.get(row.id) ?? '') };
}

/** A version keeps separate lines for at most this many values of a dimension: each takes some kilobytes, and answers show a few. */
export const MOST_GROUPS = 2000;

/** Dimensions without many values: items of volumes, people, and states of works. */
const FEW_VALUES: ReadonlySet<string> = new Set([BY_ITEM, 'executor', 'curator', 'status']);

/** Keeps the values that the most works have and merges the works of all other values into one group. */
function withoutSmall(grouping: Grouping, works: readonly AnyRow[], dimension: string): Grouping {
  if (FEW_VALUES.has(dimension)) return grouping;
  const counts = new Map<string, number>();
  for (const row of works) {
    const { key } = grouping.of(row, null);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (counts.size <= MOST_GROUPS) return grouping;
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  const kept = new Set(sorted.slice(0, MOST_GROUPS).map(([key]) => key));
  const isCrossing = dimension.includes('\n');
  const [key, name] = isCrossing ? [crossedKey(OTHER_GROUPS, OTHER_GROUPS), crossedKey('', '')] : [OTHER_GROUPS, ''];
  return {
    of(row, resourceId) {
      const group = grouping.of(row, resourceId);
      return kept.has(group.key) ? group : { key, name, unit: '' };
    },
  };
}

/** Lays a version out by what a dimension tells apart; null where the version has no such thing. */
export function groupsOf(
  whole: GroupTables,
  dataDate: Minute,
  dimension: string,
  conventions: Conventions = USUAL_CONVENTIONS,
): GroupFacts | null {
  const all = groupingOf(whole, dimension);
  if (!all) return null;
  const counted = underConventions(whole, dataDate, conventions);
  const { tables } = counted;
  const { works } = countedOf(tables.wbs);
  const grouping = withoutSmall(all, works, dimension);
  const groups = new Map<string, { head: GroupHead; lines: ReturnType<typeof openLines> }>();
  const known = new Map<AnyRow, { head: GroupHead; lines: ReturnType<typeof openLines> }>();
  const groupOf = (row: AnyRow, resourceId: number | null) => {
    const before = dimension === BY_ITEM ? undefined : known.get(row);
    if (before) return before;
    const group = grouping.of(row, resourceId);
    const found = groups.get(group.key) ?? {
      head: { ...group, works: 0, in_progress: 0, overdue: 0, first: null, last: null },
      lines: openLines(),
    };
    groups.set(group.key, found);
    known.set(row, found);
    return found;
  };
  if (dimension !== BY_ITEM)
    for (const row of works) {
      const { head } = groupOf(row, null);
      head.works += 1;
      if (countsIn('in_progress', row, dataDate)) head.in_progress += 1;
      if (countsIn('overdue', row, dataDate)) head.overdue += 1;
    }
  const wanted = new Set(keysOfDimension(dimension));
  layOutWorks(counted, works, dataDate, (key) => {
    if (!wanted.has(key)) return null;
    return (row, spread, resourceId) => {
      const { head, lines } = groupOf(row, resourceId);
      lines.add(key, spread);
      if (key === 'volume_fact' && (head.first === null || spread.firstDay < head.first)) head.first = spread.firstDay;
      const finish = minute(row['finish']);
      if (key === 'volume_plan' && finish !== null) head.last = Math.max(head.last ?? 0, dayOf(finish - 1));
    };
  });
  const linesBy = (periodOf: (day: number) => number): PeriodLines =>
    Object.fromEntries(
      [...groups.values()].flatMap(({ head, lines }) =>
        Object.entries(lines.by(periodOf)).map(([key, line]) => [keyInGroup(head.key, key), line]),
      ),
    );
  return { heads: [...groups.values()].map(({ head }) => head), week: linesBy(weekOf), month: linesBy(monthOf) };
}
