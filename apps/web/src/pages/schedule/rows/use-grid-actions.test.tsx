import { api } from '@gantry/contract';
import { smallView } from '@gantry/plan-view/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTranslation } from 'react-i18next';
import { beforeEach, expect, test } from 'vitest';
import type { ScheduleSession } from '../../../features/planning/wbs/wbs.queries.ts';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { dialog, runHook } from '../../../testing/show.tsx';
import { useGridActions } from './use-grid-actions.ts';

const FRAME = 1;
const RAFTERS = 5;
const DONE = { revision: 2, diff: {} };
const NOWHERE = { current: null };
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

const send = <R,>(act: () => Promise<R>): Promise<R> => act();

/** The hands over the small plan, with these rows ticked. */
function handsOf(ticked: number[] = []) {
  const view = { ...smallView(), ticked: new Set(ticked) };
  const session = { versionId: 9, view: () => view, run: send, type: send } as unknown as ScheduleSession;
  return runHook(() => useGridActions(session, NOWHERE, NOWHERE, () => {}, useTranslation().t)).current.actions;
}
const removed = () => asked(api.wbs.removeMany).map(({ body }) => body.ids);
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

beforeEach(() => answer(api.wbs.removeMany, DONE));

test('a summary goes with how many rows it is, after a question', async () => {
  handsOf().remove([FRAME]);
  expect((await dialog('Delete rows?')).textContent).toContain('Frame” and everything below it, 3 rows in all');
  expect(removed()).toEqual([]);
  await press('Delete');
  await waitFor(() => expect(removed()).toEqual([[FRAME]]));
});

test('ticked rows go after a question, and stay where the answer is no', async () => {
  handsOf([RAFTERS]).remove([]);
  expect((await dialog('Delete rows?')).textContent).toContain('Rafters”, with its relations');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(removed()).toEqual([]);
});

test('a row that is named goes at once', async () => {
  handsOf().remove([RAFTERS]);
  await waitFor(() => expect(removed()).toEqual([[RAFTERS]]));
});

test('progress is set from the values of days after a question that says how many rows change', async () => {
  answer(api.dayValues.refresh, { ...DONE, rows: 12, refused: [] });
  handsOf().refreshValues();
  expect((await dialog('Progress from values of days')).textContent).toContain('12 rows');
  await press('Set the progress');
  await waitFor(() => expect(asked(api.dayValues.refresh).map(({ body }) => body.preview)).toEqual([true, false]));
});

test('a start that is typed says that it is a limit, and takes it back', async () => {
  const limit = { startLimitType: 'not_earlier', startLimitDate: '2026-04-05T08:00' };
  answer(api.wbs.updateMany, {
    revision: 4,
    diff: { wbs: { added: [], removed: [], updated: [{ id: RAFTERS, before: { startLimitType: null }, after: limit }] } },
    refused: [],
  } as never);
  answer(api.edits.undo, { ...DONE, name: 'wbs.update', count: 1 });
  const actions = handsOf();
  await actions.update([{ id: RAFTERS, fields: { start: '2026-04-05T08:00' } }], []);
  expect(await screen.findByText('“A5 Rafters” now has a limit: start not earlier than 05.04.2026 08:00')).toBeTruthy();
  await press('Undo');
  await waitFor(() => expect(asked(api.edits.undo).map(({ body }) => body)).toEqual([{ revision: 4 }]));
  await waitFor(() => expect(screen.queryByText(/now has a limit/)).toBeNull());
  await actions.update([{ id: RAFTERS, fields: limit }], []);
  expect(screen.queryByText(/now has a limit/)).toBeNull();
});

test('a taking back names the row, the field and its values; a conflict is passed over where the person says so, once for all', async () => {
  const diff = {
    wbs: { added: [], removed: [], updated: [{ id: RAFTERS, before: { durationMinutes: 2400 }, after: { durationMinutes: 960 } }] },
  };
  const parameters = { name: 'Deck', by: 'Boris', count: 1, revision: 7 };
  refuse(api.edits.undo, 'edit.changed_since', parameters);
  const actions = handsOf();
  actions.undo();
  expect(await screen.findByText(/“Deck”: Boris has changed it since/)).toBeTruthy();
  answer(api.edits.undo, { ...DONE, diff, name: 'wbs.update', count: 1 });
  await press('Skip and undo the one before');
  expect(await screen.findByText(/^Undone: Row changed · “A5 Rafters”, Days: .+ → .+$/)).toBeTruthy();
  expect(asked(api.edits.undo).map(({ body }) => body)).toEqual([{}, { before: 7 }]);
});
