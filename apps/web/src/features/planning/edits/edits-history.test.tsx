import { api } from '@gantry/contract';
import type { AnyRow } from '@gantry/domain';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { EditsHistory } from './edits-history.tsx';
import type { UndoAction } from './edits.model.ts';

const action = (revision: number, name: string, more: Partial<UndoAction> = {}): UndoAction => ({
  revision,
  name,
  action: name,
  undoes: null,
  redoes: null,
  stands: true,
  author: 'Ada Lovelace',
  author_id: 1,
  at: '2026-03-02T09:00:00Z',
  kind: 'update',
  rows: 2,
  undone: false,
  mine: true,
  about: null,
  ...more,
});
const ACTIONS = [
  action(6, 'wbs.update', { stands: false }),
  action(5, 'wbs.create', { mine: false, author: 'Boris Crane', rows: 1 }),
  action(4, 'relation.create'),
  action(3, 'wbs.delete'),
];
const ROWS: Record<string, AnyRow> = {
  'wbs 5': { id: 5, code: 'A5', name: 'Rafters' },
  'resource 3': { id: 3, code: '', name: 'Crane' },
  'assignment 7': { id: 7, itemId: 5, resourceId: 3 },
};
const SIGHT = { rowOf: (table: string, id: number) => ROWS[`${table} ${id}`] ?? null, minutesPerDay: () => 480 };
const DONE = { revision: 7, diff: {}, name: 'wbs.update', count: 1 };

beforeEach(() => {
  answer(api.edits.list, { actions: ACTIONS, can_undo: true, can_redo: true } as never);
  answer(api.edits.undo, DONE);
  answer(api.edits.redo, DONE);
});

const lines = () => screen.getAllByRole('listitem');
const press = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const shown = async (readOnly?: boolean) => {
  const page = await show(<EditsHistory versionId={9} revision={6} readOnly={readOnly} sight={SIGHT} />);
  await screen.findByRole('button', { name: /Row added/ });
  return page;
};

it('says what was done, to how much, by whom', async () => {
  await shown();
  expect(asked(api.edits.list)).toMatchObject([{ params: { id: 9 }, query: { limit: 300 } }]);
  expect(lines().map(({ textContent }) => textContent?.replace(/\d\d\.\d\d\.\d{4}.*$/, ''))).toEqual([
    'Row changed2 rowsAda Lovelace',
    'Row added1 rowBoris Crane',
    'Relation added2 rowsAda Lovelace',
    'Row deleted2 rowsAda Lovelace',
  ]);
});

it('marks what is undone, and where the person stands', async () => {
  await shown();
  expect(lines().map((line) => line.hasAttribute('data-undone'))).toEqual([true, false, false, false]);
  expect(press(/Relation added/).getAttribute('aria-current')).toBe('true');
  expect(press(/Row deleted/).getAttribute('aria-current')).toBeNull();
});

it('takes back an action with all of the own ones after it', async () => {
  const { user } = await shown();
  expect(press(/Row deleted/).title).toBe('Take back this and everything of mine after it');
  await user.click(press(/Row deleted/));
  await waitFor(() => expect(asked(api.edits.undo)).toMatchObject([{ params: { id: 9 }, body: { revision: 3, through: true } }]));
  expect(asked(api.edits.redo)).toEqual([]);
  await waitFor(() => expect(asked(api.edits.list)).toHaveLength(2));
});

it('restores up to an action that was taken back', async () => {
  const { user } = await shown();
  expect(press(/Row changed/).title).toBe('Restore up to here');
  await user.click(press(/Row changed/));
  await waitFor(() => expect(asked(api.edits.redo)).toMatchObject([{ body: { revision: 6, through: true } }]));
});

it('asks for the history anew also where that is refused', async () => {
  refuse(api.edits.undo, 'edit.changed_since', { name: 'Deck', by: 'Boris', count: 1 });
  const { user } = await shown();
  await user.click(press(/Row deleted/));
  await waitFor(() => expect(asked(api.edits.list)).toHaveLength(2));
});

it('leaves alone what others did, and everything where one only reads', async () => {
  await shown();
  expect(press(/Row added/).disabled).toBe(true);
  expect(press(/Row added/).title).toBe('');
});

it('takes nothing back for who only reads', async () => {
  await shown(true);
  expect(lines()).toHaveLength(4);
  for (const button of lines().map((line) => line.querySelector('button'))) expect(button?.disabled).toBe(true);
});

it('lists the own actions alone', async () => {
  const { user } = await shown();
  await user.click(screen.getByRole('radio', { name: 'Mine' }));
  expect(lines()).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /Row added/ })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Everybody' }));
  expect(lines()).toHaveLength(4);
});

it('says where nothing was done yet', async () => {
  answer(api.edits.list, { actions: [], can_undo: false, can_redo: false } as never);
  await show(<EditsHistory versionId={9} revision={1} sight={SIGHT} />);
  expect(await screen.findByText('Nothing has been changed yet')).toBeTruthy();
});

it('names the row, the field, its old and its new value', async () => {
  const about = { table: 'wbs', kind: 'updated', id: 5, refs: {}, name: null, part: null, rows: 1 } as const;
  answer(api.edits.list, {
    actions: [
      action(6, 'wbs.update', { about: { ...about, field: 'durationMinutes', before: 2400, after: 960 } }),
      action(5, 'wbs.update', { about: { ...about, field: 'start', before: null, after: '2026-04-05T08:00' } }),
      action(4, 'wbs.update_many', { about: { ...about, field: 'status', before: 'not_started', after: 'completed', rows: 3 } }),
      action(3, 'relation.create', {
        about: {
          ...about,
          table: 'relation',
          kind: 'added',
          refs: { predecessorId: 5, successorId: 9 },
          field: null,
          before: null,
          after: null,
        },
      }),
      action(2, 'resource.rates', { about: { ...about, table: 'resource', id: 3, field: 'pricePerUnit', before: 100, after: 120.5 } }),
      action(1, 'wbs.update', { about: { ...about, table: 'assignment', id: 7, field: 'lagMinutes', before: 0, after: 90 } }),
      action(0, 'timetable.settings', {
        about: { ...about, table: 'settings', id: 1, field: 'options', part: 'openEndsCritical', before: false, after: true },
      }),
    ],
    can_undo: true,
    can_redo: false,
  } as never);
  await show(<EditsHistory versionId={9} revision={6} sight={SIGHT} />);
  for (const text of [
    '“A5 Rafters”, Days: 5 → 2',
    '“A5 Rafters”, Start: – → 05.04.2026 08:00',
    '“A5 Rafters”, Status: Not started → Completed and 2 more',
    '“A5 Rafters → 9”',
    '“Crane”, Price: 100 → 120.50',
    '“A5 Rafters, Crane”, Lag: 0 d → 0.19 d',
    'Option: Open ends are critical: No → Yes',
  ])
    expect(await screen.findByText(text)).toBeTruthy();
});
