import { drawnWorks, type Flow, type FlowBuffer, type FlowStroke } from '@gantry/plan-view';
import { beginScene, drawFlow, flowHeight, flowStyle, layOutFlow, newScene, openZone } from '@gantry/scene';
import { ActionIcon } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconArrowsMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chartColour } from '../../ui/charts/chart-style.ts';
import { sceneElements } from '../../ui/charts/scene-elements.tsx';
import { screenFitter } from '../../ui/charts/screen-fitter.ts';
import { shortDate } from '../../ui/gantt/labels.ts';
import classes from './cyclogram-page.module.css';
import { type FlowEdit, ghostsOf, takePlace, useFlowDrag, useFlowStroke } from './flow-drag.ts';
import { buffered, FlowHands, flowPaths, type Segment } from './flow-hands.tsx';
import { useFlowPart } from './flow-part.ts';
import { flowPicture, type FlowState } from './flow-picture.ts';

type Props = {
  flow: Flow;
  /** Minute of the data date. */
  dataDate: number | null;
  sentence: string;
  /** Chosen colours by the names of lines. */
  tints?: ReadonlyMap<string, number>;
  stateOf?(id: number): FlowState;
  nameOfWork(id: number): string;
  onOpen(id: number): void;
  onTable(): void;
  /** Null: the plan may only be read. */
  onEdit: ((edit: FlowEdit) => void) | null;
  /** The works after what is in hand, as the calculation answers. */
  tried?: Flow | null;
  buffers?: readonly FlowBuffer[];
  /** The work to walk to. */
  shown?: number | null;
  onDrag?(edit: FlowEdit | null): void;
  onSplit?(id: number): void;
  /** Moves a place over others, upwards where `by` is positive. */
  onOrder?(place: number, by: number): void;
  /** Draws works of the line of a work. */
  onDraw?(stroke: FlowStroke, like: Segment): void;
  /** Says why an act is not there. */
  onRefused?(act: 'split' | 'draw'): void;
  onUndo(): void;
  onRedo(): void;
};

const FALLBACK_WIDTH = 800;
/** Strokes that a browser draws at once without a pause. */
const MOST_DRAWN = 5000;
/** Room for what is taken hold of at the edges of the area. */
const OVER = 8;
const NO_BUFFERS: readonly FlowBuffer[] = [];

/** Places upwards, time to the right; arrows walk the works in order of start. */
export function FlowChart(props: Props) {
  const { flow, dataDate, sentence, tints, stateOf, nameOfWork, onOpen, onTable, onEdit, onUndo, onRedo } = props;
  const { tried = null, buffers = NO_BUFFERS, shown = null, onDrag, onSplit, onOrder, onDraw, onRefused } = props;
  const { t } = useTranslation();
  const drawingId = useId();
  const { ref, width: measured, height: room } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const [led, setLed] = useState<number | null>(null);
  const { places, lines } = flow;
  const svg = useRef<SVGSVGElement>(null);
  const shareAt = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = svg.current?.getBoundingClientRect();
    const [x, y] = [(clientX - (box?.left ?? 0) - left) / width, (clientY - (box?.top ?? 0) - top) / height];
    const [along, up] = down ? [y, x] : [x, 1 - y];
    return { along: Math.min(1, Math.max(0, along)), up: Math.min(1, Math.max(0, up)) };
  };
  const part = useFlowPart(flow, svg, (event) => shareAt(event));
  const { from, to } = part.shown;
  const segments = useMemo(() => flow.segments.slice(0, MOST_DRAWN), [flow]);
  const colourOf = (line: number): string => chartColour(flowStyle(line, tints?.get(lines[line]) ?? null).colour);
  const outer = Math.max(240, measured || FALLBACK_WIDTH);
  const layout = layOutFlow(part.shown, outer, room);
  const { left, top, width, height, step, down } = layout;
  const drawing = useMemo(() => {
    const scene = newScene();
    beginScene(scene, outer, flowHeight(layout));
    openZone(scene, 0, 0, outer, flowHeight(layout));
    const picture = flowPicture({ ...part.shown, segments }, { dataDate, t, tints, stateOf });
    drawFlow(scene, picture, { x: 0, y: 0, width: outer, height: room }, screenFitter());
    return sceneElements(scene, drawingId);
    // Drawn again for another flow, not for each step of a hand.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [part.shown, dataDate, t, tints, outer, room, drawingId]);
  const { pathOf } = flowPaths(part.shown, layout);
  const bottom = (place: number): number => height - place * step;
  const here = at === null ? null : segments[Math.min(at, segments.length - 1)];
  if (shown !== led) {
    setLed(shown);
    const place = segments.findIndex(({ id }) => id === shown);
    if (place >= 0) setAt(place);
    if (place >= 0) part.show(segments[place]);
  }
  const { drag, take, dragged } = useFlowDrag(
    { minutesPerPx: (to - from || 1) / (down ? height : width), down },
    (edit) => onEdit?.(edit),
    onDrag,
  );
  const pointAt = (event: { clientX: number; clientY: number }) => {
    const { along, up } = shareAt(event);
    return { place: Math.min(places.length - 1, Math.floor(up * places.length)), minute: Math.round(from + along * (to - from)) };
  };
  /** The work whose line a stroke goes on with: the one that was walked to or pointed at last. */
  const like = here ?? segments[0];
  const { stroke, begin } = useFlowStroke(pointAt, (drawn) => onDraw?.(drawn, like));
  const rest = useMemo(() => new Map(flow.segments.map(({ id, start, finish }) => [id, `${start} ${finish}`])), [flow]);
  /** The works that a hand or an act moves, where they would come to lie: as calculated, until then as drawn. */
  const ghosts = tried
    ? tried.segments.filter(({ id, start, finish }) => rest.get(id) !== `${start} ${finish}`).slice(0, MOST_DRAWN)
    : drag && drag.kind !== 'buffer'
      ? ghostsOf(segments, drag)
      : [];

  /** Answers whether a key changed the part that is shown. */
  const zoomKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const pan = shiftKey && { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    if (pan) part.pan(...(down ? ([-pan[1], pan[0]] as const) : ([pan[0], pan[1]] as const)));
    else if (key === '+' || key === '=' || key === '-') part.zoom(key !== '-');
    else if (key === '0') part.all();
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const mod = event.ctrlKey || event.metaKey;
    if (mod && (event.code === 'KeyZ' || event.code === 'KeyY')) {
      event.preventDefault();
      if (event.code === 'KeyY' || event.shiftKey) onRedo();
      else onUndo();
      return;
    }
    if (flow.axis && !mod && !event.altKey && zoomKey(event)) {
      event.preventDefault();
      return;
    }
    const days = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (mod && event.shiftKey && days !== undefined) {
      event.preventDefault();
      const sideways = event.key === 'ArrowRight' || event.key === 'ArrowLeft';
      if (here) onEdit?.({ kind: sideways ? 'work' : 'slope', id: here.id, line: here.line, days });
      return;
    }
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown') && here && onOrder) {
      event.preventDefault();
      onOrder(here.place, event.key === 'ArrowUp' ? 1 : -1);
      return;
    }
    if (!mod && event.code === 'KeyS' && here && (onSplit || onRefused)) {
      event.preventDefault();
      if (onSplit) onSplit(here.id);
      else onRefused?.('split');
      return;
    }
    if (!mod && here && (event.code === 'BracketLeft' || event.code === 'BracketRight')) {
      const handle = buffered(segments, buffers).find(({ line }) => line === here.line);
      if (handle) onEdit?.({ kind: 'buffer', id: handle.id, line: handle.line, days: event.code === 'BracketRight' ? 1 : -1 });
      return;
    }
    if (!mod && !event.altKey && event.code === 'KeyN' && here && onDraw && here.place + 1 < places.length) {
      event.preventDefault();
      const place = here.place + 1;
      onDraw({ from: { place, minute: here.finish }, to: { place, minute: here.finish + (here.finish - here.start) } }, here);
      return;
    }
    if (!mod && !event.altKey && event.code === 'KeyN' && onRefused) {
      event.preventDefault();
      onRefused('draw');
      return;
    }
    const now = at ?? -1;
    const next = { ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1, Home: 0, End: segments.length - 1 }[
      event.key
    ];
    if (next !== undefined) {
      event.preventDefault();
      const walked = Math.min(segments.length - 1, Math.max(0, next));
      setAt(walked);
      part.show(segments[walked]);
    } else if (event.key === 'Enter' && here) onOpen(here.id);
    else if (event.code === 'KeyT' && !event.ctrlKey && !event.metaKey && !event.altKey) onTable();
  };

  const strokeText = (drawn: FlowStroke): string => {
    const works = drawnWorks(drawn);
    const [first, last] = [works[0], works[works.length - 1]];
    return t('cyclogram.drawing', {
      count: works.length,
      line: lines[like.line],
      from: shortDate(first.start),
      to: shortDate(last.finish - 1),
    });
  };
  const wordsOf = ({ id, place, start, finish, clash }: Segment): string =>
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
        aria-label={`${t('cyclogram.chart')}. ${sentence} ${t('cyclogram.keys')}${onEdit ? ` ${t('cyclogram.keys_edit')}${flow.axis ? '' : ` ${t('cyclogram.keys_acts')}`}` : ''}${onDraw ? ` ${t('cyclogram.keys_draw')}` : ''}${flow.axis ? ` ${t('cyclogram.keys_zoom')}` : ''}`}
        aria-valuemin={1}
        aria-valuemax={segments.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={here ? wordsOf(here) : sentence}
        onKeyDown={onKeyDown}
      >
        {/* Layers of their own, so that a step of a hand or of a key paints none of the works again. */}
        <svg width={outer} height={flowHeight(layout)} aria-hidden className={classes.layer}>
          {drawing}
        </svg>
        <svg width={outer} height={flowHeight(layout)} aria-hidden className={classes.layer}>
          <g transform={`translate(${left} ${top})`}>
            {here && <path d={pathOf(here)} stroke={colourOf(here.line)} className={classes.chosen} />}
          </g>
        </svg>
        <svg
          ref={svg}
          width={outer}
          height={flowHeight(layout)}
          aria-hidden
          data-chart=""
          data-down={down || undefined}
          className={classes.hands}
          // Before the hands of works, which take a pointer without Alt.
          onPointerDownCapture={(event) => {
            if (!event.altKey || event.button !== 0) return;
            if (onDraw && like) begin(event);
            else onRefused?.('draw');
          }}
        >
          <svg
            x={left - OVER}
            y={top - OVER}
            width={width + 2 * OVER}
            height={height + 2 * OVER}
            viewBox={`${-OVER} ${-OVER} ${width + 2 * OVER} ${height + 2 * OVER}`}
          >
            <FlowHands
              flow={part.shown}
              segments={segments}
              layout={layout}
              buffers={buffers}
              mayEdit={onEdit !== null}
              tints={tints}
              t={t}
              colourOf={colourOf}
              wordsOf={wordsOf}
              onOver={setAt}
              onTake={(event, kind, { id, line }) => take(event, kind, id, line)}
              onOpen={({ id }) => !dragged && onOpen(id)}
            />
            {ghosts.map((ghost) => (
              <path key={ghost.id} d={pathOf(ghost)} stroke={colourOf(ghost.line)} className={classes.ghost} />
            ))}
            {stroke &&
              drawnWorks(stroke).map((work) => (
                <path key={work.place} d={pathOf(work)} stroke={colourOf(like.line)} className={classes.ghost} data-drawn="" />
              ))}
          </svg>
          <g transform={`translate(${left} ${top})`}>
            {onEdit &&
              onOrder &&
              places.map((place, index) => (
                <rect
                  key={place}
                  x={-left}
                  y={bottom(index) - step}
                  width={left}
                  height={step}
                  className={classes.place}
                  onPointerDown={(event) => takePlace(event, step, (by) => onOrder(index, by))}
                >
                  <title>{t('cyclogram.drag_place', { name: place })}</title>
                </rect>
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
          {stroke
            ? strokeText(stroke)
            : drag
              ? t(`cyclogram.${drag.kind === 'slope' ? 'sloping' : drag.kind === 'buffer' ? 'buffering' : 'moving'}`, { count: drag.days })
              : here
                ? wordsOf(here)
                : ''}
        </span>
        {flow.axis && (
          <span className={classes.zoom} role="group" aria-label={t('cyclogram.zoom')}>
            {(
              [
                ['zoom_in', IconZoomIn, () => part.zoom(true), false],
                ['zoom_out', IconZoomOut, () => part.zoom(false), !part.isZoomed],
                ['zoom_all', IconArrowsMaximize, part.all, !part.isZoomed],
              ] as const
            ).map(([name, Icon, act, disabled]) => (
              <ActionIcon
                key={name}
                size="sm"
                variant="default"
                disabled={disabled}
                aria-label={t(`cyclogram.${name}`)}
                title={t(`cyclogram.${name}`)}
                onClick={act}
              >
                <Icon size={14} />
              </ActionIcon>
            ))}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
