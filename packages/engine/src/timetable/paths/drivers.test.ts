import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { chartPlan } from '../../testing/chart.ts';
import { atDay, onDay } from '../../testing/chart-calendars.ts';
import { startsAskedIn } from '../testing/starts-asked.ts';
import { calculate } from '../calculate.ts';
import { DRIVER } from '../result.ts';

const CAUSES = Object.fromEntries(Object.entries(DRIVER).map(([name, value]) => [value, name]));

/** What sets the start of each item, and per relation the start it asks for, marked by `*` where it drives. */
function drivers(text: string, options: Partial<CalculationOptions> = {}): string {
  const plan = chartPlan(text, options);
  const [result, asked] = [calculate(plan), startsAskedIn(plan)];
  const code = (id: number) => plan.items.find((item) => item.id === id)?.code;
  const items = plan.items.map((item, at) => {
    const driver = result.driver[at];
    return `${item.code}: ${driver >= 0 ? `${code(plan.relations[driver].predecessorId)} ${plan.relations[driver].type}` : CAUSES[driver]}`;
  });
  const relations = plan.relations.map(
    (relation, at) =>
      `${code(relation.predecessorId)} ${relation.type} ${code(relation.successorId)} asks ${onDay(asked[at])}${result.driving[at] ? ' *' : ''}`,
  );
  return '\n' + [...items, ...relations].join('\n') + '\n';
}

describe('what sets the start of an item', () => {
  it('the relation that asks latest', () => {
    expect(drivers('A 2d\nB 3d\nC 1d A B')).toBe(`
A: dataDate
B: dataDate
C: B fs
A fs C asks 1 16:00
B fs C asks 2 16:00 *
`);
  });

  it('two that ask for the same both drive, the one with the lower id is named', () => {
    const plan = chartPlan('A 2d\nB 2d\nC 1d A B');
    const driverOf = (ids: number[]) => {
      plan.relations.forEach((relation, at) => (relation.id = ids[at]));
      const result = calculate(plan);
      return [result.driver[2], Array.from(result.driving)];
    };
    expect(driverOf([1, 2])).toEqual([0, [1, 1]]);
    expect(driverOf([9, 5])).toEqual([1, [1, 1]]);
  });

  it('of two that no work parts the later one is named, both drive', () => {
    expect(drivers('A 5d\nB 6d cal=seven\nC 1d A B')).toBe(`
A: dataDate
B: dataDate
C: B fs
A fs C asks 4 16:00 *
B fs C asks 5 16:00 *
`);
  });

  it('the start that lets it end where a relation into the finish asks', () => {
    expect(drivers('A 4d\nB 2d A:ff+1d\nC 1d A:ss')).toBe(`
A: dataDate
B: A ff
C: A ss
A ff B asks 3 08:00 *
A ss C asks 0 08:00 *
`);
  });

  it('a limit where it is later than all relations', () => {
    expect(drivers('A 1d\nB 1d A snet=3\nC 1d A fnet=4\nD 1d A xsnet=7')).toBe(`
A: dataDate
B: startLimit
C: finishLimit
D: external
A fs B asks 0 16:00
A fs C asks 0 16:00
A fs D asks 0 16:00
`);
  });

  it('a limit before the data date is no cause', () => {
    expect(drivers('A 1d snet=0\nB 1d fnet=0', { dataDate: atDay(2) })).toBe(`
A: dataDate
B: dataDate
`);
  });

  it('the start of the project where it is later than the data date', () => {
    expect(drivers('A 1d\nB 1d snet=4', { projectStart: atDay(2) })).toBe(`
A: projectStart
B: startLimit
`);
    expect(drivers('A 1d', { projectStart: atDay(-2) })).toBe(`
A: dataDate
`);
  });

  it('mandatory dates, though a relation asks for more', () => {
    expect(drivers('A 3d\nB 1d A mandatory son=1\nC 1d A mandatory fon=1')).toBe(`
A: dataDate
B: mandatory
C: mandatory
A fs B asks 2 16:00
A fs C asks 2 16:00
`);
  });

  it('resume dates of started work', () => {
    expect(drivers('A 4d as=0 rem=2d resume=4\nB 4d as=0 rem=2d resume=1', { dataDate: atDay(2, 0) })).toBe(`
A: resume
B: dataDate
`);
  });

  it('as late as possible, where it was moved', () => {
    expect(drivers('A 1d\nB 1d A alap\nC 4d\nD 1d B C\nE 1d alap as=0 rem=1h', { dataDate: atDay(0) })).toBe(`
A: dataDate
B: asLateAsPossible
C: dataDate
D: B fs
E: dataDate
A fs B asks 0 16:00
B fs D asks 3 16:00 *
C fs D asks 3 16:00 *
`);
  });

  it('nothing for what the passes do not place', () => {
    expect(drivers('S 0d sum\nA 1d in=S\nL 1d loe A:ss\nD 1d draft at=2 A')).toBe(`
S: none
A: dataDate
L: none
D: none
A ss L asks -
A fs D asks -
`);
  });

  it('through the entry of a row the relation of the row', () => {
    expect(drivers('A 2d\nS 0d sum A\nB 1d in=S\nC 1d B in=S')).toBe(`
A: dataDate
S: none
B: A fs
C: B fs
A fs S asks 1 16:00 *
B fs C asks 2 16:00 *
`);
  });

  it('completed work is driven as well', () => {
    expect(drivers('A 4d as=0 rem=2d\nB 1d A as=1 af=1', { dataDate: atDay(2, 0) })).toBe(`
A: dataDate
B: A fs
A fs B asks 3 16:00 *
`);
  });

  it('a relation that override leaves out asks for nothing', () => {
    expect(drivers('A 4d\nB 3d A as=0 rem=1d', { dataDate: atDay(2, 0), progressMode: 'progress_override' })).toBe(`
A: dataDate
B: dataDate
A fs B asks -
`);
  });

  it('by MS Project an item as late as possible is driven by what it waits for', () => {
    expect(drivers('A 1d\nB 1d A alap\nZ 4d', { rules: 'msproject', projectStart: atDay(0) })).toBe(`
A: projectStart
B: A fs
Z: projectStart
A fs B asks 0 16:00 *
`);
  });
});
