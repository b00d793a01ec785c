import { type Minute, NO_DATE, optionsOfAttribute } from '@gantry/domain';
import { TYPE_SUM } from '@gantry/scene';
import { numberAt, rowOf, type ScheduleDocument, slotsOfValues, textAt } from '../document/document.ts';
import type { ScheduleView } from '../rows/view.ts';
import { attributeFinder } from '../values/attributes.ts';
import { findMeetings } from './distance/meetings.ts';
import type { Flow, FlowSegment } from './flow-model.ts';

type Work = { id: number; line: string; place: string; start: Minute; finish: Minute };

/** The works of a version that have dates and a value of `placeAttribute`; one line for each name, or for each value of `lineAttribute`. */
export function flowOf(
  view: Pick<ScheduleView, 'rows' | 'document' | 'slots'>,
  placeAttribute: number,
  lineAttribute: number | null,
  collator: Intl.Collator,
): Flow {
  const { document } = view;
  const placeAt = attributeFinder(document, placeAttribute);
  const works = datedWorks(view, lineAttribute)
    .map((work): Work => ({ ...work, place: asText(placeAt(work.id)?.value) }))
    .filter(({ place }) => place !== '');
  const attribute = rowOf(document, 'attribute', placeAttribute);
  return flowOfWorks(works, (attribute && optionsOfAttribute(attribute.options).values) ?? [], collator);
}

/** The first of some attributes of which a work that takes time has a value; null where none does. */
export function firstPlaceAttribute(document: ScheduleDocument, attributeIds: readonly number[]): number | null {
  const { wbs } = document.tables;
  for (const attributeId of attributeIds)
    for (const id of slotsOfValues(document, attributeId).keys()) {
      const slot = wbs.slotOf.get(id);
      if (slot !== undefined && numberAt(wbs, 'durationMinutes', slot) > 0) return attributeId;
    }
  return null;
}

/** The works of a version that have dates and a line. */
export function datedWorks(
  { rows, document, slots }: Pick<ScheduleView, 'rows' | 'document' | 'slots'>,
  lineAttribute: number | null,
): Omit<Work, 'place'>[] {
  const lineAt = lineAttribute === null ? null : attributeFinder(document, lineAttribute);
  const { wbs } = document.tables;
  const works: Omit<Work, 'place'>[] = [];
  for (let row = 0; row < rows.count; row += 1) {
    const [id, start, finish] = [rows.id[row], rows.start[row], rows.finish[row]];
    if (slots[row] < 0 || rows.type[row] === TYPE_SUM || start === NO_DATE || finish === NO_DATE || finish <= start) continue;
    const line = lineAt ? asText(lineAt(id)?.value) : textAt(wbs, 'name', wbs.slotOf.get(id) ?? -1).trim();
    if (line) works.push({ id, line, start, finish });
  }
  return works;
}

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');

/** Places stand in the order of the list that they are chosen from, others behind them by their names; lines in the order of their first start. */
export function flowOfWorks(works: readonly Work[], order: readonly string[], collator: Intl.Collator): Flow {
  const sorted = works.toSorted((a, b) => a.start - b.start || a.finish - b.finish || a.id - b.id);
  const rank = new Map(order.map((value, index) => [value, index]));
  const rankOf = (place: string): number => rank.get(place) ?? order.length;
  const places = [...new Set(sorted.map(({ place }) => place))].toSorted((a, b) => rankOf(a) - rankOf(b) || collator.compare(a, b));
  const lines = [...new Set(sorted.map(({ line }) => line))];
  const placeOf = new Map(places.map((place, index) => [place, index]));
  const lineOf = new Map(lines.map((line, index) => [line, index]));
  const segments = sorted.map(({ id, line, place, start, finish }) => ({
    id,
    line: lineOf.get(line) ?? 0,
    place: placeOf.get(place) ?? 0,
    start,
    finish,
  }));
  return flowFrom({ places, lines, axis: null }, segments);
}

/** Works in places of known lines, in order of start, with what clashes. */
export function flowFrom(
  { places, lines, axis }: Pick<Flow, 'places' | 'lines' | 'axis'>,
  works: readonly Omit<FlowSegment, 'clash'>[],
): Flow {
  const segments = works
    .map((work): FlowSegment => ({ ...work, clash: null }))
    .toSorted((a, b) => a.start - b.start || a.finish - b.finish || a.id - b.id);
  const clashes = axis ? findMeetings(segments, axis) : findClashes(segments);
  const to = segments.reduce((latest, { finish }) => Math.max(latest, finish), segments[0]?.start ?? 0);
  return { places, axis, lines, segments, from: segments[0]?.start ?? 0, to, clashes };
}

/** Marks each segment that comes into a place where another line is still at work; two lines a place are enough to know. */
function findClashes(segments: FlowSegment[]): number {
  const busy = new Map<number, FlowSegment[]>();
  let clashes = 0;
  for (const segment of segments) {
    // The segments of two lines that stay longest in the place, the longest first.
    const longest = busy.get(segment.place) ?? [];
    const other = longest.find(({ line }) => line !== segment.line);
    if (other && other.finish > segment.start) {
      segment.clash = { from: segment.start, to: Math.min(segment.finish, other.finish), with: other.id };
      clashes += 1;
    }
    const next = [...longest, segment].toSorted((a, b) => b.finish - a.finish);
    const second = next.find(({ line }) => line !== next[0].line);
    busy.set(segment.place, second ? [next[0], second] : [next[0]]);
  }
  return clashes;
}
