import { api } from '@gantry/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from '../../../testing/directories.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let types: number;
let relation: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
  types = await makeDirectory(world, anna, schedule, {
    name: 'Types',
    kind: 'work_types',
    rows: [
      { code: 'W1', unit: 'm3' },
      { code: 'W2', unit: '10 m2', labour: 3.3, price: 12.34 },
      { code: 'W3', unit: 'pcs', productivity: 7 },
    ],
  });
  const resources = await makeDirectory(world, anna, schedule, {
    name: 'Resources',
    kind: 'resources',
    rows: [
      { code: 'R1', unit: 'man-h', resource: 'labour', price: 10.5 },
      { code: 'R2', unit: 'mach-h', resource: 'equipment', price: 99.99 },
      { code: 'R3', unit: 't', resource: 'material', price: 0.07 },
    ],
  });
  relation = (await anna.ok(api.directoryRelations.create, { body: { name: 'R', from_id: types, to_id: resources } })).id;
});
afterAll(() => world.close());

type Command = { does: 'assign' | 'change' | 'take' | 'copy' | 'norm' | 'sync'; pick: number; other: number; value: number };
const commands = fc.array(
  fc.record({
    does: fc.constantFrom<Command['does']>('assign', 'assign', 'assign', 'change', 'take', 'copy', 'norm', 'sync'),
    pick: fc.nat(50),
    other: fc.nat(50),
    value: fc.integer({ min: 1, max: 5000 }),
  }),
  { minLength: 3, maxLength: 8 },
);

/** Carries out a command; what the rules refuse changes nothing. Norms change in the directory alone until somebody asks for them. */
async function act(version: number, items: readonly number[], { does, pick, other, value }: Command): Promise<void> {
  const params = { id: version };
  const item = items[pick % items.length];
  const row_id = 1 + (other % 3);
  const volume = value / 8;
  const values = await world.sql(
    'select id from directory_value where version_id = $1 and brought_by_id is null and item_id is not null order by id',
    [version],
  );
  if (does === 'assign')
    await anna.call(api.versionDirectories.assign, {
      params,
      body: {
        directory_id: types,
        row_id,
        items: [{ id: item, volume }],
        crew: 1 + (value % 3),
        rule: (['labour', 'machine', 'output', 'none'] as const)[value % 4],
      },
    });
  else if (does === 'change' && values.length)
    await anna.call(api.versionDirectories.linkedValue, {
      params,
      body: { values: [{ id: values[pick % values.length].id, volume, row_id }] },
    });
  else if (does === 'take')
    await anna.call(api.versionDirectories.remove, { params: { id: version, directoryId: types }, body: { item_ids: [item] } });
  else if (does === 'copy')
    await anna.call(api.versionDirectories.copyWbs, {
      params,
      body: { from_item_id: item, items: [{ id: items[other % items.length], volume }] },
    });
  else if (does === 'norm') {
    await world.sql('delete from directory_relation_row where relation_id = $1 and row_a_id = $2 and row_b_id = $3', [
      relation,
      row_id,
      1 + (pick % 3),
    ]);
    if (value % 3)
      await anna.ok(api.directoryRelations.updateRows, {
        params: { id: relation },
        body: { add: [{ row_a_id: row_id, row_b_id: 1 + (pick % 3), quantity: value / 16 }] },
      });
  } else if (does === 'sync') await anna.ok(api.versionDirectories.syncWithList, { params });
}

test('whatever is done: brought up to date twice is once, undone it is what it was to the byte, taken away nothing is left', async () => {
  let carried = 0;
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const version = await anna.version(schedule);
      const params = { id: version };
      const items: number[] = [];
      for (const duration of [480, 960, 60]) items.push(await anna.item(version, { name: `${duration}`, duration_minutes: duration }));
      const empty = await contentOf(world, version);
      for (const command of list) await act(version, items, command);
      const before = await contentOf(world, version);
      carried += before['directoryValue'].length;
      const { diff } = await anna.ok(api.versionDirectories.recalculate, { params });
      const after = await contentOf(world, version);
      // Applied twice changes nothing: what single edits left is what a full count gives.
      expect((await anna.ok(api.versionDirectories.recalculate, { params })).diff).toEqual({});
      expect(await anna.ok(api.versionDirectories.indicator, { params })).toMatchObject({ up_to_date: true });
      if (Object.keys(diff).length) {
        await anna.ok(api.edits.undo, { params, body: {} });
        expect(await contentOf(world, version)).toEqual(before);
        await anna.ok(api.edits.redo, { params });
      }
      expect(await contentOf(world, version)).toEqual(after);
      await anna.call(api.versionDirectories.remove, { params: { id: version, directoryId: types } });
      expect(await contentOf(world, version)).toEqual(empty);
    }),
    { numRuns: 8, seed: 14 },
  );
  expect(carried).toBeGreaterThan(20);
});
