import type { StructureRow } from '../eps.model.ts';
import type { RowKey } from '../eps.store.ts';

/** What a key means in the tree. */
export type KeyAction =
  | { do: 'select'; key: RowKey }
  | { do: 'toggle'; row: StructureRow }
  | { do: 'open'; row: StructureRow }
  | { do: 'check'; row: StructureRow }
  | { do: 'menu'; row: StructureRow }
  | RowAction;

/** Keys that act on the selected row through its commands. */
export type RowAction = { do: 'rename' | 'delete' | 'create' | 'up' | 'down' };

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/** Reads a key press over the rows, `at` being the selected one (-1 for none) and `page` the rows of a screen; null where it means nothing here. */
export function keyAction(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Key,
  rows: readonly StructureRow[],
  at: number,
  page: number,
): KeyAction | null {
  const row = rows[at] as StructureRow | undefined;
  const select = (index: number): KeyAction | null =>
    rows.length ? { do: 'select', key: rows[Math.min(Math.max(index, 0), rows.length - 1)].key } : null;
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (key === 'ArrowUp') return row ? { do: 'up' } : null;
    if (key === 'ArrowDown') return row ? { do: 'down' } : null;
    return null;
  }
  switch (key) {
    case 'ArrowDown':
      return select(at + 1);
    case 'ArrowUp':
      return select(at < 0 ? 0 : at - 1);
    case 'Home':
      return select(0);
    case 'End':
      return select(rows.length - 1);
    case 'PageDown':
      return select(at + page);
    case 'PageUp':
      return select(at - page);
    case 'Insert':
      return { do: 'create' };
  }
  if (!row) return null;
  switch (key) {
    case 'ArrowRight':
      if (!row.hasChildren) return null;
      return row.expanded ? select(at + 1) : { do: 'toggle', row };
    case 'ArrowLeft':
      if (row.hasChildren && row.expanded) return { do: 'toggle', row };
      return row.parentKey ? { do: 'select', key: row.parentKey } : null;
    case 'Enter':
      return { do: 'open', row };
    case ' ':
      return { do: 'check', row };
    case 'F2':
      return { do: 'rename' };
    case 'Delete':
      return { do: 'delete' };
    case 'ContextMenu':
      return { do: 'menu', row };
    case 'F10':
      return shiftKey ? { do: 'menu', row } : null;
    default:
      return null;
  }
}
