import type { Difference, DifferenceKind } from '@gantry/contract';
import {
  entryOf,
  fieldsOf,
  formatMinute,
  itemFieldOf,
  type JsonValue,
  keyFieldsOf,
  labelFieldsOf,
  sameValue,
  sharedIdsUpTo,
  targetOf,
  VERSION_TABLE_NAMES,
  type VersionTable,
} from '@gantry/domain';
import { type Aligned, alignSides, type Entity, type Row, rowOf, type Side, textOf } from './compare.align.rules.ts';
import { isConsequence, kindOfField, kindOfRow } from './compare.kinds.rules.ts';
import { partsOf } from './compare.parts.rules.ts';

/** The table that a field, or a part of its value, points into. */
const pointsAt = (table: VersionTable, field: string, part: string | null): VersionTable | null =>
  part === null
    ? targetOf(table, field)
    : (fieldsOf(table)
        .find(({ name }) => name === field)
        ?.inner.find(({ path }) => path.length === 1 && path[0] === part)?.target ?? null);

/** Dates are compared as the minutes that they are stored as, and told as dates. */
const dateOf = (value: unknown): JsonValue => (typeof value === 'number' ? formatMinute(value) : (value as JsonValue));

/** All that is not the same in all versions, in the order of the rows of the first. */
export function compareSides(sides: readonly Side[]): Difference[] {
  return compareAligned(sides, alignSides(sides)).differences;
}

/** The kinds of difference of each row, and whether somebody changed it. */
export type FoundOf = Map<number, { kinds: Set<DifferenceKind>; caused: boolean }>;

/** Compares paired versions and returns what was found at each row. */
export function compareAligned(sides: readonly Side[], aligned: Aligned): { differences: Difference[]; foundOf: FoundOf } {
  const differences: { rank: number; difference: Difference }[] = [];
  const foundOf: FoundOf = new Map();
  const minutesPerDay = daysOf(sides, aligned);
  const ranks = ranksOf(sides, aligned);
  const related = sides.every((side) => sharedIdsUpTo(sides[0], side) > 0);
  for (const table of VERSION_TABLE_NAMES) {
    for (const entity of aligned.entities[table]) {
      const found = [...differencesOf(aligned, table, entity, related)];
      if (!found.length) continue;
      const { itemEntity, shown } = aboutOf(aligned, table, entity);
      const rank = ranks.get(itemEntity) ?? -1;
      const minutes_per_day = minutesPerDay(itemEntity);
      for (const one of found) differences.push({ rank, difference: { ...one, table, ...shown, minutes_per_day } });
      const known = foundOf.get(itemEntity) ?? { kinds: new Set(), caused: false };
      for (const { kind, consequence } of found) {
        known.kinds.add(kind);
        known.caused ||= !consequence;
      }
      foundOf.set(itemEntity, known);
    }
  }
  return { differences: differences.sort((a, b) => a.rank - b.rank).map(({ difference }) => difference), foundOf };
}

type Found = Pick<Difference, 'kind' | 'change' | 'field' | 'part' | 'values' | 'consequence'>;

function* differencesOf(aligned: Aligned, table: VersionTable, entity: Entity, related: boolean): Generator<Found> {
  const here = entity.flatMap((row, side) => (row ? [side] : []));
  if (here.length < entity.length) {
    const change = entity[0] ? 'removed' : 'added';
    yield { kind: kindOfRow(table), change, field: '', part: null, values: entity.map((row) => row !== null), consequence: false };
  }
  if (here.length < 2) return;
  const present = entity.filter((row) => row !== null);
  for (const { name, kind: type } of fieldsOf(table)) {
    // Places among siblings are counted anew by every import.
    if (name === 'id' || (name === 'position' && !related)) continue;
    if (!targetOf(table, name) && here.every((side) => entity[side]?.[name] === entity[here[0]]?.[name])) continue;
    const raw = entity.map((row) => row?.[name] ?? null);
    const kind = kindOfField(table, name);
    const consequence = isConsequence(table, name, present);
    const parts = raw.map((value) => partsOf(table, name, value));
    if (parts.some(Boolean) && raw.every((value, side) => value === null || parts[side] || (Array.isArray(value) && !value.length))) {
      for (const part of new Set(parts.flatMap((one) => [...(one?.keys() ?? [])]))) {
        const values = parts.map((one) => one?.get(part) ?? null);
        const target = pointsAt(table, name, part);
        if (differs(aligned, target, values, here))
          yield { kind, change: 'changed', field: name, part, values: shownValues(aligned, target, values), consequence };
      }
    } else if (differs(aligned, targetOf(table, name), raw, here))
      yield {
        kind,
        change: 'changed',
        field: name,
        part: null,
        values: type === 'minute' ? raw.map(dateOf) : shownValues(aligned, targetOf(table, name), raw),
        consequence,
      };
  }
}

/** Minutes of a working day by the calendar of a row in the first version that has it; of what is no row by the usual calendar. */
function daysOf(sides: readonly Side[], aligned: Aligned): (itemEntity: number) => number {
  const calendars = sides.map(({ rows }) => new Map(rows.calendar.map((one) => [one.id, one])));
  const usual = sides.map(({ rows }) => rows.calendar.find((one) => one['isDefault']) ?? rows.calendar[0]);
  return (itemEntity) => {
    const item = itemEntity < 0 ? [] : aligned.entities.wbs[itemEntity];
    const side = Math.max(0, item.findIndex(Boolean));
    const minutes = (calendars[side].get(item[side]?.['calendarId'] as number) ?? usual[side])?.['minutesPerDay'];
    return typeof minutes === 'number' && minutes > 0 ? minutes : USUAL_DAY;
  };
}
const USUAL_DAY = 480;

/** Compares references by the entity that they point to, because ids differ between versions. */
function differs({ entityOf }: Aligned, table: VersionTable | null, values: unknown[], here: number[]): boolean {
  const meant = (side: number) => (table && values[side] !== null ? (entityOf[table][side].get(values[side]) ?? -1) : values[side]);
  const first = meant(here[0]);
  return here.some((side) => !sameValue(meant(side), first));
}

function shownValues({ entityOf, entities }: Aligned, table: VersionTable | null, values: unknown[]): JsonValue[] {
  return values.map((value, side) => {
    if (!table || value === null) return value as JsonValue;
    const entity = entityOf[table][side].get(value);
    return entity === undefined ? null : labelOf(entities[table][entity][side]);
  });
}

const labelOf = (row: Row | null): string => [row?.['code'], row?.['name']].filter(Boolean).join(' ') || String(row?.id ?? '');

function aboutOf(aligned: Aligned, table: VersionTable, entity: Entity) {
  const side = entity.findIndex(Boolean);
  const row = rowOf(entity);
  const field = itemFieldOf(table);
  const itemEntity = field ? (aligned.entityOf.wbs[side].get(row[field]) ?? -1) : -1;
  const item = itemEntity < 0 ? null : aligned.entities.wbs[itemEntity];
  const first = item?.find(Boolean) ?? null;
  const named = (of: VersionTable, id: unknown): string => {
    const found = aligned.entityOf[of][side].get(id);
    return found === undefined ? '' : labelOf(aligned.entities[of][found][side]);
  };
  return {
    itemEntity,
    shown: {
      item: item && { ids: item.map((one) => one?.id ?? null), code: textOf(first, 'code'), name: textOf(first, 'name') },
      object: objectOf(table, row, named),
    },
  };
}

/** What a row is called beside the item that it belongs to: by its labels, else by what identifies it. */
function objectOf(table: VersionTable, row: Row, named: (of: VersionTable, id: unknown) => string): string {
  const item = itemFieldOf(table);
  if (item === 'id') return '';
  const labels = labelFieldsOf(table);
  if (labels.length) return joined(labels.map((field) => textOf(row, field))) || String(row.id);
  const keys = keyFieldsOf(table).map((field) => ({ field, target: targetOf(table, field) }));
  const ends = keys.filter(({ target }) => target === 'wbs');
  if (ends.length > 1) return ends.map(({ field }) => named('wbs', row[field])).join(' → ');
  const others = keys.filter(({ field }) => field !== item);
  const words = others.flatMap(({ field, target }) => (target ? [] : [textOf(row, field)]));
  return joined([...words, ...others.flatMap(({ field, target }) => (target ? [named(target, row[field])] : []))]);
}

const joined = (words: readonly string[]): string => words.filter(Boolean).join(' ').trim();

/** Ranks rows by their place in the tree of the first version that has them. */
function ranksOf(sides: readonly Side[], aligned: Aligned): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const [side, { rows }] of sides.entries()) {
    const children = new Map<unknown, Row[]>();
    for (const row of rows.wbs) {
      const siblings = children.get(row['parentId']);
      if (siblings) siblings.push(row);
      else children.set(row['parentId'], [row]);
    }
    const inOrder = (list: Row[] | undefined) => (list ?? []).sort((a, b) => Number(b['position']) - Number(a['position']));
    const stack = inOrder(children.get(null));
    for (let row = stack.pop(); row; row = stack.pop()) {
      const entity = entryOf(aligned.entityOf.wbs[side], row.id);
      if (!ranks.has(entity)) ranks.set(entity, ranks.size);
      stack.push(...inOrder(children.get(row.id)));
    }
  }
  return ranks;
}
