import { api } from '@gantry/contract';
import { formatMinute, PLAN_TABLES, recordOf } from '@gantry/domain';
import { type FlowChange, NO_CHANGE, openFlowTrial, recordsOf } from '@gantry/plan-view';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { planRowsOf, readVersion } from '../../planning/edits/edits.service.ts';
import { dataDateOf } from '../../planning/timetable/timetable.state.service.ts';

/** What the page shows before an act is applied is what the version holds once the act is applied and calculated. */
let world: World;
let anna: Person;
let version: number;
let works: number[];

const PLACES = ['P1', 'P2', 'P3', 'P4'];
beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

/** Two lines over four places: walls one after another, plaster behind them; the first wall is begun. */
beforeEach(async () => {
  version = await anna.version(await anna.schedule());
  works = [];
  for (const [name, minutes] of [
    ['Walls', 2400],
    ['Plaster', 960],
  ] as const)
    for (const place of PLACES) works.push(await anna.item(version, { name: `${name} ${place}`, duration_minutes: minutes }));
  const chain = [
    ...[0, 1, 2].map((at) => [at, at + 1, 'fs', 60]),
    ...[4, 5, 6].map((at) => [at, at + 1, 'fs', 0]),
    ...[0, 1, 2, 3].map((at) => [at, at + 4, at % 2 ? 'ss' : 'fs', 480]),
  ] as [number, number, 'fs' | 'ss', number][];
  for (const [from, to, type, lag_minutes] of chain) {
    const body = { predecessor_id: works[from], successor_id: works[to], type, lag_minutes };
    await anna.ok(api.relations.create, { params: { id: version }, body });
  }
  await calculate();
  const begun = { status: 'in_progress', actual_start: '2026-03-02T09:00', progress: 0.25, remaining_minutes: 1200 } as const;
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: works[0] }, body: begun });
  await calculate();
});

const calculate = () => anna.ok(api.timetable.calculateNow, { params: { id: version }, body: { data_date: '2026-03-03T09:00' } });
const stands = async () => {
  const { items } = await anna.ok(api.wbs.list, { params: { id: version }, query: {} });
  return items.map(({ name, start, finish }) => [name, start, finish]);
};
const relationsOf = async () => (await anna.ok(api.relations.list, { params: { id: version }, query: {} })).relations;
const idsBetween = async (pairs: [number, number][]) => {
  const relations = await relationsOf();
  return pairs.map(([from, to]) => {
    const found = relations.find((one) => one.predecessor_id === works[from] && one.successor_id === works[to]);
    if (!found) throw new Error('no such relation');
    return found.id as number;
  });
};

/** A trial of the version as it stands. */
async function trial() {
  const context = await world.app.contextOf({
    userId: anna.id,
    actorId: anna.id,
    spaceId: anna.spaceId,
    needs: [{ right: 'plan.read', at: { kind: 'version', id: version } }],
  });
  return readVersion(context, version, async (reader) => {
    const rows = await planRowsOf(reader);
    const records = recordOf(PLAN_TABLES, (table) => recordsOf(table, rows[table]));
    const names = new Map(works.map((id, at) => [id, `${at < 4 ? 'Walls' : 'Plaster'} ${PLACES[at % 4]}`]));
    const ask = openFlowTrial(records, dataDateOf(reader.head.data_date, context), []);
    return (change: FlowChange) => {
      const { start, finish } = ask(change);
      const itemIds = [...records.wbs.map(({ id }) => id), ...(change.split ? [change.split.id] : [])];
      const dates = itemIds.map((id, at) => [names.get(id), formatMinute(start[at]), formatMinute(finish[at])]);
      // The second part stands behind the first in the version.
      const second = change.split ? dates.splice(-1) : [];
      dates.splice(itemIds.indexOf(change.split?.id ?? -1) + 1, 0, ...second);
      return dates;
    };
  });
}

const ACTS: Record<string, () => Promise<{ act: 'balance' | 'buffer' | 'split' | 'reorder'; change: FlowChange }>> = {
  balance: async () => ({
    act: 'balance',
    change: { ...NO_CHANGE, works: works.slice(1).map((id, at) => ({ id, durationMinutes: 480 * (1 + (at % 3)) })) },
  }),
  'a slope that takes in begun work': async () => ({
    act: 'balance',
    change: { ...NO_CHANGE, works: works.slice(0, 4).map((id) => ({ id, durationMinutes: 1920 })) },
  }),
  buffers: async () => {
    const between = await idsBetween([
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ]);
    return { act: 'buffer', change: { ...NO_CHANGE, lags: between.map((relationId) => ({ relationId, lagMinutes: 1440 })) } };
  },
  split: async () => ({ act: 'split', change: { ...NO_CHANGE, split: { id: works[1], share: 0.3, gapMinutes: 480 } } }),
  reorder: async () => {
    const [first, second] = await idsBetween([
      [1, 2],
      [2, 3],
    ]);
    const [, turned] = await idsBetween([
      [0, 1],
      [0, 1],
    ]);
    const ends: [number, number, number][] = [
      [turned, 0, 3],
      [first, 3, 2],
      [second, 2, 1],
    ];
    return {
      act: 'reorder',
      change: {
        ...NO_CHANGE,
        relinks: ends.map(([relationId, from, to]) => ({ relationId, predecessorId: works[from], successorId: works[to] })),
      },
    };
  },
};

test.each(Object.keys(ACTS))('%s: the dates of the trial are those that follow', async (name) => {
  const { act, change } = await ACTS[name]();
  const ask = await trial();
  const before = await stands();
  expect(ask(NO_CHANGE)).toEqual(before);
  const tried = ask(change);
  expect(tried).not.toEqual(before);
  // Another question in between leaves nothing behind.
  ask({ ...NO_CHANGE, works: [{ id: works[3], durationMinutes: 9600 }] });
  expect(ask(change)).toEqual(tried);
  const body = {
    act,
    works: change.works.map(({ id, durationMinutes = 0 }) => ({ id, duration_minutes: durationMinutes })),
    lags: change.lags.map(({ relationId, lagMinutes }) => ({ relation_id: relationId, lag_minutes: lagMinutes })),
    relinks: change.relinks.map((one) => ({
      relation_id: one.relationId,
      predecessor_id: one.predecessorId,
      successor_id: one.successorId,
    })),
    split: change.split && { id: change.split.id, share: change.split.share, gap_minutes: change.split.gapMinutes },
  };
  const { refused } = await anna.ok(api.cyclogram.change, { params: { id: version }, body });
  expect(refused).toEqual([]);
  await calculate();
  expect(await stands()).toEqual(tried);
});
