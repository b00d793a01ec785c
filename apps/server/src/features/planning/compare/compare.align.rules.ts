import { type Lineage, naturalKeys, pairRows, sharedIdsUpTo, VERSION_TABLE_NAMES, type VersionTable, type WbsRow } from '@gantry/domain';

export type Row = { id: number } & Record<string, unknown>;
/** One version of a comparison: its rows by table, dates in minutes or written out. */
export type Side = { versionId: number; lineage: Lineage; rows: Record<VersionTable, Row[]> };
/** A text of a row. */
export const textOf = (row: Row | null, field: string): string => (typeof row?.[field] === 'string' ? row[field] : '');
/** The same thing in each version, null where it is missing. */
export type Entity = (Row | null)[];
export type Aligned = {
  entities: Record<VersionTable, Entity[]>;
  /** The entity of a row id of a side. */
  entityOf: Record<VersionTable, Map<number, number>[]>;
};

/** Tables in the order in which one leans on another. */
const ORDER = [
  'calendar',
  'resource',
  'attribute',
  'wbs',
  'relation',
  'assignment',
  'attributeValue',
  'importedDates',
  'link',
  'daySeries',
  'directoryValue',
  'settings',
] as const;
const REST = VERSION_TABLE_NAMES.filter((table) => !(ORDER as readonly string[]).includes(table));

type KeyOf = (row: Row) => string | null;
/** Ids of these tables are not counted with those of the version, so that they tell nothing by themselves. */
const WITHOUT_IDS = new Set<VersionTable>(['importedDates', 'settings']);

/** Finds the rows that are the same thing in several versions. */
export function alignSides(sides: readonly Side[]): Aligned {
  const aligned = { entities: {}, entityOf: {} } as Aligned;
  for (const table of [...ORDER, ...REST]) alignTable(sides, table, aligned);
  return aligned;
}

function alignTable(sides: readonly Side[], table: VersionTable, aligned: Aligned): void {
  const entities: Entity[] = (aligned.entities[table] = []);
  const entityOf = (aligned.entityOf[table] = sides.map(() => new Map<number, number>()));
  const keys = sides.map((_, side) => keysOf(sides, side, table, aligned));
  for (const [side, { rows }] of sides.entries()) {
    const placed = entityOf[side];
    const byId = new Map(rows[table].map((row) => [row.id, row]));
    for (let earlier = 0; earlier < side; earlier += 1) {
      const shared = WITHOUT_IDS.has(table) ? 0 : sharedIdsUpTo(sides[earlier], sides[side]);
      const left = entities.flatMap(({ [earlier]: row, [side]: taken }) => (row && !taken ? [keyed(row, keys[earlier])] : []));
      const right = rows[table].filter(({ id }) => !placed.has(id)).map((row) => keyed(row, keys[side]));
      for (const [id, leftId] of pairRows(left, right, shared)) {
        const entity = entityOf[earlier].get(leftId) as number;
        entities[entity][side] = byId.get(id) as Row;
        placed.set(id, entity);
      }
    }
    for (const row of rows[table]) {
      if (placed.has(row.id)) continue;
      placed.set(row.id, entities.length);
      entities.push(sides.map((_, index) => (index === side ? row : null)));
    }
  }
}

const keyed = (row: Row, keyOf: KeyOf) => ({ id: row.id, key: keyOf(row) });

/** What tells a row of a table where its id does not. */
function keysOf(sides: readonly Side[], side: number, table: VersionTable, { entityOf }: Aligned): KeyOf {
  const entity = (of: VersionTable, id: unknown): string => String(entityOf[of][side].get(id as number) ?? 'none');
  switch (table) {
    case 'wbs': {
      const keys = naturalKeys(sides[side].rows.wbs as unknown as WbsRow[]);
      return ({ id }) => keys.get(id) ?? null;
    }
    case 'relation':
      return ({ predecessorId, successorId }) => `${entity('wbs', predecessorId)} ${entity('wbs', successorId)}`;
    case 'assignment':
      return ({ itemId, resourceId }) => `${entity('wbs', itemId)} ${entity('resource', resourceId)}`;
    case 'attributeValue':
      return ({ itemId, attributeId }) => `${entity('wbs', itemId)} ${entity('attribute', attributeId)}`;
    case 'link':
      return ({ itemId, side: other, otherScheduleId, otherItemId }) =>
        `${entity('wbs', itemId)} ${String(other)} ${String(otherScheduleId)} ${String(otherItemId)}`;
    case 'daySeries':
      return ({ itemId, resourceId, measure, mode }) =>
        `${entity('wbs', itemId)} ${entity('resource', resourceId)} ${String(measure)} ${String(mode)}`;
    case 'directoryValue':
      return ({ itemId, directoryId, rowId, relationRowId }) =>
        `${entity('wbs', itemId)} ${String(directoryId)} ${String(rowId)} ${String(relationRowId)}`;
    case 'importedDates':
      return ({ id }) => entity('wbs', id);
    case 'settings':
      return () => 'settings';
    default:
      return ({ code, name, id }) =>
        ([code, name].find((text) => typeof text === 'string' && text !== '') as string | undefined) ?? String(id);
  }
}
