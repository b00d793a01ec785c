import { api } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyToCopy, contentOf, copyFrom } from '../../../../testing/samples/version-content.ts';
import { createPlanners } from '../../../../testing/team.ts';
import type { Person, World } from '../../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;
let version: number;
const at = () => ({ id: version });
const one = (wbsId: number) => ({ id: version, wbsId });

beforeAll(async () => {
  ({ world, anna, boris, schedule } = await createPlanners());
});
afterAll(() => world.close());
beforeEach(async () => {
  version = await anna.version(schedule);
});

type Ids = { phase: number; a: number; b: number; c: number; relation: number; his: number };

/** A phase with a, b and c, a relation from a to b, an assignment and a value of a, and a row that is Boris's. */
async function plan(): Promise<Ids> {
  const phase = await anna.item(version, { name: 'Phase' });
  const [a, b, c] = [
    await anna.item(version, { name: 'A' }, phase),
    await anna.item(version, { name: 'B' }, phase),
    await anna.item(version, { name: 'C' }, phase),
  ];
  const his = await boris.item(version, { name: 'His' });
  const relation = await anna.relation(version, a, b);
  const key = [anna.spaceId, version];
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit) values ($1, $2, 901, 'R', 'Crew', 'labour', 'h')`,
    key,
  );
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units, planned_cost, actual_cost, remaining_cost, lag_minutes, driving)
     values ($1, $2, 902, $3, 901, 8, 0, 8, 80, 0, 80, 0, true)`,
    [...key, a],
  );
  await world.sql(
    `insert into attribute (space_id, version_id, id, name, type, source, origin) values ($1, $2, 903, 'Zone', 'string', 'user_value', 'UDF')`,
    key,
  );
  await world.sql(
    `insert into attribute_value (space_id, version_id, id, item_id, attribute_id, value) values ($1, $2, 904, $3, 903, '"North"')`,
    [...key, a],
  );
  await world.sql(`insert into imported_dates (space_id, version_id, id, early_start) values ($1, $2, $3, '2030-01-01 08:00')`, [
    ...key,
    a,
  ]);
  await world.sql('update version set last_id = 950 where id = $1', [version]);
  return { phase, a, b, c, relation, his };
}

/** Each kind of command, on rows that are not Boris's. */
const COMMANDS: [name: string, act: (ids: Ids) => Promise<unknown>][] = [
  ['wbs.create', ({ phase }) => anna.ok(api.wbs.create, { params: at(), body: { parent_id: phase, item: { name: 'New' } } })],
  ['wbs.create under a task', ({ c }) => anna.ok(api.wbs.create, { params: at(), body: { parent_id: c, item: { name: 'New' } } })],
  ['wbs.update', ({ a }) => anna.ok(api.wbs.update, { params: one(a), body: { name: 'A2', duration_minutes: 961, progress: 0.3 } })],
  ['wbs.update of a type', ({ c }) => anna.ok(api.wbs.update, { params: one(c), body: { type: 'milestone_finish' } })],
  [
    'wbs.update_many',
    ({ a, b }) =>
      anna.ok(api.wbs.updateMany, {
        params: at(),
        body: {
          items: [
            { id: a, progress: 1 },
            { id: b, code: 'B9' },
          ],
        },
      }),
  ],
  [
    'wbs.update of limits',
    ({ a }) =>
      anna.ok(api.wbs.setConstraints, { params: one(a), body: { start_limit_type: 'not_earlier', start_limit_date: '2030-01-01T08:00' } }),
  ],
  ['wbs.delete', ({ a }) => anna.ok(api.wbs.remove, { params: one(a) })],
  ['wbs.delete of a summary', ({ phase }) => anna.ok(api.wbs.remove, { params: one(phase) })],
  ['wbs.delete_many', ({ a, c }) => anna.ok(api.wbs.removeMany, { params: at(), body: { ids: [a, c] } })],
  ['wbs.indent', ({ b }) => anna.ok(api.wbs.indent, { params: one(b) })],
  ['wbs.outdent', ({ c }) => anna.ok(api.wbs.outdent, { params: one(c) })],
  ['wbs.up', ({ b }) => anna.ok(api.wbs.up, { params: one(b) })],
  ['wbs.down', ({ b }) => anna.ok(api.wbs.down, { params: one(b) })],
  ['wbs.move', ({ a }) => anna.ok(api.wbs.move, { params: one(a), body: { parent_id: null, index: 0 } })],
  ['wbs.copy', ({ phase }) => anna.ok(api.wbs.copy, { params: at(), body: { ids: [phase], parent_id: null, after_id: phase } })],
  ['wbs.dissolve', ({ phase }) => anna.ok(api.wbs.dissolve, { params: one(phase) })],
  [
    'relation.create',
    ({ b, c }) => anna.ok(api.relations.create, { params: at(), body: { predecessor_id: b, successor_id: c, lag_minutes: 30 } }),
  ],
  [
    'relation.update',
    ({ relation }) => anna.ok(api.relations.update, { params: { ...at(), relationId: relation }, body: { type: 'ff', lag_minutes: -5 } }),
  ],
  ['relation.delete', ({ relation }) => anna.ok(api.relations.remove, { params: { ...at(), relationId: relation } })],
  ['timetable.calculate', () => anna.ok(api.timetable.calculateNow, { params: at(), body: { data_date: '2031-05-05T08:00' } })],
  [
    'timetable.settings',
    () => anna.ok(api.timetable.saveSettings, { params: at(), body: { data_date: '2030-01-01T00:00', float_type: 'start' } }),
  ],
];

const undo = (person: Person) => person.ok(api.edits.undo, { params: at() });
const redo = (person: Person) => person.ok(api.edits.redo, { params: at() });

describe('an action that is taken back while somebody else works', () => {
  test.each(COMMANDS)('%s: the content is what it was, and what he did stays', async (_name, act) => {
    const ids = await plan();
    const start = await contentOf(world, version);
    const copy = await copyFrom(anna, version);
    const hisWork = () => boris.ok(api.wbs.update, { params: one(ids.his), body: { name: 'His own', code: 'H1' } });
    await hisWork();
    const withHis = await contentOf(world, version);
    await undo(boris);
    expect(await contentOf(world, version)).toEqual(start);

    await act(ids);
    const acted = await contentOf(world, version);
    expect(acted).not.toEqual(start);
    await hisWork();
    const both = await contentOf(world, version);
    await undo(anna);
    expect(await contentOf(world, version)).toEqual(withHis);
    await redo(anna);
    expect(await contentOf(world, version)).toEqual(both);
    await undo(boris);
    expect(await contentOf(world, version)).toEqual(acted);
    await undo(anna);
    expect(await contentOf(world, version)).toEqual(start);

    // A page that took in every change on the way holds the same rows.
    const { edits } = await boris.ok(api.edits.since, { params: at(), query: { since: copy.revision } });
    for (const edit of edits) applyToCopy(copy, edit);
    expect(copy).toEqual(await copyFrom(boris, version));
  });
});

test('both take back at once, again and again, and end where they began', async () => {
  const { a, his } = await plan();
  const start = await contentOf(world, version);
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([
      anna.ok(api.wbs.update, { params: one(a), body: { name: `A${round}`, duration_minutes: 60 * (round + 1) } }),
      boris.ok(api.wbs.update, { params: one(his), body: { name: `H${round}`, duration_minutes: 90 * (round + 1) } }),
    ]);
  }
  for (let round = 0; round < 4; round += 1) await Promise.all([undo(anna), undo(boris)]);
  expect(await contentOf(world, version)).toEqual(start);
});

test('taking back asked for twenty times at once takes back each action once', async () => {
  await plan();
  const rows = async () => (await anna.ok(api.wbs.list, { params: at() })).total;
  const before = await rows();
  for (let index = 0; index < 8; index += 1) await boris.item(version, { name: `Row ${index}` });
  const answers = await Promise.all(Array.from({ length: 20 }, () => boris.call(api.edits.undo, { params: at() })));
  // His eight rows and the one of the plan.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect([status, body.errors[0].code]).toEqual([409, 'edit.nothing_to_undo']);
  expect(await rows()).toBe(before - 1);
});
