import { api } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signedInWith } from '../../../testing/examples.ts';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { ProposalHistory } from './proposal-history.tsx';

const line = (id: number, state: 'applied' | 'rejected' | 'undone' | 'superseded' | 'proposed') => {
  const of = { version_id: 7, row_id: 5, row_name: `Walls ${id}`, at: '2026-11-02T08:30:00Z', author: 'Anna Reed' };
  return { id, state, rows: 2, model: null, ...of };
};
const seen = (name: string, minutes: number) => ({ name, minutes, volume: 12.5, unit: 'm3' });
const history = (itemId: number | null = null) => <ProposalHistory versionId={7} itemId={itemId} minutesPerDay={480} />;

it('names what became of each proposal, and shows what was changed of an accepted one', async () => {
  signedInWith(['plan.read']);
  answer(api.ai.historyList, { items: [line(9, 'undone'), line(8, 'rejected')], next: 8 });
  const { user } = await show(history());
  expect(await screen.findByText('accepted, then undone')).toBeTruthy();
  expect(screen.getByText('rejected')).toBeTruthy();
  answer(api.ai.historyItem, {
    ...line(9, 'undone'),
    proposed: { rows: [], relations: [], examples: [] },
    applied: { rows: [], relations: [], revision: 4 },
    diff: [
      { key: 'R1', name: 'Shuttering', state: 'changed', proposed: seen('Formwork', 480), applied: seen('Shuttering', 720) },
      { key: 'R2', name: 'Rebar', state: 'left_out', proposed: seen('Rebar', 480), applied: null },
    ],
  });
  await user.click(screen.getByText('Walls 9'));
  const [, first, second] = within(await screen.findByRole('table')).getAllByRole('row');
  expect(first.textContent).toBe('Shutteringproposed as Formwork1.00 d, 12.50 m31.50 d, 12.50 m3changed');
  expect(second.textContent).toBe('Rebar1.00 d, 12.50 m3–left out');

  answer(api.ai.historyList, { items: [line(7, 'superseded')], next: null });
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('replaced')).toBeTruthy();
  expect(asked(api.ai.historyList).at(-1)?.query).toMatchObject({ before: 8 });
});

it('asks again where nothing could be loaded, and says where there is nothing', async () => {
  signedInWith(['plan.read']);
  refuse(api.ai.historyList, 'ai.not_found');
  const { user } = await show(history(5));
  expect(await screen.findByRole('alert')).toBeTruthy();
  answer(api.ai.historyList, { items: [], next: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There are no others for this row.')).toBeTruthy();
});
