import { api } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended } from '../../../testing/jobs.ts';
import { contentOfSpace } from '../../../testing/samples/space-sums.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A filling may take a minute, and a test has two of them. */
const TWO_FILLINGS_MS = 150_000;

/** Fills a space and waits until nothing of it is left to be done. */
async function fill(person: Person): Promise<void> {
  await person.ok(api.demoData.fill, { params: { id: person.spaceId }, body: { language: 'fr' } });
  const left = () => world.sql(`select kind from job where space_id = $1 and finished_at is null`, [person.spaceId]);
  await expect.poll(left, { timeout: 60_000, interval: 100 }).toEqual([]);
}
const describeDemo = (person: Person) => person.ok(api.demoData.describe, { params: { id: person.spaceId } });
const remove = (person: Person, added?: number) => ({ params: { id: person.spaceId }, query: added === undefined ? {} : { added } });
const kindOf = async (person: Person) => (await person.ok(api.users.spaces)).spaces.find(({ id }) => id === person.spaceId)?.kind;

test(
  'what was filled goes without a trace, its files too, and comes again as it was',
  async () => {
    const anna = await world.person('anna');
    await anna.space();
    expect(await anna.refused(api.demoData.remove, remove(anna))).toMatchObject({ status: 404, code: 'demo.none' });
    const [empty, files] = [await contentOfSpace(world, anna.spaceId), world.files().length];
    await fill(anna);
    const filled = await contentOfSpace(world, anna.spaceId);
    expect(Object.keys(filled).length).toBeGreaterThan(50);
    expect(await describeDemo(anna)).toMatchObject({ added: [], removable: true, busy: false });
    const job = await ended(anna, (await anna.ok(api.demoData.remove, remove(anna))).job_id);
    expect(job).toMatchObject({ status: 'done', result: { facilities: 1 } });
    expect(await contentOfSpace(world, anna.spaceId)).toEqual(empty);
    expect(world.files()).toHaveLength(files);
    expect(await kindOf(anna)).toBe('regular');
    expect(await describeDemo(anna)).toMatchObject({ facilities: [], removable: false });

    await fill(anna);
    expect(await contentOfSpace(world, anna.spaceId)).toEqual(filled);
    expect(await kindOf(anna)).toBe('demo');
  },
  TWO_FILLINGS_MS,
);

test(
  'what people added is counted and goes with their word alone; what stands beside stays, with its unit',
  async () => {
    const boris = await world.person('boris');
    await boris.space();
    const filling = await boris.ok(api.demoData.fill, { params: { id: boris.spaceId }, body: { language: 'en-US' } });
    expect(await boris.refused(api.demoData.remove, remove(boris))).toMatchObject({ status: 409, code: 'demo.busy' });
    expect(await boris.refused(api.demoData.fill, { params: { id: boris.spaceId } })).toMatchObject({ status: 409, code: 'demo.busy' });
    const { result } = await ended(boris, filling.job_id);
    await expect.poll(async () => (await describeDemo(boris)).busy, { timeout: 60_000, interval: 100 }).toBe(false);

    const own = (await boris.ok(api.facilities.create, { body: { name: 'Own' } })).id;
    const { id: units } = await boris.ok(api.directories.create, { params: { epsId: own }, body: { name: 'Own', columns: [] } });
    const { measures } = await boris.ok(api.measures.list);
    const [measure] = measures;
    const row = { do: 'add' as const, id: -1, parent_id: null, code: 'A', name: 'Sand', measure_id: measure.id, cells: {} };
    const change = { base_revision: 0, name: 'edit' as const, changes: [row] };
    await boris.ok(api.directories.edit, { params: { epsId: own, directoryId: units }, body: change });

    const [{ id: facility }] = (await describeDemo(boris)).facilities;
    const schedule = Number(result?.['schedule_id']);
    await boris.ok(api.eps.create, { body: { kind: 'project', name: 'Block B', parent_id: facility } });
    await boris.item(await boris.version(schedule), { name: 'Fence' });
    const comment = { text: 'Well done', client_key: crypto.randomUUID() };
    await boris.ok(api.comments.create, { params: { id: schedule }, body: comment });
    expect((await describeDemo(boris)).added).toEqual([
      { what: 'edits', count: 1 },
      { what: 'messages', count: 1 },
      { what: 'nodes', count: 1 },
      { what: 'versions', count: 1 },
    ]);
    const refused = await boris.refused(api.demoData.remove, remove(boris, 3));
    expect(refused).toMatchObject({ status: 409, code: 'demo.more_added', parameters: { count: 4 } });

    expect(await ended(boris, (await boris.ok(api.demoData.remove, remove(boris, 4))).job_id)).toMatchObject({ status: 'done' });
    expect((await boris.ok(api.facilities.list)).facilities).toMatchObject([{ id: own, name: 'Own' }]);
    expect((await boris.ok(api.measures.list)).measures).toEqual([measure]);
    expect((await boris.ok(api.spaces.users, { params: { id: boris.spaceId } })).users).toMatchObject([{ login: 'boris' }]);
  },
  TWO_FILLINGS_MS,
);

test('what people added is counted node by node, without what lies elsewhere in the space', async () => {
  const carla = await world.person('carla');
  await carla.space();
  const own = (await carla.ok(api.facilities.create, { body: { name: 'Own' } })).id;
  const made = (await carla.ok(api.facilities.create, { body: { name: 'Made' } })).id;
  await world.sql('insert into demo_thing (space_id, facility_id, filled_at) values ($1, $2, now())', [carla.spaceId, made]);
  for (const node of [own, made, made])
    await carla.ok(api.comments.create, { params: { id: node }, body: { text: 'Well done', client_key: crypto.randomUUID() } });
  const described = async () => expect((await describeDemo(carla)).added).toEqual([{ what: 'messages', count: 2 }]);
  const counting = (await statementsOf(described)).find((text) => text.includes('with recursive below')) ?? '';
  const context = await world.app.contextOf({ userId: carla.id, actorId: carla.id, spaceId: carla.spaceId, needs: [] });
  const plan = await context.read(async (db) => {
    for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']) await sql.raw(`set local enable_${way} = off`).execute(db);
    return sql<Record<string, string>>`explain ${sql.raw(counting.replace(/\$\d+/g, String(carla.spaceId)))}`.execute(db);
  });
  const found = plan.rows.map((row) => row['QUERY PLAN']).filter((line) => /Index Cond.*= b\.id\)/.test(line));
  // Of tables whose rows name a node; of the others few rows of this test are joined from either side.
  expect(found.length).toBeGreaterThanOrEqual(8);
});
