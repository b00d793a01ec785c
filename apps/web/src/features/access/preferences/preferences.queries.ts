import { api } from '@gantry/contract';
import type { JsonValue } from '@gantry/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { nextVisit, type Visits } from './preferences.visits.model.ts';

const SAVE_AFTER_MS = 800;

/**
 * State of a screen, stored on the server for each person: `a` is the screen, `b` its object. Starts with `initial` and takes the stored
 * state when it arrives, unless the person has acted before. The third value is whether the stored state can no longer arrive: what would
 * move other things is drawn from then on.
 */
export function useUiState<T extends JsonValue>(
  spaceId: number,
  a: string,
  b: string,
  initial: T,
): [state: T, set: (next: T) => void, isSettled: boolean] {
  const [own, setOwn] = useState<T | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const due = useRef<((leaving: boolean) => void) | null>(null);
  const { data, isLoading } = useQuery({
    queryKey: ['space', spaceId, 'ui-state', a, b],
    queryFn: ({ signal }) => call(api.preferences.readState, { params: { a, b } }, { signal, spaceId, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // Saves the state when the page is left within the delay.
  useEffect(() => {
    const leave = (): void => {
      clearTimeout(timer.current);
      due.current?.(true);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  const set = (next: T): void => {
    setOwn(next);
    clearTimeout(timer.current);
    due.current = (leaving) => {
      due.current = null;
      const options = { spaceId, quiet: true, keepalive: leaving };
      void call(api.preferences.saveState, { body: { a, b, state: next } }, options).catch(() => {});
    };
    timer.current = setTimeout(() => due.current?.(false), SAVE_AFTER_MS);
  };
  return [own ?? (data?.state as T | null | undefined) ?? initial, set, own !== null || !isLoading];
}

const VISITS = { a: 'home', b: 'visits' };
const VISIT_MS = 600_000;

/** When the person was here the time before; null the first time, and until it is known. Asking notes that they are here now. */
export function useLastVisit(spaceId: number): string | null {
  const { data } = useQuery({
    queryKey: ['space', spaceId, 'last-visit'],
    queryFn: async ({ signal }) => {
      const { state } = await call(api.preferences.readState, { params: VISITS }, { signal, spaceId, quiet: true });
      const visits = nextVisit(state as Visits | null, new Date());
      void call(api.preferences.saveState, { body: { ...VISITS, state: visits } }, { spaceId, quiet: true }).catch(() => {});
      return visits.since;
    },
    staleTime: VISIT_MS,
  });
  return data ?? null;
}
