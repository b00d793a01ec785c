import { create } from 'zustand';

/** A row of the tree: a node or a version. */
export type RowKey = `n${number}` | `v${number}`;

type Store = {
  /** Per space, so that coming back finds the place. */
  selected: Record<number, RowKey | null>;
  select: (spaceId: number, key: RowKey | null) => void;
};

/** Which row of the structure is selected; the path in the header follows it. */
export const useStructureSelection = create<Store>((set) => ({
  selected: {},
  select: (spaceId, key) => set((state) => ({ selected: { ...state.selected, [spaceId]: key } })),
}));
