import { api, type Edited } from '@gantry/contract';
import { LIMITS } from '@gantry/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, isAway } from '../../../lib/calls/api-error.ts';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { call } from '../../../lib/calls/api-client.ts';
import { createWaitingEdits, type RowChange, type WaitingEdits } from './wbs.waiting.store.ts';

/** Names of rows as the grid shows them. */
let names: Map<number, string>;
let received: number[];
let notified: number;
let waiting: WaitingEdits;
let version = 0;

const open = (): WaitingEdits =>
  createWaitingEdits(version, {
    show: (changes) => changes.forEach(({ id, fields }) => names.set(id, String(fields['name']))),
    present: (changes) => changes.map(({ id }) => ({ id, fields: { name: names.get(id) } })),
    receive: ({ revision }) => received.push(revision),
    notify: () => (notified += 1),
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
  notified = 0;
  waiting = open();
});
afterEach(() => waiting.close());

const away = () =>
  answer(api.wbs.updateMany, () => {
    throw new Error('nobody answers');
  });
const sent = () => asked(api.wbs.updateMany).map(({ body }) => body.items[0].name);

/** An edit of whole rows that is answered, or refused, as a test wants. */
function typeRows(send: () => Promise<Edited>, rows: readonly [number, string][]): void {
  const cells = rows.map(([id, name]) => ({ id, fields: { name } }));
  const before = rows.map(([id]) => ({ id, fields: { name: names.get(id) } }));
  for (const [id, name] of rows) names.set(id, name);
  waiting.add({ send, cells, expected: cells, before });
}
const closing = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('the browser asks before it closes a page on which something waits, and no longer, of whichever version', async () => {
  expect(closing()).toBe(false);
  away();
  type(1, 'Cellar walls');
  await waiting.resume();
  expect(closing()).toBe(true);
  const other = waiting;
  version += 1;
  waiting = open();
  typeRows(async () => ({ revision: 4, diff: {} }) as unknown as Edited, [[2, 'Flat roof']]);
  await waiting.resume();
  expect(closing()).toBe(true);
  answer(api.wbs.updateMany, () => ({ revision: 5, diff: {} }));
  await other.resume();
  other.close();
  expect(closing()).toBe(false);
});

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

test('nobody answered where the server is not reached, is slow, or stands behind one that says so', () => {
  const refusedWith = (status: number) => isAway(new ApiError('refused', '/x', status));
  expect([isAway(new ApiError('unreachable', '/x')), isAway(new ApiError('timeout', '/x')), isAway(new Error('else'))]).toEqual([
    true,
    true,
    false,
  ]);
  expect([401, 409, 500, 501, 502, 503, 504, 505].filter(refusedWith)).toEqual([502, 503, 504]);
});

test('rows that were refused among others are put back and named, those that were not stay', async () => {
  const refused = [{ id: 2, code: 'wbs.locked', parameters: {} }];
  typeRows(
    async () => ({ revision: 7, diff: {}, refused }) as unknown as Edited,
    [
      [1, 'Cellar walls'],
      [2, 'Flat roof'],
    ],
  );
  await waiting.resume();
  expect([...names.values()]).toEqual(['Cellar walls', 'Roof']);
  expect([waiting.refusedAt(1, 'name'), waiting.refusedAt(2, 'name')?.value, received]).toEqual([undefined, 'Flat roof', [7]]);
});

test('a refusal that names a field is of that cell alone, one that names no field of the row of all', () => {
  const cells = [{ id: 1, fields: { name: 'Cellar walls', code: 'W' } }];
  waiting.refuseRows({ cells }, [{ id: 1, code: 'wbs.code_taken', parameters: { field: 'code' } }]);
  expect([waiting.refusedAt(1, 'name'), waiting.refusedAt(1, 'code')?.value]).toEqual([undefined, 'W']);
  waiting.refuseRows({ cells }, [{ id: 1, code: 'wbs.code_taken', parameters: { field: 'tint' } }]);
  expect(waiting.refusedAt(1, 'name')?.value).toBe('Cellar walls');
  waiting.refuse({ cells }, new ApiError('refused', '/x', 500));
  expect(waiting.refusedAt(1, 'code')?.refusal.code).toBe('error.unknown');
});

test('who looks on hears of what waits, is refused and is let go, and of nothing else', () => {
  away();
  type(1, 'Cellar walls');
  expect(notified).toBe(1);
  const cells = [{ id: 2, fields: { name: 'Flat roof', code: 'R' } }];
  waiting.forget(cells);
  waiting.refuseRows({ cells }, []);
  expect(notified).toBe(1);
  waiting.refuse({ cells }, new ApiError('refused', '/x', 409, 'wbs.locked'));
  expect([notified, waiting.refusedAt(2, 'name')?.refusal.code]).toEqual([2, 'wbs.locked']);
  waiting.forget([{ id: 2, fields: { name: 'Roof' } }]);
  expect([notified, waiting.refusedAt(2, 'name'), waiting.refusedAt(2, 'code')?.value]).toEqual([3, undefined, 'R']);
});

test('a person who has to sign in again keeps what waits', async () => {
  typeRows(() => Promise.reject(new ApiError('refused', '/x', 401)), [[1, 'Cellar walls']]);
  await waiting.resume();
  expect([waiting.count(), names.get(1), waiting.refusedAt(1, 'name')]).toEqual([1, 'Cellar walls', undefined]);
});

test('two who ask at once send once', async () => {
  const send = vi.fn(async () => ({ revision: 5, diff: {} }) as unknown as Edited);
  typeRows(send, [[1, 'Cellar walls']]);
  await Promise.all([waiting.resume(), waiting.resume()]);
  expect(send).toHaveBeenCalledTimes(1);
});

test('what waits is sent again by itself after a while, not before, and by a closed screen never', async () => {
  vi.useFakeTimers();
  try {
    const send = vi.fn(() => Promise.reject(new ApiError('unreachable', '/x')));
    typeRows(send, [[1, 'Cellar walls']]);
    await vi.advanceTimersByTimeAsync(LIMITS.reconnectSeconds * 1000 - 1);
    expect(send).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(send).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(LIMITS.reconnectSeconds * 1000);
    expect(send).toHaveBeenCalledTimes(2);
    waiting.close();
    await waiting.resume();
    await vi.advanceTimersByTimeAsync(LIMITS.reconnectSeconds * 5000);
    expect(send).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
