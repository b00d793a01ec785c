import { api } from '@gantry/contract';
import { COST_PARTS, type CostPart } from '@gantry/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gge, uploadEstimate } from '../../../testing/estimates.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
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
    schedule = await anna.schedule('Hall');
    version = await anna.version(schedule);
    const project = (await anna.ok(api.eps.tree)).nodes.find(({ id }) => id === schedule)?.parent_id ?? 0;
    works = [await anna.item(version, { name: 'Dig' }), await anna.item(version, { name: 'Fill' })];
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

  test.each([
    [{ currency: 'euro' }, 'validation.currency'],
    [{ rates: [{ currency: 'EUR', rate: '0', day: '2026-01-01' }] }, 'validation.decimal'],
    [{ percents: [{ name: 'VAT', rate: 'much' }] }, 'validation.decimal'],
    [{ percents: [{ name: ' ', rate: '2' }] }, 'validation.enter_name'],
  ])('are refused where they make no sense: %j', async (body, message) => {
    const { status, body: answer } = await anna.call(api.costLinks.saveSettings, { params: { id: schedule }, body });
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain(message);
  });
});
