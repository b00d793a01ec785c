import { NO_DATE } from '@gantry/domain';
import { drawDiamond, drawRect, drawRound, drawText, drawTriangle, type Scene } from '../drawing/scene.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { COLOUR, LAYER } from '../gantt/colours.ts';
import { LINK_FLAGS } from '../gantt/links/links.ts';
import { isMilestone, ROW_FLAGS, TYPE_SUM, TYPE_WORK } from '../gantt/rows.ts';
import { LINE } from './measures.ts';
import { LEGEND_ITEMS, type LegendItem, type PrintedPlan } from './plan.ts';

/** A sign, or the number of a tint that a rule gives to bars. */
type LegendSign = LegendItem | number;
export type LegendLine = readonly { item: LegendSign; text: string; x: number }[];

const SIGN = 26;
const GAP = 18;
const PAD = 6;

/** The signs that the printed rows bear, in lines that fit the width. */
export function layOutLegend(plan: PrintedPlan, fitter: TextFitter, width: number): LegendLine[] {
  const lines: { item: LegendSign; text: string; x: number }[][] = [];
  let x = 0;
  const signs: [LegendSign, string][] = [
    ...itemsOf(plan).map((item): [LegendSign, string] => [item, plan.words.legend(item)]),
    ...tintsOf(plan).map(({ tint, text }): [LegendSign, string] => [tint, text]),
  ];
  for (const [item, words] of signs) {
    const text = fitter.fit(words, width - SIGN - PAD, 'caption');
    const room = SIGN + PAD + fitter.width(text, 'caption') + GAP;
    if (lines.length === 0 || x + room - GAP > width) {
      lines.push([]);
      x = 0;
    }
    lines[lines.length - 1].push({ item, text, x });
    x += room;
  }
  return lines;
}

/** What occurs among the rows, their relations and the marks. */
function itemsOf({ model, span, tints }: PrintedPlan): LegendItem[] {
  if (!span) return [];
  const { rows, visible, links, marks } = model;
  const found = new Set<LegendItem>();
  for (let place = 0; place < visible.count; place++) {
    const row = visible.rowAt[place];
    if (rows.start[row] === NO_DATE) continue;
    if (isMilestone(rows, row)) found.add('milestone');
    else if (rows.type[row] === TYPE_SUM) found.add('summary');
    else if (rows.flags[row] & ROW_FLAGS.critical) found.add('critical');
    else if (rows.flags[row] & ROW_FLAGS.near) found.add('near');
    else if (!tints || !rows.tint?.[row]) found.add(rows.type[row] === TYPE_WORK ? 'work' : 'task');
    if (rows.progress[row] > 0 && rows.type[row] !== TYPE_SUM) found.add('done');
    if (rows.lateFinish && rows.lateFinish[row] > rows.finish[row]) found.add('float');
    if (rows.baselineStart && rows.baselineStart[row] !== NO_DATE) found.add('baseline');
  }
  if (!model.decorations.some((each) => each.takesRoomBelow)) found.delete('baseline');
  if (model.showLinks)
    for (let link = 0; link < links.count && !(found.has('link') && found.has('driving')); link++) {
      if (visible.indexOf[links.predecessor[link]] < 0 || visible.indexOf[links.successor[link]] < 0) continue;
      found.add(links.flags[link] & LINK_FLAGS.driving ? 'driving' : 'link');
    }
  if (marks.some(({ kind }) => kind === 'data-date')) found.add('data_date');
  return LEGEND_ITEMS.filter((item) => found.has(item));
}

/** The tints of rules that bars of printed rows bear. */
function tintsOf({ model, span, tints }: PrintedPlan): NonNullable<PrintedPlan['tints']> {
  const { rows, visible } = model;
  if (!tints || !span || !rows.tint) return [];
  const borne = new Set<number>();
  for (let place = 0; place < visible.count; place++) {
    const row = visible.rowAt[place];
    if (rows.start[row] !== NO_DATE && rows.type[row] !== TYPE_SUM && !(rows.flags[row] & HIDES_TINT)) borne.add(rows.tint[row]);
  }
  return tints.filter(({ tint }) => borne.has(tint));
}

/** What is critical or near it has that colour, whatever a rule gives it. */
const HIDES_TINT = ROW_FLAGS.critical | ROW_FLAGS.near;

/** Draws the legend from the upper left corner of the scene's zone. */
export function drawLegend(scene: Scene, lines: readonly LegendLine[]): void {
  lines.forEach((line, index) => {
    const middle = LINE * (index + 0.75);
    for (const { item, text, x } of line) {
      const sign = typeof item === 'number' ? barOf(COLOUR['tint-1'] + item - 1) : SIGNS[item];
      sign(scene, x, middle);
      drawText(scene, LAYER.text, COLOUR.text, 'caption', 'left', x + SIGN + PAD, middle, text);
    }
  });
}

const barOf =
  (role: number): Sign =>
  (scene, x, y) =>
    drawRound(scene, LAYER.bar, role, x, y - 5, SIGN, 10, 2);
const lineOf =
  (role: number): Sign =>
  (scene, x, y) => {
    drawRect(scene, LAYER.link, role, x, y, SIGN - 5, 1);
    drawTriangle(scene, LAYER.link, role, x + SIGN - 6, y - 3.5, x + SIGN - 6, y + 4.5, x + SIGN, y + 0.5);
  };
type Sign = (scene: Scene, x: number, y: number) => void;

const SIGNS: Record<LegendItem, Sign> = {
  summary: (scene, x, y) => {
    drawRect(scene, LAYER.bar, COLOUR.summary, x, y - 3, SIGN, 4);
    drawTriangle(scene, LAYER.bar, COLOUR.summary, x, y + 1, x + 6, y + 1, x, y + 6);
    drawTriangle(scene, LAYER.bar, COLOUR.summary, x + SIGN - 6, y + 1, x + SIGN, y + 1, x + SIGN, y + 6);
  },
  task: barOf(COLOUR.task),
  work: barOf(COLOUR.work),
  critical: barOf(COLOUR.critical),
  near: barOf(COLOUR.near),
  done: barOf(COLOUR['task-done']),
  milestone: (scene, x, y) => drawDiamond(scene, LAYER.bar, COLOUR.milestone, x + SIGN / 2, y, 6),
  float: (scene, x, y) => drawRect(scene, LAYER.bar, COLOUR.float, x, y, SIGN, 1),
  baseline: (scene, x, y) => drawRect(scene, LAYER.bar, COLOUR.baseline, x, y - 1, SIGN, 3),
  link: lineOf(COLOUR.link),
  driving: lineOf(COLOUR['link-driving']),
  data_date: (scene, x, y) => drawRect(scene, LAYER.line, COLOUR['data-date'], x + SIGN / 2, y - 7, 2, 14),
};
