import type { ByteBuffer } from './byte-buffer.ts';
import type { Ink } from '../ink.ts';
import { plainInk } from '../ink.ts';
import type { PdfFontBook, PdfFonts } from './pdf-fonts.ts';
import { pdfWidth } from './pdf-fonts.ts';
import type { CellPlace, Painter } from '../scene.ts';
import { dashOf, paintScene } from '../scene.ts';
import { matrixOf, type Raster, type Sheet } from '../sheet.ts';

/** What each role is painted with, by its number, and how each font role is written. */
export type PdfStyle = { colours: readonly Ink[]; fonts: PdfFonts };

/** Things that pages share; a page names them, and the document writes them once. */
export type PdfShared = { alphas: Set<number>; hatches: Set<number>; rasters: Map<Raster, string> };

/** Points to a CSS pixel. */
export const POINTS = 0.75;
/** How far the handles of a quarter circle's curve lie from its ends, as a share of the radius. */
const KAPPA = 0.5523;
/** Scenes give the middle of a line; so much of the size below it lies the base line. */
const BASE_LINE = 0.35;

const hundredths = (value: number): number => Math.round(value * 100);
const fine = (value: number): string => String(Math.round(value * 1e5) / 1e5);

/** Three shares of a colour `#rrggbb`. */
export function sharesOf(colour: string): string {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255].map((part) => String(Math.round((part / 255) * 1000) / 1000)).join(' ');
}

/** The content of a page. The cells of its texts go to `cells` by their number on the page; null where nobody is read to. */
export function contentOf(
  out: ByteBuffer,
  sheet: Sheet,
  style: PdfStyle,
  book: PdfFontBook,
  shared: PdfShared,
  cells: CellPlace[] | null,
): Uint8Array {
  // From here on pixels count down from the upper left corner, as on the screen.
  out.text(`${POINTS} 0 0 ${-POINTS} 0 `);
  out.number(sheet.height * POINTS);
  out.text(' cm');
  for (const part of sheet.parts) {
    const [a, b, c, d, e, f] = matrixOf(part);
    out.text(`\nq ${fine(a)} ${fine(b)} ${fine(c)} ${fine(d)} `);
    out.number(e);
    out.text(' ');
    out.number(f);
    out.text(' cm');
    if (part.alpha !== undefined) {
      const alpha = Math.round(part.alpha * 100);
      shared.alphas.add(alpha);
      out.text(`\n/A${alpha} gs`);
    }
    paintScene(part.scene, painterTo(out, style, book, shared, cells, part.alpha === undefined));
    out.text('\nQ');
  }
  for (const { raster, x, y, width, height, place } of sheet.pictures ?? []) {
    const name = shared.rasters.get(raster) ?? `I${shared.rasters.size}`;
    shared.rasters.set(raster, name);
    const mark = place === undefined ? '/Artifact BMC' : `/Figure << /MCID ${(cells?.push(place) ?? 0) - 1} >> BDC`;
    out.text(`${cells ? `\n${mark}` : ''}\nq ${fine(width)} 0 0 ${fine(-height)} ${fine(x)} ${fine(y + height)} cm /${name} Do Q`);
    if (cells) out.text('\nEMC');
  }
  return out.take();
}

function painterTo(
  out: ByteBuffer,
  { colours, fonts }: PdfStyle,
  book: PdfFontBook,
  shared: PdfShared,
  cells: CellPlace[] | null,
  solid: boolean,
): Painter {
  const known: string[] = [];
  const zone = { left: 0, top: 0, right: 0, bottom: 0 };
  const begin = cells ? '\n/Artifact BMC' : '';
  const end = cells ? '\nEMC' : '';
  const shares = (role: number): string => (known[role] ??= sharesOf(plainInk(colours[role])));
  const span = (whole: string): void => {
    out.text('\n/Span << /ActualText (\xfe\xff');
    for (let at = 0; at < whole.length; at++) out.pair(whole.charCodeAt(at));
    out.text(') >> BDC');
  };
  const fill = (role: number): void => {
    const ink = colours[role];
    if (typeof ink === 'string') return out.text(`${begin}\n${shares(role)} rg`);
    shared.hatches.add(role);
    out.text(`${begin}\n/Pattern cs /H${role} scn`);
  };
  const done = (): void => out.text(`\nf${end}`);
  const rectangle = (x: number, y: number, width: number, height: number): void => {
    out.text('\n');
    out.number(x);
    out.text(' ');
    out.number(y);
    out.text(' ');
    out.number(width);
    out.text(' ');
    out.number(height);
  };
  /** Fills the shapes without their edges and strokes these as wide as two radii, with round corners. */
  const strokedRounds = (role: number, data: Float32Array, length: number): void => {
    const colour = shares(role);
    out.text(`${begin}\n${colour} rg ${colour} RG 1 j`);
    let wide = -1;
    for (let at = 0; at < length; at += 5) {
      const radius = data[at + 4];
      if (radius > 0 && radius !== wide) {
        wide = radius;
        out.text('\n');
        out.number(2 * radius);
        out.text(' w');
      }
      rectangle(data[at] + radius, data[at + 1] + radius, data[at + 2] - 2 * radius, data[at + 3] - 2 * radius);
      // A stroke of no width is drawn all the same.
      out.text(radius > 0 ? ' re B' : ' re f');
    }
    out.text(end);
  };
  return {
    clip(x, y, width, height) {
      Object.assign(zone, { left: x, top: y, right: x + width, bottom: y + height });
      out.text('\nq');
      rectangle(x, y, width, height);
      out.text(' re W n');
    },
    unclip: () => out.text('\nQ'),
    rects(role, data, length) {
      fill(role);
      for (let at = 0; at < length; at += 4) {
        rectangle(data[at], data[at + 1], data[at + 2], data[at + 3]);
        out.text(' re');
      }
      done();
    },
    rounds(role, data, length) {
      // A thick stroke with round corners is the shorter way; with a transparent or a hatched one, some programs show where it meets the shape.
      if (solid && typeof colours[role] === 'string') return strokedRounds(role, data, length);
      fill(role);
      for (let at = 0; at < length; at += 5) round(out, data[at], data[at + 1], data[at + 2], data[at + 3], data[at + 4]);
      done();
    },
    polygons(role, data, length) {
      fill(role);
      for (let at = 0; at < length; at += 1 + data[at] * 2) {
        for (let point = 0; point < data[at]; point++) {
          out.text(point === 0 ? '\n' : ' ');
          out.number(data[at + 1 + point * 2]);
          out.text(' ');
          out.number(data[at + 2 + point * 2]);
          out.text(point === 0 ? ' m' : ' l');
        }
        out.text(' h');
      }
      done();
    },
    lines(role, data, length) {
      // Round joints and ends, as the rounds below have them; the pattern is put back, because other strokes have none.
      out.text(`${begin}\n${shares(role)} RG 1 j`);
      for (let at = 0; at < length; at += 3 + data[at] * 2) {
        out.text('\n');
        out.number(data[at + 1]);
        out.text(` w [${dashOf(data[at + 2]).join(' ')}] 0 d`);
        for (let p = 0; p < data[at]; p++) {
          out.text('\n');
          out.number(data[at + 3 + p * 2]);
          out.text(' ');
          out.number(data[at + 4 + p * 2]);
          out.text(p === 0 ? ' m' : ' l');
        }
        out.text(' S');
      }
      out.text(`\n[] 0 d${end}`);
    },
    texts(role, font, align, data, texts, count, about) {
      const { size } = fonts[font];
      let artifact = false;
      const asArtifact = (wanted: boolean): void => {
        if (!cells || wanted === artifact) return;
        artifact = wanted;
        out.text(wanted ? '\n/Artifact BMC' : '\nEMC');
      };
      let first = true;
      const before = { right: 0, down: 0 };
      out.text(`\n${shares(role)} rg\nBT /${font} ${String(Math.round(size * 100) / 100)} Tf`);
      for (let index = 0; index < count; index++) {
        const text = texts[index];
        const middle = data[index * 2 + 1];
        // Readers find texts that nobody sees, so those outside their zone are left out.
        if (middle + size < zone.top || middle - size > zone.bottom) continue;
        const at = data[index * 2];
        const width = align === 'left' && at >= zone.left ? 0 : pdfWidth(fonts[font], text);
        const x = align === 'left' ? at : at - (align === 'right' ? width : width / 2);
        if (x > zone.right || (x < zone.left && x + width < zone.left)) continue;
        const place = cells && about ? about.cells[index] : -1;
        const whole = about?.wholes[index] ?? '';
        const cut = whole !== '' && whole !== text;
        const read = cells !== null && place >= 0;
        asArtifact(!read);
        if (read) out.text(`\n/TD << /MCID ${cells.push(place) - 1} >> BDC`);
        // Programs that copy texts look for the whole one here alone.
        if (cut) span(whole);
        const [right, down] = [hundredths(x), hundredths(middle + size * BASE_LINE)];
        // Steps from text to text repeat down a column, places do not.
        if (first) out.text('\n1 0 0 -1 ');
        else out.text('\n');
        out.number((right - before.right) / 100);
        out.text(' ');
        out.number((first ? down : before.down - down) / 100);
        out.text(first ? ' Tm ' : ' Td ');
        first = false;
        before.right = right;
        before.down = down;
        book.write(out, font, text);
        if (cut) out.text('\nEMC');
        if (read) out.text('\nEMC');
      }
      asArtifact(false);
      out.text('\nET');
    },
  };
}

/** A rectangle with rounded corners, clockwise from its upper left. */
function round(out: ByteBuffer, x: number, y: number, width: number, height: number, radius: number): void {
  const right = x + width;
  const bottom = y + height;
  const near = radius * (1 - KAPPA);
  const put = (operator: string, ...points: number[]): void => {
    for (const value of points) {
      out.number(value);
      out.text(' ');
    }
    out.text(operator);
  };
  out.text('\n');
  put('m ', x + radius, y);
  put('l ', right - radius, y);
  put('c ', right - near, y, right, y + near, right, y + radius);
  put('l ', right, bottom - radius);
  put('c ', right, bottom - near, right - near, bottom, right - radius, bottom);
  put('l ', x + radius, bottom);
  put('c ', x + near, bottom, x, bottom - near, x, bottom - radius);
  put('l ', x, y + radius);
  put('c ', x, y + near, x + near, y, x + radius, y);
  out.text('h');
}
