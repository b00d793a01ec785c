import type { Minute } from '@gantry/domain';
import { MINUTES_PER_DAY, NO_DATE } from '@gantry/domain';
import type { Hit } from '@gantry/scene';
import { endOf, minuteAt, pixelsOf, ROW_FLAGS } from '@gantry/scene';
import type { Chart } from './chart.ts';
import { DIRTY } from './chart.ts';
import type { Gesture, Point } from './gesture.ts';
import { clearGhost, NO_GESTURE, tip } from './gesture.ts';
import { invalidate } from './paint.ts';
import { nameOf, selectedRows } from './selection.ts';

const THRESHOLD = 4;

function snapped(chart: Chart, row: number, minute: Minute, edge: 'start' | 'finish'): Minute {
  const { snap } = chart.options.ports;
  return snap ? snap(row, minute, edge) : Math.round(minute / MINUTES_PER_DAY) * MINUTES_PER_DAY;
}

/** Takes a bar by its body, an edge or its progress. What cannot be edited stays where it is. */
export function holdBar(chart: Chart, start: Point, hit: Hit): Gesture {
  const { model, options } = chart;
  const locked = options.readOnly || (model.rows.flags[hit.row] & ROW_FLAGS.locked) !== 0;
  if (hit.part === 'progress' && options.events.setProgress && !locked) return holdProgress(chart, hit.row);
  const may = hit.part === 'body' ? options.events.moveBars : options.events.stretchBar;
  if (!may || locked) return NO_GESTURE;
  return holdDates(chart, start, hit);
}

/** Moves or stretches: the network's answer to each step of the hand is drawn from the preview's columns. */
function holdDates(chart: Chart, from: Point, hit: Hit): Gesture {
  const { model, options, view } = chart;
  const { rows } = model;
  const kind = hit.part === 'start' || hit.part === 'finish' ? hit.part : 'move';
  const edge = kind === 'finish' ? 'finish' : 'start';
  const held = kind === 'move' ? selectedRows(chart).filter((row) => (rows.flags[row] & ROW_FLAGS.locked) === 0) : [hit.row];
  const origin = edge === 'finish' ? rows.finish[hit.row] : rows.start[hit.row];
  const kept = { start: rows.start, finish: rows.finish };
  const left = view.left;
  let delta = 0;
  let moved = false;
  let holding = true;

  const again = (): void => {
    if (!holding) return;
    show(delta);
    invalidate(chart, DIRTY.body | DIRTY.overlay);
  };
  const show = (minutes: Minute): void => {
    // The port reads the rows: it must find them as they were before the hand took hold.
    rows.start = kept.start;
    rows.finish = kept.finish;
    const preview = options.ports.preview?.(held, minutes, kind, again);
    if (preview) {
      rows.start = preview.start;
      rows.finish = preview.finish;
      return;
    }
    rows.start = kept.start.slice();
    rows.finish = kept.finish.slice();
    for (const row of held) {
      if (kind !== 'finish' && rows.start[row] !== NO_DATE) rows.start[row] += minutes;
      if (kind !== 'start' && rows.finish[row] !== NO_DATE) rows.finish[row] += minutes;
    }
  };
  const restore = (): void => {
    holding = false;
    rows.start = kept.start;
    rows.finish = kept.finish;
    clearGhost(chart);
  };
  const target = (point: Point): Minute => {
    const x = pixelsOf(view.scale, origin) + point.x - from.x + view.left - left;
    const minute = snapped(chart, hit.row, minuteAt(view.scale, x), edge);
    if (kind === 'finish') return Math.max(kept.start[hit.row], minute);
    return kind === 'start' ? Math.min(kept.finish[hit.row], minute) : minute;
  };
  return {
    scrolls: 'both',
    move: (point) => {
      moved ||= Math.abs(point.x - from.x) > THRESHOLD;
      if (!moved || origin === NO_DATE) return;
      const minute = target(point);
      if (minute - origin !== delta || !chart.ghost) {
        delta = minute - origin;
        show(delta);
        chart.ghost = () => undefined;
        invalidate(chart, DIRTY.body | DIRTY.overlay);
      }
      const days = Math.round((delta / MINUTES_PER_DAY) * 10) / 10;
      tip(chart, `${options.labels.date(minute)}  ${days > 0 ? '+' : ''}${days}`, point);
    },
    drop: () => {
      restore();
      if (!moved || delta === 0) return;
      if (kind === 'move') options.events.moveBars?.(held, delta);
      else options.events.stretchBar?.(hit.row, kind, origin + delta);
      chart.dom.live.textContent = options.labels.moved(nameOf(chart, hit.row), Math.round(delta / MINUTES_PER_DAY));
    },
    cancel: restore,
  };
}

function holdProgress(chart: Chart, row: number): Gesture {
  const { rows } = chart.model;
  const before = rows.progress[row];
  return {
    move: (point) => {
      const start = endOf(chart.frame, row, false);
      const finish = endOf(chart.frame, row, true);
      rows.progress[row] = Math.max(0, Math.min(1, Math.round(((point.x - start) / (finish - start)) * 100) / 100));
      tip(chart, chart.options.labels.percent(rows.progress[row]), point);
      invalidate(chart, DIRTY.body);
    },
    drop: () => {
      const wanted = rows.progress[row];
      rows.progress[row] = before;
      clearGhost(chart);
      if (Math.abs(wanted - before) > 1e-6) chart.options.events.setProgress?.(row, Math.round(wanted * 100) / 100);
    },
    cancel: () => {
      rows.progress[row] = before;
      clearGhost(chart);
    },
  };
}
