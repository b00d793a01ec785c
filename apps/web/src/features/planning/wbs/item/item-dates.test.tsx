import { rowOf } from '@gantry/plan-view';
import { smallView } from '@gantry/plan-view/testing';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { choose, show } from '../../../../testing/show.tsx';
import { ItemDates } from './item-dates.tsx';

const RAFTERS = rowOf(smallView().document, 'wbs', 5) as NonNullable<ReturnType<typeof rowOf<'wbs'>>>;
const onChange = vi.fn();

/** The fields of a row that has this. */
async function shown(more: Partial<typeof RAFTERS> = {}, readOnly = false) {
  onChange.mockClear();
  const calendars = [{ value: '3', label: 'Two shifts' }];
  return show(
    <ItemDates row={{ ...RAFTERS, ...more }} calendars={calendars} minutesPerDay={480} readOnly={readOnly} onChange={onChange} />,
  );
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

it('sets a limit with the date that the row has, moves it and takes it away', async () => {
  const { user } = await shown();
  await choose(user, 'Start limit', 'Not later than');
  expect(onChange).toHaveBeenLastCalledWith({ startLimitType: 'not_later', startLimitDate: '2026-03-20T08:00' });
});

it('shows a limit with its date, which moves and goes', async () => {
  const { user } = await shown({ startLimitType: 'not_earlier', startLimitDate: '2026-04-05T08:00' });
  expect(field('Start limit date').value).toBe('05.04.2026 08:00');
  await user.clear(field('Start limit date'));
  await user.type(field('Start limit date'), '07.04.2026 08:00{Enter}');
  expect(onChange).toHaveBeenLastCalledWith({ startLimitType: 'not_earlier', startLimitDate: '2026-04-07T08:00' });
  await choose(user, 'Start limit', 'None');
  expect(onChange).toHaveBeenLastCalledWith({ startLimitType: null, startLimitDate: null });
});

it('sets calendar, actual and expected dates and what is left', async () => {
  const { user } = await shown({ remainingMinutes: 2400 });
  await choose(user, 'Calendar', 'Two shifts');
  expect(onChange).toHaveBeenLastCalledWith({ calendarId: 3 });
  for (const [name, fields] of [
    ['Actual start', { actualStart: '2026-03-21T08:00' }],
    ['Actual finish', { actualFinish: '2026-03-21T08:00' }],
    ['Expected finish', { expectedFinish: '2026-03-21T08:00' }],
  ] as const) {
    await user.type(field(name), '21.03.2026 08:00{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(fields);
  }
  await user.clear(field('Remaining, d'));
  await user.type(field('Remaining, d'), '2,5{Enter}');
  expect(onChange).toHaveBeenLastCalledWith({ remainingMinutes: 1200 });
});

it('lets who only reads look', async () => {
  await shown({ actualStart: '2026-03-21T08:00' }, true);
  expect(field('Actual start').value).toBe('21.03.2026 08:00');
  expect(screen.getAllByRole<HTMLInputElement>('textbox').every((one) => one.readOnly)).toBe(true);
});
