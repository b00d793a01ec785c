import { picturesIn, PRINT_SLOTS } from '@gantry/domain';
import { hasGlyph, type PageLayout, type PageValues, type PdfFonts } from '@gantry/scene';

/** Characters of the first plane, which are looked up by number. */
const PLANE = 0x10000;
/** More are not named: a text in a script that the fonts lack has as many as it has letters. */
const NAMED = 40;

/** Characters that the fonts of a print have. */
function openSigns(fonts: PdfFonts): { see(text: string): void; missing: Set<string> } {
  const known = new Uint8Array(PLANE);
  const missing = new Set<string>();
  return {
    missing,
    see(text) {
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        if (known[unit] === 1) continue;
        const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
        if (char.length > 1) at += 1;
        else known[unit] = 1;
        if (char !== '\n' && !hasGlyph(fonts.regular.font, char)) missing.add(char);
      }
    },
  };
}

/** Signs of a print that its fonts have not, before it is made. */
export function missingSigns({ plan, format }: PageLayout, values: PageValues, fonts: PdfFonts): string[] {
  const { see, missing } = openSigns(fonts);
  const { columns, visible, labels, histogram } = plan.model;
  for (const column of columns) {
    see(column.title);
    for (let place = 0; place < visible.count; place += 1) see(column.text(visible.rowAt[place]));
  }
  for (const { text } of labels) for (let place = 0; place < visible.count; place += 1) see(text(visible.rowAt[place]));
  for (const text of [histogram?.title ?? '', ...(plan.tints ?? []).map((each) => each.text)]) see(text);
  for (const texts of [format.titles, format.headers]) for (const slot of PRINT_SLOTS) see(picturesIn(texts[slot]).text);
  for (const text of [...Object.values(format.title_cells), ...Object.values(values), format.watermark.text]) see(text ?? '');
  for (const line of format.approvals) for (const text of Object.values(line)) see(text);
  return [...missing].sort().slice(0, NAMED);
}
