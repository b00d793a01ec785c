import type { Day, Minute } from '@gantry/domain';
import { dayOf, MINUTES_PER_DAY } from '@gantry/domain';
import { drawRect } from '../../drawing/scene.ts';
import { minuteAt } from '../../time-scale/scale.ts';
import { floorTick, headerUnits, nextTick } from '../../time-scale/ticks.ts';
import type { GanttCalendar } from '../calendar.ts';
import { hoursOf, isDayOff } from '../calendar.ts';
import { COLOUR, LAYER } from '../colours.ts';
import type { Frame } from '../frame.ts';
import { xOf, yOf } from '../frame.ts';
import { hasSumGround } from '../rows.ts';

/** Days off narrower than this are not shaded: they would turn to grey. */
const LEAST_DAY = 3;
/** From this width on the hours between shifts are shaded too. */
const HOURS_DAY = 96;

/** A part of the chart to be shaded, in pixels, and the layer that takes the shade. */
type Part = { layer: number; left: number; right: number; top: number; bottom: number };

/** Shades days off, each row by its own calendar; neighbouring rows of one calendar share their bands. */
export function drawDaysOff(frame: Frame): void {
  const { view, model } = frame;
  if (!showsDaysOff(frame)) return;
  const { calendar } = model.rows;
  const part: Part = { layer: LAYER.ground, left: view.gridWidth, right: view.width, top: 0, bottom: 0 };
  let from = frame.first;
  while (from <= frame.last) {
    const number = calendar ? calendar[model.visible.rowAt[from]] : 0;
    let to = from + 1;
    while (to <= frame.last && (calendar ? calendar[model.visible.rowAt[to]] : 0) === number) to++;
    const shown = model.calendars[number];
    part.top = yOf(view, from);
    part.bottom = yOf(view, to);
    if (shown) shade(frame, shown, part);
    from = to;
  }
}

function showsDaysOff({ view, model }: Frame): boolean {
  return view.scale.pixelsPerDay >= LEAST_DAY && model.calendars.length > 0;
}

/** Draws once more what lies under everything else of a row, over what has been drawn since: the ground of a text, the gap of a bar. */
export function drawGround(frame: Frame, row: number, layer: number, x: number, y: number, width: number, height: number): void {
  const { scene, model } = frame;
  const { rows } = model;
  if (model.selected[row] === 1) {
    drawRect(scene, layer, COLOUR.selection, x, y, width, height);
    return;
  }
  if (hasSumGround(rows, row)) {
    drawRect(scene, layer, COLOUR['sum-row'], x, y, width, height);
    return;
  }
  drawRect(scene, layer, COLOUR.surface, x, y, width, height);
  const calendar = model.calendars[rows.calendar ? rows.calendar[row] : 0];
  if (calendar && showsDaysOff(frame)) shade(frame, calendar, { layer, left: x, right: x + width, top: y, bottom: y + height });
}

function shade(frame: Frame, calendar: GanttCalendar, part: Part): void {
  const { view } = frame;
  const { scale } = view;
  const from = view.left - view.gridWidth;
  const last: Day = dayOf(minuteAt(scale, from + part.right));
  let day: Day = dayOf(minuteAt(scale, from + part.left));
  while (day <= last) {
    if (!isDayOff(calendar, day)) {
      if (scale.pixelsPerDay >= HOURS_DAY) shadeHours(frame, calendar, day, part);
      day++;
      continue;
    }
    let end = day + 1;
    while (end <= last + 1 && isDayOff(calendar, end)) end++;
    shadeSpan(frame, part, day * MINUTES_PER_DAY, end * MINUTES_PER_DAY);
    day = end;
  }
}

/** What of a working day lies before, between and after its shifts. */
function shadeHours(frame: Frame, calendar: GanttCalendar, day: Day, part: Part): void {
  const shifts = hoursOf(calendar, day);
  if (!shifts || shifts.length === 0) return;
  const midnight = day * MINUTES_PER_DAY;
  let from = 0;
  for (let i = 0; i <= shifts.length; i += 2) {
    const to = i < shifts.length ? shifts[i] : MINUTES_PER_DAY;
    shadeSpan(frame, part, midnight + from, midnight + to);
    from = shifts[i + 1];
  }
}

function shadeSpan({ scene, view }: Frame, { layer, left, right, top, bottom }: Part, from: Minute, to: Minute): void {
  const x = Math.max(left, xOf(view, from));
  drawRect(scene, layer, COLOUR['non-working'], x, top, Math.min(right, xOf(view, to)) - x, bottom - top);
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
