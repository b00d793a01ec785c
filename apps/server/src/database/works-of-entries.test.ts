import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTeam } from '../testing/team.ts';
import { createWorld, type World } from '../testing/world.ts';
import { worksOfEntries } from './works-of-entries.ts';

const WORKS = 40;
const ENTRIES = 400;
const compiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (own) => new PostgresIntrospector(own),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
let world: World;
let key: { spaceId: number; versionId: number };
let known: { id: number; code: string }[];

beforeAll(async () => {
  world = await createWorld();
  const { anna, schedule } = await createTeam(world);
  key = { spaceId: anna.spaceId, versionId: await anna.version(schedule) };
  for (let at = 0; at < WORKS; at += 1) await anna.item(key.versionId, { name: `Work ${at}`, ...(at % 4 ? { code: `C${at}` } : {}) });
  known = (await world.sql('select id, code from wbs_item where space_id = $1 and version_id = $2 order by id', [
    key.spaceId,
    key.versionId,
  ])) as typeof known;
});
afterAll(() => world.close());

const run = (query: RawBuilder<unknown>, before = '') => {
  const { sql: text, parameters } = query.compile(compiler);
  return world.sql(before + text, [...parameters]);
};
/** Each entry looked for by its own. */
const oneByOne = (entries: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct e.row_id, e.row_code, w.id from ${entries} e
  join lateral (
    select w.id from wbs_item w where w.space_id = ${key.spaceId} and w.version_id = ${key.versionId}
      and ((w.code = e.row_code and e.row_code <> '') or w.id = e.row_id)
    order by (w.code = e.row_code and e.row_code <> '') desc, (w.id = e.row_id) desc limit 1
  ) w on true order by e.row_id, e.row_code`;

test('works of entries are those found one by one, without a comparison of each entry with each work', async () => {
  const ids = Array.from({ length: ENTRIES }, (_one, at) => known[(at * 7) % WORKS].id + (at % 9 === 0 ? 1000 : 0));
  const codes = Array.from({ length: ENTRIES }, (_one, at) => (at % 5 === 0 ? `gone ${at}` : known[(at * 11 + (at % 3)) % WORKS].code));
  const entries = sql`(select * from unnest(${ids}::int[], ${codes}::text[]) as x (row_id, row_code))`;
  const found = await run(worksOfEntries(entries, key));
  expect(found.length).toBeGreaterThan(WORKS);
  expect(found).toEqual(await run(oneByOne(entries)));
  const planOf = async (query: RawBuilder<unknown>) => JSON.stringify(await run(query, 'explain (costs off) '));
  expect(await planOf(oneByOne(entries))).toContain(' OR ');
  expect(await planOf(worksOfEntries(entries, key))).not.toContain(' OR ');
  expect(await run(worksOfEntries(entries, { ...key, versionId: null }))).toEqual([]);
});
