import { MINUTES_PER_DAY, dayOf } from '@gantry/domain';
import type { Plan } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { DAY_MINUTES, MONDAY, drawnPlan } from '../leveling/testing/drawn-plan.ts';
import { clock } from '../leveling/testing/leveled-picture.ts';
import { columnsOf } from '../testing/histogram.ts';
import { picture, weekdays } from '../testing/picture.ts';
import { simulateRisk } from './simulate.ts';
import type { RiskOptions, RiskResult } from './simulate.ts';
import { histogram } from './statistics.ts';

type Given = { days?: Record<string, string>; change?: (plan: Plan) => void; options?: Partial<RiskOptions> };

/** Works take each of their days equally often. */
function simulated(drawing: string, { days = {}, change, options }: Given): RiskResult {
  const plan = drawnPlan(drawing);
  change?.(plan);
  const durations = Object.entries(days).map(([code, list]) => ({
    itemId: plan.items.find((item) => item.code === code)!.id,
    unit: 'minutes' as const,
    distribution: {
      kind: 'discrete' as const,
      values: list.split(' ').map((value) => ({ value: Number(value) * DAY_MINUTES, weight: 1 })),
    },
  }));
  return simulateRisk(plan, { iterations: 100, seed: 1, durations, events: [], correlations: [], watchedItemIds: [], ...options });
}

/** Of a hundred runs, how many end on each day from the first to the last; under it the dates that a share of them keeps. */
function expectFinishes(drawing: string, given: Given, mark: number, drawn: string) {
  const { finish } = simulated(drawing, given);
  const bars = histogram(finish.sorted, MINUTES_PER_DAY);
  const columns = columnsOf(
    bars.map((bar) => bar.count),
    weekdays(dayOf(bars[0].from), bars.length),
    mark,
  );
  const dates = (['p10', 'p50', 'p80', 'p90'] as const).map((name) => `${name} ${clock(finish[name])}`);
  expect(picture([columns, ...dates, `plan ${clock(finish.planned)}, kept by ${finish.plannedShare * 100}%`].join('\n'))).toBe(
    picture(drawn),
  );
}

describe('how many of a hundred runs end on each day', () => {
  test('three to six days from Monday: nobody ends at the week end', () =>
    expectFinishes(
      'A 4d',
      { days: { A: '3 4 5 6' } },
      5,
      `
         #  #  #        #
         #  #  #        #
         #  #  #        #
         #  #  #        #
         #  #  #        #
        25 25 25  .  . 25
         W  T  F  s  s  M
        p10 Wed 17:00
        p50 Thu 17:00
        p80 Mon+1 17:00
        p90 Mon+1 17:00
        plan Thu 17:00, kept by 50%
      `,
    ));

  test('the same in seven days a week', () =>
    expectFinishes(
      'A 4d 7d',
      { days: { A: '3 4 5 6' } },
      5,
      `
         #  #  #  #
         #  #  #  #
         #  #  #  #
         #  #  #  #
         #  #  #  #
        25 25 25 25
         W  T  F  s
        p10 Wed 17:00
        p50 Thu 17:00
        p80 Sat 17:00
        p90 Sat 17:00
        plan Thu 17:00, kept by 50%
      `,
    ));

  test('half a day more is the next noon', () =>
    expectFinishes(
      'A 2d',
      { days: { A: '1.5 2 2.5 3' } },
      10,
      `
         #  #
         #  #
         #  #
         #  #
         #  #
        50 50
         T  W
        p10 Tue 13:00
        p50 Tue 17:00
        p80 Wed 17:00
        p90 Wed 17:00
        plan Tue 17:00, kept by 50%
      `,
    ));

  test('a holiday moves what would end on it', () =>
    expectFinishes(
      'A 2d',
      {
        days: { A: '1 2 3 4' },
        change: (plan) =>
          (plan.calendars = plan.calendars.map((one) => ({ ...one, exceptions: [{ day: MONDAY / 1440 + 1, shifts: [] }] }))),
      },
      5,
      `
         #     #  #  #
         #     #  #  #
         #     #  #  #
         #     #  #  #
         #     #  #  #
        25  . 25 25 25
         M  T  W  T  F
        p10 Mon 17:00
        p50 Wed 17:00
        p80 Fri 17:00
        p90 Fri 17:00
        plan Wed 17:00, kept by 50%
      `,
    ));

  test('behind one work comes another: all ends are later by it', () =>
    expectFinishes(
      'A 1d\nB 1d <- A',
      { days: { A: '1 2' } },
      10,
      `
         #  #
         #  #
         #  #
         #  #
         #  #
        50 50
         T  W
        p10 Tue 17:00
        p50 Tue 17:00
        p80 Wed 17:00
        p90 Wed 17:00
        plan Tue 17:00, kept by 50%
      `,
    ));

  test('beside a certain work of three days nobody ends earlier', () =>
    expectFinishes(
      'A 2d\nB 3d',
      { days: { A: '1 2 3 4' } },
      10,
      `
         #
         #
         #
         #
         #
         #  #
         #  #
         #  #
        75 25
         W  T
        p10 Wed 17:00
        p50 Wed 17:00
        p80 Thu 17:00
        p90 Thu 17:00
        plan Wed 17:00, kept by 75%
      `,
    ));

  test('no time at all is possible: the end is the moment of the start', () =>
    expectFinishes(
      'A 1d',
      { days: { A: '0 1' } },
      10,
      `
          #
          #
          #
          #
          #
          #
          #
          #
          #
          #
        100
          M
        p10 Mon 09:00
        p50 Mon 09:00
        p80 Mon 17:00
        p90 Mon 17:00
        plan Mon 17:00, kept by 100%
      `,
    ));

  test('a start that a limit holds takes the first two days of the uncertainty', () =>
    expectFinishes(
      'A 1d\nB 1d <- A',
      {
        days: { A: '1 2 3 4' },
        change: (plan) => Object.assign(plan.items[1], { startLimitType: 'not_earlier', startLimitDate: MONDAY + 2 * 1440 + 540 }),
      },
      10,
      `
         #
         #
         #  #  #
         #  #  #
         #  #  #
        50 25 25
         W  T  F
        p10 Wed 17:00
        p50 Wed 17:00
        p80 Fri 17:00
        p90 Fri 17:00
        plan Wed 17:00, kept by 50%
      `,
    ));
});

describe('an event that may happen', () => {
  const event = (id: number, probability: number, days: number, itemIds = [1]) => ({
    id,
    probability,
    itemIds,
    unit: 'minutes' as const,
    impact: { kind: 'uniform' as const, low: days * DAY_MINUTES, high: days * DAY_MINUTES },
  });

  test('once in five runs it costs two days', () =>
    expectFinishes(
      'A 1d',
      { options: { events: [event(7, 0.2, 2)] } },
      20,
      `
         #
         #
         #
         #     #
        80  . 20
         M  T  W
        p10 Mon 17:00
        p50 Mon 17:00
        p80 Mon 17:00
        p90 Wed 17:00
        plan Mon 17:00, kept by 80%
      `,
    ));

  test('that never happens, and that always does', () => {
    const shares = [0, 1].map((probability) => simulated('A 1d', { options: { events: [event(7, probability, 2)] } }));
    expect(shares.map(({ events, finish }) => [events[0].share, clock(finish.p50)])).toEqual([
      [0, 'Mon 17:00'],
      [1, 'Wed 17:00'],
    ]);
    expect(shares.map(({ events }) => events[0].meanDelayMinutes)).toEqual([0, 0]);
  });

  test('costs what the end moves, not what the work does: a day of the two is float', () => {
    const { events } = simulated('A 1d 7d\nB 2d 7d', { options: { events: [event(7, 0.5, 2)] } });
    expect(events).toEqual([{ id: 7, share: 0.5, meanDelayMinutes: 1440 }]);
  });

  test('off the path it costs nothing', () => {
    const { events } = simulated('A 1d 7d\nB 5d 7d', { options: { events: [event(7, 0.5, 2)] } });
    expect(events[0].meanDelayMinutes).toBe(0);
  });

  test('on two works of a chain it costs both', () => {
    const { events } = simulated('A 1d 7d\nB 1d 7d <- A', { options: { events: [event(7, 0.5, 1, [1, 2])] } });
    expect(events[0].meanDelayMinutes).toBe(2 * 1440);
  });

  test('as a share of the work: half of four days are two', () => {
    const half = {
      id: 7,
      probability: 0.5,
      itemIds: [1],
      unit: 'share' as const,
      impact: { kind: 'uniform' as const, low: 0.5, high: 0.5 },
    };
    expect(simulated('A 4d 7d', { options: { events: [half] } }).events[0].meanDelayMinutes).toBe(2 * 1440);
  });

  test('adds to a work that is uncertain itself: one or two days, and one more in half of the runs', () => {
    const { finish } = simulated('A 1d 7d', { days: { A: '1 2' }, options: { events: [event(7, 0.5, 1)], iterations: 4000 } });
    const ends = histogram(finish.sorted, MINUTES_PER_DAY).map((bar) => Math.round((bar.count / 4000) * 20) / 20);
    expect(ends).toEqual([0.25, 0.5, 0.25]);
  });

  test('two of them are independent', () => {
    const { finish } = simulated('A 1d 7d', { options: { events: [event(7, 0.5, 1), event(8, 0.5, 2)], iterations: 4000 } });
    const ends = histogram(finish.sorted, MINUTES_PER_DAY).map((bar) => Math.round((bar.count / 4000) * 20) / 20);
    expect(ends).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  test('that is no chance, has no impact or no work is told and left out', () => {
    const broken = [
      event(1, -0.1, 1),
      event(2, 1.1, 1),
      event(3, Number.NaN, 1),
      event(4, 0.5, 1, []),
      event(5, 0.5, 1, [99]),
      { ...event(6, 0.5, 1), impact: { kind: 'uniform' as const, low: 2, high: 1 } },
    ];
    const { events, ignored, finish } = simulated('A 1d', { options: { events: broken } });
    expect([events, clock(finish.p90)]).toEqual([[], 'Mon 17:00']);
    expect(ignored.map((one) => one.eventId)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('dates of rows on the way', () => {
  test('each watched row has its own, whatever comes behind it', () => {
    const result = simulated('A 2d\nM 0d <- A\nB 2d <- M\nE 0d <- B', {
      days: { A: '1 3', B: '2 4' },
      options: { watchedItemIds: [2, 4], iterations: 400 },
    });
    const text = result.watched.map((row) => `${row.itemId}: ${clock(row.p10)}, ${clock(row.p90)}, plan ${clock(row.planned)}`);
    expect(text).toEqual(['2: Mon 17:00, Wed 17:00, plan Tue 17:00', '4: Wed 17:00, Tue+1 17:00, plan Thu 17:00']);
    expect(result.watched[1].sorted).toEqual(result.finish.sorted);
  });

  test('of rows that are not there nothing is told', () =>
    expect(simulated('A 2d', { options: { watchedItemIds: [77] } }).watched).toEqual([]));
});
