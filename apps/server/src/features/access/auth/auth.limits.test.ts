import { api, type Endpoint, endpoints } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Keys, send } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Every call that looks at a secret that somebody could guess: each stops a guesser, before the secret is looked at. */
let world: World;
let anna: Person;

beforeAll(async () => {
  // A provider that nobody reaches: its password is asked for before.
  const provider = {
    OIDC_ISSUER: 'https://sign-in.gantry.invalid',
    OIDC_CLIENT_ID: 'gantry',
    GANTRY_PUBLIC_URL: 'https://plans.gantry.example',
  };
  world = await createWorld(provider);
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.sql('delete from sign_in_throttle');
});

const password = 'a lighthouse in november';
const about = { login: 'anna', email: 'new@x.example', first_name: 'A', last_name: 'T', secret_question: 'First site?' };
const person = { login: 'x', first_name: 'A', last_name: 'T', password, secret_question: 'q', answer: 'a' };

type Guess = (endpoint: Endpoint, round: number) => Promise<{ status: number }>;
const keys: Keys = { cookies: new Map(), token: '' };
const asNobody =
  (bodyOf: (round: number) => object): Guess =>
  (endpoint, round) =>
    send(world.base, keys, endpoint, { body: bodyOf(round) }, { by: 'nobody' });
const asAnna =
  (bodyOf: (round: number) => object): Guess =>
  (endpoint, round) =>
    anna.call(endpoint, { body: bodyOf(round) });

const inSpace =
  (params: object, bodyOf: (round: number) => object): Guess =>
  (endpoint, round) =>
    anna.call(endpoint, { params: { id: anna.spaceId, ...params }, body: bodyOf(round) });

/** How each call is guessed at, and after how many tries it must have stopped the guesser. */
const GUESSES = new Map<Endpoint, [tries: number, guess: Guess]>([
  [api.auth.login, [10, asNobody((round) => ({ login: 'anna', password: `guess ${round}` }))]],
  [api.users.changePassword, [10, asAnna((round) => ({ old_password: `guess ${round}`, password }))]],
  [api.users.update, [10, asAnna((round) => ({ ...about, password: `guess ${round}` }))]],
  [api.backups.restore, [10, inSpace({ backupId: 1 }, (round) => ({ mode: 'in_place', password: `guess ${round}` }))]],
  [api.backups.goBack, [10, inSpace({ formerId: 1 }, (round) => ({ confirm: '', password: `guess ${round}` }))]],
  [api.singleSignOn.tie, [10, asAnna((round) => ({ method: 'openid', password: `guess ${round}` }))]],
  [api.recovery.restore, [5, asNobody((round) => ({ login: 'anna', answer: `guess ${round}`, password }))]],
  [api.recovery.reset, [30, asNobody((round) => ({ token: `guess ${round}`, password }))]],
  [api.invitations.look, [60, asNobody((round) => ({ token: `guess ${round}` }))]],
  [api.invitations.accept, [60, asAnna((round) => ({ token: `guess ${round}` }))]],
  [api.invitations.register, [60, asNobody((round) => ({ ...person, token: `guess ${round}` }))]],
]);

/** Calls that take a secret to keep it, not to compare it: nothing is guessed there. A licence is signed, not guessed. */
const KEEPS = new Set(['users.register', 'users.registerAndLogin', 'licenses.load', 'installation.loadLicense']);

const SECRETS = new Set(['password', 'old_password', 'answer', 'token', 'code', 'pin']);

test('every call whose body holds a secret is known here', () => {
  const unknown = endpoints()
    .filter(({ feature, name, endpoint }) => {
      if (!endpoint.changesData || GUESSES.has(endpoint) || KEEPS.has(`${feature}.${name}`)) return false;
      const fields = Object.keys(
        (z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as z.core.JSONSchema.JSONSchema).properties ?? {},
      );
      // Outside of access a code is the number of a thing.
      return fields.some((field) => SECRETS.has(field) && (field !== 'code' || endpoint.right === 'public'));
    })
    .map(({ feature, name }) => `${feature}.${name}`);
  expect(unknown).toEqual([]);
});

test.each([...GUESSES].map(([endpoint, [tries, guess]]) => [`${endpoint.method} ${endpoint.path}`, tries, endpoint, guess] as const))(
  '%s: %i guesses and no more',
  async (_name, tries, endpoint, guess) => {
    const statuses: number[] = [];
    for (let round = 0; round <= tries; round += 1) statuses.push((await guess(endpoint, round)).status);
    expect(statuses.slice(0, tries)).not.toContain(429);
    expect(statuses.slice(0, tries)).not.toContain(200);
    expect(statuses[tries]).toBe(429);
  },
);

test('a good secret does not help whoever has guessed too often', async () => {
  for (let round = 0; round < 11; round += 1)
    await anna.call(api.users.changePassword, { body: { old_password: `guess ${round}`, password } });
  expect(await anna.refused(api.users.changePassword, { body: { old_password: 'correct horse battery', password } })).toMatchObject({
    status: 429,
    code: 'auth.too_many_tries',
  });
});

const signIn = (login: string, round: number) =>
  send(world.base, keys, api.auth.login, { body: { login, password: `guess ${round}` } }, { by: 'nobody' });

test('tries count by person: login, address and any spelling of them are one', async () => {
  const names = ['anna', 'ANNA', 'Anna', 'anna@gantry.example', 'ANNA@gantry.example', 'anna@GANTRY.example'];
  const statuses: number[] = [];
  for (let round = 0; round < 12; round += 1) statuses.push((await signIn(names[round % names.length], round)).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  await world.sql('delete from sign_in_throttle');
  const answers: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const body = { login: names[round], answer: `guess ${round}`, password: 'a lighthouse in november' };
    answers.push((await send(world.base, null, api.recovery.restore, { body }, { by: 'nobody' })).status);
  }
  expect(answers.at(-1)).toBe(429);
});

test('what a visitor registers and asks by registering is bounded, without a word on who has an account', async () => {
  const register = (login: string, email: string) => {
    const about = { first_name: 'A', last_name: 'T', password: 'a lighthouse in november', secret_question: 'q', answer: 'a' };
    return send(world.base, null, api.users.register, { body: { login, email, ...about } }, { by: 'nobody' });
  };
  const [byLogin, byEmail] = [await register('anna', 'fresh@x.example'), await register('fresh', 'anna@gantry.example')];
  expect([byLogin.status, byEmail.status]).toEqual([409, 409]);
  expect(byEmail.body).toEqual({ ...byLogin.body, request_id: expect.any(String) });
  await world.sql("update sign_in_throttle set tries = 20 where key like 'register-refused:%'");
  expect((await register('anna', 'fresh@x.example')).status).toBe(429);
  await world.sql("update sign_in_throttle set tries = case when key like 'register:%' then 100 else 0 end");
  expect((await register('fresh', 'fresh@x.example')).status).toBe(429);
});

test('two who register at once cannot take the login of one as the address of the other', async () => {
  const about = { first_name: 'A', last_name: 'T', password: 'a lighthouse in november', secret_question: 'q', answer: 'a' };
  for (let round = 0; round < 4; round += 1) {
    const [one, two] = [`one${round}@x.example`, `two${round}@x.example`];
    const answers = await Promise.all(
      [
        { login: one, email: two },
        { login: two, email: one },
      ].map((names) => send(world.base, null, api.users.register, { body: { ...about, ...names } }, { by: 'nobody' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  }
});
