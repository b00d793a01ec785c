import { api } from '@gantry/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { jobsQuery } from '../../features/access/jobs/jobs.queries.ts';
import { whoAmIQuery } from '../../features/access/users/users.queries.ts';
import { call } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { jobOf, signedInWith, TIMETABLE_STATE } from '../../testing/examples.ts';
import { answer, asked, publish, receivedBy, refuse } from '../../testing/fake-server.ts';
import { runHook } from '../../testing/show.tsx';
import { useCalculation } from './use-calculation.ts';

const STATE = {
  ...TIMETABLE_STATE,
  status: 1 as const,
  finish: '2026-05-02T17:00',
  calculated_at: '2026-03-02T09:00:00Z',
  critical_count: 18,
};

/** The hook of a person for whom this is kept. */
async function shown(kept: boolean | null, { may = true, open = true } = {}) {
  signedInWith();
  answer(api.preferences.readState, { state: kept });
  answer(api.jobs.list, { jobs: [] });
  refuse(api.jobs.get, 'job.not_found');
  answer(api.timetable.calculate, { job_id: 5 });
  answer(api.timetable.state, STATE);
  await queryClient.fetchQuery(whoAmIQuery);
  const hook = runHook(() => useCalculation(1, 7, may, open));
  await waitFor(() => expect(asked(api.preferences.readState)).toHaveLength(1));
  await waitFor(() => expect(hook.current.onEdit).toBe(kept ?? true));
  return hook;
}
/** What an edit of this page would have done beside it. */
async function preferred(): Promise<string | null> {
  answer(api.wbs.update, { revision: 2, diff: {} });
  await call(api.wbs.update, { params: { id: 7, wbsId: 1 }, body: {} });
  return receivedBy(api.wbs.update).at(-1)?.headers.get('Prefer') ?? null;
}

test('who has set nothing sees an edit calculated, and waits for what follows from it', async () => {
  const hook = await shown(null);
  expect(await preferred()).toBe('calculate');
  let reported = false;
  const waiting = hook.current.calculated().then(() => (reported = true));
  await act(async () => publish('timetable_calculate', { version_id: 7, status: 2 }));
  expect(reported, 'while it is calculated').toBe(false);
  await act(async () => publish('timetable_calculate', { version_id: 7, status: 1 }));
  await waiting;
});

test('who prefers F9 has no edit calculated and waits for nothing', async () => {
  const hook = await shown(false);
  await hook.current.calculated();
  expect([await preferred(), asked(api.timetable.calculate)]).toEqual([null, []]);
});

test('why a calculation failed is said; one that an edit overtook is not', async () => {
  await shown(null);
  await act(async () => publish('timetable_calculate', { version_id: 7, status: 0, error: 'timetable.out_of_date' }));
  await act(async () => publish('timetable_calculate', { version_id: 8, status: 0, error: 'timetable.cycle' }));
  expect(screen.queryByText(/The calculation failed/)).toBeNull();
  await act(async () => publish('timetable_calculate', { version_id: 7, status: 0, error: 'server.unknown' }));
  expect(await screen.findByText(/The calculation failed: The server could not do this/)).toBeTruthy();
});

test('what a calculation came to is said in words; one that nobody asked for where it moves the finish', async () => {
  const hook = await shown(null);
  await waitFor(() => expect(asked(api.timetable.state)).toHaveLength(1));
  const calculatedAs = async (state: Partial<typeof STATE>) => {
    answer(api.timetable.state, { ...STATE, ...state });
    await act(async () => publish('timetable_calculate', { version_id: 7, status: 1 }));
  };
  await act(async () => hook.current.start());
  await calculatedAs({ calculated_at: '2026-03-02T09:01:00Z', finish: '2026-05-12T17:00', critical_count: 23 });
  expect(await screen.findByText('Calculated: finish 12.05.2026 (+10 d), critical 18 → 23')).toBeTruthy();
  await act(async () => hook.current.start());
  await calculatedAs({ calculated_at: '2026-03-02T09:02:00Z', finish: '2026-05-12T17:00', critical_count: 23 });
  expect(await screen.findByText('Calculated: finish 12.05.2026 (as before), critical 23')).toBeTruthy();
  await calculatedAs({ calculated_at: '2026-03-02T09:03:00Z', finish: '2026-05-12T09:00', critical_count: 24 });
  expect(await screen.findByText('Calculated: finish 12.05.2026 (\u22128 h), critical 23 → 24')).toBeTruthy();
  await calculatedAs({ calculated_at: '2026-03-02T09:04:00Z', finish: '2026-05-12T09:00', critical_count: 30 });
  await waitFor(() => expect(asked(api.timetable.state)).toHaveLength(5));
  expect(screen.queryByText(/30/)).toBeNull();
});

test('F9 calculates and belongs to the page then; other keys do not', async () => {
  await shown(false);
  expect(fireEvent.keyDown(window, { key: 'F8' }), 'F8 is the browser’s').toBe(true);
  expect(asked(api.timetable.calculate)).toEqual([]);
  expect(fireEvent.keyDown(window, { key: 'F9' }), 'F9 is not').toBe(false);
  await waitFor(() => expect(asked(api.timetable.calculate)).toMatchObject([{ params: { id: 7 }, body: {} }]));
  expect(receivedBy(api.timetable.calculate)[0].headers.get('Prefer')).toBe('calculate');
});

test('a calculation that the server did at once leaves no job to wait for', async () => {
  const hook = await shown(false);
  answer(api.timetable.calculate, { job_id: null });
  await act(async () => hook.current.start());
  expect([hook.current.busy, asked(api.jobs.get)]).toEqual([false, []]);
});

test('who may not calculate has neither the key nor a calculation of edits', async () => {
  const hook = await shown(true, { may: false });
  fireEvent.keyDown(window, { key: 'F9' });
  await hook.current.calculated();
  expect([await preferred(), asked(api.timetable.calculate)]).toEqual([null, []]);
});

test('a locked version has no calculation of edits', async () => {
  const hook = await shown(true, { open: false });
  await hook.current.calculated();
  expect([await preferred(), asked(api.timetable.calculate)]).toEqual([null, []]);
});

test('is busy while its job waits or runs, and no longer', async () => {
  const hook = await shown(false);
  answer(api.jobs.get, { ...jobOf(5, { kind: 'timetable', status: 'waiting' }), findings: [] });
  expect(hook.current.busy).toBe(false);
  await act(async () => hook.current.start([3]));
  expect(asked(api.timetable.calculate)).toMatchObject([{ body: { ids: [3] } }]);
  await waitFor(() => expect(hook.current.busy).toBe(true));
  const runs = async (status: 'running' | 'done', expected: boolean) => {
    const job = { ...jobOf(5, { kind: 'timetable', status }) };
    await act(async () => {
      queryClient.setQueryData(jobsQuery.queryKey, { jobs: [job, jobOf(6, { status: 'running' })] });
    });
    await waitFor(() => expect(hook.current.busy).toBe(expected));
  };
  await runs('running', true);
  await runs('done', false);
});

test('a calculation that was refused leaves nothing to wait for', async () => {
  const hook = await shown(false);
  refuse(api.timetable.calculate, 'version.locked');
  await act(async () => hook.current.start());
  expect([hook.current.busy, asked(api.jobs.get)]).toEqual([false, []]);
});
