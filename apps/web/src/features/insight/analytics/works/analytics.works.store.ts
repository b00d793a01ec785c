import { create } from 'zustand';

/** Works as they are asked for by ids that may no longer be there. */
export type AskedWorks = { filter: string | null; indicator: string | null };
export const ALL_WORKS: AskedWorks = { filter: null, indicator: null };

const KEY = 'gantry.analytics-works';
type Kept = Record<string, AskedWorks>;

/** Which works were asked for last in each space, as the browser keeps it; nothing where that cannot be read. */
export function worksKept(kept: string | null): Kept {
  const idOf = (value: unknown): string | null => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? value : null);
  try {
    const read = JSON.parse(kept ?? '{}') as Record<string, Partial<AskedWorks> | null>;
    return Object.fromEntries(
      Object.entries(read).map(([space, works]) => [space, { filter: idOf(works?.filter), indicator: idOf(works?.indicator) }]),
    );
  } catch {
    return {};
  }
}

/** The works that figures are about stay the same from row to row, from screen to screen and from visit to visit. */
export const useKeptWorks = create<{ kept: Kept; keep(spaceId: number, works: AskedWorks): void }>((set, get) => ({
  kept: worksKept(localStorage.getItem(KEY)),
  keep: (spaceId, works) => {
    const kept = { ...get().kept, [spaceId]: works };
    localStorage.setItem(KEY, JSON.stringify(kept));
    set({ kept });
  },
}));
