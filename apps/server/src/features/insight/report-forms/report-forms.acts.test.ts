import { api, type BuiltInFormWord } from '@gantry/contract';
import { readSheets } from '@gantry/interchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gge, uploadEstimate } from '../../../testing/estimates.ts';
import { ended, fileOfJob } from '../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let schedule: number;
let version: number;
let dig: number;

/** Two rows, of which works do the first by thirds in March, April and May; the second waits. */
beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule('Hall');
  version = await anna.version(schedule);
  await anna.ok(api.versions.setActual, { params: { id: version } });
  const project = (await anna.ok(api.eps.tree)).nodes.find(({ id }) => id === schedule)?.parent_id ?? 0;
  dig = await anna.item(version, { name: 'Dig' });
  const pave = await anna.item(version, { name: 'Pave' });
  const { estimate_id } = await uploadEstimate(anna, gge({ number: '05', amounts: ['4594.30', '100.00'] }), { project_id: project });
  const links = [{ row_id: 2, item_id: dig }, { row_id: 4, item_id: pave }]; // prettier-ignore
  await anna.ok(api.costLinks.link, { params: { id: estimate_id }, body: { version_id: version, links } });
  const days = (mode: 'plan' | 'fact', all: Record<string, number>) =>
    anna.ok(api.dayValues.write, {
      params: { id: version, wbsId: dig },
      body: { measure: 'volume', mode, values: Object.entries(all).map(([day, value]) => ({ day, value })) },
    });
  await days('plan', { '2026-03-02': 30 });
  await days('fact', { '2026-03-31': 10, '2026-04-30': 10, '2026-05-29': 10 });
  for (const to of ['2026-03-31', '2026-04-30']) {
    const { id } = await anna.ok(api.acts.create, { body: { schedule_id: schedule, to, vat_rate: '20' } });
    await anna.ok(api.acts.update, { params: { id }, body: { state: 'issued' } });
  }
  await anna.ok(api.acts.create, { body: { schedule_id: schedule, to: '2026-05-31', vat_rate: '20' } });
}, 120_000);
afterAll(() => world.close());

/** The numbers in the rows of a form that name a work, or that sum up. */
async function numbersOf(x: BuiltInFormWord, month: number, row: RegExp): Promise<number[]> {
  const { job_id } = await anna.ok(api.reportForms.master, { params: { id: version, x }, body: { year: 2026, month, format: 'xlsx' } });
  const { sheets } = await readSheets(await fileOfJob(anna, await ended(anna, job_id)));
  const cells = sheets
    .flatMap(({ rows }) => rows)
    .find((one) => one.cells.some((cell) => typeof cell === 'string' && row.test(cell)))?.cells;
  return (cells ?? []).filter((cell) => typeof cell === 'number');
}

test('an act of works has what its period bills', async () => {
  expect(await numbersOf('ks2', 4, /^Waste 1$/)).toEqual([0.6666666, 2297.15, 1531.44]);
  expect(await numbersOf('ks2', 4, /^Waste 2$/)).toEqual([]);
});

test('the certificate of cost adds up all acts since the start; a draft of the period is in it', async () => {
  expect((await numbersOf('ks3', 4, /^Hall$/)).slice(-5)).toEqual([3062.87, 3062.87, 1531.44, 306.29, 1837.73]);
  expect((await numbersOf('ks3', 5, /^Hall$/)).slice(-5)).toEqual([4594.3, 4594.3, 1531.43, 306.29, 1837.72]);
  expect((await numbersOf('ks3', 6, /^Hall$/)).slice(-5)).toEqual(
    [4594.3 - 1531.43, 4594.3 - 1531.43, 0, 0, 0].map((sum) => Number(sum.toFixed(2))),
  );
});

test('the journal has every row from the beginning: whole, before, in the period and what is left', async () => {
  const [, , ...april] = await numbersOf('ks6a', 4, /^Waste 1$/);
  expect(april).toEqual([4594.3, 0.6666667, 1531.43, 0.6666666, 1531.44, 0.6666667, 1531.43]);
  expect(await numbersOf('ks6a', 4, /^Waste 2$/)).toEqual([50, 2, 100, 0, 0, 0, 0, 2, 100]);
  expect(await numbersOf('ks6a', 3, /^Waste 1$/)).toEqual([2297.15, 2, 4594.3, 0, 0, 0.6666667, 1531.43, 1.3333333, 3062.87]);
});

test('the application for payment says what is left of each row', async () => {
  expect(await numbersOf('payment_application', 4, /^Waste 2$/)).toEqual([100, 0, 0, 0, 0, 100]);
});
