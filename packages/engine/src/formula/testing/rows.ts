import { picture } from '../../testing/picture.ts';
import type { FormulaSheet } from '../sheet.ts';
import type { FormulaScope } from '../text/syntax.ts';
import type { FormulaCell } from '../value.ts';

/** Rows with their parents, predecessors and stored fields, by their places. */
export type Tree = { names: string[]; parent: number[]; before: number[][]; stored: Map<string, FormulaCell>[] };

/** Rows by indentation: a name, stored fields `v=3`, predecessors `<A,B`. */
export function treeOf(drawing: string): Tree {
  const lines = picture(drawing).split('\n');
  const indents = lines.map((line) => line.length - line.trimStart().length);
  const words = lines.map((line) => line.trim().split(/\s+/));
  const names = words.map(([name]) => name);
  return {
    names,
    parent: indents.map((indent, at) => indents.findLastIndex((other, before) => before < at && other < indent)),
    before: words.map((row) =>
      row
        .filter((word) => word.startsWith('<'))
        .flatMap((word) => word.slice(1).split(','))
        .map((name) => names.indexOf(name)),
    ),
    stored: words.map(
      (row) => new Map(row.filter((word) => word.includes('=')).map((word) => [word.split('=')[0], Number(word.split('=')[1])])),
    ),
  };
}

/** The rows as formulas see them. */
export function sheetOf({ names, parent, before, stored }: Tree): FormulaSheet {
  const items = [...names.keys()];
  const relatives = (scope: FormulaScope, item: number): number[] => {
    if (scope === 'parent') return parent[item] < 0 ? [] : [parent[item]];
    if (scope === 'children') return items.filter((other) => parent[other] === item);
    if (scope === 'predecessors') return before[item];
    return items.filter((other) => before[other].includes(item));
  };
  return { items, relatives, stored: (name) => (item) => stored[item].get(name) ?? null, calendar: () => null, dataDate: 0 };
}
