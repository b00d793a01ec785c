import type { Plan } from '@gantry/domain';
import { describe, expect, test } from 'vitest';
import { draw } from '../testing/drawing.ts';
import { picture } from '../testing/picture.ts';
import { calculate } from '../timetable/calculate.ts';
import type { HealthFix } from './check.ts';
import type { HealthCheckId } from './index.ts';
import { checkHealth } from './run.ts';
import { findingsOf, healthPlan } from './testing/drawn-health.ts';

function apply(plan: Plan, fix: HealthFix): void {
  const item = plan.items.find((one) => 'itemId' in fix && one.id === fix.itemId)!;
  const relation = plan.relations.find((one) => 'relationId' in fix && one.id === fix.relationId)!;
  switch (fix.command) {
    case 'remove_relation':
      plan.relations = plan.relations.filter((one) => one !== relation);
      break;
    case 'set_lag':
      relation.lagMinutes = fix.lagMinutes;
      break;
    case 'add_relation':
      plan.relations.push({ id: 900 + plan.relations.length, lagMinutes: 0, lagCalendar: null, ...fix });
      break;
    case 'set_limit':
      if (fix.end === 'start') item.startLimitType = fix.type;
      else item.finishLimitType = fix.type;
      break;
    case 'set_actual':
      Object.assign(
        item,
        fix.end === 'start' ? { actualStart: fix.date, status: 'not_started' } : { actualFinish: fix.date, status: 'in_progress' },
      );
      break;
    case 'set_calendar':
      item.calendarId = fix.calendarId;
      break;
    case 'set_duration':
      item.durationMinutes = fix.durationMinutes;
      break;
  }
}

const bars = (plan: Plan) => picture(draw(plan, calculate(plan)));

/** The chart before and after the commands that the check offers; afterwards it passes. */
function expectCure(check: HealthCheckId, drawing: string, before: string, after: string) {
  const health = healthPlan(drawing);
  expect(bars(health.plan)).toBe(picture(before));
  const [finding] = checkHealth(health.plan, { ...health.options, checks: [check] });
  expect([finding.verdict, finding.fixes.length > 0]).toEqual(['failed', true]);
  for (const fix of finding.fixes) apply(health.plan, fix);
  expect(bars(health.plan)).toBe(picture(after));
  expect(findingsOf(health, [check])).toBe('');
}

describe('what the cures do to the dates', () => {
  test('a lead is taken away: B waits for the end of A', () =>
    expectCure(
      'leads',
      `
      S 0d ms
      A 3d S
      B 2d A-1d
      F 0d mf B
      `,
      `
        MTWT
      S o
      A ###
      B   ##
      F    o
      `,
      `
        MTWTF
      S o
      A ###
      B    ##
      F     o
      `,
    ));

  test('a loose end is tied to the last milestone: its float is no longer endless', () =>
    expectCure(
      'missing_logic',
      `
      S 0d ms
      A 3d S
      B 5d S
      F 0d mf A
      `,
      `
        MTWTF
      S o
      A ===--
      B #####
      F   o
      `,
      `
        MTWTF
      S o
      A ===--
      B #####
      F     o
      `,
    ));

  test('a limit "not later" becomes "not earlier": the negative float is gone', () =>
    expectCure(
      'hard_constraints',
      `
      S 0d ms
      A 3d S
      B 2d A fnlt=3
      F 0d mf B
      `,
      `
        MTWTFs
      S o
      A ###<
      B    ##<
      F     o
      `,
      `
        MTWTF
      S o
      A ###
      B    ##
      F     o
      `,
    ));

  test('a limit "in date" becomes "not earlier": the work may move with what comes before it', () =>
    expectCure(
      'hard_constraints',
      `
      S 0d ms
      A 2d S
      B 1d A son=3
      F 0d mf B
      `,
      `
        MTWT
      S o
      A ==-
      B    #
      F    o
      `,
      `
        MTWT
      S o
      A ==-
      B    #
      F    o
      `,
    ));

  test('a limit on the longest path is taken away: the days of waiting go with it', () =>
    expectCure(
      'broken_critical_path',
      `
      S 0d ms
      A 2d S
      B 1d A snet=3
      F 0d mf B
      `,
      `
        MTWT
      S o
      A ==-
      B    #
      F    o
      `,
      `
        MTW
      S o
      A ##
      B   #
      F   o
      `,
    ));

  test('a relation that says nothing new is taken away: no date moves', () =>
    expectCure(
      'redundant_relations',
      `
      S 0d ms
      A 2d S
      B 2d A
      C 1d A B
      F 0d mf C
      `,
      `
        MTWTF
      S o
      A ##
      B   ##
      C     #
      F     o
      `,
      `
        MTWTF
      S o
      A ##
      B   ##
      C     #
      F     o
      `,
    ));

  test('a relation of a parent is taken away: the start of its work no longer waits for it', () =>
    expectCure(
      'summary_logic',
      `
      S 0d ms
      P 0d sum A
      A 2d S
      B 2d S in=P
      F 0d mf A B
      `,
      `
        MTWT
      S o
      P   ##
      A ##
      B   ##
      F    o
      `,
      `
        MT
      S o
      P ##
      A ##
      B ##
      F  o
      `,
    ));

  test('a ring is cut where it closes: the rest was calculated so already', () =>
    expectCure(
      'rings',
      `
      S 0d ms
      A 2d S B
      B 2d A
      F 0d mf B
      `,
      `
        MTWT
      S o
      A ##
      B   ##
      F    o
      `,
      `
        MTWT
      S o
      A ##
      B   ##
      F    o
      `,
    ));

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

  test('a limit of the past is taken away: nothing moves, and what drives the row is seen', () =>
    expectCure(
      'stale_limits',
      `
      S 0d ms
      A 2d S snet=-4
      F 0d mf A
      `,
      `
        MT
      S o
      A ##
      F  o
      `,
      `
        MT
      S o
      A ##
      F  o
      `,
    ));

  test('a row without a calendar gets the one it worked by: nothing moves', () => {
    const health = healthPlan('S 0d ms\nA 7d S\nF 0d mf A');
    health.plan.items[1].calendarId = null;
    const before = bars(health.plan);
    const [finding] = checkHealth(health.plan, { ...health.options, checks: ['missing_calendar'] });
    for (const fix of finding.fixes) apply(health.plan, fix);
    expect([bars(health.plan), health.plan.items[1].calendarId]).toEqual([before, 1]);
    expect(findingsOf(health, ['missing_calendar'])).toBe('');
  });

  test('a milestone loses its duration: nothing moves', () => {
    const health = healthPlan('S 0d ms\nA 2d S\nF 0d mf A');
    health.plan.items[2].durationMinutes = 480;
    const before = bars(health.plan);
    const [finding] = checkHealth(health.plan, { ...health.options, checks: ['milestone_durations'] });
    for (const fix of finding.fixes) apply(health.plan, fix);
    expect([bars(health.plan), health.plan.items[2].durationMinutes]).toEqual([before, 0]);
    expect(findingsOf(health, ['milestone_durations'])).toBe('');
  });
});
