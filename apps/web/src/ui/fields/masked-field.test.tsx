import type { MaskKind } from '@gantry/domain';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { problemOf, show } from '../../testing/show.tsx';
import { MaskedField } from './masked-field.tsx';

const taken = vi.fn();

function Field({ kind }: { kind: MaskKind }) {
  const [value, setValue] = useState<string | null>(null);
  const take = (next: string | null): void => {
    taken(next);
    setValue(next);
  };
  return <MaskedField kind={kind} label="Field" value={value} onChange={take} />;
}

const field = (): HTMLInputElement => screen.getByLabelText('Field');

async function type(kind: MaskKind, text: string) {
  taken.mockClear();
  const { user } = await show(<Field kind={kind} />);
  await user.type(field(), text);
  const typed = field().value;
  await user.tab();
  return { user, typed };
}

it.each([
  ['time', '0830', '08:30', '08:30', '08:30'],
  ['fulltime', '083015', '08:30:15', '08:30:15', '08:30:15'],
  ['card', '4111111111111111', '4111 1111 1111 1111', '4111111111111111', '4111 1111 1111 1111'],
  ['phone', '79161234567', '79161234567', '+79161234567', '+7 916 123-45-67'],
] as const)('%s: digits alone %j stand as %j, are kept as %j and shown as %j', async (kind, text, typed, kept, shown) => {
  const done = await type(kind, text);
  expect(done.typed).toBe(typed);
  expect(taken.mock.calls).toEqual([[kept]]);
  expect(field().value).toBe(shown);
});

it.each([
  ['time', '2560', 'This is not a time: 08:30'],
  ['fulltime', '9', 'This is not a time with seconds: 08:30:00'],
  ['phone', '123', 'This is not a telephone number with its country: +7 916 123-45-67'],
  ['card', '4111111111111112', 'This is not the number of a card: 4111 1111 1111 1111'],
] as const)('%s: %j stays as it is typed, with a sentence', async (kind, text, sentence) => {
  const { user } = await type(kind, text);
  expect(problemOf(field())).toBe(sentence);
  expect(taken).not.toHaveBeenCalled();
  expect(field().validity.valid).toBe(false);
  await user.clear(field());
  await user.tab();
  expect(problemOf(field())).toBe('');
});

it('a digit is taken away without separators moving the caret', async () => {
  const { user } = await type('time', '0830');
  await user.type(field(), '{Backspace}', { initialSelectionStart: 5, initialSelectionEnd: 5 });
  expect(field().value).toBe('08:3');
});
