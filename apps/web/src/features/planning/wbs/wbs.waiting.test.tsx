import { api, type Edited } from '@gantry/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { call } from '../../../lib/calls/api-client.ts';
import { createWaitingEdits, type RowChange, type WaitingEdits } from './wbs.waiting.store.ts';

/** Names of rows as the grid shows them. */
let names: Map<number, string>;
let received: number[];
let waiting: WaitingEdits;
let version = 0;

const open = (): WaitingEdits =>
  createWaitingEdits(version, {
    show: (changes) => changes.forEach(({ id, fields }) => names.set(id, String(fields['name']))),
    present: (changes) => changes.map(({ id }) => ({ id, fields: { name: names.get(id) } })),
    receive: ({ revision }) => received.push(revision),
    notify: () => undefined,
  });

/** Types a name: shown at once, and waiting. */
function type(id: number, name: string): void {
  const cells: RowChange[] = [{ id, fields: { name } }];
  const before: RowChange[] = [{ id, fields: { name: names.get(id) } }];
  names.set(id, name);
  const send = (): Promise<Edited> =>
    call(api.wbs.updateMany, { params: { id: 9 }, body: { items: [{ id, name }], skip_refused: false } }, { quiet: true });
  waiting.add({ send, cells, expected: cells, before });
}

beforeEach(() => {
  version += 1;
  names = new Map([
    [1, 'Walls'],
    [2, 'Roof'],
  ]);
  received = [];
  waiting = open();
});
afterEach(() => waiting.close());

const away = () =>
  answer(api.wbs.updateMany, () => {
    throw new Error('nobody answers');
  });
const sent = () => asked(api.wbs.updateMany).map(({ body }) => body.items[0].name);

test('what is typed while nobody answers waits, and goes in its order when the server is back', async () => {
  away();
  type(1, 'Cellar walls');
  type(2, 'Flat roof');
  await waiting.resume();
  expect([waiting.count(), waiting.isWaiting(1, 'name'), waiting.isWaiting(1, 'code')]).toEqual([2, true, false]);
  let revision = 4;
  answer(api.wbs.updateMany, () => ({ revision: (revision += 1), diff: {} }));
  await waiting.resume();
  expect(sent()).toEqual(['Cellar walls', 'Cellar walls', 'Flat roof']);
  expect([received, waiting.count(), waiting.isWaiting(1, 'name')]).toEqual([[5, 6], 0, false]);
});

test('what the server then refuses is taken back, and kept in its cell with the reason', async () => {
  refuse(api.wbs.updateMany, 'wbs.not_found');
  type(1, 'Cellar walls');
  await waiting.resume();
  expect(names.get(1)).toBe('Walls');
  expect(waiting.refusedAt(1, 'name')).toEqual({ value: 'Cellar walls', refusal: expect.objectContaining({ code: 'wbs.not_found' }) });
  waiting.forget([{ id: 1, fields: { name: 'Walls' } }]);
  expect(waiting.refusedAt(1, 'name')).toBeUndefined();
});

test('an edit that was made before its answer was lost is no refused one', async () => {
  refuse(api.wbs.updateMany, 'request.done_already');
  type(1, 'Cellar walls');
  await waiting.resume();
  expect([names.get(1), waiting.count(), waiting.refusedAt(1, 'name')]).toEqual(['Cellar walls', 0, undefined]);
});

test('a refusal does not put back what somebody else has changed meanwhile', async () => {
  refuse(api.wbs.updateMany, 'wbs.not_found');
  type(1, 'Cellar walls');
  names.set(1, 'Walls of the others');
  await waiting.resume();
  expect(names.get(1)).toBe('Walls of the others');
});

test('what waits outlives the screen of its version', async () => {
  away();
  type(1, 'Cellar walls');
  await waiting.resume();
  waiting.close();
  names.set(1, 'Walls');
  waiting = open();
  waiting.showAgain();
  expect([names.get(1), waiting.count()]).toEqual(['Cellar walls', 1]);
});
