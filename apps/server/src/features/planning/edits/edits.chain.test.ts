import { api } from '@gantry/contract';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

/** The head and the log of a version or directory as the database holds them. */
async function pastOf(owner: 'version' | 'directory', id: number) {
  const [head] = await world.sql<{ revision: number; chain: Buffer }>(`select revision, chain from ${owner} where id = $1`, [id]);
  const log = await world.sql<{ revision: number; chain: Buffer; diff: Buffer }>(
    `select revision, chain, diff from ${owner}_edit where ${owner}_id = $1 order by revision`,
    [id],
  );
  return { head, log };
}

/** Every revision continues the one before it, and the head is the last of them. */
function expectChain({ head, log }: Awaited<ReturnType<typeof pastOf>>): void {
  for (const [index, { revision, chain, diff }] of log.entries()) {
    if (!index) continue;
    const number = Buffer.alloc(4);
    number.writeInt32BE(revision);
    const whole = createHash('sha256')
      .update(log[index - 1].chain)
      .update(number)
      .update(diff)
      .digest();
    expect(chain.toString('hex')).toBe(whole.toString('hex').slice(0, 32));
  }
  expect(head).toEqual({ revision: log.at(-1)?.revision, chain: log.at(-1)?.chain });
}

/** Sets a version back to a revision, as a restored backup does. */
async function setBack(version: number, revision: number): Promise<void> {
  await world.sql('delete from version_edit where version_id = $1 and revision > $2', [version, revision]);
  await world.sql(
    `update version v set revision = e.revision, chain = e.chain from version_edit e
     where v.id = $1 and e.version_id = v.id and e.revision = $2`,
    [version, revision],
  );
}

test('each revision of versions and directories continues the chain of the one before, takings back too', async () => {
  const version = await anna.version();
  await anna.item(version, { name: 'A' });
  await anna.item(version, { name: 'B' });
  await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
  await anna.ok(api.edits.redo, { params: { id: version }, body: {} });
  const past = await pastOf('version', version);
  expect(past.log).toHaveLength(5);
  expectChain(past);
  const other = await anna.version();
  expect((await pastOf('version', other)).head.chain).not.toEqual(past.log[0].chain);

  const facility = await anna.ok(api.facilities.create, { body: { name: 'Plant' } });
  const { id } = await anna.ok(api.directories.create, { params: { epsId: facility.id }, body: { name: 'Norms' } });
  const params = { epsId: facility.id, directoryId: id };
  const changes = [{ do: 'add' as const, id: -1, parent_id: null, code: 'A' }];
  const { revision } = await anna.ok(api.directories.get, { params });
  await anna.ok(api.directories.edit, { params, body: { base_revision: revision, changes } });
  await anna.ok(api.directories.undo, { params, body: {} });
  await anna.ok(api.directories.redo, { params });
  const kept = await pastOf('directory', id);
  expect(kept.log.length).toBeGreaterThanOrEqual(3);
  expectChain(kept);
});

test('who is past the database, or on another past, is refused; who is on its past gets what is new with its chain', async () => {
  const version = await anna.version();
  for (const name of ['A', 'B', 'C']) await anna.item(version, { name });
  const { head, log } = await pastOf('version', version);
  const chainAt = (revision: number) => log.find((one) => one.revision === revision)?.chain.toString('hex') ?? '';
  const since = (revision: number, chain?: string) => ({ params: { id: version }, query: { since: revision, chain } });

  const { edits } = await anna.ok(api.edits.since, since(head.revision - 1, chainAt(head.revision - 1)));
  expect(edits.map(({ revision, chain, before }) => [revision, chain, before])).toEqual([
    [head.revision, chainAt(head.revision), chainAt(head.revision - 1)],
  ]);

  await setBack(version, head.revision - 2);
  const beyond = await anna.refused(api.edits.since, since(head.revision, chainAt(head.revision)));
  expect(beyond).toMatchObject({ status: 410, code: 'edit.other_past' });
  expect((await anna.refused(api.edits.since, since(head.revision))).code).toBe('edit.other_past');

  for (const name of ['X', 'Y', 'Z']) await anna.item(version, { name });
  expect((await anna.refused(api.edits.since, since(head.revision, chainAt(head.revision)))).code).toBe('edit.other_past');
  const shared = head.revision - 2;
  expect((await anna.ok(api.edits.since, since(shared, chainAt(shared)))).edits).toHaveLength(3);
});

test('a pushed edit names the chain that it continues', async () => {
  const version = await anna.version();
  const page = await anna.push(version);
  await anna.item(version, { name: 'A' });
  const { log } = await pastOf('version', version);
  const [before, chain] = log.slice(-2).map((one) => one.chain.toString('hex'));
  expect(await page.heard('version_edit')).toMatchObject({ before, chain });
  await page.close();
});
