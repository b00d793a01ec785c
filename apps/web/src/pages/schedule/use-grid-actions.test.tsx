import { api } from '@gantry/contract';
import { smallView } from '@gantry/plan-view/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTranslation } from 'react-i18next';
import { beforeEach, expect, test } from 'vitest';
import type { ScheduleSession } from '../../features/planning/wbs/wbs.queries.ts';
import { answer, asked } from '../../testing/fake-server.ts';
import { dialog, runHook } from '../../testing/show.tsx';
import { useGridActions } from './use-grid-actions.ts';

const FRAME = 1;
const RAFTERS = 5;
const DONE = { revision: 2, diff: {} };
const NOWHERE = { current: null };
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

/** The hands over the small plan, with these rows ticked. */
function handsOf(ticked: number[] = []) {
  const view = { ...smallView(), ticked: new Set(ticked) };
  const session = { versionId: 9, view: () => view, run: <R,>(send: () => Promise<R>) => send() } as unknown as ScheduleSession;
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
