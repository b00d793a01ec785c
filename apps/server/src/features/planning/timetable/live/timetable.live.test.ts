import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { type Live, liveOf, openLive } from './timetable.live.service.ts';

let world: World;
let anna: Person;
let forgetful: Live;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  const { database, log } = world.app.services;
  forgetful = openLive({ database: { ...database }, log }, world.database.connection, { threads: 1, mostRows: 0 });
});
afterAll(async () => {
  await forgetful.close();
  await world.close();
});

const MONDAY = '2026-03-02T00:00';
const at = (id: number) => ({ params: { id } });

/** A version of chains of works below summaries, calculated. */
async function chains(): Promise<{ version: number; works: number[]; relations: number[] }> {
  const version = await anna.version();
  const works: number[] = [];
  const relations: number[] = [];
  for (let chain = 0; chain < 3; chain += 1) {
    const parent = await anna.item(version, { name: `Chain ${chain}`, type: 'sum' });
    for (let index = 0; index < 4; index += 1) {
      const body = { parent_id: parent, item: { name: `Work ${chain}.${index}`, duration_minutes: 480 * (1 + index) } };
      works.push((await anna.ok(api.wbs.create, { ...at(version), body })).id);
      if (!index) continue;
      const pair = { predecessor_id: works.at(-2) as number, successor_id: works.at(-1) as number, type: 'fs' as const };
      relations.push((await anna.ok(api.relations.create, { ...at(version), body: pair })).id);
    }
  }
  await anna.ok(api.timetable.calculateNow, { ...at(version), body: { data_date: MONDAY } });
  return { version, works, relations };
}

/** What the server's threads come to, and what one that keeps nothing reads from the database and comes to. */
async function compared(version: number) {
  const question = { spaceId: anna.spaceId, versionId: version, dataDate: null, today: 0 };
  const [kept, anew] = [await liveOf(world.app.services)?.calculate(question), await forgetful.calculate(question)];
  if (kept?.kind !== 'calculated' || anew.kind !== 'calculated') throw new Error(`${kept?.kind} ${anew.kind}`);
  expect([kept.from === 'database', anew.from]).toEqual([false, 'database']);
  return [kept, anew].map((answer) => ({ ...answer, from: null }));
}

test('a version with more rows than a thread has room for is kept alone, up to the rows of all threads', async () => {
  const { version } = await chains();
  const { database, log } = world.app.services;
  const opened = (mostRows: number) => openLive({ database: { ...database }, log }, world.database.connection, { threads: 2, mostRows });
  const twice = async (live: Live) => {
    const from: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const answer = await live.calculate({ spaceId: anna.spaceId, versionId: version, dataDate: null, today: 0 });
      from.push(answer.kind === 'calculated' ? answer.from : answer.kind);
    }
    await live.close();
    return from;
  };
  // It has more than twenty rows and fewer than forty.
  expect(await twice(opened(40))).toEqual(['database', 'kept']);
  expect(await twice(opened(20))).toEqual(['database', 'database']);
});

describe('a version that is kept calculated', () => {
  test('comes to the same, to the last bit, as one read from the database, after edits of every kind', async () => {
    const { version, works, relations } = await chains();
    const change = (wbsId: number, body: Record<string, unknown>) => anna.ok(api.wbs.update, { params: { id: version, wbsId }, body });
    const acts: [name: string, act: () => Promise<unknown>][] = [
      ['a duration', () => change(works[0], { duration_minutes: 4800 })],
      ['a limit', () => change(works[5], { start_limit_type: 'not_earlier', start_limit_date: '2026-04-01T08:00' })],
      ['a deadline', () => change(works[2], { deadline: '2026-03-05T17:00' })],
      ['begun work', () => change(works[4], { actual_start: '2026-03-02T08:00', progress: 0.25 })],
      ['a lag', () => anna.ok(api.relations.update, { params: { id: version, relationId: relations[1] }, body: { lag_minutes: 960 } })],
      ['a relation less', () => anna.ok(api.relations.remove, { params: { id: version, relationId: relations[2] } })],
      ['a row more', () => anna.item(version, { name: 'More', duration_minutes: 960 })],
      ['a row less', () => anna.ok(api.wbs.remove, { params: { id: version, wbsId: works[7] } })],
      ['the row again', () => anna.ok(api.edits.undo, at(version))],
      ['a name', () => change(works[1], { name: 'Another' })],
      ['settings', () => anna.ok(api.timetable.saveSettings, { ...at(version), body: { critical_float_minutes: 480 } })],
      ['a calculation', () => anna.ok(api.timetable.calculateNow, at(version))],
      ['a scenario', () => anna.ok(api.timetable.saveSettings, { ...at(version), body: { progress_scenario: 1 } })],
      ['progress under it', () => change(works[4], { progress: 0.5 })],
    ];
    for (const [name, act] of acts) {
      await act();
      const [kept, anew] = await compared(version);
      expect(kept, name).toEqual(anew);
    }
  });

  test('is changed by no scenario that found the same before, however many works it goes by', async () => {
    const { version, works } = await chains();
    const started = { actual_start: '2026-03-02T08:00', progress: 0.25 };
    for (const wbsId of [works[0], works[4]]) await anna.ok(api.wbs.update, { params: { id: version, wbsId }, body: started });
    await anna.ok(api.timetable.saveSettings, { ...at(version), body: { progress_scenario: 1 } });
    await anna.ok(api.timetable.calculateNow, at(version));
    const { item } = await anna.ok(api.wbs.get, { params: { id: version, wbsId: works[0] } });
    expect(item.scenario_used).toBe(1);
    const { database, log } = world.app.services;
    const strict = openLive({ database: { ...database }, log }, world.database.connection, { threads: 1, mostChanges: 0 });
    const answer = await strict.calculate({ spaceId: anna.spaceId, versionId: version, dataDate: null, today: 0 });
    await strict.close();
    expect(answer).toMatchObject({ kind: 'calculated', outcome: { items: [] } });
  });
});

const PREFER = { headers: { prefer: 'calculate' } };

describe('an edit of somebody who prefers it calculated', () => {
  test('is followed by its dates on every open page, as an edit that nobody need take back', async () => {
    const { version, works } = await chains();
    const [own, other] = [await anna.push(version), await anna.push(version)];
    const finishOf = async (id: number) => (await anna.ok(api.wbs.get, { params: { id: version, wbsId: id } })).item.finish;
    const before = await finishOf(works[3]);
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[0] }, body: { duration_minutes: 4800 } }, PREFER);
    for (const page of [own, other])
      await page.heard(
        'version_edit',
        ({ name, diff }) => name === 'timetable.auto' && (diff.wbs?.updated ?? []).some((row: { id: number }) => row.id === works[3]),
      );
    expect(await finishOf(works[3])).not.toBe(before);
    expect((await anna.ok(api.timetable.state, at(version))).status).toBe(1);
    await anna.ok(api.edits.undo, at(version), PREFER);
    await expect.poll(() => finishOf(works[3])).toBe(before);
    await Promise.all([own.close(), other.close()]);
  });

  test('many at once are calculated together, and the last word is a calculation of all of them', async () => {
    const { version, works } = await chains();
    await Promise.all(
      works.map((wbsId, index) =>
        anna.ok(api.wbs.update, { params: { id: version, wbsId }, body: { duration_minutes: 480 * (2 + index) } }, PREFER),
      ),
    );
    await expect.poll(async () => (await anna.ok(api.timetable.state, at(version))).status).toBe(1);
    const [kept, anew] = await compared(version);
    expect(kept).toMatchObject({ kind: 'calculated', outcome: { items: [], relations: [] } });
    expect(kept).toEqual(anew);
  });

  test('without the right to calculate it stays an edit alone; so does one that moves no dates, and one of somebody else', async () => {
    const { version, works } = await chains();
    const edit = (person: Person, body: Record<string, unknown>, options = {}) =>
      person.ok(api.wbs.update, { params: { id: version, wbsId: works[0] }, body }, options);
    const { revision } = await edit(anna, { name: 'Another name' }, PREFER);
    await edit(anna, { duration_minutes: 960 });
    const boris = await world.person('boris');
    const { id } = await anna.ok(api.roles.create, {
      body: { name: 'edits', rights: ['space.read', 'structure.read', 'plan.read', 'plan.edit', 'cost.read'] },
    });
    await anna.ok(api.spaces.invite, { params: { id: anna.spaceId }, body: { login: boris.login, role_id: id } });
    boris.spaceId = anna.spaceId;
    const last = await edit(boris, { duration_minutes: 1440 }, PREFER);
    await new Promise((done) => setTimeout(done, 500));
    expect(last.revision).toBe(revision + 2);
    expect(await anna.ok(api.timetable.state, at(version))).toMatchObject({ status: 0 });
  });
});

test('F9 is answered at once, by no job, where the caller prefers that', async () => {
  const { version, works } = await chains();
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[0] }, body: { duration_minutes: 4800 } });
  expect(await anna.ok(api.timetable.calculate, { ...at(version), body: {} }, PREFER)).toMatchObject({ job_id: null });
  expect((await anna.ok(api.timetable.state, at(version))).status).toBe(1);
  expect((await anna.ok(api.timetable.calculate, { ...at(version), body: {} })).job_id).toEqual(expect.any(Number));
});

test('answers are compared with the database at random: one that differs is logged and forgotten', async () => {
  const { version, works } = await chains();
  const { database, log } = world.app.services;
  const limits = { threads: 1, verifiedShare: 1, verifiedAfterMs: 10 };
  const live = openLive({ database: { ...database }, log }, world.database.connection, limits);
  const question = { spaceId: anna.spaceId, versionId: version, dataDate: null, today: 0 };
  try {
    const first = await live.calculate(question);
    await expect.poll(live.verified, { timeout: 20_000 }).toEqual({ times: 1, different: 0 });
    // Past the product: nobody can know of it but by comparing.
    await world.sql('update wbs_item set duration_minutes = 9600, remaining_minutes = 9600 where version_id = $1 and id = $2', [
      version,
      works[0],
    ]);
    expect(await live.calculate(question)).toEqual({ ...first, from: 'kept' });
    await expect.poll(live.verified, { timeout: 20_000 }).toEqual({ times: 2, different: 1 });
    expect(world.log.filter((line) => line.includes('timetable.live_differs'))).toHaveLength(1);
    expect(await live.calculate(question)).toMatchObject({ from: 'database' });
  } finally {
    await live.close();
  }
});

test('a version that is edited while it is compared is compared again, and never by two different states', async () => {
  const { version, works } = await chains();
  const { database, log } = world.app.services;
  const limits = { threads: 1, verifiedShare: 1, verifiedAfterMs: 1, verifiedTries: 500 };
  const live = openLive({ database: { ...database }, log }, world.database.connection, limits);
  const before = world.log.filter((line) => line.includes('timetable.live_differs')).length;
  try {
    for (let days = 1; days <= 60 || live.verified().times === 0; days += 1) {
      await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[0] }, body: { duration_minutes: 480 * (1 + (days % 50)) } });
      await live.calculate({ spaceId: anna.spaceId, versionId: version, dataDate: null, today: 0 });
    }
    expect(live.verified().different).toBe(0);
    expect(world.log.filter((line) => line.includes('timetable.live_differs'))).toHaveLength(before);
  } finally {
    await live.close();
  }
});
