import type { FontRole, Painter } from './scene.ts';
import { dashOf, paintScene } from './scene.ts';
import { matrixOf, type Sheet, type SheetPicture } from './sheet.ts';

/** Colours by role number, and how each font role is written, as SVG attributes take them; `ids` keeps several drawings of a page apart. */
export type SvgStyle = {
  colours: readonly string[];
  family: string;
  fonts: Record<FontRole, { size: number; weight: number }>;
  ids?: string;
  /** The address of a picture, which holds it; without one pictures are left out. */
  addressOf?: (picture: SheetPicture) => string;
};

const ANCHOR = { left: 'start', center: 'middle', right: 'end' } as const;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char]);
const short = (value: number): string => String(Math.round(value * 100) / 100);
const fine = (value: number): string => String(Math.round(value * 1e5) / 1e5);

/** Paints a sheet as an SVG document, every primitive at the place where the canvas has it. */
export function sheetToSvg(sheet: Sheet, style: SvgStyle): string {
  const size = `width="${short(sheet.width)}" height="${short(sheet.height)}" viewBox="0 0 ${short(sheet.width)} ${short(sheet.height)}"`;
  const lines = [`<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escaped(style.family)}">`];
  let zones = 0;
  for (const part of sheet.parts) {
    const { x, y, scale = 1, turn = 0, alpha = 1 } = part;
    const larger = scale === 1 ? '' : ` scale(${fine(scale)})`;
    const place = turn === 0 ? `translate(${short(x)} ${short(y)})${larger}` : `matrix(${matrixOf(part).map(fine).join(' ')})`;
    lines.push(`<g transform="${place}"${alpha === 1 ? '' : ` opacity="${fine(alpha)}"`}>`);
    paintScene(
      part.scene,
      painterTo(lines, style, () => `${style.ids ?? ''}zone-${zones++}`),
    );
    lines.push('</g>');
  }
  if (style.addressOf)
    for (const picture of sheet.pictures ?? []) {
      const [left, top, width, height] = [picture.x, picture.y, picture.width, picture.height].map(short);
      lines.push(`<image x="${left}" y="${top}" width="${width}" height="${height}" href="${escaped(style.addressOf(picture))}"/>`);
    }
  lines.push('</svg>');
  return lines.join('\n');
}

function painterTo(lines: string[], { colours, fonts }: SvgStyle, newId: () => string): Painter {
  /** One path for all shapes of a colour: a tenth of the elements. */
  const path = (role: number, commands: string): void => void lines.push(`<path fill="${colours[role]}" d="${commands}"/>`);
  return {
    clip(x, y, width, height) {
      const id = newId();
      const box = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
      lines.push(`<clipPath id="${id}"><rect ${box}/></clipPath><g clip-path="url(#${id})">`);
    },
    unclip: () => void lines.push('</g>'),
    rects(role, data, length) {
      let commands = '';
      for (let at = 0; at < length; at += 4) {
        const width = short(data[at + 2]);
        commands += `M${short(data[at])} ${short(data[at + 1])}h${width}v${short(data[at + 3])}h-${width}z`;
      }
      path(role, commands);
    },
    rounds(role, data, length) {
      for (let at = 0; at < length; at += 5) {
        const [x, y, width, height, radius] = Array.from(data.subarray(at, at + 5), short);
        lines.push(`<rect fill="${colours[role]}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`);
      }
    },
    polygons(role, data, length) {
      let commands = '';
      for (let at = 0; at < length; at += 1 + data[at] * 2) {
        for (let p = 0; p < data[at]; p++)
          commands += `${p === 0 ? 'M' : 'L'}${short(data[at + 1 + p * 2])} ${short(data[at + 2 + p * 2])}`;
        commands += 'z';
      }
      path(role, commands);
    },
    lines(role, data, length) {
      for (let at = 0; at < length; at += 3 + data[at] * 2) {
        let commands = '';
        for (let p = 0; p < data[at]; p++)
          commands += `${p === 0 ? 'M' : 'L'}${short(data[at + 3 + p * 2])} ${short(data[at + 4 + p * 2])}`;
        const dash = dashOf(data[at + 2]);
        const broken = dash.length ? ` stroke-dasharray="${dash.join(' ')}"` : '';
        const stroke = `stroke="${colours[role]}" stroke-width="${short(data[at + 1])}" stroke-linejoin="round"`;
        lines.push(`<path fill="none" ${stroke}${broken} d="${commands}"/>`);
      }
    },
    texts(role, font, align, data, texts, count) {
      const { size, weight } = fonts[font];
      lines.push(`<g fill="${colours[role]}" font-size="${size}" font-weight="${weight}" text-anchor="${ANCHOR[align]}">`);
      for (let i = 0; i < count; i++) {
        // Scenes give the middle of a line; a third of the size below it lies the base line.
        const y = short(data[i * 2 + 1] + size * 0.35);
        lines.push(`<text x="${short(data[i * 2])}" y="${y}">${escaped(texts[i])}</text>`);
      }
      lines.push('</g>');
    },
  };
}
