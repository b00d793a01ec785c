import { Select } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { problemOf, show } from '../../testing/show.tsx';
import { DateField } from './date-field.tsx';

type Moment = string | null | undefined;

function Kept({ initial, onChange, ...rest }: { initial: Moment; onChange(value: Moment): void; withTime?: boolean; required?: boolean }) {
  const [value, setValue] = useState<Moment>(initial);
  return (
    <>
      <DateField
        label="Day"
        value={value ?? null}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
        {...rest}
      />
      <button type="button">Elsewhere</button>
    </>
  );
}

const field = (): HTMLInputElement => screen.getByLabelText('Day');
const elsewhere = () => screen.getByRole('button', { name: 'Elsewhere' });
const calendar = () => document.querySelector('[data-dates-dropdown]');

it('writes a day without its midnight, and another time with it', async () => {
  await show(<Kept initial="2026-03-02T00:00" onChange={vi.fn()} />);
  expect(field().value).toBe('02.03.2026');
});

it('writes a time that is not midnight, and always where it is asked to', async () => {
  await show(
    <>
      <DateField label="Plain" value="2026-03-02T08:30" onChange={vi.fn()} />
      <DateField withTime label="Timed" value="2026-03-02T00:00" onChange={vi.fn()} />
    </>,
  );
  expect(screen.getByLabelText<HTMLInputElement>('Plain').value).toBe('02.03.2026 08:30');
  expect(screen.getByLabelText<HTMLInputElement>('Timed').value).toBe('02.03.2026 00:00');
});

it('takes what is typed once, when the field is left, and writes it in its form', async () => {
  const onChange = vi.fn();
  const { user } = await show(<Kept initial={null} onChange={onChange} />);
  await user.type(field(), '5.4.26');
  expect(onChange).not.toHaveBeenCalled();
  await user.click(elsewhere());
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-04-05T00:00');
  expect(field().value).toBe('05.04.2026');
});

it('takes what is typed by Enter, with its time', async () => {
  const onChange = vi.fn();
  const { user } = await show(<Kept initial={null} onChange={onChange} />);
  await user.type(field(), '5 april 2026 17:45{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-04-05T17:45');
});

it('keeps a text that is no date, says so, and hands on that there is none', async () => {
  const onChange = vi.fn();
  const { user } = await show(<Kept initial="2026-03-02T00:00" onChange={onChange} />);
  await user.clear(field());
  await user.type(field(), '31.02.2026');
  expect(problemOf(field())).toBe('This is not a date');
  await user.click(elsewhere());
  expect(onChange).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(field().value).toBe('31.02.2026');
  await user.clear(field());
  await user.type(field(), '28.02.2026{Enter}');
  expect(problemOf(field())).toBe('');
  expect(onChange).toHaveBeenLastCalledWith('2026-02-28T00:00');
});

it('is emptied, unless a date is demanded', async () => {
  const onChange = vi.fn();
  const { user } = await show(<Kept initial="2026-03-02T00:00" onChange={onChange} />);
  await user.clear(field());
  await user.click(elsewhere());
  expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
});

it('refuses to be emptied where a date is demanded', async () => {
  const onChange = vi.fn();
  const { user } = await show(<Kept required initial="2026-03-02T00:00" onChange={onChange} />);
  await user.clear(field());
  await user.click(elsewhere());
  expect(problemOf(field())).toBe('This is not a date');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(undefined);
});

it('is silent where nothing has changed', async () => {
  const onChange = vi.fn();
  const { user } = await show(<Kept initial="2026-03-02T00:00" onChange={onChange} />);
  await user.click(field());
  await user.click(elsewhere());
  expect(onChange).not.toHaveBeenCalled();
});

it('opens the calendar by a click or the arrow down, not by the focus alone', async () => {
  const { user } = await show(<Kept initial="2026-03-02T00:00" onChange={vi.fn()} />);
  await user.tab();
  expect(document.activeElement).toBe(field());
  expect(calendar()).toBeNull();
  await user.keyboard('{ArrowDown}');
  expect(calendar()).not.toBeNull();
  expect(field().hasAttribute('data-mantine-stop-propagation')).toBe(true);
  await user.keyboard('{Escape}');
  expect(calendar()).toBeNull();
  await user.click(field());
  expect(calendar()).not.toBeNull();
  await user.keyboard('1');
  expect(calendar()).toBeNull();
});

it('picks a day from the calendar and keeps the time', async () => {
  const onChange = vi.fn();
  const { user } = await show(<Kept withTime initial="2026-03-02T08:00" onChange={onChange} />);
  await user.click(field());
  await user.click(screen.getByRole('button', { name: '17 March 2026' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-03-17T08:00');
  expect(field().value).toBe('17.03.2026 08:00');
  expect(calendar()).toBeNull();
});

it('walks the months of its calendar by buttons with names', async () => {
  const onChange = vi.fn();
  const { user } = await show(<Kept initial="2026-03-02T00:00" onChange={onChange} />);
  await user.click(field());
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await user.click(screen.getByRole('button', { name: '1 April 2026' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-04-01T00:00');
});

it('replaces a date by what is typed into it', async () => {
  const onChange = vi.fn();
  const { user } = await show(<Kept initial="2026-03-02T00:00" onChange={onChange} />);
  await user.click(field());
  await user.keyboard('17.04.2026{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('2026-04-17T00:00');
});

it('replaces the choice of a searched list by what is typed into it', async () => {
  const onChange = vi.fn();
  const { user } = await show(<Select searchable label="Column" data={['Name', 'Code']} value="Name" onChange={onChange} />);
  await user.click(screen.getByRole('combobox', { name: 'Column' }));
  await user.keyboard('cod{ArrowDown}{Enter}');
  expect(onChange.mock.calls[0][0]).toBe('Code');
});
