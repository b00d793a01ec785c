import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gge, uploadEstimate } from '../../../testing/estimates.ts';
import { linkHouse, uploadHouse } from '../../../testing/samples/models.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { isWhole, quantityText } from './estimate-quantities.rules.ts';

describe('the quantity of a row', () => {
  test.each([
    [[''], true],
    [['1/3', ''], true],
    [['1/3', '2/3'], true],
    [['0.25', '0.5'], false],
  ])('is known by shares %j: %s', (shares, expected) => {
    expect(isWhole(shares.map((share) => ({ share, itemId: 1, parts: null })))).toBe(expected);
    expect(isWhole([...shares.map((share) => ({ share, itemId: 1, parts: null })), { share: '', itemId: null, parts: null }])).toBe(false);
    expect(isWhole(shares.map((share) => ({ share, itemId: 1, parts: ['labour'] })))).toBe(false);
  });

  test('has six decimals and no more', () => {
    expect([quantityText(24, '1.015'), quantityText(1 / 3, '1'), quantityText(0.0000004, '1')]).toEqual(['24.36', '0.333333', '0']);
  });
});

describe('quantities of an estimate from a model', () => {
  let world: World;
  let anna: Person;
  let vera: Person;
  let estimate: number;
  let project: number;
  let version: number;
  let link: number;

  beforeAll(async () => {
    world = await createWorld();
    [anna, vera] = [await world.person('anna'), await world.person('vera')];
    await anna.space();
    await world.join(vera, anna, 'viewer');
    const facility = (await anna.ok(api.facilities.create, { body: { name: 'Street' } })).id;
    project = (await anna.ok(api.projects.create, { body: { name: 'House', facility_id: facility } })).id;
    const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id;
    version = await anna.version(schedule);
    const walls = await anna.item(version, { name: 'Walls', code: 'W' });
    const roof = await anna.item(version, { name: 'Roof', code: 'R' });
    const lines = [
      'Number;Name;Unit;Quantity;Price;Amount',
      '1;Masonry;m3;10;100.00;1000.00',
      '2;Masonry;100 m3;0.24;5.00;1.20',
      '3;Bricks;t;2;10.00;20.00',
      '4;Mortar;m3;1;10.00;10.00',
      '5;Roof;m2;3;10.00;30.00',
    ];
    const fields = { project_id: project, mapping: JSON.stringify({ currency: 'EUR', digits: 2 }) };
    estimate = (await uploadEstimate(anna, Buffer.from(lines.join('\n')), fields, { name: 'walls.csv' })).estimate_id;
    const links = [
      { row_id: 1, item_id: walls }, { row_id: 2, item_id: walls }, { row_id: 3, item_id: walls }, { row_id: 4, item_id: walls, share: '0.5' }, { row_id: 5, item_id: roof },
    ]; // prettier-ignore
    await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links } });
    link = await linkHouse(anna, project, version);
  }, 300_000);
  afterAll(() => world.close());

  const take = (more: object = {}) =>
    anna.ok(api.estimateQuantities.take, { params: { id: estimate }, body: { version_id: version, link_id: link, ...more } });
  const rows = async () => (await anna.ok(api.estimates.rows, { params: { id: estimate }, query: {} })).rows.map(({ quantity, current }) => [quantity, current]); // prettier-ignore
  const AS_READ = [['10', '1000.00'], ['0.24', '1.20'], ['2', '20.00'], ['1', '10.00'], ['3', '30.00']]; // prettier-ignore

  test('are counted from the pairs and elements of the works of their rows alone', async () => {
    const sent = await statementsOf(() => take({ dry_run: true, row_ids: [5] }));
    const [pairs, elements] = ['from bim_relation', 'from bim_element'].map((table) => sent.filter((text) => text.includes(table)));
    expect(pairs.map((text) => text.includes('item_id = any'))).toEqual([true]);
    expect(elements.map((text) => text.includes('guid = any'))).toEqual([true]);
  });

  test('come from works that are offered for rows by their elements', async () => {
    const [{ guid, item_id }] = await world.sql('select guid, item_id from bim_relation where version_id = $1 order by guid limit 1', [
      version,
    ]);
    const text = gge({ number: '5' })
      .toString()
      .replace('</Item>', `<BIMData><Element><FileId>1</FileId><IfcGuid>${guid}</IfcGuid></Element></BIMData></Item>`);
    const other = (await uploadEstimate(anna, Buffer.from(text), { project_id: project })).estimate_id;
    const offered = async (row_id: number) =>
      (await anna.ok(api.costLinks.suggest, { params: { id: version }, query: { estimate_id: other, row_id } })).works;
    expect(await offered(2)).toMatchObject([{ item_id, why: 'element', score: 1 }]);
    expect(await offered(4)).toEqual([]);
    // A pair that somebody has parted offers nothing.
    await world.sql('update bim_relation set parted = true where version_id = $1 and guid = $2', [version, guid]);
    expect(await offered(2)).toEqual([]);
    await world.sql('update bim_relation set parted = false where version_id = $1 and guid = $2', [version, guid]);
    await anna.ok(api.estimates.remove, { params: { id: other }, query: {} });
  });

  test('are shown with their money first, taken as one act, and taken back by one undo', async () => {
    const masonry = { row_id: 1, before: '10', after: '24', amount: { before: '1000.00', after: '2400.00' }, from_file: 2, without: 0 };
    const expected = {
      rows: [masonry],
      same: 1,
      left_out: [{ row_id: 3, why: 'unit' }, { row_id: 4, why: 'partly' }],
      total: { before: '1061.20', after: '2461.20' },
    }; // prettier-ignore
    expect(await take({ dry_run: true })).toMatchObject(expected);
    expect(await rows()).toEqual(AS_READ);
    expect(await take({ factors: [{ row_id: 1, factor: '1.015' }] })).toMatchObject({ rows: [{ after: '24.36', factor: '1.015' }] });
    expect((await rows())[0]).toEqual(['24.36', '2436.00']);
    expect(await anna.ok(api.estimates.get, { params: { id: estimate } })).toMatchObject({ counted: { current: '2497.20' } });
    await anna.ok(api.estimates.undo, { params: { id: estimate }, body: {} });
    expect(await rows()).toEqual(AS_READ);
  });

  test(
    'are offered again with their factors when the model has another version, as long as nobody has put that away',
    { timeout: 180_000 },
    async () => {
      const sources = async (person = anna) => (await person.ok(api.estimateQuantities.sources, { params: { id: estimate } })).sources;
      await take({ row_ids: [1, 2], factors: [{ row_id: 1, factor: '1.015' }] });
      const taken = { version_id: version, link_id: link, rows: 2, models: [], changed: 0 };
      expect(await sources()).toMatchObject([taken]);
      const { models } = await anna.ok(api.models.list, { params: { id: project } });
      const higher = () => uploadHouse(anna, project, { height: 4, into: models[0].id });
      await higher();
      expect(await sources()).toMatchObject([{ ...taken, models: ['house'], changed: 2, total: { before: '2497.20', after: '3309.60' } }]);
      expect((await vera.refused(api.estimateQuantities.sources, { params: { id: estimate } })).status).toBe(403);
      const put = { params: { id: estimate }, query: { version_id: version, link_id: link } };
      expect((await vera.refused(api.estimateQuantities.putAway, put)).status).toBe(403);
      await anna.ok(api.estimateQuantities.putAway, put);
      expect(await sources()).toMatchObject([taken]);
      await higher();
      expect(await take({ row_ids: [1] })).toMatchObject({ rows: [{ after: '32.48', factor: '1.015' }] });
      expect(await sources()).toMatchObject([taken]);
      await anna.ok(api.estimates.undo, { params: { id: estimate }, body: {} });
      await anna.ok(api.estimates.undo, { params: { id: estimate }, body: {} });
      expect(await rows()).toEqual(AS_READ);
    },
  );

  test('are of the rows that are named, say why a row has none, and are for who may change the estimate', async () => {
    expect(await take({ row_ids: [5], dry_run: true })).toMatchObject({ rows: [], left_out: [{ row_id: 5, why: 'no_elements' }] });
    const asked = { params: { id: estimate }, body: { version_id: version, link_id: link } };
    expect((await vera.refused(api.estimateQuantities.take, asked)).status).toBe(403);
    const stale = await anna.refused(api.estimateQuantities.take, { ...asked, body: { ...asked.body, revision: 1 } });
    expect(stale).toMatchObject({ status: 409, code: 'estimate.stale' });
    const foreign = { ...asked.body, link_id: 999_999 };
    expect(await anna.refused(api.estimateQuantities.take, { ...asked, body: foreign })).toMatchObject({ code: 'model_link.not_found' });
    const elsewhere = { ...asked.body, version_id: await anna.version(await anna.schedule('Yard')) };
    expect(await anna.refused(api.estimateQuantities.take, { ...asked, body: elsewhere })).toMatchObject({
      code: 'cost_link.other_project',
    });
  });
});
