import type { TemplateBlock } from '../blocks.ts';
import { holdsIn, rowsOfLoop, type TemplateScope } from '../vocabulary.ts';

/** A row as it comes out: the row of the template (from 1), the runs of the loops around it, the outermost first, and its values. */
export type RowOut = { source: number; runs: readonly number[]; scopes: readonly TemplateScope[] };

/** Where rows of a sheet, and its columns where loops repeat them, came to stand. */
export type SheetMap = { rows: RowMap; columns: RowMap | null };

/** Where rows of a template came to stand; columns are laid out alike. */
export type RowMap = {
  out: readonly RowOut[];
  /** Loops around a row of the template, the outermost first. */
  loopsOf(source: number): readonly number[];
  /** The rows that a row became within the same runs of the loops that both stand in; null where it is gone. */
  locate(source: number, from: { source: number; runs: readonly number[] } | null): { first: number; last: number } | null;
  /** The first and last row of each run of the innermost loop around a row. */
  runsOf(source: number): IterableIterator<readonly [string, { first: number; last: number }]>;
};

const NO_LOOPS: readonly number[] = [];
/** What a sheet has rows and columns for. */
export const MOST_ROWS = 1_048_576;
export const MOST_COLUMNS = 16_384;

/** Carries out the loops and conditions over rows. A loop without rows leaves its rows once, empty, so that what refers to them stays whole. */
export function layOutTemplateRows(
  blocks: readonly TemplateBlock[],
  rows: number,
  scopes: readonly TemplateScope[],
  tooMany: () => never,
  most = MOST_ROWS,
): RowMap {
  const out: RowOut[] = [];
  const loops: (readonly number[])[] = [];
  const ids = new Map<TemplateBlock, number>();
  const walk = (
    list: readonly TemplateBlock[],
    around: readonly TemplateScope[],
    runs: readonly number[],
    within: readonly number[],
  ): void => {
    for (const block of list) {
      if (block.kind === 'item') {
        loops[block.index + 1] = within;
        out.push({ source: block.index + 1, runs, scopes: around });
        if (out.length > most) tooMany();
      } else if (block.kind === 'if') walk(holdsIn(around, block.conditions) ? block.blocks : block.otherwise, around, runs, within);
      else {
        const id = ids.get(block) ?? ids.size;
        ids.set(block, id);
        const found = rowsOfLoop(around, block.each);
        for (const [run, row] of (found.length ? found : [EMPTY]).entries())
          walk(block.blocks, [row, ...around], [...runs, run], [...within, id]);
      }
    }
  };
  walk(blocks, scopes, [], []);
  // Rows by the runs around them, for each depth.
  const places: Map<string, { first: number; last: number }>[] = [];
  for (const [at, { source, runs }] of out.entries()) {
    const known = (places[source] ??= new Map());
    for (let depth = 0; depth <= runs.length; depth++) {
      const key = runs.slice(0, depth).join('/');
      const place = known.get(key);
      if (place) place.last = at + 1;
      else known.set(key, { first: at + 1, last: at + 1 });
    }
  }
  const loopsOf = (source: number): readonly number[] => loops[source] ?? NO_LOOPS;
  return {
    out,
    loopsOf,
    locate(source, from) {
      if (source > rows) return { first: Math.min(most, source - rows + out.length), last: Math.min(most, source - rows + out.length) };
      const [own, other] = [loopsOf(source), from ? loopsOf(from.source) : NO_LOOPS];
      let common = 0;
      while (common < own.length && common < other.length && own[common] === other[common]) common++;
      return places[source]?.get((from?.runs ?? []).slice(0, common).join('/')) ?? null;
    },
    *runsOf(source) {
      const shift = out.length - rows;
      if (source > rows) yield ['', { first: source + shift, last: source + shift }];
      const depth = loopsOf(source).length;
      for (const entry of places[source] ?? []) if ((entry[0] === '' ? 0 : entry[0].split('/').length) === depth) yield entry;
    },
  };
}

const EMPTY: TemplateScope = { value: () => null, list: () => [] };
