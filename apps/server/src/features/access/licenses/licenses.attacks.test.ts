import { ANYWHERE, api, type Endpoint, endpoint, endpoints, isWork, seatFor } from '@gantry/contract';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { CompactSign } from 'jose';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openToken, readPublicKeys } from '../../../platform/signed-tokens.ts';
import { claimsOf, newIssuer } from '../../../testing/servers/license-issuer.ts';
import { makeCosting } from '../../../testing/samples/secret-costing.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import {
  coversVersion,
  daysLeft,
  judge,
  kindsFull,
  LICENSE_TYPE,
  readClaims,
  type Standing,
  standingOf,
  stateOf,
} from './licenses.rules.ts';
import { getSeat } from './licenses.service.ts';

const OF_ESTIMATES = ['estimates', 'estimateQuantities', 'complianceRules', 'costLinks', 'pdc', 'acts'];
const issuer = newIssuer();
const other = newIssuer('other-1');
const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = { alg: 'EdDSA', typ: 'license+jwt', kid: issuer.kid };
const signed = (header: Record<string, unknown>, claims = claimsOf(), by = issuer.privateKey): string => {
  const body = `${text(header)}.${text(claims)}`;
  return `${body}.${sign(null, Buffer.from(body), by).toString('base64url')}`;
};

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld({ GANTRY_LICENSE_PUBLIC_KEYS: `${issuer.trusted}, ${other.trusted}` });
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

const answerTo = async (token: string): Promise<string> => (await anna.refused(api.licenses.load, { body: { token } })).code;

describe('licence and token forgery', () => {
  test('what the issuer signed is taken: the forgeries below fail for what was done to them', async () => {
    expect(await openToken(readPublicKeys(issuer.trusted), LICENSE_TYPE, signed(HEADER))).toMatchObject({ scope: 'site' });
    expect(await openToken(readPublicKeys(issuer.trusted), LICENSE_TYPE, await issuer.issue())).toMatchObject({ scope: 'site' });
  });

  test('edited payload', async () => {
    const [header, , signature] = (await issuer.issue({ paid_users: 5 })).split('.');
    expect(await answerTo([header, text(claimsOf({ paid_users: 5000 })), signature].join('.'))).toBe('license.not_readable');
  });

  test('algorithm none, with an empty signature and with any', async () => {
    for (const alg of ['none', 'None', 'NONE', ''])
      for (const signature of ['', 'A'.repeat(86)])
        expect(await answerTo(`${text({ ...HEADER, alg })}.${text(claimsOf())}.${signature}`)).toBe('license.not_readable');
  });

  test('a key of one’s own, under the name of the true one, another trusted one, and none', async () => {
    const own = generateKeyPairSync('ed25519').privateKey;
    for (const kid of [issuer.kid, other.kid, 'unknown', '__proto__', ''])
      expect(await answerTo(signed({ ...HEADER, kid }, claimsOf(), own))).toBe('license.not_readable');
    expect(await answerTo(signed({ alg: 'EdDSA', typ: 'license+jwt' }))).toBe('license.not_readable');
    expect(await answerTo(signed({ ...HEADER, kid: other.kid }))).toBe('license.not_readable');
  });

  test('HS256 with the public key as the secret', async () => {
    const jwk = issuer.publicKey.export({ format: 'jwk' });
    for (const secret of [
      Buffer.from(jwk.x as string, 'base64url'),
      Buffer.from(jwk.x as string),
      issuer.publicKey.export({ format: 'pem', type: 'spki' }),
      issuer.publicKey.export({ format: 'der', type: 'spki' }),
    ]) {
      const body = `${text({ ...HEADER, alg: 'HS256' })}.${text(claimsOf())}`;
      expect(await answerTo(`${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`)).toBe('license.not_readable');
    }
  });

  test('RS256, PS256 and ES256 with keys of one’s own', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const bytes = new TextEncoder().encode(JSON.stringify(claimsOf()));
    for (const [alg, key] of [
      ['RS256', rsa],
      ['PS256', rsa],
      ['ES256', ec],
    ] as const)
      expect(await answerTo(await new CompactSign(bytes).setProtectedHeader({ ...HEADER, alg }).sign(key))).toBe('license.not_readable');
  });

  test('expired', async () => {
    expect(await answerTo(await issuer.issue({ exp: Math.floor(Date.now() / 1000) - 1 }))).toBe('license.expired');
  });

  test('unknown crit, and crit that is known elsewhere', async () => {
    for (const extra of [{ crit: ['floating'], floating: true }, { crit: ['b64'], b64: false }, { crit: [] }])
      expect(await answerTo(signed({ ...HEADER, ...extra }))).toBe('license.not_readable');
  });

  test('embedded keys: jwk, jku, x5c, x5u', async () => {
    const own = generateKeyPairSync('ed25519');
    const jwk = own.publicKey.export({ format: 'jwk' });
    for (const extra of [{ jwk }, { jku: 'https://keys.example/jwks' }, { x5c: ['AAAA'] }, { x5u: 'https://keys.example/x' }]) {
      expect(await answerTo(signed({ ...HEADER, ...extra }, claimsOf(), own.privateKey))).toBe('license.not_readable');
      expect(await answerTo(signed({ alg: 'EdDSA', typ: 'license+jwt', ...extra }, claimsOf(), own.privateKey))).toBe(
        'license.not_readable',
      );
    }
  });

  test('type swapped, or left out', async () => {
    for (const typ of ['JWT', 'at+jwt', 'LICENSE+JWT', 'application/license+jwt', undefined])
      expect(await answerTo(signed({ ...HEADER, typ }))).toBe('license.not_readable');
  });

  test('every single bit of a token turned: none is accepted', async () => {
    const token = await issuer.issue({ paid_users: 25, exp: Math.floor(Date.now() / 1000) + 1000 });
    const keys = readPublicKeys(issuer.trusted);
    const bytes = Buffer.from(token);
    let accepted = 0;
    let tried = 0;
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] ^= 1 << (bit & 7);
      tried += 1;
      for (const spelled of [forged.toString('latin1'), forged.toString('utf8').trim()])
        if ((await openToken(keys, LICENSE_TYPE, spelled)) !== undefined) accepted += 1;
    }
    expect({ tried, accepted }).toEqual({ tried: token.length * 8, accepted: 0 });
    expect(await openToken(keys, LICENSE_TYPE, token)).toMatchObject({ paid_users: 25 });
  });

  test('other spellings of a good token: padding, spaces, standard base64, JSON, a fourth part', async () => {
    const token = await issuer.issue();
    const keys = readPublicKeys(issuer.trusted);
    const [header, payload, signature] = token.split('.');
    for (const spelled of [
      `${token}=`,
      `${token}.`,
      ` ${token}`,
      `${token}\n`,
      `${header}. ${payload}.${signature}`,
      JSON.stringify({ payload, protected: header, signature }),
      `${token}.${signature}`,
    ])
      expect(await openToken(keys, LICENSE_TYPE, spelled)).toBeUndefined();
  });

  test('a payload that is no licence, though well signed', async () => {
    for (const claims of [
      {},
      { lid: '' },
      { scope: 'all' },
      { kind: 'gold' },
      { paid_users: -1 },
      { paid_users: 1.5 },
      { exp: 'never' },
      { exp: -1 },
      { app_version: 'latest' },
    ])
      expect(readClaims({ ...claimsOf(), ...claims, ...(Object.keys(claims).length ? {} : { lid: undefined }) })).toBeNull();
    for (const payload of [null, 5, 'x', [], { toString: 1 }]) expect(readClaims(payload)).toBeNull();
  });
});

describe('keys of the issuer', () => {
  test('are read as pairs and as a JWK set; what is none stops the start in words', () => {
    const set = JSON.stringify({ keys: [{ ...issuer.publicKey.export({ format: 'jwk' }), kid: 'a' }] });
    expect([...readPublicKeys(set).keys()]).toEqual(['a']);
    expect([...readPublicKeys(`${issuer.trusted}\n${other.trusted}`).keys()]).toEqual([issuer.kid, other.kid]);
    expect(readPublicKeys('').size).toBe(0);
    for (const wrong of ['a:short', ':x', 'nothing']) expect(() => readPublicKeys(wrong)).toThrow(/licence key/);
  });
});

describe('seats under a crowd', () => {
  const LIMIT = 25;
  const CROWD = 100;

  async function crowd(prefix: string, spaceId: number): Promise<number[]> {
    const rows = await world.sql<{ id: number }>(
      `insert into app_user (login, email, first_name, last_name, password_hash, secret_question, secret_answer_hash)
       select $1 || n, $1 || n || '@gantry.example', $1, n::text, '', '', '' from generate_series(1, $2::int) n returning id`,
      [prefix, CROWD],
    );
    await world.sql(`insert into space_user (space_id, user_id, role) select $1, unnest($2::bigint[]), 'planner'`, [
      spaceId,
      rows.map(({ id }) => id),
    ]);
    return rows.map(({ id }) => id);
  }

  test.each(['users', 'estimate', 'bim'] as const)('of the kind %s: of 100 at once exactly 25 get one', async (kind) => {
    const spaceId = await anna.space(`Crowd ${kind}`);
    const { id } = await anna.ok(api.licenses.load, {
      body: { token: await issuer.issue({ paid_users: kind === 'users' ? LIMIT : null, estimate_users: LIMIT, bim_users: LIMIT }) },
    });
    await world.sql(`delete from seat where space_id = $1`, [spaceId]);
    const people = await crowd(`crowd-${kind}-`, spaceId);
    const token = (await world.sql('select token from license where id = $1', [id]))[0].token as string;
    const claims = readClaims(await openToken(readPublicKeys(issuer.trusted), LICENSE_TYPE, token));
    const standing: Standing = { state: 'licensed', license: { id, spaceId, active: true, claims } };
    const got = await Promise.all(people.map((userId) => getSeat(world.app.services, { spaceId, userId }, standing, kind)));
    expect(got.filter(Boolean)).toHaveLength(LIMIT);
    expect(await world.sql('select count(*)::int as seats from seat where space_id = $1 and kind = $2', [spaceId, kind])).toEqual([
      { seats: LIMIT },
    ]);
    // Whoever has one keeps it, and whoever has none still gets none.
    const again = await Promise.all(people.map((userId) => getSeat(world.app.services, { spaceId, userId }, standing, kind)));
    expect(again).toEqual(got);
  });

  test('of invitations and enablings through HTTP, all at once, no more succeed than there are seats', async () => {
    const spaceId = await anna.space('Invited crowd');
    const people = (await crowd('guest-', spaceId)).slice(0, 50);
    await world.sql('delete from space_user where space_id = $1 and user_id <> $2 and not (user_id = any($3::bigint[]))', [
      spaceId,
      anna.id,
      people,
    ]);
    await world.sql(`update space_user set status = 'disabled' where space_id = $1 and user_id <> $2`, [spaceId, anna.id]);
    await world.sql('delete from space_user where space_id = $1 and user_id = any($2::bigint[])', [spaceId, people.slice(0, 25)]);
    await anna.ok(api.licenses.load, { body: { token: await issuer.issue({ paid_users: 11 }) } });
    const enable = (userId: number) => anna.call(api.spaces.updateMember, { params: { id: spaceId, userId }, body: { status: 'active' } });
    const invite = (login: string) => anna.call(api.spaces.invite, { params: { id: spaceId }, body: { login, role_id: 3 } });
    const answers = await Promise.all([
      ...people.slice(25).map(enable),
      ...Array.from({ length: 25 }, (_, index) => invite(`guest-${index + 1}`)),
    ]);
    const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : body.errors[0].code));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(10);
    expect(new Set(codes)).toEqual(new Set(['ok', 'license.users_exceeded']));
    expect(await world.sql(`select count(*)::int as active from space_user where space_id = $1 and status = 'active'`, [spaceId])).toEqual([
      { active: 11 },
    ]);
  });

  test('of first entries through HTTP, all at once, exactly as many as are left get in', async () => {
    const spaceId = await anna.space('Entering crowd');
    await anna.ok(api.licenses.load, { body: { token: await issuer.issue({ paid_users: 4 }) } });
    const people = await Promise.all(Array.from({ length: 12 }, (_, index) => world.person(`enters-${index}`)));
    for (const person of people) await world.join(person, anna, 'planner');
    const answers = await Promise.all(people.map((person) => person.call(api.eps.tree)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status, body }) => status === 402 && body.errors[0].code === 'LicenseLimit')).toHaveLength(9);
    expect((await anna.ok(api.licenses.list)).standing.seats.users).toEqual({ used: 4, allowed: 4 });
    expect(spaceId).toBe(anna.spaceId);
  });
});

describe('what a licence says to a call', () => {
  const at = { now: 0, seen: 0, program: '1.4.2', installation: 'i' };
  const licence = (claims: Record<string, unknown>, spaceId: number | null = 1, active = true) => ({
    id: 1,
    spaceId,
    active,
    claims: readClaims(claimsOf({ scope: spaceId === null ? 'corporate' : 'site', ...claims })),
  });
  const wish = { work: true, feature: null, mends: false, holds: [] as string[] };
  const by = (claims: Record<string, unknown>) => standingOf([licence(claims)], false, at);

  test.each([
    ['work by a limited licence needs a seat', by({ paid_users: 3 }), wish, { seats: ['users'] }],
    ['whoever has one needs no other', by({ paid_users: 3 }), { ...wish, holds: ['users'] }, { seats: [] }],
    ['an unlimited one counts nobody', by({}), wish, { seats: [] }],
    ['estimates that are not in it', by({}), { ...wish, feature: 'estimate' }, { refused: 'license.estimate_missing' }],
    ['BIM that is not in it', by({}), { ...wish, feature: 'bim' }, { refused: 'license.bim_missing' }],
    ['estimates that are', by({ estimate_users: 2 }), { ...wish, feature: 'estimate' }, { seats: ['estimate'] }],
    ['BIM for everybody', by({ bim_users: null }), { ...wish, feature: 'bim' }, { seats: [] }],
    ['estimates without any licence', standingOf([], false, at), { ...wish, feature: 'estimate' }, { seats: [] }],
    ['BIM read after the end', by({ exp: 0 }), { ...wish, work: false, feature: 'bim' }, { seats: [] }],
    ['BIM changed after the end', by({ exp: 0 }), { ...wish, feature: 'bim' }, { refused: 'license.expired' }],
    ['work where a licence is wanted', standingOf([], true, at), { ...wish, mends: true }, { refused: 'LicenseNotFound' }],
    ['mending where a licence is wanted', standingOf([], true, at), { ...wish, work: false, mends: true }, { seats: [] }],
  ] as const)('%s', (_what, standing, wished, verdict) => {
    expect(judge(standing, wished as Parameters<typeof judge>[1])).toEqual(verdict);
  });

  test('the licence of the space goes before the corporate one', () => {
    const licenses = [licence({ paid_users: 9 }, null), licence({ paid_users: 2 })];
    expect(standingOf(licenses, false, at).license?.claims?.paid_users).toBe(2);
    expect(standingOf([licenses[0], { ...licenses[1], active: false }], false, at).license?.claims?.paid_users).toBe(9);
    expect(standingOf([{ ...licenses[1], active: false }], false, at).state).toBe('inactive');
  });

  test.each([
    [undefined, '7.0.0', true],
    ['1', '1.9.9', true],
    ['1', '2.0.0', false],
    ['1.4', '1.4.7', true],
    ['1.4', '1.5.0', false],
    ['1.4.2', '1.4.2', true],
    ['1.4.2', '1.4.3', false],
    ['2', '1.4.2', true],
  ])('a licence up to version %s is good for %s: %s', (highest, program, good) => expect(coversVersion(highest, program)).toBe(good));

  test('ends at its second, begins at its second, and counts full days', () => {
    const day = 24 * 3600;
    const state = (nowSeconds: number) => stateOf(licence({ nbf: 10, exp: 10 + 3 * day }), { ...at, now: nowSeconds * 1000 });
    expect([state(9), state(10), state(9 + 3 * day), state(10 + 3 * day)]).toEqual(['not_yet_valid', 'licensed', 'licensed', 'expired']);
    expect(daysLeft(by({ exp: 2.5 * day }), 0)).toBe(2);
    expect(daysLeft(by({}), 0)).toBeNull();
    expect(kindsFull(by({ paid_users: 2, estimate_users: 1 }), { users: 2, estimate: 0, bim: 9 })).toEqual(['users']);
  });

  test('calls of 3D, by the paths of the specification, need their seats', () => {
    const of = (path: Endpoint['path']) => seatFor({ path });
    expect([
      of('/api/v1/projects/{id}/3d/models'),
      of('/api/v1/versions/{id}/3d/link/{linkId}/wbs'),
      of('/api/v1/primitivesModels'),
    ]).toEqual(['bim', 'bim', 'bim']);
    expect([of('/api/v1/versions/{id}/wbs'), of('/api/v1/projects/{id}')]).toEqual([null, null]);
  });

  test('work is what changes plans; reading, exporting and minding people is none', () => {
    const work = (e: Pick<Endpoint, 'changesData' | 'right'>) => isWork(e);
    expect([api.wbs.create, api.imports.upload, api.timetable.calculate, api.eps.rename].map(work)).toEqual([true, true, true, true]);
    expect(
      [api.exports.version, api.wbs.list, api.spaces.invite, api.licenses.load, api.preferences.saveState, api.auth.login].map(work),
    ).toEqual([false, false, false, false, false, false]);
  });

  test('the gate asks it of a call that the product gets later', async () => {
    const { createAuthenticate } = await import('../gate/gate.service.ts');
    const spaceId = await anna.space('Later');
    await anna.ok(api.licenses.load, { body: { token: await issuer.issue({ estimate_users: 1 }) } });
    const boris = await world.person('boris');
    await world.join(boris, anna, 'planner');
    const authenticate = createAuthenticate(world.app.services, { csrfSecret: 'x', idlenessMinutes: 0 });
    const ask = (person: Person, path: Endpoint['path']) => {
      const request = {
        id: 'r',
        ip: '127.0.0.1',
        params: {},
        cookies: {},
        headers: { authorization: `Bearer ${person.keys.token}`, 'x-space-id': String(spaceId) },
      };
      const call = endpoint({ method: 'GET', path, summary: 'Later', right: 'plan.read', place: ANYWHERE, output: z.object({}) });
      return authenticate(request as never, call).then(
        () => 'ok',
        (error: { code: string; status: number }) => `${error.status} ${error.code}`,
      );
    };
    expect(await ask(anna, '/api/v1/cost-estimates')).toBe('ok');
    expect(await ask(boris, '/api/v1/cost-estimates')).toBe('402 license.estimate_users_exceeded');
    expect(await ask(boris, '/api/v1/primitivesModels')).toBe('402 license.bim_missing');
    await anna.ok(api.licenses.freeSeat, { params: { kind: 'estimate', userId: anna.id } });
    expect(await ask(boris, '/api/v1/cost-estimates')).toBe('ok');
  });

  test('each call of estimates needs a seat of them, and so does the update of costs', { timeout: 60_000 }, async () => {
    await anna.space('Estimates');
    const schedule = await anna.schedule();
    const project = (await anna.ok(api.eps.tree)).nodes.find(({ kind }) => kind === 'project')?.id as number;
    const [version, plain] = [await anna.version(schedule), await anna.version(schedule)];
    const rows = [await anna.item(version, { name: 'Dig' }), await anna.item(version, { name: 'Pour' })];
    const { estimate, act, pdc, set, rule } = await makeCosting({ anna, project, schedule, version, rows });
    const ids: Record<string, number> = {
      'cost-estimates': estimate, 'work-acts': act, 'compliance-rules': rule, executed: schedule, schedules: schedule, apply: version, project,
      pdc, sets: set, versions: version, rows: 1, export: 0,
    }; // prettier-ignore
    const calls = endpoints().filter(({ feature, name }) => OF_ESTIMATES.includes(feature) && name !== 'settings');
    const form = new FormData();
    form.append('project_id', String(project));
    const named = { project_id: project, schedule_id: schedule, eps_id: project, set_id: set };
    const answerOf = async ({ method, path, request }: Endpoint): Promise<string> => {
      const filled = path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_way, before: string) => `${before}/${ids[before] || 'csv'}`);
      const isForm = request === 'multipart';
      const input = isForm || method === 'DELETE' ? {} : method === 'GET' ? { query: named } : { body: named };
      const { status, body } = await anna.call({ method, path } as Endpoint, input, { path: filled, ...(isForm && { raw: form }) });
      return status === 402 ? body.errors[0].code : `${method} ${filled}: ${status}`;
    };
    const load = async (claims: Record<string, unknown>) =>
      (await anna.ok(api.licenses.load, { body: { token: await issuer.issue(claims) } })).id;
    const refusals = async () => {
      const codes = [(await anna.refused(api.versions.updateCosts, { params: { id: version }, body: { dry_run: true } })).code as string];
      for (const call of calls) codes.push(await answerOf(call.endpoint));
      await anna.ok(api.versions.updateCosts, { params: { id: plain }, body: { dry_run: true } });
      await anna.ok(api.costLinks.settings, { params: { id: schedule } });
      return [...new Set(codes)];
    };
    const without = await load({});
    expect([calls.length > 40, ...(await refusals())]).toEqual([true, 'license.estimate_missing']);
    await anna.ok(api.licenses.setActive, { params: { id: without }, body: { active: false } });
    await load({ estimate_users: 1 });
    const boris = await world.person('seated');
    await world.join(boris, anna, 'planner');
    await boris.ok(api.estimates.list, { params: { id: project } });
    expect(await refusals()).toEqual(['license.estimate_users_exceeded']);
    await anna.ok(api.licenses.freeSeat, { params: { kind: 'estimate', userId: boris.id } });
    await anna.ok(api.versions.updateCosts, { params: { id: version }, body: { dry_run: true } });
    const { holders } = await anna.ok(api.licenses.list);
    expect(holders.filter(({ kind }) => kind === 'estimate')).toMatchObject([{ user_id: anna.id }]);
  });
});
