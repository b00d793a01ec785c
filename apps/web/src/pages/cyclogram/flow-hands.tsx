import type { Flow, FlowBuffer } from '@gantry/plan-view';
import { type FlowLayout, flowPoint, flowSpan } from '@gantry/scene';
import type { TFunction } from 'i18next';
import { type MouseEvent, memo, type PointerEvent } from 'react';
import classes from './cyclogram-page.module.css';

export type Segment = Flow['segments'][number];
/** What a pointer may take of a work: itself, the end of its line, the distance behind another line. */
export type HandKind = 'work' | 'slope' | 'buffer';

type Props = {
  flow: Flow;
  segments: readonly Segment[];
  layout: FlowLayout;
  buffers: readonly FlowBuffer[];
  mayEdit: boolean;
  tints: ReadonlyMap<string, number> | undefined;
  t: TFunction;
  colourOf(line: number): string;
  wordsOf(segment: Segment): string;
  onOver(index: number): void;
  onTake(event: PointerEvent, kind: HandKind, segment: Segment): void;
  onOpen(segment: Segment): void;
};

/** The works that have buffers before them, by their lines: the first of each line. */
export function buffered(segments: readonly Segment[], buffers: readonly FlowBuffer[]): Segment[] {
  const first = new Map(segments.toReversed().map((segment) => [segment.line, segment]));
  return [...new Set(buffers.map(({ after }) => after))].flatMap((line) => first.get(line) ?? []);
}

/** Reads the kind and the index of the element under the pointer from its data attributes. One listener serves thousands of elements. */
function handAt(event: MouseEvent): { kind: HandKind; index: number } | null {
  const { kind, index } = (event.target as SVGElement).dataset;
  return index === undefined ? null : { kind: kind as HandKind, index: Number(index) };
}

/** What a pointer takes hold of: works, ends of lines, buffers. */
export function FlowHands({ onOver, onTake, onOpen, ...drawn }: Props) {
  const { segments, mayEdit } = drawn;
  return (
    <g
      onPointerOver={(event) => {
        const hand = handAt(event);
        if (hand?.kind === 'work') onOver(hand.index);
      }}
      onPointerDown={(event) => {
        const hand = handAt(event);
        if (hand && mayEdit) onTake(event, hand.kind, segments[hand.index]);
      }}
      onClick={(event) => {
        const hand = handAt(event);
        if (hand?.kind === 'work') onOpen(segments[hand.index]);
      }}
    >
      <Hands {...drawn} />
    </g>
  );
}

/** Where works lie in the area of a picture: a line from its start to its end, or a box. */
export function flowPaths(shown: Pick<Flow, 'from' | 'to' | 'axis'>, layout: FlowLayout) {
  type Placed = Pick<Segment, 'place' | 'start' | 'finish'>;
  const start = ({ place, start: minute }: Placed) => flowPoint(layout, shown, minute, flowSpan(shown.axis, place).from);
  const end = ({ place, finish }: Placed) => flowPoint(layout, shown, finish, flowSpan(shown.axis, place).to);
  return {
    start,
    end,
    pathOf(work: Placed): string {
      const [[x, y], [right, head]] = [start(work), end(work)];
      return flowSpan(shown.axis, work.place).block ? `M${x} ${y}H${right}V${head}H${x}z` : `M${x} ${y}L${right} ${head}`;
    },
  };
}

type Drawn = Omit<Props, 'onOver' | 'onTake' | 'onOpen'>;

/** Drawn again for another flow or size, not for each step of a hand: colours and words change with what is compared. */
const Hands = memo(
  HandsOf,
  (before, after) =>
    (['flow', 'buffers', 'mayEdit', 'tints', 't'] as const).every((key) => before[key] === after[key]) &&
    (['width', 'height', 'step', 'low', 'high', 'down'] as const).every((key) => before.layout[key] === after.layout[key]),
);

function HandsOf({ flow, segments, layout, buffers, mayEdit, t, colourOf, wordsOf }: Drawn) {
  const { lines } = flow;
  const { pathOf, start, end } = flowPaths(flow, layout);
  const indexOf = new Map(segments.map((segment, index) => [segment, index]));
  const last = new Map<number, Segment>();
  for (const segment of segments) if (segment.finish >= (last.get(segment.line)?.finish ?? 0)) last.set(segment.line, segment);
  return (
    <>
      {segments.map((segment, index) => (
        <path
          key={segment.id}
          d={pathOf(segment)}
          className={classes.grip}
          data-movable={mayEdit ? '' : undefined}
          data-kind="work"
          data-index={index}
        >
          <title>{wordsOf(segment)}</title>
        </path>
      ))}
      {mayEdit &&
        buffered(segments, buffers).map((segment) => (
          <rect
            key={`buffer ${segment.line}`}
            x={start(segment)[0] - 4}
            y={start(segment)[1] - 4}
            width={8}
            height={8}
            stroke={colourOf(segment.line)}
            className={classes.end}
            data-kind="buffer"
            data-index={indexOf.get(segment)}
          >
            <title>{t('cyclogram.buffer_of', { name: lines[segment.line] })}</title>
          </rect>
        ))}
      {mayEdit &&
        [...last.values()].map((segment) => (
          <circle
            key={`end ${segment.line}`}
            cx={end(segment)[0]}
            cy={end(segment)[1]}
            r={5}
            stroke={colourOf(segment.line)}
            className={classes.end}
            data-kind="slope"
            data-index={indexOf.get(segment)}
          >
            <title>{t('cyclogram.end_of', { name: lines[segment.line] })}</title>
          </circle>
        ))}
    </>
  );
}
