import { api, columnsOf, type EditPushed, encodeBlock, encodeHead } from '@gantry/contract';
import { VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
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
