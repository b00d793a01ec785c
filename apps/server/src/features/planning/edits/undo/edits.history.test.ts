import { api } from '@gantry/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contentOf } from '../../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { CALCULATION, isCalculation } from '../edits.rules.ts';
import { versionLog } from './edits.history.repository.ts';

let world: World;
let anna: Person;
let boris: Person;
let version: number;
const at = () => ({ params: { id: version } });

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = await Promise.all(['anna', 'boris'].map((login) => world.person(login)));
  await anna.space();
  await world.join(boris, anna, 'planner');
});
afterAll(() => world.close());
beforeEach(async () => {
  version = await anna.version();
});

const names = async () => (await anna.ok(api.wbs.list, at())).items.map(({ name }) => name);
const history = async () => (await anna.ok(api.edits.list, at())).actions;
/** Revisions of the actions themselves, without takings back and restorings. */
const acts = async () => (await history()).filter(({ undoes, redoes }) => undoes === null && redoes === null);

describe('the list', () => {
  test('says who did what when, and what holds after takings back and restorings', async () => {
    await anna.item(version, { name: 'A' });
    await boris.item(version, { name: 'B' });
    await anna.ok(api.edits.undo, at());
    const [undone, hers, his] = await history();
    expect(undone).toMatchObject({ name: 'undo', action: 'wbs.create', undoes: 2, stands: true, author: 'anna Tester' });
    expect([hers, his]).toMatchObject([
      { revision: 3, author: 'boris Tester', mine: false, stands: true },
      { revision: 2, author: 'anna Tester', mine: true, stands: false, kind: 'add', rows: 1 },
    ]);
    await anna.ok(api.edits.redo, at());
    expect((await acts()).map(({ revision, stands }) => [revision, stands])).toEqual([
      [3, true],
      [2, true],
      [1, true],
    ]);
  });
});

describe('lines since a revision', () => {
  test('come in their order, of more than are asked for the newest', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await anna.item(version, { name });
    const since = (revision: number, most: number) =>
      world.app.services.database.read({ spaceId: anna.spaceId, userId: null }, (db) =>
        versionLog.listSince(db, { spaceId: anna.spaceId, versionId: version }, revision, most),
      );
    expect((await since(1, 10)).map(({ revision }) => revision)).toEqual([2, 3, 4, 5]);
    expect((await since(1, 2)).map(({ revision }) => revision)).toEqual([4, 5]);
  });

  test('name the calculations that stand, those made anew before restored ones, as many as are asked for', async () => {
    await anna.item(version, { name: 'A' });
    const calculate = async (day: number) =>
      (await anna.ok(api.timetable.calculateNow, { ...at(), body: { data_date: `2026-03-0${day}T00:00` } })).revision;
    const key = { spaceId: anna.spaceId, versionId: version };
    const standing = (most: number) =>
      world.app.services.database.read({ spaceId: anna.spaceId, userId: null }, async (db) => {
        const fast = await versionLog.listInEffectSince(db, key, 1, CALCULATION, most);
        const lines = await versionLog.listSince(db, key, 1, 1000);
        const slow = lines.filter(({ name, undoes, undone_by }) => isCalculation(name) && undoes === null && undone_by === null);
        return [fast, slow].map((found) => found.map(({ revision, redoes }) => [revision, redoes !== null]));
      });
    const [first, second] = [await calculate(2), await calculate(3)];
    await anna.ok(api.edits.undo, at());
    expect(await standing(10)).toEqual([[[first, false]], [[first, false]]]);
    const { revision } = await anna.ok(api.edits.redo, at());
    const last = await calculate(4);
    const [fast, slow] = await standing(10);
    expect(fast).toEqual([
      [first, false],
      [last, false],
      [revision, true],
    ]);
    expect(slow).toEqual([
      [first, false],
      [revision, true],
      [last, false],
    ]);
    expect([second < revision, (await standing(2))[0]]).toEqual([true, fast.slice(0, 2)]);
  });
});

describe('a jump', () => {
  test('takes back everything of the caller to a point and restores it, other people’s rows stay', async () => {
    for (const name of ['A', 'B', 'C']) {
      await anna.item(version, { name });
      await boris.item(version, { name: `${name} of Boris` });
    }
    const content = await contentOf(world, version);
    const mine = (await acts()).filter(({ mine, revision }) => mine && revision > 1).map(({ revision }) => revision);
    const back = await anna.ok(api.edits.undo, { ...at(), body: { revision: mine[1], through: true } });
    expect(back.count).toBe(2);
    expect(await names()).toEqual(['A', 'A of Boris', 'B of Boris', 'C of Boris']);
    await world.restart();
    expect((await anna.ok(api.edits.redo, { ...at(), body: { revision: mine[0], through: true } })).count).toBe(2);
    expect(await contentOf(world, version)).toEqual(content);
  });

  test('goes over two hundred actions of the caller at most, and reads no more of them', async () => {
    const [to] = (await world.sql('select revision from version where id = $1', [version])) as { revision: number }[];
    const wbsId = await anna.item(version, { name: 'A' });
    await world.sql(
      `insert into version_edit (space_id, version_id, revision, name, author_id, kind, row_count, diff, diff_bytes, chain)
       select space_id, version_id, revision + n, name, author_id, kind, row_count, diff, diff_bytes, chain
       from version_edit, generate_series(1, 200) n where version_id = $1 and revision = $2`,
      [version, to.revision + 1],
    );
    await world.sql('update version set revision = revision + 200 where id = $1', [version]);
    const back = { ...at(), body: { revision: to.revision + 1, through: true } };
    expect(await anna.refused(api.edits.undo, back)).toMatchObject({
      status: 409,
      code: 'request.limit_reached',
      parameters: { most: 200 },
    });
    const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    const key = { spaceId: anna.spaceId, versionId: version };
    const links = await context.read((db) => versionLog.listLinksSince(db, key, anna.id, 1, 'undo', 5));
    expect(links.map(({ revision }) => revision - to.revision)).toEqual([201, 200, 199, 198, 197]);
    expect((await anna.ok(api.wbs.get, { params: { id: version, wbsId } })).item.name).toBe('A');
  });

  test('is all or nothing', async () => {
    const a = await anna.item(version, { name: 'A' });
    await anna.item(version, { name: 'B' });
    await boris.ok(api.wbs.update, { params: { id: version, wbsId: a }, body: { name: 'Renamed' } });
    const before = await contentOf(world, version);
    expect(await anna.refused(api.edits.undo, { ...at(), body: { revision: 2, through: true } })).toMatchObject({
      code: 'edit.changed_since',
    });
    expect(await contentOf(world, version)).toEqual(before);
  });
});

describe('a named action', () => {
  test('is taken back alone, out of turn, and restored', async () => {
    for (const name of ['A', 'B', 'C']) await anna.item(version, { name });
    await anna.ok(api.edits.undo, { ...at(), body: { revision: 3 } });
    expect(await names()).toEqual(['A', 'C']);
    await anna.item(version, { name: 'D' });
    await anna.ok(api.edits.redo, { ...at(), body: { revision: 3 } });
    expect([...(await names())].sort()).toEqual(['A', 'B', 'C', 'D']);
    expect(await anna.refused(api.edits.redo, { ...at(), body: { revision: 3 } })).toMatchObject({ code: 'edit.nothing_to_redo' });
    await anna.ok(api.edits.undo, { ...at(), body: { revision: 3 } });
    expect(await anna.refused(api.edits.undo, { ...at(), body: { revision: 3 } })).toMatchObject({ code: 'edit.nothing_to_undo' });
  });

  test.each(['undo', 'redo'] as const)('of somebody else is not for the caller to %s; nor is one that never was', async (way) => {
    await boris.item(version, { name: 'His' });
    expect(await anna.refused(api.edits[way], { ...at(), body: { revision: 2 } })).toMatchObject({ status: 403, code: 'edit.not_yours' });
    expect(await anna.refused(api.edits[way], { ...at(), body: { revision: 77 } })).toMatchObject({ status: 409 });
    expect(await anna.refused(api.edits[way], { ...at(), body: { revision: 1 } })).toMatchObject({ status: 409 });
  });
});

describe('a conflict', () => {
  test('is skipped where it is asked to be: the action before it is taken back', async () => {
    const a = await anna.item(version, { name: 'A' });
    const b = await anna.item(version, { name: 'B' });
    const rename = (person: typeof anna, id: number, name: string) =>
      person.ok(api.wbs.update, { params: { id: version, wbsId: id }, body: { name } });
    await rename(anna, a, 'A1');
    await rename(anna, b, 'B1');
    await rename(boris, b, 'His');
    const { parameters } = await anna.refused(api.edits.undo, at());
    expect(parameters).toMatchObject({ name: 'His', revision: 5 });
    await anna.ok(api.edits.undo, { ...at(), body: { before: Number(parameters?.['revision']) } });
    expect(await names()).toEqual(['A', 'His']);
    expect((await history()).find(({ revision }) => revision === 4)?.about).toMatchObject({
      id: a,
      field: 'name',
      before: 'A',
      after: 'A1',
      rows: 1,
    });
  });
});

describe('clearing', () => {
  test('leaves nothing to take back and says who did it; pages that missed edits load again', async () => {
    await anna.item(version, { name: 'A' });
    await anna.item(version, { name: 'B' });
    expect(await boris.refused(api.edits.clear, at())).toMatchObject({ status: 403 });
    expect((await anna.ok(api.edits.clear, at())).count).toBe(2);
    expect(await names()).toEqual(['A', 'B']);
    expect(await anna.refused(api.edits.undo, at())).toMatchObject({ code: 'edit.nothing_to_undo' });
    expect((await history()).map(({ name, author }) => [name, author])).toEqual([
      ['history.clear', 'anna Tester'],
      ['version.create', 'anna Tester'],
    ]);
    expect(await anna.refused(api.edits.since, { ...at(), query: { since: 2 } })).toMatchObject({ status: 410 });
  });
});

describe('a version that is held', () => {
  test('keeps nobody from the others, however many wait for it', async () => {
    const other = await anna.version();
    const holder = new pg.Client(world.database.administration);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from version where id = $1 for update', [version]);
    const waiting = Array.from({ length: 40 }, (_, index) => anna.item(version, { name: `Row ${index}` }));
    const began = Date.now();
    await anna.item(other, { name: 'At once' });
    const took = Date.now() - began;
    await holder.query('rollback');
    await holder.end();
    await Promise.all(waiting);
    expect(took).toBeLessThan(30_000);
    expect(await names()).toHaveLength(40);
  });
});
