import { MINUTES_PER_DAY } from '@gantry/domain';
import type { GanttRows } from '@gantry/scene';
import { newRows } from '@gantry/scene';
import { describe, expect, it, vi } from 'vitest';
import type { Chart, GanttPorts } from '../chart.ts';
import type { Point } from './gesture.ts';
import { holdBar } from './gesture-bar.ts';

const DAY = MINUTES_PER_DAY;
const at = (x: number): Point => ({ x, y: 10, ctrl: false, shift: false, alt: false });

/** Three tasks of two days one after another, ten pixels a day, the first one selected and held by its middle. */
function held(preview: GanttPorts['preview']) {
  const rows: GanttRows = newRows(3);
  for (let row = 0; row < 3; row++) {
    rows.start[row] = row * 2 * DAY;
    rows.finish[row] = (row * 2 + 2) * DAY;
  }
  const tip = { offsetWidth: 10, style: {}, remove: () => undefined, textContent: '' };
  const moveBars = vi.fn<(rows: readonly number[], minutes: number) => Promise<void> | void>();
  const snap = vi.fn((_row: number, minute: number) => Math.round(minute / DAY) * DAY);
  const chart = {
    model: { rows, selected: Uint8Array.from([1, 0, 0]), columns: [] },
    options: {
      rows,
      readOnly: false,
      events: { moveBars },
      ports: { preview, snap },
      labels: {
        date: String,
        shifted: (minutes: number, unit: string) => `${minutes} ${unit}`,
        moved: (text: string, days: number) => `${text} ${days}`,
      },
    },
    view: { gridWidth: 0, left: 0, width: 1000, height: 500, scale: { origin: 0, finish: 100 * DAY, pixelsPerDay: 10 } },
    dom: { sticky: { querySelector: () => tip }, live: { textContent: '' } },
    ghost: null,
    held: null,
    // A paint is already asked for: the test has no frames.
    scheduled: 1,
    dirty: 0,
  } as unknown as Chart;
  const gesture = holdBar(chart, at(10), { area: 'chart', row: 0, column: -1, part: 'body' });
  const drawn = () => [...chart.model.rows.start];
  return { chart, rows, drawn, gesture, moveBars, tip, snap };
}

describe('a held bar', () => {
  it('asks at every new place what it does to the network, and draws the answer when it comes', () => {
    let answer: { start: Int32Array; finish: Int32Array } | null = null;
    const preview = vi.fn<NonNullable<GanttPorts['preview']>>(() => answer);
    const { chart, rows, drawn, gesture, moveBars } = held(preview);
    const before = [...rows.start];
    gesture.move(at(40));
    expect(preview.mock.calls[0].slice(0, 3)).toEqual([[0], 3 * DAY, 'move']);
    expect(drawn(), 'until the answer comes the bar itself moves').toEqual([3 * DAY, 2 * DAY, 4 * DAY]);
    gesture.move(at(41));
    expect(preview, 'the same place is asked once').toHaveBeenCalledTimes(1);

    answer = { start: Int32Array.from([3 * DAY, 5 * DAY, 7 * DAY]), finish: Int32Array.from([5 * DAY, 7 * DAY, 9 * DAY]) };
    chart.dirty = 0;
    preview.mock.calls[0][3]();
    expect(drawn(), 'successors are shown moved').toEqual([3 * DAY, 5 * DAY, 7 * DAY]);
    expect(chart.dirty).toBeGreaterThan(0);

    gesture.drop(at(41));
    expect(drawn(), 'what the drop means is said by the product, not by the chart').toEqual(before);
    expect(moveBars).toHaveBeenCalledExactlyOnceWith([0], 3 * DAY);
    preview.mock.calls[0][3]();
    expect(drawn(), 'an answer after the drop changes nothing').toEqual(before);
  });
  it('gives the port the rows as they were before the hand took hold', () => {
    const seen: number[][] = [];
    const { gesture, rows, drawn } = held((list) => {
      seen.push([...rows.start]);
      return list.length > 0 ? { start: Int32Array.from([9, 9, 9]), finish: Int32Array.from([9, 9, 9]) } : null;
    });
    gesture.move(at(40));
    gesture.move(at(60));
    expect(seen).toEqual([
      [0, 2 * DAY, 4 * DAY],
      [0, 2 * DAY, 4 * DAY],
    ]);
    gesture.cancel();
    expect(drawn()).toEqual([0, 2 * DAY, 4 * DAY]);
  });
  it('leaves on the screen what the hand showed until the plan has its answer', async () => {
    const { gesture, drawn, rows, moveBars } = held(() => ({
      start: Int32Array.from([3 * DAY, 5 * DAY, 7 * DAY]),
      finish: Int32Array.from([5 * DAY, 7 * DAY, 9 * DAY]),
    }));
    const { promise, resolve } = Promise.withResolvers<void>();
    moveBars.mockReturnValue(promise);
    gesture.move(at(40));
    gesture.drop(at(40));
    expect(drawn(), 'the successors do not jump back').toEqual([3 * DAY, 5 * DAY, 7 * DAY]);
    rows.start.set([3 * DAY, 5 * DAY, 8 * DAY]);
    resolve();
    await promise;
    await Promise.resolve();
    expect(drawn(), 'the calculated dates').toEqual([3 * DAY, 5 * DAY, 8 * DAY]);
  });
  it('moves by the step of the scale, by minutes with Alt, and says how far', () => {
    const { gesture, snap, tip } = held(() => null);
    gesture.move(at(40));
    expect(snap).toHaveBeenLastCalledWith(0, 3 * DAY, 'start', 'day');
    expect(tip.textContent).toBe(`${3 * DAY}  ${3 * DAY} day`);
    gesture.move({ ...at(43), alt: true });
    expect(snap).toHaveBeenLastCalledWith(0, 3.3 * DAY, 'start', 'minute');
    expect(tip.textContent).toContain('minute');
  });
});
