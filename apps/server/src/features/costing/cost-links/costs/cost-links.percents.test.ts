import { api } from '@gantry/contract';
import { COST_PARTS, type CostPart, parseMinute } from '@gantry/domain';
import { writeEstimate } from '@gantry/interchange';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gge, planWith, uploadEstimate } from '../../../../testing/estimates.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { quarterOf } from '../indices/cost-links.indices.rules.ts';
import { addPercents, conversionOf, convertAll, converted } from './cost-links.percents.rules.ts';

const percent = (rate: string, more: { of?: 'works' | 'so_far'; from?: string; until?: string; parts?: CostPart[] } = {}) => ({
  name: rate, rate, of: more.of ?? ('so_far' as const), parts: more.parts ?? null, from: more.from ?? null, until: more.until ?? null,
}); // prettier-ignore
/** Money of works without parts. */
const whole = (amounts: readonly bigint[]): Map<number, bigint[]> =>
  new Map(amounts.map((amount, at) => [at + 1, COST_PARTS.map((part) => (part === 'other' ? amount : 0n))]));
const sumOf = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((sum, amount) => sum + amount, 0n);

describe('limited costs', () => {
  test('come on top of the rows, one after the other, each rounded once', () => {
    // The summary estimate of the ministry: 3 % on 35,239,113.39 thousand.
    const money = whole([3_523_911_339n]);
    expect(addPercents(money, [percent('3')], () => null)).toEqual([{ name: '3', amount: 105_717_340n }]);
    expect(sumOf(money.get(1) ?? [])).toBe(3_629_628_679n);
    const both = whole([10_000n, 5_000n]);
    expect(
      addPercents(both, [percent('10'), percent('10'), percent('10', { of: 'works' })], () => null).map(({ amount }) => amount),
    ).toEqual([1500n, 1650n, 1500n]);
  });

  test('have their works in order once for all of them', () => {
    const sorts = vi.spyOn(Array.prototype, 'sort');
    onTestFinished(() => sorts.mockRestore());
    const percents = Array.from({ length: 5 }, () => percent('1'));
    addPercents(whole([10_000n, 5_000n]), percents, () => null);
    const ofWorks = sorts.mock.contexts.filter((list) => (list as unknown[]).every((one) => typeof one === 'number' && one <= 2));
    expect(ofWorks.filter((list) => (list as unknown[]).join() === '1,2')).toHaveLength(1);
  });

  test('are of works that end in their days', () => {
    const money = whole([10_000n, 10_000n, 10_000n]);
    const ends = new Map([[1, '2025-12-31'], [2, '2026-01-01']]); // prettier-ignore
    const taxes = [percent('20', { until: '2025-12-31' }), percent('22', { from: '2026-01-01', of: 'works' })];
    expect(addPercents(money, taxes, (id) => ends.get(id) ?? null).map(({ amount }) => amount)).toEqual([2000n, 2200n]);
    expect([...money.values()].map(sumOf)).toEqual([12_000n, 12_200n, 10_000n]);
  });

  test('are of the parts that they name', () => {
    const money = new Map([[1, COST_PARTS.map((part) => (part === 'labour' ? 10_000n : part === 'materials' ? 50_000n : 0n))]]);
    const taxes = [percent('10', { parts: ['labour'] }), percent('20')];
    expect(addPercents(money, taxes, () => null).map(({ amount }) => amount)).toEqual([1000n, 12_200n]);
    expect(sumOf(money.get(1) ?? [])).toBe(73_200n);
  });

  test('and amounts of another currency lose no unit, whatever they are', () => {
    const amounts = fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), { minLength: 1, maxLength: 8 });
    const rate = fc.integer({ min: 1, max: 99_999 }).map((units) => String(units / 10_000));
    fc.assert(
      fc.property(amounts, rate, fc.array(fc.tuple(rate, fc.constantFrom('works', 'so_far')), { maxLength: 4 }), (given, course, rates) => {
        const fraction = conversionOf({ currency: 'EUR', digits: 2 }, { currency: 'RUB', digits: 2 }, [
          { currency: 'EUR', rate: course, day: '2026-01-01' },
        ]);
        if (!fraction) throw new Error('no rate');
        const other = convertAll(given, fraction);
        expect(sumOf(other)).toBe(converted(sumOf(given), fraction));
        const money = whole(other);
        const added = addPercents(money, rates.map(([one, of]) => percent(one, { of: of as 'works' })), () => null); // prettier-ignore
        expect(sumOf([...money.values()].flat())).toBe(sumOf(other) + sumOf(added.map(({ amount }) => amount)));
      }),
    );
  });

  test.each([
    ['EUR', 2, 'RUB', 2, '95.5', 100n, 9550n],
    ['JPY', 0, 'EUR', 2, '0.0062', 1000n, 620n],
    ['EUR', 2, 'JPY', 0, '161', 100n, 161n],
    ['UAH', 0, 'UAH', 2, '1', 7n, 700n],
  ])('%s of %i decimals in %s of %i at %s', (from, digits, to, other, rate, given, expected) => {
    const fraction = conversionOf({ currency: from, digits }, { currency: to, digits: other }, [
      { currency: from, rate, day: '2026-01-01' },
    ]);
    expect(fraction && converted(given, fraction)).toBe(expected);
  });
});

test.each([
  ['2026-1', '2026-1'], ['Q3 2025', '2025-3'], ['2025.2кв', '2025-2'], ['IV квартал 2025 г.', '2025-4'], ['2 trimestre 2024', '2024-2'],
  [{ minute: parseMinute('2025-08-15T00:00') ?? 0 }, '2025-3'], ['2025', null], ['Итого', null], [null, null],
])('a quarter is written as %j', (cell, quarter) => expect(quarterOf(cell)).toBe(quarter)); // prettier-ignore

describe('cost settings of a schedule', () => {
  let world: World;
  let anna: Person;
  let schedule: number;
  let version: number;
  let works: number[];

  beforeAll(async () => {
    world = await createWorld();
    anna = await world.person('anna');
    await anna.space();
    const plan = await planWith(anna, [{ name: 'Dig' }, { name: 'Fill' }]);
    ({ schedule, version, works } = plan);
    const { project } = plan;
    const rouble = await uploadEstimate(anna, gge({ number: '05', amounts: ['1000.00', '10.01'] }), { project_id: project });
    const mapping = JSON.stringify({ currency: 'EUR' });
    const table = Buffer.from('No;Name;Unit;Quantity;Amount\n1;Crane;h;2;100.00\n2;Crew;h;1;0.01\n');
    const euro = await uploadEstimate(anna, table, { project_id: project, mapping }, { name: 'euro.csv' });
    for (const [id, rows] of [
      [rouble.estimate_id, [2, 4]],
      [euro.estimate_id, [1]],
    ] as const) {
      // prettier-ignore
      const links = rows.map((row_id, at) => ({ row_id, item_id: works[at] }));
      await anna.ok(api.costLinks.link, { params: { id }, body: { version_id: version, links } });
    }
  });
  afterAll(() => world.close());

  const update = () => anna.ok(api.versions.updateCosts, { params: { id: version }, body: { dry_run: true } });
  const save = (body: object) => anna.ok(api.costLinks.saveSettings, { params: { id: schedule }, body });
  const rates = [{ currency: 'EUR', rate: '95.5', day: '2026-03-01' }];

  test('bring estimates of two currencies together by a rate that stays with them', async () => {
    expect(await anna.refused(api.versions.updateCosts, { params: { id: version }, body: { dry_run: true } })).toMatchObject({
      code: 'estimate.currency_differs',
    });
    await save({ currency: 'RUB' });
    expect(await anna.refused(api.versions.updateCosts, { params: { id: version }, body: { dry_run: true } })).toMatchObject({
      status: 422,
      code: 'cost_link.no_rate',
      parameters: { currency: 'EUR' },
    });
    await save({ currency: 'RUB', rates });
    const { estimates } = await update();
    expect(estimates).toMatchObject({ currency: 'RUB', total: '10560.97', linked: '10560.01', unlinked: '0.96', percents: [] });
    expect(estimates?.works.map(({ after }) => after)).toEqual(['10550.00', '10.01']);
  });

  test('put limited costs on top, and works have them with their money', async () => {
    await save({ currency: 'RUB', rates, percents: [{ name: 'Contingency', rate: '2' }, { name: 'VAT', rate: '20' }] }); // prettier-ignore
    expect((await anna.ok(api.costLinks.settings, { params: { id: schedule } })).percents).toMatchObject([{ name: 'Contingency', of: 'so_far', from: null }, { name: 'VAT' }]); // prettier-ignore
    const { estimates } = await update();
    expect(estimates).toMatchObject({
      linked: '10560.01',
      percents: [{ name: 'Contingency', amount: '211.20' }, { name: 'VAT', amount: '2154.24' }],
    }); // prettier-ignore
    const all = (estimates?.works ?? []).reduce((sum, { after }) => sum + Number(after), 0);
    expect(all.toFixed(2)).toBe('12925.45');
  });

  describe('take the base level by indices', () => {
    let indexed: number;
    let own: number;
    let estimate: number;
    const indices = [{ quarter: '2025-1', rest: '8' }, { quarter: '2025-3', parts: { labour: '52.21', materials: '8,49' }, rest: '16.64' }]; // prettier-ignore
    const saved = (body: object) => anna.ok(api.costLinks.saveSettings, { params: { id: indexed }, body: { level: 'indexed', ...body } });
    const counted = async () => (await anna.ok(api.versions.updateCosts, { params: { id: own }, body: { dry_run: true } })).estimates;

    beforeAll(async () => {
      const { id: project } = await anna.ok(api.projects.create, {
        body: { name: 'Base', facility_id: (await anna.ok(api.eps.tree)).nodes.find(({ kind }) => kind === 'facility')?.id ?? 0 },
      });
      indexed = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Base' } })).id;
      own = await anna.version(indexed);
      const item = await anna.item(own, { name: 'Dig' });
      const started = { progress: 0.5, actual_start: '2026-03-02T09:00', status: 'in_progress' as const };
      await anna.ok(api.wbs.update, { params: { id: own, wbsId: item }, body: started });
      const blank = { code: '', unit: 'm3', quantity: '1', volumeCode: '', guids: [], current: null, parts: null, details: null };
      const baseParts = COST_PARTS.map((part) => ({ labour: 10_001n, materials: 3333n })[part as 'labour'] ?? 0n);
      const rows = [
        { ...blank, parent: null, kind: 'section' as const, number: '1', name: 'All', base: null, baseParts: null },
        { ...blank, parent: 0, kind: 'work' as const, number: '1', name: 'Dig', base: 13_334n, baseParts },
        { ...blank, parent: 0, kind: 'machine' as const, number: '2', name: 'Crane', base: 5000n, baseParts: null, details: null },
      ];
      const file = Buffer.from(await writeEstimate({ number: '01', name: 'Base', currency: 'RUB', digits: 2, rows }, 'gge'));
      estimate = (await uploadEstimate(anna, file, { project_id: project })).estimate_id;
      await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: own, links: [{ row_id: 2, item_id: item }] } });
    });

    test('of the last quarter that began by a day: costs, coverage and acts, each part rounded by itself', async () => {
      await saved({ indices });
      expect(await counted()).toMatchObject({ total: '6336.49', linked: '5504.49', unlinked: '832.00' });
      const { coverage } = await anna.ok(api.complianceRules.apply, { params: { versionId: own }, body: { dry_run: true } });
      expect([coverage.total.amount, coverage.parts.by_hand.amount]).toEqual(['6336.49', '5504.49']);
      const { id } = await anna.ok(api.acts.create, { body: { schedule_id: indexed, version_id: own, to: '2026-03-31' } });
      expect((await anna.ok(api.acts.get, { params: { id } })).total).toBe('2752.25');
      await saved({ indices, indices_on: '2025-06-30' });
      expect(await counted()).toMatchObject({ total: '1466.72', linked: '1066.72' });
    });

    test('and name the quarter or the part that has none', async () => {
      const refused = () => anna.refused(api.versions.updateCosts, { params: { id: own }, body: { dry_run: true } });
      await saved({ indices, indices_on: '2024-12-31' });
      expect(await refused()).toMatchObject({ status: 422, code: 'cost_link.no_quarter', parameters: { day: '2024-12-31' } });
      await saved({ indices: [{ quarter: '2025-3', parts: { labour: '2', materials: '2' } }] });
      expect(await refused()).toMatchObject({ code: 'cost_link.no_index', parameters: { part: 'machines', quarter: '2025-3' } });
    });

    test('of the region before those of all, and for some codes and sections before those for the rest', async () => {
      const quarter = '2025-3';
      const lines = [
        { quarter, rest: '2' },
        { quarter, region: 'Крым', rest: '3' },
        { quarter, code: 'none*', rest: '100' },
        { quarter, section: 'A?l', parts: { machines: '10' } },
        { quarter: '2025-4', region: 'Тула', rest: '1000' },
      ];
      const total = async (indices: object[], indices_region?: string) => {
        await saved({ indices, ...(indices_region ? { indices_region } : {}) });
        return (await counted())?.total;
      };
      // 133.34 of the row with parts, 50.00 of the machine.
      expect(await total(lines)).toBe('766.68');
      expect(await total(lines, 'КРЫМ')).toBe('550.02');
      expect(await total([...lines, { quarter, region: 'Крым', section: 'All', parts: { labour: '4', machines: '5' } }], 'Крым')).toBe(
        '750.03',
      );
      const trouble = { params: { id: indexed }, body: { indices: [{ quarter, code: 'a||b', rest: '1' }] } };
      expect(await anna.refused(api.costLinks.saveSettings, trouble)).toMatchObject({
        code: 'compliance_rule.mask',
        parameters: { field: 'code' },
      });
    });

    test('that a table has, a line a quarter', async () => {
      const everywhere = { region: '', code: '', section: '' };
      const read = (text: string) => {
        const form = new FormData();
        form.append('file', new Blob([text]), 'indices.csv');
        return [api.costLinks.readIndices, { params: { id: indexed } }, { raw: form }] as const;
      };
      const table = 'Индексы;;;\nКвартал;ОТ;Материалы;Индекс\n3 кв. 2025;52,21;8,49;16,64\nI квартал 2025;;;8\n';
      expect((await anna.ok(...read(table))).indices).toEqual([
        { quarter: '2025-1', ...everywhere, parts: {}, rest: '8' },
        { quarter: '2025-3', ...everywhere, parts: { labour: '52.21', materials: '8.49' }, rest: '16.64' },
      ]);
      const regions = 'Квартал;Регион;Вид работ;Раздел;Индекс\nIII кв. 2025;Крым;Монтажные;*Кровля*;9\nIII кв. 2025;Крым;;;8,5\n';
      expect((await anna.ok(...read(regions))).indices).toEqual([
        { quarter: '2025-3', region: 'Крым', code: 'ГЭСНм*|ФЕРм*|ТЕРм*', section: '*Кровля*', parts: {}, rest: '9' },
        { ...everywhere, quarter: '2025-3', region: 'Крым', parts: {}, rest: '8.5' },
      ]);
      expect(await anna.refused(...read('Квартал;Вид работ;Индекс\n2025-3;Прочие;2\n'))).toMatchObject({
        code: 'cost_link.indices_unreadable',
        parameters: { row: 2, column: 'Вид работ' },
      });
      expect(await anna.refused(...read('Quarter;Labour\nQ3 2025;much\n'))).toMatchObject({
        code: 'cost_link.indices_unreadable',
        parameters: { row: 2, column: 'Labour' },
      });
      expect(await anna.refused(...read('nothing'))).toMatchObject({ code: 'cost_link.no_indices', parameters: { name: 'indices.csv' } });
    });
  });

  test.each([
    [{ currency: 'euro' }, 'validation.currency'],
    [{ rates: [{ currency: 'EUR', rate: '0', day: '2026-01-01' }] }, 'validation.decimal'],
    [{ percents: [{ name: 'VAT', rate: 'much' }] }, 'validation.decimal'],
    [{ percents: [{ name: ' ', rate: '2' }] }, 'validation.enter_name'],
    [{ indices: [{ quarter: '2025-5', rest: '8' }] }, 'validation.quarter'],
    [{ indices: [{ quarter: '2025-1', rest: '0' }] }, 'validation.decimal'],
  ])('are refused where they make no sense: %j', async (body, message) => {
    const { status, body: answer } = await anna.call(api.costLinks.saveSettings, { params: { id: schedule }, body });
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain(message);
  });
});
