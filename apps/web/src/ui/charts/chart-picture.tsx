import { beginScene, LINE_DASHES, type LineStyle, newScene, openZone, type Scene } from '@gantry/scene';
import { type PointerEventHandler, type MouseEventHandler, useId } from 'react';
import { chartColour } from './chart-style.ts';
import { sceneElements } from './scene-elements.tsx';
import classes from './chart-picture.module.css';

type Props = {
  width: number;
  height: number;
  draw(scene: Scene): void;
  /** Whether a click opens what is behind a point. */
  opens?: boolean;
  onPointerMove?: PointerEventHandler;
  onPointerLeave?: PointerEventHandler;
  onClick?: MouseEventHandler | undefined;
};

/** A drawing as an SVG in the colours of the theme. What it shows is told beside it. */
export function ChartPicture({ width, height, draw, opens = false, ...hands }: Props) {
  const id = useId();
  const scene = newScene();
  beginScene(scene, width, height);
  openZone(scene, 0, 0, width, height);
  draw(scene);
  return (
    <svg className={classes.picture} width={width} height={height} data-chart="" data-opens={opens ? '' : undefined} aria-hidden {...hands}>
      {sceneElements(scene, id)}
    </svg>
  );
}

/** How a line is drawn, beside its name. */
export function LineSample({ style: { colour, width, dash = 'solid' } }: { style: LineStyle }) {
  return (
    <svg width={18} height={8} aria-hidden>
      <line x1={0} x2={18} y1={4} y2={4} stroke={chartColour(colour)} strokeWidth={width} strokeDasharray={LINE_DASHES[dash].join(' ')} />
    </svg>
  );
}
