import { api, type CostSettings, costSettings } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gge, planWith, uploadEstimate } from '../../../../testing/estimates.ts';
import { contentOf, fetchColumns } from '../../../../testing/samples/version-content.ts';
import { statementsOf } from '../../../../testing/statements.ts';
import { createTeam } from '../../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { valueOfSettings } from './cost-links.bases.service.ts';

describe('the value of cost settings', () => {
  const of = (settings: Partial<CostSettings>) => valueOfSettings({ ...costSettings.parse({}), ...settings });
  const winter = { name: 'Winter', rate: '2', of: 'works' as const, parts: null, from: null, until: null, in_acts: false };
  test('is another where they count otherwise, and the same where they differ for acts or rates alone', () => {
    expect(of({ percents: [winter] })).not.toBe(of({}));
    expect(of({ percents: [{ ...winter, rate: '3' }] })).not.toBe(of({ percents: [winter] }));
    expect(of({ by: 'volume' })).not.toBe(of({}));
    expect(of({ percents: [{ ...winter, in_acts: true }] })).toBe(of({ percents: [winter] }));
    expect(of({ rates: [{ currency: 'EUR', rate: '95', day: '2026-03-02' }] })).toBe(of({}));
    expect(of({ deflators: [{ quarter: '2026-2', rate: '1.1' }] })).toBe(of({}));
  });
  test('does not change by a setting that is as usual', () => {
    const { labour: _labour, ...without } = costSettings.parse({ by: 'volume' });
    expect(valueOfSettings(without as CostSettings)).toBe(of({ by: 'volume' }));
  });
});

describe('costs by estimates that have changed since', () => {
  let world: World;
  let anna: Person;
  let vera: Person;
  let project: number;
  let schedule: number;
  let version: number;
  let estimate: number;
  let works: number[];

  beforeAll(async () => {
    world = await createWorld();
    ({ anna, vera } = await createTeam(world));
    ({ project, schedule, version, works } = await planWith(anna, [{ name: 'Dig', code: 'A' }, { name: 'Fill' }]));
    estimate = (await uploadEstimate(anna, gge({ number: '05', amounts: ['7319.27', '10.01'] }), { project_id: project })).estimate_id;
    const links = [{ row_id: 2, item_id: works[0] }, { row_id: 4, item_id: works[1] }]; // prettier-ignore
    await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links } });
  });
  afterAll(() => world.close());

  const outdated = async (id = version) => (await anna.ok(api.costLinks.outdated, { params: { id } })).estimates;
  const update = async (body: { dry_run?: boolean; ids?: number[] } = {}) =>
    (await anna.ok(api.versions.updateCosts, { params: { id: version }, body })).estimates;
  const undo = () => anna.ok(api.edits.undo, { params: { id: version }, body: {} });
  const settle = (settings: object) => anna.ok(api.costLinks.saveSettings, { params: { id: schedule }, body: settings });
  const base = async (id: number) =>
    (await contentOf(world, id))['costBase'].map(({ space_id: _space, version_id: _version, ...own }) => own);

  test('are nothing to speak of before the first update, nor right after one; works without a volume are named', async () => {
    expect(await outdated()).toEqual([]);
    await update({ ids: [works[0]] });
    expect(await base(version)).toEqual([]);
    expect((await update({ dry_run: true }))?.no_volume).toEqual({
      first: [{ item_id: works[0], code: 'A', name: 'Dig' }, { item_id: works[1], code: '', name: 'Fill' }], count: 2,
    }); // prettier-ignore
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[0] }, body: { volume: 3, volume_unit: 'm3' } });
    const done = await update();
    expect(done?.no_volume).toEqual({ first: [{ item_id: works[1], code: '', name: 'Fill' }], count: 1 });
    expect(done?.outdated).toEqual([]);
    expect(await outdated()).toEqual([]);
    const [own] = await base(version);
    expect(own).toMatchObject({ estimate_id: estimate, name: '05 Waste', revision: 1, rate: '' });
  });

  test('are told by revision until costs are updated, also where no cost changes; undo brings it back to the byte', async () => {
    const before = await contentOf(world, version);
    await anna.ok(api.estimates.updateRow, { params: { id: estimate, estimateRowId: 2 }, body: { quantity: '4' } });
    const [seen] = await outdated();
    expect(seen).toMatchObject({ estimate_id: estimate, name: '05 Waste', why: ['rows'], was: { revision: 1, rate: '' }, now: { revision: 2, rate: '' } }); // prettier-ignore
    expect((await update({ dry_run: true }))?.outdated).toEqual([seen]);
    expect(await outdated()).toEqual([seen]);
    expect((await update())?.outdated).toEqual([seen]);
    expect(await outdated()).toEqual([]);
    await undo();
    expect(await contentOf(world, version)).toEqual(before);
    expect(await outdated()).toEqual([seen]);
    await anna.ok(api.edits.redo, { params: { id: version }, body: {} });
    // Another name is no other cost; nor is a standard that counts the same, nor an act that is taken back.
    await anna.ok(api.estimates.update, { params: { id: estimate }, body: { name: 'Waste', number: '06' } });
    await anna.ok(api.estimates.update, { params: { id: estimate }, body: { name: 'Rubble', number: '05', profile: 'plain' } });
    expect(await outdated()).toEqual([]);
    await anna.ok(api.estimates.updateRow, { params: { id: estimate, estimateRowId: 2 }, body: { quantity: '5' } });
    expect(await outdated()).toMatchObject([{ why: ['rows'], was: { revision: 2 }, now: { revision: 5 } }]);
    await anna.ok(api.estimates.undo, { params: { id: estimate }, body: {} });
    expect(await outdated()).toEqual([]);
    await anna.ok(api.estimates.undo, { params: { id: estimate }, body: { redo: true } });
    expect(await outdated()).toMatchObject([{ why: ['rows'], was: { revision: 2 }, now: { revision: 5 } }]);
    await anna.ok(api.estimates.undo, { params: { id: estimate }, body: {} });
    // The update notes the name.
    expect(await update()).toMatchObject({ changed: 0 });
    const { revision } = await anna.ok(api.versions.get, { params: { id: version } });
    expect(await outdated()).toEqual([]);
    await update();
    expect((await anna.ok(api.versions.get, { params: { id: version } })).revision).toBe(revision);
  });

  test('are told by settings and by the rate of the currency alone; a copy of the version knows them too', async () => {
    const copy = (await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: {} })).id as number;
    expect(await base(copy)).toEqual(await base(version));
    await settle({ rates: [{ currency: 'RUB', rate: '95.5', day: '2026-03-02' }] });
    expect(await outdated(copy)).toMatchObject([{ currency: 'RUB', why: ['rate'], was: { rate: '' }, now: { rate: '95.5' } }]);
    await settle({ by: 'duration' });
    expect(await outdated(copy)).toMatchObject([{ why: ['settings'] }]);
    expect(await outdated()).toMatchObject([{ why: ['settings'] }]);
    await update();
    expect([(await outdated()).length, (await outdated(copy)).length]).toEqual([0, 1]);
  });

  test('are for those who may read estimates; what a plan keeps of an estimate has no amount', async () => {
    const bytes = Buffer.from(await (await fetchColumns(vera, version, 'identity')).arrayBuffer());
    expect(bytes.includes('05 Rubble')).toBe(true);
    expect(bytes.includes('14648.55')).toBe(false);
    expect(await vera.refused(api.costLinks.outdated, { params: { id: version } })).toMatchObject({ status: 403 });
  });

  test('lists volume codes that no work carries, with their rows, to whom may read estimates', async () => {
    const missing = () => anna.ok(api.costLinks.missingVolumes, { params: { id: version } });
    const put = (row_id: number, volume_code: string) =>
      anna.ok(api.estimates.updateRow, { params: { id: estimate, estimateRowId: row_id }, body: { volume_code } });
    const change = (links: object[], unlink: object[] = []) =>
      anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links, unlink } as never });
    expect(await missing()).toEqual({ codes: [], count: 0 });
    await put(4, 'B-12');
    expect((await missing()).count).toBe(0);
    await change([], [{ row_id: 4 }]);
    const row = { project_id: project, estimate_id: estimate, row_id: 4, number: '2', name: 'Waste 2', amount: '10.01', currency: 'RUB' };
    expect(await missing()).toEqual({ codes: [{ code: 'B-12', rows: [row] }], count: 1 });
    expect((await update({ dry_run: true }))?.missing_volumes).toEqual({ first: ['B-12'], count: 1 });
    const sent = (await statementsOf(missing)).filter((text) => text.includes('cost_link'));
    // Links stay in the database.
    expect(sent.map((text) => /group by|with carried/.test(text))).toEqual([true, true, true]);
    expect(await vera.refused(api.costLinks.missingVolumes, { params: { id: version } })).toMatchObject({ status: 403 });
    // A work of that code carries it.
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[1] }, body: { code: 'B-12' } });
    expect(await missing()).toEqual({ codes: [], count: 0 });
    await put(4, 'B-13');
    expect((await missing()).codes.map(({ code }) => code)).toEqual(['B-13']);
    await put(4, 'B-12');
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[1] }, body: { code: '' } });
    // A work of another version does not.
    await anna.item(await anna.version(schedule), { name: 'Fill', code: 'B-12' });
    expect((await missing()).codes.map(({ code }) => code)).toEqual(['B-12']);
    await put(4, '');
    await change([{ row_id: 4, item_id: works[1] }]);
  });

  test('are found by as many statements, however many estimates they are of', async () => {
    const asked = () => statementsOf(() => anna.ok(api.costLinks.outdated, { params: { id: version } }));
    const before = (await asked()).length;
    const body = (row_id: number) => ({ version_id: version, links: [{ row_id, item_id: works[1] }] });
    const others: number[] = [];
    for (const number of ['06', '07']) {
      const { estimate_id: id } = await uploadEstimate(anna, gge({ number, amounts: ['1.00'] }), { project_id: project });
      await anna.ok(api.costLinks.link, { params: { id }, body: body(2) });
      others.push(id);
    }
    await update();
    expect(await asked()).toHaveLength(before);
    const change = { params: { id: others[1], estimateRowId: 2 }, body: { code: 'Z-1' } };
    await anna.ok(api.estimates.updateRow, change);
    expect((await outdated()).map(({ estimate_id }) => estimate_id)).toEqual([others[1]]);
    for (const id of others) await anna.ok(api.estimates.remove, { params: { id }, query: { in_use: 'true' } });
    await update();
  });

  test('are told by the name of an estimate that is deleted', async () => {
    await anna.ok(api.estimates.remove, { params: { id: estimate }, query: { in_use: 'true' } });
    expect(await outdated()).toMatchObject([{ name: '05 Rubble', why: ['gone'], now: null }]);
    await update();
    expect(await outdated()).toEqual([]);
    expect(await base(version)).toEqual([]);
  });
});
