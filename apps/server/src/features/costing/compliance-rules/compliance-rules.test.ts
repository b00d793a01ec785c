import { api, type ComplianceRuleIn, type RuleFile, type CostCoverage } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, type CostPart } from '@gantry/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gge, planWith, uploadEstimate } from '../../../testing/estimates.ts';
import { addressOf } from '../../../testing/call.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createTeam } from '../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { rulesOfJson, rulesOfTable, tableOfRules } from './compliance-rules.files.rules.ts';
import { leftOf } from './compliance-rules.rules.ts';
import { MOST_OF_NODE } from './compliance-rules.service.ts';

let world: World;
let anna: Person;
let vera: Person;
let project: number;
let schedule: number;
let version: number;
let estimate: number;
let works: Record<'Dig' | 'Fill' | 'Pave', number>;

beforeAll(async () => {
  world = await createWorld();
  ({ anna, vera } = await createTeam(world));
  ({ project, schedule, version } = await planWith(anna));
  const phase = await anna.item(version, { name: 'Ground', type: 'sum', code: 'G' });
  works = {
    Dig: await anna.item(version, { name: 'Dig', code: 'W1' }, phase),
    Fill: await anna.item(version, { name: 'Fill', code: 'W2' }, phase),
    Pave: await anna.item(version, { name: 'Pave', code: 'W3' }),
  };
  // Rows 2, 4, 5, 6 with the codes.
  const file = gge({ number: '07', amounts: ['100.00', '50.01', '25.00', '10.00'] });
  estimate = (await uploadEstimate(anna, file, { project_id: project })).estimate_id;
});
afterAll(() => world.close());

type Rule = Partial<ComplianceRuleIn> & Pick<ComplianceRuleIn, 'to'>;
const to = (kind: ComplianceRuleIn['to']['kind'], value = '', attribute = '') => ({ kind, value, attribute });
async function withRules(rules: (Partial<ComplianceRuleIn> & { to: ComplianceRuleIn['to'] })[]): Promise<number> {
  for (const { id } of (await sets()).sets) await anna.ok(api.complianceRules.removeSet, { params: { id } });
  const { id } = await anna.ok(api.complianceRules.createSet, { body: { eps_id: project, name: 'Norms' } });
  for (const rule of rules) await anna.ok(api.complianceRules.create, { body: { set_id: id, ...rule } });
  return id;
}
const sets = () => anna.ok(api.complianceRules.list, { query: { eps_id: schedule } });
const apply = (body: { dry_run?: boolean; currency?: string; scope?: 'all' | 'unlinked' } = {}) =>
  anna.ok(api.complianceRules.apply, { params: { versionId: version }, body });
const links = async () =>
  (await anna.ok(api.costLinks.list, { params: { id: version }, query: { estimate_id: estimate } })).links
    .map(({ row_id, item_id, amount }) => [row_id, item_id, amount])
    .sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]));
const minor = (text: string): number => Number(text.replace('.', ''));
const addsUp = ({ parts, total }: CostCoverage): void => {
  const all = Object.values(parts);
  expect(all.reduce((sum, { amount }) => sum + minor(amount), 0)).toBe(minor(total.amount));
  expect(all.reduce((sum, { rows }) => sum + rows, 0)).toBe(total.rows);
};

describe('rules of compliance', () => {
  test('are no more than a node may have in all its sets', async () => {
    const set = await withRules([{ when: { code: 'A-1' }, to: to('ignore') }]);
    const { id: other } = await anna.ok(api.complianceRules.createSet, { body: { eps_id: project, name: 'More' } });
    await world.sql(
      `insert into compliance_rule (space_id, set_id, node_id, position, name, active, body)
         select space_id, $2, node_id, n + 1, name, active, body from compliance_rule, generate_series(1, $3) n where set_id = $1`,
      [set, other, MOST_OF_NODE - 1],
    );
    const { id: third } = await anna.ok(api.complianceRules.createSet, { body: { eps_id: project, name: 'Third' } });
    const rule = { set_id: third, when: { code: 'A-1' }, to: to('ignore') };
    const refusal = { status: 422, code: 'compliance_rule.too_many', parameters: { most: MOST_OF_NODE } };
    expect(await anna.refused(api.complianceRules.create, { body: rule })).toMatchObject(refusal);
    await anna.ok(api.complianceRules.removeSet, { params: { id: other } });
    await anna.ok(api.complianceRules.create, { body: rule });
  });

  test('link rows by code, by path, in parts, and leave rows out; a dry run writes nothing; again changes nothing', async () => {
    await withRules([
      { when: { code: 'A-1' }, to: to('path', 'Ground') },
      { when: { code: 'A-#', if: 'amount < 20' }, to: to('ignore') },
      { when: { code: 'a-*' }, to: to('work', 'W{1}'), take: { share: '0.5', by: null, parts: null, unit_factor: null } },
      { when: { code: '*-3' }, to: to('work', 'W1') },
      { when: { code: 'A-9*' }, to: to('work', 'W1') },
      { when: { code: 'A-1' }, to: to('work', 'W3') },
      { when: { code: '*' }, to: to('work', 'NONE-{num}') },
    ]);
    const dry = await apply({ dry_run: true });
    expect(dry.coverage.parts).toEqual({
      by_hand: { amount: '0.00', rows: 0 },
      by_rule: { amount: '150.01', rows: 3 },
      ignored: { amount: '10.00', rows: 1 },
      unlinked: { amount: '25.00', rows: 0 },
    });
    addsUp(dry.coverage);
    expect(dry.before.unlinked).toEqual({ amount: '185.01', rows: 4 });
    expect(await links()).toEqual([]);
    expect(dry.coverage.rules.map(({ hits, rows, amount, state }) => [hits, rows, amount, state])).toEqual([
      [1, 1, '100.00', 'live'],
      [1, 1, '10.00', 'live'],
      [4, 2, '37.51', 'live'],
      [1, 1, '12.50', 'live'],
      [0, 0, '0.00', 'no_rows'],
      [1, 0, '0.00', 'in_shadow'],
      [4, 0, '0.00', 'live'],
    ]);
    expect(dry.coverage.missing).toEqual([expect.objectContaining({ target: 'NONE-2', rows: 1, amount: '50.01' })]);
    let done = dry;
    const sent = await statementsOf(async () => {
      done = await apply();
    });
    // Rows and rules are read before others wait for the version.
    const [locked, lastRow, lastRule] = [
      sent.findIndex((text) => /from "version".*for no key update/s.test(text)),
      ...['"estimate_row"', '"compliance_rule"'].map((table) => sent.findLastIndex((text) => text.includes(table))),
    ];
    expect(lastRow).toBeGreaterThan(-1);
    expect([lastRow < locked, lastRule < locked]).toEqual([true, true]);
    expect([done.linked, done.changed, done.unlinked]).toEqual([6, 0, 0]);
    expect(await links()).toEqual([
      [2, works.Dig, '50.00'],
      [2, works.Fill, '50.00'],
      [4, works.Fill, '25.01'],
      [5, works.Dig, '12.50'],
      [5, works.Pave, '12.50'],
      [6, null, '10.00'],
    ]);
    const again = await apply();
    expect([again.revision, again.linked, again.changed, again.unlinked]).toEqual([done.revision, 0, 0, 0]);
    await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
    expect(await links()).toEqual([]);
  });

  test('are for the estimates of one currency at a time', async () => {
    await withRules([{ when: { code: 'A-1' }, to: to('work', 'W1') }]);
    const table = Buffer.from('No;Name;Code;Amount\n1;Steel;A-1;5.00\n');
    const fields = { project_id: project, mapping: JSON.stringify({ currency: 'USD' }) };
    const other = (await uploadEstimate(anna, table, fields, { name: 'steel.csv' })).estimate_id;
    const asked = { params: { versionId: version }, body: { dry_run: true } };
    expect(await anna.refused(api.complianceRules.apply, asked)).toMatchObject({ status: 422, code: 'compliance_rule.currencies' });
    expect((await apply({ dry_run: true, currency: 'USD' })).coverage).toMatchObject({ currency: 'USD', total: { amount: '5.00' } });
    expect((await apply({ dry_run: true, currency: 'RUB' })).coverage.total.amount).toBe('185.01');
    await anna.ok(api.estimates.remove, { params: { id: other }, query: {} });
  });

  test('leave links of people alone, and take their own back when the rule is gone', async () => {
    await anna.ok(api.costLinks.link, {
      params: { id: estimate },
      body: { version_id: version, links: [{ row_id: 2, item_id: works.Pave, share: '0.25' }] },
    });
    await withRules([{ when: { code: 'A-1|A-2' }, to: to('work', 'W1') }]);
    await apply();
    expect(await links()).toEqual([[2, works.Dig, '75.00'], [2, works.Pave, '25.00'], [4, works.Dig, '50.01']]); // prettier-ignore
    const [{ rules }] = (await sets()).sets;
    await anna.ok(api.complianceRules.update, { params: { id: rules[0].id }, body: { when: { code: 'A-2' }, to: to('work', 'W2') } });
    const changed = await apply();
    expect([changed.linked, changed.unlinked]).toEqual([1, 2]);
    expect(await links()).toEqual([[2, works.Pave, '25.00'], [4, works.Fill, '50.01']]); // prettier-ignore
    addsUp(changed.coverage);
    await anna.ok(api.complianceRules.update, { params: { id: rules[0].id }, body: { to: to('work', 'W3') } });
    expect((await apply({ scope: 'unlinked' })).linked).toBe(0);
    await anna.ok(api.complianceRules.remove, { params: { id: rules[0].id } });
    await apply();
    expect(await links()).toHaveLength(2);
  });

  test('go by the nearest node first, and by their place; an inactive set does nothing', async () => {
    const near = await withRules([{ when: {}, to: to('work', 'W1') }]);
    const { id: own } = await anna.ok(api.complianceRules.createSet, { body: { eps_id: schedule, name: 'Own' } });
    await anna.ok(api.complianceRules.create, { body: { set_id: own, when: { code: 'A-4' }, to: to('work', 'W3') } });
    const { id: first } = await anna.ok(api.complianceRules.create, { body: { set_id: own, when: { code: 'A-4' }, to: to('ignore') } });
    const target = async () => (await apply({ dry_run: true })).coverage.rules.filter(({ rows }) => rows).map(({ id }) => id);
    expect((await sets()).sets.map(({ id }) => id)).toEqual([own, near]);
    const [straight] = (await sets()).sets[0].rules;
    expect(await target()).toContain(straight.id);
    await anna.ok(api.complianceRules.update, { params: { id: first }, body: { position: 1 } });
    expect(await target()).toContain(first);
    await anna.ok(api.complianceRules.updateSet, { params: { id: own }, body: { active: false } });
    expect(await target()).not.toContain(first);
  });

  test('are refused with what is wrong, and without the right', async () => {
    const id = await withRules([]);
    const refused = (rule: Rule) => anna.refused(api.complianceRules.create, { body: { set_id: id, ...rule } });
    expect(await refused({ when: { code: 'a||b' }, to: to('ignore') })).toMatchObject({ code: 'compliance_rule.mask', status: 422 });
    expect(await refused({ when: { if: 'amount' }, to: to('ignore') })).toMatchObject({ code: 'compliance_rule.condition' });
    expect(await refused({ to: to('work') })).toMatchObject({ code: 'compliance_rule.target' });
    expect(await refused({ to: to('work', '{x}') })).toMatchObject({ code: 'compliance_rule.target' });
    expect(await refused({ to: to('attribute', 'x') })).toMatchObject({ code: 'compliance_rule.target' });
    const reader = await vera.refused(api.complianceRules.list, { query: { eps_id: project } });
    expect(reader).toMatchObject({ status: 403 });
    expect(await vera.refused(api.complianceRules.apply, { params: { versionId: version }, body: {} })).toMatchObject({ status: 403 });
  });
});

describe('rules as files', () => {
  const send = async (name: string, bytes: Uint8Array | string, fields: Record<string, number>) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
    form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
    return form;
  };

  const exported = async (id: number, x: RuleFile): Promise<Uint8Array> => {
    const headers = {
      cookie: [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': anna.keys.cookies.get('XSRF-TOKEN') ?? '',
    };
    const address = anna.base() + addressOf(api.complianceRules.export, { params: { id, x } });
    const answer = await fetch(address, { method: 'POST', headers: { ...headers, 'x-space-id': String(anna.spaceId) } });
    return new Uint8Array(await answer.arrayBuffer());
  };

  test.each(['xlsx', 'csv', 'json'] as const)('come back the same: %s', async (x) => {
    const id = await withRules([
      {
        name: 'Walls',
        when: { code: '06-*|!06-9*', name: '=1+1', kinds: ['work', 'material'], dimensions: ['area'], if: 'amount > 5' },
        to: to('attribute', '{1}', 'Norm'),
      },
      { active: false, to: to('ignore') },
      {
        when: { section: '*', estimate: '0*' },
        to: to('path', 'A/B'),
        take: { share: '1/3', by: 'volume', parts: ['labour', 'materials'], unit_factor: 0.7 },
      },
    ]);
    const before = (await sets()).sets[0].rules.map(({ id: _id, position: _position, ...rule }) => rule);
    const bytes = await exported(id, x);
    const answer = await anna.ok(api.complianceRules.import, {}, { raw: await send(`Norms.${x}`, bytes, { eps_id: schedule }) });
    expect(answer.count).toBe(3);
    const [own] = (await sets()).sets;
    expect([own.eps_id, own.name]).toEqual([schedule, 'Norms']);
    expect(own.rules.map(({ id: _id, position: _position, ...rule }) => rule)).toEqual(before);
  });

  test('are taken in whole or not at all, with each cell that cannot be read', async () => {
    const id = await withRules([{ to: to('ignore') }]);
    const push = await anna.push();
    const file = 'Code;Target;Value;Share\n06-*;work;W1;\na||b;work;W1;\nx;fly;;\ny;work;W1;7/3\n';
    const raw = await send('Rules.csv', file, { eps_id: project, set_id: id });
    expect(await anna.refused(api.complianceRules.import, {}, { raw })).toMatchObject({
      status: 422,
      code: 'compliance_rule.import_refused',
    });
    expect(await push.heard('compliance_import_error')).toEqual({
      eps_id: project,
      errors: [
        { row: 3, column: 'Code', code: 'mask' },
        { row: 4, column: 'Target', code: 'word' },
        { row: 5, column: 'Share', code: 'target' },
      ],
    });
    expect((await sets()).sets[0].rules).toHaveLength(1);
    const good = await send('Rules.csv', 'Code;Target;Value\n06-*;work;W1\n', { eps_id: project, set_id: id });
    await anna.ok(api.complianceRules.import, {}, { raw: good });
    expect(await push.heard('compliance_import_success')).toEqual({ eps_id: project, set_id: id, count: 1 });
    expect((await sets()).sets[0].rules.map(({ when }) => when)).toEqual([{ code: '06-*' }]);
    const nothing = await send('Rules.csv', 'a;b\n1;2\n', { eps_id: project });
    expect(await anna.refused(api.complianceRules.import, {}, { raw: nothing })).toMatchObject({
      code: 'compliance_rule.import_unreadable',
    });
  });

  test('of any texts read back the same', () => {
    const text = fc.string({ maxLength: 20 }).map((one) => one.replaceAll(/[^ -~а-я]/gu, '').trim());
    const rule = fc.record({
      name: text, active: fc.boolean(),
      when: fc.record({ code: fc.constantFrom('06-*', 'a|!b'), section: fc.constantFrom('*', 'x?') }),
      to: fc.record({ kind: fc.constant('work' as const), attribute: text, value: text.map((one) => `W${one.replaceAll(/[{}]/g, '')}`.trim()) }),
      take: fc.record({ share: fc.constantFrom(null, '0.25', '1/3'), by: fc.constantFrom(null, 'volume' as const), parts: fc.constantFrom<CostPart[] | null>(null, ['labour', 'profit']), unit_factor: fc.constantFrom(null, 0, 0.7) }),
    }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), (rules) => {
        const table = tableOfRules(rules);
        const lines = [table.headers, ...table.rows].map((cells, at) => ({ cells: [...cells], line: at + 1 }));
        expect(rulesOfTable(lines)).toEqual({ rules, errors: [] });
        expect(rulesOfJson(JSON.stringify(rules))).toEqual({ rules, errors: [] });
      }),
    );
  });
});

test('what parts leave of a row is exact', () => {
  expect(leftOf([])).toEqual({ over: 1n, under: 1n });
  expect(leftOf(['1/3', '0.25'])).toEqual({ over: 5n, under: 12n });
  expect(leftOf(['1/3', '2/3'])).toBeNull();
  expect(leftOf(['0.5', ''])).toBeNull();
});

test('rules take some parts of rows, and what links by hand leave of each', async () => {
  const table = Buffer.from('No;Name;Code;Amount;Labour;Materials\n1;Walls;P-1;100;30;70\n2;Slab;P-2;60;;60\n3;Roof;P-3;50;20;30\n');
  const own = (await uploadEstimate(anna, table, { project_id: project, mapping: '{"currency":"USD"}' }, { name: 'p.csv' })).estimate_id;
  const hand = { row_id: 3, item_id: works.Fill, parts: ['labour' as const] };
  await anna.ok(api.costLinks.link, { params: { id: own }, body: { version_id: version, links: [hand] } });
  const code = 'P-*';
  const take = { share: null, by: null, unit_factor: null };
  await withRules([
    { when: { code: 'P-1' }, to: to('work', 'NONE'), take: { ...take, parts: ['materials'] } },
    { when: { code }, to: to('work', 'W1'), take: { ...take, parts: ['equipment'] } },
    { when: { code }, to: to('work', 'W1'), take: { ...take, parts: ['labour'] } },
    { when: { code: 'P-1' }, to: to('work', 'W2'), take: { ...take, share: '0.5', parts: ['materials', 'profit'] } },
    { when: { code }, to: to('work', 'W3') },
  ]);
  const { coverage } = await apply({ currency: 'USD' });
  addsUp(coverage);
  expect([coverage.parts.by_hand.amount, coverage.parts.by_rule.amount]).toEqual(['20.00', '190.00']);
  expect(coverage.rules.map(({ state }) => state)).toEqual(['live', 'no_parts', 'live', 'live', 'live']);
  expect(coverage.missing).toMatchObject([{ target: 'NONE', rows: 1, amount: '70.00' }]);
  const { links: made } = await anna.ok(api.costLinks.list, { params: { id: version }, query: { estimate_id: own } });
  expect(
    made
      .map(({ row_id, item_id, share, parts, amount }) => [row_id, item_id, share, parts, amount])
      .sort((a, b) => Number(a[0]) - Number(b[0])),
  ).toEqual([
    [1, works.Dig, null, ['labour'], '30.00'],
    [1, works.Fill, '1/2', ['materials'], '35.00'],
    [1, works.Pave, null, ['materials'], '35.00'],
    // It has no wages.
    [2, works.Pave, null, null, '60.00'],
    // Of its wages nothing is left.
    [3, works.Fill, null, ['labour'], '20.00'],
    [3, works.Pave, null, ['materials'], '30.00'],
  ]);
  const again = await apply({ currency: 'USD' });
  expect([again.linked, again.changed, again.unlinked]).toEqual([0, 0, 0]);
  for (const _ of ['of rules', 'by hand']) await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
  await anna.ok(api.estimates.remove, { params: { id: own } });
});

test('offers for a contract are not money of the project', async () => {
  const before = (await apply({ dry_run: true })).coverage.total;
  const offer = (await uploadEstimate(anna, gge({ number: 'X-84', amounts: ['90.00'] }), { project_id: project })).estimate_id;
  await anna.ok(api.pdc.create, { body: { name: 'Bids', project_id: project, offers: [offer] } });
  expect((await apply({ dry_run: true })).coverage.total).toEqual(before);
});

test('are applied to so many rows of estimates at once', async () => {
  const set = (count: number) => world.sql('update estimate set row_count = $2 where id = $1', [estimate, count]);
  const [{ row_count: count }] = await world.sql<{ row_count: number }>('select row_count from estimate where id = $1', [estimate]);
  await set(400_001);
  const call = { params: { versionId: version }, body: { dry_run: true } };
  expect(await anna.refused(api.complianceRules.apply, call)).toMatchObject({
    code: 'request.limit_reached',
    parameters: { most: 400_000 },
  });
  await set(count);
  await apply({ dry_run: true });
});

test('works are offered by what rows of the code were linked with in other versions', async () => {
  await withRules([]);
  const other = await anna.version(schedule);
  const work = await anna.item(other, { name: 'Pave', code: 'Z' });
  await anna.ok(api.costLinks.link, { params: { id: estimate }, body: { version_id: other, links: [{ row_id: 6, item_id: work }] } });
  const offered = await anna.ok(api.costLinks.suggest, { params: { id: version }, query: { estimate_id: estimate, row_id: 6 } });
  expect(offered.works[0]).toMatchObject({ item_id: works.Pave, why: 'history' });
  expect(offered.works[0].score).toBeGreaterThan(0.9);
  // A name that has changed since is another one at once.
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: works.Pave }, body: { name: 'Kerbs', code: 'K' } });
  const again = await anna.ok(api.costLinks.suggest, { params: { id: version }, query: { estimate_id: estimate, row_id: 6 } });
  expect(again.works.filter(({ why }) => why === 'history')).toEqual([]);
  await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
});

test('who may see estimates of one project sees none of another', async () => {
  const boris = await world.person('boris-of-one');
  await world.join(boris, anna, 'viewer');
  const { parent_id } = (await anna.ok(api.eps.tree)).nodes.find(({ id }) => id === project) ?? {};
  const other = await anna.ok(api.projects.create, { body: { name: 'Yard', facility_id: parent_id ?? 0 } });
  await anna.ok(api.grants.grant, { body: { node_id: other.id, user_id: boris.id, role_id: BUILT_IN_ROLE_ID.estimator } });
  expect((await boris.ok(api.estimates.list, { params: { id: other.id } })).estimates).toEqual([]);
  expect(await boris.refused(api.estimates.get, { params: { id: estimate } })).toMatchObject({ status: 404 });
  expect(await boris.refused(api.complianceRules.list, { query: { eps_id: project } })).toMatchObject({ status: 403 });
});
