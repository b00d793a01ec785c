import { api } from '@gantry/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { call } from '../../../lib/calls/api-client.ts';
import { memberOf, signedInWith } from '../../../testing/examples.ts';
import { answer, asked, receivedBy } from '../../../testing/fake-server.ts';
import { problemOf, show } from '../../../testing/show.tsx';
import { ActingBadge } from './acting-badge.tsx';
import { DelegationPanel } from './delegation-panel.tsx';
import { actAsOneself } from '../auth/auth.acting.store.ts';

const delegation = (id: number, giver: [number, string], receiver: [number, string], active = true) => ({
  id,
  giver_id: giver[0],
  giver: giver[1],
  receiver_id: receiver[0],
  receiver: receiver[1],
  starts_at: '2026-03-02T00:00:00Z',
  ends_at: '2026-03-09T23:59:59Z',
  active,
});

beforeEach(() => {
  actAsOneself();
  signedInWith();
  answer(api.delegation.given, { delegations: [delegation(1, [1, 'Ada'], [2, 'Boris'])] });
  answer(api.delegation.received, { delegations: [delegation(2, [3, 'Vera'], [1, 'Ada']), delegation(3, [4, 'Zoe'], [1, 'Ada'], false)] });
  answer(api.spaces.users, { users: [memberOf(1, 'Ada'), memberOf(2, 'Boris'), memberOf(3, 'Vera', { status: 'disabled' })] });
  answer(api.delegation.create, { id: 9 });
  answer(api.delegation.remove, {});
  answer(api.roles.list, { roles: [] });
});

const shown = async () => {
  const page = await show(
    <>
      <ActingBadge spaceId={1} />
      <DelegationPanel spaceId={1} />
    </>,
  );
  await screen.findByRole('row', { name: /Boris/ });
  await screen.findByRole('row', { name: /Vera/ });
  return page;
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const choosePerson = async (user: Awaited<ReturnType<typeof shown>>['user'], name: RegExp) => {
  await user.click(screen.getByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name }));
};

it('says who acts for the person and for whom the person acts, and which of it holds now', async () => {
  await shown();
  expect(within(screen.getByRole('row', { name: /Boris/ })).getByText('now')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /Zoe/ })).queryByText('now')).toBeNull();
  expect(screen.queryByText('Nobody acts for you.')).toBeNull();
});

it('says where there is none', async () => {
  answer(api.delegation.given, { delegations: [] });
  answer(api.delegation.received, { delegations: [] });
  await show(<DelegationPanel spaceId={1} />);
  expect(await screen.findByText('Nobody acts for you.')).toBeTruthy();
  expect(await screen.findByText('You act for nobody.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('acts for somebody only where that holds now, and as oneself again', async () => {
  const { user } = await shown();
  expect(screen.queryByRole('button', { name: 'Act for Zoe' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Act for Vera' }));
  const badge = await screen.findByRole('button', { name: 'You act in the name of Vera' });
  await call(api.roles.list, {});
  await user.click(badge);
  await act(() => call(api.roles.list, {}));
  expect(screen.queryByRole('button', { name: 'You act in the name of Vera' })).toBeNull();
  expect(receivedBy(api.roles.list).map(({ headers }) => headers.get('X-On-Behalf-Of'))).toEqual(['3', null]);
});

it('ends what was given and what was received', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'End: Boris' }));
  await user.click(screen.getByRole('button', { name: 'End: Zoe' }));
  await waitFor(() => expect(asked(api.delegation.remove).map(({ params }) => params.id)).toEqual([1, 3]));
  await waitFor(() => expect(asked(api.delegation.given).length).toBeGreaterThan(1));
});

it('delegates to another active member, from the beginning of the first day to the end of the last', async () => {
  const { user } = await shown();
  const give = screen.getByRole<HTMLButtonElement>('button', { name: 'Delegate' });
  expect(give.disabled).toBe(true);
  await user.click(screen.getByRole('combobox', { name: 'Person' }));
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  await user.click(screen.getByRole('option', { name: /Boris/ }));
  for (const [label, day] of [
    ['From', '02.03.2027'],
    ['Until', '05.03.2027'],
  ]) {
    await user.clear(field(label));
    await user.type(field(label), day);
  }
  await user.click(give);
  await waitFor(() => expect(asked(api.delegation.create)).toHaveLength(1));
  expect(asked(api.delegation.create)[0].body).toEqual({
    receiver_id: 2,
    starts_at: new Date('2027-03-02T00:00').toISOString(),
    ends_at: new Date('2027-03-05T23:59:59.999').toISOString(),
  });
  await waitFor(() => expect(give.disabled).toBe(true));
});

it('offers a week from today', async () => {
  await shown();
  const [from, until] = ['From', 'Until'].map((label) => field(label).value.split('.').reverse().join('-'));
  expect((Date.parse(until) - Date.parse(from)) / 86_400_000).toBe(7);
});

it('delegates nothing without a day', async () => {
  const { user } = await shown();
  await choosePerson(user, /Boris/);
  await user.clear(field('Until'));
  await user.type(field('Until'), 'never');
  await user.click(screen.getByRole('button', { name: 'Delegate' }));
  expect(problemOf(field('Until'))).toBe('This is not a date');
  expect(asked(api.delegation.create)).toEqual([]);
});
