import { NumberInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setNumberForm, USUAL_NUMBER_FORM } from '../lib/numbers.ts';
import { show } from '../testing/show.tsx';

afterEach(() => setNumberForm(USUAL_NUMBER_FORM, 'ru'));

it.each([
  ['ru', '1,5'],
  ['fr', '1,5'],
  ['en-US', '1.5'],
] as const)('writes decimals of number fields in %s as %s, and takes a comma and a point', async (language, written) => {
  setNumberForm(USUAL_NUMBER_FORM, language);
  const onChange = vi.fn();
  const { user } = await show(<NumberInput aria-label="Takt" defaultValue={1.5} onChange={onChange} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Takt' });
  expect(field.value).toBe(written);
  for (const typed of ['2,75', '2.75']) {
    await user.clear(field);
    await user.type(field, typed);
    expect(onChange).toHaveBeenLastCalledWith(2.75);
    expect(field.value).toBe(written.replace('1', '2').replace('5', '75'));
  }
});
