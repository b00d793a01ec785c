import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyToCopy, contentOf, copyFrom } from '../../../testing/samples/version-content.ts';
import { createPlanners } from '../../../testing/team.ts';
import type { Person, World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;
let version: number;
const at = () => ({ id: version });

beforeAll(async () => {
  ({ world, anna, boris, schedule } = await createPlanners());
});
afterAll(() => world.close());
beforeEach(async () => {
  version = await anna.version(schedule);
});

const rowsOf = async () => (await anna.ok(api.wbs.list, { params: at() })).items as Record<string, any>[];
const undo = (person: Person) => person.ok(api.edits.undo, { params: at() });
const redo = (person: Person) => person.ok(api.edits.redo, { params: at() });

/** Two tasks with a relation, an assignment and an attribute value. */
async function smallPlan() {
  const a = await anna.item(version, { name: 'A' });
  const b = await anna.item(version, { name: 'B' });
  const relation = await anna.relation(version, a, b);
  const key = [anna.spaceId, version];
  await world.sql(`insert into resource values ($1, $2, 901, 'R', 'Crew', 'labour', null, 1, 'h', null)`, key);
  await world.sql(`insert into assignment values ($1, $2, 902, $3, 901, 8, 0, 8, 80, 0, 80, null, 0, true, null, null)`, [...key, a]);
  await world.sql(`insert into attribute values ($1, $2, 903, 'Zone', 'string', 'user_value', 'UDF')`, key);
  await world.sql(`insert into attribute_value values ($1, $2, 904, $3, 903, '"North"')`, [...key, a]);
  await world.sql('update version set last_id = 950 where id = $1', [version]);
  return { a, b, relation };
}

describe('taking back', () => {
  test.each([
    [
      'a field',
      async ({ a }: { a: number }) =>
        anna.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { name: 'Other', duration_minutes: 960 } }),
    ],
    ['a row that was added', async () => anna.ok(api.wbs.create, { params: at(), body: { item: { name: 'New' } } })],
    [
      'a row that was deleted, with relation, assignment and value',
      async ({ a }) => anna.ok(api.wbs.remove, { params: { ...at(), wbsId: a } }),
    ],
    [
      'several rows that were deleted',
      async ({ a, b }: { a: number; b: number }) => anna.ok(api.wbs.removeMany, { params: at(), body: { ids: [a, b] } }),
    ],
    ['an indent', async ({ b }) => anna.ok(api.wbs.indent, { params: { ...at(), wbsId: b } })],
    ['a move', async ({ b }) => anna.ok(api.wbs.move, { params: { ...at(), wbsId: b }, body: { parent_id: null, index: 0 } })],
    ['a paste', async ({ a, b }) => anna.ok(api.wbs.copy, { params: at(), body: { ids: [a, b], parent_id: null, after_id: b } })],
    [
      'a relation',
      async ({ relation }: { relation: number }) =>
        anna.ok(api.relations.update, { params: { ...at(), relationId: relation }, body: { lag_minutes: 60, type: 'SS' } }),
    ],
    ['a deleted relation', async ({ relation }) => anna.ok(api.relations.remove, { params: { ...at(), relationId: relation } })],
    ['a calculation', async () => anna.ok(api.timetable.calculateNow, { params: at(), body: { data_date: '2031-05-05T08:00' } })],
    [
      'settings with the data date',
      async () =>
        anna.ok(api.timetable.saveSettings, {
          params: at(),
          body: { data_date: '2030-01-01T00:00', progress_mode: 'progress_override', must_finish_by: '2032-01-01' },
        }),
    ],
    [
      'a change of many rows',
      async ({ a, b }) =>
        anna.ok(api.wbs.updateMany, {
          params: at(),
          body: {
            items: [
              { id: a, progress: 1 },
              { id: b, progress: 0.5 },
            ],
          },
        }),
    ],
  ] as [string, (ids: { a: number; b: number; relation: number }) => Promise<unknown>][])(
    '%s, and restoring it, also after a restart',
    async (_what, act) => {
      const ids = await smallPlan();
      const before = await contentOf(world, version);
      await act(ids);
      const after = await contentOf(world, version);
      expect(after).not.toEqual(before);
      await undo(anna);
      expect(await contentOf(world, version)).toEqual(before);
      await world.restart();
      await redo(anna);
      expect(await contentOf(world, version)).toEqual(after);
      await undo(anna);
      expect(await contentOf(world, version)).toEqual(before);
    },
  );

  test('a calculation leaves the version not calculated, with the data date of before', async () => {
    await anna.item(version, { name: 'A' });
    const { data_date } = await anna.ok(api.timetable.state, { params: at() });
    const { state } = await anna.ok(api.timetable.calculateNow, { params: at(), body: { data_date: '2031-05-05T08:00' } });
    expect(state).toMatchObject({ status: 1, data_date: '2031-05-05T08:00' });
    await undo(anna);
    expect(await anna.ok(api.timetable.state, { params: at() })).toMatchObject({ status: 0, data_date });
  });

  test('goes back step by step, and a new action ends what can be restored', async () => {
    for (const name of ['A', 'B', 'C']) await anna.item(version, { name });
    await undo(anna);
    await undo(anna);
    expect((await rowsOf()).map(({ name }) => name)).toEqual(['A']);
    await redo(anna);
    await redo(anna);
    expect((await rowsOf()).map(({ name }) => name)).toEqual(['A', 'B', 'C']);
    await undo(anna);
    await anna.item(version, { name: 'D' });
    expect(await anna.refused(api.edits.redo, { params: at() })).toMatchObject({ status: 409, code: 'edit.nothing_to_redo' });
    for (let step = 0; step < 3; step += 1) await undo(anna);
    expect(await rowsOf()).toEqual([]);
    expect(await anna.refused(api.edits.undo, { params: at() })).toMatchObject({ status: 409, code: 'edit.nothing_to_undo' });
    // The calendar and the settings that the version began with are still there.
    expect(await contentOf(world, version)).toMatchObject({ calendar: [expect.any(Object)], settings: [expect.any(Object)] });
  });

  test("takes back one's own actions alone", async () => {
    await anna.item(version, { name: 'Hers' });
    expect(await boris.refused(api.edits.undo, { params: at() })).toMatchObject({ status: 409, code: 'edit.nothing_to_undo' });
    await boris.item(version, { name: 'His' });
    await undo(anna);
    expect((await rowsOf()).map(({ name }) => name)).toEqual(['His']);
  });

  test('is refused, with row and field, where somebody has changed the same since', async () => {
    const a = await anna.item(version, { name: 'Slab' });
    await anna.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { code: 'A10' } });
    await boris.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { code: 'B20' } });
    const before = await contentOf(world, version);
    const refusal = await anna.refused(api.edits.undo, { params: at() });
    expect(refusal).toMatchObject({
      status: 409,
      code: 'edit.changed_since',
      parameters: { count: 1, name: 'Slab', field: 'code', by: 'boris Tester', conflicts: [{ table: 'wbs', id: a, field: 'code' }] },
    });
    expect(await contentOf(world, version)).toEqual(before);
    await undo(boris);
    await undo(anna);
    expect((await rowsOf())[0]).toMatchObject({ name: 'Slab', code: '' });
  });

  test('is refused where somebody has removed the row, or hung another below it', async () => {
    const a = await anna.item(version, { name: 'A' });
    await anna.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { name: 'A2' } });
    await boris.ok(api.wbs.remove, { params: { ...at(), wbsId: a } });
    expect(await anna.refused(api.edits.undo, { params: at() })).toMatchObject({
      status: 409,
      code: 'edit.changed_since',
      parameters: { conflicts: [{ table: 'wbs', id: a, field: null }] },
    });
    const parent = await anna.item(version, { name: 'Parent' });
    await boris.item(version, { name: 'Child' }, parent);
    expect(await anna.refused(api.edits.undo, { params: at() })).toMatchObject({ status: 409, code: 'edit.changed_since' });
    expect((await rowsOf()).map(({ name }) => name)).toEqual(['Parent', 'Child']);
    const [c, d] = [await anna.item(version, { name: 'C' }), await anna.item(version, { name: 'D' })];
    await boris.relation(version, c, d);
    const refusal = await anna.refused(api.edits.undo, { params: at() });
    expect(refusal).toMatchObject({
      status: 409,
      code: 'edit.changed_since',
      parameters: { name: 'D', conflicts: [{ table: 'wbs', id: d, field: null }] },
    });
  });

  test('of a creation is refused where somebody has worked on the row since', async () => {
    const a = await anna.item(version, { name: 'A' });
    await boris.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { duration_minutes: 4800 } });
    expect(await anna.refused(api.edits.undo, { params: at() })).toMatchObject({
      status: 409,
      code: 'edit.changed_since',
      parameters: { field: 'durationMinutes' },
    });
  });

  test('is not stopped by dates that a calculation has rewritten', async () => {
    const a = await anna.item(version, { name: 'A' });
    await anna.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { duration_minutes: 4800 } });
    await boris.ok(api.timetable.calculateNow, { params: at() });
    await undo(anna);
    expect((await rowsOf())[0]['duration_minutes']).toBe(480);
  });

  test('is listed for people', async () => {
    const a = await anna.item(version, { name: 'A' });
    await boris.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { name: 'B' } });
    await undo(boris);
    const { actions, can_undo, can_redo } = await boris.ok(api.edits.list, { params: at() });
    expect(actions.map(({ name, kind, author, rows, undone, mine }) => [name, kind, author, rows, undone, mine])).toEqual([
      ['undo', 'update', 'boris Tester', 1, false, true],
      ['wbs.update', 'update', 'boris Tester', 1, true, true],
      ['wbs.create', 'add', 'anna Tester', 1, false, false],
      ['version.create', 'add', 'anna Tester', 0, false, false],
    ]);
    expect({ can_undo, can_redo }).toEqual({ can_undo: false, can_redo: true });
  });
});

describe('many at once', () => {
  test('twenty editors leave revisions without a gap, every row, and the same content in every copy', async () => {
    const pages = await Promise.all([anna.push(version), boris.push(version)]);
    const start = await anna.ok(api.versions.get, { params: at() });
    const copies = await Promise.all(pages.map(() => copyFrom(anna, version)));
    const editors = Array.from({ length: 20 }, (_, index) => (index % 2 ? anna : boris));
    await Promise.all(
      editors.map(async (person, index) => {
        const id = await person.item(version, { name: `Row ${index}` });
        await person.ok(api.wbs.update, { params: { ...at(), wbsId: id }, body: { duration_minutes: 61 * (index + 1) } });
        if (index % 5 === 0) await person.ok(api.wbs.remove, { params: { ...at(), wbsId: id } });
      }),
    );
    const revisions = (await world.sql('select revision from version_edit where version_id = $1 order by 1', [version])).map(
      ({ revision }) => revision,
    );
    expect(revisions).toEqual(Array.from({ length: start.revision + 44 }, (_, index) => index + 1));
    const last = revisions.at(-1);
    for (const [index, page] of pages.entries()) {
      await page.heard('version_edit', (data) => data['revision'] === last);
      for (const { event, data } of page.messages) if (event === 'version_edit') applyToCopy(copies[index], data as never);
    }
    const truth = await copyFrom(anna, version);
    expect(truth.tables.get('wbs')?.size).toBe(16);
    for (const copy of copies) expect(copy).toEqual(truth);
    const [head] = await world.sql('select revision, item_count from version where id = $1', [version]);
    expect(head).toEqual({ revision: last, item_count: 16 });
    for (const page of pages) await page.close();
  });

  test('who missed messages catches up by the changes since, or is told to load again', async () => {
    const copy = await copyFrom(anna, version);
    for (let index = 0; index < 12; index += 1) await anna.item(version, { name: `Row ${index}` });
    const { revision, edits } = await anna.ok(api.edits.since, { params: at(), query: { since: copy.revision } });
    for (const edit of edits) applyToCopy(copy, edit);
    expect(copy).toEqual(await copyFrom(anna, version));
    expect(revision).toBe(copy.revision);
    await world.sql(
      `insert into version_edit (space_id, version_id, revision, name, author_id, kind, row_count, diff, diff_bytes)
       select space_id, version_id, revision + n, name, author_id, kind, row_count, diff, diff_bytes from version_edit, generate_series(1, 201) n where version_id = $1 and revision = $2`,
      [version, revision],
    );
    await world.sql('update version set revision = revision + 201 where id = $1', [version]);
    expect(await anna.refused(api.edits.since, { params: at(), query: { since: revision } })).toMatchObject({
      status: 410,
      code: 'edit.too_old',
    });
  });
});

describe('a locked version', () => {
  test('refuses every change of its content and stays as it is', async () => {
    const { a, b, relation } = await smallPlan();
    await anna.ok(api.timetable.calculateNow, { params: at() });
    await undo(anna);
    await redo(anna);
    await anna.ok(api.versions.setLocked, { params: at(), body: { locked: true } });
    const before = [await contentOf(world, version), await world.sql('select * from version where id = $1', [version])];
    const item = { ...at(), wbsId: a };
    const refusals = [
      await anna.refused(api.wbs.create, { params: at(), body: { item: { name: 'X' } } }),
      await anna.refused(api.wbs.update, { params: item, body: { name: 'X' } }),
      await anna.refused(api.wbs.updateMany, { params: at(), body: { items: [{ id: a, name: 'X' }] } }),
      await anna.refused(api.wbs.remove, { params: item }),
      await anna.refused(api.wbs.removeMany, { params: at(), body: { ids: [a] } }),
      await anna.refused(api.wbs.indent, { params: { ...at(), wbsId: b } }),
      await anna.refused(api.wbs.outdent, { params: item }),
      await anna.refused(api.wbs.up, { params: { ...at(), wbsId: b } }),
      await anna.refused(api.wbs.down, { params: item }),
      await anna.refused(api.wbs.move, { params: item, body: { parent_id: null, index: 1 } }),
      await anna.refused(api.wbs.copy, { params: at(), body: { ids: [a], parent_id: null, after_id: null } }),
      await anna.refused(api.wbs.dissolve, { params: item }),
      await anna.refused(api.wbs.setConstraints, {
        params: item,
        body: { start_limit_type: 'not_earlier', start_limit_date: '2030-01-01T08:00' },
      }),
      await anna.refused(api.relations.create, { params: at(), body: { predecessor_id: b, successor_id: a } }),
      await anna.refused(api.relations.update, { params: { ...at(), relationId: relation }, body: { lag_minutes: 5 } }),
      await anna.refused(api.relations.remove, { params: { ...at(), relationId: relation } }),
      await anna.refused(api.timetable.calculate, { params: at() }),
      await anna.refused(api.timetable.calculateNow, { params: at() }),
      await anna.refused(api.timetable.saveSettings, { params: at(), body: { float_type: 'start' } }),
      await anna.refused(api.edits.undo, { params: at() }),
      await anna.refused(api.edits.redo, { params: at() }),
      await anna.refused(api.versions.remove, { params: at() }),
    ];
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 409, code: 'version.locked', parameters: { name: expect.any(String) } });
    expect([await contentOf(world, version), await world.sql('select * from version where id = $1', [version])]).toEqual(before);
    await anna.ok(api.versions.setLocked, { params: at(), body: { locked: false } });
    await anna.ok(api.wbs.update, { params: item, body: { name: 'Open again' } });
  });
});
