import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { chartPlan } from '../testing/chart.ts';
import { atDay, onDay } from '../testing/chart-calendars.ts';
import { impliedByRelations } from './audit.ts';
import { startsAskedIn } from './testing/starts-asked.ts';
import { calculate } from './calculate.ts';

/** What each relation asks for, early and late, when the calculated dates of a chart are taken for true. */
function implied(text: string, options: Partial<CalculationOptions> = {}): string {
  const plan = chartPlan(text, options);
  const { start, late } = impliedByRelations(plan, calculate(plan));
  const code = (id: number) => plan.items.find((item) => item.id === id)?.code ?? '?';
  const rows = plan.relations.map(
    (relation, at) =>
      `${code(relation.predecessorId)} ${relation.type} ${code(relation.successorId)}: ${onDay(start[at]).padEnd(8)} late ${onDay(late[at])}`,
  );
  return '\n' + rows.join('\n') + '\n';
}

describe('what a relation implies', () => {
  it('finish to start: the end of the one is what it asks, the start of the other its bound', () => {
    expect(implied('A 2d\nB 1d A\nZ 5d')).toBe(`
A fs B: 1 16:00  late 4 08:00
`);
  });

  it('start to start: stored late as the start that the bound leaves', () => {
    expect(implied('A 2d\nB 1d A:ss\nZ 5d')).toBe(`
A ss B: 0 08:00  late 2 08:00
`);
  });

  it('finish to finish: the start that lets it end there', () => {
    expect(implied('A 3d\nB 2d A:ff\nZ 5d')).toBe(`
A ff B: 1 08:00  late 4 16:00
`);
  });

  it('start to finish', () => {
    expect(implied('P 3d\nA 1d P\nB 2d A:sf\nZ 5d')).toBe(`
P fs A: 2 16:00  late 4 08:00
A sf B: 1 08:00  late 4 08:00
`);
  });

  it('a lag of a day moves both', () => {
    expect(implied('A 2d\nB 1d A+1d\nZ 5d')).toBe(`
A fs B: 2 16:00  late 3 08:00
`);
  });

  it('a lead moves both back', () => {
    expect(implied('A 2d\nB 1d A-1d\nZ 5d')).toBe(`
A fs B: 1 08:00  late 4 16:00
`);
  });

  it('out of a start milestone the start of work counts, whatever was stored', () => {
    const plan = chartPlan('A 2d\nM 0d A ms\nB 1d M');
    const result = calculate(plan);
    const given = { ...result, earlyFinish: result.earlyFinish.slice() };
    given.earlyFinish[1] = atDay(1, 16);
    expect(onDay(impliedByRelations(plan, given).start[1])).toBe('2 08:00');
  });

  it('relations that take no part imply nothing', () => {
    expect(implied('A 2d\nD 1d draft A\nL 1d loe A:ss\nB 1d')).toBe(`
A fs D: -        late -
A ss L: -        late -
`);
  });

  it('where a date is not given nothing follows from it', () => {
    const plan = chartPlan('A 2d\nB 1d A');
    const none = () => new Int32Array(2).fill(-0x80000000);
    const { start, late } = impliedByRelations(plan, { earlyStart: none(), earlyFinish: none(), lateStart: none(), lateFinish: none() });
    expect([onDay(start[0]), onDay(late[0])]).toEqual(['-', '-']);
  });

  it('the start is what the calculation itself says of the relation', () => {
    const plan = chartPlan('A 3d cal=seven\nB 2d A+1d\nC 4d A:ss+2d B:ff cal=split\nD 1d C:sf B-1d\nE 2d D A:ff+3d', {
      lagCalendar: 'successor',
    });
    expect(Array.from(impliedByRelations(plan, calculate(plan)).start)).toEqual(startsAskedIn(plan));
  });
});
