import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gge, planWith, sand, uploadEstimate } from '../../../../testing/estimates.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import type { StoredRow } from '../estimates.repository.ts';
import { byDifference, pairOut, pairRows, setApart } from './estimates.compare.rules.ts';

const row = (id: number, fields: Partial<StoredRow> = {}): StoredRow => ({
  id, parent_id: null, kind: 'work', number: String(id), code: '', name: `Row ${id}`, unit: '', quantity: '1', base: null, current: 100 * id,
  volume_code: '', guids: [], stated: {}, parts: null, base_parts: null, ...fields,
}); // prettier-ignore

describe('two states of rows', () => {
  const before = [row(1), row(2), row(3), row(4), row(5)];
  const after = [row(1), row(3, { current: 250 }), row(4, { parent_id: 1 }), row(5, { name: 'Row 5a' }), row(6)];

  test('are kept, changed, moved, doubtful, new and gone; the largest difference is first', () => {
    const pairs = byDifference(pairRows(before, after, new Set([5])));
    expect(pairs.map((pair) => [pair.change, (pair.after ?? pair.before)?.id])).toEqual([
      ['added', 6],
      ['removed', 2],
      ['changed', 3],
      ['kept', 1],
      ['moved', 4],
      ['doubtful', 5],
    ]);
    expect(pairOut(pairs[2], 2)).toMatchObject({ amount: { before: '3.00', after: '2.50' }, difference: '-0.50' });
    expect(pairOut(pairs[1], 2)).toMatchObject({ name: { before: 'Row 2', after: null }, amount: { after: null }, difference: '-2.00' });
  });

  test('a heading has no money of its own', () => {
    const [pair] = pairRows([row(1, { kind: 'section', current: 5 })], [row(1, { kind: 'section', current: 9 })], new Set());
    expect(pairOut(pair, 2)).toMatchObject({ amount: { before: null, after: null }, difference: '0.00' });
  });

  test('rows that are set apart are new ones, with what stands below them', () => {
    const { rows, lastId } = setApart([row(1), row(2, { parent_id: 1, stated: { name: 'x' } })], new Set([1]), 7);
    expect(lastId).toBe(8);
    expect(rows.map(({ id, parent_id, stated }) => [id, parent_id, stated])).toEqual([
      [8, null, {}],
      [2, 8, { name: 'x' }],
    ]);
  });
});

describe('editions of an estimate', () => {
  let world: World;
  let anna: Person;
  let project: number;
  let version: number;
  let work: number;

  beforeAll(async () => {
    world = await createWorld();
    anna = await world.person('anna');
    await anna.space();
    ({
      project,
      version,
      works: [work],
    } = await planWith(anna, [{ name: 'Dig' }]));
  });
  afterAll(() => world.close());

  const compare = (id: number, query: object = {}) => anna.ok(api.estimates.compare, { params: { id }, query });

  test('stand side by side before one is taken over and after, with the money that versions have linked', async () => {
    const { estimate_id: id } = await uploadEstimate(anna, gge({ number: '01', amounts: ['1000.00', '500.01', '5.00'] }), {
      project_id: project,
    });
    const links = [{ row_id: 2, item_id: work }, { row_id: 4, item_id: work }]; // prettier-ignore
    await anna.ok(api.costLinks.link, { params: { id }, body: { version_id: version, links } });
    const next = gge({ number: '01', amounts: ['1200.00', '500.01', '5.00'] })
      .toString()
      .replace(/<Item>(?:(?!<Item>).)*?A-2<.*?<\/Item>/, '');
    await uploadEstimate(anna, Buffer.from(next), { project_id: project });
    const seen = await compare(id, { from: 'now', to: 'proposal' });
    expect(seen).toMatchObject({
      currency: 'RUB',
      counts: { kept: 3, changed: 1, removed: 1, added: 0 },
      total: { before: '1505.01', after: '1205.00' },
      next: null,
      versions: [{ version_id: version, rows: 2, lost: 1, amount: { before: '1500.01', after: '1200.00' } }],
    });
    expect(seen.rows.map(({ row_id, change, difference }) => [row_id, change, difference])).toEqual([
      [4, 'removed', '-500.01'],
      [2, 'changed', '200.00'],
    ]);
    expect((await compare(id, { from: 'now', to: 'proposal', change: 'kept' })).rows.map(({ row_id }) => row_id)).toEqual([1, 3, 5]);
    await anna.ok(api.estimates.update, { params: { id }, body: { proposal: 'accept' } });
    expect((await compare(id)).rows).toEqual(seen.rows);
    expect((await compare(id, { from: 2, to: 'now' })).rows).toEqual([]);
    expect(await anna.refused(api.estimates.compare, { params: { id }, query: { from: 3 } })).toMatchObject({
      status: 404,
      code: 'estimate.no_edition',
    });
    expect(await anna.refused(api.estimates.compare, { params: { id }, query: { to: 'proposal' } })).toMatchObject({
      code: 'estimate.no_proposal',
    });
  });

  test('a row that only looks like another one is set apart: it becomes a new one, and the former one is gone', async () => {
    const file = (name: string, unit: string) => Buffer.from(`No;Name;Unit;Quantity;Amount\n1;${name};${unit};2;100\n2;Roof;m2;1;10\n`);
    const { estimate_id: id } = await uploadEstimate(
      anna,
      file('Concrete of foundations B25', 'm3'),
      { project_id: project },
      { name: 'a.csv' },
    );
    await uploadEstimate(anna, file('Concrete of foundations B30', 't'), { estimate_id: id }, { name: 'b.csv' });
    const { rows } = await compare(id, { from: 'now', to: 'proposal' });
    expect(rows.map(({ row_id, change, name }) => [row_id, change, name.before, name.after])).toEqual([
      [1, 'doubtful', 'Concrete of foundations B25', 'Concrete of foundations B30'],
    ]);
    await anna.ok(api.estimates.update, { params: { id }, body: { proposal: 'accept', apart: [1] } });
    const now = (await anna.ok(api.estimates.rows, { params: { id } })).rows;
    expect(now.map((one) => [one.id, one.name])).toEqual([
      [3, 'Concrete of foundations B30'],
      [2, 'Roof'],
    ]);
    expect((await compare(id)).counts).toMatchObject({ added: 1, removed: 1, kept: 1, doubtful: 0 });
  });

  test('a row that is set apart has what its file says of it', async () => {
    const file = (code: string, amount: string) =>
      Buffer.from(
        gge({ number: '05-09', amounts: ['10.10', amount], made: sand })
          .toString()
          .replace('A-2', code),
      );
    const { estimate_id: id } = await uploadEstimate(anna, file('A-2', '20.20'), { project_id: project });
    await uploadEstimate(anna, file('B-2', '25.00'), { estimate_id: id });
    await anna.ok(api.estimates.update, { params: { id }, body: { proposal: 'accept', apart: [4] } });
    const details = (estimateRowId: number) => anna.ok(api.estimates.rowDetails, { params: { id, estimateRowId } });
    expect(await details(5)).toMatchObject({ resources: [{ code: 'S-1', amount: { current: '25.00' } }] });
    expect(await anna.refused(api.estimates.rowDetails, { params: { id, estimateRowId: 4 } })).toMatchObject({ status: 404 });
  });
});
