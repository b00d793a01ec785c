import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { problemOf, show } from '../../testing/show.tsx';
import { NumberField } from './number-field.tsx';

const taken = vi.fn();

function Field({ whole = false }: { whole?: boolean }) {
  const [value, setValue] = useState<number | null>(null);
  const take = (next: number | null): void => {
    taken(next);
    setValue(next);
  };
  return <NumberField label="Hours" value={value} whole={whole} min={0} max={3650} onChange={take} />;
}

/** What the field takes of a typed text, and what it says of it. */
async function type(text: string, whole = false): Promise<{ last: unknown; problem: string }> {
  taken.mockClear();
  const { user } = await show(<Field whole={whole} />);
  const field = screen.getByRole('textbox', { name: 'Hours' });
  await user.type(field, text);
  return { last: taken.mock.lastCall?.[0], problem: problemOf(field) };
}

it.each([
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['1 234', 1234],
  ['1,234.5', 1234.5],
])('reads %s', async (text, number) => expect(await type(text)).toEqual({ last: number, problem: '' }));

it.each([
  ['abc', 'This is not a number'],
  ['4000', 'At most 3650'],
  ['-1', 'At least 0'],
])('says what is wrong with %s where a whole number is wanted', async (text, problem) => {
  expect((await type(text, true)).problem).toBe(problem);
  expect(taken).not.toHaveBeenCalledWith(Number(text.replace(',', '.')));
});

it.each(['3,7', '3.7'])('keeps the mark of decimals out of a whole number: %s, and says why until the next key', async (text) => {
  const { user } = await show(<Field whole />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Hours' });
  await user.type(field, text.slice(0, 2));
  expect(field.value).toBe('3');
  expect(problemOf(field)).toBe('This takes a whole number');
  await user.type(field, text.slice(2));
  expect(field.value).toBe('37');
  expect(problemOf(field)).toBe('');
});

it.each([
  ['12', '12', ''],
  ['1 200', '1200', ''],
  ['1.5', '', 'This takes a whole number'],
  ['1,5', '', 'This takes a whole number'],
  ['twelve', '', 'This takes a whole number'],
])('pasting %s into a whole number gives “%s”', async (text, value, problem) => {
  const { user } = await show(<Field whole />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Hours' });
  await user.click(field);
  await user.paste(text);
  expect(field.value.replaceAll(/\s/g, '')).toBe(value);
  expect(problemOf(field)).toBe(problem);
});

it('pastes a decimal where one is wanted', async () => {
  const { user } = await show(<Field />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Hours' });
  await user.click(field);
  await user.paste('1,5');
  expect(taken).toHaveBeenLastCalledWith(1.5);
});
