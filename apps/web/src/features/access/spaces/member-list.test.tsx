import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { BUILT_IN_ROLES, memberOf, signedInWith } from '../../../testing/examples.ts';
import { answer, asked, receivedBy, refuse } from '../../../testing/fake-server.ts';
import { choose, dialog, problemOf, show } from '../../../testing/show.tsx';
import { MemberList } from './member-list.tsx';

const ADA = memberOf(1, 'Ada', { last_name: 'Lovelace', role: 'owner', role_id: BUILT_IN_ROLE_ID.owner });
const BORIS = memberOf(2, 'Boris', { last_name: 'Crane', executor: true });
const OLEG = memberOf(4, 'Oleg', { login: null, role: 'planner', role_id: BUILT_IN_ROLE_ID.planner });
const VERA = memberOf(3, '', { login: 'vera', status: 'disabled', role_id: 20, role_name: 'Guest of honour' });

beforeEach(() => {
  signedInWith();
  answer(api.spaces.users, { users: [ADA, BORIS, VERA, OLEG] });
  answer(api.roles.list, { roles: [...BUILT_IN_ROLES, { ...BUILT_IN_ROLES[6], id: 20, code: null, name: 'Guest of honour' }] });
  for (const endpoint of [api.spaces.kickOut, api.spaces.updateMember, api.users.setExecutor]) answer(endpoint, {});
});

const row = (name: RegExp) => screen.getByRole('row', { name });
const shown = async (mayManage = true) => {
  const page = await show(<MemberList spaceId={1} mayManage={mayManage} />);
  await screen.findByRole('row', { name: /Boris/ });
  if (mayManage) await screen.findByDisplayValue('Viewer');
  return page;
};
const act = async (user: Awaited<ReturnType<typeof show>>['user'], name: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

it('lists people with their roles, whether they carry out works, and their states', async () => {
  await shown();
  expect(within(row(/Boris/)).getByText('active')).toBeTruthy();
  expect(within(row(/Boris/)).getByRole<HTMLInputElement>('checkbox', { name: 'Boris Crane carries out works' }).checked).toBe(true);
  expect(within(row(/Boris/)).getByRole<HTMLInputElement>('combobox', { name: 'Role of Boris Crane' }).value).toBe('Viewer');
  // Who came with the sample has no login, and is not called active.
  expect(row(/Oleg/).textContent).toContain('no account');
  expect(within(row(/Oleg/)).queryByText('active')).toBeNull();
  // Who has no name is called by the login.
  expect(within(row(/vera/)).getByText('disabled')).toBeTruthy();
  expect(within(row(/vera/)).getByRole<HTMLInputElement>('combobox', { name: 'Role of vera' }).value).toBe('Guest of honour');
});

it('leaves the own membership to others', async () => {
  await shown();
  expect(row(/Lovelace/).textContent).toContain('Owner');
  expect(row(/Lovelace/).textContent).toContain('you');
  expect(within(row(/Lovelace/)).queryByRole('combobox')).toBeNull();
  expect(within(row(/Lovelace/)).queryByRole('button')).toBeNull();
});

it('changes nothing for who does not manage people', async () => {
  await shown(false);
  expect(row(/Boris/).textContent).toContain('Viewer');
  expect(row(/vera/).textContent).toContain('Guest of honour');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').every(({ disabled }) => disabled)).toBe(true);
});

it('gives another role, and asks for the list anew', async () => {
  const { user } = await shown();
  await choose(user, 'Role of Boris Crane', 'Planner');
  await waitFor(() => expect(asked(api.spaces.updateMember)).toHaveLength(1));
  expect(asked(api.spaces.updateMember)).toMatchObject([{ params: { id: 1, userId: 2 }, body: { role_id: BUILT_IN_ROLE_ID.planner } }]);
  expect(receivedBy(api.spaces.updateMember)[0].headers.get('X-Space-Id')).toBe('1');
  await waitFor(() => expect(asked(api.spaces.users)).toHaveLength(2));
});

it('says who carries out works', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('checkbox', { name: 'Boris Crane carries out works' }));
  await waitFor(() => expect(asked(api.users.setExecutor)).toMatchObject([{ params: { id: 2 }, body: { executor: false } }]));
});

it('disables who is active and activates who is not', async () => {
  const { user } = await shown();
  await act(user, 'Boris Crane', 'Disable');
  await act(user, 'vera', 'Activate');
  await waitFor(() =>
    expect(asked(api.spaces.updateMember)).toMatchObject([
      { params: { userId: 2 }, body: { status: 'disabled' } },
      { params: { userId: 3 }, body: { status: 'active' } },
    ]),
  );
});

it('removes somebody only after a question with the name', async () => {
  const { user } = await shown();
  await act(user, 'Boris Crane', 'Remove from the space');
  const question = await dialog('Remove from the space?');
  expect(question.textContent).toContain('Boris Crane can no longer enter');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(asked(api.spaces.kickOut)).toEqual([]);
  await act(user, 'Boris Crane', 'Remove from the space');
  await user.click(within(await dialog('Remove from the space?')).getByRole('button', { name: 'Remove from the space' }));
  await waitFor(() => expect(asked(api.spaces.kickOut)).toMatchObject([{ params: { id: 1 }, body: { user_id: 2 } }]));
});

const inviting = async () => {
  const page = await shown();
  await page.user.click(screen.getByRole('button', { name: 'Invite' }));
  const form = within(await dialog('Invite to the space'));
  return { ...page, form, login: () => form.getByLabelText('Login or email'), send: () => form.getByRole('button', { name: 'Invite' }) };
};

it('invites as a viewer, says so and closes', async () => {
  answer(api.spaces.invite, { user_id: 9, invitation_id: null });
  const { user, login, send } = await inviting();
  await user.type(login(), ' grace ');
  await user.click(send());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked(api.spaces.invite)).toMatchObject([{ params: { id: 1 }, body: { login: 'grace', role_id: BUILT_IN_ROLE_ID.viewer } }]);
  expect(await screen.findByText('Invited: the space is among theirs now')).toBeTruthy();
});

it('invites with a chosen role by a letter', async () => {
  answer(api.spaces.invite, { user_id: null, invitation_id: 4 });
  const { user, form, login, send } = await inviting();
  await user.type(login(), 'new@example.com');
  await user.click(form.getByRole('combobox', { name: 'Role in this space' }));
  await user.click(await screen.findByRole('option', { name: 'Planner' }));
  await user.click(send());
  expect(await screen.findByText('A letter to new@example.com is on its way')).toBeTruthy();
  expect(asked(api.spaces.invite)[0].body.role_id).toBe(BUILT_IN_ROLE_ID.planner);
});

it('invites nobody without a login, and stays open where the invitation is refused', async () => {
  refuse(api.spaces.invite, 'space.already_member', { login: 'boris' });
  const { user, login, send } = await inviting();
  expect(problemOf(login())).toBe('');
  await user.click(send());
  expect(problemOf(login())).toBe('Enter login');
  expect(asked(api.spaces.invite)).toEqual([]);
  await user.type(login(), 'boris');
  expect(problemOf(login())).toBe('');
  await user.click(send());
  await waitFor(() => expect(problemOf(login())).toBe('“boris” is in this space already'));
  await user.type(login(), '2');
  expect(problemOf(login())).toBe('');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
