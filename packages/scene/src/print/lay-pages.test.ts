import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS, type PrintFormat, type PrintSettings } from '@gantry/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PdfFonts } from '../drawing/pdf/pdf-fonts.ts';
import { openPdf } from '../drawing/pdf/pdf-painter.ts';
import { fitterOf } from '../drawing/text-fitter.ts';
import { GANTT_COLOURS } from '../gantt/colours.ts';
import { PRINT_INKS } from '../gantt/print-colours.ts';
import { sceneToText } from '../drawing/scene-to-text.ts';
import { planOf, printedPlans, printFormats, printSettings } from '../testing/random-prints.ts';
import { bookmarksOf } from './bookmarks.ts';
import { openPages } from './draw-page.ts';
import { heightOfRows, layOutPages, pageAt, placeOfPage, tileName, topOfRow } from './lay-pages.ts';
import { HEADER, ROW } from './measures.ts';
import type { PrintedPlan } from './plan.ts';

const fitter = fitterOf(() => 6, 6);

describe('pages', () => {
  it('show each row, each column and each day once, inside the margins, whatever the settings', () => {
    fc.assert(
      fc.property(printedPlans, printFormats, printSettings, (printed, sheet, chosen) => {
        const layout = layOutPages(printed, sheet, chosen, fitter);
        const { tiles, bands, pages } = layout;
        expect(pages).toBe(tiles.length * bands.length);
        // Rows one after the other, each on one row of sheets.
        bands.forEach(({ from }, index) => expect(from).toBe(index === 0 ? 0 : bands[index - 1].to));
        expect(bands[bands.length - 1].to).toBe(printed.model.visible.count);
        // Each column somewhere; those that are not repeated once.
        const shown = tiles.flatMap(({ columns }) => columns);
        const repeated = new Set(printed.model.columns.flatMap(({ frozen }, index) => (frozen && chosen.repeat_columns ? [index] : [])));
        printed.model.columns.forEach((_, index) => {
          const times = shown.filter((each) => each === index).length;
          if (repeated.has(index)) expect(times).toBeGreaterThan(0);
          else expect(times).toBe(1);
        });
        // Time without gap or overlap, unless it is written that it did not fit.
        const charts = tiles.filter(({ chart }) => chart > 0);
        if (printed.span && charts.length > 0) {
          expect(charts[0].from).toBe(printed.span.start);
          charts.slice(1).forEach(({ from }, index) => expect(from).toBe(charts[index].to));
          expect(charts[charts.length - 1].to).toBeGreaterThanOrEqual(printed.span.finish);
        } else if (printed.span) expect(layout.warnings.map(({ code }) => code)).toContain('too_wide');
        const written = new Set(layout.warnings.map(({ code }) => code));
        if (chosen.wide.fit !== 'true' && !written.has('too_wide')) expect(tiles.length).toBeLessThanOrEqual(chosen.wide.pages);
        if (chosen.wide.fit === 'exact' && printed.span && !written.has('too_wide')) expect(tiles.length).toBe(chosen.wide.pages);
        if (chosen.tall.fit === 'most' && !written.has('too_tall')) expect(bands.length).toBeLessThanOrEqual(chosen.tall.pages);
        // What is drawn stays inside the margins.
        const wide = layout.inner.width / layout.scale;
        for (const { grid, chart } of tiles) expect(grid + chart).toBeLessThanOrEqual(wide + 0.5);
        const painter = openPages(layout, {}, fitter);
        for (const page of new Set([0, pages >> 1, pages - 1])) {
          const { tile, band } = placeOfPage(layout, page);
          expect(pageAt(layout, tile, band)).toBe(page);
          const { parts } = painter.page(page);
          const alone = bands[band].to - bands[band].from === 1;
          for (const { scene, x, y, scale = 1, turn } of parts) {
            if (turn !== undefined) continue;
            expect(x + scene.width * scale).toBeLessThanOrEqual(layout.frame.x + layout.frame.width + 1.5);
            if (!alone) expect(y + scene.height * scale).toBeLessThanOrEqual(layout.frame.y + layout.frame.height + 1.5);
          }
        }
      }),
      { numRuns: Number(process.env['PROPERTY_CASES'] ?? 100) },
    );
  });

  it('are as many in the file as were counted', async () => {
    const latin: PdfFonts = {
      regular: { size: 13, font: { helvetica: 'regular' } },
      strong: { size: 13, font: { helvetica: 'bold' } },
      caption: { size: 11, font: { helvetica: 'regular' } },
    };
    const about = { title: '', author: '', subject: '', language: 'en', created: '2026-01-01T00:00:00Z', id: '0'.repeat(32) };
    await fc.assert(
      fc.asyncProperty(printedPlans, printFormats, printSettings, fc.boolean(), async (printed, sheet, chosen, tagged) => {
        const layout = layOutPages(printed, sheet, chosen, fitter);
        fc.pre(layout.pages <= 30);
        const write = async (): Promise<string> => {
          const parts: Buffer[] = [];
          const put = (bytes: Uint8Array): void => void parts.push(Buffer.from(bytes));
          const pdf = openPdf({ colours: PRINT_INKS.black, fonts: latin }, { about, tagged, deflate: async (bytes) => bytes, put });
          const painter = openPages(layout, {}, fitter);
          for (let page = 0; page < layout.pages; page++) await pdf.add(painter.page(page));
          await pdf.close(bookmarksOf(layout));
          return Buffer.concat(parts).toString('latin1');
        };
        const file = await write();
        // Nothing in a file depends on what was drawn before it.
        if (layout.pages <= 3) expect(await write()).toBe(file);
        expect(Number(/\/Type \/Pages \/Count (\d+)/.exec(file)?.[1])).toBe(layout.pages);
        expect(file.match(/\/Type \/Page /g)).toHaveLength(layout.pages);
        expect(file).not.toMatch(/NaN|undefined|Infinity/);
      }),
      // The same five hundred each time; others where more are asked for.
      process.env['PROPERTY_CASES'] ? { numRuns: Number(process.env['PROPERTY_CASES']) } : { numRuns: 500, seed: 17 },
    );
  }, 120_000);

  const textsOf = (printed: PrintedPlan, sheet: Partial<PrintFormat>, chosen: Partial<PrintSettings>, page: number): string => {
    const layout = layOutPages(printed, { ...DEFAULT_PRINT_FORMAT, ...sheet }, { ...DEFAULT_PRINT_SETTINGS, ...chosen }, fitter);
    const { parts } = openPages(layout, { project: 'Bridge' }, fitter).page(page);
    return parts.map(({ scene }) => sceneToText(scene, GANTT_COLOURS)).join('\n');
  };

  it('never leave a phase alone at the foot of a page', () => {
    const printed = planOf([3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3], [200], 1, 60);
    const layout = layOutPages(printed, { ...DEFAULT_PRINT_FORMAT, text_size: 14 }, DEFAULT_PRINT_SETTINGS, fitter);
    expect(layout.bands.length).toBeGreaterThan(1);
    for (const { to } of layout.bands.slice(0, -1)) expect(printed.model.columns[0].text(to - 1)).toMatch(/^T/);
  });

  it('say in which phase they go on, and bear the titles of the first page there alone', () => {
    const printed = planOf([90], [200], 1, 60);
    const sheet = { titles: { ...DEFAULT_PRINT_FORMAT.titles, upper_centre: 'Master schedule' }, text_size: 10 };
    expect(textsOf(printed, sheet, {}, 0)).toContain('"Master schedule"');
    const second = textsOf(printed, sheet, {}, 1);
    expect(second).not.toContain('Master schedule');
    expect(second).toContain('"… P0"');
    expect(second).toContain('"Bridge"');
    expect(second).toContain('"2 / 3"');
  });

  it('begin a page with each phase of the chosen level', () => {
    const layout = layOutPages(
      planOf([2, 3, 4], [200], 1, 60),
      DEFAULT_PRINT_FORMAT,
      { ...DEFAULT_PRINT_SETTINGS, break_level: 1 },
      fitter,
    );
    expect(layout.bands.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 7],
      [7, 12],
    ]);
  });

  it('count what a sheet holds: a page more where one row more comes', () => {
    const rows = (count: number) =>
      layOutPages(planOf([count - 1], [200], 1, 60), { ...DEFAULT_PRINT_FORMAT, legend: 'none' }, DEFAULT_PRINT_SETTINGS, fitter);
    const { inner, upper, lower, scale } = rows(10);
    const most = Math.floor(((inner.height - upper[0] - lower[0]) / scale - HEADER) / ROW);
    expect([rows(most).pages, rows(most + 1).pages]).toEqual([1, 2]);
  });

  it('break long texts into lines, whole, and give each row the height that it needs', () => {
    const printed = planOf([40], [120], 1, 60);
    const [tree] = printed.model.columns;
    const long = 'Erection of steel structures of the roof with acceptance of welds';
    tree.text = (row) => (row % 3 === 1 ? long : `T${row}`);
    const cut = layOutPages(printed, DEFAULT_PRINT_FORMAT, { ...DEFAULT_PRINT_SETTINGS, row_text: 'cut' }, fitter);
    const layout = layOutPages(printed, DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS, fitter);
    const heights = Array.from({ length: 41 }, (_, place) => heightOfRows(layout.rowTops, place, place + 1));
    expect([heights[1] > heights[0], heights[0], cut.rowTops]).toEqual([true, ROW, null]);
    expect(layout.pages).toBeGreaterThan(cut.pages);
    const { inner, upper, lower, scale, bands } = layout;
    for (const { from, to } of bands)
      expect((HEADER + heightOfRows(layout.rowTops, from, to)) * scale).toBeLessThanOrEqual(inner.height - upper[1] - lower[1]);
    const [page] = [openPages(layout, {}, fitter).page(0)];
    const texts = page.parts
      .flatMap(({ scene }) => sceneToText(scene, GANTT_COLOURS).match(/"[^"]*"/g) ?? [])
      .join(' ')
      .replaceAll('"', '');
    expect(texts.split('Erection of').length - 1).toBe(heights.slice(bands[0].from, bands[0].to).filter((each) => each > ROW).length);
    expect(texts).not.toContain('…');
  });

  it('count a name that is cut, by however little', () => {
    const printed = planOf([3], [160], 1, 60);
    const [tree] = printed.model.columns;
    const counts = Array.from({ length: 60 }, (_, length) => {
      tree.text = () => 'wall '.repeat(length + 1).trim();
      const layout = layOutPages(printed, DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS, fitter);
      const { parts } = openPages(layout, {}, fitter).page(0);
      const drawn = parts.flatMap(({ scene }) => sceneToText(scene, GANTT_COLOURS).match(/"[^"]*…"/g) ?? []).length;
      return [drawn, layout.warnings.find(({ code }) => code === 'names_cut')?.value ?? 0];
    });
    for (const [drawn, counted] of counts) expect(counted).toBe(drawn);
    expect([counts[0][1], counts[59][1]]).toEqual([0, 4]);
  });

  it('say where relations go on that their edge cuts, and lead there', () => {
    const printed = planOf([90], [200], 1, 100, ['T0-2 fs T0-80', 'T0-85 fs T0-3']);
    const layout = layOutPages(printed, { ...DEFAULT_PRINT_FORMAT, text_size: 10 }, DEFAULT_PRINT_SETTINGS, fitter);
    const painter = openPages(layout, {}, fitter);
    const tagsOf = (page: number) => {
      const { parts, links = [] } = painter.page(page);
      const texts = parts.flatMap(({ scene }) => sceneToText(scene, GANTT_COLOURS).match(/[→←] [^"]*/g) ?? []);
      return { texts, links: links.map((link) => [link.page, Math.round(link.top)]) };
    };
    const topOf = (place: number) => {
      const band = layout.bands.findIndex(({ from, to }) => place >= from && place < to);
      return [band, Math.round(topOfRow(layout, band, place))];
    };
    expect(layout.pages).toBe(3);
    expect(tagsOf(0)).toEqual({ texts: ['→ p. 3: T0-80', '← p. 3: T0-85'], links: [topOf(81), topOf(86)] });
    expect(tagsOf(1)).toEqual({ texts: [], links: [] });
    expect(tagsOf(2)).toEqual({ texts: ['← p. 1: T0-2', '→ p. 1: T0-3'], links: [topOf(3), topOf(4)] });
  });

  it('draw each relation to its end, and tag both ends of each that an edge cuts, whatever the plan', () => {
    const drawn = fc
      .tuple(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(159), fc.nat(159), fc.constantFrom('fs', 'ss', 'ff', 'sf')), { maxLength: 40 }),
      )
      .map(([phases, pairs]) => {
        const names = phases.flatMap((tasks, phase) => Array.from({ length: tasks }, (_, task) => `T${phase}-${task}`));
        // Relations that enter one end share its head.
        const ends = new Map(pairs.map(([from, to, type]) => [to % names.length, [from % names.length, type] as const]));
        const ties = [...ends].flatMap(([to, [from, type]]) => (from === to ? [] : [`${names[from]} ${type} ${names[to]}`]));
        return { phases, ties };
      });
    fc.assert(
      fc.property(drawn, fc.integer({ min: 8, max: 14 }), ({ phases, ties }, text_size) => {
        const printed = planOf(phases, [200], 1, 60, ties);
        const wide = { fit: 'most' as const, pages: 1 };
        const layout = layOutPages(
          printed,
          { ...DEFAULT_PRINT_FORMAT, text_size, legend: 'none' },
          { ...DEFAULT_PRINT_SETTINGS, wide },
          fitter,
        );
        fc.pre(layout.tiles.length === 1);
        const painter = openPages(layout, {}, fitter);
        const counts = { heads: 0, tags: 0 };
        for (let page = 0; page < layout.pages; page++) {
          const text = painter
            .page(page)
            .parts.map(({ scene }) => sceneToText(scene, GANTT_COLOURS))
            .join('\n');
          counts.heads += text.match(/^ {2}polygon link/gm)?.length ?? 0;
          counts.tags += text.match(/"[→←] p\. \d+: /g)?.length ?? 0;
          for (const [, more] of text.matchAll(/"\+(\d+)"/g)) counts.tags += Number(more);
        }
        const { links, visible } = printed.model;
        const bandOfRow = (row: number) =>
          layout.bands.findIndex(({ from, to }) => visible.indexOf[row] >= from && visible.indexOf[row] < to);
        const cut = ties.filter((_, link) => bandOfRow(links.predecessor[link]) !== bandOfRow(links.successor[link])).length;
        expect(counts).toEqual({ heads: ties.length, tags: 2 * cut });
      }),
      { numRuns: Number(process.env['PROPERTY_CASES'] ?? 100) },
    );
  }, 60_000);

  it('are called by their place', () => {
    expect([tileName({ tile: 0, band: 0 }), tileName({ tile: 27, band: 11 })]).toEqual(['A1', 'AB12']);
  });
});
