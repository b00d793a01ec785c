import { create } from 'zustand';

type Store = {
  /** Jobs that the person has put away, or that a dialog shows itself. */
  away: ReadonlySet<number>;
  putAway: (ids: number[]) => void;
};

/** Which ended jobs the toast no longer shows. */
export const useJobsAway = create<Store>((set) => ({
  away: new Set(),
  putAway: (ids) => set((state) => ({ away: new Set([...state.away, ...ids]) })),
}));
