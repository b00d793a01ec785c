import { api } from '@gantry/contract';
import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { answer } from '../../../testing/fake-server.ts';
import { runHook } from '../../../testing/show.tsx';
import { useUiState } from './preferences.queries.ts';

const PANEL = { open: true, width: 500 };

it('kept state is awaited once: asked again, as when a connection returns, it stays settled', async () => {
  let arrive = (): void => {};
  const held = () =>
    new Promise<void>((resolve) => {
      arrive = resolve;
    });
  let until = held();
  answer(api.preferences.readState, async () => {
    await until;
    return { state: PANEL };
  });
  const shown = runHook(() => useUiState(1, 'schedule', 'panel', { open: false, width: 360 }));
  expect([shown.current[0].open, shown.current[2]]).toEqual([false, false]);
  await act(async () => arrive());
  await waitFor(() => expect([shown.current[0], shown.current[2]]).toEqual([PANEL, true]));
  until = held();
  const again = queryClient.invalidateQueries({ queryKey: ['space', 1] });
  await waitFor(() => expect(queryClient.isFetching()).toBe(1));
  expect([shown.current[0], shown.current[2]]).toEqual([PANEL, true]);
  await act(async () => {
    arrive();
    await again;
  });
});
