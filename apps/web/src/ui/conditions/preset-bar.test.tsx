import { api } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { usePresets, type Preset } from '../../lib/storage/presets.ts';
import { answer, asked, receivedBy, refuse } from '../../testing/fake-server.ts';
import { choose, dialog, problemOf, runHook, show } from '../../testing/show.tsx';
import { PresetBar } from './preset-bar.tsx';

type Content = RowFilter;
const FILTER: Content = { join: 'and', conditions: [] };
const preset = (id: number, name: string, more: Partial<Preset<Content>> = {}): Preset<Content> => ({
  id,
  name,
  shared: false,
  own: true,
  owner: 'Ada',
  active: false,
  content: FILTER,
  ...more,
});
const answerList = (items: Preset<Content>[]): void => answer(api.filters.list, { items });
const ITEMS = [
  preset(1, 'Mine', { active: true }),
  preset(2, 'Theirs', { own: false, owner: 'Boris', shared: true }),
  preset(3, 'Shared', { shared: true }),
];

beforeEach(() => {
  answerList(ITEMS);
  answer(api.filters.create, { id: 9 });
  for (const endpoint of [api.filters.update, api.filters.setActive, api.filters.remove]) answer(endpoint, {});
});

const loaded = async (target = '7') => {
  const hook = runHook(() => usePresets<Content>(1, api.filters, target));
  await waitFor(() => expect(hook.current.known).toBe(true));
  return hook;
};

it('knows what is saved and which is active for its target', async () => {
  const hook = runHook(() => usePresets<Content>(1, api.filters, '7'));
  expect([hook.current.known, hook.current.items, hook.current.active]).toEqual([false, [], null]);
  await waitFor(() => expect(hook.current.items).toHaveLength(3));
  expect(hook.current.active?.name).toBe('Mine');
  expect(asked(api.filters.list)).toMatchObject([{ query: { target: '7' } }]);
  expect(receivedBy(api.filters.list)[0].headers.get('X-Space-Id')).toBe('1');
});

it('has none active where none is', async () => {
  answerList(ITEMS.map((item) => ({ ...item, active: false })));
  const hook = await loaded();
  expect(hook.current.active).toBeNull();
  await hook.current.activate(null);
  expect(asked(api.filters.setActive)).toEqual([]);
});

it('saves, changes and removes, and asks for the list anew each time', async () => {
  const hook = await loaded();
  expect(await hook.current.create({ name: 'New', shared: true, content: FILTER })).toBe(9);
  expect(asked(api.filters.create)).toMatchObject([{ body: { name: 'New', shared: true, content: FILTER } }]);
  await hook.current.update(3, { name: 'Other' });
  expect(asked(api.filters.update)).toMatchObject([{ params: { id: 3 }, body: { name: 'Other' } }]);
  await hook.current.remove(3);
  expect(asked(api.filters.remove)).toMatchObject([{ params: { id: 3 } }]);
  await waitFor(() => expect(asked(api.filters.list)).toHaveLength(4));
});

it('makes one active for the target, and the active one no longer', async () => {
  const hook = await loaded();
  await hook.current.activate(3);
  await hook.current.activate(null);
  expect(asked(api.filters.setActive)).toMatchObject([
    { params: { id: 3 }, body: { target: '7', active: true } },
    { params: { id: 1 }, body: { target: '7', active: false } },
  ]);
});

const onChoose = vi.fn();
type BarProps = Parameters<typeof PresetBar<Content>>[0];

function Bar(props: Partial<BarProps>) {
  const presets = usePresets<Content>(1, api.filters, '7');
  const schema = api.filters.create.body.shape.name;
  return (
    <PresetBar
      presets={presets}
      chosen={null}
      content={FILTER}
      changed={false}
      nameSchema={schema}
      maySharePresets
      onChoose={onChoose}
      {...props}
    />
  );
}
const shownBar = async (props: Partial<BarProps>) => {
  onChoose.mockClear();
  const page = await show(<Bar {...props} />);
  await waitFor(() => expect(asked(api.filters.list).length).toBeGreaterThan(0));
  await screen.findByRole('combobox');
  return page;
};
const names = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('chooses one; those of others say whose they are', async () => {
  const { user } = await shownBar({});
  await choose(user, 'Saved settings', 'Theirs — Boris');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(ITEMS[1]);
});

it('offers nothing but a copy for none and for those of others', async () => {
  await shownBar({ chosen: 2, changed: true });
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('Theirs — Boris'));
  expect(names().filter(Boolean)).toEqual(['Save as…']);
});

it('saves the own one only where it has changed', async () => {
  await shownBar({ chosen: 1 });
  await screen.findByRole('button', { name: 'Delete' });
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('saves what is shown into the own one', async () => {
  const { user } = await shownBar({ chosen: 1, changed: true });
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked(api.filters.update)).toMatchObject([{ params: { id: 1 }, body: { content: FILTER } }]));
});

it.each([
  [1, 'Share with the space', true],
  [3, 'Stop sharing', false],
])('shares %i: %s', async (chosen, name, shared) => {
  const { user } = await shownBar({ chosen });
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(asked(api.filters.update)).toMatchObject([{ params: { id: chosen }, body: { shared } }]));
});

it('shares nothing where the person may not', async () => {
  await shownBar({ chosen: 1, maySharePresets: false });
  await screen.findByRole('button', { name: 'Delete' });
  expect(screen.queryByRole('button', { name: 'Share with the space' })).toBeNull();
});

it('deletes after a question with the name', async () => {
  const { user } = await shownBar({ chosen: 1 });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = await dialog('Delete these settings?');
  expect(question.textContent).toContain('“Mine” is deleted for everybody');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(asked(api.filters.remove)).toEqual([]);
  await user.click(press('Delete'));
  await user.click(within(await dialog('Delete these settings?')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith(null));
  expect(asked(api.filters.remove)).toMatchObject([{ params: { id: 1 } }]);
});

it('saves under a name that is asked for in place', async () => {
  const { user } = await shownBar({});
  await user.click(press('Save as…'));
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(name);
  await user.click(press('Save'));
  expect(problemOf(name)).toBe('Enter name');
  await user.type(name, ' Late works {Enter}');
  await waitFor(() => expect(onChoose).toHaveBeenCalledOnce());
  expect(onChoose.mock.calls[0][0]).toMatchObject({ id: 9, name: 'Late works', own: true, shared: false, content: FILTER });
  expect(asked(api.filters.create)).toMatchObject([{ body: { name: 'Late works', shared: false, content: FILTER } }]);
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
});

it('stays with the name where that is refused, and goes back without', async () => {
  refuse(api.filters.create, 'preset.name_taken', { name: 'Mine' });
  const { user } = await shownBar({});
  await user.click(press('Save as…'));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Mine{Enter}');
  await waitFor(() => expect(asked(api.filters.create)).toHaveLength(1));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Mine');
  await user.click(press('Cancel'));
  expect(screen.getByRole('combobox', { name: 'Saved settings' })).toBeTruthy();
  expect(onChoose).not.toHaveBeenCalled();
});

it('renames the own one in place by keyboard alone, and gives the focus back', async () => {
  const { user } = await shownBar({ chosen: 1 });
  const rename = await screen.findByRole('button', { name: 'Rename' });
  rename.focus();
  await user.keyboard('{Enter}');
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect([document.activeElement, name.value]).toEqual([name, 'Mine']);
  await user.clear(name);
  await user.keyboard('{Enter}');
  expect(problemOf(name)).toBe('Enter name');
  await user.keyboard('Late works{Enter}');
  await waitFor(() => expect(asked(api.filters.update)).toMatchObject([{ params: { id: 1 }, body: { name: 'Late works' } }]));
  await waitFor(() => expect(document.activeElement).toBe(press('Rename')));
  // The same name, and Escape, ask for nothing.
  await user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(press('Rename')));
  await user.keyboard('{Enter}Other{Escape}');
  expect(document.activeElement).toBe(press('Rename'));
  expect(asked(api.filters.update)).toHaveLength(1);
  expect(onChoose).not.toHaveBeenCalled();
});

it('keeps the new name in the field where it is refused', async () => {
  refuse(api.filters.update, 'preset.name_taken', { name: 'Shared' });
  const { user } = await shownBar({ chosen: 1 });
  await user.click(await screen.findByRole('button', { name: 'Rename' }));
  await user.keyboard('Shared{Enter}');
  await waitFor(() => expect(asked(api.filters.update)).toHaveLength(1));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Shared');
});

it('saves nothing where there is nothing to save', async () => {
  await shownBar({ content: null, chosen: 1, changed: true });
  await screen.findByRole('button', { name: 'Delete' });
  expect(press('Save as…').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
