import type { Ownership } from './version-fields.ts';
import { fieldsOf, VERSION_TABLE_NAMES, type VersionTable } from './version-tables.ts';

/** A field of a table of version content that holds the id of a row of another one, or of its own. */
export type Reference = { table: VersionTable; field: string; target: VersionTable; ownership: Ownership; optional: boolean };

/** Everything that points at something in a version, derived from the description of its tables. */
export const REFERENCES: readonly Reference[] = VERSION_TABLE_NAMES.flatMap((table) =>
  fieldsOf(table).flatMap(({ name, target, ownership, optional }) =>
    target && ownership ? [{ table, field: name, target, ownership, optional }] : [],
  ),
);

const groupedBy = (side: 'table' | 'target'): ReadonlyMap<VersionTable, readonly Reference[]> =>
  new Map(VERSION_TABLE_NAMES.map((table) => [table, REFERENCES.filter((one) => one[side] === table)]));
const FROM = groupedBy('table');
const TO = groupedBy('target');

/** What a table points at. */
export const referencesOf = (table: VersionTable): readonly Reference[] => FROM.get(table) ?? [];
/** What points at a table. */
export const referencesTo = (table: VersionTable): readonly Reference[] => TO.get(table) ?? [];

/** The table that a field points into; null where it holds no id of a row. */
export const targetOf = (table: VersionTable, field: string): VersionTable | null =>
  referencesOf(table).find((one) => one.field === field)?.target ?? null;

/** The tables so that each stands behind those it points at. */
export const TABLES_IN_ORDER: readonly VersionTable[] = inOrder();

function inOrder(): VersionTable[] {
  const placed = new Set<VersionTable>();
  const place = (table: VersionTable, above: readonly VersionTable[]): void => {
    if (above.includes(table)) throw new Error(`tables of version content point at each other: ${[...above, table].join(' → ')}`);
    if (placed.has(table)) return;
    for (const { target } of referencesOf(table)) if (target !== table) place(target, [...above, table]);
    placed.add(table);
  };
  for (const table of VERSION_TABLE_NAMES) place(table, []);
  return [...placed];
}

/** The tables whose ids are counted with those of the version: not the ids of their owners, nor that of an only row. */
export const hasOwnIds = (table: VersionTable): boolean => {
  const id = fieldsOf(table).find(({ name }) => name === 'id');
  return id?.target === null && id.mark !== 'only';
};

/** Which field of a table says to what row of an owner its rows belong; of two, the last: a relation is its successor's. */
export const ownerFieldOf = (table: VersionTable, owner: VersionTable): string | null =>
  table === owner
    ? 'id'
    : (referencesOf(table).findLast(({ target, ownership }) => target === owner && ownership === 'owner')?.field ?? null);

/** Which field of a table says to what row of the work breakdown structure its rows belong. */
export const itemFieldOf = (table: VersionTable): string | null => ownerFieldOf(table, 'wbs');

/** Fields that identify a row where ids cannot; empty where its labels do. */
export const keyFieldsOf = (table: VersionTable): readonly string[] =>
  fieldsOf(table).flatMap(({ name, mark, target }) => (mark === 'key' || (name === 'id' && target) ? [name] : []));

/** Fields that people call a row by. */
export const labelFieldsOf = (table: VersionTable): readonly string[] =>
  fieldsOf(table).flatMap(({ name, mark }) => (mark === 'label' ? [name] : []));

/** Tables that have one row a version. */
export const isSingle = (table: VersionTable): boolean => fieldsOf(table).some(({ mark }) => mark === 'only');
