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
