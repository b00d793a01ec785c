import type { Context } from '../../../platform/context.ts';
import { readVersion } from '../edits/edits.service.ts';
import { listShapes } from './version-directories.repository.ts';
import { catalogFor, listTaken, resourceWish } from './version-directories.resources.service.ts';
import { comesTo, groupBy, normOfWish, isSame, type Value, type Wish } from './version-directories.rules.ts';
import { keyOf, openWishes } from './assign/version-directories.wishes.rules.ts';

const MINUTES_A_DAY = 480;

/**
 * How far a version's taken values differ from the directories. Equal works are compared once, so that the cost depends on the differences.
 */
export async function describeState(context: Context, versionId: number) {
  return readVersion(context, versionId, async (reader) => {
    const { db, key, head, rowsBy } = reader.whole();
    const shapes = await listShapes(db, key);
    const values = await rowsBy(
      'directoryValue',
      'itemId',
      shapes.map(({ itemId }) => itemId),
    );
    const taken = await listTaken({ rowsBy });
    const tops = values.filter(({ broughtById }) => broughtById === null);
    const catalog = await catalogFor(db, key, [...tops, ...taken]);
    const wishFor = openWishes(catalog);
    const byItem = groupBy(values, ({ itemId }) => itemId);
    const resources = taken.filter((value) => {
      const wish = resourceWish(catalog, value);
      return wish && (!statesWish(value, wish) || !isSame(value.norm.norm, wish.taken.norm));
    }).length;
    const state = { values: 0, works: 0, outdated_values: resources, outdated_works: 0 };
    for (const shape of shapes) {
      const own = byItem.get(shape.itemId) ?? [];
      const broughtBy = groupBy(own, ({ broughtById }) => broughtById);
      let outdated = 0;
      for (const top of own.filter(({ broughtById }) => broughtById === null)) {
        const { wish } = wishFor(top, broughtBy);
        // A volume without a convertible unit keeps what was taken.
        if (comesTo(wish, top, MINUTES_A_DAY)) outdated += differing(wish, top, broughtBy);
      }
      state.values += shape.values * shape.works;
      state.works += shape.works;
      state.outdated_values += outdated * shape.works;
      if (outdated) state.outdated_works += shape.works;
    }
    const gone = new Set(
      tops.filter(({ directoryId, rowId }) => !catalog.row(directoryId, rowId)).map(({ directoryId, rowId }) => `${directoryId} ${rowId}`),
    );
    return { revision: head.revision, ...state, gone_rows: gone.size, up_to_date: state.outdated_values === 0 };
  });
}

type BroughtBy = ReadonlyMap<number, readonly Value[]>;

const statesWish = (value: Value, { code, name, taken }: Wish): boolean =>
  value.code === code && value.name === name && value.unit === taken.norm.unit;

/** The number of values to add, change or remove to reach a wish. */
function differing(wish: Wish, value: Value, broughtBy: BroughtBy): number {
  const there = new Map((broughtBy.get(value.id) ?? []).map((one) => [keyOf({ ...one, part: one.norm.part }), one]));
  let count = statesWish(value, wish) && isSame(value.norm, normOfWish(wish)) ? 0 : 1;
  for (const child of wish.children) {
    const key = keyOf({ ...child, part: child.taken.part });
    const known = there.get(key);
    count += known ? differing(child, known, broughtBy) : sizeOf(child);
    there.delete(key);
  }
  for (const left of there.values()) count += withAllBelow(left, broughtBy);
  return count;
}

const sizeOf = ({ children }: Wish): number => children.reduce((sum, child) => sum + sizeOf(child), 1);
const withAllBelow = ({ id }: Value, broughtBy: BroughtBy): number =>
  (broughtBy.get(id) ?? []).reduce((sum, child) => sum + withAllBelow(child, broughtBy), 1);
