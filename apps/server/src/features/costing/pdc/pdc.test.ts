import { api } from '@gantry/contract';
import { roundedQuotient } from '@gantry/domain';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gge, planWith, uploadEstimate } from '../../../testing/estimates.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { ended } from '../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { billsOfPlan, cashFlow, dayAfter, inPricesOfQuarters, percentOf, priceOverRows, spreadOf } from './pdc.rules.ts';

describe('the price of a contract', () => {
  test('is shared by rows exactly, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 14n }),
        fc.array(fc.bigInt({ min: -1000n, max: 10n ** 12n }), { minLength: 1, maxLength: 30 }),
        (price, amounts) => {
          expect(priceOverRows(price, amounts).reduce((sum, part) => sum + part, 0n)).toBe(price);
        },
      ),
    );
    expect(priceOverRows(100n, [0n, 0n, 0n])).toEqual([34n, 33n, 33n]);
  });

  test('has parts, days and offers that spread', () => {
    expect([percentOf(10_003n, '2.5'), percentOf(-50n, '1'), percentOf(5n, null)]).toEqual([250n, -1n, 0n]);
    expect(dayAfter('2026-02-27', 3)).toBe('2026-03-02');
    expect(spreadOf([120n, null, 100n, 105n])).toEqual({ lowest: 100n, median: 105n, spread: 20 });
    expect(spreadOf([100n, 101n])).toEqual({ lowest: 100n, median: 101n, spread: 1 });
    expect(spreadOf([null])).toEqual({ lowest: null, median: null, spread: null });
  });
});

describe('the cash flow of a contract', () => {
  const bill = (month: string, total: bigint) => ({
    from: `2026-${month}-01`,
    to: `2026-${month}-28`,
    due: dayAfter(`2026-${month}-28`, 30),
    total,
    advance: percentOf(total, '10'),
    retention: percentOf(total, '5'),
  });

  test('has the advance first, bills when they are due, and what was kept back at the end', () => {
    const bills = [bill('03', 10_000n), bill('04', 20_000n)];
    expect(cashFlow(bills, 6000n, false)).toEqual({
      flow: [
        { month: '2026-03', billed: 10_000n, paid: 6000n },
        { month: '2026-04', billed: 20_000n, paid: 8500n },
        { month: '2026-05', billed: 0n, paid: 17_000n },
      ],
      advanceOpen: 3000n,
      keptBack: 1500n,
    });
    expect(cashFlow([], 6000n, false)).toEqual({ flow: [], advanceOpen: 6000n, keptBack: 0n });
  });

  test('goes by deflators of quarters, which are rounded over all months so far', () => {
    const months = new Map([['2026-04', 100n], ['2026-01', 50n], ['2026-02', 50n], ['2025-09', 7n]]); // prettier-ignore
    const deflators = [{ quarter: '2026-2', rate: '1.5' }, { quarter: '2025-4', rate: '1.01' }]; // prettier-ignore
    expect([...inPricesOfQuarters(months, deflators)]).toEqual([
      ['2025-09', 7n], ['2026-01', 51n], ['2026-02', 50n], ['2026-04', 150n],
    ]); // prettier-ignore
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 12n }), { minLength: 1, maxLength: 12 }), (amounts) => {
        const own = new Map(amounts.map((amount, at) => [`2026-${String(at + 1).padStart(2, '0')}`, amount]));
        const sum = (of: Iterable<bigint>): bigint => [...of].reduce((all, one) => all + one, 0n);
        expect([...inPricesOfQuarters(own, [])]).toEqual([...own]);
        const all = sum(inPricesOfQuarters(own, [{ quarter: '2025-1', rate: '1.0333' }]).values());
        expect(all).toBe(roundedQuotient(sum(own.values()) * 10_333n, 10_000n));
      }),
    );
  });

  test('pays what is billed, to the last unit, once the contract is closed', () => {
    const totals = fc.array(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 12n }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(totals, fc.bigInt({ min: 0n, max: 10n ** 12n }), (given, advance) => {
        const bills = given.map((total, at) => bill(String(1 + at).padStart(2, '0'), total));
        const { flow, advanceOpen, keptBack } = cashFlow(bills, advance, true);
        const sum = (of: 'billed' | 'paid') => flow.reduce((all, month) => all + month[of], 0n);
        expect([sum('paid'), advanceOpen, keptBack]).toEqual([sum('billed'), 0n, 0n]);
      }),
    );
  });
});

describe('bills of a plan', () => {
  test('have taxes that add up to that of the whole, and are paid in full', () => {
    const months = fc.dictionary(
      fc.integer({ min: 1, max: 12 }).map((month) => `2026-${String(month).padStart(2, '0')}`),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      { minKeys: 1, maxKeys: 12 },
    );
    fc.assert(
      fc.property(months, (given) => {
        const payment = { advance: '10', retention: '5', lag_days: 30 };
        const bills = billsOfPlan(new Map(Object.entries(given)), { vatRate: '22', payment });
        const net = Object.values(given).reduce((sum, amount) => sum + amount, 0n);
        const total = bills.reduce((sum, bill) => sum + bill.total, 0n);
        expect(total).toBe(net + percentOf(net, '22'));
        expect(cashFlow(bills, 0n, true).flow.reduce((sum, { paid }) => sum + paid, 0n)).toBe(total);
      }),
    );
    expect(billsOfPlan(new Map([['2028-02', 100n]]), { vatRate: null, payment: { advance: '0', retention: '0', lag_days: 1 } })).toMatchObject([
      { from: '2028-02-01', to: '2028-02-29', due: '2028-03-01', total: 100n },
    ]); // prettier-ignore
  });
});

describe('protocols of contract prices', () => {
  let world: World;
  let anna: Person;
  let vera: Person;
  let project: number;
  let schedule: number;
  let version: number;
  let estimate: number;

  beforeAll(async () => {
    world = await createWorld();
    ({ anna, vera } = await createTeam(world));
    ({ project, schedule, version } = await planWith(anna));
    await anna.ok(api.versions.setActual, { params: { id: version } });
    estimate = await upload('05', ['100.00', '200.01', '300.00']);
  });
  afterAll(() => world.close());

  const upload = async (number: string, amounts: string[]) =>
    (await uploadEstimate(anna, gge({ number, amounts }), { project_id: project })).estimate_id;
  const create = (body: object) =>
    anna.ok(api.pdc.create, { body: { name: 'Contract', project_id: project, ...body } }).then(({ id }) => id);
  const read = (id: number) => anna.ok(api.pdc.get, { params: { id } });
  const change = (id: number, body: object) => anna.ok(api.pdc.update, { params: { id }, body });
  const refused = (id: number, body: object) => anna.refused(api.pdc.update, { params: { id }, body });

  test('need a name alone', async () => {
    const id = await create({ project_id: null });
    expect(await read(id)).toMatchObject({
      name: 'Contract',
      project_id: null,
      state: 'offer',
      amount: null,
      k: null,
      margin: null,
      lines: [],
      bills: [],
      flow: [],
      advance_open: '0.00',
      kept_back: '0.00',
    });
    expect((await anna.ok(api.pdc.list)).pdc.map((one) => one.id)).toContain(id);
    expect(await refused(id, { state: 'agreed' })).toMatchObject({ status: 422, code: 'pdc.no_amount' });
  });

  test('share their price over the rows of the estimate; a line changes the price', async () => {
    const id = await create({ estimate_id: estimate, amount: '500' });
    const { lines, ...head } = await read(id);
    expect(lines.map(({ estimated, amount }) => [estimated, amount])).toEqual([['100.00', '83.33'], ['200.01', '166.67'], ['300.00', '250.00']]); // prettier-ignore
    expect(head).toMatchObject({ amount: '500.00', estimated: '600.01', margin: '-100.01', k: 0.8333194, currency: 'RUB' });
    await change(id, { lines: [{ row_id: lines[0].row_id, amount: '90' }] });
    expect(await read(id)).toMatchObject({ amount: '506.67' });
    expect(await refused(id, { lines: [{ row_id: 777, amount: '1' }] })).toMatchObject({ code: 'pdc.line_not_found' });
    await change(id, { state: 'agreed' });
    expect(await refused(id, { amount: '1' })).toMatchObject({ status: 409, code: 'pdc.agreed' });
    await change(id, { party: 'Builder Ltd' });
    await change(id, { state: 'closed' });
    expect(await read(id)).toMatchObject({ state: 'closed', party: 'Builder Ltd' });
  });

  test('are listed by as many statements, however many they are', async () => {
    const list = () => statementsOf(() => anna.ok(api.pdc.list));
    const before = (await list()).length;
    const ids = [await create({ estimate_id: estimate }), await create({ estimate_id: estimate })];
    const sent = await list();
    expect(sent).toHaveLength(before);
    expect(sent.filter((text) => text.includes('pdc_line')).map((text) => text.includes('sum('))).toEqual([true]);
    const { pdc } = await anna.ok(api.pdc.list);
    expect(ids.map((id) => pdc.find((one) => one.id === id)?.estimated)).toEqual(['600.01', '600.01']);
  });

  test('set offers side by side, and the one that wins is the contract', async () => {
    const [dear, cheap] = [await upload('A', ['120.00', '200.01', '330.00']), await upload('B', ['100.00', '210.00'])];
    const id = await create({ estimate_id: estimate, offers: [dear, cheap] });
    const sent = await statementsOf(() => anna.ok(api.pdc.compare, { params: { id } }));
    expect(sent.filter((text) => text.includes('estimate_row"')).map((text) => text.includes('stated'))).toEqual([false, false]);
    const compared = await anna.ok(api.pdc.compare, { params: { id } });
    expect(compared.offers.map(({ total, not_offered }) => [total, not_offered])).toEqual([['650.01', 0], ['310.00', 1]]); // prettier-ignore
    expect(compared.rows.map(({ offers, lowest, median, spread }) => [offers, lowest, median, spread])).toEqual([
      [['120.00', '100.00'], '100.00', '110.00', 20],
      [['200.01', '210.00'], '200.01', '205.01', 5],
      [['330.00', null], '330.00', '330.00', 0],
    ]);
    expect(await refused(id, { award: estimate })).toMatchObject({ code: 'pdc.not_an_offer' });
    await change(id, { award: dear });
    expect(await read(id)).toMatchObject({ state: 'agreed', amount: '650.01', awarded_id: dear, margin: '50.00' });
  });

  test('rule the amounts of acts, with what is to be paid and when; they stay while acts go by them', async () => {
    const work = await anna.item(version, { name: 'Dig' });
    await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links: [{ row_id: 2, item_id: work }] } });
    await anna.ok(api.wbs.update, {
      params: { id: version, wbsId: work },
      body: { progress: 0.5, actual_start: '2026-03-02T09:00', status: 'in_progress' },
    });
    const values = [{ day: '2026-02-10', value: 1 }, { day: '2026-03-10', value: 3 }]; // prettier-ignore
    await anna.ok(api.dayValues.write, { params: { id: version, wbsId: work }, body: { measure: 'volume', mode: 'plan', values } });
    const payment = { advance: '10', retention: '5', lag_days: 30 };
    const id = await create({ estimate_id: estimate, amount: '1200.02', payment });
    const begun = { schedule_id: schedule, to: '2026-03-31', pdc_id: id, vat_rate: '20' };
    expect(await anna.refused(api.acts.create, { body: begun })).toMatchObject({ status: 409, code: 'pdc.state' });
    await change(id, { state: 'agreed' });
    const act = (await anna.ok(api.acts.create, { body: begun })).id;
    // The series without a contract goes on beside it.
    const own = (await anna.ok(api.acts.create, { body: { schedule_id: schedule, to: '2026-03-31' } })).id;
    expect((await anna.ok(api.acts.get, { params: { id: own } })).total).toBe('50.00');
    expect(await anna.ok(api.acts.get, { params: { id: act } })).toMatchObject({ total: '100.00', vat: '20.00', pdc_id: id });
    await anna.ok(api.acts.update, { params: { id: act }, body: { state: 'issued' } });
    expect(await read(id)).toMatchObject({
      // Planned are 200.00 of the price, by the days of the work; the rest nobody carries.
      planned: { version_id: version, open: '1000.02' },
      flow: [
        { month: '2026-02', billed: '0.00', paid: '0.00', planned: '50.00', planned_paid: '20.00' },
        {
          month: '2026-03', billed: '120.00', paid: '120.00', billed_in_all: '120.00', paid_in_all: '120.00',
          planned: '150.00', planned_paid: '42.50', planned_in_all: '200.00',
        },
        {
          month: '2026-04', billed: '0.00', paid: '102.00', billed_in_all: '120.00', paid_in_all: '222.00',
          planned: '0.00', planned_paid: '137.50', planned_paid_in_all: '200.00',
        },
      ], // prettier-ignore
      advance_open: '108.00',
      kept_back: '6.00',
    });
    expect((await read(id)).bills).toMatchObject([
      { act_id: act, total: '100.00', vat: '20.00', advance: '12.00', retention: '6.00', payable: '102.00', due: '2026-04-30' },
    ]);
    expect(await refused(id, { state: 'offer' })).toMatchObject({ code: 'pdc.in_acts' });
    expect(await anna.refused(api.pdc.remove, { params: { id } })).toMatchObject({ status: 409, code: 'pdc.in_acts' });
  });

  test('plan a work without days over its working time, and one with days as its place distributes prices', async () => {
    const shift = [{ start: 540, finish: 1020 }];
    await world.sql('update calendar set week = $2 where version_id = $1', [version, JSON.stringify([...Array(5).fill(shift), [], []])]);
    // Friday, Monday and Tuesday: of five days of the calendar three are worked.
    const work = await anna.item(version, { name: 'Fill', start: '2026-02-27T09:00', duration_minutes: 3 * 480 });
    const part = await upload('07', ['300.00']);
    await anna.ok(api.costLinks.link, { params: { id: part }, body: { version_id: version, links: [{ row_id: 2, item_id: work }] } });
    const id = await create({ estimate_id: part });
    const planned = async () => (await read(id)).flow.map(({ month, planned: amount }) => [month, amount]);
    expect(await planned()).toEqual([['2026-02', '100.00'], ['2026-03', '200.00']]); // prettier-ignore
    const values = [{ day: '2026-04-01', value: 1 }, { day: '2026-05-04', value: 3 }]; // prettier-ignore
    await anna.ok(api.dayValues.write, { params: { id: version, wbsId: work }, body: { measure: 'volume', mode: 'plan', values } });
    expect(await planned()).toEqual([['2026-04', '75.00'], ['2026-05', '225.00']]); // prettier-ignore
    // A copy has the same links, and does not count.
    await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: {} });
    expect(await planned()).toEqual([['2026-04', '75.00'], ['2026-05', '225.00']]); // prettier-ignore
    // Bills in prices of their quarters; what the plan carries of the price is as before.
    const settle = (deflators: object[]) =>
      anna.ok(api.costLinks.saveSettings, { params: { id: schedule }, body: { deflators } as object });
    await settle([{ quarter: '2026-3', rate: '2' }, { quarter: '2026-2', rate: '1.04' }]); // prettier-ignore
    expect(await planned()).toEqual([['2026-04', '78.00'], ['2026-05', '234.00']]); // prettier-ignore
    expect((await read(id)).planned).toEqual({ version_id: version, open: '0.00', deflated: '12.00' });
    await settle([]);
    const end = { eps_id: schedule, values: [{ measure: 'distributed_price' as const, mode: 'end' as const }] };
    await ended(anna, (await anna.ok(api.distributions.save, { body: end })).job_id ?? 0);
    expect(await planned()).toEqual([['2026-05', '300.00']]);
  });

  test('leave open what acts do not bill: works take each part of a row by itself, and nothing of a row that the estimate lost', async () => {
    const work = await anna.item(version, { name: 'Pump', start: '2026-03-02T09:00', duration_minutes: 480 });
    await anna.ok(api.wbs.update, {
      params: { id: version, wbsId: work },
      body: { progress: 1, actual_start: '2026-03-02T09:00', actual_finish: '2026-03-02T17:00', status: 'completed' },
    });
    // A tenth of the second row is nothing of its machines and of the rest, though half a kopeck of both.
    const table =
      'No;Name;Unit;Quantity;Amount;Labour;Machines\n1;One;m3;1;10.00;10.00;0\n2;Two;m3;1;0.05;0;0.03\n3;Three;m3;1;7.00;7.00;0';
    const mapping = JSON.stringify({ currency: 'RUB' });
    const { estimate_id: own } = await uploadEstimate(anna, Buffer.from(table), { project_id: project, mapping }, { name: 'parts.csv' });
    const { rows } = await anna.ok(api.estimates.rows, { params: { id: own } });
    const links = rows.map(({ id: row_id }, at) => ({ row_id, item_id: work, share: at === 1 ? '0.1' : null }));
    await anna.ok(api.costLinks.link, { params: { id: own }, body: { version_id: version, links } });
    const id = await create({ estimate_id: own, amount: '17.05' });
    await change(id, { state: 'agreed' });
    const bothOf = async () => {
      const { id: act } = await anna.ok(api.acts.create, { body: { schedule_id: schedule, to: '2026-03-31', pdc_id: id } });
      const { total } = await anna.ok(api.acts.get, { params: { id: act } });
      await anna.ok(api.acts.remove, { params: { id: act } });
      return { billed: total, open: (await read(id)).planned?.open };
    };
    expect(await bothOf()).toEqual({ billed: '17.00', open: '0.05' });
    await world.sql('delete from estimate_row where estimate_id = $1 and id = $2', [own, rows[2].id]);
    expect(await bothOf()).toEqual({ billed: '10.00', open: '7.05' });
  });

  test('find the versions that carry them by a step of an index each', async () => {
    const other = await anna.version(schedule);
    await world.sql(
      `insert into cost_link (space_id, version_id, id, estimate_id, estimate_row_id, share, locked, row_code, row_name)
         select $1, $2, n, 999, n, '', false, '', '' from generate_series(1, 20000) n`,
      [anna.spaceId, other],
    );
    await world.sql('analyze cost_link');
    const plan = await world.sql<{ 'QUERY PLAN': string }>(
      `explain select version_id from cost_link where space_id = ${anna.spaceId} and estimate_id = 999 and version_id > ${version}
         order by version_id limit 1`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('cost_link_estimate_version');
    await anna.ok(api.versions.remove, { params: { id: other } });
  });

  test('are for those who may see estimates', async () => {
    const id = await create({});
    expect(await vera.refused(api.pdc.get, { params: { id } })).toMatchObject({ status: 403 });
    await anna.ok(api.pdc.remove, { params: { id } });
    expect(await anna.refused(api.pdc.get, { params: { id } })).toMatchObject({ status: 404 });
  });

  const file = join(process.env['GANTRY_TEST_DATA'] ?? '', 'estimates/gge/LSR_BIM_3.01_primer1.gge');
  test.skipIf(process.env['GANTRY_TEST_DATA'] === undefined || !existsSync(file))(
    'of the ministry’s example share 35 million to the kopeck (needs GANTRY_TEST_DATA)',
    async () => {
      const { estimate_id } = await uploadEstimate(anna, readFileSync(file), { project_id: project });
      const { lines } = await read(await create({ estimate_id, amount: '35000000.00' }));
      expect(lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)).toBe(3_500_000_000n);
      const amounts = lines.map(({ amount }) => amount);
      expect(amounts).toContain('725795.77');
      expect(amounts).toContain('54666.72');
    },
  );
});
