import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { versionWithMoney } from '../../../../testing/samples/version-with-money.ts';
import { letInOnly } from '../../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';

let world: World;
let anna: Person;
let space: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  space = await anna.space();
});
afterAll(() => world.close());

test('a formula over figures is a formula of sums, in all and for each part', async () => {
  const { schedule, version } = await versionWithMoney(anna);
  const at = (formula: string, more: object = {}) =>
    anna.ok(api.analytics.formulaOfSchedule, { params: { id: schedule }, query: { formula, ...more } });
  const works = await anna.ok(api.analytics.statsOfSchedule, { params: { id: schedule } });
  expect(await at('cost_fact / cost_plan')).toMatchObject({ type: 'number', value: 0.3, fault: null, state: { versions: 1 } });
  expect(await at('cost_plan / works')).toMatchObject({ type: 'money', value: 1000 / works.works });
  expect(await at('finish')).toMatchObject({ type: 'date', value: works.finish });
  expect((await at('cost_eac')).value).toBe(
    (await anna.ok(api.analytics.costOfSchedule, { params: { id: schedule }, query: {} })).earned_value?.eac,
  );
  expect((await at('cost_plan', { period: 'month' })).series?.values.at(-1)).toBe(1000);
  expect([(await at('cost_plan / works', { period: 'month' })).series?.values, (await at('cost_plan')).series]).toEqual([[], null]);
  // What stands below is named as the children of the place.
  const below = await anna.ok(api.analytics.formulaOfSpace, { params: { id: space }, query: { formula: 'max(children.cost_plan)' } });
  const own = await anna.ok(api.analytics.formulaOfSpace, { params: { id: space }, query: { formula: 'cost_plan' } });
  expect(below.value).toBe(Math.max(...own.parts.map(({ value }) => Number(value ?? 0))));
  expect(own.parts.reduce((sum, { value }) => sum + Number(value ?? 0), 0)).toBe(own.value);
  // What cannot be calculated says where and why.
  expect(await at('cost_plan / labour_plan')).toMatchObject({ value: null, fault: { code: 'formula.division_by_zero' } });
  expect(await at('cost_plan / nothing')).toMatchObject({
    type: null,
    value: null,
    fault: { code: 'formula.unknown_name', from: 12, to: 19 },
  });
  expect(await at('parent.cost_plan')).toMatchObject({ fault: { code: 'formula.unknown_scope' } });
  // Of some works alone it is a formula of their sums.
  const content = { join: 'and' as const, conditions: [{ column: 'name', operator: 'like' as const, value: 'nobody' }] };
  const filter = (await anna.ok(api.filters.create, { body: { name: 'Nobody', content } })).id;
  expect(await at('works', { filter })).toMatchObject({ value: 0 });
  // Volumes are those of the item that is asked for.
  const { items } = await anna.ok(api.analytics.volumeOfVersion, { params: { id: version }, query: {} });
  expect((await at('volume_plan')).value).toBeNull();
  for (const { key, plan } of items) expect((await at('volume_plan', { item: key })).value).toBe(plan);
});

test('each figure that a formula names opens the works that it is made of', async () => {
  const { schedule, version, item } = await versionWithMoney(anna);
  await anna.ok(api.dayValues.write, {
    params: { id: version, wbsId: item },
    body: { measure: 'volume', mode: 'plan', values: [{ day: '2026-03-03', value: 5 }] },
  });
  const { items } = await anna.ok(api.analytics.volumeOfVersion, { params: { id: version }, query: {} });
  const content = { join: 'and' as const, conditions: [{ column: 'name', operator: 'like' as const, value: 'all' }] };
  const filter = (await anna.ok(api.filters.create, { body: { name: 'Somebody', content } })).id;
  const formula = '(cost_fact + volume_plan) / max(works, labour_plan, cost_eac) + spit + max(children.finishes_plan) + progress';
  for (const works of [{}, { filter }]) {
    const query = { formula, item: items[0].key, ...works };
    const { figures } = await anna.ok(api.analytics.formulaOfSchedule, { params: { id: schedule }, query });
    const opened = figures.filter(({ figure }) => figure !== null).map(({ name }) => name);
    expect(opened).toEqual(['cost_fact', 'labour_plan', 'finishes_plan', 'volume_plan', 'works']);
    expect(figures.map(({ name }) => name).filter((name) => !opened.includes(name))).toEqual(['cost_eac', 'progress', 'spit']);
    for (const { name, value, figure } of figures) {
      if (!figure) continue;
      const asked = { ...figure, ...works };
      expect(figure).toEqual(asked);
      const below = await anna.ok(api.analytics.navigate, { params: { id: schedule }, query: figure });
      const { amount } = await anna.ok(api.analytics.rowsOfVersion, { params: { id: version }, body: { figure } });
      expect({ name, below: below.value, amount }).toEqual({ name, below: value, amount: value });
    }
  }
});

test('a point of the curve of a formula opens what its figures come to until the end of that period', async () => {
  const { schedule, version, item } = await versionWithMoney(anna);
  await anna.ok(api.dayValues.write, {
    params: { id: version, wbsId: item },
    body: { measure: 'volume', mode: 'plan', values: [{ day: '2026-05-05', value: 5 }] },
  });
  const at = (more: object) =>
    anna.ok(api.analytics.formulaOfSchedule, {
      params: { id: schedule },
      query: { formula: 'starts_plan + labour_plan + cost_plan', period: 'month', ...more },
    });
  const { series } = await at({});
  const periods = series?.periods ?? [];
  expect(periods.length).toBeGreaterThan(0);
  for (const [index, first] of periods.entries()) {
    const { value, figures } = await at({ at: first });
    expect(value).toBe(series?.values[index]);
    for (const { name, value: amount, figure } of figures) {
      if (!figure) throw new Error(`${name} is not opened.`);
      const rows = await anna.ok(api.analytics.rowsOfVersion, { params: { id: version }, body: { figure } });
      const below = await anna.ok(api.analytics.navigate, { params: { id: schedule }, query: figure });
      expect({ name, rows: rows.amount, below: below.value }).toEqual({ name, rows: amount, below: amount });
    }
  }
  const query = { formula: 'cost_plan', period: 'month' as const, at: '2031-01-01' };
  expect((await anna.refused(api.analytics.formulaOfSchedule, { params: { id: schedule }, query })).code).toBe(
    'analytics.no_such_question',
  );
});

test('figures beside money are opened of the versions whose money the caller may see, as the formula counts them', async () => {
  const { schedule } = await versionWithMoney(anna);
  const { nodes } = await anna.ok(api.eps.tree);
  const project = nodes.find(({ id }) => id === schedule)?.parent_id ?? 0;
  const other = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Secret' } })).id;
  const secret = await anna.version(other);
  await anna.item(secret, { name: 'Vault', start: '2026-03-02T09:00', duration_minutes: 2400 });
  const guest = await world.person('gina');
  await letInOnly(guest, anna);
  const rights = RIGHTS_OF_ROLE.viewer.filter((right) => right !== 'cost.read');
  const { id: blind } = await anna.ok(api.roles.create, { body: { name: 'Without money', rights } });
  await anna.ok(api.grants.grant, { body: { node_id: project, user_id: guest.id, role_id: blind } });
  await anna.ok(api.grants.grant, { body: { node_id: schedule, user_id: guest.id, role_id: BUILT_IN_ROLE_ID.viewer } });
  const at = (formula: string) => guest.ok(api.analytics.formulaOfProject, { params: { id: project }, query: { formula } });
  const { figures, state } = await at('cost_fact / works');
  expect([figures.map(({ value }) => value), state.hidden]).toEqual([[300, 1], 1]);
  expect((await at('works')).figures).toMatchObject([{ value: 2, figure: { kind: 'stats', line: 'works' } }]);
  for (const { value, figure } of figures) {
    if (!figure) throw new Error('A figure is not opened.');
    expect((await guest.ok(api.analytics.navigate, { params: { id: project }, query: figure })).value).toBe(value);
    expect((await guest.refused(api.analytics.rowsOfVersion, { params: { id: secret }, body: { figure } })).code).toBe(
      'analytics.no_such_question',
    );
  }
});
