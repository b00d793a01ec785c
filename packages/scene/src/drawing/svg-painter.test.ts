import { describe, expect, it } from 'vitest';
import { drawSheet } from '../gantt/draw/sheet.ts';
import { GANTT_COLOURS } from '../gantt/colours.ts';
import { PRINT_COLOURS } from '../gantt/print-colours.ts';
import { drawnFrame, ORIGIN } from '../testing/drawn-plan.ts';
import { listVisible } from '../gantt/visible.ts';
import { paintScene } from './scene.ts';
import type { Sheet } from './sheet.ts';
import { sheetToSvg, type SvgStyle } from './svg-painter.ts';
import { sceneToText } from './scene-to-text.ts';

const STYLE: SvgStyle = {
  colours: PRINT_COLOURS,
  family: 'Inter',
  fonts: { regular: { size: 13, weight: 400 }, strong: { size: 13, weight: 600 }, caption: { size: 11, weight: 400 } },
};

function sheet(): Sheet {
  const { model, view, fitter } = drawnFrame('s House 0-9\n  t Walls<&> 0-5\n  > Done 9-9', ['Walls<&> fs Done'], (made, window) => {
    window.width = 500;
    window.gridWidth = 200;
    made.marks = [{ minute: ORIGIN + 4 * 1440, label: 'Today', kind: 'today' }];
    made.histogram = { title: 'Crew', starts: Int32Array.from([ORIGIN]), values: Float32Array.from([4]), limits: null, format: String };
  });
  listVisible(model.rows, model.visible);
  return drawSheet(model, view, fitter, { header: 40, histogram: 60 });
}

describe('a sheet', () => {
  it('holds header, rows and histogram one below the other', () => {
    const { width, height, parts } = sheet();
    expect([width, height, ...parts.map(({ y }) => y)]).toEqual([500, 200, 0, 40, 140]);
    expect(sceneToText(parts[0].scene, GANTT_COLOURS)).toContain('"Name"');
    expect(sceneToText(parts[1].scene, GANTT_COLOURS)).toContain('"House"');
    expect(sceneToText(parts[2].scene, GANTT_COLOURS)).toContain('"Crew"');
  });
  it('turns and covers parts as they stand on paper, and holds its pictures', () => {
    const [part] = sheet().parts;
    const raster = { width: 1, height: 1, rgb: new Uint8Array(3), cover: null };
    const turned: Sheet = {
      width: 90,
      height: 60,
      parts: [{ scene: part.scene, x: 30, y: 0, turn: 90, scale: 0.5, alpha: 0.2 }],
      pictures: [{ raster, x: 1, y: 2, width: 3, height: 4 }],
    };
    expect(sheetToSvg(turned, STYLE)).toContain('<g transform="matrix(0 0.5 -0.5 0 30 0)" opacity="0.2">');
    expect(sheetToSvg(turned, STYLE)).not.toContain('<image');
    expect(sheetToSvg(turned, { ...STYLE, addressOf: () => 'data:a&b' })).toContain(
      '<image x="1" y="2" width="3" height="4" href="data:a&amp;b"/>',
    );
  });
  it('becomes an SVG document with each primitive of the scenes', () => {
    const drawn = sheet();
    const svg = sheetToSvg(drawn, STYLE);
    const count = (pattern: RegExp): number => svg.match(pattern)?.length ?? 0;
    const wanted = { rects: 0, rounds: 0, polygons: 0, texts: 0 };
    for (const { scene } of drawn.parts) {
      paintScene(scene, {
        clip: () => undefined,
        unclip: () => undefined,
        rects: (_, _data, length) => void (wanted.rects += length / 4),
        rounds: (_, _data, length) => void (wanted.rounds += length / 5),
        polygons: (_, data, length) => {
          for (let at = 0; at < length; at += 1 + data[at] * 2) wanted.polygons++;
        },
        lines: () => undefined,
        texts: (_role, _font, _align, _data, _texts, many) => void (wanted.texts += many),
      });
    }
    expect(wanted.texts).toBeGreaterThan(8);
    expect(count(/<text /g)).toBe(wanted.texts);
    expect(count(/rx="/g)).toBe(wanted.rounds);
    expect(count(/h-/g)).toBe(wanted.rects);
    expect(count(/z(?=["M])/g)).toBe(wanted.rects + wanted.polygons);
    expect(svg).toContain('>Walls&lt;&amp;&gt;</text>');
    expect(svg).toContain('translate(0 140)');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(count(/<g[ >]/g)).toBe(count(/<\/g>/g));
  });
});
