import type { Painter, Scene } from './scene.ts';
import { dashOf, paintScene } from './scene.ts';

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** Writes a drawing as lines of text, in paint order: what the tests compare. `roles` names the colour roles. */
export function sceneToText(scene: Scene, roles: readonly string[]): string {
  const lines: string[] = [];
  const each = (data: Float32Array, length: number, size: number, write: (values: string[]) => string): void => {
    for (let at = 0; at < length; at += size) lines.push(write(Array.from(data.subarray(at, at + size), round)));
  };
  const painter: Painter = {
    clip: (x, y, width, height) => lines.push(`zone ${round(x)} ${round(y)} ${round(width)}x${round(height)}`),
    unclip: () => undefined,
    rects: (role, data, length) => each(data, length, 4, (v) => `  rect ${roles[role]} ${v[0]},${v[1]} ${v[2]}x${v[3]}`),
    rounds: (role, data, length) => each(data, length, 5, (v) => `  round ${roles[role]} ${v[0]},${v[1]} ${v[2]}x${v[3]} r${v[4]}`),
    polygons: (role, data, length) => {
      for (let at = 0; at < length; at += 1 + data[at] * 2) {
        const points: string[] = [];
        for (let p = 0; p < data[at]; p++) points.push(`${round(data[at + 1 + p * 2])},${round(data[at + 2 + p * 2])}`);
        lines.push(`  polygon ${roles[role]} ${points.join(' ')}`);
      }
    },
    lines: (role, data, length) => {
      for (let at = 0; at < length; at += 3 + data[at] * 2) {
        const points = Array.from({ length: data[at] }, (_, p) => `${round(data[at + 3 + p * 2])},${round(data[at + 4 + p * 2])}`);
        const dash = dashOf(data[at + 2]);
        lines.push(`  line ${roles[role]} w${round(data[at + 1])}${dash.length ? ` dash ${dash.join('-')}` : ''} ${points.join(' ')}`);
      }
    },
    texts: (role, font, align, data, texts, count) => {
      for (let i = 0; i < count; i++) {
        lines.push(`  text ${roles[role]} ${font} ${align} ${round(data[i * 2])},${round(data[i * 2 + 1])} "${texts[i]}"`);
      }
    },
  };
  paintScene(scene, painter);
  return lines.join('\n');
}
