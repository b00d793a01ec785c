import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { show } from '../../testing/show.tsx';
import { CaretOffers } from './caret-offers.tsx';

const NAMES = ['Ada', 'Alan', 'Grace'];
let taken: string[];
let outside: string[];

beforeEach(() => {
  taken = [];
  outside = [];
});

function Stage() {
  const [text, setText] = useState('');
  const [closed, setClosed] = useState(false);
  const offers = text && !closed ? NAMES.filter((name) => name.toLowerCase().startsWith(text)) : [];
  return (
    <div role="presentation" onKeyDown={({ key }) => outside.push(key)}>
      <CaretOffers
        label="People"
        offers={offers}
        offeredFor={text}
        keyOf={(name) => name}
        onTake={(name) => {
          taken.push(name);
          setText('');
        }}
        onClose={() => setClosed(true)}
        onKey={({ key }) => key === 'F2'}
        wordsOf={(name) => ({ name })}
      >
        {(keys) => (
          <textarea
            aria-label="Text"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setClosed(false);
            }}
            {...keys}
          />
        )}
      </CaretOffers>
    </div>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Text' });
/** What a screen reader is told to stand on. */
const marked = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent?.trim();

async function typed(text: string) {
  const { user } = await show(<Stage />);
  await user.type(field(), text);
  return user;
}

it('marks the first offer for what is typed, and the arrows mark another one around the end', async () => {
  const user = await typed('a');
  expect(marked()).toBe('Ada');
  await user.keyboard('{ArrowDown}');
  expect(marked()).toBe('Alan');
  await user.keyboard('{ArrowDown}');
  expect(marked()).toBe('Ada');
  await user.keyboard('{ArrowUp}');
  expect(marked()).toBe('Alan');
  await user.keyboard('l');
  expect(marked()).toBe('Alan');
  expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'People' }).id);
});

it.each(['{Enter}', '{Tab}'])('%s takes the marked offer, and the page around does not hear it', async (key) => {
  const user = await typed('al');
  outside.length = 0;
  await user.keyboard(key);
  expect(taken).toEqual(['Alan']);
  expect(outside).toEqual([]);
  expect(document.activeElement).toBe(field());
});

it('Escape closes the list and nothing else; the next one is the page’s', async () => {
  const user = await typed('g');
  outside.length = 0;
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('option')).toBeNull();
  expect(outside).toEqual([]);
  await user.keyboard('{Escape}');
  expect(outside).toEqual(['Escape']);
  expect(field()).toHaveProperty('value', 'g');
});

it('leaves the keys to the text where nothing is offered', async () => {
  const user = await typed('x');
  await user.keyboard('{Enter}{ArrowUp}');
  expect(field()).toHaveProperty('value', 'x\n');
  expect(marked()).toBeUndefined();
  expect(taken).toEqual([]);
});

it('asks the owner of the field first', async () => {
  const user = await typed('a');
  await user.keyboard('{F2}');
  expect(outside).toContain('F2');
  expect(marked()).toBe('Ada');
});

it('takes what is clicked, and closes when the field is left', async () => {
  const user = await typed('a');
  await user.click(screen.getByRole('option', { name: 'Alan' }));
  expect(taken).toEqual(['Alan']);
  await user.type(field(), 'g');
  expect(screen.getByRole('option', { name: 'Grace' })).toBeTruthy();
  await user.click(document.body);
  expect(screen.queryByRole('option')).toBeNull();
});
