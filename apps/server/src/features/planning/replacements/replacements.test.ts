import { api, MOST_REPLACEMENTS } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, type ReplacementRule, RIGHTS_OF_ROLE, type Replaced } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queriesOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let version: number;
let schedule: number;
let work: number;
const [CREW_A, CREW_B, CRANE, STEEL] = [901, 902, 903, 904];

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = [await world.person('anna'), await world.person('boris')];
  await anna.space();
  await world.join(boris, anna, 'planner');
});
afterAll(() => world.close());

/** Half-done work: 160 of 400 hours of crew A at 25, six days of eight hours left, ruled by labour of five people. */
beforeEach(async () => {
  version = await anna.version();
  schedule = (await anna.ok(api.versions.get, { params: { id: version } })).schedule_id;
  const shift = { start: 540, finish: 1020 };
  await world.sql('update calendar set week = $2 where version_id = $1', [version, JSON.stringify([...Array(5).fill([shift]), [], []])]);
  await world.sql(`update version set data_date = '2025-03-10T09:00', last_id = 2000 where id = $1`, [version]);
  const resources = [
    [CREW_A, 'A', 'Crew A', 'labour', 25],
    [CREW_B, 'B', 'Crew B', 'labour', 30],
    [CRANE, 'C', 'Crane', 'equipment', 90],
    [STEEL, 'S', 'Steel', 'material', 900],
  ];
  for (const [id, code, name, kind, price] of resources)
    await world.sql(
      `insert into resource (space_id, version_id, id, code, name, kind, unit, price_per_unit) values ($1, $2, $3, $4, $5, $6, 'h', $7)`,
      [anna.spaceId, version, id, code, name, kind, price],
    );
  work = await anna.item(version, { name: 'Pour', code: 'A1', start: '2025-03-03T09:00', duration_minutes: 10 * 480 });
  await anna.ok(api.wbs.update, {
    params: { id: version, wbsId: work },
    body: { actual_start: '2025-03-03T09:00', progress: 0.4, remaining_minutes: 6 * 480 },
  });
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 1001, $3, ${CREW_A}, 400, 160, 240, 10000, 4000, 6000, 0, false)`,
    [anna.spaceId, version, work],
  );
  await world.sql(
    `insert into directory_value (space_id, version_id, id, item_id, directory_id, row_id, code, name, unit, volume, volume_unit, crew, rule,
       labour_hours, machine_hours, cost, norm, resource_id, assignment_id)
     values ($1, $2, 1500, $3, 1, 1, 'N', 'Norm', 'm3', 400, 'm3', 5, 'labour', 400, 0, 10000, $4, ${CREW_A}, 1001)`,
    [
      anna.spaceId,
      version,
      work,
      JSON.stringify({
        norm: { unit: 'm3', labourHours: 1, machineHours: 0, outputPerDay: null, price: 0 },
        part: null,
        quantity: 1,
        coefficients: [],
      }),
    ],
  );
});

const crews: Replaced = { kind: 'resource', from: { code: 'A', name: 'Crew A' }, to: { code: 'B', name: 'Crew B' }, productivity: 1.25 };
const bodyOf = (what: Replaced, more: Partial<ReplacementRule> = {}) => ({ name: 'Rule', rows: { filter: null }, what, ...more });
const save = async (what: Replaced, more: Partial<ReplacementRule> = {}) =>
  (await anna.ok(api.replacements.create, { params: { id: schedule }, body: bodyOf(what, more) })).replacement;
const at = (replacementId: number) => ({ params: { id: version, replacementId } });
const rowOf = async (table: string) =>
  world.sql(`select * from ${table} where version_id = $1 order by id`, [version]).then((rows) => rows as Record<string, unknown>[]);

describe('a replacement', () => {
  test('of a crew leaves what was done with the old one and divides what is left by the productivity (G14)', async () => {
    const rule = await save(crews);
    expect(rule).toMatchObject({ from_text: 'A Crew A', to_text: 'B Crew B', remaining_only: true });
    const before = await rowOf('assignment');
    const preview = await anna.ok(api.replacements.preview, at(rule.id));
    expect(preview).toMatchObject({ total: 1, hours: -48, cost: -240, refused: [], notes: [], ignored: [] });
    expect(preview.rows).toMatchObject([
      {
        row_id: work,
        before: 'A Crew A',
        after: 'B Crew B',
        remaining_before: 2880,
        remaining_after: 2304,
        hours_before: 400,
        hours_after: 352,
        cost_before: 10000,
        cost_after: 9760,
      },
    ]);
    // A preview changes nothing.
    expect(await rowOf('assignment')).toEqual(before);
    await anna.ok(api.replacements.apply, { ...at(rule.id), body: { revision: preview.revision } });
    expect(await rowOf('assignment')).toMatchObject([
      { resource_id: CREW_A, planned_units: 160, actual_units: 160, remaining_units: 0, actual_cost: 4000, remaining_cost: 0 },
      { resource_id: CREW_B, planned_units: 192, actual_units: 0, remaining_units: 192, planned_cost: 5760, remaining_cost: 5760 },
    ]);
    const { item } = await anna.ok(api.wbs.get, { params: { id: version, wbsId: work } });
    expect(item).toMatchObject({ remaining_minutes: 4.8 * 480 });
    // The next update of directories does not bring the old crew back.
    await anna.ok(api.versionDirectories.recalculate, { params: { id: version } });
    expect((await rowOf('assignment')).map((row) => row['resource_id'])).toEqual([CREW_A, CREW_B]);
    await anna.ok(api.edits.undo, { params: { id: version }, body: { revision: preview.revision + 1, through: true } });
    expect(await rowOf('assignment')).toEqual(before);
  });

  test('reads the rows alone that have what is replaced', async () => {
    const other = await anna.item(version, { name: 'Cure', start: '2025-03-03T09:00' });
    const rule = await save(crews);
    const sent = await queriesOf(() => anna.ok(api.replacements.preview, at(rule.id)));
    const named = sent.filter(
      ({ text, values }) => /from "(wbs_item|assignment|directory_value)" t/.test(text) && values.some(Array.isArray),
    );
    const ids = named.flatMap(({ values }) => values.flat());
    expect([ids.includes(work), ids.includes(other)]).toEqual([true, false]);
  });

  test('takes planned days along from the data date on', async () => {
    const days = (mode: 'plan' | 'fact', first_day: string, values: number[]) =>
      anna.ok(api.dayValues.setDays, {
        params: { id: version },
        body: { cells: [{ item_id: work, resource_id: CREW_A, measure: 'labour' as const, mode, first_day, values }] },
      });
    await days('plan', '2025-03-06', [40, 40, 0, 0, 50, 25]);
    await days('fact', '2025-03-06', [30, 130]);
    const rule = await save(crews);
    await anna.ok(api.replacements.apply, at(rule.id));
    const { series } = await anna.ok(api.dayValues.read, { params: { id: version, wbsId: work }, query: { period: 'day' } });
    const of = (resource: number, mode: string) => series.find((one) => one.resource_id === resource && one.mode === mode)?.values;
    expect(of(CREW_A, 'plan')).toEqual([
      { from: '2025-03-06', value: 40 },
      { from: '2025-03-07', value: 40 },
    ]);
    expect(of(CREW_B, 'plan')).toEqual([
      { from: '2025-03-10', value: 40 },
      { from: '2025-03-11', value: 20 },
    ]);
    expect(of(CREW_A, 'fact')).toHaveLength(2);
  });

  test('corrects a whole assignment where what is done moves too; two of one resource become one', async () => {
    const all = await save({ ...crews, productivity: 1 }, { remaining_only: false });
    await anna.ok(api.replacements.apply, at(all.id));
    expect(await rowOf('assignment')).toMatchObject([
      { resource_id: CREW_B, planned_units: 400, actual_units: 160, actual_cost: 4000, remaining_cost: 7200 },
    ]);
    await world.sql(
      `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units, planned_cost,
         actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 1900, $3, ${CREW_A}, 10, 0, 10, 250, 0, 250, 0, false)`,
      [anna.spaceId, version, work],
    );
    const rule = await save({ ...crews, productivity: 1 }, { name: 'Rest' });
    await anna.ok(api.replacements.apply, at(rule.id));
    expect(await rowOf('assignment')).toMatchObject([
      { resource_id: CREW_B, planned_units: 410, remaining_units: 250, remaining_cost: 7500 },
    ]);
  });

  test('is for rows that pass a filter, take place in its window and are not done', async () => {
    const other = await anna.item(version, { name: 'Strip', code: 'B1', start: '2025-05-05T09:00', duration_minutes: 480 });
    const done = await anna.item(version, { name: 'Done', code: 'B2', start: '2025-03-03T09:00', duration_minutes: 480 });
    await anna.ok(api.wbs.update, {
      params: { id: version, wbsId: done },
      body: { actual_start: '2025-03-03T09:00', actual_finish: '2025-03-03T17:00' },
    });
    const what: Replaced = { kind: 'executor', from: null, to: boris.id };
    const ids = async (more: Partial<ReplacementRule>) => {
      const rule = await save(what, { name: JSON.stringify(more), ...more });
      return (await anna.ok(api.replacements.preview, at(rule.id))).rows.map(({ row_id }) => row_id);
    };
    expect(await ids({})).toEqual([work, other]);
    expect(await ids({ remaining_only: false })).toEqual([work, other, done]);
    expect(await ids({ window: { from: '2025-04-01', to: null } })).toEqual([other]);
    expect(await ids({ rows: { filter: { join: 'and', conditions: [{ column: 'code', operator: 'like', value: 'A' }] } } })).toEqual([
      work,
    ]);
    expect(
      await ids({
        rows: {
          items: [
            { id: 999, code: 'B1' },
            { id: work, code: '' },
          ],
        },
      }),
    ).toEqual([work, other]);
  });

  test('of people asks who may carry works out, and tells those that keep theirs', async () => {
    const rule = await save({ kind: 'executor', from: null, to: boris.id });
    await anna.ok(api.replacements.apply, at(rule.id));
    expect((await anna.ok(api.wbs.get, { params: { id: version, wbsId: work } })).item).toMatchObject({ executor_id: boris.id });
    const guest = await world.person('guest');
    await world.join(guest, anna, 'viewer');
    await world.sql('update space_user set executor = (user_id <> $1)', [guest.id]);
    await anna.ok(api.replacements.remove, { params: { id: schedule, replacementId: rule.id } });
    const next = await save({ kind: 'executor', from: boris.id, to: guest.id }, { name: 'Next' });
    expect(await anna.ok(api.replacements.preview, at(next.id))).toMatchObject({
      total: 0,
      refused: [{ row_id: work, code: 'wbs.not_an_executor' }],
    });
  });

  test('of a value changes the rows that have it', async () => {
    const { id: zone } = await anna.ok(api.attributeValues.create, { params: { id: version }, body: { name: 'Zone', type: 'string' } });
    const other = await anna.item(version, { name: 'Strip' });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: work }, body: { attributes: { [zone]: 'North' } } });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: other }, body: { attributes: { [zone]: 'South' } } });
    const rule = await save({ kind: 'attribute', attribute: 'Zone', from: 'North', to: 'East' });
    const done = await anna.ok(api.replacements.apply, at(rule.id));
    expect(done).toMatchObject({ total: 1, rows: [{ row_id: work, before: 'North', after: 'East' }] });
    const history = await anna.ok(api.edits.list, { params: { id: version }, query: {} });
    expect(history.actions[0]).toMatchObject({ name: 'replacement.apply' });
    await anna.ok(api.edits.undo, { params: { id: version } });
    const { attributes } = await anna.ok(api.wbs.get, { params: { id: version, wbsId: work } });
    expect(attributes).toMatchObject([{ value: 'North' }]);
  });

  test('of a thing by itself, of another kind, in a cycle, without a name of its own or on no day is refused', async () => {
    const refused = async (what: Replaced, more: Partial<ReplacementRule> = {}) =>
      (await anna.refused(api.replacements.create, { params: { id: schedule }, body: bodyOf(what, more) })).code;
    const [a, b] = [
      { code: 'A', name: 'Crew A' },
      { code: 'B', name: 'Crew B' },
    ];
    expect(await refused({ ...crews, to: a })).toBe('replacement.of_itself');
    expect(await refused(crews, { window: { from: '2025-03-02', to: '2025-03-01' } })).toBe('replacement.wrong_window');
    expect(await refused({ ...crews, productivity: 0 })).toBe('request.invalid');
    expect(await refused({ ...crews, productivity: -1 })).toBe('request.invalid');
    const rule = await save(crews);
    expect(await refused(crews)).toBe('replacement.name_taken');
    expect(await refused({ ...crews, from: b, to: a }, { name: 'Back' })).toBe('replacement.cycle');
    const machine = await save({ ...crews, to: { code: 'C', name: 'Crane' } }, { name: 'Machine' });
    expect((await anna.refused(api.replacements.preview, at(machine.id))).code).toBe('replacement.kinds_differ');
    const gone = await save({ ...crews, to: { code: 'X', name: 'Nobody' } }, { name: 'Gone' });
    expect((await anna.refused(api.replacements.apply, at(gone.id))).code).toBe('replacement.not_in_version');
    const nobody = await save({ kind: 'executor', from: null, to: 999_999 }, { name: 'Unknown' });
    expect((await anna.refused(api.replacements.preview, at(nobody.id))).code).toBe('replacement.unknown_person');
    expect((await anna.refused(api.replacements.apply, { ...at(rule.id), body: { revision: 1 } })).code).toBe('replacement.out_of_date');
    expect((await anna.refused(api.replacements.preview, at(999_999))).code).toBe('replacement.not_found');
  });

  test('is one of at most 200 of a schedule, of which each can still be changed', async () => {
    const last = await save(crews);
    await world.sql(
      `insert into replacement (space_id, node_id, name, rule)
       select space_id, node_id, 'Rule ' || at, rule from replacement, generate_series(2, $2::int) at where id = $1`,
      [last.id, MOST_REPLACEMENTS],
    );
    const more = await anna.refused(api.replacements.create, { params: { id: schedule }, body: bodyOf(crews, { name: 'One more' }) });
    expect(more).toMatchObject({ code: 'replacement.too_many', parameters: { most: MOST_REPLACEMENTS } });
    await anna.ok(api.replacements.update, { params: { id: schedule, replacementId: last.id }, body: { name: 'Last' } });
    expect((await anna.ok(api.replacements.list, { params: { id: schedule } })).replacements).toHaveLength(MOST_REPLACEMENTS);
  });

  test('is changed by its path or by the body, and told in words', async () => {
    const rule = await save(crews);
    const byPath = await anna.ok(api.replacements.update, { params: { id: schedule, replacementId: rule.id }, body: { name: 'Other' } });
    expect(byPath.replacement).toMatchObject({ id: rule.id, name: 'Other', what: crews });
    const body = { id: rule.id, window: { from: '2025-03-01', to: null } };
    const path = '/api/v1/schedules/{id}/replacements';
    const aliased = await anna.call(api.replacements.update, { params: { id: schedule }, body }, { path });
    expect(aliased).toMatchObject({ status: 200, body: { replacement: { name: 'Other', window: { from: '2025-03-01' } } } });
    expect((await anna.ok(api.replacements.list, { params: { id: schedule } })).replacements).toMatchObject([{ name: 'Other' }]);
  });

  test('shows costs to those alone who may see them, and is blind to a foreign space', async () => {
    const rule = await save(crews);
    const rights = RIGHTS_OF_ROLE.planner.filter((right) => right !== 'cost.read');
    await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.planner }, body: { rights } });
    const preview = await boris.ok(api.replacements.preview, at(rule.id));
    expect(preview).toMatchObject({ hours: -48, cost: null, rows: [{ cost_before: null, cost_after: null }] });
    const applied = await boris.ok(api.replacements.apply, at(rule.id));
    expect(JSON.stringify(applied.diff)).not.toContain('5760');
    const stranger = await world.person('stranger');
    await stranger.space();
    expect(await stranger.refused(api.replacements.preview, at(rule.id))).toMatchObject({ status: 404 });
    expect(await stranger.refused(api.replacements.list, { params: { id: schedule } })).toMatchObject({ status: 404 });
  });
});
