import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../testing/call.ts';
import { createWorld, PASSWORD, type Person, type World } from '../testing/world.ts';
import { chain, xerText } from '../testing/samples/xer-sample.ts';
import { createLog, describeError } from './log.ts';

let world: World;
let anna: Person;
const WRONG = 'not the password at all';

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

test('a line is one JSON document, with the fields of its log', () => {
  const lines: string[] = [];
  const log = createLog({ a: 1 }, (line) => lines.push(line)).child({ b: 'two\nlines' });
  log.warn('event', { c: null });
  log.error('defect', describeError(Object.assign(new Error('no'), { code: 'X1' })));
  expect(lines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(JSON.parse(lines[0])).toMatchObject({ level: 'warn', event: 'event', a: 1, b: 'two\nlines', c: null });
  expect(JSON.parse(lines[1])).toMatchObject({ level: 'error', name: 'Error', message: 'no', code: 'X1' });
});

test('levels say what is written, an area may have its own', () => {
  const lines: string[] = [];
  const log = createLog({}, (line) => lines.push(JSON.parse(line).event), 'warn,import=debug').child({ a: 1 });
  log.debug('import.read');
  log.debug('push.sent');
  log.info('request');
  log.warn('access.refused');
  log.error('defect');
  expect(lines).toEqual(['import.read', 'access.refused', 'defect']);
});

test('levels are changed for a log and its children, and back to what it was opened with', () => {
  const lines: string[] = [];
  const log = createLog({}, (line) => lines.push(JSON.parse(line).event), 'error');
  const child = log.child({ a: 1 });
  log.setLevels('error,import=debug');
  child.debug('import.read');
  child.warn('access.refused');
  expect(log.levels()).toEqual({ given: 'error', set: 'error,import=debug' });
  child.setLevels(null);
  log.debug('import.read');
  expect(lines).toEqual(['import.read']);
});

describe('no secret stands in any line', () => {
  test('whatever is called, refused or breaks', async () => {
    const { keys } = anna;
    const secrets = [PASSWORD, WRONG, 'Pier 4', 'pier 4', keys.token, ...keys.cookies.values()];
    const signIn = (password: string) => send(world.base, null, api.auth.login, { body: { login: 'anna', password } });
    expect((await signIn(WRONG)).status).toBe(401);
    const fresh = await signIn(PASSWORD);
    secrets.push(fresh.body.token, ...fresh.headers.getSetCookie().map((line) => /=([^;]*)/.exec(line)?.[1] as string));
    // As scripts call; in the address, where they do not belong; in bodies that are refused, and half of one.
    await anna.ok(api.users.whoAmI, {}, { by: 'bearer' });
    await fetch(`${world.base}/api/v1/users/current?token=${keys.token}&password=${encodeURIComponent(PASSWORD)}`);
    await anna.call(api.auth.login, { body: { login: 'anna', password: PASSWORD, more: PASSWORD } as never });
    await anna.call(
      api.auth.login,
      {},
      { raw: `{"login": "anna", "password": "${PASSWORD}"`, headers: { 'content-type': 'application/json' } },
    );
    await send(world.base, null, api.users.register, {
      body: {
        login: 'nul\u0000',
        email: 'x@gantry.example',
        first_name: 'X',
        last_name: 'Y',
        password: PASSWORD,
        secret_question: 'Q?',
        answer: 'Pier 4',
      },
    });
    await anna.call(api.system.clientError, { body: { message: 'broke', stack: 'at x', url: `http://x/?token=${keys.token}` } });
    await anna.importXer(await anna.schedule(), Buffer.from(xerText(chain(3))));
    const page = await anna.push();
    await page.close();
    // The database breaks while a session is opened and while somebody registers.
    await world.sql(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'row %', new; end $$`);
    await world.sql('create trigger broken before insert on installation for each row execute function broken()');
    await world.sql(`alter table session add constraint never check (user_agent = 'never') not valid`);
    await world.sql(`alter table app_user add constraint never check (login = 'never') not valid`);
    expect((await signIn(PASSWORD)).status).toBeGreaterThanOrEqual(400);
    const person = {
      login: 'dora',
      email: 'dora@gantry.example',
      first_name: 'D',
      last_name: 'T',
      password: PASSWORD,
      secret_question: 'Q?',
      answer: 'Pier 4',
    };
    expect((await send(world.base, null, api.users.register, { body: person })).status).toBeGreaterThanOrEqual(400);
    await world.sql('alter table session drop constraint never');
    await world.sql('alter table app_user drop constraint never');
    await world.sql('drop trigger broken on installation');

    const log = world.log.join('');
    expect(log).toContain('"event":"defect"');
    expect(log).toContain('/api/v1/auth/login');
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(5);
      for (const spelling of [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString('base64'),
      ])
        expect(log.includes(spelling), `the log holds ${spelling.slice(0, 6)}…`).toBe(false);
    }
    for (const line of world.log) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });
});
