import { type BlockBuilder } from './document.ts';
import { hearXml } from './sax.ts';

type Kind = { kind: 'heading' | 'paragraph' | 'item'; level: number };

const BREAKS: Readonly<Record<string, string>> = { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n', 'w:noBreakHyphen': '-' };
const HEADINGS = 9;

/** Levels of headings by the ids of their styles; programs of other languages name the ids otherwise, but not the styles. */
export function headingsOf(styles: Uint8Array | undefined): Map<string, number> {
  const levels = new Map<string, number>([['Title', 1]]);
  let id = '';
  const open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'w:style') id = attributes['w:styleId'] ?? '';
    const level = name === 'w:name' ? /^heading (\d)$/i.exec(attributes['w:val'] ?? '')?.[1] : undefined;
    if (level && id) levels.set(id, Number(level));
  };
  if (styles) hearXml(styles, { open, close: () => undefined, text: () => undefined }, () => false);
  return levels;
}

/** Reads the body of a DOCX; false where it is broken. Deleted text, field codes and second forms of drawings are left out. */
export function readDocx(body: Uint8Array, headings: ReadonlyMap<string, number>, blocks: BlockBuilder): boolean {
  const kinds: Kind[] = [];
  let inText = false;
  let skipped = 0;
  const open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'mc:Fallback') skipped++;
    if (skipped) return;
    const kind = kinds.at(-1);
    if (name === 'w:p') {
      kinds.push({ kind: 'paragraph', level: 0 });
      blocks.openParagraph();
    } else if (name === 'w:tbl') blocks.openTable();
    else if (name === 'w:tr') blocks.openRow();
    else if (name === 'w:tc') blocks.openCell();
    else if (name === 'w:t') inText = true;
    else if (BREAKS[name] !== undefined) blocks.text(BREAKS[name]);
    else if (kind && name === 'w:pStyle') {
      const level = headings.get(attributes['w:val'] ?? '');
      if (level) Object.assign(kind, { kind: 'heading', level });
    } else if (kind && name === 'w:outlineLvl' && Number(attributes['w:val']) < HEADINGS)
      Object.assign(kind, { kind: 'heading', level: Number(attributes['w:val']) + 1 });
    else if (kind?.kind === 'paragraph' && name === 'w:numPr') kind.kind = 'item';
    else if (kind?.kind === 'item' && name === 'w:ilvl') kind.level = Math.min(HEADINGS, Number(attributes['w:val']) || 0);
  };
  const close = (name: string): void => {
    if (name === 'mc:Fallback') skipped--;
    if (skipped) return;
    if (name === 'w:t') inText = false;
    else if (name === 'w:p') {
      const { kind, level } = kinds.pop() ?? { kind: 'paragraph' as const, level: 0 };
      blocks.closeParagraph(kind, level);
    } else if (name === 'w:tc') blocks.closeCell();
    else if (name === 'w:tbl') blocks.closeTable();
  };
  return hearXml(body, { open, close, text: (text) => inText && !skipped && blocks.text(text) }, () => blocks.full);
}
