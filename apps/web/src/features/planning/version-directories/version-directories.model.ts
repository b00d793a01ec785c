import type { DirectoryValue } from '@gantry/contract';

/** A value of a work at its depth below the one that people gave. */
export type ValueLine = { value: DirectoryValue; depth: number };

/** Values in the order of what brought them, each below it. */
export function linesOfValues(values: readonly DirectoryValue[]): ValueLine[] {
  const below = new Map<number | null, DirectoryValue[]>();
  const ids = new Set(values.map(({ id }) => id));
  for (const value of values) {
    const parent = value.parent_id !== null && ids.has(value.parent_id) ? value.parent_id : null;
    below.set(parent, [...(below.get(parent) ?? []), value]);
  }
  const lines: ValueLine[] = [];
  const grow = (parent: number | null, depth: number): void => {
    for (const value of below.get(parent) ?? []) {
      lines.push({ value, depth });
      grow(value.id, depth + 1);
    }
  };
  grow(null, 0);
  return lines;
}

/** Hours and money of a work's values together: hours of a value hold those of all below it, money is each value's own. */
export function totalsOf(values: readonly DirectoryValue[]): { labour: number; machine: number; cost: number } {
  const total = { labour: 0, machine: 0, cost: 0 };
  for (const { value, depth } of linesOfValues(values)) {
    total.cost += value.cost;
    if (depth > 0) continue;
    total.labour += value.labour_hours;
    total.machine += value.machine_hours;
  }
  return total;
}
