import { api } from '@gantry/contract';
import { readSheets } from '@gantry/interchange';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerBytes } from '../../../testing/call.ts';
import { gge, planWith, uploadEstimate } from '../../../testing/estimates.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { doneOf, executedOf, quantityOf, quantityText, taxOf, taxOfAct } from './acts.rules.ts';

describe('executed works of a row', () => {
  const whole = { quantity: quantityOf('3'), amount: 459_430n };
  const by = (over: bigint, under: bigint) => executedOf(whole, [{ taking: { share: null, weight: 1n }, done: { over, under } }]);

  test('close to the kopeck with the last act', () => {
    const upTo = [1n, 2n, 3n].map((thirds) => by(thirds, 3n).amount);
    expect([upTo[0], upTo[1] - upTo[0], upTo[2] - upTo[1]]).toEqual([153_143n, 153_144n, 153_143n]);
    const alone = [1n, 1n, 1n].map((third) => by(third, 3n).amount);
    expect(alone.reduce((sum, amount) => sum + amount)).toBe(459_429n);
  });

  test('never go beyond the volume; what is more is told apart', () => {
    expect(by(5n, 4n)).toEqual({ quantity: whole.quantity, amount: whole.amount, excess: quantityOf('0.75') });
    expect(by(1n, 4n).excess).toBe(0n);
  });

  test('go by facts over volume, else by progress', () => {
    expect(doneOf(30, 10, 0.9)).toEqual({ over: 100_000_000n, under: 300_000_000n });
    expect(doneOf(0, 10, 0.5)).toEqual({ over: 5_000_000n, under: 10_000_000n });
  });

  test.each([['2', '2'], ['0.25', '0.25'], ['12,3456789', '12.3456789'], ['1.00000005', '1.0000001'], ['', '1'], ['-19.29', '-19.29']])(
    'have quantities of seven decimals: %s',
    (given, shown) => expect(quantityText(quantityOf(given))).toBe(shown),
  ); // prettier-ignore

  test('in acts add up to the amount when all is done, whatever the steps and parts', () => {
    const amounts = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    const quantities = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => BigInt(units));
    const works = fc.array(
      fc.tuple(fc.bigInt({ min: 0n, max: 1000n }), fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 2, maxLength: 2 })),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(amounts, quantities, works, (amount, quantity, parts) => {
        const steps = [0, 1, 2].map((step) =>
          executedOf(
            { quantity, amount },
            parts.map(([weight, done]) => ({ taking: { share: null, weight }, done: { over: BigInt(done[step] ?? 100), under: 100n } })),
          ),
        );
        expect(steps[2]).toEqual({ quantity, amount, excess: 0n });
        const acts = steps.map((one, at) => one.amount - (steps[at - 1]?.amount ?? 0n));
        expect(acts.reduce((sum, act) => sum + act, 0n)).toBe(amount);
      }),
    );
  });

  test('bill a part too small for a quantity once all is done', () => {
    const taking = { share: { over: 1n, under: 1_000_000_000n }, weight: 0n };
    const billed = (...done: bigint[]) =>
      executedOf({ quantity: quantityOf('0.125'), amount: 2n }, done.map((over) => ({ taking, done: { over, under: 2n } }))).amount; // prettier-ignore
    expect([billed(1n), billed(2n), billed(3n), billed(2n, 1n), billed(2n, 2n)]).toEqual([0n, 2n, 2n, 0n, 2n]);
  });

  test('are taxed alone or together', () => {
    expect(taxOf(10_003n, '20')).toBe(2001n);
    const before = { total: 10_003n, vat: 2001n };
    expect(taxOfAct('document', '20', 10_003n, before)).toBe(2001n);
    expect(taxOfAct('cumulative', '20', 10_004n, before)).toBe(2000n);
    expect(taxOfAct('document', null, 10_003n, before)).toBe(0n);
  });
});

describe('acts of a schedule', () => {
  let world: World;
  let anna: Person;
  let vera: Person;
  let project: number;
  let schedule: number;
  let version: number;
  let estimate: number;
  let dig: number;
  let pave: number;

  beforeAll(async () => {
    world = await createWorld();
    ({ anna, vera } = await createTeam(world));
    const works = [{ name: 'Dig' }, { name: 'Pave' }];
    ({ project, schedule, version, works: [dig, pave] } = await planWith(anna, works)); // prettier-ignore
    await anna.ok(api.versions.setActual, { params: { id: version } });
    estimate = (await uploadEstimate(anna, gge({ number: '05', amounts: ['4594.30', '100.00'] }), { project_id: project })).estimate_id;
    const links = [{ row_id: 2, item_id: dig }, { row_id: 4, item_id: pave }]; // prettier-ignore
    await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links } });
    await days('plan', { '2026-03-02': 10, '2026-03-03': 10, '2026-03-04': 10 });
    await days('fact', { '2026-03-31': 10, '2026-04-30': 10 });
  });
  afterAll(() => world.close());

  const days = (mode: 'plan' | 'fact', values: Record<string, number | null>) =>
    anna.ok(api.dayValues.write, {
      params: { id: version, wbsId: dig },
      body: { measure: 'volume', mode, values: Object.entries(values).map(([day, value]) => ({ day, value })) },
    });
  const begin = (to: string, more: { vat_rate?: string; vat_mode?: 'cumulative' } = {}) =>
    anna.ok(api.acts.create, { body: { schedule_id: schedule, to, ...more } }).then(({ id }) => id);
  const read = (id: number) => anna.ok(api.acts.get, { params: { id } });
  const issue = (id: number, body: { total?: string; reason?: string } = {}) =>
    anna.ok(api.acts.update, { params: { id }, body: { state: 'issued', ...body } });
  const refused = (id: number, body: object) => anna.refused(api.acts.update, { params: { id }, body });
  const lines = async (id: number) =>
    (await read(id)).lines.map(({ row_id, now, before }) => [row_id, now.quantity, now.amount, before.amount]);

  test('follow facts while they are drafts, stay as issued, and close to the kopeck', async () => {
    const push = await anna.push();
    const first = await begin('2026-03-31', { vat_rate: '20' });
    expect(await push.heard('work_acts_changed')).toEqual({ project_id: project });
    expect(await lines(first)).toEqual([[2, '0.6666667', '1531.43', '0.00']]);
    expect(await read(first)).toMatchObject({ state: 'draft', from: '2026-03-01', total: '1531.43', vat: '306.29' });
    expect(await anna.refused(api.acts.create, { body: { schedule_id: schedule, to: '2026-05-31' } })).toMatchObject({
      code: 'act.draft_is_open',
    });
    expect(await refused(first, { state: 'issued', total: '1.00' })).toMatchObject({ status: 409, code: 'act.changed' });
    await issue(first, { total: '1531.43' });
    await days('fact', { '2026-03-31': 4 });
    expect(await lines(first)).toEqual([[2, '0.6666667', '1531.43', '0.00']]);
    await days('fact', { '2026-03-31': 10 });
    const second = await begin('2026-04-30');
    expect(await lines(second)).toEqual([[2, '0.6666666', '1531.44', '1531.43']]);
    expect((await read(second)).from).toBe('2026-04-01');
    await issue(second);
    await days('fact', { '2026-05-29': 16 });
    const third = await begin('2026-05-31');
    const last = await read(third);
    expect(last.lines.map(({ now }) => now)).toEqual([{ quantity: '0.6666667', amount: '1531.43' }]);
    expect(last.excess).toMatchObject([{ row_id: 2, quantity: '0.4' }]);
    expect(last.sums).toEqual({ since_start: '4594.30', since_year: '4594.30', period: '1531.43' });
    const sent = await statementsOf(async () => {
      await read(third);
      await anna.ok(api.acts.executed, { params: { id: schedule }, query: { from: '2026-05-01', to: '2026-05-31' } });
    });
    // Issued lines leave the database summed by row.
    expect(sent.filter((text) => text.includes('work_act_line')).map((text) => text.includes('group by'))).toEqual([true, true]);
    await issue(third);
    const may = await anna.ok(api.acts.executed, { params: { id: schedule }, query: { from: '2026-05-01', to: '2026-05-31' } });
    expect(may.rows.map(({ before, period, total }) => [before.amount, period.amount, total.amount])).toEqual([
      ['3062.87', '1531.43', '4594.30'],
    ]);
    expect(may.sums).toEqual({ since_start: '4594.30', since_year: '4594.30', period: '1531.43' });
  });

  test('only the newest is withdrawn; an issued one is not changed or deleted', async () => {
    const { acts } = await anna.ok(api.acts.list, { params: { id: project } });
    expect(acts.map(({ number, state }) => [number, state])).toEqual([['3', 'issued'], ['2', 'issued'], ['1', 'issued']]); // prettier-ignore
    expect(await refused(acts[1].id, { state: 'draft' })).toMatchObject({ status: 409, code: 'act.not_newest' });
    expect(await refused(acts[0].id, { note: 'x' })).toMatchObject({ code: 'act.issued' });
    expect(await anna.refused(api.acts.remove, { params: { id: acts[0].id } })).toMatchObject({ code: 'act.issued' });
    await anna.ok(api.acts.update, { params: { id: acts[0].id }, body: { state: 'draft' } });
    expect(await read(acts[0].id)).toMatchObject({ state: 'draft', total: '1531.43' });
    await anna.ok(api.acts.remove, { params: { id: acts[0].id } });
  });

  test('take back what facts take back, with a reason; progress counts where there is no volume', async () => {
    await days('fact', { '2026-03-31': 1, '2026-05-29': null });
    await anna.ok(api.wbs.update, {
      params: { id: version, wbsId: pave },
      body: { progress: 0.5, actual_start: '2026-05-04T09:00', status: 'in_progress' },
    });
    const id = await begin('2026-05-31');
    expect(await lines(id)).toEqual([
      [2, '-0.6', '-1378.29', '3062.87'],
      [4, '1', '50.00', '0.00'],
    ]);
    expect(await refused(id, { state: 'issued' })).toMatchObject({ status: 422, code: 'act.reason_needed', parameters: { count: 1 } });
    await issue(id, { reason: 'Measured anew' });
    expect(await read(id)).toMatchObject({ reason: 'Measured anew', total: '-1328.29' });
    expect((await read(await begin('2026-06-30'))).lines).toEqual([]);
  });

  test('are saved as a table in the language of who asks, with its decimals and days', async () => {
    const { acts } = await anna.ok(api.acts.list, { params: { id: project } });
    const id = acts.find(({ reason }) => reason !== '')?.id ?? 0;
    const fileOf = async (x: 'xlsx' | 'csv', language: 'ru' | 'fr' | 'en-US') =>
      (await answerBytes(anna, api.acts.export, { params: { id, x }, query: { language } })).bytes;
    const [head, first, ...under] = String(await fileOf('csv', 'ru')).split('\r\n');
    expect(head).toBe('\ufeff№;Шифр;Наименование;Ед. изм.;Количество;Стоимость;Кол-во ранее;Ранее;Кол-во в акте;В этом акте');
    expect(first).toMatch(/;2;4594,3;1,3333333;3062,87;-0,6;-1378,29$/);
    expect(under[1]).toBe(';;Итого;RUB;;;;;;-1328,29');
    expect(under.slice(2, 5)).toEqual([';;График;Hall', ';;Первый день;01.05.2026', ';;Последний день;31.05.2026']);
    expect(String(await fileOf('csv', 'en-US'))).toMatch(/;2;4594.3;1.3333333;3062.87;-0.6;-1378.29\r\n/);
    const [{ rows, name }] = (await readSheets(new Uint8Array(await fileOf('xlsx', 'fr')))).sheets;
    expect(name).toBe('Acte 3');
    expect(rows[0].cells).toContain('Quantité avant');
    expect(rows[1].cells.slice(4)).toEqual([2, 4594.3, 1.3333333, 3062.87, -0.6, -1378.29]);
  });

  test('bill limited costs that settings mark; a deleted act gives them back, settings without them take them back', async () => {
    const save = (percents: { name: string; rate: string; in_acts: boolean }[]) =>
      anna.ok(api.costLinks.saveSettings, { params: { id: schedule }, body: { percents } });
    const remove = async (id: number): Promise<number> => {
      if ((await read(id)).state === 'issued') await anna.ok(api.acts.update, { params: { id }, body: { state: 'draft' } });
      await anna.ok(api.acts.remove, { params: { id } });
      return begin('2026-06-30');
    };
    const limited = async (id: number) =>
      (await read(id)).lines.map(({ unit, name, now, before }) => [unit, name, now.amount, before.amount]);
    const [{ id }] = (await anna.ok(api.acts.list, { params: { id: project } })).acts;
    await save([{ name: 'Winter', rate: '10', in_acts: true }, { name: 'Reserve', rate: '2', in_acts: false }]); // prettier-ignore
    const winter = [['%', 'Winter', '173.46', '0.00']];
    expect(await limited(id)).toEqual(winter);
    const again = await remove(id);
    expect(await limited(again)).toEqual(winter);
    await issue(again);
    const next = await begin('2026-07-31');
    expect(await limited(next)).toEqual([]);
    await anna.ok(api.acts.remove, { params: { id: next } });
    const drawn = await remove(again);
    expect(await limited(drawn)).toEqual(winter);
    await issue(drawn);
    await save([]);
    const back = await begin('2026-07-31');
    expect(await limited(back)).toEqual([['%', 'Winter', '-173.46', '173.46']]);
    await anna.ok(api.acts.remove, { params: { id: back } });
    expect(await limited(await remove(drawn))).toEqual([]);
  });

  test('are for those who may see estimates', async () => {
    const [{ id }] = (await anna.ok(api.acts.list, { params: { id: project } })).acts;
    expect(await refused(id, { state: 'issued' })).toMatchObject({ code: 'act.nothing' });
    expect(await vera.refused(api.acts.get, { params: { id } })).toMatchObject({ status: 403 });
    expect(await vera.refused(api.acts.create, { body: { schedule_id: schedule, to: '2026-07-31' } })).toMatchObject({ status: 403 });
  });
});
