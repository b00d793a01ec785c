import { filledSlot, type PrintFormat, TITLE_FIELDS, type TitleField, USUAL_TITLES } from '@gantry/domain';
import { drawFrame, drawText } from '../../drawing/scene.ts';
import { LAYER } from '../../gantt/colours.ts';
import type { TextFitter } from '../../drawing/text-fitter.ts';
import { PIXELS_PER_MM, TEXT_SIZE } from '../measures.ts';
import type { PageParts, PageValues } from '../parts.ts';
import { TITLE_FORMS } from '../title-blocks/index.ts';
import type { TitleBlock, TitleCell } from '../title-blocks/title-block.ts';
import type { PrintedPlan } from '../plan.ts';

/** Height of capitals as a share of a text's size. */
const CAPITALS = 0.714;
const PAD = 0.8;
const LABEL = 1.5;
const LABEL_ROOM = 3;
const THICK = 0.5;
const THIN = 0.18;
const LINE_HEIGHT = 1.2;
/** A text that has no room is written so much smaller, and cut where that does not help. */
const SMALLER = [1, 0.85, 0.72, 0.6, 0.5];

type Words = Pick<PrintedPlan['words'], 'titleWord' | 'titleField'>;

/** The block of a page; the first page has its own. */
export function blockOf({ title_block }: Pick<PrintFormat, 'title_block'>, isFirst: boolean): TitleBlock | null {
  const form = TITLE_FORMS[title_block];
  return form && (isFirst ? form.first : form.further);
}

/** What is written in a field: as people have said, else as usual. */
export function titleOf({ title_cells }: Pick<PrintFormat, 'title_cells'>, field: TitleField, values: PageValues): string {
  return filledSlot(title_cells[field] ?? USUAL_TITLES[field] ?? '', values);
}

/** Draws the title block of a page into the lower right corner of the frame, and what stands left of it. */
export function drawTitles(
  parts: PageParts,
  format: PrintFormat,
  inner: { x: number; y: number; width: number; height: number },
  isFirst: boolean,
  words: Words,
  values: PageValues,
): void {
  const form = TITLE_FORMS[format.title_block];
  if (!form) return;
  const block = isFirst ? form.first : form.further;
  frame(parts, inner.x, inner.y, inner.width, inner.height, THICK);
  const left = inner.x + inner.width - block.width * PIXELS_PER_MM;
  const top = inner.y + inner.height - block.height * PIXELS_PER_MM;
  frame(parts, left, top, block.width * PIXELS_PER_MM, block.height * PIXELS_PER_MM, THICK);
  for (const each of block.cells)
    drawCell(parts, each, left + each.x * PIXELS_PER_MM, top + each.y * PIXELS_PER_MM, textOf(each, format, words, values), words);
  for (const each of form.margin) {
    const y = inner.y + inner.height - (each.y + each.height) * PIXELS_PER_MM;
    drawCell(parts, each, inner.x + each.x * PIXELS_PER_MM, y, textOf(each, format, words, values), words);
  }
}

/** How many fields of the first block do not hold what is written in them, even smaller. */
export function countCutTitles(format: PrintFormat, values: PageValues, fitter: TextFitter): number {
  const cells = blockOf(format, true)?.cells ?? [];
  const known = new Set<string>(TITLE_FIELDS[format.title_block]);
  return cells.filter((each) => {
    if (!each.content || !('field' in each.content) || !known.has(each.content.field)) return false;
    return fitted(each, titleOf(format, each.content.field, values), fitter).cut;
  }).length;
}

function textOf({ content }: TitleCell, format: PrintFormat, words: Words, values: PageValues): string {
  if (!content) return '';
  if ('word' in content) return words.titleWord(content.word);
  if ('field' in content) return titleOf(format, content.field, values);
  const [page, pages] = [values.page ?? '', values.pages ?? ''];
  return content.count === 'both' ? `${page} / ${pages}` : content.count === 'page' ? page : pages;
}

function frame({ put, roles }: PageParts, x: number, y: number, width: number, height: number, mm: number): void {
  // The line runs in the middle of what it parts: cells side by side share it.
  const thick = mm * PIXELS_PER_MM;
  const [wide, high] = [width + thick, height + thick];
  put(x - thick / 2, y - thick / 2, wide, high, 1, (scene) => drawFrame(scene, LAYER.top, roles.text, 0, 0, wide, high, thick));
}

/** The lines of a text in a cell and their scale; `cut` where even the smallest ones do not hold it. */
function fitted(
  { width, height, size, content, turned }: TitleCell,
  text: string,
  fitter: TextFitter,
): { lines: readonly string[]; scale: number; cut: boolean } {
  const named = content !== null && 'named' in content;
  const long = (turned ? height : width) - 2 * PAD;
  const high = (turned ? width : height) - (named ? LABEL_ROOM : 0);
  const whole = text.trim().replace(/\s+/g, ' ');
  const tries = SMALLER.map((share) => {
    const scale = ((size * share) / CAPITALS) * (PIXELS_PER_MM / TEXT_SIZE);
    const most = Math.max(1, Math.floor((high * PIXELS_PER_MM) / scale / (TEXT_SIZE * LINE_HEIGHT)));
    const lines = fitter.wrap(text, (long * PIXELS_PER_MM) / scale, 'regular', most);
    return { lines, scale, cut: lines.join('').replace(/\s/g, '') !== whole.replace(/ /g, '') };
  });
  // Words that stay whole are worth a smaller size.
  return tries.find(({ lines }) => lines.join(' ') === whole) ?? tries.find(({ cut }) => !cut) ?? tries[tries.length - 1];
}

function drawCell(parts: PageParts, each: TitleCell, x: number, y: number, text: string, words: Words): void {
  const { put, fitter, roles } = parts;
  const { content, turned, align, strong } = each;
  const [width, height] = [each.width * PIXELS_PER_MM, each.height * PIXELS_PER_MM];
  frame(parts, x, y, width, height, strong ? THICK : THIN);
  const named = content !== null && 'named' in content;
  if (named) {
    const scale = (LABEL / CAPITALS) * (PIXELS_PER_MM / TEXT_SIZE);
    const label = 'field' in content ? words.titleField(content.field) : words.titleWord('sheet_short');
    put(x, y, width / scale, (LABEL_ROOM * PIXELS_PER_MM) / scale, scale, (scene) =>
      drawText(
        scene,
        LAYER.text,
        roles['text-muted'],
        'regular',
        'left',
        (PAD * PIXELS_PER_MM) / scale,
        scene.height / 2 + 1,
        fitter.fit(label, (width - 2 * PAD * PIXELS_PER_MM) / scale, 'regular'),
      ),
    );
  }
  if (text === '') return;
  const { lines, scale } = fitted(each, text, fitter);
  const above = named ? LABEL_ROOM * PIXELS_PER_MM : 0;
  const [long, high] = turned ? [height, width] : [width, height - above];
  const draw = (scene: Parameters<Parameters<PageParts['put']>[5]>[0]): void => {
    const step = TEXT_SIZE * LINE_HEIGHT;
    lines.forEach((line, index) => {
      const middle = scene.height / 2 + (index - (lines.length - 1) / 2) * step;
      const at = align === 'left' ? (PAD * PIXELS_PER_MM) / scale : scene.width / 2;
      drawText(scene, LAYER.text, roles.text, 'regular', align, at, middle, line);
    });
  };
  if (turned) put(x, y + height, long / scale, high / scale, scale, draw, { turn: -90 });
  else put(x, y + above, long / scale, high / scale, scale, draw);
}
