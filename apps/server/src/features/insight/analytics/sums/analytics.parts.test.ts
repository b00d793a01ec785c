import { api, OTHER_GROUPS } from '@gantry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../../platform/context.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { contextsOfJobs } from '../../../access/jobs/jobs.service.ts';
import type { CountedVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { placeOf } from '../analytics.place.service.ts';
import { keysOf, LINE_KEYS, type LineRule, rulesOf } from '../facts/analytics.lines.rules.ts';
import { packLines, unpackLines } from '../facts/analytics.pack.rules.ts';
import { linesOfGroup, openGroupUnits, unitsOfRule } from './analytics.group-sums.rules.ts';
import { largestGroups } from './analytics.grouped.service.ts';
import { eachUpToDate } from './analytics.parts.service.ts';

let world: World;
let anna: Person;
let context: Context;
let versions: CountedVersion[];

const PLANNED = [
  { A: 400, B: 300 },
  { B: 500, C: 200 },
  { D: 50, A: 10 },
];
const RULES = rulesOf('cost');
const RANK = RULES.lines.find(({ key }) => key === 'plan') as LineRule;
const WANTED = { tier: 'month' as const, dimension: 'attribute:Zone', keys: keysOf(RULES) };

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  for (const zones of PLANNED) {
    const version = await anna.version();
    const body = { name: 'Zone', type: 'string' } as never;
    const { id: zone } = await anna.ok(api.attributeValues.create, { params: { id: version }, body });
    for (const [name, money] of Object.entries(zones)) {
      const item = await anna.item(version, { name, start: '2026-03-02T09:00', duration_minutes: 2400 });
      await anna.ok(api.wbs.update, { params: { id: version, wbsId: item }, body: { attributes: { [zone]: name } } });
      const values = [{ day: '2026-03-03', value: money }];
      await anna.ok(api.dayValues.write, { params: { id: version, wbsId: item }, body: { measure: 'cost', mode: 'plan', values } });
    }
  }
  const who = { userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] };
  context = await contextsOfJobs(world.app.services)(who);
  ({ versions } = await placeOf(context, { kind: 'space', id: anna.spaceId }));
});
afterAll(() => world.close());

const plannedOf = (groups: Awaited<ReturnType<typeof largestGroups>>['groups']) =>
  Object.fromEntries(groups.map(({ key, lines }) => [key, unitsOfRule(lines, RANK) / 100]));

test('groups are read a part of the versions at a time', async () => {
  const parts: number[] = [];
  const found = new Map<number, number>();
  const { units, add } = openGroupUnits(WANTED.dimension, RANK, []);
  const state = await eachUpToDate(
    context,
    versions,
    WANTED,
    (kept) => {
      parts.push(kept.length);
      add(kept);
      for (const one of kept) found.set(one.version.part_id, unitsOfRule(linesOfGroup(one, WANTED.dimension, 'A') ?? {}, RANK) / 100);
    },
    1,
  );
  expect(parts).toEqual([1, 1, 1]);
  expect(Object.fromEntries(units)).toEqual({ A: 41_000, B: 80_000, C: 20_000, D: 5000 });
  expect([...found.values()].sort((a, b) => a - b)).toEqual([0, 10, 400]);
  expect(state).toMatchObject({ versions: 3, outdated: [], job_id: null });
});

test('of many groups the largest are told apart and the others are one; too many are refused', async () => {
  const two = { rank: RANK, top: 2 };
  expect(plannedOf((await largestGroups(context, versions, WANTED, two)).groups)).toEqual({ A: 410, B: 800, C: 200, D: 50 });
  const few = (ranked: number, more = {}) => largestGroups(context, versions, WANTED, { ...two, ...more }, { summed: 1, ranked });
  expect(plannedOf((await few(4)).groups)).toEqual({ A: 410, B: 800, [OTHER_GROUPS]: 250 });
  expect(plannedOf((await few(4, { named: 'D' })).groups)).toEqual({ D: 50, [OTHER_GROUPS]: 1410 });
  await expect(few(3)).rejects.toMatchObject({ code: 'request.limit_reached' });
});

test('of packed lines those that are wanted are unpacked, an equal one too', () => {
  const lines = Object.fromEntries(LINE_KEYS.map((key, at) => [key, { first: 5, units: at === 1 ? [7, 8] : [at % 3, 9] }]));
  const wanted = new Set([LINE_KEYS[1], LINE_KEYS[4], LINE_KEYS.at(-1) as string]);
  const found = unpackLines(LINE_KEYS, packLines(LINE_KEYS, lines), wanted);
  expect(found).toEqual(Object.fromEntries([...wanted].map((key) => [key, lines[key]])));
});
