import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { openReader } from './edits.reader.service.ts';

let world: World;
let anna: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  version = await anna.version();
});
afterAll(() => world.close());

/** Statements of a transaction that stand between the lock of a version and the commit. */
function underLock(sent: readonly string[]): string[] {
  const from = sent.findIndex((text) => text.includes('for no key update'));
  return sent.slice(from, sent.indexOf('commit', from));
}

test('an edit of a row sends six statements while it holds the lock of its version, sixteen in all', async () => {
  const wbsId = await anna.item(version, { name: 'first' });
  const edit = (minutes: number) => anna.ok(api.wbs.update, { params: { id: version, wbsId }, body: { duration_minutes: minutes } });
  await edit(480);
  await edit(720);
  const sent = await statementsOf(() => edit(960));
  expect(underLock(sent).map((text) => text.trim().slice(0, 40))).toHaveLength(6);
  expect(sent.length).toBeLessThanOrEqual(16);
  const { item } = await anna.ok(api.wbs.get, { params: { id: version, wbsId } });
  expect(item.duration_minutes).toBe(960);
});

test('a row made without people asks for nobody of the space, one with a person does', async () => {
  const make = (item: object) => statementsOf(() => anna.item(version, { name: 'made', ...item }));
  const asks = async (item: object) => (await make(item)).some((text) => text.includes('user_specialty'));
  expect([await asks({}), await asks({ curator_id: anna.id })]).toEqual([false, true]);
});

test('who has missed more revisions than are sent is refused without a look at them', async () => {
  const other = await anna.version();
  await world.sql('update version set revision = revision + 200 where id = $1', [other]);
  const sent = await statementsOf(async () => {
    expect(await anna.refused(api.edits.since, { params: { id: other }, query: { since: 0 } })).toMatchObject({ code: 'edit.too_old' });
  });
  expect(sent.filter((text) => text.includes('e.revision >'))).toEqual([]);
});

test('who has missed twenty revisions is sent them by as many statements as who has missed two', async () => {
  const wbsId = await anna.item(version, { name: 'missed' });
  for (let minutes = 480; minutes < 1440; minutes += 48)
    await anna.ok(api.wbs.update, { params: { id: version, wbsId }, body: { duration_minutes: minutes } });
  const since = (revision: number) => anna.ok(api.edits.since, { params: { id: version }, query: { since: revision } });
  const { edits } = await since(0);
  expect(edits.length).toBeGreaterThan(20);
  const statements = async (missed: number) => (await statementsOf(() => since(edits.length - missed))).length;
  await statements(1);
  expect(await statements(20)).toBe(await statements(2));
});

test('a calendar that has changed counts at the next edit, and as it was before once the change is taken back', async () => {
  const shift = (finish: number) => [{ start: 480, finish }];
  const week = (finish: number) => [0, 1, 2, 3, 4, 5, 6].map(() => shift(finish));
  const { id } = await anna.ok(api.versionCalendars.create, {
    params: { id: version },
    body: { name: 'Short days', week: week(720), series: [] },
  });
  const wbsId = await anna.item(version, { name: 'second', calendar_id: id, start: '2026-03-02T08:00' });
  const finishOf = async (minutes: number) => {
    await anna.ok(api.wbs.update, { params: { id: version, wbsId }, body: { duration_minutes: minutes } });
    return (await anna.ok(api.wbs.get, { params: { id: version, wbsId } })).item.finish;
  };
  expect(await finishOf(480)).toBe('2026-03-03T12:00');
  await anna.ok(api.versionCalendars.update, {
    params: { id: version, calendarId: id },
    body: { name: 'Short days', week: week(960), series: [] },
  });
  expect(await finishOf(960)).toBe('2026-03-03T16:00');
  await anna.ok(api.edits.undo, { params: { id: version } });
  await anna.ok(api.edits.undo, { params: { id: version } });
  expect(await finishOf(720)).toBe('2026-03-04T12:00');
});

test('the database counts the series of days that are no money, and none of them is read for it', async () => {
  const itemId = await anna.item(version, { name: 'third' });
  const cell = { item_id: itemId, mode: 'plan' as const, first_day: '2031-03-10', values: [1] };
  const cells = (['volume', 'cost', 'distributed_price'] as const).map((measure) => ({ ...cell, measure }));
  await anna.ok(api.dayValues.setDays, { params: { id: version }, body: { cells, skip_refused: false } });
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const key = { spaceId: anna.spaceId, versionId: version };
  const counted = (money: boolean) =>
    context.read(async (db) => (await openReader(db, key, {} as never, { hidden: new Set(), money } as never).counts()).daySeries);
  const whole = await counted(true);
  const sent = await statementsOf(async () => expect(await counted(false)).toBe(whole - 2));
  const reads = sent.filter((text) => text.includes('day_series'));
  expect([reads.length, reads.every((text) => text.includes('count(*)'))]).toEqual([1, true]);
});
