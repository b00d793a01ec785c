import { api } from '@gantry/contract';
import { COST_PARTS } from '@gantry/domain';
import { priceByFacts } from '@gantry/engine';
import { readSheets } from '@gantry/interchange';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadEstimate } from '../../../testing/estimates.ts';
import { ended, fileOfJob } from '../../../testing/jobs.ts';
import {
  type Drawn,
  drawnEstimate,
  linksOfDrawn,
  RULES,
  STEPS,
  tableOfDrawn,
  volumesOfDrawn,
  WORKS,
} from '../../../testing/samples/drawn-estimate.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { type CostLink, distributeRows, takenByWorks, takingsOfRow } from '../cost-links/cost-links.rules.ts';
import { billsOfPlan, cashFlow, percentOf, priceOverRows } from '../pdc/pdc.rules.ts';
import { doneOf, executedOf, quantityOf, taxOfAct } from './acts.rules.ts';

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, one) => all + one, 0n);
const minor = (text: string | null | undefined): bigint => BigInt((text ?? '').replace('.', ''));
const kopecks = (amount: number): bigint => BigInt(Math.round(amount * 100));
/** Whether an amount is so many hundredths of a percent of a whole, to the nearest unit, counted exactly. */
const isPart = (amount: bigint, whole: bigint, hundredths: bigint): boolean => {
  const off = amount * 10_000n - whole * hundredths;
  return (off < 0n ? -off : off) <= 5000n;
};
const MONTHS = ['2026-03', '2026-04', '2026-05'];
/** Months in which bills are paid: 30 days after the ends of those above. */
const DUE = ['2026-04', '2026-05', '2026-06'];
const ENDS = ['2026-03-31', '2026-04-30', '2026-05-31'];

test('works, their days, acts and payments add up to the rows that works carry, by the rules alone', () => {
  fc.assert(
    fc.property(drawnEstimate(20), ({ rows, works, usual }) => {
      const volumes = works.map(volumesOfDrawn);
      const whole = volumes.map(({ plan }) => plan.reduce((all, one) => all + one, 0));
      // Nobody has planned hours, and dates are those of the first day.
      const weight = (item: number, by: string): number => ({ volume: whole[item - 1], labour: 0, duration: item, equal: 1 })[by] ?? 0;
      let id = 0;
      const links = rows.flatMap((row, at) =>
        linksOfDrawn(row).map(({ work, share, by, parts }): CostLink => ({
          id: (id += 1), itemId: work === null ? null : work + 1, estimateId: 1, estimateRowId: at, share: share ?? '', by, ruleId: null,
          locked: false, parts, unitFactor: null, rowCode: '', rowName: '',
        })),
      ); // prettier-ignore
      const stored = rows.map(({ amount, divided: [labour, machines, rest] }, row) => {
        const parts = COST_PARTS.map((part) => Number({ labour, machines, other: rest }[part as 'other'] ?? 0n));
        return { id: row, kind: 'work' as const, amount: Number(amount), parts };
      });
      const split = distributeRows(links, new Map(stored.map((row) => [row.id, row])), usual, weight);
      // As coverage counts it, which knows no weights.
      const rowsById = new Map(stored.map((row) => [row.id, row]));
      expect(distributeRows(links, rowsById, 'equal', () => 1).linked).toBe(split.linked);
      const ofWorks = works.map((_work, at) =>
        sum(links.filter(({ itemId }) => itemId === at + 1).map((link) => split.amounts.get(link.id) ?? 0n)),
      );
      expect(sum(ofWorks)).toBe(split.linked);
      // A work that takes what others leave of a row leaves nothing of it.
      for (const { id: row, amount } of stored) {
        const own = links.filter(({ estimateRowId }) => estimateRowId === row);
        if (own.some(({ itemId, share, parts }) => itemId !== null && share === '' && !parts))
          expect(sum(own.map((link) => split.amounts.get(link.id) ?? 0n))).toBe(BigInt(amount));
      }

      // Each row is billed in steps by what is done of its works.
      const upTo = Array.from({ length: STEPS }, (_none, step) =>
        sum(
          rows.map(({ amount, quantity }, at) => {
            const own = links.filter(({ estimateRowId }) => estimateRowId === at);
            const takings = takingsOfRow(own, stored[at], usual, weight);
            const parts = own.map(({ itemId }, place) => {
              const fact = itemId === null ? 0 : volumes[itemId - 1].fact.slice(0, step + 1).reduce((all, one) => all + one, 0);
              return { taking: takings[place], done: itemId === null ? null : doneOf(whole[itemId - 1], fact, 0) };
            });
            return executedOf({ quantity: quantityOf(quantity), amount: takenByWorks(own, stored[at], usual, weight) ?? amount }, parts)
              .amount;
          }),
        ),
      );
      expect(upTo[STEPS - 1]).toBe(split.linked);

      for (const [at, { plan, fact }] of volumes.entries())
        for (const days of [plan, fact]) {
          const price = priceByFacts(Number(ofWorks[at]) / 100, whole[at], new Map(days.map((volume, day) => [day, volume])), 'evenly');
          expect(sum([...price.values()].map(kopecks))).toBe(ofWorks[at]);
        }

      const acts = upTo.map((amount, step) => amount - (upTo[step - 1] ?? 0n));
      let taxed = { total: 0n, vat: 0n };
      for (const act of acts) {
        expect(isPart(taxOfAct('document', '22', act, taxed), act, 2200n)).toBe(true);
        taxed = { total: taxed.total + act, vat: taxed.vat + taxOfAct('cumulative', '22', act, taxed) };
        expect(isPart(taxed.vat, taxed.total, 2200n)).toBe(true);
      }

      const payment = { advance: '10', retention: '5', lag_days: 30 };
      const bills = billsOfPlan(new Map(MONTHS.map((month, step) => [month, acts[step]])), { vatRate: '22', payment });
      expect(bills.every(({ total, advance, retention }) => isPart(advance, total, 1000n) && isPart(retention, total, 500n))).toBe(true);
      const billed = sum(bills.map(({ total }) => total));
      expect(isPart(billed - split.linked, split.linked, 2200n)).toBe(true);
      const settled = sum(bills.map(({ advance }) => advance));
      const kept = sum(bills.map(({ retention }) => retention));
      // The rest of each bill comes a month later, the advance with the first works and what was kept back with the last bill.
      const paid = new Map(DUE.map((month, at) => [month, bills[at].total - bills[at].advance - bills[at].retention]));
      paid.set(MONTHS[0], settled).set(DUE[2], (paid.get(DUE[2]) ?? 0n) + kept);
      const { flow, ...left } = cashFlow(bills, 1_000_000n, true);
      expect(flow.filter((month) => month.paid !== 0n).map((month) => [month.month, month.paid])).toEqual(
        [...paid].filter(([, amount]) => amount !== 0n).sort(([one], [other]) => (one < other ? -1 : 1)),
      );
      expect([sum(flow.map((month) => month.billed)), sum(flow.map((month) => month.paid)), left]).toEqual([
        billed, billed, { advanceOpen: 0n, keptBack: 0n },
      ]); // prettier-ignore
      const open = cashFlow(bills, 1_000_000n, false);
      expect([open.advanceOpen, open.keptBack]).toEqual([1_000_000n - settled, kept]);
      const amounts = rows.map(({ amount }) => amount);
      expect(sum(priceOverRows(1_234_567_89n, amounts))).toBe(1_234_567_89n);
    }),
    { numRuns: 300 },
  );
});

/** Percentages that acts bill, one of them of a part alone. */
const LIMITED = [
  { name: 'Winter', rate: '2.35', in_acts: true },
  { name: 'Cover', rate: '7', parts: ['labour' as const], in_acts: true },
];

let world: World;
let anna: Person;
let project: number;
let drawn = 0;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  const schedule = await anna.schedule('Hall');
  project = (await anna.ok(api.eps.tree)).nodes.find(({ id }) => id === schedule)?.parent_id ?? 0;
});
afterAll(() => world.close());

/** A schedule of its own with the works that were drawn, their days, the estimate and the links and rules to it. */
async function built({ rows, works, usual }: Drawn, table: Buffer) {
  drawn += 1;
  const { id: schedule } = await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: `Hall ${drawn}` } });
  const version = await anna.version(schedule);
  await anna.ok(api.versions.setActual, { params: { id: version } });
  const items: number[] = [];
  for (let at = 0; at < WORKS; at += 1)
    items.push(await anna.item(version, { name: `Work ${at}`, code: `W${at}`, duration_minutes: 480 * (at + 1) }));
  await world.sql(`update version set data_date = '2026-06-30T00:00' where id = $1`, [version]);
  const cells = works.flatMap((work, at) => {
    const { plan, fact } = volumesOfDrawn(work);
    const cell = (mode: 'plan' | 'fact', first_day: string, values: number[]) =>
      ({ item_id: items[at], resource_id: null, measure: 'volume' as const, mode, first_day, values });
    return [cell('plan', '2026-03-30', plan), ...fact.flatMap((volume, step) => (volume > 0 ? [cell('fact', ENDS[step], [volume])] : []))];
  }); // prettier-ignore
  await anna.ok(api.dayValues.setDays, { params: { id: version }, body: { cells } });
  await anna.ok(api.costLinks.saveSettings, { params: { id: schedule }, body: { by: usual, percents: LIMITED } });
  const mapping = JSON.stringify({ currency: 'EUR' });
  const { estimate_id: estimate } = await uploadEstimate(anna, table, { project_id: project, mapping }, { name: `drawn ${drawn}.csv` });
  const stored = (await anna.ok(api.estimates.rows, { params: { id: estimate } })).rows;
  const links = rows.flatMap((row, at) =>
    row.rule === null ? linksOfDrawn(row).map(({ work, share, by, parts }) => ({ row_id: stored[at].id, item_id: work === null ? null : items[work], share, by, parts })) : [],
  ); // prettier-ignore
  await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links } });
  const { coverage } = await anna.ok(api.complianceRules.apply, { params: { versionId: version }, body: { estimate_ids: [estimate] } });
  return { schedule, version, estimate, coverage };
}

/** Bills what is done up to the end of each month. */
async function bill(schedule: number, pdc_id: number | null): Promise<bigint> {
  const totals: bigint[] = [];
  const taxes: bigint[] = [];
  for (const to of ENDS) {
    const body = { schedule_id: schedule, pdc_id, to, vat_rate: '22', vat_mode: 'cumulative' as const };
    const { id } = await anna.ok(api.acts.create, { body });
    const { lines, total, vat } = await anna.ok(api.acts.get, { params: { id } });
    expect(sum(lines.map(({ now }) => minor(now.amount)))).toBe(minor(total));
    const issued = await anna.call(api.acts.update, { params: { id }, body: { state: 'issued', reason: 'Measured', total: total ?? '' } });
    if (issued.status === 200) {
      totals.push(minor(total));
      taxes.push(minor(vat));
      expect(isPart(sum(taxes), sum(totals), 2200n)).toBe(true);
    } else await anna.ok(api.acts.remove, { params: { id } });
  }
  return sum(totals);
}

async function journalOf(version: number): Promise<{ whole: bigint; done: bigint; rest: bigint }> {
  const body = { year: 2026, month: 5, format: 'xlsx' as const };
  const { job_id } = await anna.ok(api.reportForms.master, { params: { id: version, x: 'ks6a' }, body });
  const { sheets } = await readSheets(await fileOfJob(anna, await ended(anna, job_id)));
  const lines = sheets
    .flatMap(({ rows }) => rows)
    .filter(({ cells }) => cells.some((cell) => typeof cell === 'string' && /^(?:Row \d+|Winter|Cover)$/.test(cell)))
    .map(({ cells }) => cells.filter((cell) => typeof cell === 'number').slice(-7));
  const column = (at: number): bigint => sum(lines.map((line) => kopecks(line[at])));
  return { whole: column(0), done: column(2) + column(4), rest: column(6) };
}

test('rows, works, days, curves, acts, the journal and payments have one sum, by the calls of the server', { timeout: 400_000 }, async () => {
  const { id: set_id } = await anna.ok(api.complianceRules.createSet, { body: { eps_id: project, name: 'Drawn' } });
  for (const [code, work, share] of RULES) {
    const to = { kind: work === null ? ('ignore' as const) : ('work' as const), value: work === null ? '' : `W${work}` };
    await anna.ok(api.complianceRules.create, { body: { set_id, when: { code }, to, take: { share } } });
  }
  await fc.assert(
    fc.asyncProperty(drawnEstimate(60), async (given) => {
      const { schedule, version, estimate, coverage } = await built(given, tableOfDrawn(given));
      const total = sum(given.rows.map(({ amount }) => amount));
      const parts = coverage.parts;
      expect([minor(coverage.total.amount), sum(Object.values(parts).map(({ amount }) => minor(amount)))]).toEqual([total, total]);
      const { estimates } = await anna.ok(api.versions.updateCosts, { params: { id: version }, body: { dry_run: false } });
      const linked = minor(estimates?.linked);
      expect(minor(estimates?.total)).toBe(total);
      expect(linked + minor(estimates?.ignored) + minor(estimates?.unlinked)).toBe(total);
      expect(linked).toBe(minor(parts.by_hand.amount) + minor(parts.by_rule.amount));
      const [winter, cover] = (estimates?.percents ?? []).map(({ amount }) => minor(amount));
      expect([isPart(winter, linked, 235n), isPart(cover, minor(estimates?.parts[0]), 700n)]).toEqual([true, true]);
      const whole = linked + sum((estimates?.percents ?? []).map(({ amount }) => minor(amount)));
      expect(sum((estimates?.works ?? []).map(({ after }) => minor(after)))).toBe(whole);
      const [{ cost }] = await world.sql('select sum(planned_cost)::text as cost from assignment where version_id = $1', [version]);
      expect(kopecks(Number(cost))).toBe(whole);

      const query = { from: '2026-03-01', to: '2026-06-30', measure: 'distributed_price' as const };
      const grid = (await anna.ok(api.dayValues.grid, { params: { id: version }, query })).rows;
      const days = (mode: 'plan' | 'fact') => sum(grid.flatMap((row) => row[mode]).map((value) => kopecks(value ?? 0)));
      expect([days('plan'), days('fact')]).toEqual([whole, whole]);
      const { lines } = await anna.ok(api.analytics.moneyOfVersion, { params: { id: version }, query: { period: 'month' } });
      const curve = (key: string) => sum((lines.find((line) => line.key === key)?.values ?? []).map((value) => kopecks(value ?? 0)));
      expect([curve('price_plan'), curve('price_fact'), curve('cost_fact')]).toEqual([whole, whole, whole]);

      expect(await bill(schedule, null)).toBe(whole);
      const executed = await anna.ok(api.acts.executed, { params: { id: schedule }, query: { from: '2026-05-01', to: '2026-05-31' } });
      expect(sum(executed.rows.map(({ total: of }) => minor(of.amount)))).toBe(whole);
      const journal = await journalOf(version);
      expect([journal.done, journal.whole - journal.rest]).toEqual([whole, whole]);

      const payment = { advance: '10', retention: '5', lag_days: 30 };
      const price = `${total / 100n}.${String(total % 100n).padStart(2, '0')}`;
      const { id } = await anna.ok(api.pdc.create, { body: { name: 'Contract', project_id: project, estimate_id: estimate, amount: price, vat_rate: '22', payment } });
      await anna.ok(api.pdc.update, { params: { id }, body: { state: 'agreed' } });
      const billed = await bill(schedule, id);
      const { bills, advance_open, kept_back } = await anna.ok(api.pdc.get, { params: { id } });
      const due = bills.map(({ total: net, vat }) => minor(net) + minor(vat));
      expect(bills.every(({ advance, retention }, at) => isPart(minor(advance), due[at], 1000n) && isPart(minor(retention), due[at], 500n))).toBe(true);
      expect(minor(kept_back)).toBe(sum(bills.map(({ retention }) => minor(retention))));
      const taxedPrice = total + percentOf(total, '22');
      expect(isPart(minor(advance_open) + sum(bills.map(({ advance }) => minor(advance))), taxedPrice, 1000n)).toBe(true);
      await anna.ok(api.pdc.update, { params: { id }, body: { state: 'closed' } });
      const contract = await anna.ok(api.pdc.get, { params: { id } });
      const last = contract.flow.at(-1);
      expect(billed + minor(contract.planned?.open)).toBe(total);
      expect(minor(last?.paid_in_all)).toBe(minor(last?.billed_in_all));
      expect([minor(last?.planned_in_all), minor(last?.planned_paid_in_all)]).toEqual([minor(last?.billed_in_all), minor(last?.billed_in_all)]);
    }),
    { numRuns: 4 },
  );
}); // prettier-ignore
