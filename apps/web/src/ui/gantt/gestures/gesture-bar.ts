import type { Minute } from '@gantry/domain';
import { MINUTES_PER_DAY, NO_DATE } from '@gantry/domain';
import type { GanttRows, Hit } from '@gantry/scene';
import { endOf, floorTick, minuteAt, nextTick, pixelsOf, ROW_FLAGS, type StepUnit, stepUnit } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import type { Gesture, Point } from './gesture.ts';
import { clearGhost, NO_GESTURE, tip } from './gesture.ts';
import { invalidate } from '../drawing/paint.ts';
import { nameOf, selectedRows } from '../keys/selection.ts';

const THRESHOLD = 4;

function snapped(chart: Chart, row: number, minute: Minute, edge: 'start' | 'finish', unit: StepUnit): Minute {
  const { snap } = chart.options.ports;
  if (snap) return snap(row, minute, edge, unit);
  if (unit === 'minute') return minute;
  const from = floorTick(unit, minute);
  const to = nextTick(unit, from);
  return minute - from <= to - minute ? from : to;
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
  const { rows } = options;
  const kind = hit.part === 'start' || hit.part === 'finish' ? hit.part : 'move';
  const edge = kind === 'finish' ? 'finish' : 'start';
  const held = kind === 'move' ? selectedRows(chart).filter((row) => (rows.flags[row] & ROW_FLAGS.locked) === 0) : [hit.row];
  const origin = edge === 'finish' ? rows.finish[hit.row] : rows.start[hit.row];
  const left = view.left;
  let delta = 0;
  let moved = false;
  // One object for the whole of the hold: what reads rows keeps what it has gathered of them.
  const hold = { ...rows };

  const again = (): void => {
    if (chart.held !== hold) return;
    show(delta);
    invalidate(chart, DIRTY.body | DIRTY.overlay);
  };
  /** Draws other dates in the place of the plan's, which stay as they are. */
  const show = (minutes: Minute): void => {
    const preview = options.ports.preview?.(held, minutes, kind, again) ?? ownDates(minutes);
    model.rows = Object.assign(hold, preview);
    chart.held = hold;
  };
  const ownDates = (minutes: Minute): Pick<GanttRows, 'start' | 'finish'> => {
    const dates = { start: rows.start.slice(), finish: rows.finish.slice() };
    for (const row of held) {
      if (kind !== 'finish' && rows.start[row] !== NO_DATE) dates.start[row] += minutes;
      if (kind !== 'start' && rows.finish[row] !== NO_DATE) dates.finish[row] += minutes;
    }
    return dates;
  };
  const restore = (): void => {
    if (chart.held === hold) {
      chart.held = null;
      model.rows = chart.options.rows;
      invalidate(chart, DIRTY.body);
    }
  };
  const unitOf = (point: Point): StepUnit => (point.alt ? 'minute' : stepUnit(view.scale.pixelsPerDay));
  const target = (point: Point): Minute => {
    const x = pixelsOf(view.scale, origin) + point.x - from.x + view.left - left;
    const minute = snapped(chart, hit.row, minuteAt(view.scale, x), edge, unitOf(point));
    if (kind === 'finish') return Math.max(rows.start[hit.row], minute);
    return kind === 'start' ? Math.min(rows.finish[hit.row], minute) : minute;
  };
  return {
    scrolls: 'both',
    move: (point) => {
      moved ||= Math.abs(point.x - from.x) > THRESHOLD;
      // Other rows than those that were taken: their numbers mean nothing any more.
      if (!moved || origin === NO_DATE || chart.options.rows !== rows) return;
      const minute = target(point);
      if (minute - origin !== delta || !chart.ghost) {
        delta = minute - origin;
        show(delta);
        chart.ghost = () => undefined;
        invalidate(chart, DIRTY.body | DIRTY.overlay);
      }
      tip(chart, `${options.labels.date(minute)}  ${options.labels.shifted(delta, unitOf(point))}`, point);
    },
    drop: () => {
      clearGhost(chart);
      if (!moved || delta === 0 || chart.options.rows !== rows) return restore();
      const answer = kind === 'move' ? options.events.moveBars?.(held, delta) : options.events.stretchBar?.(hit.row, kind, origin + delta);
      if (answer) void answer.finally(restore);
      else restore();
      chart.dom.live.textContent = options.labels.moved(nameOf(chart, hit.row), Math.round(delta / MINUTES_PER_DAY));
    },
    cancel: () => {
      clearGhost(chart);
      restore();
    },
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
