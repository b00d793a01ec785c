import type { Language } from '@gantry/domain';
import { balancedOnly, blocksOf, type ItemMarks, type TemplateBlock, unbalanced } from '../blocks.ts';
import { fault, type TemplateFault } from '../faults.ts';
import { OPENING, readTemplateText, type TemplateToken } from '../grammar.ts';
import type { TemplatePackage } from '../open-template.ts';
import { renderText } from '../render.ts';
import { holdsIn, listVocabulary, rowsOfLoop, type TemplateScope, type Vocabulary } from '../vocabulary.ts';
import { copyOf, elementsIn, everyElement, textIn, type XmlNode } from '../xml-tree.ts';
import { checkTokens } from '../xlsx/read-sheets.ts';

/** Parts of a document that hold text. */
const TEXT_PARTS = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/i;

/** The parts of a document that hold placeholders. */
export const documentParts = (template: TemplatePackage): string[] =>
  [...template.parts.keys()].filter((name) => TEXT_PARTS.test(name) && textIn(template.xml(name) ?? EMPTY).includes(OPENING));
const EMPTY: XmlNode = { name: '', attributes: {}, children: [] };

/** Elements whose children are carried out one by one: loops reach over paragraphs, rows of tables, or parts of a cell. */
const isParagraph = ({ name }: XmlNode): boolean => name === 'w:p';
const isRow = ({ name }: XmlNode): boolean => name === 'w:tr';

/** The text of a paragraph as a person reads it. */
const textOf = (paragraph: XmlNode): string => textNodes(paragraph).map(textIn).join('');

/** Texts of a paragraph in order; those of text boxes in it are paragraphs of their own. */
function textNodes(node: XmlNode): XmlNode[] {
  return elementsIn(node).flatMap((child) =>
    child.name === 'w:t' ? [child] : isParagraph(child) || child.name === 'w:instrText' ? [] : textNodes(child),
  );
}

type Read = { tokens: TemplateToken[] | null; faults: TemplateFault[] };

/** Reads the texts of a part once; a paragraph without braces has no tokens. */
function readParagraphs(root: XmlNode): Map<XmlNode, Read & { number: number }> {
  const read = new Map<XmlNode, Read & { number: number }>();
  let number = 0;
  for (const node of everyElement(root)) {
    if (!isParagraph(node)) continue;
    number++;
    const text = textOf(node);
    if (!text.includes(OPENING)) continue;
    const faults: TemplateFault[] = [];
    read.set(node, { tokens: readTemplateText(text, faults), faults, number });
  }
  return read;
}

/** The marks of an element that its own parts do not close. */
function marksOf(node: XmlNode, read: ReadonlyMap<XmlNode, Read>): ItemMarks {
  const own = read.get(node)?.tokens;
  if (isParagraph(node)) return own ? unbalanced(own) : [];
  // A loop begins in one cell of a row and ends in another: it is of the row, though the row holds it whole.
  if (isRow(node)) return [...everyElement(node)].flatMap((part) => marksOfParagraph(part, read));
  return [];
}

const marksOfParagraph = (node: XmlNode, read: ReadonlyMap<XmlNode, Read>): ItemMarks => {
  const tokens = isParagraph(node) ? read.get(node)?.tokens : null;
  return tokens ? unbalanced(tokens) : [];
};

/** Rows of tables stand for the paragraphs in them; other containers ask their own. */
const isOwnedByRow = (row: XmlNode, read: ReadonlyMap<XmlNode, Read>): boolean => marksOf(row, read).length > 0;

/** Checks a document: every fault with the number of its paragraph. */
export function checkDocument(template: TemplatePackage, vocabulary: Vocabulary, faults: TemplateFault[]): void {
  for (const part of documentParts(template)) {
    const root = template.xml(part);
    if (!root) continue;
    const read = readParagraphs(root);
    const at = (node: XmlNode): number | null =>
      [...everyElement(node)].map((one) => read.get(one)?.number).find((one) => one !== undefined) ?? null;
    const walk = (node: XmlNode, around: readonly Vocabulary[], owned: boolean): void => {
      const known = read.get(node);
      if (known?.tokens) {
        const found = [...known.faults];
        checkTokens(known.tokens, around, found);
        for (const one of found) faults.push({ ...one, paragraph: known.number });
      }
      const children = elementsIn(node);
      if (!children.length) return;
      const blocks = blocksOf(
        children.map((child) => (owned ? [] : marksOf(child, read))),
        (index, one) => faults.push({ ...one, paragraph: at(children[index]) }),
      );
      const visit = (list: readonly TemplateBlock[], within: readonly Vocabulary[]): void => {
        for (const block of list) {
          if (block.kind === 'item') {
            const child = children[block.index];
            walk(child, within, owned || (isRow(child) && isOwnedByRow(child, read)));
          } else if (block.kind === 'each') {
            const rows = listVocabulary(block.each.list, within);
            visit(block.blocks, rows ? [rows, ...within] : within);
          } else {
            visit(block.blocks, within);
            visit(block.otherwise, within);
          }
        }
      };
      visit(blocks, around);
    };
    walk(root, [vocabulary], false);
  }
}

/** Fills a part of a document. */
export function fillPart(root: XmlNode, scope: TemplateScope, language: Language, count: (bytes: number) => void): XmlNode {
  const read = readParagraphs(root);
  const fill = (node: XmlNode, scopes: readonly TemplateScope[], owned: boolean): XmlNode => {
    const tokens = read.get(node)?.tokens;
    if (tokens) return fillParagraph(node, tokens, scopes, language);
    const children = elementsIn(node);
    if (!children.length) return node;
    const blocks = blocksOf(
      children.map((child) => (owned ? [] : marksOf(child, read))),
      () => undefined,
    );
    const filled: XmlNode[] = [];
    const visit = (list: readonly TemplateBlock[], around: readonly TemplateScope[]): void => {
      for (const block of list) {
        if (block.kind === 'each') for (const row of rowsOfLoop(around, block.each)) visit(block.blocks, [row, ...around]);
        else if (block.kind === 'if') visit(holdsIn(around, block.conditions) ? block.blocks : block.otherwise, around);
        else {
          const child = children[block.index];
          const next = fill(child, around, owned || (isRow(child) && isOwnedByRow(child, read)));
          // A paragraph that was nothing but marks is not there.
          if (isParagraph(child) && isMarksAlone(read.get(child)?.tokens)) continue;
          filled.push(next);
          if (isParagraph(child)) count(textOf(next).length + PARAGRAPH_BYTES);
        }
      }
    };
    visit(blocks, scopes);
    return {
      ...node,
      children: node.name === 'w:tc' ? withParagraph(filled) : node.name.startsWith('w:') ? keepTexts(node, filled) : filled,
    };
  };
  return fill(root, [scope], false);
}

/** What a paragraph takes beside its text. */
const PARAGRAPH_BYTES = 200;

const isMarksAlone = (tokens: readonly TemplateToken[] | null | undefined): boolean =>
  Boolean(tokens?.length) &&
  (tokens ?? []).every((token) => token.kind !== 'value' && (token.kind !== 'text' || token.text.trim() === '')) &&
  unbalanced(tokens ?? []).length > 0;

/** A cell of a table without a paragraph is broken. */
const withParagraph = (children: XmlNode[]): XmlNode[] =>
  children.some(isParagraph) ? children : [...children, { name: 'w:p', attributes: {}, children: [] }];

const keepTexts = (node: XmlNode, filled: XmlNode[]): (XmlNode | string)[] =>
  node.children.some((child) => typeof child === 'string' && child.trim() !== '') ? node.children : filled;

/** Placeholders may be cut into many runs: each is written where it begins, and the rest of it is taken out. */
function fillParagraph(
  paragraph: XmlNode,
  tokens: readonly TemplateToken[],
  scopes: readonly TemplateScope[],
  language: Language,
): XmlNode {
  const copy = copyOf(paragraph);
  const nodes = textNodes(copy);
  const inline = tokens.some((token) => token.kind !== 'text' && token.kind !== 'value');
  if (inline && unbalanced(tokens).length < tokens.filter((token) => token.kind !== 'text' && token.kind !== 'value').length) {
    // Loops within the paragraph write its text anew, as its first run looks.
    setTexts(nodes, [renderText(balancedOnly(tokens), scopes, language)]);
    return copy;
  }
  const text = nodes.map(textIn).join('');
  const starts: number[] = [];
  let length = 0;
  for (const node of nodes) {
    starts.push(length);
    length += textIn(node).length;
  }
  const written = nodes.map(() => '');
  const nodeAt = (place: number): number => {
    let at = starts.length - 1;
    while (at > 0 && starts[at] > place) at--;
    return at;
  };
  let place = 0;
  for (const token of tokens) {
    if (token.kind === 'text') {
      for (const letter of token.text) {
        written[nodeAt(place)] += letter;
        place += letter.length;
      }
      continue;
    }
    if (token.kind === 'value') written[nodeAt(place)] += renderText([token], scopes, language);
    place = text.indexOf('}}', place) + 2;
  }
  setTexts(nodes, written);
  return copy;
}

function setTexts(nodes: readonly XmlNode[], texts: readonly string[]): void {
  for (const [at, node] of nodes.entries()) {
    node.children = texts[at] ? [texts[at]] : [];
    node.attributes['xml:space'] = 'preserve';
  }
}

/** A document that says nothing of the plan is no form. */
export const noPlaceholders = (): TemplateFault => fault('no_placeholders', {}, 'warning');
