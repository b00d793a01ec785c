import { api, type Endpoint, endpoints, isKeptOutByLock, isSpaceRight, placeOf } from '@gantry/contract';
import { NEVER_DELEGATED, RIGHTS_OF_ROLE, type SpaceRight } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type CallOptions, send } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

/** Every call of the contract against every standing that a caller can have. `docs/security/access.md` is the same as a page. */
let world: World;
let anna: Person;
let planner: Person;
let delegate: Person;
let stranger: Person;
/** Things of Anna's space by the parameter or the kind of thing that a path names them by. */
let things: Record<string, number>;

const NOWHERE = 777_777;
const all = endpoints().filter(({ endpoint }) => endpoint.response !== 'socket');
const closed = all.filter(({ endpoint }) => endpoint.right !== 'public');
const ofSpace = closed.filter(({ endpoint }) => isSpaceRight(endpoint.right));

beforeAll(async () => {
  world = await createWorld();
  [anna, planner, delegate, stranger] = [
    await world.person('anna'),
    await world.person('planner'),
    await world.person('delegate'),
    await world.person('stranger'),
  ];
  await anna.space();
  await stranger.space();
  await world.join(planner, anna, 'planner');
  await world.join(delegate, anna, 'viewer');
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'F' } })).id;
  const project = (await anna.ok(api.projects.create, { body: { name: 'P', facility_id: facility } })).id;
  const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'S' } })).id;
  const version = await anna.version(schedule);
  things = {
    facilities: facility,
    projects: project,
    project,
    schedules: schedule,
    versions: version,
    eps: project,
    item: await anna.item(version, { name: 'Dig' }),
  };
  const period = { starts_at: new Date(Date.now() - 1000).toISOString(), ends_at: new Date(Date.now() + 3_600_000).toISOString() };
  things['delegation'] = (await planner.ok(api.delegation.create, { body: { receiver_id: delegate.id, ...period } })).id;
  things['roles'] = (await anna.ok(api.roles.create, { body: { name: 'Made', rights: ['space.read'] } })).id;
});
afterAll(() => world.close());

/** Fills a path with things that are there, or with ids of nothing. */
function paramsOf(endpoint: Endpoint, where: 'here' | 'nowhere') {
  const segments = endpoint.path.split('/');
  const filled: Record<string, string | number> = {};
  for (const [index, segment] of segments.entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (!name) continue;
    // A call may say by its place what its path does not.
    const place = placeOf(endpoint);
    const isVersion = place.kind === 'version' && place.param === name;
    const known = things[isVersion ? 'versions' : segments[index - 1]] ?? things['item'];
    filled[name] = name === 'id' || name.endsWith('Id') ? (where === 'here' ? known : NOWHERE) : 'x';
  }
  return filled;
}

const inSpacePath = (endpoint: Endpoint) => endpoint.path.startsWith('/api/v1/space/{id}');
const callOf = (endpoint: Endpoint, where: 'here' | 'nowhere', spaceId: number) => {
  const params = paramsOf(endpoint, where);
  return { params: inSpacePath(endpoint) ? { ...params, id: spaceId } : endpoint.path.includes('/localization/') ? { id: 'ru' } : params };
};

/** Status and code of an answer, and all else that it says except the number of the request and the id that was asked for. */
const stated = ({ status, body }: Answer<any>) =>
  JSON.stringify([status, body?.errors ?? null]).replaceAll(/\b(?:777777|\d+)\b/g, (digits) =>
    Number(digits) === NOWHERE || Object.values(things).includes(Number(digits)) ? '#' : digits,
  );
const codeOf = ({ body }: Answer<any>): string => body?.errors?.[0]?.code ?? 'ok';

/** Asks a question of every call, some at a time, and answers those whose answer is not the expected one. */
async function wrong(list: typeof all, ask: (endpoint: Endpoint) => Promise<[got: unknown, expected: unknown]>): Promise<string[]> {
  const problems: string[] = [];
  const queue = [...list];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [got, expected] = await ask(next.endpoint);
      if (JSON.stringify(got) !== JSON.stringify(expected))
        problems.push(`${next.feature}.${next.name}: ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return problems;
}

/** Calls that change nothing even where they are allowed: they read, or have nothing to work on. */
const harmless = (list: typeof all) => list.filter(({ endpoint }) => !endpoint.changesData || endpoint.path.includes('{'));
const by = (person: Person, endpoint: Endpoint, options: CallOptions = {}) =>
  person.call(endpoint, callOf(endpoint, 'nowhere', person.spaceId), options);

describe('every call answers', () => {
  test('401 without a session', async () => {
    expect(
      await wrong(closed, async (endpoint) => {
        const answer = await send(world.base, null, endpoint, callOf(endpoint, 'here', anna.spaceId), { spaceId: anna.spaceId });
        return [
          [answer.status, codeOf(answer)],
          [401, 'auth.not_signed_in'],
        ];
      }),
    ).toEqual([]);
  });

  test('401 in a session that has ended, and by a token whose day is past', async () => {
    const late = await world.person('late');
    await world.join(late, anna, 'owner');
    const { token } = await late.ok(api.accessTokens.create, { body: { name: 'Old', rights: ['plan.read'], days: 1 } });
    await world.sql(`update session set expires_at = now() - interval '1 second' where user_id = $1`, [late.id]);
    await world.sql(`update access_token set expires_at = now() - interval '1 second' where user_id = $1`, [late.id]);
    expect(await wrong(closed, async (endpoint) => [codeOf(await by(late, endpoint)), 'auth.not_signed_in'])).toEqual([]);
    const script = { by: 'nobody' as const, headers: { authorization: `Bearer ${token}` } };
    expect(await wrong(closed, async (endpoint) => [codeOf(await by(late, endpoint, script)), 'auth.not_signed_in'])).toEqual([]);
  });

  test('401 to a person who was disabled, 403 to a member who was', async () => {
    const off = await world.person('off');
    await world.join(off, anna, 'owner');
    await world.sql(`update space_user set status = 'disabled' where user_id = $1`, [off.id]);
    expect(await wrong(ofSpace, async (endpoint) => [codeOf(await by(off, endpoint)), 'auth.forbidden'])).toEqual([]);
    await world.sql(`update app_user set status = 'disabled' where id = $1`, [off.id]);
    expect(await wrong(closed, async (endpoint) => [codeOf(await by(off, endpoint)), 'auth.not_signed_in'])).toEqual([]);
  });

  test('to a stranger who names the space what it answers for a space that does not exist', async () => {
    const asked = (endpoint: Endpoint, spaceId: number) => stranger.call(endpoint, callOf(endpoint, 'here', spaceId), { spaceId });
    expect(
      await wrong(ofSpace, async (endpoint) => {
        const [foreign, missing] = [await asked(endpoint, anna.spaceId), await asked(endpoint, NOWHERE)];
        return [
          [foreign.status, codeOf(foreign), foreign.body.errors[0].parameters, stated(foreign)],
          [403, 'auth.forbidden', {}, stated(missing)],
        ];
      }),
    ).toEqual([]);
  });

  test('to a stranger who names a thing of the space what it answers for a thing that does not exist', async () => {
    const asked = async (endpoint: Endpoint, where: 'here' | 'nowhere') =>
      stated(await stranger.call(endpoint, callOf(endpoint, where, stranger.spaceId)));
    const naming = ofSpace.filter(
      ({ endpoint }) => endpoint.path.includes('{') && !inSpacePath(endpoint) && endpoint !== api.spaces.remove,
    );
    expect(await wrong(naming, async (endpoint) => [await asked(endpoint, 'here'), await asked(endpoint, 'nowhere')])).toEqual([]);
  });

  test.each(['owner', 'administrator', 'planner', 'executor', 'estimator', 'bim_user', 'viewer'] as const)(
    'a member in the role %s as the table of rights says',
    async (role) => {
      const person = await world.person(`role-${role}`);
      await world.join(person, anna, role);
      const may = (endpoint: Endpoint) => RIGHTS_OF_ROLE[role].includes(endpoint.right as SpaceRight);
      const asked = ofSpace
        .filter(({ endpoint }) => !may(endpoint))
        .concat(harmless(ofSpace).filter(({ endpoint }) => may(endpoint) && endpoint !== api.spaces.remove));
      expect(await wrong(asked, async (endpoint) => [codeOf(await by(person, endpoint)) === 'auth.forbidden', !may(endpoint)])).toEqual([]);
    },
  );

  test('somebody who acts for a planner as the planner, without rights over people and the space', async () => {
    const may = (right: SpaceRight) => RIGHTS_OF_ROLE.planner.includes(right) && !NEVER_DELEGATED.includes(right);
    const acting = { headers: { 'x-on-behalf-of': String(planner.id) } };
    expect(
      await wrong(harmless(ofSpace), async (endpoint) => [
        codeOf(await by(delegate, endpoint, acting)) === 'auth.forbidden',
        !may(endpoint.right as SpaceRight),
      ]),
    ).toEqual([]);
  });

  test('403 to somebody who acts for another whose delegation has ended, or who never gave one', async () => {
    const acting = { headers: { 'x-on-behalf-of': String(anna.id) } };
    expect(await wrong(ofSpace, async (endpoint) => [codeOf(await by(delegate, endpoint, acting)), 'delegation.not_valid'])).toEqual([]);
  });

  test('403 as soon as the day of a delegation is past', async () => {
    const late = await world.person('late-delegate');
    await world.join(late, anna, 'viewer');
    const period = { starts_at: new Date(Date.now() - 1000).toISOString(), ends_at: new Date(Date.now() + 3_600_000).toISOString() };
    const { id } = await planner.ok(api.delegation.create, { body: { receiver_id: late.id, ...period } });
    const acting = { headers: { 'x-on-behalf-of': String(planner.id) } };
    expect(codeOf(await late.call(api.eps.tree, {}, acting))).toBe('ok');
    await world.sql(`update delegation set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`, [
      id,
    ]);
    expect(await wrong(ofSpace, async (endpoint) => [codeOf(await by(late, endpoint, acting)), 'delegation.not_valid'])).toEqual([]);
  });

  test('409 to somebody who acts for a planner where the version is locked', async () => {
    const acting = { headers: { 'x-on-behalf-of': String(planner.id) } };
    await anna.ok(api.versions.setLocked, { params: { id: things['versions'] }, body: { locked: true } });
    const kept = ofSpace.filter(({ endpoint }) => isKeptOutByLock(endpoint));
    expect(
      await wrong(kept, async (endpoint) => [
        codeOf(await delegate.call(endpoint, callOf(endpoint, 'here', anna.spaceId), acting)),
        'version.locked',
      ]),
    ).toEqual([]);
    await anna.ok(api.versions.setLocked, { params: { id: things['versions'] }, body: { locked: false } });
  });

  test('an access token without the right 403, whoever its owner is', async () => {
    const { token } = await anna.ok(api.accessTokens.create, { body: { name: 'Door', rights: ['space.read'], days: 1 } });
    const script = { by: 'nobody' as const, headers: { authorization: `Bearer ${token}` } };
    const others = ofSpace.filter(({ endpoint }) => endpoint.right !== 'space.read');
    expect(await wrong(others, async (endpoint) => [codeOf(await by(anna, endpoint, script)), 'auth.forbidden'])).toEqual([]);
    const own = closed.filter(({ endpoint }) => endpoint.right === 'own_session');
    expect(await wrong(own, async (endpoint) => [codeOf(await by(anna, endpoint, script)), 'auth.own_session_only'])).toEqual([]);
  });

  test('409 where it writes into a locked version, and nothing of it is changed', async () => {
    const kept = ofSpace.filter(({ endpoint }) => isKeptOutByLock(endpoint));
    expect(kept.length).toBeGreaterThan(20);
    const content = () => world.sql('select revision, item_count, last_id, updated_at from version where id = $1', [things['versions']]);
    await anna.ok(api.versions.setLocked, { params: { id: things['versions'] }, body: { locked: true } });
    const before = await content();
    expect(
      await wrong(kept, async (endpoint) => [codeOf(await anna.call(endpoint, callOf(endpoint, 'here', anna.spaceId))), 'version.locked']),
    ).toEqual([]);
    expect(await content()).toEqual(before);
    await anna.ok(api.versions.setLocked, { params: { id: things['versions'] }, body: { locked: false } });
  });
});

test('what names a node or a version is asked for its right there', () => {
  const places = Object.fromEntries(ofSpace.map(({ feature, name, endpoint }) => [`${feature}.${name}`, placeOf(endpoint).kind]));
  expect(places).toMatchObject({
    'wbs.create': 'version',
    'eps.rename': 'node',
    'projects.createSchedule': 'node',
    'spaces.invite': 'space',
    'eps.tree': 'anywhere',
  });
});
