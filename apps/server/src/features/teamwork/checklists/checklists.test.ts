import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let stranger: Person;
let schedule: number;
let version: number;
let work: number;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, boris, vera, stranger, schedule } = await createTeam(world));
  version = await anna.version(schedule);
  work = await anna.item(version, { name: 'Pour walls', code: 'A1' });
});
afterAll(() => world.close());

const listed = async (person: Person, versionId = version, wbsId = work) =>
  (await person.ok(api.checklists.list, { params: { versionId, wbsId } })).checklists;
const add = (person: Person, body: { name: string; items?: string[]; template?: number; wbs_id?: number }) =>
  person.ok(api.checklists.create, { body: { version_id: version, wbs_id: work, ...body } });

test('a checklist is the same in every version; items are ordered, ticked, copied unticked and deleted', async () => {
  const { id } = await add(anna, { name: 'Before concrete', items: ['Rebar', 'Formwork'] });
  const { id: third } = await boris.ok(api.checklists.createItem, {
    params: { versionId: version, checklistId: id },
    body: { text: 'Permit', after_id: null, required: true, due: '2026-05-01', person_id: boris.id },
  });
  const [list] = await listed(vera);
  expect(list.items.map(({ text }) => text)).toEqual(['Permit', 'Rebar', 'Formwork']);
  expect(list.items[0]).toMatchObject({ required: true, due: '2026-05-01', person: 'boris Tester', done_at: null });
  await boris.ok(api.checklists.updateItem, { params: { checklistId: id, itemId: third }, body: { done: true } });
  const [, rebar, formwork] = list.items;
  await boris.ok(api.checklists.updateItem, {
    params: { checklistId: id, itemId: rebar.id },
    body: { after_id: formwork.id, text: 'Bars' },
  });
  const copy = await anna.version(schedule);
  const same = await anna.item(copy, { name: 'Pour walls', code: 'A1' });
  const [there] = await listed(anna, copy, same);
  expect(there.items.map(({ text, done_by }) => [text, done_by])).toEqual([
    ['Permit', 'boris Tester'],
    ['Formwork', null],
    ['Bars', null],
  ]);
  // A second tick keeps the first one's day.
  await anna.ok(api.checklists.updateItem, { params: { checklistId: id, itemId: third }, body: { done: true } });
  expect((await listed(anna))[0].items[0].done_by).toBe('boris Tester');
  const { id: copied } = await add(boris, { name: 'Again', template: id, items: ['More'] });
  await boris.ok(api.checklists.update, { params: { id: copied }, body: { after_id: null, name: 'First' } });
  const [first] = await listed(vera);
  expect([first.name, ...first.items.map(({ text, done_at, required }) => [text, done_at, required])]).toEqual([
    'First',
    ['Permit', null, true],
    ['Formwork', null, false],
    ['Bars', null, false],
    ['More', null, false],
  ]);
  await boris.ok(api.checklists.removeItems, { body: { ids: [first.items[0].id, first.items[3].id] } });
  expect((await listed(vera))[0].items.map(({ text }) => text)).toEqual(['Formwork', 'Bars']);
  await boris.ok(api.checklists.remove, { body: { ids: [copied] } });
  expect((await listed(vera)).map(({ name }) => name)).toEqual(['Before concrete']);
});

test('an item that asks for a photo is not ticked without one', async () => {
  const other = await anna.item(version, { name: 'Roof', code: 'A2' });
  const { id } = await add(anna, { name: 'Roof', wbs_id: other });
  const { id: item } = await anna.ok(api.checklists.createItem, {
    params: { versionId: version, checklistId: id },
    body: { text: 'Tight', photo_required: true },
  });
  const tick = { params: { checklistId: id, itemId: item }, body: { done: true } };
  expect(await boris.refused(api.checklists.updateItem, tick)).toMatchObject({ status: 422, code: 'checklist.photo_missing' });
  await boris.ok(api.checklists.updateItem, { ...tick, body: { photo_required: false, done: true } });
  expect((await listed(vera, version, other))[0].items[0].done_by).toBe('boris Tester');
});

test('who may only look changes nothing; strangers find nothing; lists are bounded', async () => {
  const { id } = await add(anna, { name: 'Ours', items: ['One'] });
  const [item] = (await listed(vera)).at(-1)?.items ?? [];
  const [heard, deaf] = [await vera.push(), await stranger.push()];
  const at = { checklistId: id, itemId: item.id };
  expect(await vera.refused(api.checklists.updateItem, { params: at, body: { done: true } })).toMatchObject({
    status: 403,
    parameters: { right: 'plan.report' },
  });
  expect(await vera.refused(api.checklists.updateItem, { params: at, body: { text: 'x' } })).toMatchObject({
    status: 403,
    parameters: { right: 'boards.edit' },
  });
  expect(await vera.refused(api.checklists.remove, { body: { ids: [id] } })).toMatchObject({ status: 403 });
  for (const refused of [
    await stranger.refused(api.checklists.remove, { body: { ids: [id] } }),
    await stranger.refused(api.checklists.removeItems, { body: { ids: [item.id] } }),
    await stranger.refused(api.checklists.update, { params: { id }, body: { name: 'Mine' } }),
    await stranger.refused(api.checklists.updateItem, { params: at, body: { done: true } }),
    await stranger.refused(api.checklists.create, { body: { version_id: version, wbs_id: work, name: 'Mine', template: id } }),
  ])
    expect(refused).toMatchObject({ status: 404 });
  await boris.ok(api.checklists.updateItem, { params: at, body: { done: true } });
  expect(await heard.heard('checklist_updated')).toEqual({ eps_id: schedule, wbs_id: work });
  expect(deaf.messages.map(({ event }) => event)).not.toContain('checklist_updated');
  await heard.close();
  await deaf.close();
  const another = (await add(anna, { name: 'Other' })).id;
  expect(
    await boris.refused(api.checklists.updateItem, { params: { checklistId: another, itemId: item.id }, body: { done: false } }),
  ).toMatchObject({ status: 404 });
  expect(
    await boris.refused(api.checklists.createItem, {
      params: { versionId: version, checklistId: another },
      body: { text: 'x', after_id: item.id },
    }),
  ).toMatchObject({ status: 404, code: 'checklist.not_found' });
  expect(
    await boris.refused(api.checklists.createItem, {
      params: { versionId: version, checklistId: another },
      body: { text: 'x', person_id: stranger.id },
    }),
  ).toMatchObject({ status: 404, code: 'space.member_not_found' });
  await add(anna, { name: 'Full', items: Array.from({ length: 200 }, (_, index) => `Item ${index}`) });
  const full = (await listed(anna)).at(-1);
  expect(full?.items).toHaveLength(200);
  expect(
    await anna.refused(api.checklists.createItem, { params: { versionId: version, checklistId: full?.id ?? 0 }, body: { text: 'x' } }),
  ).toMatchObject({ status: 422, code: 'checklist.too_many' });
});

test('counts by row are those of the work in any version, with what is required and open', async () => {
  const counted = await anna.item(version, { name: 'Counted', code: 'C9' });
  const { id } = await anna.ok(api.checklists.create, {
    body: { version_id: version, wbs_id: counted, name: 'Before', items: ['One', 'Two', 'Three'] },
  });
  const items = (await listed(anna, version, counted))[0].items;
  const change = (index: number, body: { done?: boolean; required?: boolean }) =>
    anna.ok(api.checklists.updateItem, { params: { checklistId: id, itemId: items[index].id }, body });
  await change(0, { done: true });
  await change(1, { required: true });
  const countsIn = async (versionId: number, person = anna) =>
    (await person.ok(api.checklists.counts, { params: { versionId } })).rows.find(({ count, done }) => count === 3 && done === 1);
  expect(await countsIn(version, vera)).toEqual({ wbs_id: counted, done: 1, count: 3, required_open: 1 });
  const { id: copy } = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: {} });
  expect((await countsIn(copy as number))?.required_open).toBe(1);
});
