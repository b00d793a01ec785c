import type { RelationType } from '@gantry/domain';
import { RELATION_TYPES } from '@gantry/domain';
import { COLOUR, drawFrame, LAYER, openZone, yOf } from '@gantry/scene';
import type { Chart } from '../chart.ts';
import { DIRTY } from '../chart.ts';
import { invalidate } from '../drawing/paint.ts';
import { showRow } from '../drawing/scroller.ts';
import { nameOf, selectedRows } from './selection.ts';

function verdict(chart: Chart, from: number, to: number): { circle: boolean; refused: boolean } {
  const { ports } = chart.options;
  const circle = from !== to && (ports.wouldCircle?.(from, to) ?? false);
  return { circle, refused: from === to || circle || ports.canLink?.(from, to) === false };
}

/** Shows and says where the link would go. */
function aim(chart: Chart, from: number, to: number, type: RelationType): void {
  const { model, view, dom, options } = chart;
  chart.linking = { from, to, type };
  showRow(chart, to);
  const { circle, refused } = verdict(chart, from, to);
  dom.live.textContent = `${nameOf(chart, from)} → ${nameOf(chart, to)}: ${options.labels.linkHint(type, circle)}`;
  chart.ghost = (scene) => {
    openZone(scene, 0, 0, view.width, view.height);
    for (const [row, colour] of [
      [from, COLOUR.accent],
      [to, refused ? COLOUR['drop-refused'] : COLOUR.drop],
    ] as const) {
      const place = model.visible.indexOf[row];
      if (place >= 0) drawFrame(scene, LAYER.top, colour, 0, yOf(view, place), view.width - 1, view.rowHeight - 1, 2);
    }
  };
  invalidate(chart, DIRTY.overlay);
}

function end(chart: Chart): void {
  chart.linking = null;
  chart.ghost = null;
  invalidate(chart, DIRTY.overlay);
}

/**
 * Links by keys: several selected rows each to the next, finish to start, leaving out what would close a circle;
 * with one row selected, takes it as the predecessor and lets arrows choose the successor.
 */
export function startLink(chart: Chart): boolean {
  const { options, model } = chart;
  if (!options.events.createLink || options.readOnly || model.focusRow < 0) return false;
  const rows = selectedRows(chart).sort((a, b) => model.visible.indexOf[a] - model.visible.indexOf[b]);
  if (rows.length < 2) {
    aim(chart, model.focusRow, model.focusRow, 'fs');
    return true;
  }
  for (let i = 1; i < rows.length; i++) {
    if (!verdict(chart, rows[i - 1], rows[i]).refused) options.events.createLink(rows[i - 1], rows[i], 'fs');
  }
  return true;
}

/** Keys while a link is being made: up and down choose the successor, left and right the type, Enter links, Escape leaves. */
export function linkKey(chart: Chart, event: KeyboardEvent): boolean {
  const { linking, model, options } = chart;
  if (!linking) return false;
  const { from, to, type } = linking;
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -model.visible.count, End: model.visible.count }[event.key];
  const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step !== undefined) {
    const place = Math.max(0, Math.min(model.visible.count - 1, model.visible.indexOf[to] + step));
    aim(chart, from, model.visible.rowAt[place], type);
  } else if (turn !== undefined) {
    const count = RELATION_TYPES.length;
    aim(chart, from, to, RELATION_TYPES[(RELATION_TYPES.indexOf(type) + turn + count) % count]);
  } else if (event.key === 'Enter' && !verdict(chart, from, to).refused) {
    end(chart);
    options.events.createLink?.(from, to, type);
  } else if (event.key === 'Enter') aim(chart, from, to, type);
  else if (event.key === 'Escape' || event.key === 'Tab') end(chart);
  return event.key !== 'Tab';
}
