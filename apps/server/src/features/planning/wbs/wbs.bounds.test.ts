import { api } from '@gantry/contract';
import { LIMITS } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepingRows } from './wbs.shown.service.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Answers of a version that has more rows than one of them holds. */
const ROWS = LIMITS.rowsAnAnswer + 50;
let world: World;
let anna: Person;
let version: number;
let project: number;
let top: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  const facility = await anna.ok(api.facilities.create, { body: { name: 'Hospital' } });
  project = (await anna.ok(api.projects.create, { body: { name: 'Main building', facility_id: facility.id } })).id;
  const schedules = ['Structure', 'Services'].map((name) =>
    anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name } }),
  );
  const [structure, services] = await Promise.all(schedules);
  version = await anna.version(structure.id);
  top = await anna.item(version, { name: 'Frame', type: 'sum' });
  const [first, second] = [await anna.item(version, { name: 'Wall' }, top), await anna.item(version, { name: 'Slab' }, top)];
  await anna.relation(version, first, second);
  await multiply('wbs_item', first);
  await multiply('relation', null);
  await world.sql('update version set item_count = (select count(*) from wbs_item where version_id = $1), last_id = 100000 where id = $1', [
    version,
  ]);
  await anna.item(await anna.version(services.id), { name: 'Ducts' });
});
afterAll(() => world.close());

/** Copies of a row of the version, as many as an answer does not hold. */
async function multiply(table: string, id: number | null): Promise<void> {
  const columns = (
    await world.sql<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1 and column_name <> 'id' and is_generated = 'NEVER'",
      [table],
    )
  ).map(({ name }) => `"${name}"`);
  await world.sql(
    `insert into ${table} (id, ${columns.join()}) select 1000 + n, ${columns.map((name) => `r.${name}`).join()}
     from ${table} r, generate_series(1, ${ROWS}) n where version_id = $1 and ($2::int is null or r.id = $2)`,
    [version, id],
  );
}

/** Goes through the pages of an answer. */
async function through<T extends { next: number | null }>(ask: (offset: number) => Promise<T>, rowsIn: (page: T) => { id: unknown }[]) {
  const pages: number[] = [];
  const ids = new Set<unknown>();
  for (let offset: number | null = 0; offset !== null;) {
    const page: T = await ask(offset);
    pages.push(rowsIn(page).length);
    for (const { id } of rowsIn(page)) ids.add(id);
    offset = page.next;
  }
  return { pages, different: ids.size };
}

const rows = ({ items }: { items: unknown[] }) => items as { id: unknown }[];
const params = () => ({ id: version });

test.each([
  ['rows', (offset: number) => anna.ok(api.wbs.list, { params: params(), query: { offset } }), rows, 3],
  ['rows that pass a filter', (offset: number) => anna.ok(api.wbs.filter, { params: params(), body: { conditions: [], offset } }), rows, 3],
  ['children', (offset: number) => anna.ok(api.wbs.children, { params: { ...params(), wbsId: top }, query: { offset } }), rows, 2],
  ['rows of a project', (offset: number) => anna.ok(api.gwbs.list, { params: { id: project }, query: { offset } }), rows, 4],
  [
    'rows of a project that pass a filter',
    (offset: number) => anna.ok(api.gwbs.filter, { params: { id: project }, body: { conditions: [], offset } }),
    rows,
    4,
  ],
  [
    'relations',
    (offset: number) => anna.ok(api.relations.list, { params: params(), query: { offset } }),
    ({ relations }: { relations: unknown[] }) => relations as { id: unknown }[],
    1,
  ],
] as const)('%s come in pages, each row once', async (_what, ask, rowsIn, beside) => {
  const { pages, different } = await through(ask as never, rowsIn as never);
  expect(pages).toEqual([LIMITS.rowsAnAnswer, 50 + beside]);
  expect(different).toBe(ROWS + beside);
});

test('rows of a version are opened once for all who see the same of it, until it is edited', async () => {
  let reads = 0;
  const values = async () => ((reads += 1), []);
  const reader = (id: number, revision: number, mask: object | null = null) =>
    ({ key: { spaceId: 1, versionId: id }, head: { id, revision, chain: Buffer.from([revision]) }, mask, values }) as never;
  const open = keepingRows();
  const first = await open(reader(1, 1));
  expect(await open(reader(1, 1))).toBe(first);
  expect(reads).toBe(1);
  await open(reader(1, 2));
  await open(reader(1, 2, { money: false, hidden: new Set() }));
  expect(reads).toBe(3);
  // Two are kept: those that were asked for last.
  await open(reader(1, 2));
  expect(reads).toBe(3);
  await open(reader(1, 1));
  expect(reads).toBe(4);
});

test('more rows than an answer holds are not asked for', async () => {
  const limit = LIMITS.rowsAnAnswer + 1;
  const ids = Array.from({ length: limit }, (_, index) => index + 1);
  for (const refusal of [
    await anna.refused(api.wbs.list, { params: params(), query: { limit } }),
    await anna.refused(api.wbs.filter, { params: params(), body: { conditions: [], limit } }),
    await anna.refused(api.wbs.byIds, { params: params(), body: { ids } }),
    await anna.refused(api.gwbs.list, { params: { id: project }, query: { limit } }),
  ])
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid' });
});

test('a page of a project begins in the schedule where it is, with every schedule named', async () => {
  const page = await anna.ok(api.gwbs.list, { params: { id: project }, query: { offset: ROWS + 2, limit: 5 } });
  expect(page.items.map(({ item }) => item['name'])).toHaveLength(2);
  expect(page).toMatchObject({ total: ROWS + 4, next: null, schedules: [{ name: 'Structure' }, { name: 'Services' }] });
  const shown = new Set(page.items.map((item) => item.schedule_id));
  for (const { id, calendars } of page.schedules) expect(calendars.length > 0).toBe(shown.has(id));
});
