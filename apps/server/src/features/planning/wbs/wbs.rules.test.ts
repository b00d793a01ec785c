import { executorsAmong, type WbsRow } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { knownPeople } from './wbs.people.rules.ts';
import { applyPatch, areTooClose, emptyRow, inTreeOrder, positionsBetween, type WorkingTime } from './wbs.rules.ts';

const always: WorkingTime = { add: (from, minutes) => from + minutes, between: (from, to) => to - from, startFrom: (minute) => minute };

const row = (fields: Partial<WbsRow> = {}): WbsRow => ({
  ...emptyRow(1, 'task'),
  name: 'Slab',
  durationMinutes: 60,
  remainingMinutes: 60,
  start: '2026-03-02T09:00',
  finish: '2026-03-02T10:00',
  ...fields,
});
/** What is kept of a work of an hour when it begins. */
const initial = { extra: { initialDurationMinutes: 60 } };
const started = { status: 'in_progress', actualStart: '2026-03-02T09:00', progress: 0.25, remainingMinutes: 45 } as const;
const done = {
  status: 'completed',
  actualStart: '2026-03-02T09:00',
  actualFinish: '2026-03-02T10:00',
  progress: 1,
  remainingMinutes: 0,
} as const;

describe('a change of a row', () => {
  test.each<[string, Partial<WbsRow>, Partial<WbsRow>, Partial<WbsRow>]>([
    ['a name changes nothing else', {}, { name: 'Wall' }, { name: 'Wall' }],
    ['what it is already is no change', {}, { name: 'Slab', durationMinutes: 60 }, {}],
    [
      'the duration moves the finish',
      {},
      { durationMinutes: 90 },
      { durationMinutes: 90, remainingMinutes: 90, finish: '2026-03-02T10:30' },
    ],
    [
      'the finish moves the duration',
      {},
      { finish: '2026-03-02T11:00' },
      { finish: '2026-03-02T11:00', durationMinutes: 120, remainingMinutes: 120 },
    ],
    [
      'the start becomes a limit and moves the finish',
      {},
      { start: '2026-03-03T09:00' },
      { start: '2026-03-03T09:00', finish: '2026-03-03T10:00', startLimitType: 'not_earlier', startLimitDate: '2026-03-03T09:00' },
    ],
    [
      'the start keeps another kind of limit and moves its date',
      { startLimitType: 'fixed' as never, startLimitDate: '2026-03-02T09:00' },
      { start: '2026-03-03T09:00' },
      { start: '2026-03-03T09:00', finish: '2026-03-03T10:00', startLimitDate: '2026-03-03T09:00' },
    ],
    [
      'the remaining duration of what has not begun is its duration',
      {},
      { remainingMinutes: 30 },
      { remainingMinutes: 30, durationMinutes: 30 },
    ],
    [
      'progress begins the work',
      {},
      { progress: 0.5 },
      { progress: 0.5, status: 'in_progress', actualStart: '2026-03-02T09:00', remainingMinutes: 30, ...initial },
    ],
    [
      'full progress ends it',
      {},
      { progress: 1 },
      {
        progress: 1,
        status: 'completed',
        actualStart: '2026-03-02T09:00',
        actualFinish: '2026-03-02T10:00',
        remainingMinutes: 0,
        ...initial,
      },
    ],
    [
      'an actual start begins the work and moves it',
      {},
      { actualStart: '2026-03-02T09:30' },
      { actualStart: '2026-03-02T09:30', start: '2026-03-02T09:30', status: 'in_progress', ...initial },
    ],
    [
      'a duration that changes with the beginning is not the one that it began with',
      {},
      { actualStart: '2026-03-02T09:00', durationMinutes: 120 },
      { actualStart: '2026-03-02T09:00', status: 'in_progress', durationMinutes: 120, remainingMinutes: 120, ...initial },
    ],
    [
      'taking the beginning back forgets what the work was meant to take',
      { ...started, extra: { initialDurationMinutes: 60, progressScenario: 3 } },
      { progress: 0 },
      { progress: 0, status: 'not_started', actualStart: null, remainingMinutes: 60, extra: { progressScenario: 3 } },
    ],
    [
      'progress of none takes the beginning back',
      started,
      { progress: 0 },
      { progress: 0, status: 'not_started', actualStart: null, remainingMinutes: 60 },
    ],
    [
      'the status not started takes the facts back',
      done,
      { status: 'not_started' },
      { status: 'not_started', progress: 0, actualStart: null, actualFinish: null, remainingMinutes: 60 },
    ],
    [
      'the status completed completes',
      started,
      { status: 'completed' },
      { status: 'completed', progress: 1, actualFinish: '2026-03-02T10:00', remainingMinutes: 0 },
    ],
    [
      'what was completed goes on at less than all of it',
      done,
      { status: 'in_progress' },
      { status: 'in_progress', progress: 0.99, actualFinish: null, remainingMinutes: 1 },
    ],
    [
      'a limit that goes takes its date with it',
      { startLimitType: 'not_earlier', startLimitDate: '2026-03-02T09:00' },
      { startLimitType: null },
      { startLimitType: null, startLimitDate: null },
    ],
    [
      'a milestone lasts no time',
      {},
      { type: 'milestone_finish' },
      { type: 'milestone_finish', durationMinutes: 0, remainingMinutes: 0, finish: '2026-03-02T09:00' },
    ],
  ])('%s', (_what, before, patch, after) => {
    expect(applyPatch(row(before), patch, false, always)).toEqual({ patch: after });
  });

  test.each<[string, Partial<WbsRow>, Partial<WbsRow>, boolean, string]>([
    ['dates of a summary', { type: 'sum' }, { durationMinutes: 90 }, true, 'wbs.summary_is_calculated'],
    ['progress of a summary without rows', { type: 'sum' }, { progress: 0.5 }, false, 'wbs.summary_is_calculated'],
    ['a summary made a milestone', { type: 'sum' }, { type: 'milestone_start' }, true, 'wbs.wrong_parent'],
    ['a negative duration', {}, { durationMinutes: -1 }, false, 'wbs.value_out_of_range'],
    ['a negative remaining duration', {}, { remainingMinutes: -1 }, false, 'wbs.value_out_of_range'],
    ['progress past all of it', {}, { progress: 1.01 }, false, 'wbs.value_out_of_range'],
    ['progress that is no number', {}, { progress: Number.NaN }, false, 'wbs.value_out_of_range'],
    ['a limit without a date', {}, { finishLimitType: 'not_later' }, false, 'wbs.limit_needs_date'],
    ['a milestone with a duration', { type: 'milestone_start' }, { durationMinutes: 5 }, false, 'wbs.milestone_has_no_duration'],
    ['completed before begun', {}, { status: 'completed' }, false, 'wbs.status_not_allowed'],
    ['a finish before the start', {}, { finish: '2026-03-01T09:00' }, false, 'wbs.finish_before_start'],
    ['an actual finish before the actual start', started, { actualFinish: '2026-03-01T09:00' }, false, 'wbs.finish_before_start'],
  ])('%s is refused', (_what, before, patch, hasChildren, code) => {
    expect(applyPatch(row(before), patch, hasChildren, always)).toMatchObject({ refused: { code } });
  });
});

test('people are found for every specialty with one look at each member and each holder', () => {
  let looks = 0;
  const members = Array.from({ length: 300 }, (_, id) => ({ id, name: `P${id}`, executor: id % 3 === 0 }));
  const specialties = [1, 2, 3].map((id) => ({
    id,
    people: members.flatMap((member) =>
      member.id % (id + 1)
        ? []
        : [
            {
              get user_id() {
                return ((looks += 1), member.id);
              },
            },
          ],
    ),
  }));
  const holders = specialties.flatMap(({ people }) => people).length;
  const heldBy = ({ id }: { id: number }) => specialties.flatMap((one) => (id % (one.id + 1) ? [] : [one.id]));
  const known = knownPeople(members, specialties);
  expect(looks).toBe(holders);
  const slow = members.map((member) => ({ ...member, specialties: heldBy(member) }));
  expect([...known.people.values()]).toEqual(slow);
  for (const specialty of [null, 1, 2, 3, 4]) {
    expect([...known.able(specialty)]).toEqual(executorsAmong(slow, specialty).map(({ id }) => id));
    expect(known.able(specialty)).toBe(known.able(specialty));
  }
});

describe('positions', () => {
  test.each([
    [null, null, 3, [1, 2, 3]],
    [5, null, 2, [6, 7]],
    [null, 5, 2, [3, 4]],
    [1, 2, 1, [1.5]],
    [1, 2, 3, [1.25, 1.5, 1.75]],
  ])('between %s and %s for %i rows', (before, after, count, positions) => {
    expect(positionsBetween(before, after, count)).toEqual(positions);
  });

  test('halved for ever come too close, which is seen before they meet', () => {
    let high = 2;
    let steps = 0;
    for (; !areTooClose([1, high]); steps += 1) [high] = positionsBetween(1, high, 1);
    expect(high).toBeGreaterThan(1);
    expect(steps).toBe(20);
  });
});

test('rows stand behind their parent, siblings by position and then by id', () => {
  const at = (id: number, parentId: number | null, position: number) => ({ id, parentId, position });
  const rows = [at(7, 4, 1), at(3, null, 2), at(4, null, 1), at(5, 4, 0.5), at(6, 3, 1), at(2, 4, 1), at(8, 99, 1)];
  // The row whose parent is not there is not shown: the database does not let it come to be.
  expect(inTreeOrder(rows).map(({ id }) => id)).toEqual([4, 5, 2, 7, 3, 6]);
});
