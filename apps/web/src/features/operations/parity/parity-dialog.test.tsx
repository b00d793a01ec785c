import { api, type ParityCertificate } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { ParityDialog } from './parity-dialog.tsx';

const CERTIFICATE: ParityCertificate = {
  program: 'Primavera P6',
  file: 'bridge.xer',
  compared: 2,
  same: 2,
  equivalent: 0,
  different: 0,
  causes: [],
  options: [],
  edited: false,
  expected_ignored: [],
  differences: [],
};
const shown = async (certificate: Partial<ParityCertificate>) => {
  answer(api.parity.read, { ...CERTIFICATE, ...certificate });
  await show(<ParityDialog version={{ id: 9, name: 'Bridge' }} onClose={vi.fn()} />);
  return within(await screen.findByRole('dialog'));
};

it('says that every activity has the dates of the program, and warns of nothing', async () => {
  const dialog = await shown({});
  await dialog.findByText('Every activity has the dates of Primavera P6.');
  expect(dialog.queryByRole('alert')).toBeNull();
});

it('names the activities whose expected finish was ignored, by their names where they have no code', async () => {
  const dialog = await shown({
    expected_ignored: [
      { id: 1, code: 'A10', name: 'Walls' },
      { id: 2, code: '', name: 'Roof' },
    ],
  });
  expect((await dialog.findByRole('alert')).textContent).toBe('Expected finish before the start, ignored in 2: A10, Roof');
});
