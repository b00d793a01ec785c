import { MINUTES_PER_DAY } from '@gantry/domain';
import type { GanttRows } from '@gantry/scene';
import { newRows } from '@gantry/scene';
import { describe, expect, it, vi } from 'vitest';
import type { Chart, GanttPorts } from './chart.ts';
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
  const moveBars = vi.fn();
  const chart = {
    model: { rows, selected: Uint8Array.from([1, 0, 0]), columns: [] },
    options: {
      readOnly: false,
      events: { moveBars },
      ports: { preview, snap: (_row: number, minute: number) => Math.round(minute / DAY) * DAY },
      labels: { date: String, moved: (text: string, days: number) => `${text} ${days}` },
    },
    view: { gridWidth: 0, left: 0, width: 1000, height: 500, scale: { origin: 0, finish: 100 * DAY, pixelsPerDay: 10 } },
    dom: { sticky: { querySelector: () => tip }, live: { textContent: '' } },
    ghost: null,
    // A paint is already asked for: the test has no frames.
    scheduled: 1,
    dirty: 0,
  } as unknown as Chart;
  const gesture = holdBar(chart, at(10), { area: 'chart', row: 0, column: -1, part: 'body' });
  return { chart, rows, gesture, moveBars };
}

describe('a held bar', () => {
  it('asks at every new place what it does to the network, and draws the answer when it comes', () => {
    let answer: { start: Int32Array; finish: Int32Array } | null = null;
    const preview = vi.fn<NonNullable<GanttPorts['preview']>>(() => answer);
    const { chart, rows, gesture, moveBars } = held(preview);
    const before = [...rows.start];
    gesture.move(at(40));
    expect(preview.mock.calls[0].slice(0, 3)).toEqual([[0], 3 * DAY, 'move']);
    expect([...rows.start], 'until the answer comes the bar itself moves').toEqual([3 * DAY, 2 * DAY, 4 * DAY]);
    gesture.move(at(41));
    expect(preview, 'the same place is asked once').toHaveBeenCalledTimes(1);

    answer = { start: Int32Array.from([3 * DAY, 5 * DAY, 7 * DAY]), finish: Int32Array.from([5 * DAY, 7 * DAY, 9 * DAY]) };
    chart.dirty = 0;
    preview.mock.calls[0][3]();
    expect([...rows.start], 'successors are shown moved').toEqual([3 * DAY, 5 * DAY, 7 * DAY]);
    expect(chart.dirty).toBeGreaterThan(0);

    gesture.drop(at(41));
    expect([...rows.start], 'what the drop means is said by the product, not by the chart').toEqual(before);
    expect(moveBars).toHaveBeenCalledExactlyOnceWith([0], 3 * DAY);
    preview.mock.calls[0][3]();
    expect([...rows.start], 'an answer after the drop changes nothing').toEqual(before);
  });
  it('gives the port the rows as they were before the hand took hold', () => {
    const seen: number[][] = [];
    const { gesture, rows } = held((list) => {
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
    expect([...rows.start]).toEqual([0, 2 * DAY, 4 * DAY]);
  });
});
