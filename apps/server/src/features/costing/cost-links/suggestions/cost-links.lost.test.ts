import { api } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planWith, uploadEstimate } from '../../../../testing/estimates.ts';
import { statementsOf } from '../../../../testing/statements.ts';
import { createTeam } from '../../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let version: number;
let estimate: number;
let works: number[];
let upload: (rows: readonly string[]) => Promise<number>;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, vera } = await createTeam(world));
  const plan = await planWith(anna, [{ name: 'Slab' }, { name: 'Walls' }]);
  ({ version, works } = plan);
  const fields = { project_id: plan.project, mapping: JSON.stringify({ currency: 'EUR' }) };
  upload = async (rows) => {
    const table = ['No;Code;Name;Unit;Quantity;Amount', ...rows].join('\n');
    const into: Record<string, number> = estimate ? { estimate_id: estimate } : {};
    return (await uploadEstimate(anna, Buffer.from(table), { ...fields, ...into }, { name: 'hall.csv' })).estimate_id;
  };
});
afterAll(() => world.close());

test('links that a new edition leaves without a row are offered the open rows that look like it', async () => {
  estimate = await upload(['1;C-1;Concrete slab of the ground floor;m3;10;100.00', '2;C-2;Brick walls;m3;5;50.00']);
  const links = [{ row_id: 1, item_id: works[0], share: '0.5' }, { row_id: 1, item_id: works[1], parts: ['labour' as const] }, { row_id: 2, item_id: works[1] }]; // prettier-ignore
  await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links } });
  const asked = { params: { id: version }, query: { estimate_id: estimate } };
  expect(await anna.ok(api.costLinks.lost, asked)).toMatchObject({ lost: [], count: 0 });
  /** Statements that read rows of the estimate, but those that look which of the links' rows there are. */
  const read = async () => (await statementsOf(() => anna.ok(api.costLinks.lost, asked))).filter((text) => text.includes('"estimate_row"'));
  expect(await read()).toEqual([]);
  await upload(['7;S-1;Steel stairs;t;1;70.00', '2;C-2;Brick walls;m3;5;50.00', '8;X-9;Concrete slab of ground floor;m3;10;120.00']);
  const { rows } = await anna.ok(api.estimates.compare, { params: { id: estimate }, query: { from: 'now', to: 'proposal' } });
  const apart = rows.filter(({ change }) => change === 'doubtful').map(({ row_id }) => row_id);
  await anna.ok(api.estimates.update, { params: { id: estimate }, body: { proposal: 'accept', apart } });
  const { lost, count } = await anna.ok(api.costLinks.lost, asked);
  expect(count).toBe(1);
  expect((await read()).map((text) => /stated|guids|parts/.test(text))).toEqual([false]);
  expect(lost).toMatchObject([{ row_id: 1, code: 'C-1', name: 'Concrete slab of the ground floor' }]);
  expect(lost[0].rows[0]).toMatchObject({ number: '8', code: 'X-9', amount: '120.00' });
  expect(lost[0].rows.map(({ number }) => number)).not.toContain('2');
  expect((await vera.refused(api.costLinks.lost, asked)).status).toBe(404);
  // One edit brings the links to the row, with their parts, and one undo takes them back.
  const to = lost[0].rows[0].row_id;
  const moved = links.slice(0, 2).map((link) => ({ ...link, row_id: to }));
  const body = { version_id: version, links: moved, unlink: [{ row_id: 1 }] };
  const { coverage } = await anna.ok(api.costLinks.link, { params: { id: estimate }, body });
  expect(coverage).toMatchObject({ lost: 0, linked: '110.00', unlinked: '130.00' });
  expect(await anna.ok(api.costLinks.lost, asked)).toMatchObject({ count: 0 });
  await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
  expect(await anna.ok(api.costLinks.lost, asked)).toMatchObject({ count: 1 });
});
