/** Works of all versions, values of works, and words that are like the asked ones. */

import { api, type SearchHit, type SearchKind } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { alikeOf } from './search.alike.rules.ts';
import { changesInOrder } from './search.index.repository.ts';
import { indexChanges } from './search.index.service.ts';
import { listShown } from './search.repository.ts';
import { forgetStems } from './search.timers.service.ts';
import { questionOf } from './search.words.rules.ts';

let world: World;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = await Promise.all(['anna', 'boris'].map((name) => world.person(name)));
  await anna.space();
  await world.join(boris, anna, 'viewer');
});
afterAll(() => world.close());

const upkeep = (): Promise<void> => indexChanges(world.app.services);
type Query = { eps_id?: number; until?: string; before?: string; limit?: number };
const ask = (person: Person, q: string, query: Query = {}) => person.ok(api.search.find, { query: { q, ...query } });
const hitsOf = async (person: Person, q: string, query: Query = {}): Promise<SearchHit[]> => {
  await upkeep();
  return (await ask(person, q, query)).hits;
};
const kindsOf = async (person: Person, q: string): Promise<SearchKind[]> => (await hitsOf(person, q)).map(({ kind }) => kind).sort();
const marked = (text: string | null, marks: [number, number][]): string[] => marks.map(([from, to]) => (text ?? '').slice(from, to));
const comment = async (person: Person, id: number, text: string) =>
  (await person.ok(api.comments.create, { params: { id }, body: { text, client_key: crypto.randomUUID() } })).comment;

test('finds a work of several versions once, in the newest that holds the words, and says how many more hold it', async () => {
  const plan = await anna.schedule('Versions');
  const [first, second, third] = [await anna.version(plan), await anna.version(plan), await anna.version(plan)];
  for (const [id, name] of [
    [first, 'Anhydrite screed'],
    [second, 'Anhydrite screed'],
    [third, 'Cement screed'],
  ] as const)
    await anna.item(id, { name, code: 'S10' });
  await anna.item(first, { name: 'Anhydrite screed, upper floors', code: 'S20' });
  const found = async (q: string, query: Query = {}) =>
    (await hitsOf(boris, q, { eps_id: plan, ...query })).map(({ ids, others, icon }) => [ids.version_id, others, icon]);
  // No version of it is the actual one.
  expect(await found('anhydrite')).toEqual([
    [second, 1, 'version_version'],
    [first, 0, 'version_version'],
  ]);
  expect(await found('screed')).toEqual([
    [third, 2, 'version_version'],
    [first, 0, 'version_version'],
  ]);
  await world.sql(`update search_entry set at = at - interval '3 days' where kind = 'row' and object = $1`, [first]);
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  expect(await found('screed', { until: day, limit: 1 })).toEqual([[first, 0, 'version_version']]);
  await anna.ok(api.versions.setActual, { params: { id: third } });
  expect((await found('cement'))[0]).toEqual([third, 0, 'version_actual']);
  await anna.ok(api.versions.remove, { params: { id: third } });
  expect(await found('screed')).toHaveLength(2);
});

test('finds a work once where two have one code, and goes on behind hundreds of older versions of the same works', async () => {
  const plan = await anna.schedule('Many versions');
  const ids: number[] = [];
  for (let count = 0; count < 4; count++) ids.push(await anna.version(plan));
  for (const id of ids) {
    const item = await anna.item(id, { name: 'Dolomite', code: 'D0' });
    await world.sql(
      `insert into wbs_item select (jsonb_populate_record(w, jsonb_build_object('id', 1000 + n, 'name', 'Dolomite ' || n, 'code', 'D' || (n / 2)))).*
       from wbs_item w cross join generate_series(2, 81) n where w.version_id = $1 and w.id = $2`,
      [id, item],
    );
  }
  const titles: string[] = [];
  let next: string | null = null;
  await upkeep();
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(anna, 'dolomite', { limit: 50, ...(next ? { before: next } : {}) });
    for (const hit of page.hits) expect([hit.ids.version_id, hit.others]).toEqual([ids[3], 3]);
    titles.push(...page.hits.map(({ title }) => title));
    next = page.next;
  } while (next);
  expect([titles.length, new Set(titles).size]).toEqual([81, 81]);
});

test('finds texts of attributes of works in the actual version, or in the newest, and none that the caller may not see', async () => {
  const plan = await anna.schedule('Values');
  const made: { id: number; row: number; attribute: number }[] = [];
  for (const firm of ['Orthoclase', 'Microcline']) {
    const id = await anna.version(plan);
    const row = await anna.item(id, { name: 'Tiles', code: 'T1' });
    const body = { name: 'Supplier', type: 'string' as const };
    const { id: own } = await anna.ok(api.attributeValues.create, { params: { id }, body });
    await anna.ok(api.wbs.update, { params: { id, wbsId: row }, body: { attributes: { [own]: firm } } });
    made.push({ id, row, attribute: own });
  }
  const [older, newer] = made;
  const [hit] = await hitsOf(boris, 'microcline');
  expect(hit).toMatchObject({
    kind: 'row_value',
    ids: { node_id: plan, version_id: newer.id, row_id: newer.row, attribute_id: newer.attribute },
    title: 'T1 Tiles',
    text: 'Supplier: Microcline',
  });
  expect(marked(hit.text, hit.marks.text)).toEqual(['Microcline']);
  expect(await kindsOf(boris, 'orthoclase')).toEqual([]);
  await anna.ok(api.versions.setActual, { params: { id: older.id } });
  expect([await kindsOf(boris, 'orthoclase'), await kindsOf(boris, 'microcline')]).toEqual([['row_value'], []]);
  await anna.ok(api.wbs.update, {
    params: { id: older.id, wbsId: older.row },
    body: { attributes: { [older.attribute]: 'Sanidine' } },
  });
  expect([await kindsOf(boris, 'sanidine'), await kindsOf(boris, 'orthoclase')]).toEqual([['row_value'], []]);
  const access = [{ attribute_id: null, name: 'Supplier', level: 'none' as const, role_id: BUILT_IN_ROLE_ID.viewer }];
  await anna.ok(api.attributeAccess.save, { params: { id: plan }, body: { access } });
  expect([await kindsOf(boris, 'sanidine'), await kindsOf(anna, 'sanidine')]).toEqual([[], ['row_value']]);
});

test('shows words that hold what was asked for behind those that are it, and mistyped ones where nothing else is found', async () => {
  const plan = await anna.schedule('Alike');
  for (const text of ['Прокладка кабеля', 'Железокабельная линия', 'Радиокабели проверены']) await comment(anna, plan, text);
  const texts = async (q: string, query: Query = {}) =>
    (await hitsOf(boris, q, { eps_id: plan, ...query })).map(({ text, alike, marks }) => [alike, ...marked(text, marks.text)]);
  expect(await texts('кабель ')).toEqual([
    [false, 'кабеля'],
    [true, 'Радиокабели'],
    [true, 'Железокабельная'],
  ]);
  // Swapped, one less, one more, another letter.
  for (const q of ['прокалдка', 'пркладка', 'проокладка', 'прокламка', 'прокалдка кабеля'])
    expect(
      (await texts(q)).map(([alike, word]) => [alike, word]),
      q,
    ).toEqual([[true, 'Прокладка']]);
  expect(await texts('прокалдка трубы')).toEqual([]);
  // Where something is found, what is mistyped is nothing that anybody asked for.
  await comment(anna, plan, 'Прокламация');
  expect(await texts('прокламация')).toEqual([[false, 'Прокламация']]);
  // What is found by forms of the words and what is like it stand on one row of pages.
  const pagesOf = async (): Promise<boolean[][]> => {
    await upkeep();
    const pages: boolean[][] = [];
    let next: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask(boris, 'кабель ', {
        eps_id: plan,
        limit: 1,
        ...(next ? { before: next } : {}),
      });
      pages.push(page.hits.map(({ alike }) => alike));
      next = page.next;
    } while (next && pages.length < 9);
    return pages;
  };
  expect(await pagesOf()).toEqual([[false], [true], [true]]);
  // Where forms of the words fill more than a page, nothing else is looked for.
  await comment(anna, plan, 'Кабели уложены');
  expect(await pagesOf()).toEqual([[false], [false]]);
});

test('few stems widen a question, the nearest, and none that its words find anyhow', () => {
  const stems = (word: string): string[] => [word];
  const found = ['cable', ...Array.from({ length: 99 }, (_none, at) => `${'x'.repeat(1 + (at % 9))}cable${at}`), 'cables'];
  const finished = alikeOf(questionOf('cable '), stems, false, found)('cable');
  expect([finished.length, finished[0], finished.includes('cable')]).toEqual([30, 'cables', false]);
  expect(alikeOf(questionOf('cable'), stems, false, found)('cable')).not.toContain('cables');
  const two = alikeOf(questionOf('cable table '), stems, false, found);
  expect([two('cable').length, two('table').length]).toEqual([15, 0]);
});

class Undone extends Error {}

/** Runs something that changes sources, counts after each step what it has noted of a kind, and takes everything back. */
async function notesOf(
  kind: SearchKind,
  steps: (step: (change: ReturnType<typeof sql>) => Promise<void>) => Promise<void>,
): Promise<number[]> {
  const noted: number[] = [];
  await world.app.services.database
    .write({ spaceId: anna.spaceId, userId: null, system: true }, async (tx) => {
      const count = async () => {
        const { rows } = await sql<{ notes: number }>`
          with gone as (delete from search_change where space_id = ${anna.spaceId} and kind = ${kind} returning 1)
          select count(*)::int as notes from gone`.execute(tx);
        return rows[0].notes;
      };
      await count();
      await steps(async (change) => {
        await change.execute(tx);
        noted.push(await count());
      });
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return noted;
}

test('a version that comes, goes or changes its kind is noted with the first of the others, and versions that do so together once', async () => {
  const plan = await anna.schedule('Many versions');
  const first = await anna.version(plan);
  const noted = await notesOf('row_value', async (step) => {
    const { spaceId } = anna;
    await step(sql`insert into version (space_id, schedule_id, name) select ${spaceId}, ${plan}, 'V' || n from generate_series(1, 60) n`);
    await step(sql`update version set kind = 'actual' where space_id = ${spaceId} and id = ${first}`);
    await step(sql`delete from version where space_id = ${spaceId} and schedule_id = ${plan} and name = 'V60'`);
    await step(sql`delete from version where space_id = ${spaceId} and schedule_id = ${plan} and id <> ${first}`);
    await step(sql`delete from version where space_id = ${spaceId} and id = ${first}`);
  });
  expect(noted).toEqual([61, 2, 2, 60, 1]);
});

test('renamed works and changed texts are noted one by one up to 2,000, and beyond that as their version', async () => {
  const id = await anna.version(await anna.schedule('Renamed'));
  const item = await anna.item(id, { name: 'Basalt', code: 'B0' });
  const { spaceId } = anna;
  const { id: attribute } = await anna.ok(api.attributeValues.create, { params: { id }, body: { name: 'Remark', type: 'string' } });
  await world.sql(
    `insert into wbs_item select (jsonb_populate_record(w, jsonb_build_object('id', 1000 + n))).*
     from wbs_item w cross join generate_series(1, 2100) n where w.version_id = $1 and w.id = $2`,
    [id, item],
  );
  await anna.ok(api.wbs.update, { params: { id, wbsId: item }, body: { attributes: { [attribute]: 'Grey' } } });
  await world.sql(
    `insert into attribute_value select (jsonb_populate_record(x, jsonb_build_object('id', 1000 + n, 'item_id', 1000 + n))).*
     from attribute_value x cross join generate_series(1, 2100) n where x.version_id = $1 and x.item_id = $2`,
    [id, item],
  );
  const renamed = await notesOf('row', async (step) => {
    const some = (from: number, to: number) =>
      step(sql`update wbs_item set name = name || '!' where space_id = ${spaceId} and version_id = ${id} and id between ${from} and ${to}`);
    await some(1001, 1005);
    await some(1006, 3100);
    await some(1001, 1005);
    await step(sql`update wbs_item set position = position where space_id = ${spaceId} and version_id = ${id}`);
  });
  expect(renamed).toEqual([5, 1996, 0, 0]);
  const changed = await notesOf('row_value', (step) =>
    step(sql`update attribute_value set value = '"Black"' where space_id = ${spaceId} and version_id = ${id}`),
  );
  expect(changed).toEqual([2001]);
  await world.sql(`update wbs_item set name = 'Gneiss' where version_id = $1`, [id]);
  expect([(await hitsOf(anna, 'gneiss')).length > 0, (await hitsOf(anna, 'basalt')).length]).toEqual([true, 0]);
});

test('what is still to be indexed is taken in the order of an index', async () => {
  const { rows } = await world.app.services.database.write({ spaceId: anna.spaceId, userId: null }, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_bitmapscan = off`.execute(tx);
    // Of a table of few rows a sort costs less than the walk of any index.
    await sql`set local enable_sort = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`explain ${changesInOrder(anna.spaceId, 500)}`.execute(tx);
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('search_change_in_order');
  expect(plan).not.toContain('Sort');
});

test('of versions whose works have the same ids, the works that are asked for alone are read', async () => {
  const versions = [await anna.version(await anna.schedule()), await anna.version(await anna.schedule())];
  const keys: { object: number; part: number }[] = [];
  for (const [at, object] of versions.entries()) {
    const parts = [await anna.item(object, { name: 'One' }), await anna.item(object, { name: 'Other' })];
    keys.push({ object, part: parts[at] });
  }
  expect(keys[0].part).not.toBe(keys[1].part);
  const scope = { spaceId: anna.spaceId, userId: anna.id };
  const shown = await world.app.services.database.read(scope, (db) => listShown(db, anna.spaceId, 'row', keys));
  expect(shown.map(({ object, part }) => ({ object, part })).sort((a, b) => a.object - b.object)).toEqual(keys);
});

test('once a month the stems go that no text has any more', async () => {
  const version = await anna.version();
  const item = await anna.item(version, { name: 'Quuxwort Rhubarb' });
  const gone = await anna.item(version, { name: 'Quuxling' });
  const stems = async () =>
    (
      await world.sql<{ lexeme: string }>(`select lexeme from search_lexeme where lexeme like 'quux%' or lexeme like 'rhub%' order by 1`)
    ).map(({ lexeme }) => lexeme);
  await upkeep();
  const before = await stems();
  expect(before.length).toBeGreaterThan(2);
  await anna.ok(api.wbs.remove, { params: { id: version, wbsId: gone } });
  await upkeep();
  const { database } = world.app.services;
  const on = (day: number) => forgetStems({ database, now: () => new Date(Date.UTC(2026, 0, day, 2)) });
  const due = (anna.spaceId % 28) + 1;
  for (const day of [due === 1 ? 2 : 1, 29, 30, 31]) await on(day);
  expect(await stems()).toEqual(before);
  await on(due);
  expect(await stems()).toEqual(before.filter((stem) => !stem.startsWith('quuxl')));
  expect(await kindsOf(anna, 'rhubarb')).toEqual(['row']);
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: item }, body: { name: 'Quuxling' } });
  await upkeep();
  expect((await stems()).some((stem) => stem.startsWith('quuxl'))).toBe(true);
});
