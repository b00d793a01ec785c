import type { Plan } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { DEFAULT_LEVELING, levelPlan } from './level.ts';
import { assignmentOf, drawnPlan } from './testing/drawn-plan.ts';
import { stretchesOf } from './testing/leveled-picture.ts';

/** The stretches of the calculated dates in which more is used than there is. */
function expectStretches(drawing: string, expected: string, change: (plan: Plan) => void = () => undefined) {
  const plan = drawnPlan(drawing);
  change(plan);
  expect(stretchesOf(plan, levelPlan(plan, DEFAULT_LEVELING).overAllocationsBefore)).toBe(picture(expected));
}

describe('stretches in which too much of a resource is used', () => {
  test('of one day', () =>
    expectStretches(
      `
      limit crew 1
      A 3d crew:1
      B 1d crew:1
      `,
      'crew Mon 09:00 to Mon 17:00: 2 of 1',
    ));

  test('over several days are one: nobody works in the nights between', () =>
    expectStretches(
      `
      limit crew 1
      A 3d crew:1
      B 3d crew:1
      `,
      'crew Mon 09:00 to Wed 17:00: 2 of 1',
    ));

  test('over a week end too', () =>
    expectStretches(
      `
      limit crew 1
      A 8d crew:1
      B 6d crew:1
      `,
      'crew Mon 09:00 to Mon+1 17:00: 2 of 1',
    ));

  test('with the highest use of all their days', () =>
    expectStretches(
      `
      limit crew 1
      A 3d crew:1
      B 3d crew:1
      C 1d crew:2
      `,
      'crew Mon 09:00 to Wed 17:00: 4 of 1',
    ));

  test('with the highest use, though it comes on a later day', () =>
    expectStretches(
      `
      limit crew 1
      A 3d crew:1
      B 3d crew:1
      P 1d
      C 1d crew:2 <- P
      `,
      'crew Mon 09:00 to Wed 17:00: 4 of 1',
    ));

  test('are two where a day without too much lies between', () =>
    expectStretches(
      `
      limit crew 1
      A 1d crew:1
      B 1d crew:1
      C 1d crew:1 <- A fs+1
      D 1d crew:1 <- A fs+1
      E 3d crew:0.5
      `,
      `
      crew Mon 09:00 to Mon 17:00: 2.5 of 1
      crew Wed 09:00 to Wed 17:00: 2.5 of 1
      `,
    ));

  test('are one where nothing at all is used between', () =>
    expectStretches(
      `
      limit crew 1
      A 1d crew:2
      C 1d crew:2 <- A fs+1
      `,
      'crew Mon 09:00 to Wed 17:00: 2 of 1',
    ));

  test('of every resource by itself', () =>
    expectStretches(
      `
      limit crew 1
      limit crane 2
      A 2d crew:1 crane:2
      B 1d crew:1 crane:1
      `,
      `
      crew Mon 09:00 to Mon 17:00: 2 of 1
      crane Mon 09:00 to Mon 17:00: 3 of 2
      `,
    ));

  test('count only the time in which both work: a seven-day work under one of five days', () =>
    expectStretches(
      `
      limit crew 1
      A 6d crew:1
      B 2d crew:1 7d <- A ss+4
      `,
      'crew Fri 09:00 to Fri 17:00: 2 of 1',
    ));

  test('begin and end at the hour', () =>
    expectStretches(
      `
      limit crew 1
      A 0.5d crew:1
      B 2d crew:1 <- A ss+0.25
      `,
      'crew Mon 11:00 to Mon 13:00: 2 of 1',
    ));

  test('around the clock against a day shift: the shift alone', () =>
    expectStretches(
      `
      limit crew 1
      A 1d crew:1
      B 3d crew:1 24h
      `,
      'crew Mon 09:00 to Mon 17:00: 2 of 1',
    ));

  test('of parts of the duration: only where the parts meet', () =>
    expectStretches(
      `
      limit crew 1
      A 4d crew:1
      B 2d crew:1
      `,
      'crew Tue 09:00 to Tue 17:00: 2 of 1',
      (plan) => Object.assign(plan.assignments[0], { lagMinutes: 480, remainingMinutes: 960, remainingUnits: 16 }),
    ));

  test('of two assignments on one work', () =>
    expectStretches(
      `
      limit crew 2
      A 2d crew:2
      `,
      'crew Mon 09:00 to Tue 17:00: 3 of 2',
      (plan) => plan.assignments.push(assignmentOf(9, 1, 1, 16)),
    ));

  test('do not come from the last digits of the hours', () =>
    expectStretches(
      `
      limit crew 1
      A 1d crew:1
      B 1d crew:0
      `,
      '',
      (plan) => (plan.assignments[0].remainingUnits = 8 + 1e-9),
    ));

  test('do not come from completed work', () =>
    expectStretches(
      `
      limit crew 1
      A 1d crew:1
      B 1d crew:1
      `,
      '',
      (plan) =>
        Object.assign(plan.items[0], {
          status: 'completed',
          remainingMinutes: 0,
          actualStart: plan.options.dataDate - 900,
          actualFinish: plan.options.dataDate - 500,
        }),
    ));

  test('do not come from a resource without a limit', () =>
    expectStretches(
      `
      limit crew 1
      A 1d crew:9
      `,
      '',
      (plan) => (plan.resources[0].limit = null),
    ));

  test('come from what is left of started work, at the rate of what is left', () =>
    expectStretches(
      `
      limit crew 1
      A 4d crew:1
      `,
      'crew Mon 09:00 to Tue 17:00: 1.5 of 1',
      (plan) => {
        Object.assign(plan.items[0], { status: 'in_progress', remainingMinutes: 960, actualStart: plan.options.dataDate - 900 });
        plan.assignments[0].remainingUnits = 24;
      },
    ));
});
