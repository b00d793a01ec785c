import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Keys, send } from '../../../testing/call.ts';
import { pngChunk, pngPicture } from '../../../testing/samples/pictures.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';
import { readLeaked } from './users.passwords.service.ts';
import { isWeakPassword } from './users.rules.ts';

let world: World;
let anna: Person;
let boris: Person;

beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = [await world.person('anna'), await world.person('boris')];
});
afterAll(() => world.close());

const NEW = 'a lighthouse in november';
const profile = { login: 'anna', email: 'anna@gantry.example', first_name: 'Anna', last_name: 'Petrova', secret_question: 'First site?' };
const signIn = async (login: string, password: string, keys: Keys = { cookies: new Map(), token: '' }) => {
  const answer = await send(world.base, keys, api.auth.login, { body: { login, password } }, { by: 'nobody' });
  keys.token = answer.body.token;
  return { status: answer.status, keys };
};

describe('the own profile', () => {
  test('names are changed as they are; login, email and question need the password', async () => {
    await anna.ok(api.users.update, { body: profile });
    expect(await anna.ok(api.users.whoAmI)).toMatchObject({
      first_name: 'Anna',
      last_name: 'Petrova',
      login: 'anna',
      privacy_accepted_at: null,
    });
    for (const change of [
      { login: 'anna2' },
      { email: 'anna@new.example' },
      { secret_question: 'Second?', answer: 'x' },
      { answer: 'Other' },
    ]) {
      expect(await anna.refused(api.users.update, { body: { ...profile, ...change } })).toMatchObject({
        status: 422,
        code: 'user.password_needed',
      });
      expect(await anna.refused(api.users.update, { body: { ...profile, ...change, password: 'wrong' } })).toMatchObject({
        code: 'user.wrong_password',
      });
    }
    await anna.ok(api.users.update, { body: { ...profile, email: 'anna@new.example', password: PASSWORD } });
    expect((await signIn('anna@new.example', PASSWORD)).status).toBe(200);
    await anna.ok(api.users.update, { body: { ...profile, password: PASSWORD } });
  });

  test('a new question needs a new answer', async () => {
    const body = { ...profile, secret_question: 'Second?', password: PASSWORD };
    expect(await anna.refused(api.users.update, { body })).toMatchObject({
      status: 400,
      parameters: { reason: 'validation.enter_answer' },
    });
  });

  test("another person's login or email is refused", async () => {
    const taken = { ...profile, login: 'BORIS', password: PASSWORD };
    expect(await anna.refused(api.users.update, { body: taken })).toMatchObject({ status: 409, code: 'user.name_taken' });
    const mail = { ...profile, email: 'Boris@gantry.example', password: PASSWORD };
    expect(await anna.refused(api.users.update, { body: mail })).toMatchObject({ status: 409, code: 'user.name_taken' });
  });

  test('takes no field that it does not know', async () => {
    for (const extra of [{ id: boris.id }, { status: 'disabled' }, { password_hash: 'x' }, { is_admin: true }])
      expect(await anna.refused(api.users.update, { body: { ...profile, ...extra } })).toMatchObject({
        status: 400,
        code: 'request.invalid',
      });
  });

  test('the privacy policy is accepted once, and the first time stays', async () => {
    await anna.ok(api.users.acceptPrivacy);
    const { privacy_accepted_at: first } = await anna.ok(api.users.whoAmI);
    await anna.ok(api.users.acceptPrivacy);
    expect((await anna.ok(api.users.whoAmI)).privacy_accepted_at).toBe(first);
    expect(first).toMatch(/^\d{4}-/);
  });
});

describe('sessions', () => {
  test('are listed to their owner alone, the one that asks is marked, and one or all others are ended', async () => {
    const others = await Promise.all([signIn('anna', PASSWORD), signIn('anna', PASSWORD)]);
    const { sessions } = await anna.ok(api.auth.sessions);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0].address).toBe('127.0.0.1');
    const mine = new Set(sessions.map(({ id }) => id));
    const theirs = (await boris.ok(api.auth.sessions)).sessions;
    expect(theirs.some(({ id }) => mine.has(id))).toBe(false);
    expect(await boris.refused(api.auth.endSession, { params: { id: sessions[0].id } })).toEqual(
      await boris.refused(api.auth.endSession, { params: { id: 999_999 } }),
    );
    const own = (await send(world.base, others[0].keys, api.auth.sessions, {})).body.sessions.find(({ current }) => current);
    await anna.ok(api.auth.endSession, { params: { id: own?.id ?? 0 } });
    expect((await send(world.base, others[0].keys, api.users.whoAmI, {})).status).toBe(401);
    expect((await send(world.base, others[0].keys, api.users.whoAmI, {}, { by: 'bearer' })).status).toBe(401);
    expect((await send(world.base, others[1].keys, api.users.whoAmI, {})).status).toBe(200);
    expect((await anna.ok(api.auth.endOtherSessions)).ended).toBeGreaterThan(0);
    expect((await send(world.base, others[1].keys, api.users.whoAmI, {})).status).toBe(401);
    expect((await anna.ok(api.auth.sessions)).sessions).toMatchObject([{ current: true }]);
  });

  test('end when nobody has used them for as long as the installation lets people be idle', async () => {
    const { keys } = await signIn('boris', PASSWORD);
    await world.sql(`update session set last_activity = now() - interval '31 minutes' where id_hash = sha256($1::bytea)`, [
      keys.cookies.get('gantry_sid'),
    ]);
    expect((await send(world.base, keys, api.users.whoAmI, {})).status).toBe(401);
  });

  test('that is ended closes the pages that are open', async () => {
    const { keys } = await signIn('boris', PASSWORD);
    const page = await Object.assign(Object.create(boris) as Person, { keys })
      .push()
      .catch(() => null);
    await boris.ok(api.auth.endOtherSessions);
    expect((await send(world.base, keys, api.users.whoAmI, {})).status).toBe(401);
    await page?.close();
  });
});

describe('the own password', () => {
  test('is changed by the present one; other sessions end and this one stays', async () => {
    const { keys } = await signIn('anna', PASSWORD);
    expect(await anna.refused(api.users.changePassword, { body: { old_password: 'wrong', password: NEW } })).toMatchObject({
      status: 422,
      code: 'user.wrong_password',
    });
    expect((await anna.ok(api.users.changePassword, { body: { old_password: PASSWORD, password: NEW } })).ended).toBeGreaterThan(0);
    expect((await send(world.base, keys, api.users.whoAmI, {})).status).toBe(401);
    expect((await anna.ok(api.users.whoAmI)).login).toBe('anna');
    expect((await signIn('anna', PASSWORD)).status).toBe(401);
    expect((await signIn('anna', NEW)).status).toBe(200);
  });

  test('is guessed ten times a quarter of an hour, no more', async () => {
    const codes: string[] = [];
    for (let round = 0; round < 11; round += 1)
      codes.push((await boris.refused(api.users.changePassword, { body: { old_password: `guess ${round}`, password: NEW } })).code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 'user.wrong_password'), 'auth.too_many_tries']);
  });

  test.each(['short', 'anna12345678', 'Passwort', 'password1234', 'aaaaaaaaaaaaaaa', 'x'.repeat(129)])('is not %j', async (password) => {
    const { status, code } = await anna.refused(api.users.changePassword, { body: { old_password: NEW, password } });
    expect([400, 422]).toContain(status);
    expect(['request.invalid', 'user.password_weak']).toContain(code);
  });
});

describe('the picture', () => {
  const png = pngPicture(8, 8);
  const form = (bytes: Buffer, name = 'me.png', type = 'image/png') => {
    const data = new FormData();
    data.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
    return { raw: data };
  };

  test('is taken, shown to people of the same space, and removed with its file', async () => {
    await anna.space();
    await world.join(boris, anna, 'viewer');
    expect(await anna.refused(api.users.avatar, { params: { id: anna.id } })).toMatchObject({ status: 404, code: 'user.no_avatar' });
    await anna.ok(api.users.saveAvatar, {}, form(png, '../../etc/passwd'));
    const shown = (await anna.ok(api.users.whoAmI)).avatar ?? '';
    const seen = await boris.call(api.users.avatar, { params: { id: anna.id }, query: { v: shown } });
    expect(seen.status).toBe(200);
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await anna.ok(api.users.whoAmI)).avatar).toMatch(/^[0-9a-f]{8}$/);
    expect((await boris.ok(api.spaces.users, { params: { id: anna.spaceId } })).users.find(({ id }) => id === anna.id)?.avatar).toMatch(
      /^[0-9a-f]{8}$/,
    );
    const kept = world.files().length;
    await anna.ok(api.users.saveAvatar, {}, form(png));
    expect(world.files().length).toBe(kept);
    await anna.ok(api.users.removeAvatar);
    expect(world.files().length).toBe(kept - 1);
    expect(await boris.refused(api.users.avatar, { params: { id: anna.id } })).toMatchObject({ status: 404 });
  });

  test('of somebody in no common space is as of nobody', async () => {
    const stranger = await world.person('stranger');
    await anna.ok(api.users.saveAvatar, {}, form(png));
    const foreign = await stranger.refused(api.users.avatar, { params: { id: anna.id } });
    expect(foreign).toEqual(await stranger.refused(api.users.avatar, { params: { id: 999_999 } }));
  });

  test.each([
    ['a page', '<html><script>alert(1)</script>', 'me.png'],
    ['a drawing that can hold scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'me.svg'],
    ['the first bytes of a picture before a page', '\u0089PNG\r\n\u001a\n<html>', 'me.png'],
    ['nothing', '', 'me.png'],
  ])('is not %s, whatever it is called', async (_what, text, name) => {
    expect(await anna.refused(api.users.saveAvatar, {}, form(Buffer.from(text), name))).toMatchObject({
      status: 422,
      code: 'user.avatar_not_accepted',
    });
  });

  test('is kept without what stands beside it, and one that says it is a wall is refused', async () => {
    const script = Buffer.from('<script>alert(1)</script>');
    const words = pngPicture(8, 8, { chunks: [pngChunk('tEXt', script)], behind: script });
    await anna.ok(api.users.saveAvatar, {}, form(words, 'me.png"><script>.html', 'text/html'));
    const seen = await fetch(`${world.base}/api/v1/users/${anna.id}/avatar`, {
      headers: { cookie: [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(seen.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await seen.arrayBuffer()).includes('script')).toBe(false);
    for (const bytes of [pngPicture(1025, 1), pngPicture(2, 2, { states: { width: 60_000, height: 60_000 } })])
      expect(await anna.refused(api.users.saveAvatar, {}, form(bytes))).toMatchObject({ code: 'user.avatar_not_accepted' });
  });

  test('of more than a megabyte is refused', async () => {
    expect(await anna.refused(api.users.saveAvatar, {}, form(Buffer.concat([png, Buffer.alloc(1024 * 1024)])))).toMatchObject({
      status: 413,
    });
  });
});

test.each([
  ['correct horse battery', false],
  ['Tr0ub4dor & 3 more', false],
  ['password 1234', true],
  ['ssssssssssssss', true],
  ['annapetrova!', true],
  ['annapetrova likes rain', false],
  ['1qaz2wsx3edc', true],
  ['Summer 2024!!', true],
  ['P@$$w0rd-2026', true],
  ['!!!qwertyuiop99', true],
  ['dragon.monkey.7', true],
  ['parkpark parkpark', true],
  ['йцукен123456', true],
  ['summer rain on the pier', false],
  ['dragonfly over monk', false],
])('the password %j is weak: %s', async (password, weak) => {
  const person = { login: 'annapetrova', email: 'a@b.example', first_name: 'Anna', last_name: 'Petrova' };
  expect(isWeakPassword(password, person, await readLeaked())).toBe(weak);
});

test('the list of leaked passwords holds more than the first 3000, the first ones first; each is refused however it is made long enough', async () => {
  const leaked = await readLeaked();
  expect(leaked.all.size).toBeGreaterThan(40_000);
  expect(leaked.first.size).toBe(3000);
  expect([...leaked.first].slice(0, 2)).toEqual(['123456', 'password']);
  const person = { login: 'x', email: '', first_name: '', last_name: '' };
  const passes = (password: string) => !isWeakPassword(password, person, leaked);
  const long = [...leaked.all].filter((one) => one.length >= 12);
  expect(long.length).toBeGreaterThan(300);
  expect(long.filter(passes)).toEqual([]);
  const words = [...leaked.first].filter((one) => /^[a-z]{4,}$/.test(one));
  expect(words.length).toBeGreaterThan(1500);
  expect(words.flatMap((one) => [`${one}20262026!`, `1234-${one}-12`, `${one}${one}`]).filter(passes)).toEqual([]);
});
