import { api, type KanbanBoardInList } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedInWith } from '../../../testing/examples.ts';
import { answer, asked, publish, refuse } from '../../../testing/fake-server.ts';
import { choose, dialog, problemOf, show } from '../../../testing/show.tsx';
import type { ConditionColumn } from '../../../ui/conditions/conditions.ts';
import { BoardsList } from './boards-list.tsx';

const board = (id: number, name: string, more: Partial<KanbanBoardInList> = {}): KanbanBoardInList => ({
  id,
  eps_id: 5,
  eps_name: 'Unit 1',
  name,
  source: 'free',
  group_by: null,
  revision: 1,
  cards: 3,
  mine: 1,
  overdue: 0,
  ...more,
});
let boards: KanbanBoardInList[];
const COLUMNS: ConditionColumn[] = [
  { id: 'name', title: 'Name', type: 'string', options: null },
  { id: 'attribute:4', title: 'Crew', type: 'list', options: null },
  { id: 'attribute:5', title: 'Zone', type: 'string', options: null },
];

beforeEach(() => {
  signedInWith();
  boards = [
    board(7, 'Defects', { overdue: 2 }),
    board(8, 'Works', { eps_id: 6, eps_name: 'Piping', source: 'rows', group_by: 'executor', cards: null, mine: null, overdue: null }),
  ];
  answer(api.kanban.list, () => ({ boards, next: null }));
});

const opened = async (more: Partial<Parameters<typeof BoardsList>[0]> = {}) => {
  const onOpen = vi.fn<(board: { id: number; eps_id: number }) => void>();
  return {
    ...(await show(<BoardsList spaceId={1} nodeId={5} isSchedule columns={COLUMNS} mayEditAt={() => true} onOpen={onOpen} {...more} />)),
    onOpen,
  };
};
const lines = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

it('tells boards of the node and below it with their counts, and follows changes', async () => {
  const { user, onOpen } = await opened();
  expect(await lines()).toEqual([
    'DefectsFree cards3 cardsmine: 1overdue: 2',
    'WorksWorks of the schedule, by executor · PipingCounted when opened',
  ]);
  boards = [board(7, 'Defects', { cards: 4 })];
  publish('kanban_updated', { board_id: 7, revision: 2, eps_id: 5 });
  await screen.findByText('4 cards');
  await user.click(screen.getByRole('button', { name: /Defects.*Free cards/ }));
  expect(onOpen.mock.calls[0][0]).toMatchObject({ id: 7, eps_id: 5 });
});

it('shows further boards as they are asked for', async () => {
  answer(api.kanban.list, ({ query: { offset } }) =>
    offset ? { boards: [board(9, 'Handover')], next: null } : { boards: [board(7, 'Defects')], next: 1 },
  );
  const { user } = await opened();
  expect(await lines()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show more boards' }));
  await screen.findByText('Handover');
  expect(screen.queryByRole('button', { name: 'Show more boards' })).toBeNull();
  expect(asked(api.kanban.list).map(({ query }) => query.offset)).toEqual([0, 1]);
});

it('makes a board of columns, of rows, or as another one is set up', async () => {
  const { user, onOpen } = await opened();
  answer(api.kanban.create, { id: 9, revision: 1 });
  const begin = async () => {
    await user.click(await screen.findByRole('button', { name: 'New board' }));
    return within(await dialog('New board'));
  };
  let form = await begin();
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(problemOf(form.getByRole('textbox', { name: 'Name' }))).not.toBe('');
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Punch list');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(onOpen).toHaveBeenLastCalledWith({ id: 9, eps_id: 5 }));
  form = await begin();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'People');
  await user.click(form.getByRole('radio', { name: 'Works' }));
  await choose(user, 'Columns', 'by curator');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledTimes(2));
  form = await begin();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Again');
  await user.click(form.getByRole('radio', { name: 'Like another' }));
  await user.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledTimes(3));
  expect(asked(api.kanban.create).map(({ body }) => body)).toEqual([
    {
      eps_id: 5,
      name: 'Punch list',
      source: 'free',
      columns: [
        { name: 'To do', done: false },
        { name: 'In progress', done: false },
        { name: 'Done', done: true },
      ],
    },
    { eps_id: 5, name: 'People', source: 'rows', group_by: 'curator', filter: null, columns: [] },
    { eps_id: 5, name: 'Again', source: 'free', columns: [], template: 7 },
  ]);
});

it('makes a board of the works of a filter, in columns by one of their lists', async () => {
  const { user } = await opened();
  answer(api.kanban.create, { id: 9, revision: 1 });
  await user.click(await screen.findByRole('button', { name: 'New board' }));
  const form = within(await dialog('New board'));
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Crews');
  await user.click(form.getByRole('radio', { name: 'Works' }));
  await user.click(form.getByRole('combobox', { name: 'Columns' }));
  expect(screen.queryByRole('option', { name: /Zone/ })).toBeNull();
  await user.click(await screen.findByRole('option', { name: 'by the list “Crew”' }));
  expect(form.getByText('All works of the schedule, without phases.')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Condition' }));
  await user.type(form.getByRole('textbox', { name: 'Value' }), 'wall');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(asked(api.kanban.create)).toHaveLength(1));
  expect(asked(api.kanban.create)[0].body).toEqual({
    eps_id: 5,
    name: 'Crews',
    source: 'rows',
    group_by: 'attribute:4',
    filter: { join: 'and', conditions: [{ column: 'name', operator: 'like', value: 'wall' }] },
    columns: [],
  });
});

it('renames a board, deletes it, and takes that back', async () => {
  const { user } = await opened();
  answer(api.kanban.update, { revision: 2 });
  answer(api.kanban.remove, {});
  await user.click(await screen.findByRole('button', { name: 'More about “Defects”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  const form = within(await dialog('Rename the board'));
  await user.clear(form.getByRole('textbox', { name: 'Name' }));
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Faults{Enter}');
  await waitFor(() => expect(asked(api.kanban.update)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'More about “Defects”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(asked(api.kanban.update).map(({ body }) => body)).toEqual([
      { id: 7, name: 'Faults' },
      { id: 7, deleted: false },
    ]),
  );
});

it('says what boards are for where there are none, and what a reader may; a failure is tried again', async () => {
  boards = [];
  const { user } = await opened({ mayEditAt: () => false, isSchedule: false });
  await screen.findByText('Nobody has made a board here. You can read boards, not make them.');
  expect(screen.queryByRole('button', { name: 'New board' })).toBeNull();
  refuse(api.kanban.list, 'kanban.not_found');
  publish('kanban_updated', { board_id: 7, revision: 2, eps_id: 5 });
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer(api.kanban.list, { boards: [board(7, 'Defects')], next: null });
  await user.click(again);
  expect(await lines()).toHaveLength(1);
});
