import { api } from '@gantry/contract';
import type { FilterOperator } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { openRowsThread } from './wbs.view.service.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;
let schedule: number;
let version: number;
const at = () => ({ id: version });

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  schedule = await anna.schedule();
});
afterAll(() => world.close());
beforeEach(async () => {
  version = await anna.version(schedule);
});

const rowsOf = async (id = version) => (await anna.ok(api.wbs.list, { params: { id } })).items as Record<string, any>[];
const namesOf = (items: Record<string, unknown>[]) => items.map((item) => item['name']);

/** A summary with two tasks, a task beside it, and a relation. */
async function smallPlan() {
  const sum = await anna.item(version, { name: 'Frame', type: 'sum' });
  const a = await anna.item(version, { name: 'Walls', code: 'B', duration_minutes: 960 }, sum);
  const b = await anna.item(version, { name: 'Slab', code: 'A', executor_id: vera.id, tint: 3 }, sum);
  const c = await anna.item(version, { name: 'Roof', code: 'C' });
  const relation = await anna.relation(version, a, b);
  return { sum, a, b, c, relation };
}

describe('people and colours of rows', () => {
  test('a member carries a row out, somebody else does not', async () => {
    const { a, b } = await smallPlan();
    expect((await rowsOf()).find(({ id }) => id === b)).toMatchObject({ executor_id: vera.id, tint: 3, curator_id: null });
    expect(await anna.refused(api.wbs.update, { params: { ...at(), wbsId: a }, body: { curator_id: stranger.id } })).toMatchObject({
      status: 422,
      code: 'wbs.unknown_person',
    });
    expect(await anna.refused(api.wbs.update, { params: { ...at(), wbsId: a }, body: { tint: 9 } })).toMatchObject({
      code: 'wbs.value_out_of_range',
    });
  });

  test('once the space has named who carries out works, nobody else is chosen; who was before stays, and a curator is anybody', async () => {
    const { a, b } = await smallPlan();
    const choose = (wbsId: number, body: Record<string, unknown>) => anna.call(api.wbs.update, { params: { ...at(), wbsId }, body });
    expect((await choose(a, { executor_id: anna.id })).status).toBe(200);
    await anna.ok(api.users.setExecutor, { params: { id: vera.id }, body: { executor: true } });
    expect((await choose(a, { executor_id: vera.id })).status).toBe(200);
    expect((await choose(b, { executor_id: vera.id, curator_id: anna.id })).status).toBe(200);
    expect(await choose(a, { executor_id: anna.id })).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'wbs.not_an_executor', parameters: { id: anna.id, name: 'anna Tester' } }] },
    });
    const item = { name: 'New', executor_id: anna.id };
    expect(await anna.refused(api.wbs.create, { params: at(), body: { item } })).toMatchObject({ code: 'wbs.not_an_executor' });
    const items = [
      { id: a, executor_id: anna.id, tint: 1 },
      { id: b, tint: 2 },
    ];
    const some = await anna.ok(api.wbs.updateMany, { params: at(), body: { items, skip_refused: true } });
    expect(some.refused).toMatchObject([{ id: a, code: 'wbs.not_an_executor' }]);
    await anna.ok(api.users.setExecutor, { params: { id: vera.id }, body: { executor: false } });
    await anna.ok(api.users.setExecutor, { params: { id: anna.id }, body: { executor: true } });
    expect((await choose(b, { executor_id: vera.id, name: 'Slab again' })).status).toBe(200);
    await anna.ok(api.users.setExecutor, { params: { id: anna.id }, body: { executor: false } });
  });

  test('a work that needs a specialty is carried out by who has it; where nobody has it, by anybody', async () => {
    const { a, b } = await smallPlan();
    const choose = (wbsId: number, body: Record<string, unknown>) => anna.call(api.wbs.update, { params: { ...at(), wbsId }, body });
    const { id: welder } = await anna.ok(api.specialties.create, { body: { name: 'Welder' } });
    expect(await choose(a, { specialty_id: 999_999 })).toMatchObject({ status: 404, body: { errors: [{ code: 'specialty.not_found' }] } });
    expect((await choose(a, { specialty_id: welder, executor_id: anna.id })).status).toBe(200);
    expect((await rowsOf()).find(({ id }) => id === a)).toMatchObject({ specialty_id: welder, executor_id: anna.id });
    await anna.ok(api.specialties.assign, { body: { user_id: vera.id, specialty_id: welder } });
    expect((await choose(b, { specialty_id: welder, executor_id: anna.id })).body).toMatchObject({
      errors: [{ code: 'wbs.lacks_specialty', parameters: { name: 'anna Tester' } }],
    });
    expect((await choose(b, { specialty_id: welder, executor_id: vera.id })).status).toBe(200);
    // Who was chosen before stays.
    expect((await choose(a, { executor_id: anna.id, name: 'Welding' })).status).toBe(200);
    await anna.ok(api.specialties.remove, { params: { id: welder } });
    expect((await choose(b, { executor_id: anna.id })).status).toBe(200);
  });

  test('they leave the calculation as it is', async () => {
    const { a } = await smallPlan();
    await anna.ok(api.timetable.calculateNow, { params: at(), body: {} });
    await anna.ok(api.wbs.update, { params: { ...at(), wbsId: a }, body: { executor_id: anna.id, tint: 1 } });
    expect(await anna.ok(api.timetable.state, { params: at() })).toMatchObject({ status: 1 });
  });
});

describe('several rows at once', () => {
  test('one refusal refuses all, or its own row alone', async () => {
    const { a, c } = await smallPlan();
    const items = [
      { id: a, name: 'Walls and columns' },
      { id: c, status: 'completed' as const },
    ];
    expect(await anna.refused(api.wbs.updateMany, { params: at(), body: { items } })).toMatchObject({ code: 'wbs.status_not_allowed' });
    expect(namesOf(await rowsOf())).toContain('Walls');
    const { refused } = await anna.ok(api.wbs.updateMany, { params: at(), body: { items, skip_refused: true } });
    expect(refused).toMatchObject([{ id: c, code: 'wbs.status_not_allowed', parameters: { from: 'not_started' } }]);
    expect(namesOf(await rowsOf())).toContain('Walls and columns');
  });

  test('move in one step that one undo takes back', async () => {
    const { sum, a, b, c } = await smallPlan();
    const d = await anna.item(version, { name: 'Façade' });
    await anna.ok(api.wbs.moveMany, { params: at(), body: { ids: [c, d], parent_id: sum, after_id: a } });
    expect((await rowsOf()).map(({ id }) => id)).toEqual([sum, a, c, d, b]);
    await anna.ok(api.edits.undo, { params: at() });
    expect((await rowsOf()).map(({ id }) => id)).toEqual([sum, a, b, c, d]);
    expect(await anna.refused(api.wbs.moveMany, { params: at(), body: { ids: [sum], parent_id: a, after_id: null } })).toMatchObject({
      code: 'wbs.wrong_parent',
    });
  });
});

describe('copying out of another version', () => {
  test('brings relations, calendars, resources and attributes along', async () => {
    const { sum, a, b } = await smallPlan();
    const key = [anna.spaceId, version];
    await world.sql(`insert into resource values ($1, $2, 901, 'R', 'Crew', 'labour', null, 1, 'h', null)`, key);
    await world.sql(`insert into assignment values ($1, $2, 902, $3, 901, 8, 0, 8, 80, 0, 80, null, 0, true, null, null)`, [...key, a]);
    await world.sql(`insert into attribute values ($1, $2, 903, 'Zone', 'string', 'user_value', 'UDF')`, key);
    await world.sql(`insert into attribute_value values ($1, $2, 904, $3, 903, '"North"')`, [...key, b]);
    await world.sql('update version set last_id = 950 where id = $1', [version]);
    const target = await anna.version(schedule);
    const copy = { params: { id: target }, body: { ids: [sum], parent_id: null, after_id: null, from_version_id: version } };
    await anna.ok(api.wbs.copy, copy);
    expect(namesOf(await rowsOf(target))).toEqual(['Frame', 'Walls', 'Slab']);
    const [, walls, slab] = await rowsOf(target);
    const { relations } = await anna.ok(api.relations.list, { params: { id: target } });
    expect(relations).toMatchObject([{ predecessor_id: walls['id'], successor_id: slab['id'] }]);
    const described = await anna.ok(api.wbs.get, { params: { id: target, wbsId: slab['id'] } });
    expect(described.attributes).toMatchObject([{ name: 'Zone', value: 'North' }]);
    await anna.ok(api.wbs.copy, copy);
    expect(await world.sql('select name from resource where version_id = $1', [target])).toEqual([{ name: 'Crew' }]);
    expect(await world.sql('select name from attribute where version_id = $1', [target])).toEqual([{ name: 'Zone' }]);
    await anna.ok(api.edits.undo, { params: { id: target } });
    await anna.ok(api.edits.undo, { params: { id: target } });
    expect(await rowsOf(target)).toEqual([]);
  });

  test('is refused out of a version of another space', async () => {
    const foreign = await stranger.version();
    const row = await stranger.item(foreign, { name: 'Secret' });
    const body = { ids: [row], parent_id: null, after_id: null, from_version_id: foreign };
    expect(await anna.refused(api.wbs.copy, { params: at(), body })).toMatchObject({ status: 404, code: 'version.not_found' });
  });
});

describe('filtering and sorting', () => {
  const filter = async (column: string, operator: FilterOperator, value: unknown = null, with_parents = false) => {
    const conditions = [{ column, operator, value: value as never }];
    return anna.ok(api.wbs.filter, { params: at(), body: { conditions, with_parents } });
  };

  test('rows by a condition, with the rows above them where asked', async () => {
    await smallPlan();
    expect(namesOf((await filter('executorId', 'eq', vera.id)).items)).toEqual(['Slab']);
    expect(namesOf((await filter('executorId', 'eq', vera.id, true)).items)).toEqual(['Frame', 'Slab']);
    expect(namesOf((await filter('predecessors', 'exists')).items)).toEqual(['Slab']);
    expect(namesOf((await filter('durationMinutes', 'gt', 500)).items)).toEqual(['Walls']);
    expect(namesOf((await filter('tint', 'colors', [3])).items)).toEqual(['Slab']);
    expect(namesOf((await filter('type', 'filter_by_list', ['sum'])).items)).toEqual(['Frame']);
    expect((await filter('attribute:5', 'eq', 1)).ignored).toEqual(['attribute:5']);
  });

  test('the list takes a filtering state, an order and a row to begin with', async () => {
    const { b } = await smallPlan();
    const content = { join: 'and' as const, conditions: [{ column: 'name', operator: 'like' as const, value: 'a' }] };
    const { id } = await anna.ok(api.filters.create, { body: { name: `With a ${version}`, content } });
    const list = async (query: object) => namesOf((await anna.ok(api.wbs.list, { params: at(), query })).items);
    expect(await list({ filter: id })).toEqual(['Frame', 'Walls', 'Slab']);
    expect(await list({ sort: 'code' })).toEqual(['Roof', 'Frame', 'Slab', 'Walls']);
    expect(await list({ sort: 'code', direction: -1 })).toEqual(['Roof', 'Frame', 'Walls', 'Slab']);
    expect(await list({ target: b, limit: 1 })).toEqual(['Slab']);
    expect(await anna.refused(api.wbs.list, { params: at(), query: { sort: 'colour of the sky' } })).toMatchObject({
      code: 'wbs.unknown_column',
    });
    expect(await anna.refused(api.wbs.list, { params: at(), query: { filter: 999_999 } })).toMatchObject({ code: 'preset.not_found' });
  });

  test('the thread of large versions answers as the server itself does, refusals included', async () => {
    const { sum, b } = await smallPlan();
    await anna.ok(api.wbs.setChecked, { params: at(), body: { ids: [b], checked: true } });
    const { parent_id: project } = await anna.ok(api.schedules.get, { params: { id: schedule } });
    const list = (person: Person, query: object) => person.call(api.wbs.list, { params: at(), query });
    const ask = async () => [
      await list(anna, {}),
      await list(vera, { offset: 1, limit: 2 }),
      await list(anna, { sort: 'code', direction: -1 }),
      await list(anna, { target: b, limit: 1 }),
      await list(anna, { filter_indicator: 999_999 }),
      await list(stranger, {}),
      await anna.call(api.wbs.get, { params: { id: version, wbsId: sum } }),
      await anna.call(api.wbs.children, { params: { id: version, wbsId: sum } }),
      await anna.call(api.wbs.byIds, { params: { id: version }, body: { ids: [b, sum, 999_999] } }),
      await filter('checked', 'eq', true),
      await filter('parentId', 'eq', sum, true),
      await filter('attribute:5', 'eq', 1),
      await anna.call(api.gwbs.list, { params: { id: project ?? 0 }, query: { sort: 'name' } }),
    ];
    const answers = (all: unknown[]) => JSON.parse(JSON.stringify(all, (key, value) => (key === 'request_id' ? undefined : value)));
    const here = answers(await ask());
    const thread = openRowsThread(world.app.services, world.database.connection, 0);
    try {
      expect(answers(await ask())).toEqual(here);
    } finally {
      await thread.close();
      openRowsThread(world.app.services, world.database.connection);
    }
  });

  test('a pattern with many gaps is matched in the length of a long name', async () => {
    const name = 'a'.repeat(500);
    await anna.item(version, { name });
    expect(namesOf((await filter('name', 'like', `${'a*'.repeat(31)}a`)).items)).toEqual([name]);
    expect((await filter('name', 'like', `${'a*'.repeat(31)}b`)).items).toEqual([]);
  });

  test('a filter takes 200 conditions in all its groups, and no more', async () => {
    const group = (count: number) => ({
      join: 'or' as const,
      conditions: Array.from({ length: count }, () => ({ column: 'name', operator: 'exists' as const, value: null })),
    });
    const body = { conditions: [group(50), group(50), group(50), group(50)] };
    const refusal = { status: 400, code: 'request.invalid', parameters: { reason: 'validation.too_many_conditions' } };
    const one = { column: 'code', operator: 'exists' as const, value: null };
    const more = { conditions: [...body.conditions, one] };
    expect((await anna.ok(api.wbs.filter, { params: at(), body })).total).toBe(0);
    expect(await anna.refused(api.wbs.filter, { params: at(), body: more })).toMatchObject(refusal);
    const content = { join: 'and' as const, ...more };
    expect(await anna.refused(api.filters.create, { body: { name: 'Too many', content } })).toMatchObject(refusal);
    expect(await anna.refused(api.gwbs.filter, { params: { id: schedule }, body: more })).toMatchObject(refusal);
  });

  test('columns are listed with their types, attributes among them', async () => {
    await world.sql(`insert into attribute values ($1, $2, 903, 'Zone', 'list', 'attribute', 'code')`, [anna.spaceId, version]);
    const { columns } = await anna.ok(api.wbs.columns, { params: at() });
    expect(columns).toContainEqual({ id: 'inScope', type: 'in_scope', name: null, editable: true });
    expect(columns.at(-1)).toEqual({ id: 'attribute:903', type: 'list', name: 'Zone', editable: true });
  });
});

describe('ticks and folds', () => {
  test('are kept a person, and ticked rows are deleted in one step', async () => {
    const { sum, a, c } = await smallPlan();
    await anna.ok(api.wbs.setChecked, { params: at(), body: { ids: [a, c], checked: true } });
    await anna.ok(api.wbs.setExpanded, { params: at(), body: { ids: [sum], expanded: false } });
    expect(await anna.ok(api.wbs.flags, { params: at() })).toEqual({ checked: [a, c], folded: [sum] });
    expect(await vera.ok(api.wbs.flags, { params: at() })).toEqual({ checked: [], folded: [] });
    await anna.ok(api.wbs.setChecked, { params: at(), body: { ids: [c], checked: false } });
    await anna.ok(api.wbs.setExpanded, { params: at(), body: { expanded: true } });
    expect(await anna.ok(api.wbs.flags, { params: at() })).toEqual({ checked: [a], folded: [] });
    await anna.ok(api.wbs.removeChecked, { params: at() });
    expect(namesOf(await rowsOf())).toEqual(['Frame', 'Slab', 'Roof']);
    expect(await anna.refused(api.wbs.removeChecked, { params: at() })).toMatchObject({ code: 'wbs.nothing_checked' });
  });

  test('a viewer ticks and folds but does not delete; another space does neither', async () => {
    const { a } = await smallPlan();
    await vera.ok(api.wbs.setChecked, { params: at(), body: { ids: [a], checked: true } });
    expect(await vera.refused(api.wbs.removeChecked, { params: at() })).toMatchObject({ status: 403 });
    expect(await stranger.refused(api.wbs.flags, { params: at() })).toMatchObject({ status: 404 });
    expect(await stranger.refused(api.wbs.setExpanded, { params: at(), body: { expanded: true } })).toMatchObject({ status: 404 });
    for (const call of [api.wbs.moveMany, api.wbs.copy] as const)
      expect(await vera.refused(call, { params: at(), body: { ids: [a], parent_id: null, after_id: null } })).toMatchObject({
        status: 403,
      });
  });
});

describe('predecessors as a list', () => {
  const set = (wbsId: number, predecessors: { id: number; type: 'fs' | 'ss'; lag_minutes: number }[]) => ({
    params: { ...at(), wbsId },
    body: { predecessors },
  });
  const relations = async () => (await anna.ok(api.relations.list, { params: at() })).relations as Record<string, any>[];

  test('what stays keeps its row, the others go, new ones come, in one step', async () => {
    const { a, b, c, relation } = await smallPlan();
    await anna.ok(
      api.relations.setPredecessors,
      set(b, [
        { id: a, type: 'fs', lag_minutes: 480 },
        { id: c, type: 'ss', lag_minutes: 0 },
      ]),
    );
    expect(await relations()).toMatchObject([
      { id: relation, predecessor_id: a, lag_minutes: 480 },
      { predecessor_id: c, successor_id: b, type: 'ss' },
    ]);
    await anna.ok(api.relations.setPredecessors, set(b, []));
    expect(await relations()).toEqual([]);
    await anna.ok(api.edits.undo, { params: at() });
    expect(await relations()).toHaveLength(2);
  });

  test('a cycle, a double, the task itself and a summary are refused, and nothing of the list is kept', async () => {
    const { sum, a, b, c } = await smallPlan();
    const before = await relations();
    const free = { id: c, type: 'fs' as const, lag_minutes: 0 };
    for (const [row, list, code] of [
      [a, [free, { ...free, id: b }], 'relation.cycle'],
      [a, [free, free], 'relation.exists'],
      [a, [free, { ...free, id: a }], 'relation.to_itself'],
      [a, [free, { ...free, id: sum }], 'relation.with_summary'],
      [a, [free, { ...free, id: 99_999 }], 'relation.unknown_item'],
    ] as const)
      expect(await anna.refused(api.relations.setPredecessors, set(row, [...list]))).toMatchObject({ code });
    expect(await relations()).toEqual(before);
    expect(await vera.refused(api.relations.setPredecessors, set(a, []))).toMatchObject({ status: 403 });
  });
});
