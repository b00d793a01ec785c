import { api } from '@gantry/contract';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gge, uploadEstimate } from '../../../testing/estimates.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { listFormerWorks } from './cost-links.repository.ts';

describe('links of another version of the schedule', () => {
  let world: World;
  let anna: Person;
  let vera: Person;
  let schedule: number;
  let estimate: number;

  beforeAll(async () => {
    world = await createWorld();
    ({ anna, vera } = await createTeam(world));
    schedule = await anna.schedule('Hall');
    const project = (await anna.ok(api.eps.tree)).nodes.find(({ id }) => id === schedule)?.parent_id ?? 0;
    const amounts = ['1000.00', '500.01', '77.77', '5.00'];
    estimate = (await uploadEstimate(anna, gge({ number: '01', amounts }), { project_id: project })).estimate_id;
  });
  afterAll(() => world.close());

  const link = (version_id: number, links: { row_id: number; item_id: number | null; share?: string }[]) =>
    anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id, links } });
  const linksOf = async (id: number) => (await anna.ok(api.costLinks.list, { params: { id }, query: { estimate_id: estimate } })).links;
  const take = (id: number, from_version_id: number, dry_run = false) =>
    anna.ok(api.costLinks.takeOver, { params: { id }, body: { from_version_id, dry_run } });

  test('come to the same works by code and by path; what is linked here stays, what has no work is named, and undo takes it back', async () => {
    const [before, after] = [await anna.version(schedule), await anna.version(schedule)];
    const works = [
      await anna.item(before, { name: 'Dig', code: 'A' }), await anna.item(before, { name: 'Fill' }), await anna.item(before, { name: 'Pave', code: 'C' }),
    ]; // prettier-ignore
    const here = [await anna.item(after, { name: 'Fill' }), await anna.item(after, { name: 'Dig anew', code: 'A' })];
    await link(before, [
      { row_id: 2, item_id: works[0], share: '1/3' }, { row_id: 2, item_id: works[1] }, { row_id: 4, item_id: works[2] }, { row_id: 5, item_id: works[0] }, { row_id: 6, item_id: null },
    ].filter(({ row_id }) => row_id !== 3)); // prettier-ignore
    await link(after, [{ row_id: 5, item_id: here[0] }]);
    // What rows of a code were linked with: of many links those of the newest versions.
    const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    const former = async (most?: number) =>
      (await context.read((db) => listFormerWorks(db, anna.spaceId, 'A-3', most))).map(({ name }) => name).sort();
    expect([await former(), await former(1)]).toEqual([['Dig', 'Fill'], ['Fill']]);
    const offered = async (id: number) => (await anna.ok(api.costLinks.offer, { params: { id } })).from;
    expect(await offered(before)).toBeNull();
    expect(await offered(after)).toBeNull();
    const fresh = await anna.version(schedule);
    expect(await offered(fresh)).toMatchObject({ version_id: after, links: 1 });
    const sent = (await statementsOf(() => offered(fresh))).filter((text) => text.includes('cost_link'));
    expect(sent).toEqual([expect.stringMatching(/exists.*limit 1$/s)]);
    expect(await vera.refused(api.costLinks.offer, { params: { id: fresh } })).toMatchObject({ status: 403 });
    await anna.ok(api.versions.remove, { params: { id: fresh } });
    const dry = await take(after, before, true);
    expect(dry).toMatchObject({ taken: 3, stayed: 1, lost_count: 1, lost: [{ work: 'C Pave', name: 'Waste 2' }] });
    expect(await linksOf(after)).toHaveLength(1);
    await take(after, before);
    const shown = (await linksOf(after)).map(({ row_id, item_id, share }) => [row_id, item_id, share]);
    expect(shown.sort()).toEqual([[2, here[0], null], [2, here[1], '1/3'], [5, here[0], null], [6, null, null]]); // prettier-ignore
    expect(await take(after, before)).toMatchObject({ taken: 0, stayed: 4 });
    await anna.ok(api.edits.undo, { params: { id: after }, body: {} });
    expect(await linksOf(after)).toHaveLength(1);
    const refused = (id: number, from_version_id: number, person = anna) =>
      person.refused(api.costLinks.takeOver, { params: { id }, body: { from_version_id } });
    expect(await refused(after, after)).toMatchObject({ status: 422, code: 'cost_link.other_schedule' });
    expect(await refused(after, await anna.version(await anna.schedule('Yard')))).toMatchObject({ code: 'cost_link.other_schedule' });
    expect(await refused(after, before, vera)).toMatchObject({ status: 403 });
  });

  const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'schedules/xer');
  test.skipIf(process.env['GANTRY_TEST_DATA'] === undefined || !existsSync(folder))(
    'find the works of the next update of a real schedule (needs GANTRY_TEST_DATA)',
    { timeout: 120_000 },
    async () => {
      const imported = async (name: string): Promise<number> => {
        const { status, body } = await anna.importXer(schedule, join(folder, name));
        expect(status).toBe(200);
        return (body as { version_id: number }).version_id;
      };
      const [first, next] = [await imported('series54069-up1121-50.xer'), await imported('series54069-up1204-49.xer')];
      const worksOf = async (id: number) =>
        (await anna.ok(api.wbs.list, { params: { id } })).items.filter(({ type }) => type !== 'sum').map((row) => ({ id: Number(row.id), code: String(row.code) })); // prettier-ignore
      const [before, after] = [await worksOf(first), await worksOf(next)];
      const share = `1/${before.length}`;
      await link(first, before.map(({ id }) => ({ row_id: 2, item_id: id, share }))); // prettier-ignore
      const codes = new Set(after.map(({ code }) => code));
      const stays = before.filter(({ code }) => codes.has(code)).length;
      expect(stays).toBeGreaterThan(before.length / 2);
      const done = await take(next, first);
      expect([done.taken, done.lost_count]).toEqual([stays, before.length - stays]);
      const byId = new Map(after.map(({ id, code }) => [id, code]));
      const formerCodes = before.map(({ code }) => code).filter((code) => codes.has(code));
      expect((await linksOf(next)).map(({ item_id }) => byId.get(item_id ?? 0)).sort()).toEqual(formerCodes.sort());
      const { estimates } = await anna.ok(api.versions.updateCosts, { params: { id: next }, body: {} });
      expect(estimates?.changed).toBe(stays);
    },
  );
});
