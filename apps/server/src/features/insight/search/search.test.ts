import { api, type SearchHit, type SearchKind } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, type SpaceRight } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { indexChanges, startSearchIndex } from './search.index.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;
let version: number;
let work: number;
let attribute: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = await Promise.all(['anna', 'boris'].map((name) => world.person(name)));
  await anna.space();
  await world.join(boris, anna, 'viewer');
  schedule = await anna.schedule('Harbour wall');
  version = await anna.version(schedule);
  await anna.ok(api.versions.setActual, { params: { id: version } });
  work = await anna.item(version, { name: 'Бетонирование стен', code: 'К-12' });
  const define = { name: 'Remark', key: 'remark', type: 'string' as const, owners: ['schedule' as const], inherits: false };
  attribute = (await anna.ok(api.attributes.createInSpace, { body: define })).id;
});
afterAll(() => world.close());

const upkeep = (): Promise<void> => indexChanges(world.app.services);
type Query = { kinds?: string; eps_id?: number; from?: string; until?: string; author?: number; before?: string; limit?: number };
const ask = (person: Person, q: string, query: Query = {}) => person.ok(api.search.find, { query: { q, ...query } });
const hitsOf = async (person: Person, q: string, query: Query = {}): Promise<SearchHit[]> => {
  await upkeep();
  return (await ask(person, q, query)).hits;
};
const kindsOf = async (person: Person, q: string): Promise<SearchKind[]> => (await hitsOf(person, q)).map(({ kind }) => kind).sort();
const marked = (text: string | null, marks: [number, number][]): string[] => marks.map(([from, to]) => (text ?? '').slice(from, to));

function formOf(fields: Record<string, string | number>, files: Record<string, string> = {}): { raw: FormData } {
  const raw = new FormData();
  for (const [name, value] of Object.entries(fields)) raw.set(name, String(value));
  raw.set('client_key', crypto.randomUUID());
  for (const [name, content] of Object.entries(files)) raw.append('file', new Blob([content]), name);
  return { raw };
}
const post = async (person: Person, fields: Record<string, string | number>) =>
  (await person.ok(api.chat.create, {}, formOf(fields))).message;
const comment = async (person: Person, id: number, text: string) =>
  (await person.ok(api.comments.create, { params: { id }, body: { text, client_key: crypto.randomUUID() } })).comment;
const store = async (person: Person, id: number, name: string) => {
  const raw = new FormData();
  raw.append('file', new Blob(['x']), name);
  return (await person.ok(api.storage.upload, { params: { id } }, { raw })).items[0];
};
const setRemark = (id: number, value: string | null) =>
  anna.ok(api.attributes.saveValues, { params: { id }, body: { values: [{ attribute_id: attribute, value }] } });

async function card(person: Person, nodeId: number, title: string): Promise<{ board: number; column: number; id: number }> {
  const { id: board } = await person.ok(api.kanban.create, { body: { eps_id: nodeId, name: 'Board', source: 'free' } });
  const { id: column } = await person.ok(api.kanban.createColumn, { body: { board_id: board, name: 'To do' } });
  const { items } = await person.ok(api.kanban.createItems, { body: { column_id: column, title } });
  return { board, column, id: items[0].id };
}

/** One of each kind that holds a word. */
async function plant(word: string): Promise<void> {
  const plan = await anna.schedule('Planted');
  await anna.ok(api.eps.rename, { params: { id: plan }, body: { name: `Plan ${word}` } });
  const own = await anna.version(plan);
  await anna.ok(api.versions.rename, { params: { id: own }, body: { name: `Version ${word}` } });
  await anna.ok(api.versions.setActual, { params: { id: own } });
  const planted = await anna.item(own, { name: `Work ${word}`, code: 'W1' });
  const { id: contractor } = await anna.ok(api.attributeValues.create, {
    params: { id: own },
    body: { name: 'Contractor', type: 'string' },
  });
  await anna.ok(api.wbs.update, { params: { id: own, wbsId: planted }, body: { attributes: { [contractor]: `Firm ${word}` } } });
  await post(anna, { eps_id: plan, text: `Message ${word}` });
  await comment(anna, plan, `Comment ${word}`);
  await store(anna, plan, `file-${word}.txt`);
  await card(anna, plan, `Card ${word}`);
  await setRemark(plan, `Value ${word}`);
}
const ALL: SearchKind[] = ['card', 'comment', 'file', 'message', 'node', 'row', 'row_value', 'value', 'version'];

describe('search', () => {
  test('finds a work by another form, part of its code and the Latin letters that look alike, and says where the words stand', async () => {
    const [hit] = await hitsOf(boris, 'бетонированием стены ');
    expect(hit).toMatchObject({
      kind: 'row',
      ids: { node_id: schedule, version_id: version, row_id: work },
      icon: 'version_actual',
      title: 'К-12 Бетонирование стен',
      text: null,
    });
    expect(hit.path.at(-1)).toBe('Harbour wall');
    expect(marked(hit.title, hit.marks.title)).toEqual(['Бетонирование', 'стен']);
    for (const q of ['K12', 'k-12', 'бетонир', '"бетонирование стен"']) expect(await kindsOf(boris, q), q).toEqual(['row']);
    for (const q of ['K13', 'бетонные полы', '"стены бетонирование"']) expect(await kindsOf(boris, q), q).toEqual([]);
  });

  test('finds every kind, only those that are asked for, and no more what was changed or deleted', async () => {
    await plant('zebrawood');
    expect(await kindsOf(boris, 'zebrawood')).toEqual(ALL);
    for (const kind of ALL) expect((await hitsOf(boris, 'zebrawood', { kinds: kind })).map((hit) => hit.kind)).toEqual([kind]);
    expect((await hitsOf(boris, 'zebrawood', { kinds: 'row,file' })).length).toBe(2);

    const { chat_id, id } = await post(anna, { eps_id: schedule, text: 'Sandstone comes' });
    const posted = await comment(anna, schedule, 'Sandstone is here');
    const file = await store(anna, schedule, 'sandstone.txt');
    await setRemark(schedule, 'sandstone');
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: work }, body: { name: 'Sandstone' } });
    expect(await kindsOf(anna, 'sandstone')).toEqual(['comment', 'file', 'message', 'row', 'value']);
    await anna.ok(api.chat.update, {}, formOf({ chat_id, message_id: id, text: 'Granite' }));
    await anna.ok(api.comments.remove, { params: { id: schedule, commentId: posted.id } });
    await anna.ok(api.storage.remove, { params: { id: file.id } });
    await setRemark(schedule, null);
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: work }, body: { name: 'Бетонирование стен' } });
    // Before the upkeep comes what does not hold the word any more is left out.
    expect((await ask(anna, 'sandstone')).hits.map(({ kind }) => kind)).toEqual([]);
    expect(await kindsOf(anna, 'sandstone')).toEqual([]);
    await anna.ok(api.comments.restore, { params: { id: schedule, commentId: posted.id } });
    expect(await kindsOf(anna, 'sandstone')).toEqual(['comment']);
  });

  test('leads from a comment and a file of a work to the work', async () => {
    const onWork = { wbs_id: work, version_id: version };
    const body = { text: 'Feldspar', client_key: crypto.randomUUID(), ...onWork };
    const { comment: posted } = await anna.ok(api.comments.create, { params: { id: schedule }, body });
    const [hit] = await hitsOf(boris, 'feldspar');
    expect(hit.ids).toEqual({ node_id: schedule, comment_id: posted.id, version_id: version, row_id: work });
    expect([hit.author, marked(hit.text, hit.marks.text)]).toEqual(['anna Tester', ['Feldspar']]);
  });

  test('leads to a card on its board by its title or description, until it or its board is deleted', async () => {
    const { board, id } = await card(anna, schedule, 'Gypsum');
    const [hit] = await hitsOf(boris, 'gypsum');
    expect(hit).toMatchObject({
      kind: 'card',
      ids: { node_id: schedule, board_id: board, card_id: id },
      title: 'Gypsum',
      author: 'anna Tester',
    });
    const { revision } = (await anna.ok(api.kanban.get, { params: { id: board } })).board;
    await anna.ok(api.kanban.updateItems, { body: { board_id: board, revision, items: [{ id, description: 'Needs travertine' }] } });
    const [described] = await hitsOf(boris, 'travertine');
    expect(marked(described.text, described.marks.text)).toEqual(['travertine']);
    await anna.ok(api.kanban.remove, { params: { id: board } });
    expect(await kindsOf(boris, 'gypsum')).toEqual([]);
  });

  test('goes on where a page ends, newest first, without a gap or a repetition', async () => {
    const plan = await anna.schedule('Pages');
    for (let count = 1; count <= 7; count++) await comment(anna, plan, `Quartz ${count}`);
    await upkeep();
    await world.sql(`update comment set created_at = created_at - interval '1 day' * id where node_id = $1`, [plan]);
    await world.sql(`insert into search_change (space_id, kind) values ($1, 'comment')`, [anna.spaceId]);
    await upkeep();
    const texts: (string | null)[] = [];
    let next: string | null = null;
    let pages = 0;
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask(anna, 'quartz', { limit: 3, ...(next ? { before: next } : {}) });
      texts.push(...page.hits.map(({ text }) => text));
      next = page.next;
      pages++;
    } while (next);
    expect([pages, texts]).toEqual([3, [1, 2, 3, 4, 5, 6, 7].map((count) => `Quartz ${count}`)]);
  });

  test('keeps to a place, an author and days', async () => {
    const plan = await anna.schedule('Narrow');
    await world.sql(`update space_user set role = 'planner' where user_id = $1`, [boris.id]);
    await comment(anna, plan, 'Basalt one');
    const old = await comment(boris, plan, 'Basalt two');
    await world.sql(`update comment set created_at = '2020-03-04T12:00:00Z' where id = $1`, [old.id]);
    await comment(boris, schedule, 'Basalt three');
    await world.sql(`insert into search_change (space_id, kind) values ($1, 'comment')`, [anna.spaceId]);
    const texts = async (query: Query) => (await hitsOf(anna, 'basalt', query)).map(({ text }) => text?.split(' ')[1]);
    expect(await texts({})).toEqual(['three', 'one', 'two']);
    expect(await texts({ eps_id: plan })).toEqual(['one', 'two']);
    expect(await texts({ author: boris.id })).toEqual(['three', 'two']);
    expect(await texts({ until: '2020-03-04' })).toEqual(['two']);
    expect(await texts({ until: '2020-03-03' })).toEqual([]);
    expect(await texts({ from: '2020-03-05' })).toEqual(['three', 'one']);
    expect(await texts({ from: '2020-03-04', until: '2020-03-04', author: boris.id, eps_id: plan })).toEqual(['two']);
    await world.sql(`update space_user set role = 'viewer' where user_id = $1`, [boris.id]);
  });

  test('is indexed within two seconds of a change, and anew by one call', async () => {
    const stop = startSearchIndex(world.app.services);
    try {
      await upkeep();
      const begun = Date.now();
      await comment(anna, schedule, 'Porphyry');
      while ((await ask(anna, 'porphyry')).hits.length === 0) {
        expect(Date.now() - begun).toBeLessThan(2000);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } finally {
      await stop();
    }
    await world.sql('delete from search_entry where space_id = $1', [anna.spaceId]);
    expect((await ask(anna, 'porphyry')).hits).toEqual([]);
    expect(await boris.refused(api.search.rebuild)).toMatchObject({ status: 403, parameters: { right: 'space.manage' } });
    await anna.ok(api.search.rebuild);
    expect(await world.sql('select lexeme from search_lexeme where space_id = $1', [anna.spaceId])).toEqual([]);
    expect(await kindsOf(anna, 'porphyry')).toEqual(['comment']);
    expect(await kindsOf(anna, 'бетонирование')).toEqual(['row']);
  });

  test('follows thousands of works and the end of what they belong to', async () => {
    const plan = await anna.schedule('Many');
    const own = await anna.version(plan);
    await anna.ok(api.versions.setActual, { params: { id: own } });
    await upkeep();
    const group = await anna.item(own, { name: 'Group' });
    const [{ last }] = await world.sql('select max(id) as last from search_entry');
    // As an import writes them: each statement asks for all works of the version, which are indexed once.
    for (const [from, to] of [
      [1, 400],
      [401, 800],
      [801, 1100],
    ])
      await world.sql(
        `insert into wbs_item select (jsonb_populate_record(w, jsonb_build_object('id', 1000 + n, 'parent_id', w.id, 'name', 'Obsidian ' || n, 'code', 'M' || n))).*
         from wbs_item w cross join generate_series($3::int, $4::int) n where w.version_id = $1 and w.id = $2`,
        [own, group, from, to],
      );
    await upkeep();
    const [{ entries, made }] = await world.sql(
      `select count(*)::int as entries, (max(id) - $2)::int as made from search_entry where kind = 'row' and object = $1`,
      [own, last],
    );
    expect(entries).toBe(1101);
    expect(made).toBeLessThan(2 * 1101);
    expect((await hitsOf(anna, 'M1099')).map(({ title }) => title)).toEqual(['M1099 Obsidian 1099']);
    const facility = (await anna.ok(api.eps.tree)).nodes.find(({ id }) => id === plan)?.parent_id as number;
    await anna.ok(api.eps.remove, { params: { id: facility } });
    expect(await kindsOf(anna, 'obsidian')).toEqual([]);
    expect(await world.sql(`select kind from search_entry where kind in ('row', 'row_value', 'version') and object = $1`, [own])).toEqual(
      [],
    );
  });
});

describe('nobody finds what they may not read', () => {
  const CANARY = 'kanarienvogel';
  let plan: number;

  /** Somebody with a role of some rights, in the space or on a node alone. */
  async function limited(name: string, rights: SpaceRight[], nodeId?: number): Promise<Person> {
    const person = await world.person(name);
    const role = async (of: SpaceRight[]) => (await anna.ok(api.roles.create, { body: { name: `${name} ${of.length}`, rights: of } })).id;
    const inSpace = nodeId === undefined ? rights : (['space.read'] as SpaceRight[]);
    await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: name, role_id: await role(inSpace) } });
    if (nodeId !== undefined)
      await anna.ok(api.grants.grant, { body: { node_id: nodeId, user_id: person.id, role_id: await role(rights) } });
    person.spaceId = anna.spaceId;
    return person;
  }

  beforeAll(async () => {
    await plant(CANARY);
    await upkeep();
    plan = (await anna.ok(api.eps.tree)).nodes.find(({ name }) => name === `Plan ${CANARY}`)?.id as number;
    await post(anna, { user_ids: boris.id, text: `Direct ${CANARY}` });
  });

  test.each<[string, SpaceRight[], SearchKind[]]>([
    ['nothing but the door', ['space.read'], []],
    ['structure', ['space.read', 'structure.read'], ['node', 'value', 'version']],
    ['structure and plans', ['space.read', 'structure.read', 'plan.read'], ['node', 'row', 'row_value', 'value', 'version']],
    ['structure and files', ['space.read', 'structure.read', 'files.read'], ['file', 'node', 'value', 'version']],
    ['structure and chats', ['space.read', 'structure.read', 'chat.read'], ['comment', 'message', 'node', 'value', 'version']],
  ])('who reads %s', async (what, rights, kinds) => {
    const name = `limited-${what.replaceAll(' ', '-')}`.slice(0, 30);
    expect(await kindsOf(await limited(name, rights), CANARY)).toEqual(kinds);
  });

  test('who is let in at another node, and at this one', async () => {
    const all: SpaceRight[] = ['space.read', 'structure.read', 'plan.read', 'files.read', 'chat.read', 'boards.read'];
    expect(await kindsOf(await limited('elsewhere', all, schedule), CANARY)).toEqual([]);
    expect(await kindsOf(await limited('here', all, plan), CANARY)).toEqual(ALL);
    const part = await limited('part', ['space.read', 'structure.read', 'plan.read'], plan);
    expect(await kindsOf(part, CANARY)).toEqual(['node', 'row', 'row_value', 'value', 'version']);
  });

  test('who is not in a direct chat, a member of another space, and an access token of fewer rights', async () => {
    expect(await kindsOf(boris, CANARY)).toEqual([...ALL, 'message'].sort());
    const vera = await world.person('vera');
    await world.join(vera, anna, 'administrator');
    expect(await kindsOf(vera, CANARY)).toEqual(ALL);
    const { token } = await vera.ok(api.accessTokens.create, {
      body: { name: 'Script', rights: ['space.read', 'structure.read'], days: 1 },
    });
    const byToken = await fetch(`${world.base}/api/v1/search?q=${CANARY}`, {
      headers: { authorization: `Bearer ${token}`, 'x-space-id': String(anna.spaceId) },
    });
    const { hits } = (await byToken.json()) as { hits: SearchHit[] };
    expect(hits.map(({ kind }) => kind).sort()).toEqual(['node', 'value', 'version']);
    const stranger = await world.person('stranger');
    await stranger.space();
    expect(await kindsOf(stranger, CANARY)).toEqual([]);
    expect(await stranger.refused(api.search.find, { query: { q: CANARY } }, { spaceId: anna.spaceId })).toMatchObject({ status: 403 });
  });

  test('whose role does not see the attribute', async () => {
    const viewer = await world.person('viewer');
    await world.join(viewer, anna, 'viewer');
    const rule = { attribute_id: attribute, name: 'Remark', level: 'none' as const, role_id: BUILT_IN_ROLE_ID.viewer };
    await anna.ok(api.attributeAccess.save, { params: { id: plan }, body: { access: [rule] } });
    expect(await kindsOf(viewer, CANARY)).toEqual(ALL.filter((kind) => kind !== 'value'));
    expect(await kindsOf(anna, CANARY)).toContain('value');
  });

  test('without a question no entry is seen, whoever asks the table', async () => {
    const { database } = world.app.services;
    const count = (system: boolean) =>
      database.read({ spaceId: anna.spaceId, userId: anna.id, system }, (db) => db.selectFrom('search_entry').select('id').execute());
    expect([await count(false), await count(true)]).toEqual([[], []]);
  });
});

test.each([
  "' | '*",
  '& ! | ( ) :* <->',
  'wall & !slab:* <2> (x',
  String.raw`\'*\' \\`,
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  'w'.repeat(512),
  'w '.repeat(255),
  '"'.repeat(512),
  '-'.repeat(512),
  '%_%',
  '\u202e\u200b',
])('a question of strange signs finds nothing and is no trouble: %j', async (q) => {
  expect((await ask(anna, q)).hits).toEqual([]);
});

test('a question that is too long, a kind or a place in the order that there is not, is refused with a sentence', async () => {
  for (const query of [
    { q: 'w'.repeat(8192) },
    { q: 'w', kinds: 'node,secret' },
    { q: 'w', kinds: '' },
    { q: 'w', before: "1' or 1" },
    { q: 'w', before: '9'.repeat(40) },
    { q: 'w', from: '2026-13-01' },
    { q: 'w', author: -1 },
  ])
    expect((await anna.refused(api.search.find, { query })).status, JSON.stringify(query).slice(0, 60)).toBe(400);
  for (const before of ['0.0', '999999999999999.999999999999999']) expect((await ask(anna, 'zebrawood', { before })).next).toBeNull();
});
