import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { listRevisions } from './version-heads.repository.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

test('an edit whose hint was lost reaches the open pages within three seconds; one that was heard is not told twice', async () => {
  const version = await anna.version();
  const page = await anna.push(version);
  await anna.item(version, { name: 'Heard' });
  await page.heard('version_edit');
  // As where the server dies between its commit and its notification.
  const lost = vi.spyOn(world.app.services.push, 'send').mockImplementation(async () => undefined);
  await anna.item(version, { name: 'Lost' });
  lost.mockRestore();
  const { revision } = await anna.ok(api.versions.get, { params: { id: version } });
  const began = performance.now();
  const edit = await page.heard('version_edit', (data) => data['revision'] === revision);
  expect(edit['diff'].wbs.added[0].name).toBe('Lost');
  expect(performance.now() - began).toBeLessThan(3500);
  await new Promise((next) => setTimeout(next, 2500));
  expect(page.messages.filter(({ event }) => event === 'version_edit')).toHaveLength(2);
  await page.close();
});

test('more open versions than a statement has parameters are looked at together', async () => {
  const version = await anna.version();
  const { revision } = await anna.ok(api.versions.get, { params: { id: version } });
  const ids = [version, ...Array.from({ length: 70_000 }, (_, index) => 1_000_000_000 + index)];
  const found = await world.app.services.database.read({ spaceId: null, userId: null, system: true }, (db) =>
    listRevisions(db, [anna.spaceId], ids),
  );
  expect(found).toEqual([{ id: version, revision }]);
});

test('the same where the page has heard nothing yet', async () => {
  const version = await anna.version();
  const page = await anna.push(version);
  await new Promise((next) => setTimeout(next, 1500));
  const lost = vi.spyOn(world.app.services.push, 'send').mockImplementation(async () => undefined);
  await anna.item(version, { name: 'Lost' });
  lost.mockRestore();
  expect((await page.heard('version_edit'))['diff'].wbs.added[0].name).toBe('Lost');
  await page.close();
});
