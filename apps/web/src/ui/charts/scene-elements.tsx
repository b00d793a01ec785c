import { dashOf, paintScene, type Scene } from '@gantry/scene';
import type { ReactElement } from 'react';
import { CHART_STYLE } from './chart-style.ts';

const ANCHOR = { left: 'start', center: 'middle', right: 'end' } as const;
const { colours, fonts } = CHART_STYLE;

/** The primitives of a drawing as elements of an SVG: the page takes no markup from texts. `id` keeps several drawings of a page apart. */
export function sceneElements(scene: Scene, id: string): ReactElement[] {
  const zones: ReactElement[] = [];
  let clip: ReactElement | null = null;
  let inside: ReactElement[] = [];
  const key = (): string => String(inside.length);
  const shape = (role: number, d: string): void => void inside.push(<path key={key()} fill={colours[role]} d={d} />);
  paintScene(scene, {
    clip(x, y, width, height) {
      inside = [];
      clip = (
        <clipPath id={`${id}${zones.length}`}>
          <rect x={x} y={y} width={width} height={height} />
        </clipPath>
      );
    },
    unclip() {
      zones.push(
        <g key={zones.length} clipPath={`url(#${id}${zones.length})`}>
          {clip}
          {inside}
        </g>,
      );
    },
    rects(role, data, length) {
      let d = '';
      for (let at = 0; at < length; at += 4) d += `M${data[at]} ${data[at + 1]}h${data[at + 2]}v${data[at + 3]}h${-data[at + 2]}z`;
      shape(role, d);
    },
    rounds(role, data, length) {
      for (let at = 0; at < length; at += 5)
        inside.push(
          <rect
            key={key()}
            fill={colours[role]}
            x={data[at]}
            y={data[at + 1]}
            width={data[at + 2]}
            height={data[at + 3]}
            rx={data[at + 4]}
          />,
        );
    },
    polygons(role, data, length) {
      let d = '';
      for (let at = 0; at < length; at += 1 + data[at] * 2) d += `M${pointsOf(data, at + 1, data[at]).join('L')}z`;
      shape(role, d);
    },
    lines(role, data, length) {
      for (let at = 0; at < length; at += 3 + data[at] * 2)
        inside.push(
          <path
            key={key()}
            fill="none"
            stroke={colours[role]}
            strokeWidth={data[at + 1]}
            strokeLinejoin="round"
            strokeDasharray={dashOf(data[at + 2]).join(' ') || undefined}
            d={`M${pointsOf(data, at + 3, data[at]).join('L')}`}
          />,
        );
    },
    texts(role, font, align, data, texts, count) {
      const { size, weight } = fonts[font];
      inside.push(
        <g key={key()} fill={colours[role]} fontSize={size} fontWeight={weight} textAnchor={ANCHOR[align]}>
          {texts.slice(0, count).map((text, index) => (
            // The order of what is drawn is all that tells texts apart.
            // oxlint-disable-next-line react/no-array-index-key
            <text key={index} x={data[index * 2]} y={data[index * 2 + 1] + size * 0.35}>
              {text}
            </text>
          ))}
        </g>,
      );
    },
  });
  return zones;
}

const round = (value: number): number => Math.round(value * 100) / 100;
const pointsOf = (data: Float32Array, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, point) => `${round(data[from + point * 2])} ${round(data[from + point * 2 + 1])}`);
