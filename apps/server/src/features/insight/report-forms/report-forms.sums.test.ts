import { api } from '@gantry/contract';
import { readSheets } from '@gantry/interchange';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gge, planWith, uploadEstimate } from '../../../testing/estimates.ts';
import { ended, fileOfJob } from '../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

const WORKS = 3;
const VOLUME = 30;
let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
}, 120_000);
afterAll(() => world.close());

const minor = (text: string): bigint => BigInt(text.replace('.', ''));
const kopecks = (value: number): bigint => BigInt(Math.round(value * 100));
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

type Drawn = { amounts: number[]; targets: (number | null)[]; facts: number[][] };
const drawn: fc.Arbitrary<Drawn> = fc.record({
  amounts: fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 2, maxLength: 5 }),
  /** The work of each code; null: left out. Rules share a row where several fit. */
  targets: fc.array(fc.option(fc.nat(WORKS - 1), { nil: null, freq: 5 }), { minLength: 5, maxLength: 5 }),
  /** Of each work what is done in March and in April; May does the rest. */
  facts: fc.array(fc.array(fc.integer({ min: 0, max: VOLUME / 2 }), { minLength: 2, maxLength: 2 }), {
    minLength: WORKS,
    maxLength: WORKS,
  }),
});

/** A plan of works with volumes, an estimate of drawn amounts, and rules that bring its rows to the works. */
async function planOf({ amounts, targets }: Drawn) {
  const rows = Array.from({ length: WORKS }, (_, at) => ({ name: `Work ${at}`, code: `W${at}`, start: '2026-03-02T09:00' }));
  const { project, schedule, version, works } = await planWith(anna, rows);
  await anna.ok(api.versions.setActual, { params: { id: version } });
  const file = gge({ number: '01', amounts: amounts.map((units) => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`) });
  const { estimate_id: estimate } = await uploadEstimate(anna, file, { project_id: project });
  const { id: set_id } = await anna.ok(api.complianceRules.createSet, { body: { eps_id: project, name: 'Rules' } });
  for (const [at] of amounts.entries()) {
    const work = targets[at];
    const to = work === null ? ({ kind: 'ignore', value: '' } as const) : ({ kind: 'work', value: `W${work}` } as const);
    await anna.ok(api.complianceRules.create, { body: { set_id, when: { code: `A-${at + 1}` }, to: { attribute: '', ...to } } });
  }
  await anna.ok(api.complianceRules.apply, { params: { versionId: version }, body: {} });
  return { schedule, version, works, estimate };
}

test('rows, works, days, acts and reports have the same money, whatever estimate, rules and facts', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (given) => {
      const { schedule, version, works, estimate } = await planOf(given);
      const days = (wbsId: number, mode: 'plan' | 'fact', values: Record<string, number>) =>
        anna.ok(api.dayValues.write, {
          params: { id: version, wbsId },
          body: { measure: 'volume', mode, values: Object.entries(values).map(([day, value]) => ({ day, value })) },
        });
      for (const id of works) await days(id, 'plan', { '2026-03-02': VOLUME });

      // Rows against works.
      const { estimates } = await anna.ok(api.versions.updateCosts, { params: { id: version }, body: {} });
      const rows = (await anna.ok(api.estimates.rows, { params: { id: estimate } })).rows;
      expect(sumOf(rows.map(({ current }) => minor(current ?? '0')))).toBe(minor(estimates?.total ?? ''));
      const linked = minor(estimates?.linked ?? '');
      expect(sumOf((estimates?.works ?? []).map(({ after }) => minor(after)))).toBe(linked);
      expect(linked + minor(estimates?.ignored ?? '') + minor(estimates?.unlinked ?? '')).toBe(minor(estimates?.total ?? ''));

      // Works against days and periods.
      const { lines } = await anna.ok(api.analytics.costOfVersion, { params: { id: version }, query: { period: 'week' } });
      const plan = lines.find(({ key }) => key === 'plan')?.values ?? [];
      expect(kopecks(plan.reduce<number>((sum, value) => sum + (value ?? 0), 0))).toBe(linked);

      // Facts against acts: all is done in May, and acts have billed what works carry.
      const months = ['2026-03-31', '2026-04-30', '2026-05-29'];
      for (const [at, id] of works.entries()) {
        const [march, april] = given.facts[at];
        const values = [march, april, VOLUME - march - april].map((value, month) => [months[month], value] as const);
        await days(id, 'fact', Object.fromEntries(values.filter(([, value]) => value > 0)));
      }
      const totals: bigint[] = [];
      for (const to of months) {
        const { id } = await anna.ok(api.acts.create, { body: { schedule_id: schedule, version_id: version, to } });
        const act = await anna.ok(api.acts.get, { params: { id } });
        expect(sumOf(act.lines.map(({ now }) => minor(now.amount)))).toBe(minor(act.total ?? '0.00'));
        if (act.lines.length) await anna.ok(api.acts.update, { params: { id }, body: { state: 'issued' } });
        else await anna.ok(api.acts.remove, { params: { id } });
        totals.push(minor(act.total ?? '0.00'));
      }
      expect(sumOf(totals)).toBe(linked);

      // Acts against what is executed, and against the certificate of cost.
      const period = { from: '2026-05-01', to: '2026-05-31' };
      const executed = await anna.ok(api.acts.executed, { params: { id: schedule }, query: period });
      expect([executed.sums.since_start, executed.sums.period].map(minor)).toEqual([linked, totals[2]]);
      expect(sumOf(executed.rows.map(({ total }) => minor(total.amount)))).toBe(linked);
      const { job_id } = await anna.ok(api.reportForms.master, {
        params: { id: version, x: 'ks3' },
        body: { year: 2026, month: 5, format: 'xlsx' },
      });
      const { sheets } = await readSheets(await fileOfJob(anna, await ended(anna, job_id)));
      const certificate = sheets.flatMap((sheet) => sheet.rows).find(({ cells }) => linked > 0n && cells.includes('Hall'))?.cells ?? [];
      const numbers = certificate.filter((cell) => typeof cell === 'number');
      if (linked > 0n) expect(numbers.slice(0, 3).map(kopecks)).toEqual([linked, linked, totals[2]]);
    }),
    { numRuns: 4 },
  );
});
