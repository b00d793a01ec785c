import { MINUTES_PER_DAY } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import { drawnFrame, drawnText, ORIGIN } from '../../testing/drawn-plan.ts';
import type { GanttModel } from '../frame.ts';
import { decorationsOf } from './index.ts';

const at = (day: number): Int32Array => Int32Array.from([ORIGIN + day * MINUTES_PER_DAY]);

/** Where the label of a bar from day 2 to day 5 begins; its end is at 150. */
function beginning(text: string, change: (model: GanttModel) => void): number {
  const frame = drawnFrame('t Walls 2-5', [], (model) => {
    model.decorations = decorationsOf(['float', 'limits', 'deadline', 'label']);
    model.labels = [{ side: 'right', text: () => text }];
    change(model);
  });
  return Number(/left (\d+)/.exec(drawnText(frame, ['text-muted'])[0])?.[1]);
}

const limitAt =
  (day: number) =>
  ({ rows }: GanttModel): void => {
    rows.finishLimit = Uint8Array.from([2]);
    rows.finishLimitDate = at(day);
  };

describe('a label right of the bar', () => {
  it('stands behind a short float, not behind a long one', () => {
    expect(beginning('W', () => undefined)).toBe(164);
    expect(beginning('W', ({ rows }) => void (rows.lateFinish = at(8)))).toBe(188);
    expect(beginning('W', ({ rows }) => void (rows.lateFinish = at(30)))).toBe(164);
  });
  it('stands behind every mark that would lie in its text, before those it does not reach', () => {
    expect(beginning('W', ({ rows }) => void (rows.deadline = at(7)))).toBe(183);
    expect(beginning('W', limitAt(9))).toBe(164);
    expect(beginning('Walls', limitAt(9))).toBe(202);
    expect(
      beginning('Walls', (model) => {
        limitAt(9)(model);
        model.rows.deadline = at(10);
      }),
    ).toBe(213);
  });
  it('does not begin under the line of a date', () => {
    const mark = (day: number): number =>
      beginning('Walls', (model) => void (model.marks = [{ minute: at(day)[0], label: 'Today', kind: 'today' }]));
    expect(mark(6)).toBe(170);
    expect(mark(9)).toBe(164);
  });
});

describe('the ground of a label', () => {
  const ground = (change: (model: GanttModel) => void): string[] =>
    drawnText(
      drawnFrame('s House 0-4\n  t Walls 2-5', [], (model) => {
        model.decorations = decorationsOf(['label']);
        model.labels = [{ side: 'right', text: (row) => (row === 1 ? 'Walls' : '') }];
        change(model);
      }),
      ['surface', 'non-working', 'selection', 'sum-row'],
    ).filter((line) => line.endsWith('x13'));
  it('is the row’s own: days off stay shaded, a selected row selected', () => {
    expect(ground(() => undefined)).toEqual(['rect surface 161,24 36x13']);
    expect(ground((model) => void (model.calendars = [{ weekOff: 0b1100000, off: new Int32Array(0), worked: new Int32Array(0) }]))).toEqual(
      ['rect surface 161,24 36x13', 'rect non-working 161,24 9x13'],
    );
    expect(ground((model) => void (model.selected[1] = 1))).toEqual(['rect selection 161,24 36x13']);
  });
  it('of a summary is the summary’s', () => {
    const labels = (model: GanttModel): void =>
      void (model.labels = [{ side: 'right', text: (row: number) => (row === 0 ? 'House' : '') }]);
    expect(ground(labels)).toEqual(['rect sum-row 151,4 36x13']);
  });
});
