import { SegmentedControl, Select } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import type { Body, Storey } from './primitive-models.model.ts';
import { drawnBetween, drawnThrough, outlineOf, PLAN_RATIO, type Point, snapped, windowOf } from './primitive-models.plan.model.ts';
import classes from './primitives.module.css';

const TOOLS = ['move', 'box', 'cylinder', 'prism'] as const;
type Tool = (typeof TOOLS)[number];
const STEPS = [0.1, 0.5, 1];
/** A prism ends where its first corner is met again. */
const CLOSE_STEPS = 0.6;

type Drawn = Pick<Body, 'x' | 'y' | 'shape'>;
type Props = {
  storeys: readonly Storey[];
  items: readonly Body[];
  onDraw: (drawn: Drawn, storey: number) => void;
  onMove: (index: number, to: { x: number; y: number }) => void;
};

/** The bodies of a storey from above: drawn with the pointer, moved with it or with arrows. All else of a body stands in the table below. */
export function BodiesPlan({ storeys, items, onDraw, onMove }: Props) {
  const { t } = useTranslation();
  const svg = useRef<SVGSVGElement>(null);
  const [storey, setStorey] = useState(0);
  const [tool, setTool] = useState<Tool>('box');
  const [step, setStep] = useState(0.5);
  const [chosen, setChosen] = useState<string | null>(null);
  const [drag, setDrag] = useState<{ from: Point; to: Point; body: Body | null } | null>(null);
  const [corners, setCorners] = useState<readonly Point[]>([]);
  const shown = Math.min(storey, storeys.length - 1);
  const seen = useMemo(() => windowOf(items), [items]);
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = svg.current?.getBoundingClientRect();
    if (!box?.width || !box.height) return [0, 0];
    const [right, up] = [(clientX - box.left) / box.width, (box.bottom - clientY) / box.height];
    return snapped([seen.left + right * seen.width, seen.bottom + up * seen.height], step);
  };
  const finish = (points: readonly Point[]): void => {
    const drawn = drawnThrough(points);
    if (drawn) onDraw(drawn, shown);
    setCorners([]);
  };
  const down = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0) return;
    const point = at(event);
    if (tool === 'prism') {
      const [first] = corners;
      const isClosed = first && corners.length > 2 && Math.hypot(first[0] - point[0], first[1] - point[1]) < step * CLOSE_STEPS;
      return isClosed ? finish(corners) : setCorners([...corners, point]);
    }
    const key = event.target instanceof Element ? event.target.getAttribute('data-key') : null;
    const body = tool === 'move' ? (items.find((one) => one.key === key) ?? null) : null;
    if (tool === 'move') setChosen(body?.key ?? null);
    if (tool === 'move' && !body) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: point, to: point, body });
  };
  const up = (): void => {
    if (!drag) return;
    const { from, to, body } = drag;
    setDrag(null);
    if (body) {
      const [x, y] = [body.x + to[0] - from[0], body.y + to[1] - from[1]];
      if (x !== body.x || y !== body.y)
        onMove(
          items.findIndex(({ key }) => key === body.key),
          { x, y },
        );
      return;
    }
    const drawn = tool === 'box' || tool === 'cylinder' ? drawnBetween(tool, from, to) : null;
    if (drawn) onDraw(drawn, shown);
  };
  const press = (event: KeyboardEvent): void => {
    const ways: Record<string, Point> = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const way = ways[event.key];
    const index = items.findIndex(({ key }) => key === chosen);
    if (way && index >= 0) onMove(index, { x: items[index].x + way[0], y: items[index].y + way[1] });
    else if (event.key === 'Enter' && corners.length) finish(corners);
    else if (event.key === 'Escape' && (corners.length || drag)) {
      setCorners([]);
      setDrag(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const path = (points: readonly Point[]): string => points.map(([x, y]) => `${x},${-y}`).join(' ');
  const ghost = drag && !drag.body && (tool === 'box' || tool === 'cylinder') ? drawnBetween(tool, drag.from, drag.to) : null;
  const moved = (body: Body): Body =>
    drag?.body?.key === body.key ? { ...body, x: body.x + drag.to[0] - drag.from[0], y: body.y + drag.to[1] - drag.from[1] } : body;
  const hair = seen.width / 600;
  return (
    <div className={classes.plan}>
      <div className={classes.line}>
        <SegmentedControl
          size="xs"
          aria-label={t('primitive_model.tool')}
          value={tool}
          data={TOOLS.map((value) => ({ value, label: t(value === 'move' ? 'primitive_model.move' : `primitive_model.kind_${value}`) }))}
          onChange={(next) => {
            setTool(next);
            setCorners([]);
          }}
        />
        <Select
          size="xs"
          w={180}
          allowDeselect={false}
          aria-label={t('primitive_model.shown_storey')}
          value={String(shown)}
          data={storeys.map(({ name }, index) => ({ value: String(index), label: name || `${index + 1}` }))}
          onChange={(value) => setStorey(Number(value))}
        />
        <Select
          size="xs"
          w={90}
          allowDeselect={false}
          aria-label={t('primitive_model.grid')}
          value={String(step)}
          data={STEPS.map((value) => ({
            value: String(value),
            label: `${formatNumber(value, { decimals: value < 1 ? 1 : 0 })} ${t('model.unit_length')}`,
          }))}
          onChange={(value) => setStep(Number(value))}
        />
        <span className={classes.note}>{t(`primitive_model.how_${tool}`)}</span>
      </div>
      {/* Arrows move the body that is chosen; every number of it stands in the table. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        ref={svg}
        className={classes.drawing}
        style={{ aspectRatio: PLAN_RATIO }}
        data-tool={tool}
        role="application"
        aria-label={t('primitive_model.plan')}
        tabIndex={0}
        viewBox={`${seen.left} ${-(seen.bottom + seen.height)} ${seen.width} ${seen.height}`}
        onPointerDown={down}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: at(event) })}
        onPointerUp={up}
        onPointerCancel={() => setDrag(null)}
        onKeyDown={press}
      >
        <line x1={seen.left} x2={seen.left + seen.width} y1={0} y2={0} className={classes.axis} strokeWidth={hair} />
        <line x1={0} x2={0} y1={-seen.bottom} y2={-(seen.bottom + seen.height)} className={classes.axis} strokeWidth={hair} />
        {items
          .filter((body) => body.storey === shown - 1 || body.storey === shown)
          .toSorted((a, b) => a.storey - b.storey)
          .map((body) => (
            <polygon
              key={body.key}
              data-key={body.storey === shown ? body.key : undefined}
              data-chosen={body.key === chosen || undefined}
              className={body.storey === shown ? classes.body : classes.below}
              points={path(outlineOf(moved(body)))}
              strokeWidth={hair * 1.5}
            >
              <title>{body.name}</title>
            </polygon>
          ))}
        {ghost && <polygon className={classes.ghost} points={path(outlineOf({ ...ghost, rotation: 0 }))} strokeWidth={hair * 2} />}
        {corners.length > 0 && <polyline className={classes.ghost} points={path(corners)} strokeWidth={hair * 2} />}
        {corners.map(([x, y], index) => (
          <circle key={index} className={classes.corner} cx={x} cy={-y} r={hair * 4} />
        ))}
      </svg>
    </div>
  );
}
