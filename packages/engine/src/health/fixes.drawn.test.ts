import type { Plan } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { draw } from '../testing/drawing.ts';
import { picture } from '../testing/picture.ts';
import { calculate } from '../timetable/calculate.ts';
import type { HealthCheckId } from './index.ts';
import { checkHealth } from './run.ts';
import { findingsOf, healthPlan } from './testing/drawn-health.ts';
import { applyFix } from './testing/health-drawers.ts';

const bars = (plan: Plan) => picture(draw(plan, calculate(plan)));

/** The chart before and after the commands that the check offers; afterwards it passes. */
function expectCure(check: HealthCheckId, drawing: string, before: string, after: string) {
  const health = healthPlan(drawing);
  expect(bars(health.plan)).toBe(picture(before));
  const [finding] = checkHealth(health.plan, { ...health.options, checks: [check] });
  expect([finding.verdict, finding.fixes.length > 0]).toEqual(['failed', true]);
  for (const fix of finding.fixes) applyFix(health.plan, fix);
  expect(bars(health.plan)).toBe(picture(after));
  expect(findingsOf(health, [check])).toBe('');
}

describe('what the cures do to the dates', () => {
  test('a row comes back to the calendar of the others: it no longer works at the week end', () =>
    expectCure(
      'calendar_outliers',
      `
      S 0d ms
      A 2d S
      B 2d A
      C 2d B cal=seven
      D 1d C
      E 1d D
      F 0d mf E
      `,
      `
        MTWTFssMT
      S o
      A ==-
      B   ==-
      C     ==-
      D        #
      E         #
      F         o
      `,
      `
        MTWTFssMTW
      S o
      A ##
      B   ##
      C     #..#
      D         #
      E          #
      F          o
      `,
    ));

  test('a row without a calendar gets the one it worked by: nothing moves', () => {
    const health = healthPlan('S 0d ms\nA 7d S\nF 0d mf A');
    health.plan.items[1].calendarId = null;
    const before = bars(health.plan);
    const [finding] = checkHealth(health.plan, { ...health.options, checks: ['missing_calendar'] });
    for (const fix of finding.fixes) applyFix(health.plan, fix);
    expect([bars(health.plan), health.plan.items[1].calendarId]).toEqual([before, 1]);
    expect(findingsOf(health, ['missing_calendar'])).toBe('');
  });

  test('a milestone loses its duration: nothing moves', () => {
    const health = healthPlan('S 0d ms\nA 2d S\nF 0d mf A');
    health.plan.items[2].durationMinutes = 480;
    const before = bars(health.plan);
    const [finding] = checkHealth(health.plan, { ...health.options, checks: ['milestone_durations'] });
    for (const fix of finding.fixes) applyFix(health.plan, fix);
    expect([bars(health.plan), health.plan.items[2].durationMinutes]).toEqual([before, 0]);
    expect(findingsOf(health, ['milestone_durations'])).toBe('');
  });
});
