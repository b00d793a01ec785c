import { api, type CalendarContent } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { edit, fillVersion } from '../edits/edits.service.ts';
import { updateVersionHead } from '../version-heads/version-heads.service.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let stranger: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(boris, anna, 'planner');
  await world.join(vera, anna, 'viewer');
  version = await anna.version();
});
afterAll(() => world.close());

const SHIFT = [{ start: 480, finish: 1200 }];
const content = (name: string): CalendarContent => ({ name, week: [SHIFT, SHIFT, SHIFT, SHIFT, SHIFT, SHIFT, SHIFT], series: [] });
const list = async () => (await anna.ok(api.versionCalendars.list, { params: { id: version } })).calendars;
const at = (calendarId: number) => ({ id: version, calendarId });

test('a calendar of the version is made, worked by, made the default and cannot go while it is used', async () => {
  const { id } = await anna.ok(api.versionCalendars.create, { params: { id: version }, body: content('Long days') });
  const row = await anna.item(version, { name: 'Dig', calendar_id: id });
  expect((await list()).find((one) => one.id === id)).toMatchObject({ name: 'Long days', rows: 1, minutes_per_day: 720, source: null });
  expect(await anna.refused(api.versionCalendars.remove, { params: at(id) })).toMatchObject({
    status: 409,
    code: 'version_calendar.in_use',
    parameters: { rows: 1, resources: 0 },
  });
  await anna.ok(api.versionCalendars.setDefault, { params: at(id) });
  expect((await list()).filter(({ is_default }) => is_default).map((one) => one.id)).toEqual([id]);
  await anna.ok(api.edits.undo, { params: { id: version } });
  expect((await list()).find(({ is_default }) => is_default)?.id).not.toBe(id);
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: row }, body: { calendar_id: null } });
  await anna.ok(api.versionCalendars.remove, { params: at(id) });
  expect((await list()).map((one) => one.id)).not.toContain(id);
});

test('whoever asks for calendars, resources or attributes of a version gets rows counted by the database', async () => {
  const params = { id: version };
  const reads = async (ask: () => Promise<unknown>, table: RegExp) =>
    (await statementsOf(ask)).filter((text) => table.test(text)).map((text) => /count\(/.test(text));
  expect(await reads(list, /from "?wbs_item\b/)).toEqual([true]);
  expect(await reads(() => anna.ok(api.versionCalendars.resources, { params }), /from "?assignment\b/)).toEqual([true]);
  expect(await reads(() => anna.ok(api.resources.list, { params }), /from "?assignment\b/)).toEqual([true]);
  expect(await reads(() => anna.ok(api.attributeValues.list, { params }), /from "?attribute_value\b/)).toEqual([true]);
  const ofRow = () => anna.ok(api.resources.list, { params, query: { item: 1 } });
  // The assignments of the row itself are read.
  expect(await reads(ofRow, /from "?assignment\b/)).toEqual([false, true]);
});

test('a resource works by a calendar of its own, or by that of its works', async () => {
  const id = await anna.version();
  const item = await anna.item(id, { name: 'Dig' });
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const none = { code: '', kind: 'labour', calendarId: null, limit: null, unit: 'h', pricePerUnit: null };
  const amounts = { plannedUnits: 8, actualUnits: 0, remainingUnits: 8, plannedCost: 0, actualCost: 0, remainingCost: 0 };
  await context.write(async (tx) => {
    const key = { spaceId: anna.spaceId, versionId: id };
    await fillVersion(tx, key, 'resource', [
      { ...none, id: 901, name: 'Crew' },
      { ...none, id: 902, name: 'Crane', kind: 'equipment' },
    ]);
    const assignment = { id: 903, itemId: item, resourceId: 901, ...amounts, remainingMinutes: null, lagMinutes: 0, driving: false };
    await fillVersion(tx, key, 'assignment', [{ ...assignment, curve: null, extra: null }]);
    await updateVersionHead(tx, key, { last_id: 1000 });
  });
  const listed = async () => (await anna.ok(api.versionCalendars.resources, { params: { id } })).resources;
  expect((await listed()).map(({ name, rows }) => [name, rows])).toEqual([
    ['Crane', 0],
    ['Crew', 1],
  ]);
  const crew = { id: 901, calendar_id: null };
  const made = (await anna.ok(api.versionCalendars.create, { params: { id }, body: content('Of the crew') })).id;
  const set = (calendar_id: number | null, resourceId = crew.id) => ({ params: { id, resourceId }, body: { calendar_id } });
  await anna.ok(api.versionCalendars.setResource, set(made));
  expect((await listed()).find((one) => one.id === crew.id)?.calendar_id).toBe(made);
  expect(await anna.refused(api.versionCalendars.remove, { params: { id, calendarId: made } })).toMatchObject({
    code: 'version_calendar.in_use',
    parameters: { resources: 1 },
  });
  await anna.ok(api.edits.undo, { params: { id } });
  expect((await listed()).find((one) => one.id === crew.id)?.calendar_id).toBe(crew.calendar_id);
  expect(await anna.refused(api.versionCalendars.setResource, set(999_999))).toMatchObject({
    status: 404,
    code: 'version_calendar.not_found',
  });
  expect(await anna.refused(api.versionCalendars.setResource, set(null, 999_999))).toMatchObject({
    code: 'version_calendar.resource_not_found',
  });
  expect(await vera.refused(api.versionCalendars.setResource, set(null))).toMatchObject({ status: 403 });
  expect(await stranger.refused(api.versionCalendars.setResource, set(null))).toMatchObject({ status: 404 });
  expect(await stranger.refused(api.versionCalendars.resources, { params: { id } })).toMatchObject({ status: 404 });
});

test('a calendar that somebody else gave to a resource, or based one on, is not taken back', async () => {
  const id = await anna.version();
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const key = { spaceId: anna.spaceId, versionId: id };
  await context.write(async (tx) => {
    await fillVersion(tx, key, 'resource', [
      { id: 901, name: 'Crew', code: '', kind: 'labour', calendarId: null, limit: null, unit: 'h', pricePerUnit: null },
    ]);
    await updateVersionHead(tx, key, { last_id: 1000 });
  });
  const calendar = (await anna.ok(api.versionCalendars.create, { params: { id }, body: content('Nights') })).id;
  await boris.ok(api.versionCalendars.setResource, { params: { id, resourceId: 901 }, body: { calendar_id: calendar } });
  const refused = { status: 409, code: 'edit.changed_since', parameters: { name: 'Nights' } };
  expect(await anna.refused(api.edits.undo, { params: { id } })).toMatchObject(refused);
  await boris.ok(api.edits.undo, { params: { id } });
  const his = await world.app.contextOf({ userId: boris.id, actorId: boris.id, spaceId: anna.spaceId, needs: [] });
  await edit(his, id, 'calendar.update', async (draft) => {
    const [other] = (await draft.all('calendar')).filter((row) => row.id !== calendar);
    draft.update('calendar', other.id, { baseId: calendar });
  });
  expect(await anna.refused(api.edits.undo, { params: { id } })).toMatchObject(refused);
  await boris.ok(api.edits.undo, { params: { id } });
  await anna.ok(api.edits.undo, { params: { id } });
});

test('a calendar from above is taken once, and is its own after a change of it here', async () => {
  const source = (await anna.ok(api.calendars.create, { body: content('Of the space') })).id;
  const before = await anna.ok(api.versionCalendars.list, { params: { id: version } });
  expect(before.available.map((one) => one.id)).toContain(source);
  const { id } = await anna.ok(api.versionCalendars.take, { params: { id: version }, body: { source_id: source } });
  expect((await anna.ok(api.versionCalendars.list, { params: { id: version } })).available.map((one) => one.id)).not.toContain(source);
  expect(await anna.refused(api.versionCalendars.take, { params: { id: version }, body: { source_id: source } })).toMatchObject({
    status: 409,
    code: 'version_calendar.taken',
  });
  await anna.ok(api.versionCalendars.update, { params: at(id), body: content('Ours') });
  expect((await list()).find((one) => one.id === id)).toMatchObject({ name: 'Ours', source: null });
  expect(await anna.refused(api.versionCalendars.follow, { params: at(id) })).toMatchObject({ code: 'version_calendar.follows_nothing' });
  expect(await anna.refused(api.versionCalendars.create, { params: { id: version }, body: content('OURS') })).toMatchObject({
    code: 'version_calendar.name_taken',
  });
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const [{ id }] = await list();
  for (const person of [vera, stranger]) {
    const expected = person === vera ? { status: 403 } : { status: 404, code: 'version.not_found' };
    for (const refusal of [
      await person.refused(api.versionCalendars.create, { params: { id: version }, body: content('X') }),
      await person.refused(api.versionCalendars.take, { params: { id: version }, body: { source_id: 1 } }),
      await person.refused(api.versionCalendars.update, { params: at(id), body: content('X') }),
      await person.refused(api.versionCalendars.follow, { params: at(id) }),
      await person.refused(api.versionCalendars.setDefault, { params: at(id) }),
      await person.refused(api.versionCalendars.remove, { params: at(id) }),
    ])
      expect(refusal).toMatchObject(expected);
  }
  expect(await stranger.refused(api.versionCalendars.list, { params: { id: version } })).toMatchObject({ status: 404 });
  expect(await anna.refused(api.versionCalendars.update, { params: at(9999), body: content('X') })).toMatchObject({
    status: 404,
    code: 'version_calendar.not_found',
  });
});
