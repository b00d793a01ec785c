import { setFields } from '@gantry/plan-view';
import { smallView } from '@gantry/plan-view/testing';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../testing/show.tsx';
import { WhyLimits } from './why-limits.tsx';

const RAFTERS = 5;
const limited = () => {
  const { document } = smallView();
  setFields(document, 'wbs', RAFTERS, { startLimitType: 'not_earlier', startLimitDate: '2026-04-05T08:00' });
  return document;
};

test('a start that a limit sets names its kind and date, and what takes it away', async () => {
  const onClear = vi.fn();
  const { user } = await show(<WhyLimits document={limited()} id={RAFTERS} cause="start_limit" onClear={onClear} />);
  expect(screen.getByText('start not earlier than 05.04.2026 08:00')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear the limit' }));
  expect(onClear).toHaveBeenCalledExactlyOnceWith(RAFTERS, 'start');
});

test('a start that something else sets names no limit; who only reads takes none away', async () => {
  await show(<WhyLimits document={limited()} id={RAFTERS} cause="data_date" onClear={vi.fn()} />);
  expect(screen.queryByText(/start not earlier/)).toBeNull();
  await show(<WhyLimits document={limited()} id={RAFTERS} cause="start_limit" onClear={null} />);
  expect(screen.getByText(/start not earlier/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear the limit' })).toBeNull();
});

test('leveled work names the resource, who holds it and until when', async () => {
  const { document } = smallView();
  const cause = { kind: 'limit' as const, resourceId: 99, itemIds: [RAFTERS], until: '2026-04-05T08:00' };
  setFields(document, 'wbs', RAFTERS, { extra: { leveling: { start: '2026-04-06T08:00', cause } } });
  await show(<WhyLimits document={document} id={RAFTERS} cause="leveling" onClear={vi.fn()} />);
  expect(screen.getByText(/held by “.+”, and there is less of it, until 05.04.2026 08:00/)).toBeTruthy();
});
