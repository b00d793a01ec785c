import { MINUTES_PER_DAY as DAY } from '@gantry/domain';
import { expect, test } from 'vitest';
import { bufferChange, buffersOf, type FlowRelation, gapChange, movedPlace, reorderOf } from './buffers.ts';
import { findingsOf } from './findings.ts';
import { changedRecords, isOfValues, NO_CHANGE, splitMinutes } from './flow-change.ts';
import { flowOfWorks } from './flow.ts';

const work = (id: number, line: string, place: string, start: number, days: number) => ({
  id,
  line,
  place,
  start: start * DAY,
  finish: (start + days) * DAY,
});
/** A takes two days a place without a break; B one day, two days behind it, in P2 one. */
const flow = flowOfWorks(
  [
    ...['P1', 'P2', 'P3'].map((place, at) => work(at + 1, 'A', place, at * 2, 2)),
    work(11, 'B', 'P1', 4, 1),
    work(12, 'B', 'P2', 5, 1),
    work(13, 'B', 'P3', 8, 1),
  ],
  [],
  new Intl.Collator('en'),
);
const fs = (id: number, predecessorId: number, successorId: number, lagMinutes = 0): FlowRelation => ({
  id,
  predecessorId,
  successorId,
  type: 'fs',
  lagMinutes,
});
const relations = [fs(1, 1, 2, 60), fs(2, 2, 3), fs(3, 11, 12), fs(4, 12, 13), fs(5, 1, 11, 480), fs(6, 2, 12), fs(7, 3, 13)];
const buffers = buffersOf(flow, relations, (_, from, to) => (to - from) / 3);

test('a buffer is what lies between two lines in each place, and changes in all of them', () => {
  expect(buffers.map(({ before, after }) => [before, after])).toEqual([[0, 1]]);
  expect(buffers[0].pairs.map(({ place, minutes }) => [place, minutes])).toEqual([
    [0, 960],
    [1, 480],
    [2, 960],
  ]);
  expect(bufferChange(buffers[0], 240).lags).toEqual([
    { relationId: 5, lagMinutes: 720 },
    { relationId: 6, lagMinutes: 240 },
    { relationId: 7, lagMinutes: 240 },
  ]);
});

test('a gap in a line is the lag to its work before; the first work has none', () => {
  expect(gapChange(flow, relations, 2, 480)?.lags).toEqual([{ relationId: 1, lagMinutes: 540 }]);
  expect(gapChange(flow, relations, 1, 480)).toBe(null);
});

test('places in another order turn the chain of each line; what ties lines in a place stays', () => {
  const { change, left } = reorderOf(flow, relations, [2, 0, 1]);
  expect(change.relinks).toEqual([
    { relationId: 1, predecessorId: 3, successorId: 1 },
    { relationId: 2, predecessorId: 1, successorId: 2 },
    { relationId: 3, predecessorId: 13, successorId: 11 },
    { relationId: 4, predecessorId: 11, successorId: 12 },
  ]);
  expect(left).toEqual([]);
  expect(reorderOf(flow, relations, [0, 1, 2]).change.relinks).toEqual([]);
  const uneven = { ...flow, segments: [...flow.segments, { ...flow.segments[0], id: 9 }] };
  expect(reorderOf(uneven, relations, [1, 0, 2]).left).toEqual([0]);
  expect(movedPlace([0, 1, 2], 0, 2)).toEqual([1, 2, 0]);
  expect(movedPlace([0, 1, 2], 2, 1)).toBe(null);
});

test('findings: a thin buffer, a line that waits, and a line that at its rate so far meets the next', () => {
  const about = { crewsOf: () => [], buffers, least: 600, doneOf: (id: number) => (id === 1 ? 0.5 : 0), dataDate: 2 * DAY };
  const found = findingsOf(flow, about);
  expect(found.map(({ kind, light, works, place }) => [kind, light, works, place])).toEqual([
    ['crossing', 'watch', [2, 12], 1],
    ['thin_buffer', 'watch', [2, 12], 1],
    ['idle', 'watch', [11], null],
  ]);
  expect(found[0]).toMatchObject({ from: 5 * DAY, to: 8 * DAY });
  expect(found[1].minutes).toBe(480);
  expect(found[2].days).toBe(2);
  const crews = findingsOf(flow, { ...about, least: 0, doneOf: () => 0, crewsOf: (id) => (id === 3 || id === 11 ? [7] : []) });
  expect(crews.map(({ kind, works }) => [kind, works])).toEqual([
    ['crew_clash', [11, 3]],
    ['idle', [11]],
  ]);
});

test('a change of values keeps the network, a split takes over what waited for the finish', () => {
  const records = {
    wbs: [{ id: 1, durationMinutes: 960, remainingMinutes: 960, startLimitType: null }],
    relation: [
      { id: 5, predecessorId: 1, successorId: 2, type: 'fs' },
      { id: 6, predecessorId: 1, successorId: 3, type: 'ss' },
    ],
  } as never;
  const split = changedRecords(records, { ...NO_CHANGE, split: { id: 1, share: 0.25, gapMinutes: 60 } }, 9);
  expect(split.wbs.map(({ id, durationMinutes }) => [id, durationMinutes])).toEqual([
    [1, 240],
    [9, 720],
  ]);
  expect(split.relation.map(({ predecessorId, successorId }) => [predecessorId, successorId])).toEqual([
    [9, 2],
    [1, 3],
    [1, 9],
  ]);
  const values = { ...NO_CHANGE, works: [{ id: 1, durationMinutes: 480, start: 77 }] };
  expect(changedRecords(records, values, 9).wbs).toEqual([
    { id: 1, durationMinutes: 480, remainingMinutes: 480, startLimitType: 'not_earlier', startLimitDate: 77 },
  ]);
  expect([isOfValues(values), isOfValues({ ...NO_CHANGE, relinks: [{ relationId: 5, predecessorId: 2, successorId: 1 }] })]).toEqual([
    true,
    false,
  ]);
  expect(splitMinutes(3, 0.01)).toEqual([1, 2]);
});
