import {
  type AnyRow,
  byTable,
  entryOf,
  hasOwnIds,
  isSingle,
  keyFieldsOf,
  labelFieldsOf,
  type Lineage,
  naturalKeys,
  pairRows,
  sharedIdsUpTo,
  TABLES_IN_ORDER,
  targetOf,
  type VersionTable,
  type WbsRow,
} from '@gantry/domain';

export type Row = AnyRow;
/** One version of a comparison: its rows by table, dates in minutes or written out. */
export type Side = { versionId: number; lineage: Lineage; rows: Record<VersionTable, Row[]> };
export const textOf = (row: Row | null, field: string): string => (typeof row?.[field] === 'string' ? row[field] : '');
/** One entity in each version, null where it is missing. */
export type Entity = (Row | null)[];
/** The row of an entity in the first of some versions that has it. */
export function rowOf(entity: Entity): Row {
  const row = entity.find((one) => one !== null);
  if (!row) throw new Error('no version has this row');
  return row;
}
export type Aligned = {
  entities: Record<VersionTable, Entity[]>;
  /** The entity of a row id of a side, as fields hold it. */
  entityOf: Record<VersionTable, Map<unknown, number>[]>;
};

type KeyOf = (row: Row) => string | null;
/** Pairs the rows of several versions that are the same entity. */
export function alignSides(sides: readonly Side[]): Aligned {
  const aligned: Aligned = { entities: byTable((): Entity[] => []), entityOf: byTable((): Map<unknown, number>[] => []) };
  for (const table of TABLES_IN_ORDER) alignTable(sides, table, aligned);
  return aligned;
}

function alignTable(sides: readonly Side[], table: VersionTable, aligned: Aligned): void {
  const entities: Entity[] = (aligned.entities[table] = []);
  const entityOf = (aligned.entityOf[table] = sides.map(() => new Map<unknown, number>()));
  const keys = sides.map((_, side) => keysOf(sides, side, table, aligned));
  for (const [side, { rows }] of sides.entries()) {
    const placed = entityOf[side];
    const byId = new Map(rows[table].map((row) => [row.id, row]));
    for (let earlier = 0; earlier < side; earlier += 1) {
      const shared = hasOwnIds(table) ? sharedIdsUpTo(sides[earlier], sides[side]) : 0;
      const left = entities.flatMap(({ [earlier]: row, [side]: taken }) => (row && !taken ? [keyed(row, keys[earlier])] : []));
      const right = rows[table].filter(({ id }) => !placed.has(id)).map((row) => keyed(row, keys[side]));
      for (const [id, leftId] of pairRows(left, right, shared)) {
        const entity = entryOf(entityOf[earlier], leftId);
        entities[entity][side] = entryOf(byId, id);
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

/** What identifies a row of a table where its id does not. */
function keysOf(sides: readonly Side[], side: number, table: VersionTable, { entityOf }: Aligned): KeyOf {
  if (table === 'wbs') {
    const keys = naturalKeys(sides[side].rows.wbs as unknown as WbsRow[]);
    return ({ id }) => keys.get(id) ?? null;
  }
  if (isSingle(table)) return () => table;
  const fields = keyFieldsOf(table).map((field) => ({ field, target: targetOf(table, field) }));
  const labels = labelFieldsOf(table);
  if (!fields.length) return (row) => labels.map((field) => textOf(row, field)).find(Boolean) ?? String(row.id);
  const entity = (of: VersionTable, id: unknown): string => String(entityOf[of][side].get(id) ?? 'none');
  return (row) => fields.map(({ field, target }) => (target ? entity(target, row[field]) : String(row[field]))).join(' ');
}
