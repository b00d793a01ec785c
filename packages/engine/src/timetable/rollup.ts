import { NO_DATE } from '@gantry/domain';
import { KIND, type NetworkColumns } from '../network/columns.ts';
import type { Hierarchy } from '../network/hierarchy.ts';

/** Gives each parent the envelope of its children: the earliest of the starts, the latest of the finishes. Drafts do not count. */
export function rollUpDates(columns: NetworkColumns, hierarchy: Hierarchy, starts: Int32Array[], finishes: Int32Array[]): void {
  for (const item of hierarchy.bottomUp) {
    const parent = hierarchy.parent[item];
    if (parent < 0 || columns.kind[item] === KIND.draft) continue;
    for (const column of starts) {
      const value = column[item];
      if (value !== NO_DATE && (column[parent] === NO_DATE || value < column[parent])) column[parent] = value;
    }
    for (const column of finishes) if (column[item] > column[parent]) column[parent] = column[item];
  }
}
