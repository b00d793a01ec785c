import { api } from '@gantry/contract';
import { smallView } from '@gantry/plan-view/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTranslation } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ScheduleSession } from '../../../features/planning/wbs/wbs.queries.ts';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { dialog, runHook } from '../../../testing/show.tsx';
import type { Gantt } from '../../../ui/gantt/create-gantt.ts';
import { forgetRows } from './row-clipboard.ts';
import { useGridActions } from './use-grid-actions.ts';

const FRAME = 1;
const RAFTERS = 5;
const DONE = { revision: 2, diff: {} };
const [WALLS, WALLS_9, ROOF] = [2, 3, 4];
const ROW_OF = { [FRAME]: 0, [WALLS]: 1, [WALLS_9]: 2, [ROOF]: 3, [RAFTERS]: 4 };
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

const send = <R,>(act: () => Promise<R>): Promise<R> => act();

/** What the hands do to the chart: the row and the cell that they lead to, and what they say. */
const chart = { goTo: vi.fn(), focusCell: vi.fn(), focus: vi.fn(), edit: vi.fn(), stated: vi.fn() };

/** The hands over the small plan, with these rows ticked. */
function handsOf(ticked: number[] = []) {
  const view = { ...smallView(), ticked: new Set(ticked) };
  const session = { versionId: 9, view: () => view, run: send, type: send } as unknown as ScheduleSession;
  const gantt = { current: { ...chart, chart: { dom: { live: { replaceChildren: chart.stated } } } } as unknown as Gantt };
  return runHook(() => useGridActions(session, gantt, { current: view }, () => {}, useTranslation().t)).current.actions;
}
const removed = () => asked(api.wbs.removeMany).map(({ body }) => body.ids);
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  vi.clearAllMocks();
  forgetRows();
  answer(api.wbs.removeMany, DONE);
});

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

test('a new row comes below the one it was made at, and its name is edited at once', async () => {
  answer(api.wbs.create, { ...DONE, id: RAFTERS });
  handsOf().create({ parentId: FRAME, afterId: WALLS });
  await waitFor(() => expect(chart.edit).toHaveBeenCalledExactlyOnceWith(ROW_OF[RAFTERS], 'name'));
  expect(asked(api.wbs.create)).toMatchObject([
    { params: { id: 9 }, body: { parent_id: FRAME, after_id: WALLS, item: { type: 'task', name: 'New task' }, next_code: true } },
  ]);
  expect(chart.goTo).toHaveBeenCalledWith(ROW_OF[RAFTERS]);
});

test('rows that are shifted go in their order, and the first is shown, not edited', async () => {
  answer(api.wbs.indent, DONE);
  handsOf().shift('indent', [WALLS_9, RAFTERS]);
  await waitFor(() => expect(chart.focusCell).toHaveBeenCalledExactlyOnceWith(ROW_OF[WALLS_9], 'name'));
  expect(asked(api.wbs.indent).map(({ params }) => params.wbsId)).toEqual([WALLS_9, RAFTERS]);
  expect(chart.edit).not.toHaveBeenCalled();
});

test('a shift of nothing leads nowhere, a move to the moved row', async () => {
  const actions = handsOf();
  actions.shift('up', []);
  answer(api.wbs.moveMany, DONE);
  actions.move([RAFTERS], FRAME, WALLS);
  await waitFor(() => expect(chart.focusCell).toHaveBeenCalledExactlyOnceWith(ROW_OF[RAFTERS], 'name'));
});

test('a relation that is drawn or removed is said aloud; one that is refused is not', async () => {
  answer(api.relations.create, { ...DONE, id: 8 });
  answer(api.relations.remove, DONE);
  const actions = handsOf();
  actions.relate(WALLS, RAFTERS, 'ff');
  await waitFor(() => expect(chart.stated).toHaveBeenLastCalledWith('Relation added'));
  expect(asked(api.relations.create)).toMatchObject([{ body: { predecessor_id: WALLS, successor_id: RAFTERS, type: 'ff' } }]);
  actions.unrelate(20);
  await waitFor(() => expect(chart.stated).toHaveBeenLastCalledWith('Relation removed'));
  refuse(api.relations.create, 'relation.cycle');
  actions.relate(WALLS, WALLS, 'fs');
  await waitFor(() => expect(asked(api.relations.create)).toHaveLength(2));
  expect(chart.stated).toHaveBeenCalledTimes(2);
});

test('cut rows are moved below the row they are pasted at, once', async () => {
  answer(api.wbs.moveMany, DONE);
  const actions = handsOf();
  actions.copied([RAFTERS], 'Rafters', true);
  expect(await screen.findByText(/Cut: paste the rows where they shall go \(1\)/)).toBeTruthy();
  expect(actions.paste(WALLS_9, 'something else')).toBe(false);
  expect(actions.paste(WALLS_9, 'Rafters')).toBe(true);
  await waitFor(() => expect(chart.focusCell).toHaveBeenCalledWith(ROW_OF[RAFTERS], 'name'));
  expect(asked(api.wbs.moveMany).map(({ body }) => body)).toEqual([{ ids: [RAFTERS], parent_id: FRAME, after_id: WALLS_9 }]);
  expect(actions.paste(WALLS_9, 'Rafters')).toBe(false);
});

test('copied rows are copied each time, below a row of the top as well', async () => {
  answer(api.wbs.copy, { ...DONE, ids: [WALLS] });
  const actions = handsOf();
  actions.copied([RAFTERS], 'Rafters', false);
  expect(actions.paste(ROOF, 'Rafters')).toBe(true);
  await waitFor(() => expect(chart.focusCell).toHaveBeenCalledWith(ROW_OF[WALLS], 'name'));
  expect(asked(api.wbs.copy)[0].body).toEqual({ ids: [RAFTERS], parent_id: null, after_id: ROOF, from_version_id: 9 });
  expect(actions.paste(ROOF, 'Rafters')).toBe(true);
  await waitFor(() => expect(asked(api.wbs.copy)).toHaveLength(2));
  expect([asked(api.wbs.removeMany), screen.queryByText(/Cut:/)]).toEqual([[], null]);
});

test('a summary is dissolved after a question that says how many rows stay', async () => {
  answer(api.wbs.dissolve, DONE);
  handsOf().dissolve(FRAME);
  expect((await dialog('Dissolve the summary?')).textContent).toContain('its rows (2) move up a level');
  await press('Dissolve the summary');
  await waitFor(() => expect(asked(api.wbs.dissolve).map(({ params }) => params.wbsId)).toEqual([FRAME]));
});

test('what is refused in a cell is answered to the cell; of several cells, a start or a progress also said', async () => {
  refuse(api.wbs.updateMany, 'version.locked');
  const actions = handsOf();
  const text = await actions.update([{ id: RAFTERS, fields: { name: 'x' } }], []);
  expect(text).toMatch(/locked/);
  expect(screen.queryByRole('alert')).toBeNull();
  await actions.update([{ id: RAFTERS, fields: { progress: 1 } }], []);
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('where nothing is ticked nothing is removed, and that is said', async () => {
  handsOf().remove([]);
  expect(await screen.findByText('No row is ticked')).toBeTruthy();
  expect(removed()).toEqual([]);
});

test('after a removal the row that took the place has the focus', async () => {
  handsOf().remove([RAFTERS]);
  await waitFor(() => expect(chart.focusCell).toHaveBeenCalledExactlyOnceWith(ROW_OF[RAFTERS], 'name'));
  expect(chart.focus).toHaveBeenCalled();
});

test('progress that needs no change is said without a question', async () => {
  answer(api.dayValues.refresh, { ...DONE, rows: 0, refused: [] });
  handsOf().refreshValues();
  expect(await screen.findByText('The progress of all rows is what their values of days say')).toBeTruthy();
  expect(asked(api.dayValues.refresh)).toHaveLength(1);
});

test('what is restored is said with its name', async () => {
  answer(api.edits.redo, { ...DONE, name: 'wbs.dissolve', count: 1 });
  handsOf().redo();
  expect(await screen.findByText('Restored: Summary dissolved')).toBeTruthy();
});
