import { describe, expect, it } from 'vitest';
import type { CalculationOptions, Plan } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay, CHART_CALENDARS } from '../testing/chart-calendars.ts';
import { workText } from '../testing/drawing.ts';
import { columnsOf, KIND, LINK } from './columns.ts';
import type { CalculationIssue } from './issue.ts';
import { compileNetwork, type Network } from './network.ts';

const KINDS = Object.keys(KIND);
const TYPES = Object.keys(LINK);

/** The compiled network of a chart, a line per node in its order: what it is, its work and calendar, and the links into it. */
function compiled(text: string, options: Partial<CalculationOptions> = {}): string {
  return inWords(chartPlan(text, options));
}

function inWords(plan: Plan): string {
  const network = compileNetwork(columnsOf(plan));
  const lines = Array.from({ length: network.count }, (_, node) => {
    const links: string[] = [];
    for (let link = network.predOffset[node]; link < network.predOffset[node + 1]; link++) links.push(linkText(network, plan, link));
    const calendar = calendarName(network, network.calendar[node]);
    return `${nodeName(network, plan, node)} ${workText(network.remaining[node])} ${calendar}${links.length > 0 ? ` < ${links.join(', ')}` : ''}`;
  });
  return [...lines, ...network.issues.map((issue) => issueText(issue, plan))].join('\n');
}

function nodeName(network: Network, plan: Plan, node: number): string {
  const { code } = plan.items[network.itemOf[node]];
  const kind = KINDS[network.kind[node]];
  return kind.endsWith('Gate') ? `${code}.${kind.slice(0, -4)}` : `${code} ${kind}`;
}

function linkText(network: Network, plan: Plan, link: number): string {
  const lag = network.linkLag[link];
  const from = nodeName(network, plan, network.linkFrom[link]).split(' ')[0];
  const lagged = lag === 0 ? '' : `${lag > 0 ? '+' : ''}${workText(lag)} ${calendarName(network, network.linkCalendar[link])}`;
  return `${from} ${TYPES[network.linkType[link]]}${lagged}${network.linkFromDataDate[link] ? ' from the data date' : ''}`;
}

function calendarName(network: Network, index: number): string {
  return index === network.columns.calendars.length ? 'elapsed' : (CHART_CALENDARS[index]?.name ?? 'own');
}

function issueText(issue: CalculationIssue, plan: Plan): string {
  if (issue.kind === 'ring') return `ring ${issue.itemIds.map((id) => plan.items[id - 1].code).join(' ')}`;
  return `${issue.kind} ${Object.values(issue).slice(1).join(' ')}`;
}

describe('nodes', () => {
  it('stand in an order in which links lead forward', () => {
    expect(compiled('C 1d B\nA 3d\nB 2d A')).toBe(`A task 3d five
B task 2d five < A fs
C task 1d five < B fs`);
  });

  it('of every kind that the passes place', () => {
    expect(compiled('A 1d\nS 0d ms\nF 0d mf\nR 2d resource')).toBe(`A task 1d five
S startMilestone 0d five
F finishMilestone 0d five
R resource 2d five`);
  });

  it('drafts, sums, rows, levels of effort and summaries are none', () => {
    expect(compiled('D 1d draft\nS 0d sum\nT 5d\nA 1d in=T\nL 1d loe\nW 0d wbs in=T')).toBe('A task 1d five');
  });

  it('milestones have no work, whatever they say', () => {
    expect(compiled('M 5d mf')).toBe('M finishMilestone 0d five');
  });

  it('work that is left is never negative', () => {
    const plan = chartPlan('A 3d');
    plan.items[0].remainingMinutes = -5;
    expect(inWords(plan)).toBe('A task 0d five');
  });

  it('have their calendar, or that of the schedule', () => {
    const plan = chartPlan('A 1d cal=seven\nB 1d', { defaultCalendarId: 4 });
    plan.items[1].calendarId = null;
    expect(inWords(plan)).toBe(`A task 1d seven
B task 1d split`);
  });
});

describe('links', () => {
  it('into one node lie side by side, in the order of their relations', () => {
    expect(compiled('A 1d\nB 1d\nC 1d B:ff-1d A:ss+2d A')).toBe(`A task 1d five
B task 1d five
C task 1d five < B ff-1d five, A ss+2d five, A fs`);
  });

  it('of the other two types', () => {
    expect(compiled('A 1d\nB 1d A:sf\nC 1d B')).toBe(`A task 1d five
B task 1d five < A sf
C task 1d five < B fs`);
  });

  it.each([
    ['predecessor', 'seven'],
    ['successor', 'split'],
    ['project', 'five'],
    ['elapsed', 'elapsed'],
  ] as const)('lag in the calendar of the option: %s', (lagCalendar, name) => {
    expect(compiled('A 1d cal=seven\nB 1d A+1d cal=split', { lagCalendar })).toBe(`A task 1d seven
B task 1d split < A fs+1d ${name}`);
  });

  it('lag in the calendar of the relation itself', () => {
    expect(compiled('A 1d cal=seven\nB 1d A+1d@successor A+2d@elapsed A+3d@project A+4d@predecessor cal=split', { lagCalendar: 'elapsed' }))
      .toBe(`A task 1d seven
B task 1d split < A fs+1d split, A fs+2d elapsed, A fs+3d five, A fs+4d seven`);
  });

  it('lag of an item without a calendar is that of the schedule', () => {
    const plan = chartPlan('A 1d\nB 1d A+1d cal=seven', { defaultCalendarId: 4 });
    plan.items[0].calendarId = null;
    expect(inWords(plan)).toContain('A fs+1d split');
  });
});

describe('lag that has begun to run', () => {
  const options = { dataDate: atDay(2, 0) };

  it('after an actual finish it is shorter by what has passed', () => {
    expect(compiled('A 1d as=0 af=0\nB 1d A+4d', options)).toContain('B task 1d five < A fs+3d five');
  });

  it('after a finish on the same day as the data date it is whole', () => {
    expect(compiled('A 1d as=0 af=2\nB 1d A+4d', options)).toContain('A fs+4d five');
  });

  it('is used up, never negative', () => {
    expect(compiled('A 1d as=-7 af=-7\nB 1d A+2d', options)).toBe(`A task 0d five
B task 1d five < A fs`);
  });

  it('in its own calendar: around the clock sixteen hours of two days have passed', () => {
    expect(compiled('A 1d as=0 af=0\nB 1d A+40h@elapsed', options)).toContain('A fs+1d elapsed');
  });

  it('after an actual start for start to start and start to finish', () => {
    expect(compiled('A 5d as=0 rem=3d\nB 1d A:ss+3d A:sf+4d', options)).toContain('A ss+1d five, A sf+2d five');
  });

  it('a started predecessor leaves lags out of its finish whole', () => {
    expect(compiled('A 5d as=0 rem=3d\nB 1d A+3d A:ff+1d', options)).toContain('A fs+3d five, A ff+1d five');
  });

  it('a lead out of an actual finish is over, one out of an actual start is not', () => {
    expect(compiled('A 1d as=0 af=0\nB 1d A-2d A:ff-1d A:ss-1d', options)).toContain('B task 1d five < A fs, A ff, A ss-1d five');
  });

  it('from the data date where the option does not take the early start', () => {
    expect(compiled('A 5d as=0 rem=3d\nB 1d A:ss+3d A+1d', { ...options, lagFromEarlyStart: false })).toContain(
      'A ss+1d five from the data date, A fs+1d five',
    );
    expect(compiled('A 5d\nB 1d A:ss+3d', { ...options, lagFromEarlyStart: false })).toContain('A ss+3d five');
  });

  it('by the rules of MS Project it stays whole', () => {
    expect(compiled('A 1d as=0 af=0\nB 1d A+4d', { ...options, rules: 'msproject' })).toContain('A fs+4d five');
  });
});

describe('ends of rows', () => {
  it('into a row: an entry before everything below', () => {
    expect(compiled('A 2d\nS 0d sum A+1d\nB 1d in=S\nT 0d sum in=S\nC 3d in=T')).toBe(`A task 2d five
S.entry 0d elapsed < A fs+1d five
B task 1d five < S.entry ss
C task 3d five < S.entry ss`);
  });

  it('out of its finish: behind everything below', () => {
    expect(compiled('S 0d sum\nA 2d in=S\nB 1d in=S\nC 1d S')).toBe(`A task 2d five
B task 1d five
S.finish 0d elapsed < A ff, B ff
C task 1d five < S.finish fs`);
  });

  it('out of its start: behind all starts below', () => {
    expect(compiled('S 0d sum\nA 2d in=S\nB 1d in=S\nC 1d S:ss+1d')).toBe(`A task 2d five
B task 1d five
S.start 0d elapsed < A ss, B ss
C task 1d five < S.start ss+1d five`);
  });

  it('into its finish: a link to each below', () => {
    expect(compiled('A 4d\nS 0d sum A:ff\nB 1d in=S\nC 2d in=S')).toBe(`A task 4d five
B task 1d five < A ff
C task 2d five < A ff`);
  });

  it('several relations of one row share its ends', () => {
    expect(compiled('A 1d\nB 1d\nS 0d sum A B\nC 1d in=S\nD 1d S\nE 1d S:ff')).toBe(`A task 1d five
B task 1d five
S.entry 0d elapsed < A fs, B fs
C task 1d five < S.entry ss
S.finish 0d elapsed < C ff
D task 1d five < S.finish fs
E task 1d five < S.finish ff`);
  });

  it('row to row', () => {
    expect(compiled('S 0d sum\nA 1d in=S\nT 0d sum S\nB 1d in=T')).toBe(`A task 1d five
S.finish 0d elapsed < A ff
T.entry 0d elapsed < S.finish fs
B task 1d five < T.entry ss`);
  });

  it('a row with nothing below that is scheduled still has its end', () => {
    expect(compiled('A 1d\nS 0d sum A\nB 1d S')).toBe(`A task 1d five
S.finish 0d elapsed
S.entry 0d elapsed < A fs
B task 1d five < S.finish fs`);
  });

  it('a relation from a row to its own child is a cycle', () => {
    expect(compiled('S 0d sum\nA 1d in=S S')).toBe(`A task 1d five
S.finish 0d elapsed < A ff
ring A S`);
  });
});

describe('what is told as an issue', () => {
  it('relations to nowhere and to drafts', () => {
    const plan = chartPlan('A 1d\nD 1d draft A\nB 1d D');
    plan.relations.push({ id: 9, predecessorId: 44, successorId: 1, type: 'fs', lagMinutes: 0, lagCalendar: null });
    expect(inWords(plan)).toBe(`A task 1d five
B task 1d five
relation_to_draft 1
relation_to_draft 2
relation_to_unknown_item 9`);
  });

  it('a cycle with its path; the link that closes it is not there', () => {
    expect(compiled('A 1d C\nB 1d A\nC 1d B\nD 1d C')).toBe(`A task 1d five
B task 1d five < A fs
C task 1d five < B fs
D task 1d five < C fs
ring A B C`);
  });

  it('a calendar that is not there, replaced by that of the schedule', () => {
    const plan = chartPlan('A 1d\nB 1d');
    plan.items[1].calendarId = 77;
    expect(inWords(plan)).toBe(`A task 1d five
B task 1d five
calendar_missing 2`);
  });

  it('a plan without calendars runs around the clock and tells it of each item', () => {
    const plan = { ...chartPlan('A 1d\nB 1d A+1d'), calendars: [] };
    for (const item of plan.items) item.calendarId = null;
    expect(inWords(plan)).toBe(`A task 1d elapsed
B task 1d elapsed < A fs+1d elapsed
calendar_missing 1
calendar_missing 2`);
  });

  it('a calendar without work, only where it is used', () => {
    const plan = chartPlan('A 1d');
    plan.calendars = [...CHART_CALENDARS, { ...CHART_CALENDARS[0], id: 20, week: [], isDefault: false }];
    expect(inWords(plan)).toBe('A task 1d five');
    plan.items[0].calendarId = 20;
    expect(inWords(plan)).toContain('calendar_without_work 20');
  });

  it('a row that is its own ancestor', () => {
    expect(compiled('S 0d sum in=T\nT 0d sum in=S\nA 1d in=S')).toBe(`A task 1d five
parent_ring 2`);
  });

  it('MS Project does not mind a missing calendar', () => {
    const plan = chartPlan('A 1d', { rules: 'msproject' });
    plan.items[0].calendarId = 77;
    expect(inWords(plan)).toBe('A task 1d five');
  });
});

describe('relations that take no part', () => {
  it('of levels of effort', () => {
    expect(compiled('A 1d\nL 1d loe A:ss\nB 1d L')).toBe(`A task 1d five
B task 1d five`);
  });

  it('of WBS summaries hold the items that they do not have', () => {
    expect(compiled('S 0d sum\nW 0d wbs in=S\nA 1d in=S\nB 1d W')).toBe(`A task 1d five
W.finish 0d elapsed
B task 1d five < W.finish fs`);
  });

  it('into started and completed work by progress override', () => {
    const options = { dataDate: atDay(2, 0), progressMode: 'progress_override' as const };
    expect(compiled('A 3d\nB 2d A A:ff as=0 rem=1d\nC 1d A A:ff as=0 af=0\nD 1d A', options)).toBe(`A task 3d five
C task 0d five
B task 1d five < A ff
D task 1d five < A fs`);
  });
});
