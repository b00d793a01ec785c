import { api } from '@gantry/contract';
import type { JsonValue } from '@gantry/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api-client.ts';

const SAVE_AFTER_MS = 800;

/**
 * State of a screen as the person left it, kept on the server: `a` is the screen, `b` the object on it.
 * Starts with `initial`, takes over what was kept when it arrives unless the person has acted before.
 */
export function useUiState<T extends JsonValue>(spaceId: number, a: string, b: string, initial: T): [T, (next: T) => void] {
  const [own, setOwn] = useState<T | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { data } = useQuery({
    queryKey: ['space', spaceId, 'ui-state', a, b],
    queryFn: ({ signal }) => call(api.preferences.readState, { params: { a, b } }, { signal, spaceId, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (next: T): void => {
    setOwn(next);
    clearTimeout(timer.current);
    const save = (): void =>
      void call(api.preferences.saveState, { body: { a, b, state: next } }, { spaceId, quiet: true }).catch(() => {});
    timer.current = setTimeout(save, SAVE_AFTER_MS);
  };
  return [own ?? (data?.state as T | null | undefined) ?? initial, set];
}
