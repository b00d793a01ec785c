import { api, endpoints } from '@gantry/contract';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv } from '../../../platform/env/env.ts';
import { send } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let folder: string;
let file: string;
let world: World;
let anna: Person;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-policy-'));
  file = join(folder, 'policy.txt');
  writeFileSync(file, 'We keep what you plan.\n<script>alert(1)</script>\n');
  writeFileSync(join(folder, 'policy.ru.txt'), 'Мы храним ваши планы.\n');
  world = await createWorld({ GANTRY_PRIVACY_POLICY_FILE: file });
  anna = await world.person('anna');
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const policy = async (language: string) =>
  (await send(world.base, null, api.system.privacyPolicy, {}, { by: 'nobody', headers: { 'accept-language': language } })).body.policy;
const pending = async () => (await anna.ok(api.users.whoAmI)).privacy_pending;

describe('a privacy policy', () => {
  test('is read by anybody, in the language of the page where it has it', async () => {
    expect((await policy('ru'))?.text).toBe('Мы храним ваши планы.');
    expect((await policy('fr'))?.text).toContain('We keep what you plan.');
    expect((await policy('ru'))?.version).toBe((await policy('en'))?.version);
  });

  test('keeps everything shut until it is accepted, except who one is, one’s language and the way out', async () => {
    expect(await pending()).toBe(true);
    const open: string[] = [];
    for (const { feature, name, endpoint } of endpoints()) {
      if (endpoint.right === 'public' || endpoint.response === 'socket' || name === 'logout') continue;
      const params = Object.fromEntries(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [param, endpoint.path.includes('localization') ? 'ru' : 1]),
      );
      if (endpoint === api.users.acceptPrivacy) continue;
      const { body } = await anna.call(endpoint, { params }, { spaceId: 1 });
      if (body?.errors?.[0]?.code !== 'user.privacy_not_accepted') open.push(`${feature}.${name}`);
    }
    expect(open).toEqual(['auth.token', 'users.whoAmI', 'invitations.accept', 'localization.choose']);
    expect(await (await anna.push()).closed).toBe(4401);
  });

  test('is accepted in the wording that was read, and asked about again when that changes', async () => {
    expect(await anna.refused(api.users.acceptPrivacy, { body: { version: 'another' } })).toMatchObject({
      status: 409,
      code: 'user.privacy_changed',
    });
    await anna.ok(api.users.acceptPrivacy, { body: { version: (await policy('en'))?.version } });
    const { privacy_accepted_at: first } = await anna.ok(api.users.whoAmI);
    expect(await pending()).toBe(false);
    await anna.space();
    await anna.ok(api.eps.tree);
    await anna.ok(api.users.acceptPrivacy);
    expect((await anna.ok(api.users.whoAmI)).privacy_accepted_at).toBe(first);
    await world.sql(`update app_user set privacy_version = 'an older one'`);
    expect(await pending()).toBe(true);
    expect(await anna.refused(api.eps.tree)).toMatchObject({ status: 403, code: 'user.privacy_not_accepted' });
    await anna.ok(api.users.acceptPrivacy, { body: {} });
    expect((await anna.ok(api.users.whoAmI)).privacy_accepted_at).not.toBe(first);
  });

  test('by its text alone: another wording is another version, a file that is not there a sentence at the start', () => {
    const version = (env: Record<string, string>) => readEnv(env).privacy?.version;
    expect(version({ GANTRY_PRIVACY_POLICY: 'A' })).not.toBe(version({ GANTRY_PRIVACY_POLICY: 'B' }));
    expect(version({ GANTRY_PRIVACY_POLICY: 'A' })).toBe(version({ GANTRY_PRIVACY_POLICY: 'A\n' }));
    expect(version({})).toBeUndefined();
    expect(() => readEnv({ GANTRY_PRIVACY_POLICY_FILE: join(folder, 'none.txt') })).toThrow(/GANTRY_PRIVACY_POLICY_FILE/);
  });
});

test.each([
  ['en', 'Spaces'],
  ['ru', 'Пространства'],
  ['fr', 'Espaces'],
  ['de', 'Spaces'],
])('the guide in %s', async (language, title) => {
  const { body } = await send(world.base, null, api.system.guide, {}, { by: 'nobody', headers: { 'accept-language': language } });
  expect(body.sections[0]).toMatchObject({ id: 'spaces', title });
  expect(body.sections.every(({ title: head, text }) => head.length > 2 && text.length > 40)).toBe(true);
});
