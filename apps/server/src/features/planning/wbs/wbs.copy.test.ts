import { api } from '@gantry/contract';
import { LIMITS } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { withOneVersion } from '../../../testing/samples/one-version.ts';
import { queriesOf, statementsOf } from '../../../testing/statements.ts';
import { codeGiver, giverOf, prefixLike } from './wbs.codes.rules.ts';
import { listSeries } from './wbs.repository.ts';

const here = withOneVersion();
const { at, add } = here;

const copy = (ids: number[], more: object = {}) => ({ params: at(), body: { ids, parent_id: null, after_id: null, ...more } });

test('more rows than one call copies are refused, and of what is theirs none is read', async () => {
  const [top, out] = [await add('Top'), await add('Out')];
  const below = await add('Below', top);
  await here.world.sql(
    `insert into relation (space_id, version_id, id, predecessor_id, successor_id, type, lag_minutes, driving)
     select $1, $2, 1000 + n, $3, $4, 'fs', 0, false from generate_series(1, ${LIMITS.copyRowsAtOnce - 1}) n`,
    [here.anna.spaceId, here.version, out, below],
  );
  const refused = (from: object = {}) => here.anna.refused(api.wbs.copy, copy([top], from));
  const sent = await statementsOf(async () =>
    expect(await refused()).toMatchObject({ code: 'request.limit_reached', parameters: { most: LIMITS.copyRowsAtOnce } }),
  );
  expect(sent.filter((text) => text.includes('from "relation" t') && !text.includes('count(*)'))).toEqual([]);
  const target = await here.anna.version();
  const paste = { params: { id: target }, body: { ...copy([top]).body, from_version_id: here.version } };
  expect(await here.anna.refused(api.wbs.copy, paste)).toMatchObject({ code: 'request.limit_reached' });
  await here.anna.ok(api.wbs.copy, copy([out]));
});

test('of another version that is read which is pasted, and what that points at', async () => {
  const [a, b, other] = [await add('A'), await add('B'), await add('Other')];
  await here.anna.relation(here.version, a, b);
  const key = [here.anna.spaceId, here.version];
  for (const [resource, item] of [
    [901, a],
    [902, other],
  ]) {
    await here.world.sql(
      `insert into resource (space_id, version_id, id, code, name, kind, unit) values ($1, $2, $3, 'R', 'Crew ' || $3::int, 'labour', 'h')`,
      [...key, resource],
    );
    await here.world.sql(
      `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
         planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, $3::int + 100, $4, $3, 8, 0, 8, 80, 0, 80, 0, true)`,
      [...key, resource, item],
    );
  }
  const target = await here.anna.version();
  const paste = { params: { id: target }, body: { ...copy([a, b]).body, from_version_id: here.version } };
  const sent = await queriesOf(() => here.anna.ok(api.wbs.copy, paste));
  const reads = sent.filter(({ text, values }) => text.trim().startsWith('select t.') && values.includes(here.version));
  expect(reads.length).toBeGreaterThan(5);
  expect(reads.filter(({ text }) => !text.includes('any('))).toEqual([]);
  expect(await here.world.sql('select name from resource where version_id = $1', [target])).toEqual([{ name: 'Crew 901' }]);
  expect((await here.anna.ok(api.relations.list, { params: { id: target } })).relations).toHaveLength(1);
});

describe('the next free code', () => {
  const CODES = [
    'A1000',
    'A1010',
    'A990',
    'B7',
    'B007',
    'C20',
    'C30',
    'x123456789012',
    'x123456789013',
    '41',
    '40',
    'ROOF',
    'ROOF-9',
    '1.2.3',
    'Ж-10',
  ];

  test('is the same where the database looks for the end of a series as where all codes are read', async () => {
    for (const code of CODES) await here.anna.item(here.version, { name: code, code });
    const context = await here.world.app.contextOf({ userId: here.anna.id, actorId: here.anna.id, spaceId: here.anna.spaceId, needs: [] });
    const key = { spaceId: here.anna.spaceId, versionId: here.version };
    for (const like of CODES) {
      const series = await context.read((db) => listSeries(db, key, [prefixLike(like)]));
      expect([like, giverOf(series, []).next(like)]).toEqual([like, codeGiver(CODES.map((code) => ({ code, isTask: true }))).next(like)]);
    }
  });

  test('is found without a list of all codes, for a new row as for one that is copied', async () => {
    const a = await here.anna.item(here.version, { name: 'A', code: 'A1' });
    const create = (after_id?: number) => ({ params: at(), body: { parent_id: null, after_id, item: { name: 'New' }, next_code: true } });
    const sent = await statementsOf(async () => {
      await here.anna.ok(api.wbs.create, create(a));
      await here.anna.ok(api.wbs.create, create());
      await here.anna.ok(api.wbs.copy, copy([a]));
    });
    expect(sent.filter((text) => text.includes('as "isTask"') && !text.includes('limit'))).toEqual([]);
    const rows = await here.world.sql<{ code: string }>('select code from wbs_item where version_id = $1 order by id', [here.version]);
    expect(rows.map(({ code }) => code)).toEqual(['A1', 'A2', 'A3', 'A4']);
  });

  test('is known from the edit before, whatever others write between', async () => {
    const like = await here.anna.item(here.version, { name: 'A', code: 'Q100' });
    const next = async () => {
      const body = { parent_id: null, after_id: like, item: { name: 'New' }, next_code: true };
      const { id } = await here.anna.ok(api.wbs.create, { params: at(), body });
      const [{ code }] = await here.world.sql<{ code: string }>('select code from wbs_item where version_id = $1 and id = $2', [
        here.version,
        id,
      ]);
      return { id, code };
    };
    const looks = async (work: () => Promise<unknown>) => (await statementsOf(work)).filter((text) => text.includes('as tens')).length;
    expect(await looks(async () => expect((await next()).code).toBe('Q110'))).toBe(1);
    const last = await next();
    expect(last.code).toBe('Q120');
    await here.anna.item(here.version, { name: 'B', code: 'Q215' });
    await here.anna.item(here.version, { name: 'C', code: 'R7' });
    expect(await looks(async () => expect((await next()).code).toBe('Q216'))).toBe(0);
    await here.anna.ok(api.wbs.update, { params: { ...at(), wbsId: last.id }, body: { code: 'Q0300' } });
    expect(await looks(async () => expect((await next()).code).toBe('Q0301'))).toBe(1);
  });
});
