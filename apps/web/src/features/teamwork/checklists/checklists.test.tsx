import { api, type Checklist } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openOutbox, resumeOutbox } from '../../../lib/outbox/outbox.ts';
import { answer, asked, receivedBy, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { ChecklistsPanel } from './checklists-panel.tsx';

const item = (id: number, text: string, done_at: string | null = null): Checklist['items'][number] => ({
  id,
  text,
  required: false,
  photo_required: false,
  due: null,
  person_id: null,
  person: null,
  done_at,
  done_by: done_at && 'Ada',
});
let lists: Checklist[];

beforeEach(() => {
  lists = [
    { id: 1, name: 'Before concrete', items: [item(11, 'Rebar', '2026-03-02T09:00:00Z'), item(12, 'Formwork'), item(13, 'Permit')] },
  ];
  answer(api.checklists.list, () => ({ checklists: lists }));
});
const panel = (mayEdit = true, mayTick = true) =>
  show(<ChecklistsPanel spaceId={1} place={{ nodeId: 5, versionId: 9, itemId: 7 }} mayEdit={mayEdit} mayTick={mayTick} />);

it('ticks at once, and takes the tick back where it is refused', async () => {
  refuse(api.checklists.updateItem, 'checklist.photo_missing');
  const { user } = await panel();
  const box = await screen.findByRole('checkbox', { name: 'Formwork' });
  expect(screen.getByText('1/3')).toBeTruthy();
  await user.click(box);
  expect(asked(api.checklists.updateItem)).toMatchObject([{ params: { checklistId: 1, itemId: 12 }, body: { done: true } }]);
  await waitFor(() => expect(box).toHaveProperty('checked', false));
  expect(screen.getByText('1/3')).toBeTruthy();
});

it('moves an item by Alt and arrows, and not over the ends', async () => {
  answer(api.checklists.updateItem, {});
  const { user } = await panel();
  (await screen.findByRole('checkbox', { name: 'Formwork' })).focus();
  await user.keyboard('{Alt>}{ArrowUp}{ArrowDown}{/Alt}');
  screen.getByRole('checkbox', { name: 'Rebar' }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(asked(api.checklists.updateItem).map(({ params, body }) => [params.itemId, body])).toEqual([
    [12, { after_id: null }],
    [12, { after_id: 13 }],
  ]);
});

it('adds by Enter; what was refused stays in the line', async () => {
  answer(api.checklists.createItem, { id: 14 });
  const { user } = await panel();
  const line = await screen.findByRole('textbox', { name: 'Add an item' });
  await user.type(line, 'Weather{Enter}');
  expect(asked(api.checklists.createItem)).toMatchObject([{ params: { versionId: 9, checklistId: 1 }, body: { text: 'Weather' } }]);
  refuse(api.checklists.create, 'checklist.too_many');
  const more = screen.getByRole('textbox', { name: 'Add a checklist' });
  await user.type(more, 'Another{Enter}');
  await waitFor(() => expect(more).toHaveProperty('value', 'Another'));
});

it('asks before a list goes that has items', async () => {
  answer(api.checklists.remove, {});
  const { user } = await panel();
  await user.click(await screen.findByRole('button', { name: 'More for “Before concrete”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Before concrete”?' });
  expect(within(dialog).getByText('3 items go with it.')).toBeTruthy();
  expect(asked(api.checklists.remove)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked(api.checklists.remove)).toMatchObject([{ body: { ids: [1] } }]));
});

it('who may only look can neither tick nor write; without lists nothing is shown to them', async () => {
  await panel(false, false);
  expect(await screen.findByRole('checkbox', { name: 'Rebar' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('textbox', { name: 'Add an item' })).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

describe('without a server', () => {
  const away = () =>
    answer(api.checklists.updateItem, () => {
      throw new TypeError('Failed to fetch');
    });
  const ticks = () => asked(api.checklists.updateItem).map(({ params, body }) => [params.itemId, body.done]);

  beforeEach(() => openOutbox(1));

  it('ticks wait, are seen as they will be and go in order when it is back, each once', async () => {
    away();
    const { user } = await panel();
    await user.click(await screen.findByRole('checkbox', { name: 'Formwork' }));
    await screen.findByRole('img', { name: 'Waits for the connection' });
    await user.click(screen.getByRole('checkbox', { name: 'Permit' }));
    await user.click(screen.getByRole('checkbox', { name: 'Rebar' }));
    await waitFor(() => expect(screen.getAllByRole('img', { name: 'Waits for the connection' })).toHaveLength(3));
    expect(screen.getByText('2/3')).toBeTruthy();
    const before = ticks().length;
    const [{ headers }] = receivedBy(api.checklists.updateItem);
    answer(api.checklists.updateItem, ({ params, body }) => {
      for (const one of lists[0].items) if (one.id === params.itemId) one.done_at = body.done ? '2026-03-03T09:00:00Z' : null;
      return {};
    });
    await resumeOutbox();
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Waits for the connection' })).toBeNull());
    expect(ticks().slice(before)).toEqual([
      [12, true],
      [13, true],
      [11, false],
    ]);
    // The tick that may have arrived before its answer was lost is the same one.
    expect(receivedBy(api.checklists.updateItem)[before].headers.get('idempotency-key')).toBe(headers.get('idempotency-key'));
  });

  it('a tick that is refused at last says why in its place, and lets the others go on', async () => {
    away();
    const { user } = await panel();
    await user.click(await screen.findByRole('checkbox', { name: 'Formwork' }));
    await screen.findByRole('img', { name: 'Waits for the connection' });
    refuse(api.checklists.updateItem, 'checklist.photo_missing');
    await resumeOutbox();
    expect((await screen.findByRole('alert')).textContent).toContain('Not ticked: Store a photo at the work first');
    expect(screen.getByRole('checkbox', { name: 'Formwork' })).toHaveProperty('checked', false);
    await user.click(screen.getByRole('button', { name: 'Let go' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('shows nothing of another person who signs in here', async () => {
    away();
    const { user } = await panel();
    await user.click(await screen.findByRole('checkbox', { name: 'Formwork' }));
    await screen.findByRole('img', { name: 'Waits for the connection' });
    await openOutbox(2);
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Waits for the connection' })).toBeNull());
    expect(ticks()).toHaveLength(1);
    answer(api.checklists.updateItem, {});
    await openOutbox(1);
    await waitFor(() => expect(ticks()).toHaveLength(2));
  });
});
