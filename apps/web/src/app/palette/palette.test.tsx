import { api, type Output } from '@gantry/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useStructureSelection } from '../../features/structure/eps/eps.store.ts';
import { signedInWith } from '../../testing/examples.ts';
import { answer, asked } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { useOfferOf } from '../../ui/commands.ts';
import { useNamedForm } from '../../ui/forms/open-form.ts';
import { Palette } from './palette.tsx';

type Tree = Output<typeof api.eps.tree>;
const AT = '2026-03-02T09:00:00Z';
const node = (id: number, parent_id: number | null, kind: Tree['nodes'][number]['kind'], name: string) => ({
  id,
  parent_id,
  kind,
  name,
  position: id,
  created_at: AT,
  updated_at: AT,
});
const TREE: Tree = {
  nodes: [node(1, null, 'facility', 'Harbour'), node(2, 1, 'project', 'Pier'), node(3, 2, 'schedule', 'Piles')],
  versions: [
    {
      id: 9,
      schedule_id: 3,
      name: 'Working version',
      kind: 'version',
      locked: false,
      revision: 1,
      calculation_status: 0,
      validity: 0,
      left_out: [],
      data_date: null,
      item_count: 0,
      created_at: AT,
      updated_at: AT,
    },
  ],
};

beforeEach(() => {
  signedInWith();
  answer(api.eps.tree, TREE);
  answer(api.search.find, { hits: [], next: null });
});

const field = () => screen.getByRole<HTMLInputElement>('combobox');
const names = () =>
  screen
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
    .filter((name) => !name.startsWith('All results'));
const chosen = () => screen.getAllByRole('option').filter((option) => option.getAttribute('aria-selected') === 'true');
const opened = async () => {
  const page = await show(
    <>
      <Palette spaceId={1} />
      <textarea aria-label="Note" />
    </>,
  );
  await page.user.keyboard('{Control>}k{/Control}');
  return page;
};

it('takes what is typed right after Ctrl+K: the field has the focus at once', async () => {
  await show(<Palette spaceId={1} />);
  fireEvent.keyDown(document.documentElement, { key: 'k', code: 'KeyK', ctrlKey: true });
  expect(document.activeElement).toBe(field());
});

it('opens from a field, and by its button', async () => {
  const { user } = await show(
    <>
      <Palette spaceId={1} />
      <textarea aria-label="Note" />
    </>,
  );
  await user.click(screen.getByLabelText('Note'));
  await user.keyboard('{Control>}k{/Control}');
  expect(document.activeElement).toBe(field());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await user.click(screen.getByRole('button', { name: /Ctrl\+K/ }));
  expect(document.activeElement).toBe(field());
});

it('is a dialog with a name, over a list that the field names', async () => {
  await opened();
  const dialog = screen.getByRole('dialog');
  expect(document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('Search');
  expect(screen.getByRole('listbox').id).toBe(field().getAttribute('aria-controls'));
});

it('leads to a version by a piece of its name', async () => {
  const { user, place } = await opened();
  await waitFor(() => expect(names()).toContain('Working versionHarbour / Pier / Piles'));
  await user.keyboard('working');
  expect(names()).toEqual(['Working versionHarbour / Pier / Piles']);
  expect(field().getAttribute('aria-activedescendant')).toBe(chosen()[0].id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(place()).toBe('/1/schedule/9'));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

it('leads to a node and selects it', async () => {
  const { user, place } = await opened();
  await screen.findByRole('option', { name: /^Pier/ });
  await user.keyboard('pier{Enter}');
  await waitFor(() => expect(place()).toBe('/1'));
  expect(useStructureSelection.getState().selected[1]).toBe('n2');
});

it('leads to the grid schedule of a project', async () => {
  const { user, place } = await opened();
  await screen.findByRole('option', { name: /^Pier/ });
  await user.keyboard('grid schedule');
  await user.click(await screen.findByRole('option', { name: /^Grid schedule · / }));
  await waitFor(() => expect(place()).toMatch(/^\/1\/grid\/\d+$/));
});

it('chooses by the arrows and by the pointer; the first is chosen by itself', async () => {
  const { user } = await opened();
  await screen.findByRole('option', { name: /^Pier/ });
  const all = screen.getAllByRole('option');
  expect(chosen()).toEqual([all[0]]);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(chosen()).toEqual([all[2]]);
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toEqual([all[1]]);
  expect(field().getAttribute('aria-activedescendant')).toBe(all[1].id);
  fireEvent.mouseMove(all[3]);
  expect(chosen()).toEqual([all[3]]);
  await user.keyboard('p');
  expect(chosen()).toEqual([screen.getAllByRole('option')[0]]);
});

it('chooses the first one where the structure comes after what is typed', async () => {
  let give = (): void => undefined;
  answer(api.eps.tree, () => new Promise((resolve) => (give = () => resolve(TREE))));
  const { user, place } = await opened();
  await user.keyboard('working');
  expect(names()).toEqual([]);
  expect(screen.getByText('Nothing has this name')).toBeTruthy();
  give();
  await screen.findByRole('option', { name: /Working version/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(place()).toBe('/1/schedule/9'));
});

it('goes where it is clicked', async () => {
  const { user, place } = await opened();
  await user.click(await screen.findByRole('option', { name: /^Working version/ }));
  await waitFor(() => expect(place()).toBe('/1/schedule/9'));
});

it('finds the rows and commands of the place that is open, and runs them', async () => {
  const run = vi.fn();
  const go = vi.fn();
  const offer = {
    commands: [{ key: 'fit', name: 'Show the whole schedule', shortcut: 'Alt+0', run }],
    find: (text: string) => (text === 'raft' ? [{ key: 'r5', name: 'A5 Rafters', where: 'Roof', go }] : []),
  };
  function Place() {
    useOfferOf(offer);
    return <Palette spaceId={1} />;
  }
  const { user } = await show(<Place />);
  await user.keyboard('{Control>}k{/Control}raft');
  expect(names()).toEqual(['A5 RaftersRoof']);
  await user.keyboard('{Enter}');
  expect(go).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await user.keyboard('{Control>}k{/Control}whole');
  expect(names()).toEqual(['Show the whole scheduleCommand · Alt+0']);
  await user.keyboard('{Enter}');
  expect(run).toHaveBeenCalledOnce();
});

it('forgets what was typed when it closes', async () => {
  const { user } = await opened();
  await user.keyboard('working{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await user.keyboard('{Control>}k{/Control}');
  expect(field().value).toBe('');
});

it('finds texts behind the names, without moving the mark, and leads to them and to all of them', async () => {
  const hit = (kind: 'row' | 'comment', ids: object, text: string | null) => ({
    kind,
    ids: { node_id: 3, ...ids },
    icon: null,
    title: 'P-7 Pier wall',
    text,
    path: ['Harbour', 'Pier', 'Piles'],
    author: text && 'Ada Lovelace',
    at: AT,
    marks: { title: [], text: [] },
    others: 0,
    alike: false,
  });
  const hits = [hit('row', { version_id: 9, row_id: 4 }, null), hit('comment', { comment_id: 8 }, 'The pier is wet')];
  answer(api.search.find, { hits, next: null });
  const { user, place } = await opened();
  await user.keyboard('pier');
  expect(await screen.findByRole('option', { name: /P-7 Pier wall/ })).toBeTruthy();
  expect(asked(api.search.find).at(-1)?.query).toMatchObject({
    q: 'pier',
    kinds: ['row', 'message', 'comment', 'card', 'file', 'value', 'row_value'],
  });
  expect(names()).toEqual([
    'PierHarbour',
    'Grid schedule · PierHarbour',
    'Working versionHarbour / Pier / Piles',
    'PilesHarbour / Pier',
    'P-7 Pier wallWork · Piles',
    'The pier is wetComment · Piles · Ada Lovelace',
  ]);
  expect(chosen().map(({ textContent }) => textContent)).toEqual(['PierHarbour']);
  await user.click(screen.getByRole('option', { name: /P-7 Pier wall/ }));
  await waitFor(() => expect(place()).toMatch(/^\/1\/schedule\/9\?target=(4|%224%22)$/));
  await user.keyboard('{Control>}k{/Control}pier');
  await user.click(await screen.findByRole('option', { name: 'All results for “pier”' }));
  await waitFor(() => expect(place()).toBe('/1/search?q=pier'));
});

describe('named forms', () => {
  const FORM = (name: string) => screen.findByRole('option', { name: new RegExp(`^${name}\\s*Command`) });
  function Forms() {
    const forms = [
      useNamedForm('create_node'),
      useNamedForm('create_space'),
      useNamedForm('version_upload'),
      useNamedForm('directory_upload'),
      useNamedForm('directory_upload_with_assignment'),
      useNamedForm('permissions'),
      useNamedForm('pipe_settings'),
      useNamedForm('settings'),
      useNamedForm('checkout'),
    ];
    return <output aria-label="Form">{JSON.stringify(forms.find(Boolean) ?? null)}</output>;
  }
  const form = () => JSON.parse(screen.getByRole('status', { name: 'Form' }).textContent);

  it.each([
    ['Create: Schedule', '/1/home', { form: 'create_node', kind: 'schedule', parentId: 2, parentName: 'Pier' }, '/1'],
    ['New space', '/1/home', { form: 'create_space' }, '/auth/select-space'],
    ['Version upload', '/1/home', { form: 'version_upload', scheduleId: 3, versionId: null }, '/1'],
    ['Directory upload', '/1/home', { form: 'directory_upload', into: 'new' }, '/1/directories'],
    ['Directory upload with assignment', '/1', { form: 'directory_upload_with_assignment', into: 'new' }, '/1/directories'],
    ['Permissions', '/1/calendars', { form: 'permissions', nodeId: 3, nodeName: 'Piles' }, '/1'],
    ['Stages and gates', '/1/home', { form: 'pipe_settings' }, '/1/pipeline/2'],
    ['Calculation settings', '/1/home', { form: 'settings' }, '/1/schedule/9'],
    ['Load a license', '/1/home', { form: 'checkout' }, '/1/admin'],
  ])('opens %s from %s on the screen that has it', async (name, path, opened, screenPath) => {
    useStructureSelection.setState({ selected: { 1: 'v9' } });
    const { user, place } = await show(
      <>
        <Palette spaceId={1} />
        <Forms />
      </>,
      { path },
    );
    await user.keyboard('{Control>}k{/Control}');
    await user.keyboard(name.slice(0, 16));
    await user.click(await FORM(name));
    await waitFor(() => expect(form()).toEqual(opened));
    await waitFor(() => expect(place()).toBe(screenPath));
  });

  it('offers only what the person may', async () => {
    useStructureSelection.setState({ selected: { 1: 'v9' } });
    signedInWith(['plan.read']);
    const { user } = await opened();
    const offered = async (text: string) => {
      await user.clear(field());
      await user.keyboard(text);
      return names().filter((name) => name.includes('Command'));
    };
    await screen.findByRole('option', { name: /^Pier/ });
    expect(await offered('settings')).toEqual(['Calculation settingsCommand · Working version']);
    expect(await offered('space')).toEqual(['New spaceCommand']);
    for (const text of ['create', 'upload', 'permissions', 'stages', 'license']) expect(await offered(text)).toEqual([]);
  });
});
