import { fillValues, setFields } from '@gantry/plan-view';
import { smallView } from '@gantry/plan-view/testing';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { quickFilter } from '../../../features/planning/filters/filters.model.ts';
import { show } from '../../../testing/show.tsx';
import { ScheduleStatus } from './schedule-status.tsx';

test('the numbers of the status line show the rows that they count', async () => {
  const view = smallView();
  setFields(view.document, 'wbs', 2, { critical: true, totalFloatMinutes: -480, earlyStart: '2026-03-02T08:00' });
  fillValues(view.document, view);
  const onFilter = vi.fn();
  const { user } = await show(
    <ScheduleStatus view={view} matched={null} selected={[]} waiting={0} dataDate={null} load={{ state: 'ready' }} onFilter={onFilter} />,
  );
  for (const [name, filter] of [
    ['1 critical', 'critical'],
    ['1 with negative float', 'negative_float'],
    ['3 not calculated', 'not_calculated'],
  ] as const) {
    await user.click(screen.getByRole('button', { name }));
    expect(onFilter).toHaveBeenLastCalledWith(quickFilter(filter, null, 0));
  }
  await user.click(screen.getByRole('button', { name: '6 rows' }));
  expect(onFilter).toHaveBeenLastCalledWith(null);
});

test('rows with a code that others have too are counted and shown', async () => {
  const view = smallView();
  setFields(view.document, 'wbs', 3, { code: 'A2' });
  const onFilter = vi.fn();
  const { user } = await show(
    <ScheduleStatus view={view} matched={null} selected={[]} waiting={0} dataDate={null} load={{ state: 'ready' }} onFilter={onFilter} />,
  );
  await user.click(screen.getByRole('button', { name: '2 with a doubled code' }));
  expect(onFilter).toHaveBeenLastCalledWith({
    join: 'and',
    conditions: [{ column: 'code', operator: 'filter_by_list', value: ['A2'] }],
  });
});
