import { api, type TimesheetLine } from '@gantry/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { dayAfter, localToday } from '../../../lib/dates.ts';
import { OwnWeek } from './own-week.tsx';
import { TimesheetPanel } from './timesheet-panel.tsx';
import { linesToCopy, readHours, typedText, weekOf } from './timesheets.model.ts';

describe('hours', () => {
  test.each([
    ['8', { minutes: 480, overtime: 0 }],
    ['7,5', { minutes: 450, overtime: 0 }],
    ['7:30', { minutes: 450, overtime: 0 }],
    ['8+2', { minutes: 480, overtime: 120 }],
    ['', { minutes: 0, overtime: 0 }],
    ['-1', null],
    ['8h', null],
    ['7:80', null],
    ['1+2+3', null],
  ])('typed as "%s" are %o', (text, worked) => expect(readHours(text)).toEqual(worked));
  test('are written as they are typed', () => expect(typedText({ minutes: 450, overtime: 60 })).toBe('7.5+1'));
  test('a week begins on Monday', () => {
    expect(weekOf('2026-11-29')).toBe('2026-11-23');
    expect(weekOf('2026-11-23')).toBe('2026-11-23');
  });
  test('of last week are copied where this one holds nothing', () => {
    const line = (day: string) => ({ day, who: 'a' });
    expect(linesToCopy([line('2026-11-16'), line('2026-11-17')], [line('2026-11-23')], ({ who }) => who)).toEqual([line('2026-11-24')]);
  });
});

const today = localToday();
const monday = weekOf(today);
const line = (more: Partial<TimesheetLine> = {}): TimesheetLine => ({
  id: 1,
  row_id: 7,
  row_code: 'A1',
  row_name: 'Pour walls',
  schedule_id: 5,
  user_id: 3,
  name: 'Boris Tester',
  day: monday,
  minutes: 480,
  overtime: 0,
  note: '',
  status: 'draft',
  approvals: 0,
  reason: null,
  entered_by: 3,
  acts: ['change', 'submit', 'remove'],
  ...more,
});
const sheet = (lines: TimesheetLine[]) => ({ lines, approval: 'one' as const, counted_version_id: 9, may_plan: false, managed: [] });

beforeEach(() => {
  answer(api.timesheets.listOfRow, sheet([line()]));
  answer(api.timesheets.create, { ids: [1], refused: [], long: [], given_way: [] });
  answer(api.timesheets.approve, {
    done: [2],
    refused: [],
    given_way: [{ item_id: 7, name: 'Walls', day: '2025-03-04', hours: 7.5 }],
    revision: 3,
  });
  answer(api.spaces.users, { users: [] });
});
const panel = () =>
  show(<TimesheetPanel spaceId={1} place={{ nodeId: 5, versionId: 9, itemId: 7 }} me={{ id: 3, name: 'Boris Tester' }} mayReport />);
const cells = async () => within(await screen.findByRole('table')).getAllByRole<HTMLInputElement>('textbox');

it('takes typed hours cell by cell by the keyboard, and submits what is open', async () => {
  const { user } = await panel();
  const [first] = await cells();
  expect(first.value).toBe('8');
  await user.clear(first);
  await user.type(first, '7:30{Enter}');
  await waitFor(() =>
    expect(asked(api.timesheets.create)).toMatchObject([
      { params: { id: 9 }, body: { lines: [{ item_id: 7, user_id: 3, day: monday, minutes: 450, overtime: 0 }], submit: false } },
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'Submit 1' }));
  await waitFor(() => expect(asked(api.timesheets.create).at(-1)).toMatchObject({ body: { submit: true, lines: [{ minutes: 480 }] } }));
});

it('takes overtime from a keyboard without a plus: the button of the cell types it', async () => {
  const { user } = await panel();
  const [first] = await cells();
  await user.click(first);
  await user.clear(first);
  await user.type(first, '8');
  await user.click(screen.getByRole('button', { name: '+ overtime' }));
  expect(document.activeElement).toBe(first);
  expect(screen.queryByRole('button', { name: '+ overtime' })).toBeNull();
  await user.keyboard('2,5{Enter}');
  await waitFor(() =>
    expect(asked(api.timesheets.create)).toMatchObject([{ body: { lines: [{ day: monday, minutes: 480, overtime: 150 }] } }]),
  );
});

it('says what is wrong with typed hours and keeps what was there', async () => {
  const { user } = await panel();
  const [first] = await cells();
  await user.clear(first);
  await user.type(first, 'much');
  fireEvent.blur(first);
  expect(await screen.findByText('Hours are a number, or hours and minutes as 7:30')).toBeTruthy();
  expect(first.value).toBe('8');
  expect(asked(api.timesheets.create)).toEqual([]);
});

it('approves, and declines with a reason alone', async () => {
  answer(api.timesheets.listOfRow, sheet([line({ id: 2, status: 'submitted', user_id: 4, name: 'Ivan', acts: ['approve', 'decline'] })]));
  const { user } = await panel();
  const waiting = await screen.findByRole('region', { name: 'Awaiting approval' });
  await user.click(within(waiting).getByRole('button', { name: /^Decline/ }));
  const [, send] = within(waiting).getAllByRole<HTMLButtonElement>('button', { name: /^Decline/ });
  expect(send.disabled).toBe(true);
  await user.type(within(waiting).getByLabelText('Why not?'), 'Other work');
  await user.click(send);
  await waitFor(() => expect(asked(api.timesheets.approve)).toMatchObject([{ body: { result: 'DECLINED', reason: 'Other work' } }]));
  await user.click(within(waiting).getByRole('button', { name: /^Approve/ }));
  await waitFor(() =>
    expect(asked(api.timesheets.approve).at(-1)).toMatchObject({ params: { timesheetId: 2 }, body: { result: 'APPROVED' } }),
  );
});

it('approves the rest of many, and names whose day has more hours than a day', async () => {
  answer(api.timesheets.listOfRow, sheet([2, 3].map((id) => line({ id, status: 'submitted', user_id: id, acts: ['approve'] }))));
  const parameters = { name: 'Ivan', day: '2025-03-04', hours: 30, schedules: 'Works' };
  answer(api.timesheets.approve, { done: [2], refused: [{ id: 3, code: 'values.day_too_long', parameters }], given_way: [], revision: 3 });
  const { user } = await panel();
  await user.click(await screen.findByRole('button', { name: 'Approve 2' }));
  expect(await screen.findAllByText(/^Not taken: Ivan would have 30 hours on .*\(Works\)/)).not.toHaveLength(0);
});

it('copies last week into the days that hold nothing, in the version of each work', async () => {
  const work = {
    version_id: 9,
    schedule_id: 5,
    schedule_name: 'Works',
    row_id: 7,
    row_code: 'A1',
    row_name: 'Pour walls',
    start: null,
    finish: null,
  };
  answer(api.timesheets.own, ({ query }: { query: { from: string } }) => ({
    works: [work],
    more: false,
    lines: query.from === monday ? [] : [line({ day: dayAfter(monday, -7), minutes: 300, status: 'approved', acts: [] })],
  }));
  const { user } = await show(<OwnWeek spaceId={1} />);
  await user.click(await screen.findByRole('button', { name: 'Copy last week' }));
  await waitFor(() =>
    expect(asked(api.timesheets.create)).toMatchObject([
      { params: { id: 9 }, body: { lines: [{ item_id: 7, day: monday, minutes: 300 }] } },
    ]),
  );
});
