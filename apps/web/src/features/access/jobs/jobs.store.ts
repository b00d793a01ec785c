import { useEffect } from 'react';
import { create } from 'zustand';

type Store = {
  /** Ended jobs that the person has put away. */
  away: ReadonlySet<number>;
  /** The job that an open dialog shows itself. */
  watched: number | null;
  putAway: (ids: number[]) => void;
};

/** Which jobs the toast leaves out. */
export const useJobsAway = create<Store>((set) => ({
  away: new Set(),
  watched: null,
  putAway: (ids) => set((state) => ({ away: new Set([...state.away, ...ids]) })),
}));

/** Hides a job from the toast while a component shows it; `ended` = its end was shown here, so it does not return. */
export function useWatchJob(id: number, ended: boolean): void {
  useEffect(() => {
    useJobsAway.setState({ watched: id });
    return () => useJobsAway.setState({ watched: null });
  }, [id]);
  useEffect(() => {
    if (ended) useJobsAway.getState().putAway([id]);
  }, [id, ended]);
}
