import { api } from '@gantry/contract';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Keys, send } from '../../../testing/call.ts';
import { createWorld, PASSWORD, type Person, type World } from '../../../testing/world.ts';

const NEW = 'a lighthouse in november';
const PUBLIC = 'https://plans.gantry.example';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld({ GANTRY_PUBLIC_URL: PUBLIC, GANTRY_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from sign_in_throttle');
});

const nobody: Keys = { cookies: new Map(), token: '' };
const call: typeof send = (base, keys, endpoint, input, options) => send(base, keys, endpoint, input, { by: 'nobody', ...options });
const signIn = async (login: string, password: string) =>
  (await call(world.base, nobody, api.auth.login, { body: { login, password } })).status;
const codeOf = (body: { errors?: { code: string }[] }) => body.errors?.[0].code;

const letters = (): string[] => {
  try {
    return readdirSync(join(world.dataDir, 'mail'))
      .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
};
const readLetter = (file: string): { head: string; text: string } => {
  const [head, body] = readFileSync(join(world.dataDir, 'mail', file), 'utf8').split('\r\n\r\n');
  return { head, text: Buffer.from(body, 'base64').toString('utf8') };
};

/** Asks for a link and waits for the letter, which is written behind the answer. */
async function linkFor(login: string, headers: Record<string, string> = {}): Promise<{ token: string; file: string }> {
  const before = new Set(letters());
  const { status } = await call(world.base, nobody, api.recovery.requestReset, { body: { login } }, { headers });
  expect(status).toBe(200);
  const written = () => letters().find((name) => !before.has(name));
  await expect.poll(written, { timeout: 5000 }).toBeTruthy();
  const file = written() ?? '';
  const token = /#token=([\w-]{43})/.exec(readLetter(file).text)?.[1] ?? '';
  return { token, file };
}

describe('a mailed link', () => {
  test('is a letter in the folder of the installation that says where it leads, whatever host the request names', async () => {
    anna = await world.person('anna');
    const { file } = await linkFor('anna@gantry.example', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    const { head, text } = readLetter(file);
    expect(head).toContain('To: <anna@gantry.example>');
    expect(text).toMatch(new RegExp(`${PUBLIC}/auth/reset-password#token=[\\w-]{43}`));
    expect(text + head).not.toContain('evil');
    expect(statSync(join(world.dataDir, 'mail', file)).mode & 0o077).toBe(0);
  });

  test('sets a new password once; every session and access token of the person ends', async () => {
    const { token: key } = await anna.ok(api.accessTokens.create, { body: { name: 'Script', rights: ['space.read'], days: 30 } });
    const { token } = await linkFor('anna');
    expect((await call(world.base, nobody, api.recovery.reset, { body: { token, password: NEW } })).status).toBe(200);
    expect(await signIn('anna', PASSWORD)).toBe(401);
    expect(await signIn('anna', NEW)).toBe(200);
    expect(await anna.refused(api.users.whoAmI)).toMatchObject({ status: 401 });
    const script = { headers: { authorization: `Bearer ${key}` } };
    expect((await call(world.base, nobody, api.users.whoAmI, {}, script)).status).toBe(401);
    const again = await call(world.base, nobody, api.recovery.reset, { body: { token, password: 'another long secret' } });
    expect({ status: again.status, code: codeOf(again.body) }).toEqual({ status: 422, code: 'user.reset_failed' });
    expect(await signIn('anna', NEW)).toBe(200);
  });

  test('is used by one of two who come at the same moment', async () => {
    await world.person('berta');
    const { token } = await linkFor('berta');
    const both = await Promise.all(
      ['the first long secret', 'the second long secret'].map((password) =>
        call(world.base, nobody, api.recovery.reset, { body: { token, password } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('ends with its half hour, with a newer use, and with a password that was set another way', async () => {
    await world.person('cora');
    const late = await linkFor('cora');
    await world.sql(`update password_reset set expires_at = now() - interval '1 second' where used_at is null`);
    expect(codeOf((await call(world.base, nobody, api.recovery.reset, { body: { token: late.token, password: NEW } })).body)).toBe(
      'user.reset_failed',
    );
    const [first, second] = [await linkFor('cora'), await linkFor('cora')];
    await call(world.base, nobody, api.recovery.reset, { body: { token: second.token, password: NEW } });
    expect(codeOf((await call(world.base, nobody, api.recovery.reset, { body: { token: first.token, password: PASSWORD } })).body)).toBe(
      'user.reset_failed',
    );
  });

  test('survives a password that is refused', async () => {
    await world.person('dorothea');
    const { token } = await linkFor('dorothea');
    const weak = await call(world.base, nobody, api.recovery.reset, { body: { token, password: 'dorothea1234' } });
    expect({ status: weak.status, code: codeOf(weak.body) }).toEqual({ status: 422, code: 'user.password_weak' });
    expect((await call(world.base, nobody, api.recovery.restore, { body: { token, password: NEW } })).status).toBe(200);
  });

  test('is kept as a hash alone, and no log line holds it', async () => {
    const { token } = await linkFor('anna');
    const stored = JSON.stringify(await world.sql(`select encode(token_hash, 'escape') as hash from password_reset`));
    expect(stored).not.toContain(token);
    expect(world.log.join('')).not.toContain(token);
    expect(world.log.join('')).toContain('mail.kept');
  });

  test('is answered for an unknown account as for a known one, and no letter is written', async () => {
    const before = letters().length;
    const known = await call(world.base, nobody, api.recovery.requestReset, { body: { login: 'ghost' } });
    expect({ status: known.status, body: known.body }).toEqual({ status: 200, body: { success: true } });
    await world.sql(`update app_user set status = 'disabled' where login = 'berta'`);
    expect((await call(world.base, nobody, api.recovery.requestReset, { body: { email: 'berta@gantry.example' } })).body).toEqual(
      known.body,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(letters().length).toBe(before);
  });

  test('goes to one account three times an hour; the answer stays the same', async () => {
    await world.person('emil');
    for (let round = 0; round < 3; round += 1) await linkFor('emil');
    const before = letters().length;
    expect((await call(world.base, nobody, api.recovery.requestReset, { body: { login: 'emil' } })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(letters().length).toBe(before);
  });

  test('takes one address, not a list of them', async () => {
    const raw = JSON.stringify({ email: ['anna@gantry.example', 'thief@gantry.example'] });
    const { status } = await call(
      world.base,
      nobody,
      api.recovery.requestReset,
      {},
      { raw, headers: { 'content-type': 'application/json' } },
    );
    expect(status).toBe(400);
  });
});

describe('the security question', () => {
  const question = async (login: string) => (await call(world.base, nobody, api.recovery.question, { query: { login } })).body.question;
  const restore = (login: string, answer: string, password = NEW) =>
    call(world.base, nobody, api.recovery.restore, { body: { login, answer, password } });

  test('is the one that the person chose; its answer sets a new password and ends the sessions', async () => {
    const fritz = await world.person('fritz');
    expect(await question('FRITZ')).toBe('First site?');
    expect((await restore('fritz@gantry.example', '  pier   4 ')).status).toBe(200);
    expect(await signIn('fritz', NEW)).toBe(200);
    expect(await fritz.refused(api.users.whoAmI)).toMatchObject({ status: 401 });
    await expect.poll(() => letters().some((file) => readLetter(file).head.includes('fritz@'))).toBe(true);
  });

  test('of nobody is a question too, always the same one', async () => {
    const asked = await question('ghost');
    expect(asked).toMatch(/\S/);
    expect(await question('Ghost')).toBe(asked);
    const others = new Set(await Promise.all(Array.from({ length: 12 }, (_, index) => question(`ghost ${index}`))));
    expect(others.size).toBeGreaterThan(2);
  });

  test('answered wrongly is refused alike for everybody, five times a day and account', async () => {
    await world.person('greta');
    const answers = async (login: string, from: string) => {
      const codes: (string | undefined)[] = [];
      for (let round = 0; round < 6; round += 1) {
        const input = { body: { login, answer: `guess ${round}`, password: NEW } };
        codes.push(codeOf((await call(world.base, nobody, api.recovery.restore, input, { headers: { 'x-forwarded-for': from } })).body));
      }
      return codes;
    };
    const expected = [...Array.from({ length: 5 }, () => 'user.wrong_answer'), 'auth.too_many_tries'];
    expect(await answers('greta', '198.51.100.1')).toEqual(expected);
    expect(await answers('ghost of greta', '198.51.100.2')).toEqual(expected);
    expect(codeOf((await restore('greta', 'Pier 4')).body)).toBe('auth.too_many_tries');
  });

  test('of an account without one: the administrator', async () => {
    await world.person('hugo');
    await world.sql(`update app_user set secret_question = '', secret_answer_hash = '' where login = 'hugo'`);
    const { status, body } = await call(world.base, nobody, api.recovery.question, { query: { login: 'hugo' } });
    expect({ status, code: codeOf(body) }).toEqual({ status: 409, code: 'user.no_security_question' });
    expect(codeOf((await restore('hugo', '')).body)).toBe('request.invalid');
    expect(codeOf((await restore('hugo', 'anything')).body)).toBe('user.wrong_answer');
  });

  test('can be switched off by the installation; links still work', async () => {
    const strict = await createWorld({ GANTRY_RESTORE_BY_ANSWER: 'off' });
    try {
      await strict.person('ida');
      const asked = await call(strict.base, nobody, api.recovery.question, { query: { login: 'ida' } });
      expect({ status: asked.status, code: codeOf(asked.body) }).toEqual({ status: 403, code: 'user.answers_switched_off' });
      const answered = await call(strict.base, nobody, api.recovery.restore, { body: { login: 'ida', answer: 'Pier 4', password: NEW } });
      expect(codeOf(answered.body)).toBe('user.answers_switched_off');
      expect((await call(strict.base, nobody, api.system.state, {})).body.restore_by_answer).toBe(false);
      expect((await call(strict.base, nobody, api.recovery.requestReset, { body: { login: 'ida' } })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});
