import { api } from '@gantry/contract';
import { COST_PARTS } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planWith, uploadEstimate } from '../../../../testing/estimates.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';

const TABLE = Buffer.from(
  'No;Name;Unit;Quantity;Amount;Labour;Machines;Materials;Profit\n' +
    '1;Walls;m3;3;100.01;50.01;10;30;\n2;Slab;m3;2;60.00;;;;6\n3;Crane;h;2;7.00;;7;;\n',
);
const partsOf = (amounts: readonly string[] | null | undefined) =>
  Object.fromEntries(COST_PARTS.flatMap((part, at) => (Number(amounts?.[at]) ? [[part, amounts?.[at]]] : [])));

describe('parts of costs', () => {
  let world: World;
  let anna: Person;
  let schedule: number;
  let version: number;
  let works: number[];
  let estimate: number;
  let wages: number;
  let place: number;

  beforeAll(async () => {
    world = await createWorld();
    anna = await world.person('anna');
    await anna.space();
    const plan = await planWith(anna, [{ name: 'Dig' }, { name: 'Fill' }]);
    ({ schedule, version, works } = plan);
    const { project } = plan;
    const mapping = JSON.stringify({ currency: 'EUR' });
    estimate = (await uploadEstimate(anna, TABLE, { project_id: (place = project), mapping }, { name: 'parts.csv' })).estimate_id;
    const links = [
      { row_id: 1, item_id: works[0] }, { row_id: 1, item_id: works[1] }, { row_id: 2, item_id: works[1] }, { row_id: 3, item_id: works[0] },
    ]; // prettier-ignore
    await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links } });
    const body = { name: 'Wages', type: 'money' as const };
    wages = (await anna.ok(api.attributeValues.create, { params: { id: version }, body })).id;
  });
  afterAll(() => world.close());

  const rows = async () => (await anna.ok(api.estimates.rows, { params: { id: estimate } })).rows;
  const update = (dry_run = false) => anna.ok(api.versions.updateCosts, { params: { id: version }, body: { dry_run } });
  const save = (body: object) => anna.ok(api.costLinks.saveSettings, { params: { id: schedule }, body });
  const written = async () =>
    (
      await world.sql('select item_id, value from attribute_value where version_id = $1 and attribute_id = $2 order by item_id', [
        version,
        wages,
      ])
    ).map(({ item_id, value }) => [item_id, value]);

  test('are read from the columns of a table; what a row does not divide is one part', async () => {
    expect((await rows()).map(({ parts }) => partsOf(parts))).toEqual([
      { labour: '50.01', machines: '10.00', materials: '30.00', other: '10.00' },
      { profit: '6.00', other: '54.00' },
      { machines: '7.00' },
    ]);
  });

  test('follow an amount that a person changes, and come back with it', async () => {
    const change = async (current: string) =>
      (await anna.ok(api.estimates.updateRow, { params: { id: estimate, estimateRowId: 1 }, body: { current } })).row.parts;
    expect(partsOf(await change('200.02'))).toEqual({ labour: '100.02', machines: '20.00', materials: '60.00', other: '20.00' });
    expect(partsOf(await change('100.01'))).toEqual({ labour: '50.01', machines: '10.00', materials: '30.00', other: '10.00' });
  });

  test('are changed one by one: the amount is their sum, what the file says stays known, and undo takes them back', async () => {
    const [, before] = await rows();
    const change = (parts: object) => anna.ok(api.estimates.updateRow, { params: { id: estimate, estimateRowId: 2 }, body: { parts } });
    const { row } = await change({ labour: '20.5', profit: '0' });
    expect([partsOf(row.parts), row.current]).toEqual([{ labour: '20.50', other: '54.00' }, '74.50']);
    expect(row.stated).toEqual({ current: '60.00', parts: '0.00 0.00 0.00 0.00 0.00 0.00 0.00 6.00 54.00' });
    expect((await change({ labour: '0', profit: '6' })).row).toMatchObject({ current: '60.00', stated: {} });
    for (let step = 0; step < 2; step += 1) await anna.ok(api.estimates.undo, { params: { id: estimate }, body: {} });
    expect((await rows())[1]).toEqual(before);
    // A row that the file does not divide is divided by hand.
    const crane = { params: { id: estimate, estimateRowId: 3 }, body: { parts: { machines: '5', machinist: '2' } } };
    expect(partsOf((await anna.ok(api.estimates.updateRow, crane)).row.parts)).toEqual({ machines: '5.00', machinist: '2.00' });
    await anna.ok(api.estimates.undo, { params: { id: estimate }, body: {} });
    const large = { parts: { labour: '99999999999999999' } };
    expect(await anna.refused(api.estimates.updateRow, { params: { id: estimate, estimateRowId: 2 }, body: large })).toMatchObject({ code: 'estimate.amount_too_large' }); // prettier-ignore
  });

  test('go to works with their amounts, and percentages are of the parts that they name', async () => {
    await save({ percents: [{ name: 'Insurance', rate: '10', parts: ['labour'] }] });
    const { estimates } = await update(true);
    expect(estimates).toMatchObject({ linked: '167.01', residue: '0.00', percents: [{ name: 'Insurance', amount: '5.00' }] });
    expect(partsOf(estimates?.parts)).toEqual({ labour: '50.01', machines: '17.00', materials: '30.00', profit: '6.00', other: '64.00' });
    expect(estimates?.works.map(({ parts, after }) => [partsOf(parts), after])).toEqual([
      [{ labour: '25.01', machines: '12.00', materials: '15.00', other: '7.50' }, '59.51'],
      [{ labour: '25.00', machines: '5.00', materials: '15.00', profit: '6.00', other: '61.50' }, '112.50'],
    ]);
  });

  test('go to the works that take them alone, and come back with undo', async () => {
    await save({});
    const share = async () =>
      (await anna.ok(api.estimates.list, { params: { id: place }, query: { version_id: version } })).linked.map((one) => one.share);
    expect([await share(), (await anna.ok(api.estimates.list, { params: { id: place } })).linked]).toEqual([[1], []]);
    const links = [{ row_id: 1, item_id: works[0], parts: ['materials', 'labour'] }, { row_id: 1, item_id: works[1], parts: ['machines'] }] as const; // prettier-ignore
    await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links: links.map((link) => ({ ...link, parts: [...link.parts] })) } }); // prettier-ignore
    const listed = await anna.ok(api.costLinks.list, { params: { id: version }, query: { estimate_id: estimate } });
    expect(listed.links.filter(({ row_id }) => row_id === 1).map(({ parts, amount }) => [parts, amount])).toEqual([
      [['labour', 'materials'], '80.01'], [['machines'], '10.00'],
    ]); // prettier-ignore
    expect(listed.coverage).toMatchObject({ unlinked: '10.00' });
    expect((await update(true)).estimates).toMatchObject({ linked: '157.01', unlinked: '10.00' });
    expect(await share()).toEqual([0.9401]);
    await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links: [{ row_id: 3, item_id: null, share: '1/4' }] } }); // prettier-ignore
    expect((await update(true)).estimates).toMatchObject({ linked: '155.26', ignored: '1.75', unlinked: '10.00', residue: '0.00' });
    // A total that is not that of the rows shows.
    await world.sql('update estimate set counted_current = counted_current + 3 where id = $1', [estimate]);
    expect((await update(true)).estimates).toMatchObject({ total: '167.04', linked: '155.26', unlinked: '10.00', residue: '0.03' });
    await world.sql('update estimate set counted_current = counted_current - 3 where id = $1', [estimate]);
    const named = (estimate_ids: number[]) => ({ params: { id: version }, body: { dry_run: true, estimate_ids } });
    expect((await anna.ok(api.versions.updateCosts, named([estimate, 777_777]))).estimates).toMatchObject({ linked: '155.26' });
    expect(await anna.refused(api.versions.updateCosts, named([777_777]))).toMatchObject({
      status: 422,
      code: 'cost_link.all_estimates',
      parameters: { count: 1 },
    });
    expect(await share()).toEqual([0.9296]);
    await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
    await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
    expect((await update(true)).estimates).toMatchObject({ linked: '167.01', unlinked: '0.00' });
  });

  test('are written into attributes in the edit of the costs; again changes nothing, and undo takes them back', async () => {
    await save({ part_attributes: { labour: 'Wages', machinist: 'Wages', materials: 'Stuff' } });
    const done = await update();
    expect(done.estimates?.missing_attributes).toEqual(['Stuff']);
    expect(await written()).toEqual([[works[0], 25.01], [works[1], 25]]); // prettier-ignore
    expect((await update()).revision).toBe(done.revision);
    await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
    expect(await written()).toEqual([]);
    await update();
    await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links: [], unlink: [{ row_id: 1 }] } });
    await update();
    expect(await written()).toEqual([]);
  });

  test('leave quantities of rows at works as volumes, where settings want them: by units or factors, once, and undone', async () => {
    const own = await anna.version(schedule);
    const [walls, fill] = [await anna.item(own, { name: 'Walls' }), await anna.item(own, { name: 'Fill', volume: 5, volume_unit: 'l' })];
    const links = [{ row_id: 1, item_id: walls }, { row_id: 1, item_id: fill }, { row_id: 2, item_id: walls, unit_factor: 0.5 }]; // prettier-ignore
    await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: own, links } });
    const bring = async (volumes: 'none' | 'missing' | 'all', by: 'equal' | 'volume' = 'equal') => {
      await save({ volumes, by });
      const { revision, estimates } = await anna.ok(api.versions.updateCosts, { params: { id: own }, body: {} });
      return { revision, brought: estimates?.quantities.map(({ item_id, unit, before, after }) => [item_id, unit, before, after]) };
    };
    const volumes = async () =>
      (await anna.ok(api.wbs.list, { params: { id: own } })).items.map(({ volume, volume_unit }) => [volume, volume_unit]);
    expect((await bring('none')).brought).toEqual([]);
    const { revision, brought } = await bring('missing');
    expect(brought).toEqual([[walls, 'm3', null, 2.5]]);
    expect(await volumes()).toEqual([[2.5, 'm3'], [5, 'l']]); // prettier-ignore
    expect((await bring('missing')).revision).toBe(revision);
    // Works divide the first row by their volumes: it gives none.
    expect((await bring('all', 'volume')).brought).toEqual([[walls, 'm3', 2.5, 1]]);
    expect((await bring('all')).brought).toEqual([[walls, 'm3', 1, 2.5], [fill, 'l', 5, 1500]]); // prettier-ignore
    await anna.ok(api.edits.undo, { params: { id: own }, body: {} });
    expect((await volumes())[1]).toEqual([5, 'l']);
  });

  test.each(['date', 'number'] as const)('are refused for an attribute of %s, which everybody sees', async (type) => {
    await anna.ok(api.attributeValues.create, { params: { id: version }, body: { name: `Of ${type}`, type } });
    await save({ part_attributes: { profit: `Of ${type}` } });
    const refused = await anna.refused(api.versions.updateCosts, { params: { id: version }, body: {} });
    expect(refused).toMatchObject({ status: 422, code: 'cost_link.attribute', parameters: { name: `Of ${type}` } });
  });
});
