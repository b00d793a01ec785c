import type { Day } from '@gantry/domain';
import { dayOf, MINUTES_PER_DAY } from '@gantry/domain';
import { drawRect } from '../drawing/scene.ts';
import { minuteAt } from '../time-scale/scale.ts';
import { floorTick, headerUnits, nextTick } from '../time-scale/ticks.ts';
import type { GanttCalendar } from './calendar.ts';
import { hoursOf, isDayOff } from './calendar.ts';
import { COLOUR, LAYER } from './colours.ts';
import type { Frame } from './frame.ts';
import { xOf, yOf } from './frame.ts';

/** Days off narrower than this are not shaded: they would turn to grey. */
const LEAST_DAY = 3;
/** From this width on the hours between shifts are shaded too. */
const HOURS_DAY = 96;

/** Shades days off, each row by its own calendar; neighbouring rows of one calendar share their bands. */
export function drawDaysOff(frame: Frame): void {
  const { view, model } = frame;
  if (view.scale.pixelsPerDay < LEAST_DAY || model.calendars.length === 0) return;
  const { calendar } = model.rows;
  let from = frame.first;
  while (from <= frame.last) {
    const number = calendar ? calendar[model.visible.rowAt[from]] : 0;
    let to = from + 1;
    while (to <= frame.last && (calendar ? calendar[model.visible.rowAt[to]] : 0) === number) to++;
    const shown = model.calendars[number];
    if (shown) shade(frame, shown, yOf(view, from), yOf(view, to));
    from = to;
  }
}

function shade(frame: Frame, calendar: GanttCalendar, top: number, bottom: number): void {
  const { view, scene } = frame;
  const last: Day = dayOf(minuteAt(view.scale, view.left + view.width - view.gridWidth));
  let day: Day = dayOf(minuteAt(view.scale, view.left));
  while (day <= last) {
    if (!isDayOff(calendar, day)) {
      if (view.scale.pixelsPerDay >= HOURS_DAY) shadeHours(frame, calendar, day, top, bottom);
      day++;
      continue;
    }
    let end = day + 1;
    while (end <= last + 1 && isDayOff(calendar, end)) end++;
    const x = xOf(view, day * MINUTES_PER_DAY);
    drawRect(scene, LAYER.ground, COLOUR['non-working'], x, top, xOf(view, end * MINUTES_PER_DAY) - x, bottom - top);
    day = end;
  }
}

/** What of a working day lies before, between and after its shifts. */
function shadeHours(frame: Frame, calendar: GanttCalendar, day: Day, top: number, bottom: number): void {
  const shifts = hoursOf(calendar, day);
  if (!shifts || shifts.length === 0) return;
  const midnight = day * MINUTES_PER_DAY;
  let from = 0;
  for (let i = 0; i <= shifts.length; i += 2) {
    const to = i < shifts.length ? shifts[i] : MINUTES_PER_DAY;
    const x = xOf(frame.view, midnight + from);
    drawRect(frame.scene, LAYER.ground, COLOUR['non-working'], x, top, xOf(frame.view, midnight + to) - x, bottom - top);
    from = shifts[i + 1];
  }
}

/** Vertical lines of the scale's steps. */
export function drawSteps(frame: Frame): void {
  const { view, scene } = frame;
  const { upper, lower } = headerUnits(view.scale.pixelsPerDay);
  const from = minuteAt(view.scale, view.left);
  const to = minuteAt(view.scale, view.left + view.width - view.gridWidth);
  const bottom = Math.min(view.height, yOf(view, frame.last + 1));
  for (const [unit, colour] of [
    [lower, COLOUR.line],
    [upper, COLOUR['line-strong']],
  ] as const) {
    if (unit === 'day' && unit === lower) continue;
    for (let tick = floorTick(unit, from); tick <= to; tick = nextTick(unit, tick)) {
      const x = xOf(view, tick);
      if (x > view.gridWidth) drawRect(scene, LAYER.rowLine, colour, x, 0, 1, bottom);
    }
  }
}
