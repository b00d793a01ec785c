import { api, type HealthFindingRow } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedInWith } from '../../../testing/examples.ts';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { HealthPanel } from './health-panel.tsx';

const NAMES: Record<number, string> = { 1: 'Dig', 2: 'Pour', 3: 'Cure' };
const finding = (more: Partial<HealthFindingRow>): HealthFindingRow => ({
  check: 'leads',
  source: 'dcma',
  unit: 'share',
  verdict: 'failed',
  value: 0.5,
  limit: 0,
  passes: 'at_most',
  population: 4,
  rows: 2,
  row_ids: [2, 3],
  fixes: 2,
  attribute: null,
  ...more,
});
const FINDINGS = [
  finding({}),
  finding({ check: 'required_attribute', unit: 'count', value: 1, rows: 1, row_ids: [1], fixes: 0, attribute: { id: 9, name: 'Zone' } }),
  finding({ check: 'rings', verdict: 'passed', rows: 0, row_ids: [], fixes: 0 }),
  finding({ check: 'missed_tasks', verdict: 'not_measured', value: null, rows: 0, row_ids: [], fixes: 0 }),
];
const lag = (row_id: number, other_id: number) => ({ command: 'set_lag' as const, row_id, other_id, end: null, before: -480, after: 0 });

const open = vi.fn();
const panel = (readOnly = false) => (
  <HealthPanel
    versionId={7}
    revision={4}
    minutesPerDay={480}
    readOnly={readOnly}
    nameOf={(id) => NAMES[id]}
    onOpen={open}
    onEdited={(send) => send()}
  />
);

beforeEach(() => {
  open.mockClear();
  signedInWith(['plan.read', 'plan.edit']);
  answer(api.health.read, { revision: 4, findings: FINDINGS });
  answer(api.health.preview, {
    revision: 4,
    changes: [lag(1, 2), lag(2, 3)],
    finish_before: '2026-03-20T17:00',
    finish_after: '2026-03-24T17:00',
    moved: 2,
  });
});

it('lists what is not passed against its limit, and a finding opens its rows', async () => {
  const { user } = await show(panel());
  expect(await screen.findByText('2 checks are not passed')).toBeTruthy();
  expect(screen.getByText('1 check is passed, 1 check cannot be made here')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Negative lags/ }));
  expect(screen.getByRole('button', { name: /Negative lags/ }).textContent).toContain('2 of 4, at most 0');
  await user.click(screen.getByRole('button', { name: 'Pour' }));
  expect(open).toHaveBeenCalledWith(2);
  await user.click(screen.getByRole('button', { name: /Required attribute is empty: Zone/ }));
  expect(screen.queryByRole('button', { name: 'Show the fix' })).toBeNull();
});

it('shows what a fix changes and moves, and applies what is chosen', async () => {
  answer(api.health.fix, { revision: 5, diff: {}, applied: 1 });
  const { user } = await show(panel());
  await user.click(await screen.findByRole('button', { name: /Negative lags/ }));
  await user.click(screen.getByRole('button', { name: 'Show the fix' }));
  const dialog = await screen.findByRole('dialog', { name: 'Fix: Negative lags' });
  expect(await within(dialog).findByText(/The finish moves from 20\.03\.2026 to 24\.03\.2026\. 2 rows move\./)).toBeTruthy();
  expect(within(dialog).getAllByRole('row')[1].textContent).toBe('DigLag to Pour−1.0 d0.0 d');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Apply this change: Dig' }));
  await user.click(within(dialog).getByRole('button', { name: 'Apply 1 change' }));
  expect(asked(api.health.fix).at(-1)).toMatchObject({ params: { id: 7, check: 'leads' }, body: { revision: 4, fixes: [1] } });
});

it('offers no fix to who may only read', async () => {
  const { user } = await show(panel(true));
  await user.click(await screen.findByRole('button', { name: /Negative lags/ }));
  expect(screen.queryByRole('button', { name: 'Show the fix' })).toBeNull();
});
