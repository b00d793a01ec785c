import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
/** Two schedules, a version of each with a task of one day: `a` here, `b` there. */
let here: number;
let there: number;
let v: number;
let w: number;
let a: number;
let b: number;

beforeAll(async () => {
  world = await createWorld();
  // Spaces, nodes and versions count through the installation: here beyond four bytes.
  for (const table of ['space', 'eps_node', 'version', 'app_user'])
    await world.sql(`select setval(pg_get_serial_sequence($1, 'id'), 3000000000)`, [table]);
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  [here, there] = [await anna.schedule('Here'), await anna.schedule('There')];
  [v, w] = [await anna.version(here), await anna.version(there)];
  a = await anna.item(v, { name: 'A', code: 'A1' });
  b = await anna.item(w, { name: 'B', code: 'B1' });
});

const listed = async (scheduleId: number, versionId: number) =>
  (await anna.ok(api.links.list, { params: { id: scheduleId }, query: { version_id: versionId } })).links;
/** Makes `a` wait for `b`, unless told otherwise. */
const link = (fields: Record<string, unknown> = {}) => {
  const body = { version_id: v, item_id: a, side: 'predecessor', other_version_id: w, other_item_id: b, ...fields };
  return anna.ok(api.links.create, { body: body as never });
};
const refusedLink = (fields: Record<string, unknown> = {}) => {
  const body = { version_id: v, item_id: a, side: 'predecessor', other_version_id: w, other_item_id: b, ...fields };
  return anna.refused(api.links.create, { body: body as never });
};
const calculate = (versionId: number) =>
  anna.ok(api.timetable.calculateNow, { params: { id: versionId }, body: { data_date: '2026-03-02T00:00' } });
const row = async (versionId: number, id: number) =>
  (await anna.ok(api.wbs.get, { params: { id: versionId, wbsId: id } })).item as Record<string, any>;
const statusOf = async (versionId: number) => (await anna.ok(api.timetable.state, { params: { id: versionId } })).status;
const settings = (versionId: number, body: Record<string, string>) =>
  anna.ok(api.timetable.saveSettings, { params: { id: versionId }, body });

describe('a link', () => {
  test('is told in both schedules with project, schedule, dates and floats of the other end', async () => {
    await calculate(w);
    const made = await link({ type: 'FS', lag_minutes: 480 });
    expect(made.version_id).toBe(v);
    const [own] = await listed(here, v);
    expect(own).toMatchObject({
      id: made.id,
      own: true,
      gone: false,
      item: { id: a, code: 'A1', name: 'A' },
      side: 'predecessor',
      type: 'fs',
      lag_minutes: 480,
      limit: { kind: 'start_not_earlier', date: '2026-03-03T18:00' },
      other: {
        id: b,
        code: 'B1',
        project: 'Project of There',
        schedule: { id: there, name: 'There' },
        version: { id: w, kind: 'version' },
        status: 'not_started',
        start: '2026-03-02T09:00',
        finish: '2026-03-02T18:00',
        full_reserve: 0,
        critical: true,
      },
    });
    const [theirs] = await listed(there, w);
    expect(theirs).toMatchObject({ id: made.id, own: false, side: 'successor', item: { id: b }, other: { id: a, schedule: { id: here } } });
    const ofOther = await anna.ok(api.links.list, { params: { id: here }, query: { version_id: v, wbs_id: 999_999 } });
    expect(ofOther.links).toEqual([]);
  });

  test('moves dates here, and the floats there; ignored where the calculation says so', async () => {
    await calculate(w);
    await link({ lag_minutes: 480 });
    await calculate(v);
    expect(await row(v, a)).toMatchObject({ early_start: '2026-03-04T09:00', early_finish: '2026-03-04T18:00' });
    // The schedule here ends with its task: less the lag, the other may be no later than Monday evening.
    expect(await statusOf(w)).toBe(0);
    await settings(w, { must_finish_by: '2026-03-31T18:00' });
    await calculate(w);
    expect((await row(w, b))['late_finish']).toBe('2026-03-02T18:00');
    await settings(v, { external_relations: 'ignored' });
    await calculate(v);
    expect(await row(v, a)).toMatchObject({ early_start: '2026-03-02T09:00' });
  });

  test.each([
    ['ss', '2026-03-02T09:00'],
    ['ff', '2026-03-02T09:00'],
    ['fs', '2026-03-03T09:00'],
  ])('of the type %s starts its successor at %s', async (type, start) => {
    await calculate(w);
    await link({ type });
    await calculate(v);
    expect((await row(v, a))['early_start']).toBe(start);
  });

  test('can be made from its predecessor as well: the other schedule waits', async () => {
    await calculate(v);
    await link({ side: 'successor' });
    expect(await statusOf(w)).toBe(0);
    await calculate(w);
    expect((await row(w, b))['early_start']).toBe('2026-03-03T09:00');
  });

  test('makes what waits for it uncalculated when its dates move, and not when they stay', async () => {
    await calculate(w);
    await link();
    await calculate(v);
    await calculate(w);
    await calculate(v);
    expect([await statusOf(v), await statusOf(w)]).toEqual([1, 1]);
    await anna.ok(api.wbs.update, { params: { id: w, wbsId: b }, body: { duration_minutes: 960 } });
    await calculate(w);
    expect(await statusOf(v)).toBe(0);
    await calculate(v);
    expect((await row(v, a))['early_start']).toBe('2026-03-04T09:00');
  });

  test('is followed up by another server where one died between a calculation and its marks', async () => {
    await calculate(w);
    await link();
    await calculate(v);
    const owed = async () => (await world.sql(`select calculation -> 'moved' as moved from version where id = $1`, [w]))[0]['moved'];
    expect([await statusOf(v), await owed()]).toEqual([1, null]);
    await world.sql(
      `update version set calculation = calculation || jsonb_build_object('moved', jsonb_build_array($2::int)), updated_at = now() - interval '1 minute' where id = $1`,
      [w, v],
    );
    await expect.poll(() => statusOf(v), { timeout: 15_000 }).toBe(0);
    expect(await owed()).toBeNull();
  });

  test('is changed and removed from either end, taken back and restored in the version that keeps it', async () => {
    const { id } = await link();
    await anna.ok(api.links.update, { params: { id }, body: { type: 'SS', lag_minutes: -60, lag_calendar: 'elapsed' } });
    expect(await listed(there, w)).toMatchObject([{ type: 'ss', lag_minutes: -60, lag_calendar: 'elapsed' }]);
    const removed = await anna.ok(api.links.remove, { params: { id } });
    expect(removed).toMatchObject({ version_id: v });
    expect([await listed(here, v), await listed(there, w)]).toEqual([[], []]);
    await anna.ok(api.edits.undo, { params: { id: v } });
    expect(await listed(there, w)).toMatchObject([{ id, type: 'ss' }]);
    await anna.ok(api.edits.undo, { params: { id: v } });
    expect(await listed(here, v)).toMatchObject([{ id, type: 'fs', lag_minutes: 0 }]);
    await anna.ok(api.edits.undo, { params: { id: v } });
    expect(await listed(here, v)).toEqual([]);
    await anna.ok(api.edits.redo, { params: { id: v } });
    expect(await listed(here, v)).toMatchObject([{ id }]);
  });

  test('goes with its row, and comes back with it', async () => {
    await link();
    await anna.ok(api.wbs.remove, { params: { id: v, wbsId: a } });
    expect(await listed(there, w)).toEqual([]);
    await anna.ok(api.edits.undo, { params: { id: v } });
    expect(await listed(there, w)).toHaveLength(1);
  });
});

test('the filter of predecessors finds a row by its link, from either end; the first few where asked', async () => {
  await link();
  const found = (versionId: number, column: string, value: string, limit?: number) =>
    anna.ok(api.wbs.filter, { params: { id: versionId }, body: { conditions: [{ column, operator: 'like', value }], limit } });
  expect((await found(v, 'predecessors', 'B1')).items).toMatchObject([{ id: a }]);
  expect((await found(w, 'successors', 'A1')).items).toMatchObject([{ id: b }]);
  expect((await found(v, 'successors', 'B1')).items).toEqual([]);
  await anna.item(v, { name: 'A' });
  expect(await found(v, 'name', 'A', 1)).toMatchObject({ total: 2, items: [{ id: a }] });
});

describe('the other end', () => {
  test('renamed is told by its new name, in the row itself after the next calculation', async () => {
    await link();
    await anna.ok(api.wbs.update, { params: { id: w, wbsId: b }, body: { code: 'B2', name: 'Bridge' } });
    expect(await listed(here, v)).toMatchObject([{ other: { code: 'B2', name: 'Bridge' } }]);
    const kept = () => world.sql('select other_code, other_name from link where version_id = $1', [v]);
    expect(await kept()).toEqual([{ other_code: 'B1', other_name: 'B' }]);
    await calculate(v);
    expect(await kept()).toEqual([{ other_code: 'B2', other_name: 'Bridge' }]);
  });

  test('moved below another row stays linked', async () => {
    await link();
    const phase = await anna.item(w, { name: 'Phase' });
    await anna.ok(api.wbs.move, { params: { id: w, wbsId: b }, body: { parent_id: phase, index: 0 } });
    expect(await listed(here, v)).toMatchObject([{ gone: false, other: { id: b } }]);
  });

  test('deleted is told by what was known of it, asks nothing and stands in the log; an undo there brings it back', async () => {
    await calculate(w);
    await link();
    await anna.ok(api.wbs.remove, { params: { id: w, wbsId: b } });
    expect(await listed(here, v)).toMatchObject([
      { gone: true, limit: null, other: { code: 'B1', name: 'B', schedule: { name: 'There' } } },
    ]);
    await calculate(v);
    expect((await row(v, a))['early_start']).toBe('2026-03-02T09:00');
    const state = await anna.ok(api.timetable.state, { params: { id: v } });
    expect(state.issues).toContainEqual({ code: 'timetable.link_gone', parameters: {}, items: [a] });
    await anna.ok(api.edits.undo, { params: { id: w } });
    expect(await listed(here, v)).toMatchObject([{ gone: false }]);
  });

  test('in a deleted version can still be removed', async () => {
    const { id } = await link();
    await anna.ok(api.versions.remove, { params: { id: w } });
    expect(await listed(here, v)).toMatchObject([{ gone: true, other: { code: 'B1' } }]);
    await anna.ok(api.links.remove, { params: { id } });
    expect(await listed(here, v)).toEqual([]);
  });

  test('is followed into the copy that becomes the actual version', async () => {
    await calculate(w);
    await link();
    const { id: next } = await anna.ok(api.versions.copyTo, { params: { id: w, scheduleId: there }, body: { name: 'Next' } });
    expect(await listed(here, v)).toMatchObject([{ other: { version: { id: w } } }]);
    await anna.ok(api.versions.setActual, { params: { id: next as number } });
    expect(await listed(here, v)).toMatchObject([{ other: { version: { id: next, kind: 'actual' } } }]);
    expect(await listed(there, next as number)).toMatchObject([{ own: false, item: { id: b } }]);
    await anna.ok(api.wbs.update, { params: { id: next as number, wbsId: b }, body: { duration_minutes: 960 } });
    await calculate(next as number);
    await calculate(v);
    expect((await row(v, a))['early_start']).toBe('2026-03-04T09:00');
  });

  test('hears one version of a schedule: a copy made to try something out asks nothing of it', async () => {
    await link({ side: 'successor' });
    const { id: trial } = await anna.ok(api.versions.copyTo, { params: { id: v, scheduleId: here }, body: { name: 'Trial' } });
    expect(await listed(here, trial as number)).toHaveLength(1);
    expect(await listed(there, w)).toMatchObject([{ other: { version: { id: v } } }]);
    await anna.ok(api.versions.setActual, { params: { id: trial as number } });
    expect(await listed(there, w)).toMatchObject([{ other: { version: { id: trial } } }]);
  });
});

describe('a link is refused', () => {
  test('inside one schedule, to what is not there, to a summary, and twice', async () => {
    const sibling = await anna.version(here);
    const other = await anna.item(sibling, { name: 'C' });
    expect(await refusedLink({ other_version_id: sibling, other_item_id: other })).toMatchObject({
      status: 422,
      code: 'link.same_schedule',
    });
    expect(await refusedLink({ other_item_id: 999_999 })).toMatchObject({ status: 422, code: 'link.unknown_item' });
    expect(await refusedLink({ item_id: 999_999 })).toMatchObject({ status: 422, code: 'link.unknown_item' });
    expect(await refusedLink({ other_version_id: 999_999 })).toMatchObject({ status: 404, code: 'version.not_found' });
    const phase = await anna.item(w, { name: 'Phase' });
    await anna.item(w, { name: 'Inside' }, phase);
    expect(await refusedLink({ other_item_id: phase })).toMatchObject({ code: 'relation.with_summary', parameters: { name: 'Phase' } });
    await link();
    expect(await refusedLink()).toMatchObject({ status: 409, code: 'link.exists' });
    const mirrored = { version_id: w, item_id: b, side: 'successor', other_version_id: v, other_item_id: a };
    expect(await refusedLink(mirrored)).toMatchObject({ status: 409, code: 'link.exists' });
    const { id } = await link({ type: 'ss' });
    expect(await anna.refused(api.links.update, { params: { id }, body: { type: 'fs' } })).toMatchObject({ code: 'link.exists' });
  });

  test('where it would close a cycle through schedules, with its path', async () => {
    const a2 = await anna.item(v, { name: 'A2', code: 'A2' });
    const b2 = await anna.item(w, { name: 'B2', code: 'B2' });
    await anna.relation(w, b, b2);
    await link({ side: 'successor' });
    await anna.relation(v, a2, a);
    const refusal = await refusedLink({ item_id: a2, other_item_id: b2 });
    expect(refusal).toMatchObject({ status: 409, code: 'relation.cycle' });
    expect(refusal.parameters['path']).toBe('Here: A2 → A1 → There: B1 → B2 → Here: A2');
    expect(await listed(here, v)).toHaveLength(1);
  });

  test('by two people at once from both sides: one of them is told', async () => {
    for (let round = 0; round < 8; round++) {
      const [a2, b2] = [await anna.item(v, { name: 'A2' }), await anna.item(w, { name: 'B2' })];
      const from = (version: number, item: number, other: number, at: number) =>
        anna
          .call(api.links.create, {
            body: {
              version_id: version,
              item_id: item,
              side: 'predecessor',
              other_version_id: other,
              other_item_id: at,
              type: 'fs',
              lag_minutes: 0,
            },
          })
          .then(({ status, body }) => (status === 200 ? 'made' : (body as unknown as { errors: { code: string }[] }).errors[0].code));
      expect((await Promise.all([from(v, a2, w, b2), from(w, b2, v, a2)])).toSorted()).toEqual(['made', 'relation.cycle']);
    }
  });

  test('and so is a relation inside a schedule that would close a cycle through another one', async () => {
    const a2 = await anna.item(v, { name: 'A2', code: 'A2' });
    await link({ side: 'successor' });
    await link({ item_id: a2, side: 'predecessor' });
    const refusal = await anna.refused(api.relations.create, { params: { id: v }, body: { predecessor_id: a2, successor_id: a } });
    expect(refusal).toMatchObject({ status: 409, code: 'relation.cycle' });
    expect(refusal.parameters['path']).toBe('Here: A1 → There: B1 → Here: A2 → A1');
  });

  test('in a locked version, and where it would move dates of one', async () => {
    const { id } = await link({ side: 'successor' });
    await anna.ok(api.versions.setLocked, { params: { id: w }, body: { locked: true } });
    expect(await refusedLink({ side: 'successor', type: 'ss' })).toMatchObject({ status: 409, code: 'version.locked' });
    expect(await anna.refused(api.links.update, { params: { id }, body: { lag_minutes: 60 } })).toMatchObject({ code: 'version.locked' });
    // To wait for a locked version changes nothing in it.
    await link({ item_id: await anna.item(v, { name: 'A2' }) });
    await anna.ok(api.versions.setLocked, { params: { id: v }, body: { locked: true } });
    expect(await refusedLink({ type: 'ff' })).toMatchObject({ code: 'version.locked' });
    expect(await anna.refused(api.links.remove, { params: { id } })).toMatchObject({ code: 'version.locked' });
  });

  test('to those who may only read, and to strangers as what does not exist', async () => {
    const { id } = await link();
    const reader = await world.person('reader');
    await world.join(reader, anna, 'viewer');
    const body = { version_id: v, item_id: a, side: 'predecessor' as const, other_version_id: w, other_item_id: b, type: 'ff' };
    expect((await reader.ok(api.links.list, { params: { id: here }, query: { version_id: v } })).links).toHaveLength(1);
    expect(await reader.refused(api.links.create, { body })).toMatchObject({ status: 403 });
    expect(await reader.refused(api.links.update, { params: { id }, body: { type: 'ff' } })).toMatchObject({ status: 403 });
    expect(await reader.refused(api.links.remove, { params: { id } })).toMatchObject({ status: 403 });
    const stranger = await world.person('stranger');
    await stranger.space();
    expect(await stranger.refused(api.links.list, { params: { id: here }, query: { version_id: v } })).toEqual(
      await stranger.refused(api.links.list, { params: { id: 999_999 }, query: { version_id: v } }),
    );
    expect(await stranger.refused(api.links.remove, { params: { id } })).toMatchObject({ status: 404, code: 'link.not_found' });
    expect(await stranger.refused(api.links.update, { params: { id }, body: {} })).toMatchObject({ status: 404, code: 'link.not_found' });
    expect(await stranger.refused(api.links.create, { body })).toMatchObject({ status: 404, code: 'version.not_found' });
    // A version of one's own space cannot be tied to one of another.
    const own = await stranger.version();
    const mine = await stranger.item(own, { name: 'Mine' });
    expect(await stranger.refused(api.links.create, { body: { ...body, version_id: own, item_id: mine } })).toMatchObject({
      status: 404,
      code: 'version.not_found',
    });
  });
});

test('a new link reads those of the space once', async () => {
  const sent = await statementsOf(() => link());
  expect(sent.filter((text) => text.includes('from link l left join version heir'))).toHaveLength(1);
});
