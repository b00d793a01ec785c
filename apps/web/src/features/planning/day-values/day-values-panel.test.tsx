import { api } from '@gantry/contract';
import { ITEM_TYPES } from '@gantry/domain';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { DayTotals } from './day-totals.tsx';
import { DayValuesPanel } from './day-values-panel.tsx';
import type { DayValues } from './day-values.queries.ts';

const OPEN = { days: null, from: null };
const values: DayValues = {
  limits: { plan: OPEN, fact: { ...OPEN, late: false } },
  late: [],
  held: [],
  series: [7, 8].map((resource_id) => ({
    measure: 'volume' as const,
    mode: 'fact' as const,
    resource_id,
    total: resource_id,
    values: [{ from: '2026-03-02', value: resource_id }],
  })),
};
const onEdited = vi.fn((send: () => Promise<unknown>) => void send());
const WRITES = { plan: true, fact: true, approved_plan: true };

const totals = (row: object) => ({
  revision: 1,
  key_day: '2026-03-02',
  limits: values.limits,
  total: 1,
  late: [],
  held: [],
  rows: [{ item_id: 2, plan: [], fact: [], approved: [], total: 100, planned: 60, done: 15, undistributed: 25, deviation: 0, ...row }],
});

beforeEach(() => {
  onEdited.mockClear();
  answer(api.dayValues.read, values);
  answer(api.dayValues.gridOfRow, totals({ undistributed: 0 }));
});

const panel = (type: number = ITEM_TYPES.indexOf('task'), configurable: number | null = null) =>
  show(
    <DayValuesPanel
      versionId={1}
      itemId={2}
      revision={1}
      start="2026-03-02T09:00"
      row={{ type, name: 'Topping out' }}
      mayWrite={WRITES}
      configurable={configurable}
      onEdited={onEdited}
    />,
  );

test('a milestone says that it has no values by days', async () => {
  answer(api.dayValues.read, { ...values, series: [] });
  await panel(ITEM_TYPES.indexOf('milestone_start'), 9);
  expect(await screen.findByText('“Topping out” is a milestone: it has no values by days')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  // What the schedule sets for all its rows is reached from any of them.
  expect(screen.getByRole('button', { name: 'Editing period' })).toBeTruthy();
});

test('values that a milestone has all the same are shown', async () => {
  await panel(ITEM_TYPES.indexOf('milestone_start'));
  expect(await screen.findByRole('table')).toBeTruthy();
});

test('a sum over resources is typed as in the day grid, and a day of more than twelve hours of a person is said', async () => {
  answer(api.dayValues.setDaysOfRow, {
    revision: 2,
    diff: {},
    written: 2,
    refused: [],
    late: [],
    long: [{ name: 'Boris', day: '2026-03-02', hours: 14, schedules: '' }],
  });
  const { user } = await panel();
  const cell = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Fact, 02.03.2026' });
  expect(cell.value).toBe('15');
  await user.clear(cell);
  await user.type(cell, '30{Enter}');
  await waitFor(() => expect(asked(api.dayValues.setDaysOfRow)).toHaveLength(1));
  expect(asked(api.dayValues.setDaysOfRow)[0]).toMatchObject({
    params: { id: 1, wbsId: 2 },
    body: { cells: [{ measure: 'volume', mode: 'fact', first_day: '2026-03-02', values: [30] }], skip_refused: false },
  });
  await screen.findByText(/^Boris has 14/);
});

test('a late fact says where it counts, who has entered it and when', async () => {
  const late = { item_id: 2, measure: 'volume' as const, resource_id: null, of_day: '2026-03-02', day: '2026-03-04', amount: 2.5 };
  answer(api.dayValues.read, { ...values, late: [{ ...late, name: 'Ivan Petrov', at: '2026-03-10T10:12:00.000Z' }] });
  await panel();
  expect((await screen.findByText(/^2.50 of 02.03.2026 counts on 04.03.2026/)).textContent).toMatch(/\(Ivan Petrov, 10\.03\.2026/);
});

test('the month says what of the measure is not laid out and what is behind', async () => {
  answer(api.dayValues.gridOfRow, totals({ deviation: 4.5 }));
  await panel();
  expect(await screen.findByText('Not laid out: 25')).toBeTruthy();
  expect(screen.getByText('Behind: 4.50').dataset['late']).toBe('true');
  expect(asked(api.dayValues.gridOfRow)).toMatchObject([{ params: { id: 1, wbsId: 2 }, query: { measure: 'volume' } }]);
});

test('a row has its totals by measures; one that nobody may see stays empty, and nothing is less than not behind', async () => {
  answer(api.dayValues.gridOfRow, totals({ total: null, undistributed: null, deviation: -3 }));
  await show(<DayTotals versionId={1} itemId={2} revision={1} />);
  const table = await screen.findByRole('table', { name: 'What the work comes to' });
  await waitFor(() =>
    expect([...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
      'Volume–15–0',
      'Labour–15–0',
      expect.stringMatching(/^Cost.*–15–0$/),
    ]),
  );
});

test('materials of several units are named as the reason why a volume has no total', async () => {
  answer(api.dayValues.gridOfRow, totals({ total: null, undistributed: null, mixed_units: true }));
  await show(<DayTotals versionId={1} itemId={2} revision={1} />);
  expect(await screen.findByText(/^Materials in several units/)).toBeTruthy();
});
