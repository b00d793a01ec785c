import type { Language } from '@gantry/domain';
import { escapeXml } from '../../xml/write-elements.ts';
import { balancedOnly, unbalanced } from '../blocks.ts';
import { DRAWING_ML, type Graphic, graphicXml } from '../drawings/drawing-parts.ts';
import type { DrawingToken, TemplateToken } from '../grammar.ts';
import { renderText, type ValueToken } from '../render.ts';
import type { TemplateScope } from '../vocabulary.ts';
import { copyOf, elementsIn, everyElement, textIn, type XmlNode } from '../xml-tree.ts';

/** Draws a picture or a chart as it stands in a line of text; null where there is nothing to draw. */
export type DrawInParagraph = (token: DrawingToken, scopes: readonly TemplateScope[]) => XmlNode | null;

export const isParagraph = ({ name }: XmlNode): boolean => name === 'w:p';

/** The text of a paragraph as a person reads it. */
export const textOf = (paragraph: XmlNode): string => textNodes(paragraph).map(textIn).join('');

/** Texts of a paragraph in order; those of text boxes in it are paragraphs of their own. */
function textNodes(node: XmlNode): XmlNode[] {
  return elementsIn(node).flatMap((child) =>
    child.name === 'w:t' ? [child] : isParagraph(child) || child.name === 'w:instrText' ? [] : textNodes(child),
  );
}

/** Whether a paragraph has loops or conditions that begin and end in it. */
export function holdsBlocks(tokens: readonly TemplateToken[]): boolean {
  const marks = tokens.filter(({ kind }) => kind === 'each' || kind === 'if' || kind === 'else' || kind === 'end');
  return unbalanced(tokens).length < marks.length;
}

/** Replaces the text of a paragraph that holds whole loops or conditions; the result takes the style of its first run. */
export function writeAnew(
  paragraph: XmlNode,
  tokens: readonly TemplateToken[],
  scopes: readonly TemplateScope[],
  language: Language,
): XmlNode {
  const copy = copyOf(paragraph);
  setTexts(textNodes(copy), [renderText(balancedOnly(tokens), scopes, language)]);
  return copy;
}

/** Placeholders may be cut into many runs: each is written where it begins, and the rest of it is taken out. */
export function fillParagraph(
  paragraph: XmlNode,
  tokens: readonly TemplateToken[],
  { write, draw }: { write(token: ValueToken): string; draw(token: DrawingToken): XmlNode | null },
): XmlNode {
  const copy = copyOf(paragraph);
  const nodes = textNodes(copy);
  const text = nodes.map(textIn).join('');
  const starts: number[] = [];
  let length = 0;
  for (const node of nodes) {
    starts.push(length);
    length += textIn(node).length;
  }
  const targets = nodes.map((node) => ({ node, text: '' }));
  const all = [...targets];
  const nodeAt = (place: number): number => {
    let at = starts.length - 1;
    while (at > 0 && starts[at] > place) at--;
    return at;
  };
  let place = 0;
  for (const token of tokens) {
    if (token.kind === 'text') {
      for (const letter of token.text) {
        targets[nodeAt(place)].text += letter;
        place += letter.length;
      }
      continue;
    }
    if (token.kind === 'value') targets[nodeAt(place)].text += write(token);
    if (token.kind === 'drawing') {
      const drawn = draw(token);
      if (drawn) {
        // What follows in the run stands behind the drawing.
        const at = nodeAt(place);
        const rest = { node: { name: 'w:t', attributes: {}, children: [] } as XmlNode, text: '' };
        behind(copy, targets[at].node, [drawn, rest.node]);
        all.push((targets[at] = rest));
      }
    }
    place = text.indexOf('}}', place) + 2;
  }
  setTexts(
    all.map(({ node }) => node),
    all.map(({ text: own }) => own),
  );
  return copy;
}

function setTexts(nodes: readonly XmlNode[], texts: readonly string[]): void {
  for (const [at, node] of nodes.entries()) {
    node.children = texts[at] ? [texts[at]] : [];
    node.attributes['xml:space'] = 'preserve';
  }
}

/** A drawing stands in the run of the text that asks for it. */
function behind(paragraph: XmlNode, text: XmlNode, drawn: readonly XmlNode[]): void {
  for (const run of everyElement(paragraph)) {
    const at = run.children.indexOf(text);
    if (at >= 0) return void run.children.splice(at + 1, 0, ...drawn);
  }
}

/** A picture or a chart in a line of text. */
export function inlineDrawing(graphic: Graphic): XmlNode {
  const { width, height, number, title } = graphic;
  const inner =
    `<wp:inline xmlns:wp="${DRAWING_ML}/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${width}" cy="${height}"/>` +
    `<wp:docPr id="${number}" name="Gantry ${number}" descr="${escapeXml(title)}"/><wp:cNvGraphicFramePr/>${graphicXml(graphic, 'pic')}</wp:inline>`;
  return { name: 'w:drawing', attributes: {}, children: [], written: [`<w:drawing>${inner}</w:drawing>`] };
}
