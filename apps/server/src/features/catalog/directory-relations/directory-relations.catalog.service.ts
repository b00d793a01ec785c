import type { DurationRule, Norm, NormCoefficient, NormPart } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { pathOf } from '../../structure/eps/eps.service.ts';
import { readCoefficients } from '../coefficients/coefficients.service.ts';
import { factorOfRow, normOfRow, partOf } from './directory-relations.catalog.rules.ts';
import { type DirectoryRecord, listDirectories, listRowRecords } from './directory-relations.catalog.repository.ts';
import { listPairRecords, listRelations } from './directory-relations.repository.ts';

/** A row of a directory as schedules take it. `part` null: a norm or a work type, not a resource. */
export type CatalogRow = {
  directoryId: number;
  id: number;
  code: string;
  name: string;
  norm: Norm;
  part: NormPart | null;
  factor: number | null;
};

/** What a row brings by a relation. */
export type CatalogRule = {
  relationId: number;
  relationRowId: number;
  directoryId: number;
  rowId: number;
  quantity: number;
  coefficients: NormCoefficient[];
  /** Used only when chosen explicitly. */
  optional: boolean;
  asResource: boolean;
  durationRule: DurationRule;
};

/** Rows of directories with all that follows from them, as they stand now. */
export type DirectoryCatalog = {
  /** Rows that were asked for, whether they are there or not, and those that follow from them. */
  places(): readonly Pick<CatalogRow, 'directoryId' | 'id'>[];
  row(directoryId: number, rowId: number): CatalogRow | null;
  rules(directoryId: number, rowId: number): readonly CatalogRule[];
};

type Wanted = ReadonlyMap<number, ReadonlySet<number>>;

/** Reads rows and what follows from them, directory by directory; relations form no cycle, so that it comes to an end. */
export async function readDirectoryCatalog(db: Db, spaceId: number, wanted: Wanted): Promise<DirectoryCatalog> {
  const rows = new Map<string, CatalogRow>();
  const rules = new Map<string, CatalogRule[]>();
  const kinds = new Map((await listDirectories(db, spaceId)).map(({ id, kind }) => [id, kind]));
  const relations = await listRelations(db, spaceId);
  const coefficients = await readCoefficients(db, spaceId);
  const chainOf = (ids: readonly number[]): NormCoefficient[] =>
    ids.flatMap((id) => {
      const found = coefficients.get(id);
      if (!found) return [];
      const { order: _order, ...coefficient } = found;
      return [coefficient];
    });
  let open = new Map([...wanted].map(([directoryId, ids]) => [directoryId, new Set(ids)]));
  while (open.size) {
    const next = new Map<number, Set<number>>();
    for (const [directoryId, ids] of open) {
      const kind = kinds.get(directoryId);
      const missing = [...ids].filter((id) => !rows.has(`${directoryId} ${id}`));
      if (kind === undefined || !missing.length) continue;
      for (const { id, code, name, unit, roles } of await listRowRecords(db, spaceId, directoryId, missing)) {
        const values = roles ?? {};
        const part = kind === 'resources' ? partOf(values['resource'], unit) : null;
        rows.set(`${directoryId} ${id}`, { directoryId, id, code, name, norm: normOfRow(unit, values), part, factor: factorOfRow(values) });
      }
      for (const { id: relationId, from, to, options } of relations) {
        if (from.id !== directoryId || !options.follow) continue;
        for (const pair of await listPairRecords(db, spaceId, relationId, missing)) {
          const key = `${directoryId} ${pair.row_a_id}`;
          const list = rules.get(key) ?? [];
          rules.set(key, list);
          list.push({
            relationId,
            relationRowId: pair.id,
            directoryId: to.id,
            rowId: pair.row_b_id,
            quantity: pair.quantity,
            coefficients: chainOf([...options.coefficient_ids, ...pair.coefficient_ids]),
            optional: pair.options.optional,
            asResource: options.as_resources,
            durationRule: options.duration_rule,
          });
          next.set(to.id, (next.get(to.id) ?? new Set()).add(pair.row_b_id));
        }
      }
    }
    open = next;
  }
  return {
    places: () => [
      ...rows.values(),
      ...[...wanted].flatMap(([directoryId, ids]) =>
        [...ids].filter((id) => !rows.has(`${directoryId} ${id}`)).map((id) => ({ directoryId, id })),
      ),
    ],
    row: (directoryId, rowId) => rows.get(`${directoryId} ${rowId}`) ?? null,
    rules: (directoryId, rowId) => rules.get(`${directoryId} ${rowId}`) ?? [],
  };
}

/** Directories that a node has or inherits, by id. */
export async function listDirectoriesFor(context: Context, nodeId: number): Promise<Map<number, DirectoryRecord>> {
  const path = new Set((await pathOf(context, nodeId)).map(({ id }) => id));
  const all = await context.read((db) => listDirectories(db, context.spaceId));
  return new Map(all.filter(({ node_id }) => path.has(node_id)).map((directory) => [directory.id, directory]));
}
