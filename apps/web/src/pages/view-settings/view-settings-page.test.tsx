import { api } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, asked } from '../../testing/fake-server.ts';
import { signedInWith } from '../../testing/examples.ts';
import { dialog, show } from '../../testing/show.tsx';
import { ViewSettingsPage } from './view-settings-page.tsx';

const FILTER: RowFilter = { join: 'and', conditions: [{ column: 'name', operator: 'like', value: 'wall' }] };
const LATE: RowFilter = { join: 'and', conditions: [{ column: 'attribute_40', operator: 'exists', value: null }] };
const filter = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  shared: false,
  own: true,
  owner: 'Ada',
  active: false,
  content: FILTER,
  ...more,
});

beforeEach(() => {
  answer(api.preferences.readState, { state: null });
  answer(api.preferences.saveState, {});
  signedInWith(['plan.read', 'plan.edit']);
  answer(api.spaces.users, { users: [] });
  answer(api.specialties.list, { specialties: [] });
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.layouts.list, { items: [] });
  answer(api.filters.list, {
    items: [filter(2, 'Of Boris', { own: false, owner: 'Boris', shared: true, content: LATE }), filter(1, 'Walls')],
  });
  answer(api.filters.create, { id: 9 });
  for (const endpoint of [api.filters.update, api.filters.remove]) answer(endpoint, {});
});

const opened = async () => {
  const page = await show(<ViewSettingsPage />, { path: '/1/viewsettings' });
  await page.user.click(await screen.findByRole('radio', { name: 'Filters' }));
  await screen.findByRole('button', { name: /Walls/ });
  return page;
};
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });

it('says what there is to do where nothing is saved', async () => {
  await show(<ViewSettingsPage />, { path: '/1/viewsettings' });
  expect(await screen.findByRole('heading', { name: 'No saved settings yet' })).toBeTruthy();
});

it('shows the own ones first, and saves a new name with what was changed', async () => {
  const { user } = await opened();
  expect(nameField().value).toBe('Walls');
  expect(press('Save').disabled).toBe(true);
  await user.clear(nameField());
  await user.type(nameField(), 'Walls and piers');
  await user.click(press('Save'));
  await waitFor(() => expect(asked(api.filters.update)).toHaveLength(1));
  expect(asked(api.filters.update)).toMatchObject([
    { params: { id: 1 }, body: { name: 'Walls and piers', shared: false, content: FILTER } },
  ]);
});

it('asks before changes are left, and keeps them where the answer is no', async () => {
  const { user } = await opened();
  await user.type(nameField(), '!');
  await user.click(screen.getByRole('button', { name: /Of Boris/ }));
  await user.click(within(await dialog('Leave without saving?')).getByRole('button', { name: 'Cancel' }));
  expect(nameField().value).toBe('Walls!');
});

it('does not save a filter without conditions', async () => {
  const { user } = await opened();
  await user.click(press('Remove the condition'));
  expect(screen.getByText('A filter needs at least one condition')).toBeTruthy();
  expect(press('Save').disabled).toBe(true);
});

it('lets nobody change those of others, says so, and copies them', async () => {
  const { user } = await opened();
  await user.click(screen.getByRole('button', { name: /Of Boris/ }));
  expect(screen.getByText(/These settings belong to Boris/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Column' }).value).toBe('Attribute of one version');
  expect(press('Remove the condition').closest('fieldset')?.disabled).toBe(true);
  await user.click(press('Save a copy of my own'));
  await waitFor(() => expect(asked(api.filters.create)).toMatchObject([{ body: { name: 'Of Boris', shared: false, content: LATE } }]));
});
