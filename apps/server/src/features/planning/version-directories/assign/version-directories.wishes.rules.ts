import type { Norm, NormPart, TakenNorm } from '@gantry/domain';
import type { CatalogRow, CatalogRule, DirectoryCatalog } from '../../../catalog/directory-relations/directory-relations.service.ts';
import type { Note } from '../version-directories.notes.rules.ts';
import { type Value, type Wish } from '../version-directories.rules.ts';

/** A value as it should be, with what is to be said of it. */
export type Grown = { wish: Wish; notes: readonly Note[] };

type BroughtBy = ReadonlyMap<number, readonly Value[]>;
type Place = Pick<Wish, 'directoryId' | 'rowId'>;

/** What tells values that the same one brings from each other. */
export const keyOf = ({
  directoryId,
  rowId,
  relationRowId,
  part,
}: Pick<Wish, 'directoryId' | 'rowId' | 'relationRowId'> & { part: NormPart | null }): string =>
  `${relationRowId ?? '-'} ${directoryId} ${rowId} ${part ?? '-'}`;

const placeKey = ({ directoryId, rowId }: Place): string => `${directoryId} ${rowId}`;
const nameOf = ({ code, name }: Pick<Wish, 'code' | 'name'>): string => name || code;
const hoursNorm = (): Norm => ({ unit: 'h', labourHours: 0, machineHours: 0, outputPerDay: null, price: 0 });
const hasPart = (wishes: readonly Wish[], part: NormPart): boolean =>
  wishes.some(({ taken, children }) => taken.part === part || hasPart(children, part));

/** The hours of a norm whose relations bring nobody to work them: a resource of the norm's own. */
function ownHours(wish: Omit<Wish, 'children'>, children: readonly Wish[]): Wish[] {
  const { labourHours, machineHours } = wish.taken.norm;
  const rates = [
    ['labour', labourHours],
    ['equipment', machineHours],
  ] as const;
  return rates
    .filter(([part, rate]) => wish.taken.part === null && rate > 0 && !hasPart(children, part))
    .map(([part, quantity]) => ({
      ...wish,
      relationId: null,
      relationRowId: null,
      taken: { norm: hoursNorm(), part, quantity, coefficients: [] },
      children: [],
    }));
}

/** A value and what it brought as they were taken. */
function wishAsTaken(value: Value, broughtBy: BroughtBy): Wish {
  const { directoryId, rowId, relationId, relationRowId, code, name } = value;
  const children = (broughtBy.get(value.id) ?? []).map((child) => wishAsTaken(child, broughtBy));
  return { directoryId, rowId, relationId, relationRowId, code, name, taken: value.norm, asTaken: true, children };
}

function takenFrom(row: CatalogRow, rule: CatalogRule | null, alone: boolean): TakenNorm {
  return {
    norm: row.norm,
    part: rule?.asResource ? row.part : null,
    quantity: rule?.quantity ?? 1,
    coefficients: [...(rule?.coefficients ?? []), ...(row.factor === null ? [] : [{ target: 'consumption' as const, all: row.factor }])],
    ...(alone ? { alone: true } : {}),
  };
}

/** Which rows of relations brought what a value brought: all that its wish can depend on beside the directories. */
const broughtShape = (value: Value, broughtBy: BroughtBy): string =>
  (broughtBy.get(value.id) ?? [])
    .flatMap((child) => (child.relationRowId === null ? [] : `${child.relationRowId}(${broughtShape(child, broughtBy)})`))
    .join();

/** What values that people gave should be by the directories as they are now. Values alike share one wish, which nobody may change. */
export function openWishes(
  catalog: DirectoryCatalog,
  chosen: ReadonlySet<number> = new Set(),
): (top: Value, broughtBy: BroughtBy) => Grown {
  const known = new Map<string, Grown>();
  return (top, broughtBy) => {
    const key = `${placeKey(top)} ${top.norm.alone ? 'alone' : ''} ${broughtShape(top, broughtBy)}`;
    const found = known.get(key);
    if (found) return found;
    const grown = grow(catalog, top, broughtBy, chosen);
    // What stands as it was taken is each work's own.
    if (!holdsTaken(grown.wish)) known.set(key, grown);
    return grown;
  };
}

const holdsTaken = ({ asTaken, children }: Wish): boolean => asTaken || children.some(holdsTaken);

function grow(catalog: DirectoryCatalog, top: Value, broughtBy: BroughtBy, chosen: ReadonlySet<number>): Grown {
  const notes: Note[] = [];
  const wishAt = (place: Place, rule: CatalogRule | null, there: Value | null, above: readonly Wish[]): Wish | null => {
    const row = catalog.row(place.directoryId, place.rowId);
    if (!row) {
      if (there) notes.push({ code: 'version_directory.row_gone', parameters: { name: nameOf(there) } });
      else notes.push({ code: 'version_directory.pair_gone', parameters: { name: nameOf(above.at(-1) ?? top) } });
      return there && wishAsTaken(there, broughtBy);
    }
    const ring = above.findIndex((one) => placeKey(one) === placeKey(place));
    if (ring >= 0) {
      const path = [...above.slice(ring).map(nameOf), nameOf(above[ring])].join(' → ');
      notes.push({ code: 'version_directory.ring', parameters: { path } });
      return null;
    }
    const taken = takenFrom(row, rule, there === top && top.norm.alone === true);
    const { relationId = null, relationRowId = null } = rule ?? {};
    const wish: Wish = { ...place, relationId, relationRowId, code: row.code, name: row.name, taken, asTaken: false, children: [] };
    const brought = (there && broughtBy.get(there.id)) ?? [];
    for (const next of taken.alone ? [] : catalog.rules(place.directoryId, place.rowId)) {
      const before = brought.find((value) => value.relationRowId === next.relationRowId) ?? null;
      if (next.optional && !before && !chosen.has(next.relationRowId)) continue;
      const child = wishAt({ directoryId: next.directoryId, rowId: next.rowId }, next, before, [...above, wish]);
      if (child) wish.children.push(child);
    }
    wish.children.push(...ownHours(wish, wish.children));
    return wish;
  };
  const wish = wishAt({ directoryId: top.directoryId, rowId: top.rowId }, null, top, []) ?? wishAsTaken(top, broughtBy);
  return { wish, notes };
}
