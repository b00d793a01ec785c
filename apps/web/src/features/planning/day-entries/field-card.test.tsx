import type { FieldRow } from '@gantry/contract';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../../testing/show.tsx';
import { FieldCard } from './field-card.tsx';

const row = (more: Partial<FieldRow> = {}): FieldRow => ({
  schedule_id: 5,
  schedule_name: 'Works',
  version_id: 9,
  row_id: 7,
  row_code: 'A1',
  row_name: 'Walls',
  path: [],
  measure: 'labour',
  unit: 'h',
  total: 80,
  done: 0,
  progress: 0,
  status: 'not_started',
  start: null,
  finish: null,
  plan: [8],
  fact: [null],
  open_from: null,
  may_store: false,
  ...more,
});
const onReport = vi.fn(() => Promise.resolve());
beforeEach(() => onReport.mockClear());
const card = (more?: Partial<FieldRow>) => show(<FieldCard row={row(more)} day="2025-03-04" at={0} last={null} onReport={onReport} />);
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

test('hours beyond the usual ones are reported beside them, and both are work done', async () => {
  const { user } = await card();
  await user.type(field(/^Done on the day, h/), '8');
  await user.type(field(/^Overtime/), '2,5');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onReport).toHaveBeenCalledWith({ amount: 10.5, overtime: 2.5, base: null, note: '', photos: [] });
  expect(field(/^Overtime/).value).toBe('');
  await user.click(screen.getByRole('button', { name: /^As planned/ }));
  expect(onReport).toHaveBeenLastCalledWith({ amount: 8, overtime: 0, base: null, note: '', photos: [] });
});

test('overtime that is no number is not sent', async () => {
  await card();
  fireEvent.change(field(/^Done on the day/), { target: { value: '8' } });
  fireEvent.change(field(/^Overtime/), { target: { value: 'much' } });
  expect(await screen.findByText('A number of 0 or more')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
});

test('quantities and shares have no overtime', async () => {
  await card({ measure: 'volume', unit: 'm3' });
  expect(screen.queryByRole('textbox', { name: /^Overtime/ })).toBeNull();
  expect(field(/^Done on the day, m3/)).toBeTruthy();
});
