import { escapeXml } from '../../xml/write-elements.ts';
import type { TemplateToken } from '../grammar.ts';
import type { ValueToken } from '../render.ts';
import { elementsIn, headOf, type XmlNode, xmlOf } from '../xml-tree.ts';
import { fillParagraph, holdsBlocks, isParagraph } from './fill-paragraph.ts';

/** An element as it is written for any row of a loop: texts of the file, and the values between them. */
type Pieces = readonly (string | ValueToken)[];

/** What is known of the elements of a part. */
type PartRead = {
  tokensOf(node: XmlNode): readonly TemplateToken[] | null | undefined;
  /** Whether loops or conditions begin or end in an element and reach beyond its parts. */
  reachesOut(node: XmlNode): boolean;
  /** Whether an element stands for its loops whole, and what is in it does not ask for them again. */
  ownsLoops(node: XmlNode): boolean;
  isLeftOut(node: XmlNode): boolean;
  /** Whether an element comes out in columns of its own. */
  isInColumns(node: XmlNode): boolean;
};

/** Marks the place of a value while a paragraph is compiled; a character of Unicode's private area. */
const VALUE = '\uE0F7';

/** Compiles an element into pieces once; returns null where a loop, a condition or a drawing makes each copy different. */
export function openPieces(part: PartRead): (node: XmlNode, owned: boolean) => Pieces | null {
  const known = new Map<XmlNode, Pieces | null>();
  const piecesOf = (node: XmlNode, owned: boolean): Pieces | null => {
    let pieces = known.get(node);
    if (pieces === undefined) known.set(node, (pieces = read(node, owned)));
    return pieces;
  };
  function read(node: XmlNode, owned: boolean): Pieces | null {
    if (part.isInColumns(node)) return null;
    const tokens = part.tokensOf(node);
    if (tokens) return paragraphPieces(node, tokens);
    const children = elementsIn(node);
    if (!children.length || node.children.some(isText)) return [xmlOf(node)];
    if (!owned && children.some(part.reachesOut)) return null;
    const inner: (string | ValueToken)[] = [];
    let paragraphs = 0;
    for (const child of children) {
      if (part.isLeftOut(child)) continue;
      const pieces = piecesOf(child, owned || part.ownsLoops(child));
      if (!pieces) return null;
      inner.push(...pieces);
      if (isParagraph(child)) paragraphs++;
    }
    if (node.name === 'w:tc' && !paragraphs) inner.push('<w:p/>');
    return joined([`<${headOf(node)}>`, ...inner, `</${node.name}>`]);
  }
  return piecesOf;
}

function paragraphPieces(paragraph: XmlNode, tokens: readonly TemplateToken[]): Pieces | null {
  if (holdsBlocks(tokens) || tokens.some(({ kind }) => kind === 'drawing') || xmlOf(paragraph).includes(VALUE)) return null;
  const values: ValueToken[] = [];
  const write = (token: ValueToken): string => {
    values.push(token);
    return VALUE;
  };
  const texts = xmlOf(fillParagraph(paragraph, tokens, { write, draw: () => null })).split(VALUE);
  return texts.flatMap((text, at) => (at < values.length ? [text, values[at]] : [text]));
}

const isText = (child: XmlNode | string): boolean => typeof child === 'string' && child.trim() !== '';

/** Joins adjacent texts. */
function joined(pieces: Pieces): Pieces {
  const out: (string | ValueToken)[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') out[out.length - 1] = last + piece;
    else out.push(piece);
  }
  return out;
}

/** Writes pieces with the values of a row. */
export function writePieces(pieces: Pieces, valueOf: (token: ValueToken) => string): string {
  let text = '';
  for (const piece of pieces) text += typeof piece === 'string' ? piece : escapeXml(valueOf(piece));
  return text;
}
