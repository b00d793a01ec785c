import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../testing/show.tsx';
import { InvalidSchedules } from './invalid-schedules.tsx';

const schedule = { id: 1, name: 'Tower', version_id: 7, version_name: 'March', data_date: null, revision: 1, calendars: [] };
const valid = { ...schedule, calculation_status: 1 as const, validity: 1 as const, left_out: [] };
const partial = { ...valid, id: 2, name: 'Pipes', validity: 0 as const, left_out: ['timetable.ring', 'timetable.link_gone'] };
const old = { ...partial, id: 3, name: 'Roads', calculation_status: 0 as const };

it('counts the schedules whose dates do not hold, and names them with the reasons by a click', async () => {
  const { user } = await show(<InvalidSchedules schedules={[valid, partial, old]} />);
  await user.click(screen.getByRole('button', { name: '2 schedules not valid' }));
  const list = await screen.findByRole('list', { name: 'Validity' });
  const lines = within(list).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Pipes · MarchNot valid: Cycle of relations, Relation to a row of another schedule that is no longer there',
    'Roads · MarchNot valid: Not calculated',
  ]);
});

it('shows nothing where all dates hold', async () => {
  await show(<InvalidSchedules schedules={[valid]} />);
  expect(screen.queryByRole('button')).toBeNull();
});
