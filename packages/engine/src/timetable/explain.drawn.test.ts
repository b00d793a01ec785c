import { describe, expect, it } from 'vitest';
import type { CalculationOptions } from '@gantry/domain';
import { columnsOf } from '../network/columns.ts';
import { chartPlan } from '../testing/chart.ts';
import { atDay, onDay } from '../testing/chart-calendars.ts';
import { explain } from './explain.ts';
import { openTimetable } from './incremental.ts';

/** Why an item of a chart starts when it starts: one line per step back, with what the relation does on its way. */
function why(text: string, code: string, options: Partial<CalculationOptions> = {}): string {
  const plan = chartPlan(text, options);
  const id = plan.items.find((item) => item.code === code)?.id ?? 0;
  const codeOf = (itemId: number) => plan.items.find((item) => item.id === itemId)?.code;
  const lines = explain(openTimetable(columnsOf(plan)), id).map((step) => {
    const head = `${codeOf(step.itemId)} ${onDay(step.start)} to ${onDay(step.finish)}`;
    if (!step.by) return `${head}: ${step.cause}`;
    const { by } = step;
    const lag = by.lagMinutes === 0 ? '' : ` ${by.lagMinutes > 0 ? '+' : ''}${by.lagMinutes / 60}h`;
    const way = [by.leaves, by.arrives, by.asks].map(onDay);
    return `${head}: ${codeOf(by.predecessorId)} ${by.type}${lag}, ${way.join(' → ')}${step.waits > 0 ? `, waits ${step.waits / 60}h` : ''}`;
  });
  return '\n' + lines.join('\n') + '\n';
}

describe('the chain of drivers', () => {
  it('goes back from relation to relation to the data date; nights are waits', () => {
    expect(why('A 2d\nB 1d A\nC 1d B', 'C')).toBe(`
C 3 08:00 to 3 16:00: B fs, 2 16:00 → 2 16:00 → 2 16:00, waits 16h
B 2 08:00 to 2 16:00: A fs, 1 16:00 → 1 16:00 → 1 16:00, waits 16h
A 0 08:00 to 1 16:00: data_date
`);
  });

  it('takes the latest of several', () => {
    expect(why('A 2d\nB 4d\nC 3d\nD 1d A B C', 'D')).toBe(`
D 4 08:00 to 4 16:00: B fs, 3 16:00 → 3 16:00 → 3 16:00, waits 16h
B 0 08:00 to 3 16:00: data_date
`);
  });

  it('of equal ones takes that of the first relation', () => {
    expect(why('A 2d\nB 2d\nC 1d B A', 'C')).toBe(`
C 2 08:00 to 2 16:00: B fs, 1 16:00 → 1 16:00 → 1 16:00, waits 16h
B 0 08:00 to 1 16:00: data_date
`);
  });

  it('of two that no work parts takes the one that asks later', () => {
    expect(why('A 5d\nB 6d cal=seven\nC 1d A B', 'C')).toBe(`
C 7 08:00 to 7 16:00: B fs, 5 16:00 → 5 16:00 → 5 16:00, waits 40h
B 0 08:00 to 5 16:00: data_date
`);
  });

  it('a weekend is a longer wait', () => {
    expect(why('A 5d\nB 1d A', 'B')).toBe(`
B 7 08:00 to 7 16:00: A fs, 4 16:00 → 4 16:00 → 4 16:00, waits 64h
A 0 08:00 to 4 16:00: data_date
`);
  });

  it('without a night between there is no wait', () => {
    expect(why('A 4h\nB 1d A', 'B')).toBe(`
B 0 12:00 to 1 12:00: A fs, 0 12:00 → 0 12:00 → 0 12:00
A 0 08:00 to 0 12:00: data_date
`);
  });

  it('of an item that waits for nobody is one line', () => {
    expect(why('A 2d\nB 3d', 'B')).toBe(`
B 0 08:00 to 2 16:00: data_date
`);
  });

  it('of an item that is not there is empty', () => {
    expect(why('A 2d', 'X')).toBe('\n\n');
  });
});

describe('what a relation does on its way', () => {
  it('a lag carries it on', () => {
    expect(why('A 2d\nB 1d A+12h', 'B')).toBe(`
B 3 12:00 to 4 12:00: A fs +12h, 1 16:00 → 3 12:00 → 3 12:00
A 0 08:00 to 1 16:00: data_date
`);
  });

  it('a lead carries it back', () => {
    expect(why('A 4d\nB 1d A-1d', 'B')).toBe(`
B 3 08:00 to 3 16:00: A fs -8h, 3 16:00 → 3 08:00 → 3 08:00
A 0 08:00 to 3 16:00: data_date
`);
  });

  it('a lag in the calendar of the successor', () => {
    expect(why('A 5d\nB 1d A+2d@successor cal=seven', 'B')).toBe(`
B 7 08:00 to 7 16:00: A fs +16h, 4 16:00 → 6 16:00 → 6 16:00, waits 16h
A 0 08:00 to 4 16:00: data_date
`);
  });

  it('a lag around the clock', () => {
    expect(why('A 4d\nB 1d A+2d@elapsed', 'B')).toBe(`
B 4 08:00 to 4 16:00: A fs +16h, 3 16:00 → 4 08:00 → 4 08:00
A 0 08:00 to 3 16:00: data_date
`);
  });

  it('start to start leaves the start', () => {
    expect(why('P 1d\nA 3d P\nB 1d A:ss+1d', 'B')).toBe(`
B 2 08:00 to 2 16:00: A ss +8h, 1 08:00 → 1 16:00 → 1 16:00, waits 16h
A 1 08:00 to 3 16:00: P fs, 0 16:00 → 0 16:00 → 0 16:00, waits 16h
P 0 08:00 to 0 16:00: data_date
`);
  });

  it('finish to finish asks for the start that ends there', () => {
    expect(why('A 4d\nB 2d A:ff', 'B')).toBe(`
B 2 08:00 to 3 16:00: A ff, 3 16:00 → 3 16:00 → 2 08:00
A 0 08:00 to 3 16:00: data_date
`);
  });

  it('start to finish likewise', () => {
    expect(why('P 3d\nA 1d P\nB 2d A:sf', 'B')).toBe(`
B 1 08:00 to 3 08:00: A sf, 3 08:00 → 3 08:00 → 1 08:00
A 3 08:00 to 3 16:00: P fs, 2 16:00 → 2 16:00 → 2 16:00, waits 16h
P 0 08:00 to 2 16:00: data_date
`);
  });

  it('from calendar to calendar the wait is what the calendars make', () => {
    expect(why('A 2d cal=night\nB 1d A cal=split\nC 1d B cal=seven', 'C')).toBe(`
C 3 08:00 to 3 16:00: B fs, 2 17:00 → 2 17:00 → 2 17:00, waits 15h
B 2 08:00 to 2 17:00: A fs, 2 06:00 → 2 06:00 → 2 06:00, waits 2h
A 0 22:00 to 2 06:00: data_date
`);
  });

  it('a lag that has begun to run shows what is left of it', () => {
    expect(why('A 1d as=0 af=0\nB 1d A+4d', 'B', { dataDate: atDay(2, 0) })).toBe(`
B 7 08:00 to 7 16:00: A fs +24h, 2 00:00 → 4 16:00 → 4 16:00, waits 64h
A 0 08:00 to 0 16:00: completed
`);
  });
});

describe('causes that are no relations', () => {
  it('the data date before the relations', () => {
    expect(why('A 1d as=-3 af=-3\nB 1d A', 'B', { dataDate: atDay(1) })).toBe(`
B 1 08:00 to 1 16:00: A fs, 1 08:00 → 1 08:00 → 1 08:00
A -3 08:00 to -3 16:00: completed
`);
  });

  it('the start of the project', () => {
    expect(why('A 1d', 'A', { projectStart: atDay(2) })).toBe(`
A 2 08:00 to 2 16:00: project_start
`);
  });

  it('a start limit later than the relations', () => {
    expect(why('A 1d\nB 1d A snet=3', 'B')).toBe(`
B 3 08:00 to 3 16:00: start_limit
`);
  });

  it('a start limit at the very moment that a relation asks for leaves the cause to the relation', () => {
    expect(why('A 4h\nB 1d A snet=0@12', 'B')).toBe(`
B 0 12:00 to 1 12:00: A fs, 0 12:00 → 0 12:00 → 0 12:00
A 0 08:00 to 0 12:00: data_date
`);
  });

  it('a finish limit', () => {
    expect(why('A 1d\nB 1d A fnet=4', 'B')).toBe(`
B 4 08:00 to 4 16:00: finish_limit
`);
  });

  it('another schedule', () => {
    expect(why('A 1d\nB 1d A xsnet=3', 'B')).toBe(`
B 3 08:00 to 3 16:00: external
`);
  });

  it('the later one of another schedule and of an own limit', () => {
    expect(why('A 1d snet=2 xsnet=3', 'A')).toContain('external');
    expect(why('A 1d snet=3 xsnet=2', 'A')).toContain('start_limit');
  });

  it('leveling, unless a limit or a relation asks for as late a start; begun work is no longer put off', () => {
    expect(why('A 1d\nB 1d A lev=3', 'B')).toBe('\nB 3 08:00 to 3 16:00: leveling\n');
    expect(why('A 1d snet=3 lev=3', 'A')).toContain('start_limit');
    expect(why('A 1d\nB 1d A lev=0', 'B')).toContain('A fs');
    expect(why('A 1d lev=3 as=-1', 'A')).not.toContain('leveling');
  });

  it('a mandatory date, whatever the relations ask for', () => {
    expect(why('A 3d\nB 1d A mandatory son=1', 'B')).toBe(`
B 1 08:00 to 1 16:00: mandatory
`);
    expect(why('A 1d\nB 2d A mandatory fon=4', 'B')).toBe(`
B 3 08:00 to 4 16:00: mandatory
`);
  });

  it('as late as possible', () => {
    expect(why('A 1d\nB 1d A alap\nC 4d\nD 1d B C', 'B')).toBe(`
B 3 08:00 to 3 16:00: as_late_as_possible
`);
  });

  it('a resume date of started work', () => {
    expect(why('A 3d as=0 rem=2d resume=4', 'A', { dataDate: atDay(2, 0) })).toBe(`
A 4 08:00 to 7 16:00: actual
`);
  });

  it('drafts, rows and levels of effort are not scheduled by the passes', () => {
    expect(why('D 1d draft at=2\nA 1d', 'D')).toBe(`
D - to -: not_scheduled
`);
    expect(why('S 0d sum\nA 2d in=S', 'S')).toBe(`
S 0 08:00 to 1 16:00: not_scheduled
`);
    expect(why('A 2d\nL 1d loe A:ss A:ff', 'L')).toBe(`
L 0 08:00 to 1 16:00: not_scheduled
`);
  });
});

describe('through rows', () => {
  it('into a row: the relation of the row is the cause of what is below', () => {
    expect(why('A 3d\nS 0d sum A+1d\nB 1d in=S', 'B')).toBe(`
B 4 08:00 to 4 16:00: A fs +8h, 2 16:00 → 3 16:00 → 3 16:00, waits 16h
A 0 08:00 to 2 16:00: data_date
`);
  });

  it('out of the finish of a row: on with the one below that ends last', () => {
    expect(why('S 0d sum\nA 2d in=S\nB 2d A in=S\nC 3d in=S\nD 1d S', 'D')).toBe(`
D 4 08:00 to 4 16:00: S fs, 3 16:00 → 3 16:00 → 3 16:00, waits 16h
B 2 08:00 to 3 16:00: A fs, 1 16:00 → 1 16:00 → 1 16:00, waits 16h
A 0 08:00 to 1 16:00: data_date
`);
  });

  it('out of the start of a row: on with the one below that starts first', () => {
    expect(why('S 0d sum\nA 2d in=S snet=2\nB 2d in=S snet=1\nC 1d S:ss+1d', 'C')).toBe(`
C 2 08:00 to 2 16:00: S ss +8h, 1 08:00 → 1 16:00 → 1 16:00, waits 16h
B 1 08:00 to 2 16:00: start_limit
`);
  });

  it('from row to row', () => {
    expect(why('S 0d sum\nA 2d in=S\nT 0d sum S\nB 1d in=T\nU 0d sum T+1d\nC 1d in=U', 'C')).toBe(`
C 4 08:00 to 4 16:00: T fs +8h, 2 16:00 → 3 16:00 → 3 16:00, waits 16h
B 2 08:00 to 2 16:00: S fs, 1 16:00 → 1 16:00 → 1 16:00, waits 16h
A 0 08:00 to 1 16:00: data_date
`);
  });

  it('out of a row with nothing below the chain ends at the row', () => {
    expect(why('S 0d sum\nA 1d S', 'A')).toBe(`
A 0 08:00 to 0 16:00: S fs, 0 00:00 → 0 00:00 → 0 00:00, waits 8h
S - to -: not_scheduled
`);
  });
});

describe('through work out of sequence', () => {
  const TEXT = 'A 4d as=0 rem=3d\nB 3d A as=0 rem=2d\nC 1d B';

  it('retained logic waits for the predecessor', () => {
    expect(why(TEXT, 'C', { dataDate: atDay(1, 0) })).toBe(`
C 8 08:00 to 8 16:00: B fs, 7 16:00 → 7 16:00 → 7 16:00, waits 16h
B 4 08:00 to 7 16:00: A fs, 3 16:00 → 3 16:00 → 3 16:00, waits 16h
A 1 08:00 to 3 16:00: data_date
`);
  });

  it('progress override does not', () => {
    expect(why(TEXT, 'C', { dataDate: atDay(1, 0), progressMode: 'progress_override' })).toBe(`
C 3 08:00 to 3 16:00: B fs, 2 16:00 → 2 16:00 → 2 16:00, waits 16h
B 1 08:00 to 2 16:00: data_date
`);
  });
});

describe('what has begun, and what may not be moved', () => {
  const begun = (text: string, options: Partial<CalculationOptions> = {}) => {
    const plan = chartPlan(text, options);
    return explain(openTimetable(columnsOf(plan)), 2)[0];
  };

  it('completed work stands where it was done, and nothing behind it is named', () => {
    expect(why('A 2d as=0 af=1\nB 1d A as=2 af=2\nC 1d B', 'C', { dataDate: atDay(3, 0) })).toBe(`
C 3 08:00 to 3 16:00: B fs, 3 00:00 → 3 00:00 → 3 00:00, waits 8h
B 2 08:00 to 2 16:00: completed
`);
    expect(begun('A 2d as=0 af=1\nB 1d A as=2 af=2', { dataDate: atDay(3, 0) }).begun).toEqual({
      actualStart: atDay(2),
      remainingMinutes: 0,
      isDone: true,
    });
  });

  it('started work says when it began and how much is left', () => {
    const given = { dataDate: atDay(2, 0) };
    expect(begun('A 4d as=0 rem=2d\nB 3d A as=1 rem=1d', given).begun).toEqual({
      actualStart: atDay(1),
      remainingMinutes: 480,
      isDone: false,
    });
    expect(begun('A 2d\nB 1d A').begun).toBeNull();
  });

  it('an item in scope stands where it stood', () => {
    expect(why('A 3d\nB 2d A scope=not at=1', 'B')).toBe(`
B 1 08:00 to 2 16:00: in_scope
`);
    expect(why('A 1d\nB 2d A scope=later at=4', 'B')).toBe(`
B 4 08:00 to 7 16:00: in_scope
`);
  });
});
