import { api, type CalendarContent } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { choose, problemOf, show } from '../../../testing/show.tsx';
import { CalendarEditor } from './calendar-editor.tsx';

const DAY = [{ start: 540, finish: 1080 }];
const STORED: CalendarContent = {
  name: 'Five days',
  week: [DAY, DAY, DAY, DAY, DAY, [], []],
  series: [{ name: 'May', from: '2026-05-01', to: '2026-05-03', repeat: 'none', every: 1, until: null, shifts: [] }],
};
const onSave = vi.fn<(content: CalendarContent) => Promise<boolean>>();
const onDirty = vi.fn();

beforeEach(() => {
  onSave.mockReset().mockResolvedValue(true);
  onDirty.mockClear();
});

/** As a pane holds it: taken anew when it was stored, the year kept. */
function Pane(props: Partial<Parameters<typeof CalendarEditor>[0]>) {
  const [year, setYear] = useState(2026);
  const [stored, setStored] = useState(props.stored ?? STORED);
  const store = async (content: CalendarContent): Promise<boolean> => {
    const done = await onSave(content);
    if (done) setStored(content);
    return done;
  };
  return (
    <CalendarEditor
      key={JSON.stringify(stored)}
      readOnly={false}
      year={year}
      onYear={setYear}
      onDirty={onDirty}
      {...props}
      stored={stored}
      onSave={store}
    />
  );
}
const shown = (props: Partial<Parameters<typeof CalendarEditor>[0]> = {}) => show(<Pane {...props} />);
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)[0];
const saved = (): CalendarContent => onSave.mock.calls[0][0];
const save = async (user: Awaited<ReturnType<typeof shown>>['user']) => {
  await user.click(press('Save'));
  await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
};

it('saves nothing before something changes, and says when it does', async () => {
  const { user } = await shown();
  expect([press('Save').disabled, press('Revert').disabled]).toEqual([true, true]);
  await user.type(field('Name'), ' and a half ');
  expect(onDirty).toHaveBeenLastCalledWith(true);
  await save(user);
  expect(saved()).toEqual({ ...STORED, name: 'Five days and a half' });
  await waitFor(() => expect(onDirty).toHaveBeenLastCalledWith(false));
});

it('stays changed where it was not saved', async () => {
  onSave.mockRejectedValue(new Error('refused'));
  const { user } = await shown();
  await user.type(field('Name'), '!');
  await save(user);
  await waitFor(() => expect(press('Save').disabled).toBe(false));
  expect(onDirty).toHaveBeenLastCalledWith(true);
});

it('needs a name', async () => {
  const { user } = await shown();
  await user.clear(field('Name'));
  expect(problemOf(field('Name'))).toBe('Enter name');
  expect(press('Save').disabled).toBe(true);
  await user.click(press('Revert'));
  expect(field('Name').value).toBe('Five days');
  expect(onDirty).toHaveBeenLastCalledWith(false);
});

it('takes the hours of a day as they are typed, and copies them to the work days below', async () => {
  const { user } = await shown();
  const tuesday = field('Hours: Tuesday');
  await user.clear(tuesday);
  await user.type(tuesday, '8-12, 13-17{Enter}');
  await user.click(press('As Tuesday on the days after it'));
  await save(user);
  const SPLIT = [
    { start: 480, finish: 720 },
    { start: 780, finish: 1020 },
  ];
  expect(saved().week).toEqual([DAY, SPLIT, SPLIT, SPLIT, SPLIT, [], []]);
});

it('does not take hours that cannot be read, and forgets them by Escape', async () => {
  const { user } = await shown();
  const monday = field('Hours: Monday');
  await user.clear(monday);
  await user.type(monday, '17-8{Enter}');
  expect(monday.getAttribute('aria-invalid')).toBe('true');
  expect(onDirty).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(monday.value).toBe('09:00–18:00');
});

it('moves the end of a span with its beginning, and never before it', async () => {
  const { user } = await shown();
  await user.clear(field('From'));
  await user.type(field('From'), '09.05.2026{Enter}');
  expect(field('To').value).toBe('11.05.2026');
  await user.clear(field('To'));
  await user.type(field('To'), '08.05.2026{Enter}');
  await save(user);
  expect(saved().series).toMatchObject([{ from: '2026-05-09', to: '2026-05-11' }]);
});

it('repeats a series every so often until a day', async () => {
  const { user } = await shown();
  expect(screen.queryByLabelText('Until')).toBeNull();
  await choose(user, 'Repeated', 'Yearly');
  await user.clear(field('Every'));
  await user.type(field('Every'), '2');
  await user.type(field('Until'), '01.05.2030{Enter}');
  await user.type(screen.getByDisplayValue('May'), ' holidays');
  await save(user);
  expect(saved().series).toEqual([
    { name: 'May holidays', from: '2026-05-01', to: '2026-05-03', repeat: 'yearly', every: 2, until: '2030-05-01', shifts: [] },
  ]);
});

it('gives the days of a series hours of their own', async () => {
  const { user } = await shown();
  const hours = field('Hours');
  await user.click(hours);
  await user.type(hours, '10-14');
  await user.tab();
  await save(user);
  expect(saved().series[0].shifts).toEqual([{ start: 600, finish: 840 }]);
});

it('adds and removes series', async () => {
  const { user } = await shown();
  await user.click(press('Remove May'));
  expect(screen.queryByDisplayValue('May')).toBeNull();
  await user.click(press('Exception'));
  await save(user);
  const [{ from, to, ...rest }] = saved().series;
  expect(from).toBe(to);
  expect(rest).toEqual({ name: '', repeat: 'none', every: 1, until: null, shifts: [] });
});

it('takes holidays from a file, and says which lines it could not read', async () => {
  const HOLIDAY = { name: 'New Year', from: '2027-01-01', to: '2027-01-01', repeat: 'yearly' as const, every: 1, until: null, shifts: [] };
  answer(api.calendars.readHolidays, { series: [HOLIDAY], skipped: [{ line: 3, text: '?' }] });
  const { user } = await shown();
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['2027-01-01;New Year'], 'days.csv'));
  expect((await screen.findAllByText('Read 1; lines left out: 3')).length).toBeGreaterThan(0);
  await waitFor(() => expect(asked(api.calendars.readHolidays)).toHaveLength(1));
  await waitFor(() => expect(press('Save').disabled).toBe(false));
  await save(user);
  expect(saved().series).toEqual([...STORED.series, HOLIDAY]);
});

it('changes nothing where it is only read', async () => {
  await shown({ readOnly: true, note: 'Inherited', actions: <button type="button">More</button> });
  expect(screen.getByText('Inherited')).toBeTruthy();
  expect(press('More')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('button', { name: /^As Tuesday/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove May' })).toBeNull();
  expect(screen.getAllByRole<HTMLInputElement>('textbox').every(({ readOnly }) => readOnly)).toBe(true);
});

it('stays at its year when it was stored', async () => {
  const { user } = await shown();
  await user.click(press('Year after'));
  await user.type(field('Name'), '!');
  await save(user);
  await waitFor(() => expect(press('Save').disabled).toBe(true));
  expect(screen.getByText('2027')).toBeTruthy();
});
