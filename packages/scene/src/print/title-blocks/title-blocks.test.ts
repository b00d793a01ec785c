import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS, marginsOf, type PrintFormat, TITLE_FIELDS } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import { sceneToText } from '../../drawing/scene-to-text.ts';
import { fitterOf } from '../../drawing/text-fitter.ts';
import { GANTT_COLOURS } from '../../gantt/colours.ts';
import { drawnFrame, ORIGIN, PAGE_WORDS } from '../../testing/drawn-plan.ts';
import { openPages } from '../draw-page.ts';
import { countCutTitles } from '../around/draw-titles.ts';
import { layOutPages } from '../lay-pages.ts';
import { TITLE_FORMS } from './index.ts';

const fitter = fitterOf(() => 6, 6);
const FORMS = ['gost', 'iso'] as const;
const formatOf = (change: Partial<PrintFormat>): PrintFormat => ({ ...DEFAULT_PRINT_FORMAT, ...change });

const plan = () => {
  const rows = Array.from({ length: 120 }, (_, row) => `t Row${row} ${row}-${row + 2}`);
  const { model } = drawnFrame(rows.join('\n'));
  return { model, span: { start: ORIGIN, finish: ORIGIN + 130 * 1440 }, words: PAGE_WORDS };
};
const textsOf = (format: PrintFormat, page: number): string[] => {
  const layout = layOutPages(plan(), format, DEFAULT_PRINT_SETTINGS, fitter);
  const { parts } = openPages(layout, { project: 'Bridge', version: 'B-12' }, fitter).page(page);
  return parts.flatMap(({ scene }) => [...sceneToText(scene, GANTT_COLOURS).matchAll(/"([^"]*)"/g)].map(([, text]) => text));
};

describe.each(FORMS)('the title block %s', (name) => {
  const form = TITLE_FORMS[name];
  if (!form) throw new Error('no form');
  it.each(['first', 'further'] as const)('is filled by the cells of its %s sheet without gap or overlap', (sheet) => {
    const { width, height, cells } = form[sheet];
    expect(cells.reduce((sum, cell) => sum + cell.width * cell.height, 0)).toBe(width * height);
    for (const cell of cells) {
      expect(cell.x >= 0 && cell.y >= 0 && cell.x + cell.width <= width && cell.y + cell.height <= height).toBe(true);
      const over = cells.filter(
        (one) =>
          one !== cell &&
          one.x < cell.x + cell.width &&
          cell.x < one.x + one.width &&
          one.y < cell.y + cell.height &&
          cell.y < one.y + one.height,
      );
      expect(over).toEqual([]);
    }
  });
  it('shows each of its fields once, on the first sheet', () => {
    const shown = form.first.cells.flatMap(({ content }) => (content && 'field' in content ? [content.field] : []));
    expect([...shown].sort()).toEqual([...TITLE_FIELDS[name]].sort());
  });
  it('keeps the margins of its frame, and says on each sheet which it is', () => {
    const format = formatOf({ title_block: name, margins: { top: 0, right: 0, bottom: 0, left: 0 } });
    expect(marginsOf(format).left).toBe(20);
    expect(textsOf(format, 0)).toContain('Bridge');
    expect(textsOf(format, 1)).toContain(name === 'gost' ? '2' : '2 / 3');
  });
});

it('of GOST has the sizes of form 3 and form 6', () => {
  const form = TITLE_FORMS.gost;
  expect([form?.first.width, form?.first.height, form?.further.width, form?.further.height]).toEqual([185, 55, 185, 15]);
});

it('writes what has no room smaller, and tells what has none even then', () => {
  const cells = (text: string) => formatOf({ title_block: 'gost', title_cells: { stage: text } });
  expect(countCutTitles(cells('P'), {}, fitter)).toBe(0);
  expect(countCutTitles(cells('Detailed'), {}, fitter)).toBe(0);
  expect(countCutTitles(cells('Detailed design of all parts of the building '.repeat(5)), {}, fitter)).toBe(1);
});

it('leaves room for those who agree and for pale words across the sheet', () => {
  const approvals = [{ role: 'Client', person: 'Vera', decision: 'Agreed', date: '01.11.2026' }];
  const format = formatOf({ title_block: 'gost', approvals, watermark: { text: 'DRAFT', share: 10 } });
  const first = textsOf(format, 0);
  for (const text of ['signature', 'Client', 'Vera', 'Agreed', '01.11.2026', 'DRAFT']) expect(first).toContain(text);
  expect(textsOf(format, 1)).not.toContain('Vera');
  expect(textsOf(format, 1)).toContain('DRAFT');
});

it('sets pictures above the texts of slots, where they are known', () => {
  const headers = { ...DEFAULT_PRINT_FORMAT.headers, upper_left: '{{logo}}\nThe builders', lower_left: '{{qr}}' };
  const layout = layOutPages(plan(), formatOf({ headers }), DEFAULT_PRINT_SETTINGS, fitter);
  const plain = layOutPages(plan(), DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS, fitter);
  expect(layout.upper[0]).toBeGreaterThan(plain.upper[0] + 40);
  const raster = { width: 4, height: 2, rgb: new Uint8Array(24), cover: null };
  const qr = [
    [true, false],
    [false, true],
  ];
  const { pictures = [], parts } = openPages(layout, {}, fitter, { logo: raster, qr }).page(0);
  expect(pictures).toHaveLength(1);
  expect(pictures[0].width / pictures[0].height).toBeCloseTo(2, 5);
  expect(parts.some(({ scene }) => scene.width === 6 && scene.height === 6)).toBe(true);
});
