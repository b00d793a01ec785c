import { api } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SYSTEM } from '../testing/examples.ts';
import { answer } from '../testing/fake-server.ts';
import { dialog, show } from '../testing/show.tsx';
import { Help } from './help.tsx';

beforeEach(() => {
  answer(api.system.guide, { sections: [{ id: 'rows', title: 'Rows', text: 'A tree of rows.' }] });
  answer(api.system.state, SYSTEM);
});

it.each(['{F1}', '?'])('%s shows the keys and the guide', async (key) => {
  const { user } = await show(<Help />);
  await user.keyboard(key);
  const shown = within(await dialog('Guide'));
  expect(shown.getByText('F9').closest('div')?.textContent).toContain('Calculate');
  expect(await shown.findByText('A tree of rows.')).toBeTruthy();
});

it('a question mark in a field is a letter', async () => {
  const { user } = await show(
    <>
      <Help />
      <input aria-label="Name" />
    </>,
  );
  await user.type(screen.getByLabelText('Name'), 'who?');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{F1}');
  await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy());
});
