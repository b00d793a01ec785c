import { api, type ActionItem } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { ActionItemsPanel } from './action-items-panel.tsx';

const item = (more: Partial<ActionItem> = {}): ActionItem => ({
  id: 1,
  schedule_id: 5,
  schedule_name: 'Works',
  row_id: 7,
  row_code: 'A1',
  row_name: 'Pour walls',
  title: 'Order the rebar',
  text: 'Twelve tonnes',
  due: '2020-05-01',
  remind_days: 1,
  status: 'new',
  reason: null,
  people: [{ user_id: 3, name: 'Boris' }],
  author_id: 2,
  author: 'Ada',
  created_at: '2026-03-02T09:00:00Z',
  comments: 2,
  acts: ['accept', 'decline', 'do', 'comment'],
  ...more,
});

beforeEach(() => {
  answer(api.actionItems.listOfRow, { items: [item()] });
  answer(api.actionItems.update, { item: item({ status: 'accepted' }), comment: null });
  answer(api.comments.people, { people: [{ user_id: 3, name: 'Boris Tester', login: 'boris' }] });
});
const panel = (mayGive = true, chosen: number[] = []) =>
  show(
    <ActionItemsPanel
      spaceId={1}
      place={{ nodeId: 5, versionId: 9, itemId: 7 }}
      chosen={chosen}
      mayGive={mayGive}
      renderComments={({ id }) => <p>Comments of {id}</p>}
    />,
  );
const press = (name: RegExp | string) => screen.getByRole('button', { name });

it('shows what was asked, of whom and that its date has passed, and takes a step', async () => {
  const { user } = await panel();
  const one = await screen.findByRole('article', { name: 'Order the rebar' });
  expect(one.textContent).toContain('was due 01.05.2020');
  expect(within(one).queryByRole('button', { name: 'Close' })).toBeNull();
  await user.click(press('Accept'));
  expect(asked(api.actionItems.update)).toMatchObject([{ params: { id: 5, assignmentId: 1 }, body: { act: 'accept' } }]);
  await waitFor(() => expect(asked(api.actionItems.listOfRow)).toHaveLength(2));
});

it('declines with a reason alone', async () => {
  const { user } = await panel();
  await screen.findByRole('article');
  await user.click(press('Decline'));
  const [, send] = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Decline' });
  expect(send.disabled).toBe(true);
  await user.type(screen.getByLabelText('Why not?'), 'On leave');
  await user.click(send);
  expect(asked(api.actionItems.update)).toMatchObject([{ body: { act: 'decline', reason: 'On leave' } }]);
});

it('asks people about the chosen works, and keeps what was typed where it is refused', async () => {
  refuse(api.actionItems.save, 'action_item.nobody');
  const { user } = await panel(true, [7, 8]);
  await user.click(await screen.findByRole('button', { name: 'New assignment for 2 works' }));
  const ask = screen.getByRole<HTMLButtonElement>('button', { name: 'Ask' });
  expect(ask.disabled).toBe(true);
  await user.type(screen.getByLabelText(/What is to be done/), 'Photograph');
  await user.click(screen.getByRole('combobox', { name: /Who/ }));
  await user.click(await screen.findByRole('option', { name: 'Boris Tester' }));
  await user.click(ask);
  await waitFor(() =>
    expect(asked(api.actionItems.save)).toMatchObject([
      { params: { id: 9 }, body: { item_ids: [7, 8], title: 'Photograph', people: [3], due: null, remind_days: 1 } },
    ]),
  );
  expect(screen.getByLabelText<HTMLInputElement>(/What is to be done/).value).toBe('Photograph');
});

it('opens its comments, and offers nothing new to whoever may not ask', async () => {
  const { user } = await panel(false);
  await user.click(await screen.findByRole('button', { name: '2 comments' }));
  expect(screen.getByText('Comments of 1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /New assignment/ })).toBeNull();
});
