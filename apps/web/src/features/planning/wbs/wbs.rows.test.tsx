import { api, columnsOf, type EditPushed, encodeBlock, encodeHead } from '@gantry/contract';
import { type Diff, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { rowOf, valueOf } from '@gantry/plan-view';
import { smallView } from '@gantry/plan-view/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { openSession, type ScheduleSession } from './wbs.store.ts';

const VERSION = 7;
const [FRAME, WALLS, RAFTERS] = [1, 2, 5];
const SAMPLE = smallView().document;
const ITEMS: Record<string, unknown>[] = [1, 2, 3, 4, 5, 6].map((id) => ({ ...rowOf(SAMPLE, 'wbs', id), start: null, finish: null }));
let session: ScheduleSession;
let patched: (number[] | null)[];

/** The stream of the small plan at a revision, without dates. */
const stands = (revision: number, items = ITEMS) => {
  const rows = Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, table === 'wbs' ? items.length : 0]));
  const head = { format: 1, version_id: VERSION, revision, chain: `c${revision}`, rows: rows as Record<VersionTable, number> } as const;
  const values = items.map((item) => columnsOf('wbs').map(({ name }) => item[name]));
  const parts = [encodeHead(head), ...(items.length ? [encodeBlock('wbs', 0, values)] : [])].map((part) => Uint8Array.from(part));
  answer(api.wbs.list, () => new Blob(parts) as never);
};
const named = (revision: number, name: string, more: Partial<EditPushed> = {}): EditPushed => ({
  version_id: VERSION,
  revision,
  name: 'wbs.update',
  author_id: 2,
  author: 'Vera',
  before: `c${revision - 1}`,
  chain: `c${revision}`,
  diff: { wbs: { added: [], removed: [], updated: [{ id: RAFTERS, before: {}, after: { name } }] } },
  ...more,
});
const nameOf = (id = RAFTERS) => valueOf(session.view()!.document, 'wbs', id, 'name');
const ready = () => vi.waitFor(() => expect(session.load()).toEqual({ state: 'ready' }));

beforeEach(async () => {
  answer(api.wbs.flags, { checked: [WALLS], folded: [FRAME] });
  stands(11);
  session = openSession(VERSION);
  patched = [];
  await ready();
  session.onPatch((rows) => patched.push(rows));
});
afterEach(() => session.close());

it('shows the rows folded and ticked as the person left them', () => {
  const { rows, ticked } = session.view()!;
  expect([rows.count, rows.collapsed[0], [...ticked]]).toEqual([ITEMS.length, 1, [WALLS]]);
  expect([session.view()!.document.revision, nameOf()]).toEqual([11, 'Rafters']);
});

it('shows what is expected at once, and takes it back where the server refuses', async () => {
  const sent = session.run(() => Promise.reject(new Error('no')), [{ id: RAFTERS, fields: { name: 'Beams' } }]);
  expect([nameOf(), patched]).toEqual(['Beams', [null]]);
  await expect(sent).rejects.toThrow('no');
  expect(nameOf()).toBe('Rafters');
});

it('takes back the refused rows alone', async () => {
  const done = { success: true as const, revision: 12, diff: {}, refused: [{ id: RAFTERS, code: 'wbs.not_found', parameters: {} }] };
  const change = (id: number) => ({ id, fields: { name: 'New' } });
  await session.run(async () => done, [change(WALLS), change(RAFTERS)]);
  expect([nameOf(WALLS), nameOf(RAFTERS)]).toEqual(['New', 'Rafters']);
});

it('lays the rows out again where the structure changes, and keeps what is folded', () => {
  const listener = vi.fn();
  session.subscribe(listener);
  session.receive(named(12, '', { diff: { wbs: { added: [], removed: [rowOf(SAMPLE, 'wbs', 6)!], updated: [] } } }));
  const { rows } = session.view()!;
  expect([rows.count, rows.collapsed[0]]).toEqual([ITEMS.length - 1, 1]);
  expect(listener).toHaveBeenCalled();
});

it('asks for what lies between, and applies all in their order', async () => {
  answer(api.edits.since, { revision: 13, edits: [named(12, 'second'), named(13, 'third')] });
  session.receive(named(14, 'fourth'));
  await vi.waitFor(() => expect(session.view()!.document.revision).toBe(14));
  expect(nameOf()).toBe('fourth');
  expect(asked(api.edits.since)).toMatchObject([{ query: { since: 11, chain: 'c11' } }]);
});

it('reads the version anew where an edit came without its Diff', async () => {
  stands(12, ITEMS.slice(0, 3));
  session.receive(named(12, '', { diff: null }));
  await vi.waitFor(() => expect(session.view()!.rows.count).toBe(3));
  expect(session.view()!.document.revision).toBe(12);
});

it('reports edits of others, of this version alone', () => {
  const foreign = vi.fn();
  const stop = session.onForeignEdit(foreign);
  session.receive(named(12, 'x', { version_id: 8 }));
  expect([foreign.mock.calls.length, session.view()!.document.revision]).toEqual([0, 11]);
  session.receive(named(12, 'x'));
  expect(foreign).toHaveBeenCalledOnce();
  stop();
  session.receive(named(13, 'y'));
  expect(foreign).toHaveBeenCalledOnce();
});

it('ticks at once, and the server keeps it', async () => {
  answer(api.wbs.setChecked, {});
  session.tick([RAFTERS], true);
  session.tick([WALLS], false);
  expect([[...session.view()!.ticked], patched]).toEqual([[RAFTERS], [null, null]]);
  await vi.waitFor(() =>
    expect(asked(api.wbs.setChecked).map(({ body }) => body)).toEqual([
      { ids: [RAFTERS], checked: true },
      { ids: [WALLS], checked: false },
    ]),
  );
});

it('colours rows by a rule, and lets them be again', () => {
  session.setTints((item) => item % 2);
  expect(patched).toEqual([null]);
  const { tintOf } = session.view()!.document;
  session.setTints(tintOf ?? null);
  expect(patched).toHaveLength(1);
  session.setTints(null);
  expect([patched.length, session.view()!.document.tintOf]).toEqual([2, null]);
});

it('says why a version cannot be read', async () => {
  refuse(api.wbs.list, 'version.not_found');
  await session.reload();
  expect(session.load()).toEqual({ state: 'failed', reason: 'version.not_found' });
});

const edit = (revision: number, diff: Diff, more: Partial<EditPushed> = {}): EditPushed => named(revision, '', { diff, ...more });
const relation = { ...rowOf(SAMPLE, 'relation', 20)!, type: 'fs' };
const LINKED: Diff = { relation: { added: [relation as never], removed: [], updated: [] } };

it('lays links out again where a relation changes, and redraws rows alone where a value does', () => {
  const listener = vi.fn();
  session.subscribe(listener);
  const [{ links, times }, before] = [session.view()!, patched.length];
  session.receive(named(12, 'Beams'));
  expect([session.view()!.links === links, listener.mock.calls.length, patched.length]).toEqual([true, 0, before + 1]);
  session.receive(edit(13, LINKED));
  expect(session.view()!.links).not.toBe(links);
  expect([session.view()!.links.count, links.count, session.view()!.times === times]).toEqual([1, 0, true]);
  expect([listener.mock.calls.length, patched.length]).toEqual([1, before + 2]);
});

it('counts working times anew where a calendar changes, and keeps the links', () => {
  const listener = vi.fn();
  session.subscribe(listener);
  const { links, times } = session.view()!;
  const calendar = {
    ...Object.fromEntries(columnsOf('calendar').map(({ name }) => [name, null])),
    id: 60,
    name: 'Night',
    week: [[], [], [], [], [], [], []],
    exceptions: [],
  };
  session.receive(edit(12, { calendar: { added: [calendar as never], removed: [], updated: [] } }));
  expect([session.view()!.times === times, session.view()!.links === links, listener.mock.calls.length]).toEqual([false, true, 1]);
});

it('marks the rows with relations to other schedules, and no longer those without', () => {
  const outside = (id: number, side: 'predecessor' | 'successor') => [{ item: { id }, side, type: 'fs' }] as never;
  const ends = () => [WALLS, RAFTERS].map((id) => session.view()!.rows.external![session.view()!.rowOfId.get(id)!]);
  expect(ends()).toEqual([0, 0]);
  session.setOutside(outside(RAFTERS, 'predecessor'));
  expect([ends()[0], ends()[1] > 0, [...session.view()!.outside!.keys()], patched.length]).toEqual([0, true, [RAFTERS], 1]);
  session.setOutside([...outside(WALLS, 'successor'), ...outside(WALLS, 'predecessor')]);
  expect([ends()[0] > 0, ends()[1], session.view()!.outside!.get(WALLS)]).toMatchObject([true, 0, [{}, {}]]);
});

it('compares an edit that it has already taken by its chain', async () => {
  const other = vi.fn();
  const stop = session.onOtherPast(other);
  session.receive(named(12, 'once'));
  session.receive(named(12, 'twice'));
  session.receive(named(12, 'thrice', { chain: null }));
  expect([nameOf(), other.mock.calls.length, asked(api.edits.since).length]).toEqual(['once', 0, 0]);
  stands(12);
  session.receive(named(12, 'another', { chain: 'x12' }));
  expect(other).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(nameOf()).toBe('Rafters'));
  stop();
  session.receive(named(13, 'lost', { before: 'x12' }));
  expect([nameOf(), other.mock.calls.length, asked(api.wbs.list).length]).toEqual(['Rafters', 1, 3]);
});

it('asks whether its past still holds where an edit is older than what it has read', async () => {
  answer(api.edits.since, { revision: 11, edits: [] });
  session.receive(named(10, 'old'));
  await vi.waitFor(() => expect(asked(api.edits.since)).toHaveLength(1));
  expect([nameOf(), session.view()!.document.revision]).toEqual(['Rafters', 11]);
});

it('asks once at a time for what it missed, and again after a failure', async () => {
  answer(api.edits.since, () => {
    throw new Error('no network');
  });
  const first = session.catchUp();
  expect(session.catchUp()).toBe(first);
  await first;
  expect([asked(api.edits.since).length, session.load().state]).toEqual([1, 'ready']);
  answer(api.edits.since, { revision: 13, edits: [named(13, 'third'), named(12, 'second')] });
  await session.catchUp();
  expect([nameOf(), session.view()!.document.revision]).toEqual(['third', 13]);
});

it('takes back nothing that was expected of rows which were read anew meanwhile', async () => {
  let refused: (reason: Error) => void = () => undefined;
  const sent = session.run(() => new Promise<never>((_, reject) => (refused = reject)), [{ id: RAFTERS, fields: { name: 'Beams' } }]);
  stands(12, [...ITEMS.slice(0, 4), { ...ITEMS[4], name: 'Trusses' }, ITEMS[5]]);
  await session.reload();
  refused(new Error('no'));
  await expect(sent).rejects.toThrow('no');
  expect(nameOf()).toBe('Trusses');
});

it('keeps given values where the same are given again', () => {
  const listener = vi.fn();
  session.subscribe(listener);
  const { given } = session.view()!.document;
  session.setGiven(given);
  expect(listener).not.toHaveBeenCalled();
  session.setGiven({ ...given });
  expect(listener).toHaveBeenCalledOnce();
});

it('is silent once it is closed, and does not call an interrupted reading a failure', async () => {
  const listener = vi.fn();
  session.subscribe(listener);
  refuse(api.wbs.list, 'version.not_found');
  const reading = session.reload();
  listener.mockClear();
  session.close();
  await reading;
  expect([listener.mock.calls.length, session.load().state]).toEqual([0, 'loading']);
});

it('hears no more after it stopped to listen', () => {
  const [listener, patch] = [vi.fn(), vi.fn()];
  session.subscribe(listener)();
  session.onPatch(patch)();
  session.receive(edit(12, LINKED));
  expect([listener.mock.calls.length, patch.mock.calls.length]).toEqual([0, 0]);
});
