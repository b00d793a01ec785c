import { api, type KanbanColumn, type KanbanItem } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { memberOf, signedInWith } from '../../testing/examples.ts';
import { answer, asked, publish, refuse } from '../../testing/fake-server.ts';
import { dialog, show } from '../../testing/show.tsx';
import { ToastVoice } from '../../ui/toasts.tsx';
import { BoardPage } from './board-page.tsx';

const column = (id: number, name: string, more: Partial<KanbanColumn> = {}): KanbanColumn => ({
  id,
  board_id: 7,
  name,
  tint: null,
  wip_limit: null,
  on_enter: null,
  done: false,
  value: null,
  value_name: null,
  ...more,
});
const card = (id: number, column_id: number, rank: string, title: string, more: Partial<KanbanItem> = {}): KanbanItem => ({
  id,
  column_id,
  rank,
  title,
  described: false,
  due: null,
  priority: 0,
  person_ids: [],
  label_ids: [],
  comments: 0,
  schedule_id: null,
  row_id: null,
  row: null,
  ...more,
});
const BOARD = {
  id: 7,
  eps_id: 5,
  eps_name: 'Unit 1',
  name: 'Punch list',
  source: 'free',
  group_by: null,
  filter: null,
  revision: 1,
} as const;
let items: KanbanItem[];
let revision: number;

beforeAll(() => {
  // Without styles nothing scrolls: the drag library warns of each list.
  vi.spyOn(console, 'warn').mockReturnValue();
  // Columns draw what is in sight: here that is all.
  for (const side of ['clientHeight', 'clientWidth'])
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 800 });
});

beforeEach(() => {
  signedInWith();
  revision = 1;
  items = [
    card(11, 1, 'a0', 'Pour walls', { label_ids: [3], due: '2020-01-01', priority: 3, person_ids: [2] }),
    card(12, 1, 'a1', 'Strip formwork'),
    card(21, 2, 'a0', 'Order pump'),
  ];
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.spaces.users, { users: [memberOf(2, 'Boris')] });
  answer(api.kanban.get, {
    board: BOARD,
    columns: [column(1, 'To do', { wip_limit: 1 }), column(2, 'In progress'), column(3, 'Done', { done: true })],
    labels: [{ id: 3, board_id: 7, name: 'Concrete', tint: 2 }],
    version_id: null,
    may: { edit: true, report: true, plan: true },
  });
  answer(api.kanban.items, ({ query: { since } }) => ({
    revision,
    full: since === undefined,
    version_id: null,
    state: null,
    items,
    deleted: [],
    people: [{ user_id: 2, name: 'Boris B' }],
    missing: [],
  }));
  answer(api.kanban.updateItems, ({ body }) => {
    revision++;
    items = body.items.map(({ id, after_id, deleted: _deleted, description, ...fields }) => {
      const item = items.find((one) => one.id === id) ?? card(id, 1, 'a9', `Card ${id}`);
      const after = items.find((one) => one.id === after_id)?.rank ?? '';
      const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      return { ...item, ...set, rank: after_id === undefined ? item.rank : `${after}5`, described: Boolean(description ?? item.described) };
    });
    return { revision, items, people: [] };
  });
});

const opened = async (path = '/1/kanban-schedule/5/7') => {
  const page = await show(
    <>
      <ToastVoice />
      <BoardPage />
    </>,
    { path },
  );
  await screen.findByRole('article', { name: 'Order pump' });
  return page;
};
const columnOf = (name: RegExp) => screen.getByRole('region', { name });
const titles = (name: RegExp) =>
  within(columnOf(name))
    .queryAllByRole('article')
    .map((card) => card.getAttribute('aria-label'));
const article = (name: string) => screen.getByRole('article', { name });
const press = (name: string, key: string, more: object = {}) => fireEvent.keyDown(article(name), { key, code: key, ...more });
const voice = () => screen.getByRole('status').textContent?.trim();

it('shows columns with limits and cards with what they say, and filters them by the address', async () => {
  const { user, place } = await opened();
  expect(columnOf(/^To do, cards: 2/).textContent).toContain('⚠ 2 / 1');
  expect(article('Pour walls').textContent).toBe('ConcretePour walls!!!⚠ 01.01.2020BB⋯');
  await user.type(screen.getByRole('textbox', { name: 'Filter cards' }), 'pump');
  await waitFor(() => expect(titles(/^To do/)).toEqual([]));
  expect(columnOf(/^To do/).textContent).toContain('No card here passes the filter');
  await user.click(screen.getByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(place()).toMatch(/5\/7\?text=pump&mine=/));
  await user.click(screen.getByRole('button', { name: 'Show all cards' }));
  await waitFor(() => expect(titles(/^To do/)).toEqual(['Pour walls', 'Strip formwork']));
});

it('moves by keyboard, says where to, and takes that back with Ctrl+Z', async () => {
  await opened();
  article('Pour walls').focus();
  press('Pour walls', 'ArrowRight', { altKey: true });
  await waitFor(() => expect(titles(/^In progress/)).toEqual(['Pour walls', 'Order pump']));
  expect(voice()).toBe('Pour walls: In progress, 1 of 2');
  await waitFor(() => expect(document.activeElement).toBe(article('Pour walls')));
  await waitFor(() => expect(asked(api.kanban.updateItems)).toHaveLength(1));
  press('Pour walls', 'z', { code: 'KeyZ', ctrlKey: true });
  await waitFor(() => expect(titles(/^To do/)).toEqual(['Pour walls', 'Strip formwork']));
  expect(asked(api.kanban.updateItems).map(({ body }) => body)).toEqual([
    { board_id: 7, revision: 1, items: [{ id: 11, column_id: 2, after_id: null }] },
    { board_id: 7, revision: 2, items: [{ id: 11, column_id: 1, after_id: null }] },
  ]);
  press('Pour walls', 'z', { code: 'KeyZ', ctrlKey: true });
  await waitFor(() => expect(voice()).toBe('Nothing to undo'));
});

it('goes from card to card by arrows, selects several, and moves them by “Move to…”', async () => {
  const { user } = await opened();
  article('Pour walls').focus();
  press('Pour walls', 'ArrowDown', { shiftKey: true });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Strip formwork, selected'));
  press('Strip formwork, selected', 'm', { code: 'KeyM' });
  const form = within(await dialog('Move “2 cards” to…'));
  await user.click(form.getByRole('radio', { name: 'Done (0)' }));
  await user.click(form.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(titles(/^Done/)).toEqual(['Pour walls, selected', 'Strip formwork, selected']));
  expect(asked(api.kanban.updateItems)[0].body.items).toEqual([
    { id: 11, column_id: 3, after_id: null },
    { id: 12, column_id: 3, after_id: null },
  ]);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Strip formwork, selected'));
});

it('brings a refused card back and says why on it; what others have changed is asked for', async () => {
  await opened();
  refuse(api.kanban.updateItems, 'kanban.changed', { revision: 5, ids: [12] });
  article('Strip formwork').focus();
  const asks = asked(api.kanban.items).length;
  press('Strip formwork', 'ArrowRight', { altKey: true });
  await waitFor(() => expect(article('Strip formwork').textContent).toContain('Somebody has just changed these cards'));
  expect(titles(/^To do/)).toEqual(['Pour walls', 'Strip formwork']);
  await waitFor(() => expect(asked(api.kanban.items).length).toBeGreaterThan(asks));
  expect(asked(api.kanban.items).at(-1)?.query.since).toBe(1);
});

it('takes in what others have done, once and by what has changed alone', async () => {
  await opened();
  revision = 3;
  items = [card(12, 3, 'a0', 'Strip formwork')];
  publish('kanban_updated', { board_id: 7, revision: 2, eps_id: 5 });
  publish('kanban_updated', { board_id: 7, revision: 3, eps_id: 5 });
  publish('kanban_updated', { board_id: 8, revision: 9, eps_id: 5 });
  await waitFor(() => expect(titles(/^Done/)).toEqual(['Strip formwork']));
  expect(titles(/^To do/)).toEqual(['Pour walls']);
  expect(asked(api.kanban.items).map(({ query }) => query.since)).toEqual([undefined, 1]);
});

it('asks for all cards where what has changed is of another version', async () => {
  await opened();
  const anew = { ...card(31, 1, 'a0', 'Pour anew'), row_id: 31 };
  answer(api.kanban.items, ({ query: { since } }) => ({
    revision: 2,
    full: since === undefined,
    version_id: 9,
    state: 's9',
    items: since === undefined ? [anew] : [],
    deleted: [],
    people: [],
    missing: [],
  }));
  publish('kanban_updated', { board_id: 7, revision: 2, eps_id: 5 });
  await waitFor(() => expect(titles(/^To do/)).toEqual(['Pour anew']));
  expect(asked(api.kanban.items).map(({ query }) => query.since)).toEqual([undefined, 1, undefined]);
});

it('adds cards by N, deletes one with Delete, and takes that back in the toast', async () => {
  const { user } = await opened();
  answer(api.kanban.createItems, () => {
    revision++;
    return { revision, items: [card(30, 1, 'a2', 'Cure')], people: [], known: [] };
  });
  article('Pour walls').focus();
  press('Pour walls', 'n', { code: 'KeyN' });
  await user.type(await screen.findByRole('textbox', { name: 'New card in “To do”' }), 'Cure{Enter}{Escape}');
  await waitFor(() => expect(titles(/^To do/)).toEqual(['Pour walls', 'Strip formwork', 'Cure']));
  press('Strip formwork', 'Delete');
  await waitFor(() => expect(titles(/^To do/)).toEqual(['Pour walls', 'Cure']));
  await user.click(await screen.findByText('Undo'));
  await waitFor(() => expect(asked(api.kanban.updateItems).at(-1)?.body.items).toEqual([{ id: 12, deleted: false }]));
});

it('opens a card beside the board, changes it, and closes with Escape', async () => {
  answer(api.comments.list, { comments: [], next: null });
  answer(api.kanban.item, ({ params: { id } }) => ({
    revision,
    item: items.find((one) => one.id === id) ?? items[0],
    people: [],
    description: '',
    created_at: null,
    created_by: null,
    moves: [{ from: 1, to: 2, at: '2026-03-02T09:00:00Z', by: 'Boris' }],
  }));
  const { user, place } = await opened();
  await user.click(screen.getByText('Order pump'));
  await waitFor(() => expect(place()).toBe('/1/kanban-schedule/5/7/21'));
  const panel = within(await screen.findByRole('complementary', { name: 'Card' }));
  expect((await panel.findByText(/To do → In progress/)).textContent).toContain('Boris');
  await user.click(panel.getByRole('button', { name: 'Add a description' }));
  await user.type(panel.getByRole('textbox', { name: 'Description' }), 'By **six**{Control>}{Enter}{/Control}');
  await waitFor(() => expect(asked(api.kanban.updateItems)[0].body.items).toEqual([{ id: 21, description: 'By **six**' }]));
  fireEvent.keyDown(panel.getByRole('button', { name: 'Move to…' }), { key: 'Escape' });
  await waitFor(() => expect(place()).toBe('/1/kanban-schedule/5/7'));
});

const whole = ({ params: { id } }: { params: { id: number } }) => ({
  revision,
  item: items.find((one) => one.id === id) ?? items[0],
  people: [],
  description: '',
  created_at: null,
  created_by: null,
  moves: [],
});

it('copies cards by C to a column of another free board, and says why where that is refused', async () => {
  const inList = { cards: 3, mine: 0, overdue: 0 };
  answer(api.kanban.list, {
    boards: [
      { ...BOARD, ...inList },
      { ...BOARD, id: 9, name: 'Handover', ...inList },
    ],
    next: null,
  });
  const { user } = await opened();
  refuse(api.kanban.copyItems, 'kanban.too_many', { most: 10_000 });
  article('Pour walls').focus();
  press('Pour walls', 'c', { code: 'KeyC' });
  const form = within(await dialog('Copy “Pour walls”'));
  await waitFor(() => expect(form.getByRole<HTMLInputElement>('combobox', { name: 'Column' }).value).toBe('To do'));
  await user.click(form.getByRole('checkbox', { name: 'With people' }));
  await user.click(form.getByRole('button', { name: 'Copy' }));
  expect((await form.findByRole('alert')).textContent).toMatch(/10/);
  answer(api.kanban.copyItems, () => ({ revision: 9, items: [], people: [] }));
  await user.click(form.getByRole('combobox', { name: 'Board' }));
  await user.click(await screen.findByRole('option', { name: 'Handover' }));
  await waitFor(() => expect(form.getByRole<HTMLInputElement>('combobox', { name: 'Column' }).value).toBe('To do'));
  await user.click(form.getByRole('button', { name: 'Copy' }));
  await screen.findByText('1 card is copied to “Handover”, To do');
  expect(asked(api.kanban.copyItems).map(({ body }) => body)).toEqual([
    { from_board_id: 7, ids: [11], board_id: 7, column_id: 1, with: ['labels'] },
    { from_board_id: 7, ids: [11], board_id: 9, column_id: 1, with: ['labels'] },
  ]);
});

it('makes a work of a card and shows the comments on the card itself', async () => {
  answer(api.kanban.item, whole);
  answer(api.comments.list, { comments: [], next: null });
  const at = { position: 1, created_at: '2026-03-02T09:00:00Z', updated_at: '2026-03-02T09:00:00Z' };
  const version = {
    ...at,
    locked: false,
    revision: 1,
    calculation_status: 1 as const,
    validity: 1 as const,
    left_out: [],
    data_date: null,
    item_count: 2,
  };
  answer(api.eps.tree, {
    nodes: [{ ...at, id: 5, parent_id: null, kind: 'schedule', name: 'Unit 1' }],
    versions: [
      { ...version, id: 70, schedule_id: 5, name: 'March', kind: 'actual' },
      { ...version, id: 71, schedule_id: 6, name: 'Elsewhere', kind: 'actual' },
    ],
  });
  answer(api.wbs.filter, { revision: 1, total: 0, next: null, ignored: [], items: [] });
  answer(api.kanban.toRow, () => {
    revision++;
    items = items.map((one) => (one.id === 21 ? { ...one, schedule_id: 5, row_id: 400 } : one));
    return { revision, items: items.filter(({ id }) => id === 21), people: [], row_id: 400 };
  });
  const { user } = await opened('/1/kanban-schedule/5/7/21');
  const panel = within(await screen.findByRole('complementary', { name: 'Card' }));
  await waitFor(() => expect(asked(api.comments.list)[0]).toMatchObject({ params: { id: 5 }, query: { card_id: 21 } }));
  await user.click(panel.getByRole('button', { name: 'Make a work of it…' }));
  const form = within(await dialog('Make a work of “Order pump”'));
  expect(form.getByRole<HTMLInputElement>('combobox', { name: 'Version' }).value).toBe('Unit 1 / March');
  await user.type(form.getByRole('combobox', { name: 'Phase' }), 'Frame');
  await waitFor(() => expect(JSON.stringify(asked(api.wbs.filter).at(-1)?.body)).toContain('Frame'));
  await user.click(form.getByRole('button', { name: 'Make the work' }));
  await screen.findByText('“Order pump” is a work of the schedule now');
  expect(asked(api.kanban.toRow).map(({ body }) => body)).toEqual([{ item_id: 21, version_id: 70, parent_id: null }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Make a work of it…' })).toBeNull());
  expect(titles(/^In progress/)).toEqual(['Order pump']);
});

it('shows works of a filter, which is changed and taken off', async () => {
  const name = { column: 'name', operator: 'like', value: 'wall' } as const;
  let filter: RowFilter | null = { join: 'and', conditions: [name] };
  answer(api.kanban.get, () => ({
    board: { ...BOARD, source: 'rows' as const, group_by: 'status', filter },
    columns: [column(1, '', { value: 'not_started' }), column(2, '', { value: 'in_progress' })],
    labels: [],
    version_id: 9,
    may: { edit: true, report: true, plan: true },
  }));
  const crew = { id: 'attribute:4', type: 'list', name: 'Crew', editable: true } as const;
  answer(api.wbs.columns, { columns: [{ id: 'name', type: 'string', name: null, editable: true }, crew] });
  answer(api.specialties.list, { specialties: [] });
  answer(api.kanban.update, ({ body }) => {
    filter = body.filter ?? null;
    return { revision: 2 };
  });
  const { user } = await opened();
  const ask = async (label: string) => {
    await user.click(await screen.findByRole('button', { name: label }));
    return within(await dialog('Works of the board'));
  };
  let form = await ask('Works of the board: 1 condition');
  await user.click(form.getByRole('button', { name: 'Condition' }));
  await user.click(form.getAllByRole('combobox', { name: 'Column' })[1]);
  await user.click(await screen.findByRole('option', { name: 'Crew' }));
  await user.type(form.getAllByRole('textbox', { name: 'Value' })[1], 'North');
  await user.click(form.getByRole('button', { name: 'Save' }));
  form = await ask('Works of the board: 2 conditions');
  for (const remove of form.getAllByRole('button', { name: 'Remove the condition' }).toReversed()) await user.click(remove);
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Works of the board' });
  expect(asked(api.kanban.update).map(({ body }) => body)).toEqual([
    { id: 7, filter: { join: 'and', conditions: [name, { column: 'attribute:4', operator: 'like', value: 'North' }] } },
    { id: 7, filter: null },
  ]);
});
