import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerBytes, type Keys, send } from '../../../testing/call.ts';
import type { Context } from '../../../platform/context.ts';
import { openDatabase } from '../../../platform/postgres/database.ts';
import { readPage } from './audit.repository.ts';
import { unsealedAt } from './audit.seals.repository.ts';
import { checkSeals, sealAudit } from './audit.seals.service.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera, stranger] = [await world.person('anna'), await world.person('vera'), await world.person('stranger')];
  await anna.space();
  await stranger.space();
  await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: 'vera', role_id: BUILT_IN_ROLE_ID.planner } });
  vera.spaceId = anna.spaceId;
});
afterAll(() => world.close());

type Query = NonNullable<Parameters<typeof anna.ok<typeof api.audit.list>>[1]>['query'];
const list = async (query: Query = {}, person = anna) => (await person.ok(api.audit.list, { query })).entries;
const nobody = (): Keys => ({ cookies: new Map(), token: '' });

describe('the audit of a space', () => {
  test('notes each change of rights with who, what, before and after', async () => {
    await anna.ok(api.spaces.updateMember, { params: { id: anna.spaceId, userId: vera.id }, body: { role_id: BUILT_IN_ROLE_ID.viewer } });
    expect((await list())[0]).toMatchObject({
      actor_id: anna.id,
      actor: 'anna Tester',
      on_behalf_of: null,
      address: '127.0.0.1',
      action: 'spaces.updateMember',
      object: `space ${anna.spaceId}, users ${vera.id}`,
      details: { user: vera.id, login: 'vera', before: { role: 'planner', status: 'active' }, after: { role: 'viewer' } },
    });
    await anna.ok(api.spaces.updateMember, { params: { id: anna.spaceId, userId: vera.id }, body: { role_id: BUILT_IN_ROLE_ID.planner } });
    const { id } = await anna.ok(api.roles.create, { body: { name: 'Made', rights: ['space.read'] } });
    await anna.ok(api.roles.update, { params: { id }, body: { rights: ['space.read', 'plan.read'] } });
    await anna.ok(api.roles.remove, { params: { id } });
    expect((await list({ action: 'roles.' })).map(({ action }) => action)).toEqual(['roles.remove', 'roles.update', 'roles.create']);
  });

  test('notes each change of data once, in the transaction that makes it: what is refused leaves nothing', async () => {
    const version = await vera.version();
    const before = (await list()).length;
    await vera.item(version, { name: 'Dig' });
    const [entry, ...rest] = await list();
    expect(entry).toMatchObject({ actor_id: vera.id, action: 'wbs.create', object: `versions ${version}` });
    expect(rest).toHaveLength(before);
    await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: true } });
    await vera.refused(api.wbs.create, { params: { id: version }, body: { parent_id: null, item: { name: 'No' } } });
    expect((await list())[0]).toMatchObject({ action: 'versions.setLocked' });
  });

  test('names what it numbers, as far as the reader may see it, and as it is called now', async () => {
    const version = await vera.version();
    const dig = await vera.item(version, { name: 'Dig' });
    await vera.ok(api.wbs.update, { params: { id: version, wbsId: dig }, body: { name: 'Dig deeper' } });
    const [entry] = await list();
    expect(entry.object).toBe(`versions ${version}, wbs ${dig}`);
    const { versions } = await anna.ok(api.eps.tree);
    const { name } = versions.find(({ id }) => id === version) ?? { name: '' };
    expect(entry.names).toMatchObject({ [`versions ${version}`]: name, [`wbs ${dig}`]: expect.stringMatching(/Dig deeper$/) });
    const member = (await list({ action: 'spaces.invite' }))[0];
    expect(Object.values(member.names)).toContain('vera Tester');
  });

  test('notes no reading and no setting of one’s own', async () => {
    const before = await list();
    await vera.ok(api.eps.tree);
    await vera.ok(api.preferences.saveState, { body: { a: 'x', b: 'y', state: 1 } });
    expect((await list())[0].id).toBe(before[0].id);
  });

  test('notes what is done in another person’s name with both', async () => {
    const ends_at = new Date(Date.now() + 3_600_000).toISOString();
    await anna.ok(api.delegation.create, { body: { receiver_id: vera.id, starts_at: new Date(Date.now() - 1000).toISOString(), ends_at } });
    expect((await list())[0]).toMatchObject({ action: 'delegation.create', details: { receiver: vera.id } });
    await vera.ok(api.facilities.create, { body: { name: 'For Anna' } }, { headers: { 'x-on-behalf-of': String(anna.id) } });
    expect((await list())[0]).toMatchObject({
      actor_id: vera.id,
      actor: 'vera Tester',
      on_behalf_of: 'anna Tester',
      action: 'facilities.create',
    });
  });

  test('tells of sign-ins of members since they are members, and not from where', async () => {
    const signIn = (login: string, password: string) =>
      send(world.base, nobody(), api.auth.login, { body: { login, password } }, { by: 'nobody' });
    await signIn('vera', PASSWORD);
    await signIn('vera', 'wrong password');
    await signIn('stranger', PASSWORD);
    const shown = await list({ action: 'auth.' });
    expect(shown.map(({ action, actor, address }) => ({ action, actor, address }))).toEqual([
      { action: 'auth.sign_in_refused', actor: 'vera', address: null },
      { action: 'auth.signed_in', actor: 'vera Tester', address: null },
    ]);
  });

  test('of an unknown login keeps no word of what was typed', async () => {
    await send(world.base, nobody(), api.auth.login, { body: { login: 'my secret by mistake', password: 'x' } }, { by: 'nobody' });
    expect(JSON.stringify(await world.sql('select * from audit'))).not.toContain('my secret by mistake');
  });

  test('is filtered by person, action, words and time, and read page by page', async () => {
    expect((await list({ actor_id: vera.id })).every(({ actor_id: id }) => id === vera.id)).toBe(true);
    expect((await list({ search: 'LOCKED' })).map(({ action }) => action)).toEqual(['versions.setLocked']);
    expect(await list({ search: '100%' })).toEqual([]);
    expect(await list({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
    const all = await list({ limit: 500 });
    const first = await anna.ok(api.audit.list, { query: { limit: 3 } });
    const second = await anna.ok(api.audit.list, { query: { limit: 3, before: first.next ?? 0 } });
    expect([...first.entries, ...second.entries].map(({ id }) => id)).toEqual(all.slice(0, 6).map(({ id }) => id));
    expect((await anna.ok(api.audit.list, { query: { limit: 500 } })).next).toBeNull();
    expect(first.actors.map(({ id }) => id).sort()).toEqual([anna.id, vera.id].sort());
    expect(second.actors).toEqual([]);
  });

  test('is looked through for words a part at a time, from the newest of the time that is asked for', async () => {
    const database = openDatabase(world.database.connection, () => undefined);
    const [newest] = await list();
    for (const filter of [{ search: 'locked' }, { search: 'locked', until: newest.at }, { search: 'nowhere' }]) {
      const found: number[] = [];
      let pages = 0;
      for (let before: number | null | undefined; before !== null; pages += 1) {
        const page = { ...filter, limit: 500, ...(before === undefined ? {} : { before }) };
        const read = await database.read({ spaceId: anna.spaceId, userId: null, system: true }, (db) =>
          readPage(db, anna.spaceId, page, 3),
        );
        found.push(...read.rows.map(({ id }) => id));
        before = read.next;
      }
      expect(found).toEqual((await list({ ...filter, limit: 500 })).map(({ id }) => id));
      expect(pages).toBeGreaterThan(2);
    }
    const ended = { search: 'nowhere', from: newest.at, limit: 500 };
    const { next } = await database.read({ spaceId: anna.spaceId, userId: null, system: true }, (db) =>
      readPage(db, anna.spaceId, ended, 3),
    );
    expect(next).toBeNull();
    await database.close();
  });

  test('goes out as CSV that no spreadsheet runs, which is noted', async () => {
    await anna.ok(api.facilities.create, { body: { name: 'X' } });
    await anna.ok(api.roles.create, { body: { name: '=HYPERLINK(1)', rights: ['space.read'] } });
    const { status, headers, body } = await anna.call(api.audit.export, { body: { search: 'roles', language: 'ru' } });
    expect({ status, type: headers.get('content-type'), name: headers.get('content-disposition') }).toEqual({
      status: 200,
      type: 'text/csv; charset=utf-8',
      name: 'attachment; filename="audit.csv"',
    });
    const lines = (body as unknown as string).trim().split('\r\n');
    expect(lines[0]).toContain('Кто');
    expect(lines).toHaveLength(1 + (await list({ search: 'roles', limit: 500 })).length);
    expect((await list())[0]).toMatchObject({ action: 'audit.export', details: { filter: { search: 'roles' } } });
  });

  test('goes out as lines of JSON too', async () => {
    const { status, bytes } = await answerBytes(anna, api.audit.export, { body: { format: 'ndjson', search: 'roles.create' } });
    expect(status).toBe(200);
    const entries = bytes
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { action: string });
    expect(entries.map(({ action }) => action)).toEqual(['roles.create', 'roles.create']);
  });

  test.each(['csv', 'ndjson'] as const)(
    'goes out whole as %s where it has many parts, each entry once, the newest first',
    async (format) => {
      const count = 4_500;
      await world.sql(
        `insert into audit (space_id, at, actor_id, actor, address, request_id, action, object, details)
       select $1, now(), $2, 'anna', '', '', $3, 'entry ' || n, null from generate_series(1, $4::int) n`,
        [anna.spaceId, anna.id, `many.${format}`, count],
      );
      const { status, bytes } = await answerBytes(anna, api.audit.export, { body: { format, action: `many.${format}` } });
      expect(status).toBe(200);
      const found = [...bytes.toString().matchAll(/entry (\d+)/g)].map(([, number]) => Number(number));
      expect(found).toEqual(Array.from({ length: count }, (_, at) => count - at));
    },
  );

  test('is read by who has the right, and from no other space', async () => {
    expect(await vera.refused(api.audit.list)).toMatchObject({ status: 403, code: 'auth.forbidden' });
    expect((await list({ limit: 500 }, stranger)).some(({ actor_id: id }) => id === anna.id)).toBe(false);
    expect(await stranger.refused(api.audit.list, {}, { spaceId: anna.spaceId })).toEqual(
      await stranger.refused(api.audit.list, {}, { spaceId: 999_999 }),
    );
  });

  test('holds no password, token or answer', async () => {
    await anna.ok(api.accessTokens.create, { body: { name: 'Script', rights: ['space.read'], days: 1 } });
    await anna.ok(api.users.changePassword, { body: { old_password: PASSWORD, password: 'a lighthouse in november' } });
    const text = JSON.stringify(await world.sql('select * from audit'));
    expect(text).toContain('users.changePassword');
    for (const secret of [PASSWORD, 'a lighthouse in november', 'Pier 4', anna.keys.token, ...anna.keys.cookies.values(), 'gantry_'])
      expect(text).not.toContain(secret);
  });
});

describe('rows of the audit', () => {
  test.each([
    ['changed', `update audit set actor = 'nobody'`],
    ['deleted', 'delete from audit'],
    ['emptied', 'truncate audit'],
  ])('are never %s, not even by a superuser', async (_what, statement) => {
    await expect(world.sql(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('are added to no other space', async () => {
    const { database } = world.app.services;
    const forged = {
      space_id: stranger.spaceId,
      actor_id: anna.id,
      on_behalf_of: null,
      actor: 'x',
      address: '',
      request_id: '',
      action: 'forged',
      object: '',
    };
    await expect(
      database.write({ spaceId: anna.spaceId, userId: anna.id }, (tx) => tx.insertInto('audit').values(forged).execute()),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('are sealed day by day; what is changed behind the back of the program shows', async () => {
    const later = (days: number) => ({ ...world.app.services, now: () => new Date(Date.now() + days * 86_400_000) });
    const seals = () => anna.ok(api.audit.seals);
    expect(await sealAudit(world.app.services)).toBe(0);
    expect(await seals()).toMatchObject({ seals: 0, until: null, broken: null });
    const made = await Promise.all([sealAudit(later(2)), sealAudit(later(2))]);
    // The space of each of both and the installation, by one server alone.
    expect(made[0] + made[1]).toBe(3);
    const whole = await seals();
    expect(whole).toMatchObject({ seals: 1, broken: null });
    expect(whole.rows).toBeGreaterThan(10);
    expect(whole.hash).toMatch(/^[0-9a-f]{64}$/);
    // The thread of the audit makes the sums where there are many entries: here no more is read than how many.
    const { services } = world.app;
    const { read } = services.database;
    let reads = 0;
    services.database.read = (scope, work) => {
      if (scope.system && scope.spaceId === anna.spaceId) reads += 1;
      return read(scope, work);
    };
    const caller = { ...services, spaceId: anna.spaceId, userId: anna.id } as unknown as Context;
    const inThread = () => checkSeals(caller, 0).finally(() => (services.database.read = read));
    expect({ found: await inThread(), reads }).toEqual({ found: whole, reads: 1 });
    await world.sql(`alter table audit disable trigger append_only`);
    const [{ id, actor }] = await world.sql(`select id, actor from audit where space_id = $1 and action = 'roles.create' limit 1`, [
      anna.spaceId,
    ]);
    await world.sql(`update audit set actor = 'somebody else' where id = $1`, [id]);
    expect((await seals()).broken).toMatchObject({ from: null });
    expect((await inThread()).broken).toMatchObject({ from: null });
    await world.sql(`update audit set actor = $2 where id = $1`, [id, actor]);
    expect((await seals()).broken).toBeNull();
    // An attacker who rewrites the seal as well does not have the key that signs it.
    await world.sql(`alter table audit_seal disable trigger append_only`);
    await world.sql(`update audit_seal set hash = $2 where space_id = $1`, [anna.spaceId, '0'.repeat(64)]);
    expect((await seals()).broken).not.toBeNull();
    await world.sql(`update audit_seal set hash = $2 where space_id = $1`, [anna.spaceId, whole.hash]);
    for (const table of ['audit', 'audit_seal']) await world.sql(`alter table ${table} enable trigger append_only`);
    expect(await vera.refused(api.audit.seals)).toMatchObject({ status: 403 });
  });

  test('are looked for by index in each space, without those of the installation', async () => {
    const plan = await world.app.services.database.read({ spaceId: null, userId: null, system: true }, async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      return sql`explain ${unsealedAt(new Date())}`.execute(db);
    });
    const conditions = JSON.stringify(plan.rows);
    expect(conditions).toContain('Index Cond: ((space_id = s.id) AND (at < ');
    expect(conditions).toContain('Index Cond: ((space_id IS NULL) AND (at < ');
  });

  test('go with their space, and the deletion stays noted', async () => {
    await stranger.ok(api.facilities.create, { body: { name: 'Gone' } });
    const spaceId = stranger.spaceId;
    await stranger.ok(api.spaces.remove, { params: { id: spaceId } });
    await expect.poll(async () => (await world.sql('select 1 from space where id = $1', [spaceId])).length, { timeout: 15_000 }).toBe(0);
    expect(await world.sql('select 1 from audit where space_id = $1', [spaceId])).toEqual([]);
    expect(await world.sql(`select actor_id, object from audit where action = 'spaces.remove'`)).toEqual([
      { actor_id: stranger.id, object: `space ${spaceId}` },
    ]);
  });

  test('go out byte by byte as they stand, whatever they hold', async () => {
    const hostile = { z: 1, '10': 'a;b', deep: { list: [1.5, 1e-7, null, true], word: 'Ж\u2028' }, 'quo"te': 'line\r\nbreak' };
    const [{ id }] = await world.sql(
      `insert into audit (space_id, at, actor_id, actor, address, request_id, action, object, details)
       values ($1, '2020-02-03T04:05:06.789999Z', null, $2, '', '', 'hostile.deed', $3, $4), ($1, '2020-02-03T04:05:06Z', null, 'plain', '::1', '', 'hostile.plain', '', null)
       returning id`,
      [anna.spaceId, `=1+1 "x"; 'y'`, '\tone\ntwo Ж', JSON.stringify(hostile)],
    );
    const file = async (format: 'csv' | 'ndjson') =>
      (await answerBytes(anna, api.audit.export, { body: { format, action: 'hostile.' } })).bytes.toString();
    const [, ...rows] = (await file('csv')).split('2020-02-03');
    expect(rows).toEqual([
      'T04:05:06.000Z;plain;;hostile.plain;;::1;\r\n',
      `T04:05:06.789Z;"'=1+1 ""x""; 'y'";;hostile.deed;"'\tone\ntwo Ж";;"${JSON.stringify(hostile).replaceAll('"', '""')}"\r\n`,
    ]);
    expect(await file('ndjson')).toBe(
      [
        {
          id: Number(id) + 1,
          at: '2020-02-03T04:05:06.000Z',
          actor_id: null,
          actor: 'plain',
          on_behalf_of: null,
          address: '::1',
          action: 'hostile.plain',
          object: '',
          details: null,
        },
        {
          id: Number(id),
          at: '2020-02-03T04:05:06.789Z',
          actor_id: null,
          actor: `=1+1 "x"; 'y'`,
          on_behalf_of: null,
          address: '',
          action: 'hostile.deed',
          object: '\tone\ntwo Ж',
          details: hostile,
        },
      ]
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    );
  });
});
