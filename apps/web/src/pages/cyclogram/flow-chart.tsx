import { MINUTES_PER_DAY } from '@gantry/domain';
import type { Flow } from '@gantry/plan-view';
import { floorTick, nextTick, TICK_UNITS } from '@gantry/scene';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortDate } from '../../ui/gantt/labels.ts';
import classes from './cyclogram-page.module.css';
import { type FlowEdit, ghostsOf, useFlowDrag } from './flow-drag.ts';
import { cutName, MOST_NAMED, placedLabels } from './flow-labels.ts';
import { FlowStates } from './flow-states.tsx';

type Props = {
  flow: Flow;
  /** Minute of the data date. */
  dataDate: number | null;
  sentence: string;
  /** Chosen colours by the names of lines. */
  tints?: ReadonlyMap<string, number>;
  /** How much of a work is done, and the dates that were promised. */
  stateOf?(id: number): { progress: number; target: { start: number; finish: number } | null };
  nameOfWork(id: number): string;
  onOpen(id: number): void;
  onTable(): void;
  /** Null: the plan may only be read. */
  onEdit: ((edit: FlowEdit) => void) | null;
  onUndo(): void;
  onRedo(): void;
};

const [TOP, BOTTOM, RIGHT] = [8, 24, 16];
const LABEL_PX = 84;
const PLACE_PX = 120;
const NARROW_PX = 560;
const LEAST_PLACE_HEIGHT = 14;
const FALLBACK_WIDTH = 800;
/** Strokes that a browser draws at once without a pause. */
const MOST_DRAWN = 5000;
const COLOURS = 8;
/** A second and a third round of the colours differ by dashes. */
const DASHES = [undefined, '6 3', '2 3'];

/** First days of the finest periods whose names fit beside each other. */
function ticksOf(from: number, to: number, width: number): number[] {
  const wide = (LABEL_PX / width) * (to - from);
  const unit =
    TICK_UNITS.find((one) => nextTick(one, floorTick(one, from)) - floorTick(one, from) >= Math.max(wide, MINUTES_PER_DAY)) ?? 'decade';
  const ticks: number[] = [];
  for (let tick = nextTick(unit, floorTick(unit, from)); tick < to; tick = nextTick(unit, tick)) ticks.push(tick);
  return ticks;
}

/** Places upwards, time to the right; arrows walk the works in order of start. */
export function FlowChart({ flow, dataDate, sentence, tints, stateOf, nameOfWork, onOpen, onTable, onEdit, onUndo, onRedo }: Props) {
  const { t } = useTranslation();
  const { ref, width: measured, height: room } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const { places, lines, from, to } = flow;
  const segments = flow.segments.slice(0, MOST_DRAWN);
  const tintOf = (line: number): number | undefined => tints?.get(lines[line]);
  const colourOf = (line: number): string => `var(--gantry-flow-${tintOf(line) ?? (line % COLOURS) + 1})`;
  const dashOf = (line: number): string | undefined =>
    tintOf(line) === undefined ? DASHES[Math.floor(line / COLOURS) % DASHES.length] : undefined;
  const outer = measured || FALLBACK_WIDTH;
  const left = outer < NARROW_PX ? PLACE_PX / 2 : PLACE_PX;
  const width = Math.max(120, outer - left - RIGHT);
  const step = Math.max(LEAST_PLACE_HEIGHT, Math.floor((room - TOP - BOTTOM) / places.length));
  const height = step * places.length;
  const x = (minute: number): number => ((minute - from) / (to - from || 1)) * width;
  const bottom = (place: number): number => height - place * step;
  const here = at === null ? null : segments[Math.min(at, segments.length - 1)];
  const last = new Map<number, Flow['segments'][number]>();
  for (const segment of segments) if (segment.finish >= (last.get(segment.line)?.finish ?? 0)) last.set(segment.line, segment);
  const { drag, take, dragged } = useFlowDrag((to - from || 1) / width, (edit) => onEdit?.(edit));
  const labels = placedLabels(
    // Names of hundreds of lines hide the lines: those are told by the table and by the work under the hand.
    [...(last.size > MOST_NAMED ? [] : last.values())].map(({ line, place, finish }) => ({
      line,
      text: lines[line],
      x: Math.min(x(finish) + 8, width),
      y: bottom(place) - step / 2,
      end: x(finish) > width - LABEL_PX,
    })),
    height,
  );
  /** The works that a hand moves, where they would come to lie. */
  const ghosts = drag ? ghostsOf(segments, drag) : [];

  const onKeyDown = (event: KeyboardEvent): void => {
    const mod = event.ctrlKey || event.metaKey;
    if (mod && (event.code === 'KeyZ' || event.code === 'KeyY')) {
      event.preventDefault();
      if (event.code === 'KeyY' || event.shiftKey) onRedo();
      else onUndo();
      return;
    }
    const days = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (mod && event.shiftKey && days !== undefined) {
      event.preventDefault();
      const sideways = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
      if (here) onEdit?.({ kind: sideways ? 'work' : 'slope', id: here.id, line: here.line, days });
      return;
    }
    const now = at ?? -1;
    const next = { ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1, Home: 0, End: segments.length - 1 }[
      event.key
    ];
    if (next !== undefined) {
      event.preventDefault();
      setAt(Math.min(segments.length - 1, Math.max(0, next)));
    } else if (event.key === 'Enter' && here) onOpen(here.id);
    else if (event.code === 'KeyT' && !event.ctrlKey && !event.metaKey && !event.altKey) onTable();
  };

  const wordsOf = ({ id, place, start, finish, clash }: Flow['segments'][number]): string =>
    `${nameOfWork(id)}, ${places[place]}: ${shortDate(start)} – ${shortDate(finish)}${
      clash ? `, ${t('cyclogram.clash')} ${t('cyclogram.clash_with', { name: nameOfWork(clash.with), to: shortDate(clash.to) })}` : ''
    }`;
  return (
    <figure className={classes.figure}>
      <div
        ref={ref}
        className={classes.canvas}
        // A picture that is walked by keys, as a slider is.
        role="slider"
        tabIndex={0}
        aria-label={`${t('cyclogram.chart')}. ${sentence} ${t('cyclogram.keys')}${onEdit ? ` ${t('cyclogram.keys_edit')}` : ''}`}
        aria-valuemin={1}
        aria-valuemax={segments.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={here ? wordsOf(here) : sentence}
        onKeyDown={onKeyDown}
      >
        <svg width={left + width + RIGHT} height={height + TOP + BOTTOM} aria-hidden>
          <g transform={`translate(${left} ${TOP})`}>
            {places.map((place, index) => (
              <g key={place} transform={`translate(0 ${bottom(index)})`}>
                <line x1={-left} x2={width} className={classes.rule} />
                <svg x={-left} y={-step} width={left - 6} height={step}>
                  <text x={8} y={step / 2} dy="0.32em" className={classes.axis}>
                    <title>{place}</title>
                    {cutName(place, left - 14)}
                  </text>
                </svg>
              </g>
            ))}
            {ticksOf(from, to, width).map((tick) => (
              <g key={tick} transform={`translate(${x(tick)} 0)`}>
                <line y2={height} className={classes.rule} />
                {x(tick) + LABEL_PX <= width + RIGHT && (
                  <text x={2} y={height + 16} className={classes.axis}>
                    {shortDate(tick)}
                  </text>
                )}
              </g>
            ))}
            {dataDate !== null && dataDate >= from && dataDate <= to && (
              <line x1={x(dataDate)} x2={x(dataDate)} y2={height} className={classes.dataDate} />
            )}
            {segments.map(({ id, place, clash }) =>
              clash ? (
                <rect
                  key={id}
                  x={x(clash.from)}
                  y={bottom(place) - step}
                  width={Math.max(2, x(clash.to) - x(clash.from))}
                  height={step}
                  className={classes.clash}
                />
              ) : null,
            )}
            {stateOf && <FlowStates segments={segments} stateOf={stateOf} x={x} bottom={bottom} step={step} colourOf={colourOf} />}
            {segments.map((segment) => (
              <line
                key={segment.id}
                x1={x(segment.start)}
                y1={bottom(segment.place)}
                x2={x(segment.finish)}
                y2={bottom(segment.place) - step}
                stroke={colourOf(segment.line)}
                strokeDasharray={dashOf(segment.line)}
                className={segment === here ? classes.chosen : classes.line}
              />
            ))}
            {segments.map((segment, index) => (
              <line
                key={segment.id}
                x1={x(segment.start)}
                y1={bottom(segment.place)}
                x2={x(segment.finish)}
                y2={bottom(segment.place) - step}
                className={classes.grip}
                data-movable={onEdit ? '' : undefined}
                onPointerEnter={() => setAt(index)}
                onPointerDown={(event) => onEdit && take(event, 'work', segment.id, segment.line)}
                onClick={() => !dragged && onOpen(segment.id)}
              >
                <title>{wordsOf(segment)}</title>
              </line>
            ))}
            {ghosts.map(({ id, line, place, start, finish }) => (
              <line
                key={id}
                x1={x(start)}
                y1={bottom(place)}
                x2={x(finish)}
                y2={bottom(place) - step}
                stroke={colourOf(line)}
                className={classes.ghost}
              />
            ))}
            {onEdit &&
              [...last.values()].map(({ id, line, place, finish }) => (
                <circle
                  key={line}
                  cx={x(finish)}
                  cy={bottom(place) - step}
                  r={5}
                  stroke={colourOf(line)}
                  className={classes.end}
                  onPointerDown={(event) => take(event, 'slope', id, line)}
                >
                  <title>{t('cyclogram.end_of', { name: lines[line] })}</title>
                </circle>
              ))}
            {labels.map(({ line, text, x: beside, y, end }) => (
              <text
                key={line}
                x={beside}
                y={y}
                dy="0.32em"
                textAnchor={end ? 'end' : 'start'}
                className={classes.name}
                fill={colourOf(line)}
              >
                {text}
              </text>
            ))}
          </g>
        </svg>
      </div>
      <figcaption className={classes.caption}>
        <span>{sentence}</span>
        {segments.length < flow.segments.length && (
          <span>{t('cyclogram.only_first', { shown: segments.length, works: flow.segments.length })}</span>
        )}
        <span aria-live="polite">
          {drag ? t(drag.kind === 'slope' ? 'cyclogram.sloping' : 'cyclogram.moving', { count: drag.days }) : here ? wordsOf(here) : ''}
        </span>
      </figcaption>
    </figure>
  );
}
