import { api } from '@gantry/contract';
import { RIGHTS_OF_ROLE, SPACE_RIGHTS } from '@gantry/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { BUILT_IN_ROLES } from '../../../testing/examples.ts';
import { answer, asked } from '../../../testing/fake-server.ts';
import { dialog, problemOf, show } from '../../../testing/show.tsx';
import { RoleList } from './role-list.tsx';

const GUEST = { ...BUILT_IN_ROLES[0], id: 20, code: null, name: 'Guest', rights: ['space.read' as const], members: 3 };
const ROLES = [...BUILT_IN_ROLES.map((role) => (role.code === 'planner' ? { ...role, changed: true } : role)), GUEST];

beforeEach(() => {
  answer(api.roles.list, { roles: ROLES });
  answer(api.roles.create, { id: 21 });
  answer(api.roles.update, {});
  answer(api.roles.remove, {});
});

const shown = async (mayManage = true) => {
  const page = await show(<RoleList spaceId={1} mayManage={mayManage} />);
  await screen.findByRole('row', { name: /Guest/ });
  return page;
};
const row = (name: RegExp) => within(screen.getByRole('row', { name }));
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

it('says what each role may, how many have it, and which was changed here', async () => {
  await shown();
  expect(row(/^Owner/).getByText('everything')).toBeTruthy();
  expect(
    row(/^Guest/)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
      .slice(0, 3),
  ).toEqual(['Guest', 'Enter the space', '3']);
  expect(row(/^Planner/).getByText('changed here')).toBeTruthy();
  expect(row(/^Viewer/).queryByText('changed here')).toBeNull();
});

it('lets a role be changed, deleted or given back its rights, each where that is possible', async () => {
  await shown();
  const names = (role: RegExp) =>
    row(role)
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
  expect(names(/^Owner/)).toEqual([]);
  expect(names(/^Viewer/)).toEqual(['Change the role Viewer']);
  expect(names(/^Planner/)).toEqual(['Change the role Planner', 'Give Planner back its own rights']);
  expect(names(/^Guest/)).toEqual(['Change the role Guest', 'Delete the role Guest']);
});

it('is to be read only by who does not manage roles', async () => {
  await shown(false);
  expect(screen.queryByRole('button')).toBeNull();
});

it('deletes a role after a question, and not without', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'Delete the role Guest' }));
  await user.click(within(await dialog('Delete the role?')).getByRole('button', { name: 'Cancel' }));
  expect(asked(api.roles.remove)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Delete the role Guest' }));
  await user.click(within(await dialog('Delete the role?')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked(api.roles.remove)).toMatchObject([{ params: { id: 20 } }]));
});

it('gives a built-in role its rights back, in other words', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'Give Planner back its own rights' }));
  const question = await dialog('Give the role back its own rights?');
  expect(question.textContent).toContain('“Planner” may again exactly what the product lets it.');
  await user.click(within(question).getByRole('button', { name: 'Give back' }));
  await waitFor(() => expect(asked(api.roles.remove)).toHaveLength(1));
});

it('makes a role: it needs a name and a right, and begins with reading', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'New role' }));
  const form = within(await dialog('New role'));
  const name = form.getByRole('textbox', { name: 'Name' });
  expect(['Enter the space', 'See the structure', 'See plans', 'Change plans'].map((right) => box(right).checked)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  for (const right of ['Enter the space', 'See the structure', 'See plans']) await user.click(box(right));
  expect(problemOf(name)).toBe('');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(problemOf(name)).toBe('Enter name');
  expect(form.getByText('Choose at least one')).toBeTruthy();
  expect(asked(api.roles.create)).toEqual([]);
  await user.type(name, ' Foreman ');
  await user.click(box('Change plans'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked(api.roles.create)).toMatchObject([{ body: { name: 'Foreman', rights: ['plan.edit'] } }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(asked(api.roles.list)).toHaveLength(2));
});

it('chooses a whole place at once, and says where only a part is chosen', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'Change the role Guest' }));
  const form = within(await dialog('Change the role Guest'));
  const plans = box('Plans');
  const OF_PLANS = SPACE_RIGHTS.filter((right) => right.startsWith('plan.'));
  expect([plans.checked, plans.indeterminate]).toEqual([false, false]);
  await user.click(box('See plans'));
  expect([plans.checked, plans.indeterminate]).toEqual([false, true]);
  await user.click(plans);
  expect([plans.checked, plans.indeterminate]).toEqual([true, false]);
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked(api.roles.update)).toHaveLength(1));
  const { params, body } = asked(api.roles.update)[0];
  expect(params.id).toBe(20);
  expect(body.name).toBe('Guest');
  expect([...(body.rights ?? [])].sort()).toEqual([...new Set(['space.read', ...OF_PLANS])].sort());
});

it('takes a whole place away at once', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('button', { name: 'Change the role Planner' }));
  const form = within(await dialog('Change the role Planner'));
  expect(form.queryByRole('textbox')).toBeNull();
  await user.click(box('Plans'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked(api.roles.update)).toHaveLength(1));
  const others = RIGHTS_OF_ROLE.planner.filter((right) => !right.startsWith('plan.'));
  expect(asked(api.roles.update)[0].body).toEqual({ rights: others });
});
