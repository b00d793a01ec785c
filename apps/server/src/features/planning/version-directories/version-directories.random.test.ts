import { api } from '@gantry/contract';
import { isEmpty } from '@gantry/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from '../../../testing/directories.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

const amount = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 9999 }).map((n) => n / 16) },
);
const pair = fc.record({ from: fc.nat(2), to: fc.nat(3), quantity: amount, optional: fc.boolean(), coefficient: fc.boolean() });
const catalogs = fc.record({
  types: fc.array(fc.record({ unit: fc.constantFrom('m3', '10 m3', 'm2'), labour: amount, price: amount, productivity: amount }), {
    minLength: 2,
    maxLength: 4,
  }),
  norms: fc.array(fc.record({ unit: fc.constantFrom('100 m2', 'm3'), labour: amount, price: amount, productivity: amount }), {
    minLength: 2,
    maxLength: 3,
  }),
  resources: fc.array(
    fc.record({ unit: fc.constantFrom('man-h', 't'), resource: fc.constantFrom('labour', 'equipment', 'material'), price: amount }),
    { minLength: 2, maxLength: 4 },
  ),
  toNorms: fc.array(pair, { minLength: 2, maxLength: 4 }),
  ofNorms: fc.array(pair, { minLength: 3, maxLength: 6 }),
  toResources: fc.array(pair, { minLength: 1, maxLength: 4 }),
});
type Catalog = typeof catalogs extends fc.Arbitrary<infer T> ? T : never;

const steps = fc.array(
  fc.record({
    does: fc.constantFrom(
      'assign',
      'assign',
      'volume',
      'cell',
      'cell',
      'cell',
      'quantity',
      'coefficient',
      'remove row',
      'put back',
      'unrelate',
    ),
    pick: fc.nat(97),
    other: fc.nat(97),
    value: amount,
  }),
  { minLength: 5, maxLength: 12 },
);
type Step = typeof steps extends fc.Arbitrary<(infer T)[]> ? T : never;

type Made = { schedule: number; directories: number[]; relations: number[]; coefficient: number; removed: { id: number; row: object }[] };

async function make(catalog: Catalog): Promise<Made> {
  const schedule = await anna.schedule();
  const coded = <R extends object>(prefix: string, rows: readonly R[]) => rows.map((row, at) => ({ code: `${prefix}${at + 1}`, ...row }));
  const directories = [
    await makeDirectory(world, anna, schedule, { name: 'Types', kind: 'work_types', rows: coded('W', catalog.types) }),
    await makeDirectory(world, anna, schedule, { name: 'Norms', kind: 'norms', rows: coded('N', catalog.norms) }),
    await makeDirectory(world, anna, schedule, { name: 'Resources', kind: 'resources', rows: coded('R', catalog.resources) }),
  ];
  const { id: set_id } = await anna.ok(api.coefficients.createSet, { body: { name: `Set of ${schedule}`, source: '' } });
  const given = { set_id, code: `K${schedule}`, name: 'K', target: 'consumption' as const, all: 1.25 };
  const { id: coefficient } = await anna.ok(api.coefficients.create, { body: given });
  const relations: number[] = [];
  const sizes = [catalog.types.length, catalog.norms.length, catalog.resources.length];
  for (const [from, to, pairs] of [
    [0, 1, catalog.toNorms],
    [1, 2, catalog.ofNorms],
    [0, 2, catalog.toResources],
  ] as const) {
    const ends = { from_id: directories[from], to_id: directories[to] };
    const { id } = await anna.ok(api.directoryRelations.create, { body: { name: `${from} ${to}`, ...ends } });
    const add = new Map(
      pairs.map((one) => {
        const ids = { row_a_id: 1 + (one.from % sizes[from]), row_b_id: 1 + (one.to % sizes[to]) };
        const options = { note: '', optional: one.optional };
        return [JSON.stringify(ids), { ...ids, quantity: one.quantity, options, coefficient_ids: one.coefficient ? [coefficient] : [] }];
      }),
    );
    if (add.size) await anna.ok(api.directoryRelations.updateRows, { params: { id }, body: { add: [...add.values()] } });
    relations.push(id);
  }
  return { schedule, directories, relations, coefficient, removed: [] };
}

/** Changes the catalog, or works of a version; what the rules refuse changes nothing. */
async function act(made: Made, version: number, items: readonly number[], { does, pick, other, value }: Step): Promise<void> {
  const params = { id: version };
  const directory = made.directories[pick % 3];
  const item = items[other % items.length];
  if (does === 'assign') {
    const rule = (['labour', 'machine', 'output', 'none'] as const)[pick % 4];
    const optional = await world.sql('select id from directory_relation_row where relation_id = any($1)', [made.relations]);
    const body = {
      directory_id: made.directories[0],
      row_id: 1 + (pick % 4),
      items: [{ id: item, volume: value }],
      rule,
      crew: 1 + (other % 3),
    };
    const with_relation_row_ids = other % 2 ? optional.map(({ id }) => Number(id)) : [];
    await anna.call(api.versionDirectories.assign, { params, body: { ...body, with_relation_row_ids } });
  } else if (does === 'volume') {
    const tops = await world.sql('select id from directory_value where version_id = $1 and brought_by_id is null and item_id is not null', [
      version,
    ]);
    const top = tops[pick % Math.max(1, tops.length)];
    if (top) await anna.call(api.versionDirectories.linkedValue, { params, body: { values: [{ id: top['id'], volume: value }] } });
  } else if (does === 'cell') {
    await world.sql(
      `update directory_row r set cells = jsonb_set(cells, array[a.id::text], to_jsonb($3::float8)) from directory_attribute a
       where r.directory_id = $1 and a.directory_id = $1 and a.role = $4 and r.id = $2`,
      [directory, 1 + (other % 4), value, ['price', 'labour', 'productivity'][Math.floor(other / 4) % 3]],
    );
  } else if (does === 'quantity') {
    await world.sql('update directory_relation_row set quantity = $2 where relation_id = $1', [made.relations[pick % 3], value]);
  } else if (does === 'coefficient') {
    await world.sql('update coefficient set "all" = $2 where id = $1', [made.coefficient, value / 100]);
  } else if (does === 'unrelate') {
    await world.sql('delete from directory_relation_row where relation_id = $1 and row_a_id = $2', [
      made.relations[pick % 3],
      1 + (other % 3),
    ]);
  } else if (does === 'remove row') {
    const rows = await world.sql('delete from directory_row where directory_id = $1 and id = $2 returning *', [directory, 1 + (other % 4)]);
    for (const row of rows) made.removed.push({ id: directory, row });
  } else if (does === 'put back') {
    for (const { row } of made.removed.splice(0, 1))
      await world.sql('insert into directory_row select * from jsonb_populate_record(null::directory_row, $1::jsonb)', [
        JSON.stringify(row),
      ]);
  }
}

const isNumber = (value: unknown): boolean => typeof value !== 'number' || Number.isFinite(value);

/** What a version has of directories, whatever ids its rows bear. */
async function taken(version: number) {
  const content = await contentOf(world, version);
  const resources = new Map(content['resource'].map(({ id, version_id: _version, ...row }) => [id, row]));
  const values = new Map(content['directoryValue'].map((row) => [row.id, row]));
  const wayOf = (id: unknown): string => {
    const row = values.get(id as number);
    return row
      ? `${wayOf(row['brought_by_id'])}/${String(row['directory_id'])}:${String(row['row_id'])}:${String(row['relation_row_id'])}`
      : '';
  };
  const nameless = (row: Record<string, unknown>) => {
    const { id: _id, version_id: _version, resource_id, assignment_id, brought_by_id, ...rest } = row;
    return { ...rest, brought_by: wayOf(brought_by_id), resource: resources.get(resource_id as number), assigned: assignment_id !== null };
  };
  const listed = (rows: object[]) => rows.map((row) => JSON.stringify(row, Object.keys(flat(row)).toSorted())).toSorted();
  const works = content['wbs'].map(({ id, duration_minutes, remaining_minutes }) => ({ id, duration_minutes, remaining_minutes }));
  const lists = { values: content['directoryValue'].map(nameless), assignments: content['assignment'].map(nameless) };
  return { works, values: listed(lists.values), assignments: listed(lists.assignments), resources: listed([...resources.values()]) };
}

/** Every key of a value and of all below it. */
const flat = (value: unknown): Record<string, true> =>
  value !== null && typeof value === 'object'
    ? Object.assign({}, ...Object.entries(value).map(([key, part]) => ({ [key]: true, ...flat(part) })))
    : {};

const CASES = Number(process.env['PROPERTY_CASES'] ?? 10);
const SEED = Number(process.env['PROPERTY_SEED'] ?? 76);

test(`random catalogs, works and changes (seed ${SEED}): twice is once, undone to the byte, work by work is all at once, no number is none`, async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(catalogs, steps, async (catalog, list) => {
      const made = await make(catalog);
      const version = await anna.version(made.schedule);
      const params = { id: version };
      const items: number[] = [];
      for (const duration of [480, 960]) items.push(await anna.item(version, { name: `${duration}`, duration_minutes: duration }));
      await act(made, version, items, { does: 'assign', pick: 0, other: 0, value: 12.5 });
      for (const step of list) await act(made, version, items, step);

      const { id: copy } = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: made.schedule }, body: {} });
      const before = await contentOf(world, version);
      const { up_to_date } = await anna.ok(api.versionDirectories.indicator, { params });
      const { diff } = await anna.ok(api.versionDirectories.recalculate, { params });
      // The indicator looks at works alike once; counting looks at everything.
      expect(up_to_date).toBe(isEmpty(diff));
      changed += isEmpty(diff) ? 0 : 1;
      const after = await contentOf(world, version);
      for (const row of Object.values(after).flat()) expect(Object.values(row).filter((value) => !isNumber(value))).toEqual([]);
      expect((await anna.ok(api.versionDirectories.recalculate, { params })).diff).toEqual({});
      expect(await anna.ok(api.versionDirectories.indicator, { params })).toMatchObject({ up_to_date: true });

      for (const id of items.toReversed())
        await anna.ok(api.versionDirectories.syncWithList, { params: { id: copy as number }, body: { item_ids: [id] } });
      expect(await taken(copy as number)).toEqual(await taken(version));

      if (!isEmpty(diff)) {
        await anna.ok(api.edits.undo, { params, body: {} });
        expect(await contentOf(world, version)).toEqual(before);
        await anna.ok(api.edits.redo, { params });
        expect(await contentOf(world, version)).toEqual(after);
      }
    }),
    { numRuns: CASES, seed: SEED, endOnFailure: true },
  );
  expect(changed).toBeGreaterThan(CASES / 5);
});
