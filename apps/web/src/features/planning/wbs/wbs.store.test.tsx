import { api, type EditPushed, encodeHead } from '@gantry/contract';
import { VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, asked, receivedBy, refuse } from '../../../testing/fake-server.ts';
import { commandsOf } from './wbs.commands.queries.ts';
import { openSession, type ScheduleSession } from './wbs.store.ts';

const VERSION = 7;
const NO_ROWS = Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, 0])) as Record<VersionTable, number>;
const onOtherPast = vi.fn();

/** The server's version from now on. */
const stands = (revision: number, chain: string) =>
  answer(
    api.wbs.list,
    () => new Blob([Uint8Array.from(encodeHead({ format: 1, version_id: VERSION, revision, chain, rows: NO_ROWS }))]) as never,
  );
const pushed = (revision: number, before: string | null, chain: string): EditPushed => ({
  version_id: VERSION,
  revision,
  name: 'wbs.update',
  author_id: 2,
  author: 'Vera',
  before,
  chain,
  diff: {},
});
const documentOf = (session: ScheduleSession) => {
  const { revision, chain } = session.view()?.document ?? {};
  return { revision, chain };
};

/** A page that has read the version at revision 11. */
async function open(): Promise<ScheduleSession> {
  stands(11, 'k');
  const session = openSession(VERSION);
  session.onOtherPast(onOtherPast);
  await vi.waitFor(() => expect(session.load()).toEqual({ state: 'ready' }));
  return session;
}

beforeEach(() => {
  onOtherPast.mockClear();
  answer(api.wbs.flags, { checked: [], folded: [] });
});

it('an edit that continues the page is taken, and the page asks by its chain', async () => {
  const session = await open();
  session.receive(pushed(12, 'k', 'l'));
  expect(documentOf(session)).toEqual({ revision: 12, chain: 'l' });
  answer(api.edits.since, { revision: 12, edits: [] });
  await session.catchUp();
  expect(asked(api.edits.since).at(-1)?.query).toEqual({ since: 12, chain: 'l' });
  expect(onOtherPast).not.toHaveBeenCalled();
  session.close();
});

it('a page that was asked to catch up before it had read anything catches up later', async () => {
  stands(11, 'k');
  const session = openSession(VERSION);
  await session.catchUp();
  await vi.waitFor(() => expect(session.load()).toEqual({ state: 'ready' }));
  answer(api.edits.since, { revision: 12, edits: [pushed(12, 'k', 'l')] });
  await session.catchUp();
  expect(documentOf(session)).toEqual({ revision: 12, chain: 'l' });
  session.close();
});

it('an own edit comes twice, the second time with its chain', async () => {
  const session = await open();
  await session.run(async () => ({ success: true as const, revision: 12, diff: {} }));
  expect(documentOf(session)).toEqual({ revision: 12, chain: null });
  session.receive(pushed(12, 'k', 'l'));
  session.receive(pushed(13, 'l', 'm'));
  expect(documentOf(session)).toEqual({ revision: 13, chain: 'm' });
  expect(onOtherPast).not.toHaveBeenCalled();
  session.close();
});

it('a server with another past is noticed by what it refuses, and the version is read anew', async () => {
  const session = await open();
  refuse(api.edits.since, 'edit.other_past', { since: 11 });
  stands(6, 'f');
  await session.catchUp();
  expect(documentOf(session)).toEqual({ revision: 6, chain: 'f' });
  expect(onOtherPast).toHaveBeenCalledTimes(1);
  session.close();
});

it.each([
  ['the next revision after another one', pushed(12, 'x', 'y')],
  ['the same revision with another chain', pushed(11, 'x', 'y')],
  ['an earlier revision that the page has not seen', pushed(7, 'f', 'g')],
])('and by an edit that does not continue it: %s', async (_name, edit) => {
  const session = await open();
  refuse(api.edits.since, 'edit.other_past', { since: 11 });
  stands(7, 'g');
  session.receive(edit);
  await vi.waitFor(() => expect(documentOf(session)).toEqual({ revision: 7, chain: 'g' }));
  expect(onOtherPast).toHaveBeenCalledTimes(1);
  session.close();
});

it('a typed edit whose answer was lost is sent again under the same key, another one under its own', async () => {
  const session = await open();
  let lost = true;
  answer(api.relations.setPredecessors, () => {
    if (lost) throw new Error('the answer was lost');
    return { success: true, revision: 12, diff: {}, ids: [] } as never;
  });
  const commands = commandsOf(session);
  await commands.setPredecessors(1, [], '');
  lost = false;
  await session.edits.resume();
  await commands.setPredecessors(2, [], '');
  const [first, again, other] = receivedBy(api.relations.setPredecessors).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  session.close();
});
