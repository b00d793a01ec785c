import { api } from '@gantry/contract';
import { distribute, fractionOf } from '@gantry/engine';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gge, planWith, uploadEstimate } from '../../../testing/estimates.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { COST_PARTS, splitTotal } from '@gantry/domain';
import { quantityOf, executedOf } from '../acts/acts.rules.ts';
import {
  type CostLink,
  distributeRows,
  isOverlinked,
  missingVolumes,
  MOST_LINKS,
  sumOfParts,
  takenByWorks,
  takingsOfRow,
} from './cost-links.rules.ts';

describe('an amount over links', () => {
  test('is split by the largest remainder, to the last unit', () => {
    const split = distribute(
      459_430n,
      [1n, 2n, 4n].map((weight) => ({ share: null, weight })),
    );
    expect(split).toEqual({ amounts: [65_633n, 131_266n, 262_531n], rest: 0n });
    const thirds = distribute(
      100n,
      [1, 2].map(() => ({ share: fractionOf('1/3'), weight: 0n })),
    );
    expect(thirds).toEqual({ amounts: [34n, 33n], rest: 33n });
    const mixed = distribute(1000n, [
      { share: fractionOf('0.25'), weight: 0n },
      { share: null, weight: 0n },
      { share: null, weight: 0n },
    ]);
    expect(mixed).toEqual({ amounts: [250n, 375n, 375n], rest: 0n });
  });
  test('and what is left always add up to it', () => {
    const taking = fc.record({
      share: fc.option(fc.integer({ min: 1, max: 12 }).map((over) => ({ over: BigInt(over), under: 97n }))),
      weight: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    });
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.array(taking, { minLength: 1, maxLength: 8 }),
        (total, takings) => {
          const { amounts, rest } = distribute(total, takings);
          expect(amounts.reduce((sum, amount) => sum + amount, rest)).toBe(total);
          if (takings.some(({ share }) => !share)) expect(rest).toBe(0n);
        },
      ),
    );
  });
  const linkOf = (id: number, row: number, itemId: number | null, share: string): CostLink => ({
    id, itemId, estimateId: 1, estimateRowId: row, share, by: null, parts: null, unitFactor: null, ruleId: null, locked: false, rowCode: '', rowName: '',
  }); // prettier-ignore
  test('loses no unit of any part of it, whatever coefficients works have', () => {
    const drawn = fc.record({
      amount: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      weights: fc.option(fc.array(fc.nat(9), { minLength: 9, maxLength: 9 })),
      links: fc.array(
        fc.record({
          item: fc.nat(3),
          share: fc.constantFrom('', '', '0.1', '1/7'),
          of: fc.option(fc.subarray([...COST_PARTS], { minLength: 1 })),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      factors: fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 36, maxLength: 36 }),
    });
    fc.assert(
      fc.property(drawn, ({ amount, weights, links, factors }) => {
        const sum = BigInt(weights?.reduce((all, one) => all + one, 0) ?? 0);
        const parts = weights && sum > 0n ? splitTotal(amount, weights.map((one) => amount * BigInt(one)), sum) : null; // prettier-ignore
        const row = { id: 1, kind: 'work' as const, amount: Number(amount), parts: parts && parts.map(Number) };
        const own = links.map(({ item, share, of }, at) => ({ ...linkOf(at + 1, 1, item === 0 ? null : item, share), parts: of }));
        const split = distributeRows(own, new Map([[1, row]]), 'equal', () => 1, (item, part) => factors[item * 9 + COST_PARTS.indexOf(part)]); // prettier-ignore
        let taken = 0n;
        for (const [id, of] of split.parts) {
          expect(sumOfParts(of)).toBe(split.amounts.get(id));
          taken += sumOfParts(of);
        }
        expect(taken).toBe(split.linked + split.ignored);
        // Without parts of a whole nothing is left; of each part nobody takes more than there is.
        if (own.some(({ share, parts: of }) => share === '' && !of)) expect(taken).toBe(amount);
        for (const { id, parts: of } of own)
          for (const [place, part] of COST_PARTS.entries()) if (of && !of.includes(part)) expect(split.parts.get(id)?.[place]).toBe(0n);
        for (const [place, part] of (parts ?? []).entries()) {
          const used = [...split.parts.values()].reduce((all, of) => all + of[place], 0n);
          expect(part < 0n ? used >= part && used <= 0n : used <= part && used >= 0n).toBe(true);
        }
      }),
    );
  });
  test('goes by coefficients on the parts that they name', () => {
    const row = { id: 1, kind: 'work' as const, amount: 30_000, parts: [10_000, 0, 0, 20_000, 0, 0, 0, 0, 0] };
    const own = [linkOf(1, 1, 1, ''), linkOf(2, 1, 2, '')];
    const split = distributeRows(own, new Map([[1, row]]), 'equal', () => 1, (item, part) => (item === 1 && part === 'labour' ? 1.5 : 1)); // prettier-ignore
    expect([split.parts.get(1)?.[0], split.parts.get(2)?.[0]]).toEqual([6000n, 4000n]);
    expect([...split.amounts.values()]).toEqual([16_000n, 14_000n]);
  });
  test('of some parts only takes those, and acts have what it comes to in the amount', () => {
    const row = { id: 1, kind: 'work' as const, amount: 30_000, parts: [10_000, 0, 0, 20_000, 0, 0, 0, 0, 0] };
    const own = [{ ...linkOf(1, 1, 1, ''), parts: ['labour' as const] }, { ...linkOf(2, 1, 2, '0.5'), parts: ['materials' as const] }]; // prettier-ignore
    const split = distributeRows(own, new Map([[1, row]]), 'equal', () => 1);
    expect([...split.amounts.values(), split.linked]).toEqual([10_000n, 10_000n, 20_000n]);
    const takings = takingsOfRow(own, row, 'equal', () => 1);
    expect(takings.map(({ share }) => share)).toEqual([{ over: 10_000n, under: 30_000n }, { over: 10_000n, under: 30_000n }]); // prettier-ignore
    const whole = { quantity: quantityOf('3'), amount: takenByWorks(own, row, 'equal', () => 1) ?? 0n };
    const executed = executedOf(whole, takings.map((taking, at) => ({ taking, done: { over: at === 0 ? 1n : 0n, under: 1n } }))); // prettier-ignore
    expect(executed).toEqual({ quantity: quantityOf('1'), amount: 10_000n, excess: 0n });
  });
  test.each([
    [['0.7', null], ['0.7', null], true],
    [['0.7', ['labour']], ['0.7', ['materials']], false],
    [['0.7', ['labour']], ['0.7', null], true],
  ] as const)('is too much by parts %j and %j: %s', (...drawn) => {
    const [one, two, expected] = drawn;
    const links = [one, two].map(([share, parts]) => ({ share, parts: parts && [...parts] }));
    expect(isOverlinked(links)).toBe(expected);
  });
  test.each([['1', true], ['0.25', true], ['1/3', true], ['0', false], ['1.5', false], ['4/3', false], ['1/0', false], ['x', false]])(
    'takes the part %s: %s',
    (text, takes) => expect(fractionOf(text) !== null).toBe(takes),
  ); // prettier-ignore
  test('names the first two of the missing volume codes', () => {
    expect(missingVolumes(['B-12', 'B-2', 'B-15', 'B-2'])).toEqual({ first: ['B-2', 'B-12'], count: 3 });
  });
});

describe('links of works with rows of estimates', () => {
  let world: World;
  let anna: Person;
  let vera: Person;
  let schedule: number;
  let version: number;
  let estimate: number;
  let works: number[];

  beforeAll(async () => {
    world = await createWorld();
    ({ anna, vera } = await createTeam(world));
    const plan = await planWith(anna, [{ name: 'Dig' }, { name: 'Fill' }, { name: 'Pave' }]);
    ({ schedule, version, works } = plan);
    const file = gge({ number: '05', amounts: ['45943.00', '10.01'] });
    estimate = (await uploadEstimate(anna, file, { project_id: plan.project })).estimate_id;
  });
  afterAll(() => world.close());

  type Links = { row_id: number; item_id: number; share?: string | null }[];
  const link = (links: Links, more: { unlink?: { row_id: number; item_id?: number }[]; dry_run?: boolean } = {}) =>
    anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links, ...more } });
  const list = (person = anna) => person.ok(api.costLinks.list, { params: { id: version }, query: { estimate_id: estimate } });
  const update = (dry_run = false) => anna.ok(api.versions.updateCosts, { params: { id: version }, body: { dry_run } });

  test('say what each work takes and what is left; a dry run writes nothing', async () => {
    const dry = await link([{ row_id: 2, item_id: works[0] }], { dry_run: true });
    expect(dry.coverage).toMatchObject({ total: '45953.01', linked: '45943.00', unlinked: '10.01', rows_linked: 1, lost: 0 });
    expect((await list()).links).toEqual([]);
    await link([
      { row_id: 2, item_id: works[0] },
      { row_id: 2, item_id: works[1] },
      { row_id: 4, item_id: works[2], share: '1/3' },
    ]);
    const { links, coverage } = await list();
    expect(links.map(({ row_id, item_id, amount }) => [row_id, item_id, amount])).toEqual([
      [2, works[0], '22971.50'],
      [2, works[1], '22971.50'],
      [4, works[2], '3.34'],
    ]);
    expect(coverage).toMatchObject({ linked: '45946.34', unlinked: '6.67' });
  });

  test('are refused beyond the whole, for headings and phases, and without the right', async () => {
    const refused = (links: Links) => anna.refused(api.costLinks.link, { params: { id: estimate }, body: { version_id: version, links } });
    expect(await refused([{ row_id: 4, item_id: works[0], share: '0.7' }])).toMatchObject({ status: 422, code: 'cost_link.share_over' });
    expect(await refused([{ row_id: 1, item_id: works[0] }])).toMatchObject({ code: 'cost_link.not_a_row' });
    expect(await refused([{ row_id: 77, item_id: works[0] }])).toMatchObject({ code: 'estimate.row_not_found' });
    expect(await vera.refused(api.costLinks.list, { params: { id: version }, query: { estimate_id: estimate } })).toMatchObject({
      status: 404,
    });
  });

  test('bring costs to works in one edit that undo takes back; again changes nothing', async () => {
    const dry = await update(true);
    expect(dry.estimates).toMatchObject({
      total: '45953.01',
      linked: '45946.34',
      unlinked: '6.67',
      changed: 3,
      missing_volumes: { first: [], count: 0 },
    });
    const { revision } = await anna.ok(api.versions.get, { params: { id: version } });
    const push = await anna.push(version);
    const late = { params: { id: version }, body: { revision: revision - 1 } };
    expect(await anna.refused(api.versions.updateCosts, late)).toMatchObject({ status: 409, code: 'cost_link.version_changed' });
    const done = await anna.ok(api.versions.updateCosts, { params: { id: version }, body: { revision: dry.revision } });
    expect(done.revision).toBe(revision + 1);
    expect(await push.heard('cost_attribute_result')).toEqual({ version_id: version, status: 'success', works: 3 });
    expect(done.estimates?.works.map(({ before, after }) => [before, after])).toEqual([
      ['0.00', '22971.50'], ['0.00', '22971.50'], ['0.00', '3.34'],
    ]); // prettier-ignore
    expect((await update()).revision).toBe(done.revision);
    await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
    expect((await update(true)).estimates?.changed).toBe(3);
    await update();
  });

  test('count by the settings of the schedule', async () => {
    await anna.ok(api.costLinks.saveSettings, { params: { id: schedule }, body: { by: 'duration', level: 'current' } });
    expect(await anna.ok(api.costLinks.settings, { params: { id: schedule } })).toMatchObject({ by: 'duration', level: 'current' });
    for (const [at, duration_minutes] of [960, 480].entries())
      await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[at] }, body: { duration_minutes } });
    expect((await list()).links.slice(0, 2).map(({ amount }) => amount)).toEqual(['30628.67', '15314.33']);
  });

  test('count by volumes and hours of works, their own or of their days', async () => {
    const amounts = async (by: 'volume' | 'labour') => {
      await anna.ok(api.costLinks.saveSettings, { params: { id: schedule }, body: { by } });
      return (await list()).links.slice(0, 2).map(({ amount }) => amount);
    };
    const own = { volume: 30, volume_unit: 'm3', labour_hours: 4 };
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[0] }, body: own });
    for (const [measure, value] of [['volume', 10], ['labour', 12]] as const) // prettier-ignore
      await anna.ok(api.dayValues.write, { params: { id: version, wbsId: works[1] }, body: { measure, mode: 'plan', values: [{ day: '2026-03-02', value }] } }); // prettier-ignore
    expect(await amounts('volume')).toEqual(['34457.25', '11485.75']);
    expect(await amounts('labour')).toEqual(['11485.75', '34457.25']);
  });

  test('are read once for all who ask, until something has changed', async () => {
    const before = await list();
    const sent = await statementsOf(async () => expect(await list()).toEqual(before));
    expect(sent.filter((text) => text.includes('cost_link'))).toEqual([]);
    await anna.ok(api.estimates.updateRow, { params: { id: estimate, estimateRowId: 2 }, body: { current: '1.00' } });
    expect((await list()).coverage.total).toBe('11.01');
    await anna.ok(api.estimates.undo, { params: { id: estimate }, body: {} });
    expect(await list()).toEqual(before);
  });

  test('are so many in a version and no more', async () => {
    await world.sql(
      `insert into cost_link (space_id, version_id, id, item_id, estimate_id, estimate_row_id, share, locked, row_code, row_name)
         select $1, $2, 1000000 + n, null, 0, n, '', false, '', '' from generate_series(1, $3::int) n`,
      [anna.spaceId, version, MOST_LINKS],
    );
    const body = { version_id: version, links: [{ row_id: 2, item_id: null }], dry_run: true };
    const call = { params: { id: estimate }, body };
    expect(await anna.refused(api.costLinks.link, call)).toMatchObject({ code: 'request.limit_reached', parameters: { most: MOST_LINKS } });
    await world.sql('delete from cost_link where version_id = $1 and estimate_id = 0', [version]);
    await anna.ok(api.costLinks.link, call);
  });

  test('go with their work and come back with it; a lost row keeps its name', async () => {
    await link([], { unlink: [{ row_id: 4 }] });
    expect((await list()).links).toHaveLength(2);
    await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
    expect((await list()).links).toHaveLength(3);
    expect(await anna.refused(api.estimates.remove, { params: { id: estimate } })).toMatchObject({ status: 409, code: 'estimate.linked' });
    await anna.ok(api.estimates.remove, { params: { id: estimate }, query: { in_use: 'true' } });
    expect((await update()).estimates).toMatchObject({ linked: '0.00', lost: 3, changed: 3 });
  });
});
