import type { FormulaResult } from './value.ts';

/** Results of one attribute by item. */
export type FormulaColumn = {
  /** Undefined for a missing row. */
  get(item: number): FormulaResult | undefined;
  [Symbol.iterator](): IterableIterator<[item: number, result: FormulaResult]>;
};

/** Results by attribute name, then by item. */
export type FormulaResults = ReadonlyMap<string, FormulaColumn>;

/** Rows by their places, which results of all attributes share. */
export type Places = { items: readonly number[]; of: ReadonlyMap<number, number> };

/** A column while it is calculated: undefined where a cell still waits. */
export type OpenColumn = FormulaColumn & { places: Places; values: (FormulaResult | undefined)[] };

/** The places of rows. */
export function placesOf(items: readonly number[]): Places {
  return { items, of: new Map(items.map((item, place) => [item, place])) };
}

/** A column without results. */
export function openColumn(places: Places): OpenColumn {
  const values = new Array<FormulaResult | undefined>(places.items.length).fill(undefined);
  return {
    places,
    values,
    get(item) {
      const place = places.of.get(item);
      return place === undefined ? undefined : values[place];
    },
    *[Symbol.iterator]() {
      for (const [place, item] of places.items.entries()) yield [item, values[place] ?? null];
    },
  };
}
