import type { Formula } from './check.ts';

/** Attributes that need each other, in the order in which they are to be calculated; `looped` = some cell may need another cell of the same group. */
export type FormulaGroup = { names: string[]; looped: boolean };

/** Groups attributes so that each reads only its own group and earlier ones (Tarjan's strongly connected components). */
export function formulaGroups(formulas: ReadonlyMap<string, Formula>): FormulaGroup[] {
  const reads = new Map(
    [...formulas].map(([name, { dependencies }]) => [name, dependencies.map((one) => one.name).filter((one) => formulas.has(one))]),
  );
  const groups: FormulaGroup[] = [];
  const found = new Map<string, { index: number; low: number; isOpen: boolean }>();
  const open: string[] = [];
  const order = new Map([...formulas.keys()].map((name, index) => [name, index]));

  const enter = (name: string): { index: number; low: number; isOpen: boolean } => {
    const own = { index: found.size, low: found.size, isOpen: true };
    found.set(name, own);
    open.push(name);
    for (const other of reads.get(name) ?? []) {
      const known = found.get(other);
      if (!known) own.low = Math.min(own.low, enter(other).low);
      else if (known.isOpen) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const names = open.splice(open.indexOf(name));
      for (const one of names) found.get(one)!.isOpen = false;
      names.sort((a, b) => order.get(a)! - order.get(b)!);
      groups.push({ names, looped: names.length > 1 || reads.get(name)!.includes(name) });
    }
    return own;
  };
  for (const name of formulas.keys()) if (!found.has(name)) enter(name);
  return groups;
}
