import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { CHART_START, CHART_CALENDARS } from '../testing/chart-calendars.ts';
import { workText } from '../testing/drawing.ts';
import { workBetween } from '../time/work.ts';
import { columnsOf } from './columns.ts';
import { compileNetwork } from './network.ts';

const WEEK = 7 * 1440;

/** The calendar of the first item and those of its crews, as hours a week from the first Monday; with the work and delay of each crew. */
function crews(text: string, options: Partial<CalculationOptions> = {}): string {
  const plan = chartPlan(text, options);
  const network = compileNetwork(columnsOf(plan));
  const hours = (index: number) => `${workBetween(network.calendars[index], CHART_START, CHART_START + WEEK) / 60}h`;
  const node = network.nodeOf[0];
  const rows: string[] = [];
  for (let at = network.assignmentOffset[node]; at < network.assignmentOffset[node + 1]; at++) {
    const own = network.assignmentRemaining[at];
    rows.push(
      `${hours(network.assignmentCalendar[at])}${own < 0 ? '' : ` work ${workText(own)}`}${network.assignmentLag[at] ? ` after ${workText(network.assignmentLag[at])}` : ''}`,
    );
  }
  return [hours(network.calendar[node]), ...rows].join(' | ');
}

const PROJECT = { rules: 'msproject' as const };

describe('crews by the rules of P6', () => {
  it.each([
    ['an item that does not depend on them has none', 'A 2d on=seven', '40h'],
    ['one that does, but has none', 'A 2d resource', '40h'],
    ['each in its own calendar, whatever that of the item', 'A 2d resource on=seven on=around', '40h | 56h | 168h'],
    ['with work and delay of their own', 'A 2d resource on=seven:3d on=five:1d:4h', '40h | 56h work 3d | 40h work 1d after 4h'],
    ['two of one calendar are two', 'A 2d resource on=seven on=seven', '40h | 56h | 56h'],
    ['nights count to the Sunday of their week', 'A 2d resource on=night cal=around', '168h | 40h'],
  ])('%s', (_, text, expected) => {
    expect(crews(text)).toBe(expected);
  });

  it('a resource without a calendar does not rule', () => {
    const plan = chartPlan('A 2d resource on=seven');
    plan.resources[1].calendarId = null;
    const network = compileNetwork(columnsOf(plan));
    expect(network.assignmentCalendar).toHaveLength(0);
  });

  it('crews of other items lie apart', () => {
    const network = compileNetwork(columnsOf(chartPlan('A 1d resource on=five\nB 1d\nC 1d resource on=seven on=split')));
    expect(Array.from(network.assignmentOffset)).toEqual([0, 1, 1, 3]);
    expect(Array.from(network.assignmentCalendar, (index) => CHART_CALENDARS[index].name)).toEqual(['five', 'seven', 'split']);
  });

  it('crews of rows, drafts and levels of effort are left out', () => {
    const network = compileNetwork(columnsOf(chartPlan('S 1d resource on=five\nA 1d in=S\nD 1d resource draft on=five\nL 1d loe on=five')));
    expect(network.assignmentCalendar).toHaveLength(0);
  });
});

describe('resources by the rules of MS Project', () => {
  it.each([
    ['a single resource narrows the calendar of the item', 'A 2d cal=seven on=five', '40h | 40h'],
    ['only common hours: nights and mornings have six', 'A 2d cal=around on=night', '40h | 40h'],
    ['split days of five within eight hours: seven hours a day', 'A 2d cal=five on=split', '35h | 35h'],
    ['nothing in common: the calendar of the item stays', 'A 2d cal=five on=night', '40h | 40h'],
    ['several resources leave the item its own calendar', 'A 2d cal=seven on=five on=split', '56h | 40h | 35h'],
    ['two that would say the same are one', 'A 2d cal=seven on=five on=five', '40h | 40h'],
    ['the same calendar with another delay is another', 'A 2d cal=seven on=five on=five:2d:1d', '56h | 40h | 40h work 2d after 1d'],
    ['the item may ignore them', 'A 2d cal=seven on=five own', '56h'],
    ['an elapsed duration does not look at them', 'A 2d cal=seven on=five elapsed', '168h'],
    ['the same calendar is not narrowed', 'A 2d cal=seven on=seven', '56h | 56h'],
  ])('%s', (_, text, expected) => {
    expect(crews(text, PROJECT)).toBe(expected);
  });

  it('an item without a calendar of its own has that of its resource', () => {
    const plan = chartPlan('A 2d on=seven', PROJECT);
    plan.items[0].calendarId = null;
    const network = compileNetwork(columnsOf(plan));
    expect(workBetween(network.calendars[network.calendar[0]], CHART_START, CHART_START + WEEK)).toBe(56 * 60);
  });

  it('gaps of a split item are part of what each resource spans', () => {
    expect(crews('A 2d on=seven:2d split=1d', PROJECT)).toBe('40h | 40h work 3d');
  });
});
