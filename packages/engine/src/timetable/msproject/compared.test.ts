import { describe, expect, it } from 'vitest';
import type { CalculationOptions, MsProjectItem, Plan } from '@gantry/domain';
import { chartPlan } from '../../testing/chart.ts';
import { atDay, onDay } from '../../testing/chart-calendars.ts';
import { draw } from '../../testing/drawing.ts';
import { calculate } from '../calculate.ts';

const OF_ITEM: MsProjectItem = {
  manual: false,
  inactive: false,
  elapsedDuration: false,
  ignoreResourceCalendar: false,
  levelingDelayMinutes: 0,
  actualMinutes: 0,
  taskType: 'fixed_units',
  effortDriven: false,
};

function planBy(rules: CalculationOptions['rules'], text: string, options: Partial<CalculationOptions> = {}): Plan {
  return chartPlan(text, { rules, projectStart: atDay(0), lagCalendar: rules === 'p6' ? 'predecessor' : 'successor', ...options });
}

/** The rows of a chart by one program's rules and by the other's, without the days above them. */
function compared(text: string, options: Partial<CalculationOptions> = {}) {
  const rows = (rules: CalculationOptions['rules']) => {
    const plan = planBy(rules, text, options);
    return draw(plan, calculate(plan)).trim().split('\n').slice(1).join('\n');
  };
  return { p6: rows('p6'), msproject: rows('msproject') };
}

describe('the same plan by the rules of P6 and of MS Project', () => {
  it('a lag counts in the calendar of the predecessor there, of the successor here', () => {
    expect(compared('A 4d\nB 1d A+2d cal=seven\nZ 8d')).toEqual({
      p6: 'A ====-\nB         =-\nZ #####..###',
      msproject: 'A ====-\nB       =---\nZ #####..###',
    });
  });

  it('work that has not begun waits for the data date there; here it may lie before it', () => {
    expect(compared('A 2d\nB 1d A', { dataDate: atDay(3, 0) })).toEqual({ p6: 'A    ##\nB        #', msproject: 'A ##\nB   #' });
  });

  it('a lead stops at the data date there, not here', () => {
    const startOf = (rules: 'p6' | 'msproject') => {
      const plan = planBy(rules, 'A 4d\nB 1d A-6d', { dataDate: atDay(3, 0), projectStart: rules === 'p6' ? null : atDay(0) });
      return onDay(calculate(plan).earlyStart[1]);
    };
    expect([startOf('p6'), startOf('msproject')]).toEqual(['3 08:00', '0 08:00']);
  });

  it('a deadline lowers the late finish here and is no matter there', () => {
    const floatOf = (rules: 'p6' | 'msproject') => calculate(planBy(rules, 'A 1d dl=2\nZ 5d')).totalFloat[0] / 480;
    expect([floatOf('p6'), floatOf('msproject')]).toEqual([4, 2]);
  });

  it('as late as possible uses the free float there, the total float here', () => {
    const startOf = (rules: 'p6' | 'msproject') => onDay(calculate(planBy(rules, 'A 1d alap\nB 1d A\nZ 5d')).start[0]);
    expect([startOf('p6'), startOf('msproject')]).toEqual(['0 08:00', '3 08:00']);
  });
});

describe('a split task', () => {
  const split = (splitMinutes: number, word = ''): Plan => {
    const plan = planBy('msproject', `A 2d ${word}\nB 1d A\nZ 9d`);
    plan.items[0].msproject = { ...OF_ITEM, splitMinutes };
    return plan;
  };

  it('spans its gaps as well, early and late; what remains is the work alone', () => {
    const plan = split(2 * 480);
    const result = calculate(plan);
    expect(draw(plan, result)).toBe(`
  MTWTFssMTWT
A ====------
B     =------
Z #####..####
`);
    expect(result.remaining[0]).toBe(2 * 480);
    expect(onDay(result.lateStart[0])).toBe('4 08:00');
  });

  it('that has begun goes by its resume date', () => {
    expect(onDay(calculate(split(2 * 480, 'as=0 rem=1d resume=2')).earlyFinish[0])).toBe('2 16:00');
  });
});
