import { describe, expect, it } from 'vitest';
import type { ProgressMode } from '@gantry/domain';
import { atDay } from '../testing/chart-calendars.ts';
import { drawn } from '../testing/drawing.ts';

/** A has begun on Monday and has 3 d left, B on Tuesday and has 2 d left, on Wednesday morning; B should have waited for A. */
function rows(type: string, progressMode: ProgressMode): string {
  return drawn(`A 5d as=0 rem=3d\nB 4d A:${type} as=1 rem=2d`, { dataDate: atDay(2, 0), progressMode })
    .split('\n')
    .slice(2, 4)
    .join('\n');
}

describe('both have begun: what remains of B', () => {
  it.each([
    ['fs', 'retained_logic', 'goes on after A', 'A xx###\nB  xxxx..##'],
    ['ss', 'retained_logic', 'goes on, as A has begun', 'A xx###\nB  x==-'],
    ['ff', 'retained_logic', 'ends with A', 'A xx###\nB  xx##'],
    ['sf', 'retained_logic', 'goes on', 'A xx###\nB  x==-'],
    ['fs', 'progress_override', 'goes on', 'A xx###\nB  x==-'],
    ['ss', 'progress_override', 'goes on', 'A xx###\nB  x==-'],
    ['ff', 'progress_override', 'still ends with A', 'A xx###\nB  xx##'],
    ['sf', 'progress_override', 'goes on', 'A xx###\nB  x==-'],
    ['fs', 'actual_dates', 'goes on, and A is late for it', 'A xx###<\nB  x==-'],
    ['ss', 'actual_dates', 'goes on, and A is not late: it had begun', 'A xx###\nB  x==-'],
    ['ff', 'actual_dates', 'ends with A', 'A xx###\nB  xx##'],
    ['sf', 'actual_dates', 'goes on', 'A xx###\nB  x==-'],
  ] as const)('%s by %s: %s', (type, mode, _, chart) => {
    expect(rows(type, mode)).toBe(chart);
  });
});
