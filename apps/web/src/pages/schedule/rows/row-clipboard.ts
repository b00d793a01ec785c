import { apiSpace } from '../../../lib/calls/api-client.ts';

/** Rows that were copied or cut, in whichever version and window; the text tells whether the clipboard of the system still holds them. */
export type RowClipboard = { spaceId: number | null; versionId: number; ids: number[]; text: string; cut: boolean };

const KEY = 'row_clipboard';
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps copied rows for every window of this browser. */
export function keepRows(rows: Omit<RowClipboard, 'spaceId'>, store: Store = localStorage): void {
  try {
    store.setItem(KEY, JSON.stringify({ ...rows, spaceId: apiSpace() }));
  } catch {
    // Too many rows for the browser's storage: they can be pasted as text.
    store.removeItem(KEY);
  }
}

/** The rows that a pasted text is of; null where it comes from elsewhere, or from another space. */
export function rowsOfText(text: string, store: Store = localStorage): RowClipboard | null {
  try {
    const kept = JSON.parse(store.getItem(KEY) ?? 'null') as RowClipboard | null;
    return kept && kept.text === text && kept.spaceId === apiSpace() && Array.isArray(kept.ids) ? kept : null;
  } catch {
    return null;
  }
}

/** The text of the rows that were copied last; null where there are none. */
export function keptText(store: Store = localStorage): string | null {
  try {
    return (JSON.parse(store.getItem(KEY) ?? 'null') as RowClipboard | null)?.text ?? null;
  } catch {
    return null;
  }
}

export const forgetRows = (store: Store = localStorage): void => store.removeItem(KEY);
