import { api } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { lockVersionHead } from '../version-heads/version-heads.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await world.join(boris, anna, 'planner');
  version = await anna.version();
});
afterAll(() => world.close());

test('among many revisions those of one person are found by their index', async () => {
  await anna.item(version, { name: 'Hers' });
  await world.sql(
    `insert into version_edit (space_id, version_id, revision, name, author_id, kind, row_count, diff, diff_bytes)
     select $1, $2, n, 'wbs.update', $3, 'update', 1, ''::bytea, 0 from generate_series(100, 30100) n`,
    [anna.spaceId, version, boris.id],
  );
  await world.sql('analyze version_edit');
  const plan = await world.sql<{ 'QUERY PLAN': string }>(
    `explain select revision, name from version_edit where space_id = ${anna.spaceId} and version_id = ${version} and author_id = ${anna.id}
       and undoes is null and undone_by is null and row_count > 0 and revision > 1 order by revision desc limit 1`,
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('version_edit_author');
});

test('whoever names a version by a foreign key is not held up by an edit of it', async () => {
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  await context.write(async (tx) => {
    await lockVersionHead(tx, { spaceId: anna.spaceId, versionId: version });
    // What the check of a foreign key asks for; it fails at once where it would have to wait.
    expect(await world.sql('select id from version where id = $1 for key share nowait', [version])).toHaveLength(1);
    await expect(world.sql('select id from version where id = $1 for no key update nowait', [version])).rejects.toThrow(
      'could not obtain lock',
    );
  });
});

test('an edit does not wait for a copy of its version', async () => {
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const { schedule_id: scheduleId } = await anna.ok(api.versions.get, { params: { id: version } });
  const { copy, edited } = await context.write(async (tx) => {
    // The copy stands still in its middle.
    await sql`lock table resource in exclusive mode`.execute(tx);
    const copy = anna.ok(api.versions.copyTo, { params: { id: version, scheduleId }, body: {} });
    const waiting = `select from pg_locks where relation = 'resource'::regclass and not granted`;
    await expect.poll(async () => (await world.sql(waiting)).length).toBe(1);
    return { copy, edited: await anna.item(version, { name: 'Meanwhile' }) };
  });
  expect(edited).toBeGreaterThan(0);
  expect((await copy).id).not.toBeNull();
});

test('a copy made amid edits is of one moment', async () => {
  const { schedule_id: scheduleId } = await anna.ok(api.versions.get, { params: { id: version } });
  const edits = (async () => {
    for (let index = 0; index < 40; index += 1) await anna.item(version, { name: `Row ${index}` });
  })();
  const copies = [];
  for (let index = 0; index < 8; index += 1)
    copies.push((await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId }, body: {} })).id);
  await edits;
  const copied = await world.sql<{ counted: number; there: number; last: number; highest: number }>(
    `select v.item_count::int as counted, v.last_id::int as last, count(*)::int as there, max(w.id)::int as highest
     from version v join wbs_item w on w.space_id = v.space_id and w.version_id = v.id where v.id = any($1) group by v.space_id, v.id`,
    [copies],
  );
  expect(copied).toHaveLength(8);
  for (const { counted, there, last, highest } of copied) {
    expect(there).toBe(counted);
    expect(highest).toBeLessThanOrEqual(last);
  }
});

test('a copy of many rows does not wait for another one that renews the statistics', async () => {
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const source = await anna.version();
  const id = await anna.item(source, { name: 'One' });
  await world.sql(
    `insert into wbs_item select (jsonb_populate_record(w, jsonb_build_object('id', 1000 + n, 'position', n))).*
     from wbs_item w, generate_series(1, 3000) n where w.version_id = $1 and w.id = $2`,
    [source, id],
  );
  await world.sql('update version set item_count = 3001, last_id = 5000 where id = $1', [source]);
  const { schedule_id: scheduleId } = await anna.ok(api.versions.get, { params: { id: source } });
  await context.write(async (tx) => {
    await sql`lock table wbs_item in share update exclusive mode`.execute(tx);
    expect((await anna.ok(api.versions.copyTo, { params: { id: source, scheduleId }, body: {} })).id).not.toBeNull();
  });
});
