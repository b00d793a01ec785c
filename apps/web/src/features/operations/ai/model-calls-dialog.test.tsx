import { api } from '@gantry/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { signedInWith } from '../../../testing/examples.ts';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { ModelCallsDialog } from './model-calls-dialog.tsx';

const made = (id: number, more = {}) => {
  const call = { id, at: '2026-11-02T08:30:00Z', person: 'Anna Reed', model: 'small-one', failed: false };
  return { ...call, prompt: `prompt ${id}`, answer: `answer ${id}`, ...more };
};

it('shows what was sent and answered, newest first, and older ones when asked', async () => {
  signedInWith(['space.manage']);
  answer(api.ai.modelCalls, { items: [made(9, { failed: true, answer: null }), made(8)], more: true });
  const { user } = await show(<ModelCallsDialog opened onClose={() => undefined} />);
  expect(await screen.findByText(/no usable answer/)).toBeTruthy();
  expect([screen.getByText('prompt 9'), screen.getByText('No answer came.'), screen.getByText('answer 8')]).toHaveLength(3);
  answer(api.ai.modelCalls, { items: [made(7)], more: false });
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('prompt 7')).toBeTruthy();
  expect(asked(api.ai.modelCalls).at(-1)?.query).toMatchObject({ before: 8 });
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('says where nothing was asked', async () => {
  signedInWith(['space.manage']);
  answer(api.ai.modelCalls, { items: [], more: false });
  await show(<ModelCallsDialog opened onClose={() => undefined} />);
  expect(await screen.findByText('The model was not asked yet.')).toBeTruthy();
});

it('says where nothing could be loaded', async () => {
  signedInWith(['space.manage']);
  refuse(api.ai.modelCalls, 'ai.not_found');
  await show(<ModelCallsDialog opened onClose={() => undefined} />);
  expect(await screen.findByRole('alert')).toBeTruthy();
});
