import { api } from '@gantry/contract';
import { BlockList } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { isAllowedFrom } from '../roles/roles.access.service.ts';

let world: World;
let anna: Person;
let vera: Person;

beforeAll(async () => {
  world = await createWorld({ GANTRY_TRUSTED_PROXIES: '127.0.0.1' });
  [anna, vera] = [await world.person('anna'), await world.person('vera')];
  await anna.space();
  await world.join(vera, anna, 'planner');
});
afterAll(() => world.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const save = (allowed_addresses: string[]) => ({ params: { id: anna.spaceId }, body: { allowed_addresses } });
const OFFICE = '192.0.2.10';

describe('a space that is entered from some addresses alone', () => {
  test('keeps its settings, and no list shuts out who writes it', async () => {
    expect(await anna.refused(api.spaces.saveSettings, save(['198.51.100.0/24']), from(OFFICE))).toMatchObject({
      status: 422,
      code: 'space.address_excludes_you',
      parameters: { address: OFFICE },
    });
    await anna.ok(api.spaces.saveSettings, save(['192.0.2.0/24', '2001:db8::/32']), from(OFFICE));
    expect(await anna.ok(api.spaces.settings, { params: { id: anna.spaceId } }, from(OFFICE))).toEqual({
      allowed_addresses: ['192.0.2.0/24', '2001:db8::/32'],
      storage_quota_mb: null,
      file_types: [],
      time_zone: null,
      bare_letters: false,
      outside_reports: false,
      ai_model: false,
      server_time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      currency: null,
      own_address: OFFICE,
      storage_most_mb: 51_200,
    });
  });

  test('answers every call from elsewhere 403 IPNotAllowed, and says so to who asks for access', async () => {
    const answer = await vera.call(api.eps.tree, {}, from('203.0.113.5'));
    expect({ status: answer.status, message: answer.body.error_message }).toEqual({ status: 403, message: 'IPNotAllowed' });
    expect(await vera.ok(api.spaces.access, { params: { id: anna.spaceId } }, from('203.0.113.5'))).toEqual({
      allowed: false,
      reason: 'IPNotAllowed',
    });
    expect((await vera.call(api.eps.tree, {}, from('2001:db8::7'))).status).toBe(200);
    expect((await vera.call(api.eps.tree, {}, from(OFFICE))).status).toBe(200);
  });

  test('is not entered by what a caller claims in front of what the proxy saw', async () => {
    for (const claim of [`${OFFICE}, 203.0.113.5`, `${OFFICE},203.0.113.5`, `${OFFICE}, ${OFFICE}, 203.0.113.5`])
      expect((await vera.call(api.eps.tree, {}, from(claim))).status).toBe(403);
    for (const header of ['x-real-ip', 'forwarded', 'client-ip', 'true-client-ip', 'cf-connecting-ip'])
      expect(
        (
          await vera.call(
            api.eps.tree,
            {},
            { headers: { 'x-forwarded-for': '203.0.113.5', [header]: header === 'forwarded' ? `for=${OFFICE}` : OFFICE } },
          )
        ).status,
      ).toBe(403);
  });

  test('tells a stranger nothing but that they are one', async () => {
    const stranger = await world.person('stranger');
    const foreign = await stranger.refused(api.eps.tree, {}, { ...from('203.0.113.5'), spaceId: anna.spaceId });
    expect(foreign).toEqual(await stranger.refused(api.eps.tree, {}, { ...from('203.0.113.5'), spaceId: 999_999 }));
  });

  test('closes to pages that stand in it from elsewhere', async () => {
    const page = await vera.push();
    expect((await page.stand(anna.spaceId)).space_id).toBeNull();
    await page.close();
  });

  test('is changed by who manages it, from no other space, and noted', async () => {
    expect(await vera.refused(api.spaces.saveSettings, save([]), from(OFFICE))).toMatchObject({ code: 'auth.forbidden' });
    expect(await vera.refused(api.spaces.settings, { params: { id: anna.spaceId } }, from(OFFICE))).toMatchObject({
      code: 'auth.forbidden',
    });
    await anna.ok(api.spaces.saveSettings, save([]), from(OFFICE));
    expect((await anna.ok(api.audit.list)).entries[0]).toMatchObject({
      action: 'spaces.saveSettings',
      details: { after: { allowed_addresses: [] } },
    });
    expect((await vera.call(api.eps.tree, {}, from('203.0.113.5'))).status).toBe(200);
  });

  test.each(['300.1.1.1', '192.0.2.0/33', 'localhost', '*', '192.0.2.1-9', '', '2001:db8::/129'])('takes no rule like %j', async (rule) => {
    expect(await anna.refused(api.spaces.saveSettings, save([rule]))).toMatchObject({ status: 400, code: 'request.invalid' });
  });
});

test('without a trusted proxy nothing that a caller claims counts', async () => {
  const bare = await createWorld();
  try {
    const owner = await bare.person('owner');
    await owner.space();
    const settings = await owner.ok(api.spaces.settings, { params: { id: owner.spaceId } }, from(OFFICE));
    expect(settings.own_address).toBe('127.0.0.1');
  } finally {
    await bare.close();
  }
});

test.each([
  [[], '203.0.113.5', true],
  [['203.0.113.5'], '203.0.113.5', true],
  [['203.0.113.5'], '203.0.113.6', false],
  [['203.0.113.0/24'], '203.0.113.255', true],
  [['203.0.113.0/24'], '203.0.114.0', false],
  [['203.0.113.0/24'], '::ffff:203.0.113.9', true],
  [['0.0.0.0/0'], '::1', false],
  [['2001:db8::/32'], '2001:db8:ffff::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
  [['203.0.113.5'], 'not an address', false],
])('rules %j let %s in: %s', (rules, address, allowed) => {
  expect(isAllowedFrom(rules, address)).toBe(allowed);
});

test('a list of rules is read once, however many calls ask, and of many lists each answers by its own', () => {
  const read = vi.spyOn(BlockList.prototype, 'addSubnet');
  const rules = ['198.18.0.0/24', '198.18.1.0/24'];
  for (let call = 0; call < 50; call += 1) expect(isAllowedFrom([...rules], '198.18.1.7')).toBe(true);
  expect(read).toHaveBeenCalledTimes(rules.length);
  read.mockRestore();
  for (let at = 0; at < 250; at += 1) {
    expect(isAllowedFrom([`198.19.${at}.0/24`], `198.19.${at}.1`)).toBe(true);
    expect(isAllowedFrom([`198.19.${at}.0/24`], `198.19.${at + 1}.1`)).toBe(false);
  }
});

test('a space says what its money is of, in a code of three letters', async () => {
  const world = await createWorld();
  const anna = await world.person('anna');
  const id = await anna.space();
  expect((await anna.ok(api.users.spaceConfig)).currency).toBeNull();
  await anna.ok(api.spaces.saveSettings, { params: { id }, body: { currency: 'CHF' } });
  expect((await anna.ok(api.spaces.settings, { params: { id } })).currency).toBe('CHF');
  expect((await anna.ok(api.users.spaceConfig)).currency).toBe('CHF');
  expect(await anna.refused(api.spaces.saveSettings, { params: { id }, body: { currency: 'francs' } })).toMatchObject({ status: 400 });
  await world.close();
});
