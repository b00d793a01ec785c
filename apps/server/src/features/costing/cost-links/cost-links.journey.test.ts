import { api } from '@gantry/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gge, uploadEstimate } from '../../../testing/estimates.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
let project: number;
let works: number[];

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule('Hall');
  version = await anna.version(schedule);
  project = (await anna.ok(api.eps.tree)).nodes.find(({ id }) => id === schedule)?.parent_id ?? 0;
  works = [];
  for (const code of ['1', '2', '3']) works.push(await anna.item(version, { name: `Work ${code}`, code: `W${code}` }));
});
afterAll(() => world.close());

const minor = (text: string): bigint => BigInt(text.replace('.', ''));
/** The content of the version as it is stored, without what counts its changes. */
async function content(): Promise<string> {
  const tables = ['wbs_item', 'cost_link', 'assignment', 'resource', 'day_series'];
  const rows: unknown[] = [];
  for (const table of tables) rows.push(await world.sql(`select * from ${table} where version_id = $1 order by id`, [version]));
  return JSON.stringify(rows);
}
const update = (dry_run = false) => anna.ok(api.versions.updateCosts, { params: { id: version }, body: { dry_run } });
const apply = () => anna.ok(api.complianceRules.apply, { params: { versionId: version }, body: {} });
const undo = () => anna.ok(api.edits.undo, { params: { id: version }, body: {} });

test('an estimate comes to works by rules, is executed, billed and replaced by its next edition, and undone to the byte', async () => {
  const untouched = await content();
  const { estimate_id: estimate } = await uploadEstimate(anna, gge({ number: '01', amounts: ['1000.00', '500.01', '77.77', '5.00'] }), {
    project_id: project,
  });
  const { id: set_id } = await anna.ok(api.complianceRules.createSet, { body: { eps_id: project, name: 'Rules' } });
  const add = (code: string, to: { kind: 'work' | 'ignore'; value: string }) =>
    anna.ok(api.complianceRules.create, { body: { set_id, when: { code }, to: { attribute: '', ...to } } });
  await add('A-4', { kind: 'ignore', value: '' });
  await add('A-*', { kind: 'work', value: 'W{1}' });
  const { coverage } = await apply();
  expect(coverage.parts).toMatchObject({
    by_rule: { amount: '1577.78', rows: 3 },
    ignored: { amount: '5.00' },
    unlinked: { amount: '0.00', rows: 0 },
  });
  const costs = await update();
  expect(costs.estimates).toMatchObject({ total: '1582.78', linked: '1577.78', ignored: '5.00', unlinked: '0.00', changed: 3 });

  const days = [{ day: '2026-03-10', value: 4 }];
  const write = (mode: 'plan' | 'fact', values: typeof days) =>
    anna.ok(api.dayValues.write, { params: { id: version, wbsId: works[0] }, body: { measure: 'volume', mode, values } });
  await write('plan', [{ day: '2026-03-10', value: 8 }]);
  await write('fact', days);
  const act = (await anna.ok(api.acts.create, { body: { schedule_id: schedule, version_id: version, to: '2026-03-31' } })).id;
  await anna.ok(api.acts.update, { params: { id: act }, body: { state: 'issued', total: '500.00' } });

  // The next edition has another price of the first row and none of the second.
  const next = gge({ number: '01', amounts: ['1200.00', '500.01', '77.77', '5.00'] })
    .toString()
    .replace(/<Item>(?:(?!<Item>).)*?A-2<.*?<\/Item>/, '');
  await uploadEstimate(anna, Buffer.from(next), { project_id: project });
  await anna.ok(api.estimates.update, { params: { id: estimate }, body: { proposal: 'accept' } });
  const after = await update();
  expect(after.estimates).toMatchObject({ total: '1282.77', linked: '1277.77', ignored: '5.00', lost: 1 });
  const second = (await anna.ok(api.acts.create, { body: { schedule_id: schedule, version_id: version, to: '2026-04-30' } })).id;
  const { lines } = await anna.ok(api.acts.get, { params: { id: second } });
  expect(lines.map(({ now }) => now.amount)).toEqual(['100.00']);
  expect((await anna.ok(api.acts.get, { params: { id: act } })).total).toBe('500.00');

  // The update, both days, the update before, the rules.
  for (let step = 0; step < 5; step += 1) await undo();
  expect(await content()).toBe(untouched);
});

test(
  'what works take, what is left out and what is not linked add up to the estimate, whatever is linked',
  { timeout: 120_000 },
  async () => {
    const { estimate_id: estimate } = await uploadEstimate(anna, gge({ number: '02', amounts: ['10.01', '0.07', '99999.99'] }), {
      project_id: project,
    });
    const rows = (await anna.ok(api.estimates.rows, { params: { id: estimate } })).rows.filter(({ current }) => current !== null);
    const link = fc.record({
      row: fc.nat(rows.length - 1),
      work: fc.option(fc.nat(2), { nil: null }),
      share: fc.constantFrom(null, '0.25', '1/3', '0.1'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(link, { maxLength: 6 }), async (drawn) => {
        await anna.ok(api.costLinks.link, {
          params: { id: estimate },
          body: { version_id: version, unlink: rows.map(({ id }) => ({ row_id: id })) },
        });
        const links = drawn.map(({ row, work, share }) => ({ row_id: rows[row].id, item_id: work === null ? null : works[work], share }));
        const answer = await anna.call(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links } });
        if (answer.status !== 200) {
          expect((answer.body as { error_message: string }).error_message).toBe('cost_link.share_over');
          return;
        }
        const { coverage } = answer.body as { coverage: { total: string; linked: string; ignored: string; unlinked: string } };
        expect(minor(coverage.linked) + minor(coverage.ignored) + minor(coverage.unlinked)).toBe(minor(coverage.total));
        const { estimates } = await update(true);
        if (!estimates) return;
        expect(minor(estimates.linked) + minor(estimates.ignored) + minor(estimates.unlinked)).toBe(minor(estimates.total));
        const taken = (await anna.ok(api.costLinks.list, { params: { id: version }, query: { estimate_id: estimate } })).links;
        expect(taken.reduce((sum, { amount }) => sum + minor(amount ?? '0'), 0n)).toBe(minor(coverage.linked) + minor(coverage.ignored));
      }),
      { numRuns: 20 },
    );
  },
);
