import { api, type PushMessage } from '@gantry/contract';
import { attributeColumn, BUILT_IN_ROLE_ID } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { canariesIn } from '../../../testing/canary.ts';
import {
  anna,
  askAll,
  askTogether,
  byColumn,
  bytesOf,
  CANARIES,
  COSTS,
  fileOf,
  imported,
  indicator,
  NUMBERS,
  other,
  rightsOfVera,
  rows,
  schedule,
  secret,
  snapshotOf,
  TEXT,
  vera,
  version,
  WITHOUT_RULE,
  withSecrets,
  world,
  write,
} from '../../../testing/samples/secret-values.ts';

withSecrets();

/** Hundreds of calls and some forty files stand in one test. */
const PATIENT = { timeout: 300_000 };

/** What who may see everything is answered; asked once. */
let ofAnna: ReturnType<typeof askAll> | undefined;
const askAnna = () => (ofAnna ??= askAll(anna));

describe('what is hidden', () => {
  test('is found by the search that the other tests rely on, where somebody may see it', PATIENT, async () => {
    const { bytes } = await snapshotOf(anna, 'identity');
    expect(canariesIn(bytes, CANARIES)).toEqual(
      expect.arrayContaining([
        'text',
        'entry',
        'node',
        'number',
        'money',
        'measure',
        'date',
        'without a rule money',
        ...Object.keys(COSTS).map((name) => `cost ${name}`),
      ]),
    );
    const { found, uncovered } = await askAnna();
    expect(uncovered).toEqual([]);
    const places = new Set(found.map((one) => one.split(' ')[one.startsWith('file') ? 2 : 0]));
    expect([...places]).toEqual(
      expect.arrayContaining([
        'wbs.get',
        'edits.since',
        'compare.compare',
        'compare.exportComparison',
        'attributes.passport',
        'attributes.search',
        'attributes.export',
        'attributeValues.list',
        'attributeCalculate.calculateVersion',
        'attributeCalculate.validate',
        'versions.attributes',
        'exports.version',
        'batch.export',
        'projectFiles.export',
        'estimates.list',
        'estimates.rows',
        'estimates.compare',
        'estimates.export',
        'costLinks.list',
        'complianceRules.apply',
        'acts.get',
        'acts.executed',
        'acts.export',
        'pdc.get',
        'pdc.compare',
      ]),
    );
    // Sums of money come from every place that has figures.
    for (const scope of ['Space', 'Facility', 'Project', 'Schedule', 'Version'])
      expect(
        found.some((one) => one.startsWith(`analytics.costOf${scope} `) && one.endsWith('sum planned')),
        scope,
      ).toBe(true);
    expect(found.some((one) => one.startsWith('file of exports.version xer') && one.includes('text'))).toBe(true);
    for (const format of ['xlsx', 'csv', 'json', 'gantry', 'xml', 'xer', 'zip'])
      expect(
        found.some((one) => one.startsWith(`file of exports.version ${format}:`)),
        format,
      ).toBe(true);
  });

  test('stands in no answer and no file of any call of the contract', PATIENT, async () => {
    const { found, uncovered } = await askAll(vera);
    expect(uncovered).toEqual([]);
    expect(found).toEqual([]);
  });

  test(
    'of money is seen by its own right: costs of plans by one, estimates with their acts and contracts by another',
    PATIENT,
    async () => {
      // A call that holds nothing for who may see everything holds nothing for her.
      const holding = new Set((await askAnna()).found.map((one) => one.replace(/^file of /, '').split(' ')[0]));
      const foundWith = async (...rights: ('cost.read' | 'estimate.read')[]) => {
        await rightsOfVera(...rights);
        const { found, uncovered } = await askAll(vera, (id) => holding.has(id));
        expect(uncovered).toEqual([]);
        return [...new Set(found.map((one) => one.slice(one.lastIndexOf(': ') + 2)))];
      };
      const [ofEstimates, ofPlans] = [await foundWith('estimate.read'), await foundWith('cost.read')];
      await rightsOfVera();
      expect(ofEstimates.filter((what) => !what.startsWith('estimated '))).toEqual([]);
      expect(ofEstimates).toEqual(expect.arrayContaining(['row', 'act', 'contract'].map((name) => `estimated ${name}`)));
      expect(ofPlans.filter((what) => !/^(cost|sum|without a rule) /.test(what))).toEqual([]);
      expect(ofPlans).toEqual(expect.arrayContaining(['cost planned', 'without a rule money', 'without a rule twice']));
    },
  );

  test.each(['identity', 'gzip', 'br', 'zstd'])('stands in no column of the stream (%s)', async (encoding) => {
    const { status, bytes } = await snapshotOf(vera, encoding);
    expect(status).toBe(200);
    expect(bytes.includes('seen by all')).toBe(true);
    expect(canariesIn(bytes, CANARIES)).toEqual([]);
  });

  test('stands in no event that a page hears while others edit, undo and calculate, and in none of what it missed', async () => {
    const [page, own] = [await vera.push(version), await anna.push(version)];
    await write(anna, { [secret['secret_text']]: `${TEXT} again`, [secret['open']]: 'seen' });
    await write(anna, { [secret['secret_money']]: NUMBERS.money }, rows[1]);
    await write(anna, { [secret['secret_number']]: NUMBERS.number + 1, [secret['secret_list']]: null });
    await write(anna, { [secret['wages']]: null });
    await write(anna, { [secret['wages']]: WITHOUT_RULE.money });
    const spent = { measure: 'cost' as const, mode: 'plan' as const, values: [{ day: '2026-03-03', value: COSTS.day }] };
    await anna.ok(api.dayValues.write, { params: { id: version, wbsId: rows[2] }, body: spent });
    const rates = [{ from: null, limit: null, prices: [COSTS.rate] }];
    await anna.ok(api.resources.saveRates, { params: { id: version, resourceId: 9001 }, body: { rates } });
    await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
    const { revision } = await anna.ok(api.edits.redo, { params: { id: version }, body: {} });
    await Promise.all([page, own].map((each) => each.heard('version_edit', (data) => data['revision'] === revision)));
    const heard = (messages: unknown) => canariesIn(Buffer.from(JSON.stringify(messages)), CANARIES);
    expect(heard(own.messages)).toEqual(
      expect.arrayContaining(['text', 'money', 'without a rule money', 'entry', 'cost day', 'cost rate']),
    );
    expect(heard(page.messages)).toEqual([]);
    expect(JSON.stringify(page.messages)).toContain('"seen"');
    const attributesReported = (messages: PushMessage[]) =>
      messages.flatMap((message) =>
        message.event === 'wbs_attribute_updated' ? (message as PushMessage<'wbs_attribute_updated'>).data.items : [],
      );
    const ids = (messages: PushMessage[]) => new Set(attributesReported(messages).flatMap(({ attributes }) => attributes));
    expect([...ids(page.messages)]).toEqual([secret['open']]);
    expect([...ids(own.messages)]).toEqual(expect.arrayContaining([secret['open'], secret['secret_text'], secret['secret_money']]));
    expect(new Set(attributesReported(own.messages).map(({ wbs_id }) => wbs_id))).toEqual(new Set(rows.slice(0, 2)));
    await Promise.all([page.close(), own.close()]);
  });

  test('stands in no answer to what vera does herself: edits, copies, deletes, takes back, searches', async () => {
    const done: unknown[] = [];
    const keep = async (answer: Promise<unknown>) => void done.push(await answer);
    const params = { id: version };
    const body = { items: rows.map((id) => ({ id, name: `Row ${id}`, attributes: { [secret['open']]: 'hers' } })) };
    await keep(vera.ok(api.wbs.updateMany, { params, body }));
    const copied = await vera.ok(api.wbs.copy, { params, body: { ids: [rows[0]], parent_id: null, after_id: null } });
    await keep(Promise.resolve(copied));
    const [from] = [{ ids: [rows[0]], parent_id: null, after_id: null, from_version_id: other }];
    await keep(vera.ok(api.wbs.copy, { params, body: from }));
    await keep(vera.ok(api.wbs.remove, { params: { id: version, wbsId: rows[0] } }));
    await keep(vera.ok(api.edits.undo, { params, body: {} }));
    await keep(vera.ok(api.edits.redo, { params, body: {} }));
    await keep(vera.ok(api.edits.undo, { params, body: {} }));
    await keep(vera.ok(api.edits.list, { params }));
    // Costs that she brings to works without seeing them.
    for (const dry_run of [true, false]) await keep(vera.ok(api.versions.updateCosts, { params, body: { dry_run } }));
    await keep(vera.call(api.costLinks.takeOver, { params: { id: other }, body: { from_version_id: version, dry_run: true } }));
    await keep(vera.call(api.attributeValues.remove, { params: { id: version, attributeId: secret['secret_text'] } }));
    expect(canariesIn(Buffer.from(JSON.stringify(done)), CANARIES)).toEqual([]);
    // What she deleted and brought back has its values again, and her copy has none of those that she may not write.
    const back = await anna.ok(api.wbs.get, { params: { id: version, wbsId: rows[0] } });
    expect(back.attributes.map(({ name }) => name)).toEqual(expect.arrayContaining(['secret_text', 'secret_number', 'open']));
    const copy = await anna.ok(api.wbs.get, { params: { id: version, wbsId: copied.ids[0] } });
    expect(copy.attributes.map(({ name }) => name)).toEqual(['open']);
  });

  test('does not come to another schedule with a copy, nor with what is pasted there', async () => {
    const elsewhere = await anna.schedule('Elsewhere');
    const { id } = await vera.ok(api.versions.copyTo, { params: { id: imported, scheduleId: elsewhere }, body: {} });
    const call = { params: { id: id as number, x: 'xer' as const }, body: {} };
    expect(canariesIn(await fileOf(anna, (await bytesOf(anna, api.exports.version, call)).bytes), CANARIES)).toEqual([]);
    const empty = await anna.version(elsewhere);
    const body = { ids: [rows[0]], parent_id: null, after_id: null, from_version_id: version };
    await vera.ok(api.wbs.copy, { params: { id: empty }, body });
    const { items } = await anna.ok(api.wbs.list, { params: { id: empty } });
    const { attributes } = await anna.ok(api.wbs.get, { params: { id: empty, wbsId: items[0]['id'] as number } });
    expect(attributes.map(({ name }) => name)).toEqual(['open']);
  });

  test('makes no difference: what filters, sorting, indicators and counts answer is the same whatever it is', PATIENT, async () => {
    const params = { id: version };
    const columns = Object.keys(secret).filter((name) => name !== 'open');
    const operators = ['exists', 'gt', 'like'] as const;
    const ask = async () => {
      const answers: unknown[] = [];
      const reported = async (call: Promise<{ status: number; body: any }>) => {
        const { status, body } = await call;
        answers.push([status, body.errors?.[0]?.code ?? null, body.total ?? null, body.items?.map(({ id }: { id: number }) => id) ?? null]);
      };
      for (const name of columns) {
        for (const operator of operators)
          await reported(vera.call(api.wbs.filter, { params, body: byColumn(name, operator, 'CANARY') as never }));
        await reported(vera.call(api.wbs.list, { params, query: { sort: attributeColumn(secret[name]) } }));
      }
      await reported(vera.call(api.wbs.list, { params, query: { filter_indicator: indicator } }));
      const parts = [api.attributeValues.list, api.indicatorValues.list, api.indicatorValues.ofVersion, api.versions.attributes];
      for (const endpoint of parts) {
        const { revision: _revision, ...rest } = (await vera.ok(endpoint, { params })) as { revision?: number };
        answers.push(rest);
      }
      const { bytes } = await snapshotOf(vera, 'identity');
      answers.push(bytes.length);
      return answers;
    };
    const before = await ask();
    for (const row of rows)
      await write(anna, { [secret['secret_text']]: `another ${row}`, [secret['secret_number']]: row, [secret['hidden_cost']]: 1 }, row);
    expect(await ask()).toEqual(before);
    await write(anna, { [secret['secret_text']]: TEXT, [secret['secret_number']]: NUMBERS.number, [secret['hidden_cost']]: 5432.109375 });
  });

  test('is hidden from who acts for vera and from her scripts, and opens to nobody by what they act with', async () => {
    const dora = await world.person('dora');
    await world.join(dora, anna, 'viewer');
    const period = { starts_at: new Date(Date.now() - 1000).toISOString(), ends_at: new Date(Date.now() + 3_600_000).toISOString() };
    await vera.ok(api.delegation.create, { body: { receiver_id: dora.id, ...period } });
    const acting = { 'x-on-behalf-of': String(vera.id) };
    expect(canariesIn((await snapshotOf(dora, 'identity', acting)).bytes, CANARIES)).toEqual([]);
    expect(canariesIn((await snapshotOf(dora, 'identity')).bytes, CANARIES)).not.toEqual([]);
    const { token } = await vera.ok(api.accessTokens.create, { body: { name: 'Script', rights: ['plan.read', 'plan.edit'], days: 1 } });
    const script = await snapshotOf(vera, 'identity', { authorization: `Bearer ${token}` });
    expect([script.status, canariesIn(script.bytes, CANARIES)]).toEqual([200, []]);
  });

  test('is heard from the moment on that a rule or a role lets it be seen, and not a moment longer', async () => {
    const page = await vera.push(version);
    const hears = async () => {
      const { revision } = (await write(anna, { [secret['secret_text']]: `${TEXT} ${Math.random()}` })) as { revision: number };
      const { diff } = await page.heard('version_edit', (data) => data['revision'] === revision);
      return canariesIn(Buffer.from(JSON.stringify(diff)), CANARIES).includes('text');
    };
    expect(await hears()).toBe(false);
    await world.sql(`update space_user set role = 'viewer' where user_id = $1 and space_id = $2`, [vera.id, anna.spaceId]);
    expect(await hears()).toBe(true);
    await world.sql(`update space_user set role = 'planner' where user_id = $1 and space_id = $2`, [vera.id, anna.spaceId]);
    expect(await hears()).toBe(false);
    const rule = { attribute_id: null, name: 'secret_text', role_id: BUILT_IN_ROLE_ID.planner };
    await anna.ok(api.attributeAccess.save, { params: { id: schedule }, body: { access: [{ ...rule, level: 'read' }] } });
    await page.heard('attribute_access');
    expect(await hears()).toBe(true);
    await anna.ok(api.attributeAccess.save, { params: { id: schedule }, body: { access: [{ ...rule, level: 'none' }] } });
    expect(await hears()).toBe(false);
    await page.close();
  });
});

/** One more than there are connections: a call that wants a second one while it holds a first would wait for itself. READS_AT_ONCE asks more. */
const AT_ONCE = Number(process.env['READS_AT_ONCE'] ?? 17);

test('calls that read are answered when many people ask at once, and no two stand in each other’s way', PATIENT, async () => {
  expect(await askTogether(anna, AT_ONCE)).toEqual([]);
  await world.sql('select pg_stat_force_next_flush()');
  const [{ deadlocks }] = await world.sql('select deadlocks::int from pg_stat_database where datname = current_database()');
  expect(deadlocks).toBe(0);
});
