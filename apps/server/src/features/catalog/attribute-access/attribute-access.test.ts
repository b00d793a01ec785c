import { api } from '@gantry/contract';
import { type AttributeLevel, BUILT_IN_ROLE_ID } from '@gantry/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { followedBy } from '../../../testing/jobs.ts';
import { withOneVersion } from '../../../testing/samples/one-version.ts';
import type { Person } from '../../../testing/world.ts';

/** Rules about attributes, and what they refuse to whoever would write past them. */
const here = withOneVersion();
let vera: Person;
let viewer: Person;
let stranger: Person;

beforeAll(async () => {
  [vera, viewer, stranger] = [await here.world.person('vera'), await here.world.person('viewer'), await here.world.person('stranger')];
  await here.world.join(vera, here.anna, 'planner');
  await here.world.join(viewer, here.anna, 'viewer');
  await stranger.space();
});

const rule = (name: string, level: AttributeLevel | null, role: keyof typeof BUILT_IN_ROLE_ID = 'planner') => ({
  attribute_id: null,
  name,
  role_id: BUILT_IN_ROLE_ID[role],
  level,
});
const report = (...access: ReturnType<typeof rule>[]) =>
  here.anna.ok(api.attributeAccess.save, { params: { id: here.schedule }, body: { access } });
const make = (name: string, more: object = {}) =>
  here.anna.ok(api.attributeValues.create, { params: here.at(), body: { name, type: 'number', ...more } }).then(({ id }) => id);

describe('the rules of a schedule', () => {
  test('are listed with its attributes and roles, changed, taken away, and told to open pages', async () => {
    const page = await vera.push(here.version);
    await make('Budget');
    expect((await report(rule('Budget', 'read'), rule('Budget', 'none', 'viewer'))).changed).toBe(2);
    await page.heard('attribute_access', ({ node_id }) => node_id === here.schedule);
    const { attributes, roles, rules } = await here.anna.ok(api.attributeAccess.list, { params: { id: here.schedule } });
    expect(attributes).toContainEqual({ attribute_id: null, name: 'Budget', type: 'number', node_name: null, calculated: false });
    expect(roles.find(({ code }) => code === 'planner')).toMatchObject({ reads: true, edits: true });
    expect(rules).toMatchObject([
      { name: 'Budget', role_id: BUILT_IN_ROLE_ID.planner, level: 'read', node_id: here.schedule },
      { name: 'Budget', role_id: BUILT_IN_ROLE_ID.viewer, level: 'none' },
    ]);
    expect((await report(rule('budget', 'read'), rule('Budget', null, 'viewer'))).changed).toBe(1);
    expect((await report(rule('Budget', null))).changed).toBe(1);
    await page.close();
  });

  test('hold below the node that they are said at, and the nearest one counts', async () => {
    const project = (await here.anna.ok(api.eps.tree)).nodes.find(({ id }) => id === here.schedule)?.parent_id as number;
    const body = { name: 'Zone', key: `zone_${here.version}`, type: 'string' as const, owners: ['wbs' as const, 'schedule' as const] };
    const id = (await here.anna.ok(api.attributes.create, { params: { id: project }, body })).id;
    const hide = { attribute_id: id, name: 'Zone', role_id: BUILT_IN_ROLE_ID.planner };
    const path = `/api/v1/eps/${project}/attributes/access`;
    await here.anna.ok(api.attributeAccess.save, { params: { id: project }, body: { access: [{ ...hide, level: 'none' }] } }, { path });
    const levelOf = async () =>
      (await here.anna.ok(api.attributeAccess.ofRole, { params: { id: here.schedule, roleId: BUILT_IN_ROLE_ID.planner } })).attributes.find(
        ({ attribute_id }) => attribute_id === id,
      );
    expect(await levelOf()).toMatchObject({ level: 'none', source: 'rule', node_id: project });
    const entries = async () => (await vera.ok(api.attributes.passport, { params: { id: here.schedule } })).entries;
    expect((await entries()).some(({ attribute }) => attribute.id === id)).toBe(false);
    const listed = async (nodeId: number) =>
      (await vera.ok(api.attributes.list, { params: { id: nodeId } })).attributes.map((one) => one.id);
    expect([await listed(project), await listed(here.schedule)].flat()).not.toContain(id);
    await report({ ...hide, attribute_id: id as never, level: 'read' });
    expect(await levelOf()).toMatchObject({ level: 'read', node_id: here.schedule });
    expect((await entries()).find(({ attribute }) => attribute.id === id)).toMatchObject({ read_only: true });
    const write = { params: { id: here.schedule }, body: { values: [{ attribute_id: id, value: 'A' }] } };
    expect(await vera.refused(api.attributes.saveValues, write)).toMatchObject({
      status: 403,
      code: 'attribute.read_only',
      parameters: { name: 'Zone' },
    });
    await here.anna.ok(api.attributes.saveValues, write);
    await vera.ok(api.attributes.savePassport, { params: { id: here.schedule }, body: { values: [] } });
    expect(
      (await here.anna.ok(api.attributes.passport, { params: { id: here.schedule } })).entries.find((one) => one.attribute.id === id),
    ).toMatchObject({
      value: 'A',
    });
  });

  test('tell of calculated attributes what they come to', async () => {
    await make('cost');
    await make('twice', { formula: 'cost * 2' });
    await report(rule('cost', 'none'));
    const params = { id: here.schedule, roleId: BUILT_IN_ROLE_ID.planner };
    expect((await here.anna.ok(api.attributeAccess.calculatedOfRole, { params })).attributes).toMatchObject([
      { name: 'twice', level: 'none', source: 'formula', calculated: true },
    ]);
    await report(rule('cost', null));
    expect((await here.anna.ok(api.attributeAccess.calculatedOfRole, { params })).attributes).toMatchObject([{ level: 'write' }]);
  });

  test('are refused for the owner, an unknown role or attribute, to who does not manage roles, and to strangers', async () => {
    await make('Budget');
    const params = { id: here.schedule };
    const ask = (access: object) => ({ params, body: { access: [access] as never } });
    const { save } = api.attributeAccess;
    expect(await here.anna.refused(save, ask(rule('Budget', 'none', 'owner')))).toMatchObject({ code: 'attribute_access.owner_is_fixed' });
    expect(await here.anna.refused(save, ask({ ...rule('Budget', 'none'), role_id: 99_999 }))).toMatchObject({ code: 'role.not_found' });
    expect(await here.anna.refused(save, ask(rule('No such', 'none')))).toMatchObject({ code: 'attribute_access.unknown_attribute' });
    expect(await vera.refused(save, ask(rule('Budget', 'write')))).toMatchObject({ status: 403, code: 'auth.forbidden' });
    for (const endpoint of [api.attributeAccess.list, api.attributeAccess.ofRole, api.attributeAccess.calculatedOfRole]) {
      const at = (id: number) => ({ params: { id, roleId: 3 } });
      const foreign = await stranger.refused(endpoint, at(here.schedule));
      expect(foreign.status).toBe(404);
      expect(await stranger.refused(endpoint, at(99_999_999))).toMatchObject({ status: foreign.status, code: foreign.code });
    }
    expect(await stranger.refused(save, ask(rule('Budget', 'none')))).toMatchObject({ status: 404, code: 'node.not_found' });
  });
});

describe('whoever may not write', () => {
  test('is refused with the name of the attribute, and nothing of the edit is written', async () => {
    const [budget, note] = [await make('Budget'), await make('Note')];
    const [first, second] = [await here.add('A'), await here.add('B')];
    await report(rule('Budget', 'read'));
    const before = (await here.anna.ok(api.versions.get, { params: here.at() })).revision;
    const items = [
      { id: first, name: 'Renamed', attributes: { [note]: 1 } },
      { id: second, attributes: { [budget]: 2 } },
    ];
    expect(await vera.refused(api.wbs.updateMany, { params: here.at(), body: { items } })).toMatchObject({
      status: 403,
      code: 'attribute.read_only',
      parameters: { name: 'Budget', id: second },
    });
    expect(await vera.refused(api.wbs.update, { params: here.one(first), body: { attributes: { [budget]: 1 } } })).toMatchObject({
      code: 'attribute.read_only',
    });
    expect((await here.anna.ok(api.versions.get, { params: here.at() })).revision).toBe(before);
    const done = await vera.ok(api.wbs.updateMany, { params: here.at(), body: { items, skip_refused: true } });
    expect(done).toMatchObject({ refused: [{ id: second, code: 'attribute.read_only' }] });
    for (const call of [
      vera.refused(api.attributeValues.remove, { params: { ...here.at(), attributeId: budget } }),
      vera.refused(api.attributeValues.update, { params: { ...here.at(), attributeId: budget }, body: { name: 'Mine' } }),
    ])
      expect(await call).toMatchObject({ status: 403, code: 'attribute.read_only', parameters: { name: 'Budget' } });
    const columns = (await vera.ok(api.wbs.columns, { params: here.at() })).columns;
    expect(columns.filter(({ name }) => name !== null)).toMatchObject([
      { name: 'Budget', editable: false },
      { name: 'Note', editable: true },
    ]);
    expect((await vera.ok(api.attributeValues.list, { params: here.at() })).attributes).toMatchObject([
      { read_only: true },
      { read_only: false },
    ]);
    await report(rule('Budget', null));
  });

  test('meets an attribute out of sight as one that is not there, and does not take back what is out of sight now', async () => {
    const budget = await make('Budget');
    const row = await here.add('A');
    await vera.ok(api.wbs.update, { params: here.one(row), body: { attributes: { [budget]: 1 } } });
    await report(rule('Budget', 'none'));
    const unknown = await vera.refused(api.wbs.update, { params: here.one(row), body: { attributes: { 99999: 1 } } });
    const hidden = await vera.refused(api.wbs.update, { params: here.one(row), body: { attributes: { [budget]: 1 } } });
    expect(hidden).toMatchObject({ status: unknown.status, code: unknown.code });
    expect(await vera.refused(api.edits.undo, { params: here.at(), body: {} })).toMatchObject({ code: 'attribute.out_of_sight' });
    const formula = { name: 'Mine', type: 'number' as const, formula: 'Budget * 1' };
    expect(await vera.refused(api.attributeValues.create, { params: here.at(), body: formula })).toMatchObject({
      code: 'attribute.formula_invalid',
    });
    expect(await vera.refused(api.attributeValues.remove, { params: { ...here.at(), attributeId: budget } })).toMatchObject({
      code: 'version_attribute.not_found',
    });
    await report(rule('Budget', null));
    await vera.ok(api.edits.undo, { params: here.at(), body: {} });
  });

  test('does not reach what is hidden by a formula of the hierarchy either', async () => {
    const key = `k${here.version}`;
    const common = { type: 'number' as const, owners: ['wbs' as const] };
    const secret = (await here.anna.ok(api.attributes.createInSpace, { body: { ...common, name: `S${key}`, key: `s${key}` } })).id;
    const total = (await here.anna.ok(api.attributes.createInSpace, { body: { ...common, name: `T${key}`, key: `t${key}` } })).id;
    const formula = async (who: Person, text: string) =>
      followedBy(who, await who.ok(api.calculatedAttributeSettings.create, { body: { attribute_id: total, formula: text } }));
    await formula(here.anna, '1 + 1');
    await here.anna.ok(api.attributeValues.take, { params: here.at(), body: { source_ids: [secret, total] } });
    const about = { role_id: BUILT_IN_ROLE_ID.planner };
    await report({ ...about, attribute_id: secret as never, name: `S${key}`, level: 'none' });
    expect((await formula(vera, `s${key} * 1`)).left).toMatchObject([{ version_id: here.version }]);
    const kept = (await here.anna.ok(api.attributeValues.list, { params: here.at() })).attributes.find(
      ({ source_id }) => source_id === total,
    );
    expect(kept?.formula).toBe('1 + 1');
  });

  test('keeps rules on an attribute that gets another name', async () => {
    const budget = await make('Budget');
    await report(rule('Budget', 'none', 'viewer'));
    await vera.ok(api.attributeValues.update, { params: { ...here.at(), attributeId: budget }, body: { name: 'Plan budget' } });
    const names = async (who: Person) => (await who.ok(api.versions.attributes, { params: here.at() })).attributes.map(({ name }) => name);
    expect([await names(vera), await names(viewer)]).toEqual([['Plan budget'], []]);
    await report(rule('Plan budget', null, 'viewer'));
  });

  test('may by one role what another role does not let them', async () => {
    const budget = await make('Budget');
    const row = await here.add('A');
    await report(rule('Budget', 'none', 'viewer'));
    const seen = async () => (await viewer.ok(api.versions.attributes, { params: here.at() })).attributes.length;
    expect(await seen()).toBe(0);
    const grant = { node_id: here.schedule, user_id: viewer.id };
    await here.anna.ok(api.grants.grant, { body: { ...grant, role_id: BUILT_IN_ROLE_ID.planner } });
    expect(await seen()).toBe(1);
    await viewer.ok(api.wbs.update, { params: here.one(row), body: { attributes: { [budget]: 3 } } });
    await here.anna.ok(api.grants.revoke, { body: grant });
    expect(await seen()).toBe(0);
    await report(rule('Budget', null, 'viewer'));
  });
});
