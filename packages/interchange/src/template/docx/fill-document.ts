import type { Language } from '@gantry/domain';
import { blocksOf, type ItemMarks, type TemplateBlock, unbalanced } from '../blocks.ts';
import { valueText } from '../render.ts';
import { openDrawings, type TemplateDrawings } from '../drawings/drawing-parts.ts';
import { fault, type TemplateFault } from '../faults.ts';
import { OPENING, readTemplateText, type TemplateToken } from '../grammar.ts';
import type { TemplatePackage } from '../open-template.ts';
import { holdsIn, listVocabulary, rowsOfLoop, type TemplateScope, type Vocabulary } from '../vocabulary.ts';
import { elementsIn, elementsOf, everyElement, NO_ELEMENT, textIn, writeXml, type XmlNode } from '../xml-tree.ts';
import { checkTokens, namesOfColumns } from '../xlsx/check-sheet.ts';
import { fillChartTitles } from './chart-titles.ts';
import { type DrawInParagraph, fillParagraph, holdsBlocks, inlineDrawing, isParagraph, textOf, writeAnew } from './fill-paragraph.ts';
import { openPieces, writePieces } from './row-pieces.ts';
import { BODY, endBeforeLoops, openSections, sectionOf, withoutEmptyEnd } from './sections.ts';
import { cellsOf, cutSpans, type LaidColumns, layOutColumns, overColumns, readTableColumns } from './table-columns.ts';

/** Parts of a document that hold text. */
const TEXT_PARTS = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/i;

/** The parts of a document that hold placeholders. */
export const documentParts = (template: TemplatePackage): string[] =>
  [...template.parts.keys()].filter((name) => TEXT_PARTS.test(name) && textIn(template.xml(name) ?? NO_ELEMENT).includes(OPENING));

/** What stands below each other on a page; parts of cells stay elements, columns size them afterwards. */
const isBlock = (node: XmlNode): boolean => isParagraph(node) || isRow(node) || node.name === 'w:tbl';
const isRow = ({ name }: XmlNode): boolean => name === 'w:tr';

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
    const tables = readTableColumns(root, read);
    const rows = new Map<XmlNode, ReturnType<typeof namesOfColumns>>();
    const walk = (node: XmlNode, around: readonly Vocabulary[], owned: boolean): void => {
      const known = read.get(node);
      if (known?.tokens) {
        const found = [...known.faults];
        checkTokens(known.tokens, around, found);
        for (const one of found) faults.push({ ...one, paragraph: known.number });
      }
      const children = elementsIn(node);
      if (!children.length) return;
      const table = tables.get(node);
      if (table) {
        const report = (one: TemplateFault): void => void faults.push({ ...one, paragraph: at(node) });
        const named = namesOfColumns(table.blocks, around, (_column, one) => report(one));
        for (const one of [...table.faults, ...cutSpans(table)]) report(one);
        for (const { row } of table.rows) rows.set(row, named);
      }
      const named = rows.get(node);
      if (named) {
        for (const { cell, from } of cellsOf(node)) walk(cell, [...(named[from] ?? []), ...around], owned);
        return;
      }
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

/** How a document is written: its language, its pictures, and what counts the bytes of the result. */
type DocumentWriting = { language: Language; drawings: TemplateDrawings; count(bytes: number): void; tooLarge(): never };

/** Fills a document: answers the parts that changed. */
export function fillDocument(template: TemplatePackage, scope: TemplateScope, writing: DocumentWriting): Map<string, Uint8Array | null> {
  const changed = new Map<string, Uint8Array | null>();
  const parts = openDrawings(template, writing);
  const filled = new Set(documentParts(template));
  const fill = (
    part: string,
    root: XmlNode,
    scopes: readonly TemplateScope[],
    endSection: EndSection = (paragraph) => paragraph,
  ): XmlNode => {
    const draw: DrawInParagraph = (token, around) => {
      const graphic = parts.draw(part, token, around);
      return graphic && inlineDrawing(graphic);
    };
    return fillPart(root, scopes, writing, draw, endSection);
  };
  const endSection = openSections(template, (part) => filled.has(part), parts, changed, fill);
  for (const part of filled) {
    const root = template.xml(part);
    if (!root) continue;
    const done = part === BODY ? withoutEmptyEnd(fill(part, endBeforeLoops(root), [scope], endSection)) : fill(part, root, [scope]);
    changed.set(part, writeXml(done));
  }
  fillChartTitles(template, scope, writing, changed);
  parts.finish(changed);
  return changed;
}

/** What becomes of a paragraph with which a section ends, where loops stand around it. */
type EndSection = (paragraph: XmlNode, scopes: readonly TemplateScope[]) => XmlNode;

function fillPart(
  root: XmlNode,
  scopes: readonly TemplateScope[],
  writing: DocumentWriting,
  draw: DrawInParagraph,
  endSection: EndSection,
): XmlNode {
  const read = readParagraphs(root);
  const tables = readTableColumns(root, read);
  const laid = new Map<XmlNode, LaidColumns>();
  const { language, count, tooLarge } = writing;
  const isLeftOut = (node: XmlNode): boolean => isParagraph(node) && !sectionOf(node) && isMarksAlone(read.get(node)?.tokens);
  const ownsLoops = (node: XmlNode): boolean => isRow(node) && isOwnedByRow(node, read);
  const inColumns = new Set(
    [...tables.values()].flatMap(({ table, rows }) => [table, ...elementsOf(table, 'w:tblGrid'), ...rows.map(({ row }) => row)]),
  );
  const piecesOf = openPieces({
    tokensOf: (node) => read.get(node)?.tokens,
    reachesOut: (node) => marksOf(node, read).length > 0,
    ownsLoops,
    isLeftOut,
    isInColumns: (node) => inColumns.has(node),
  });
  const fillTexts = (node: XmlNode, tokens: readonly TemplateToken[], scopes: readonly TemplateScope[]): XmlNode => {
    const filled = holdsBlocks(tokens)
      ? writeAnew(node, tokens, scopes, language)
      : fillParagraph(node, tokens, { write: (token) => valueText(token, scopes, language), draw: (token) => draw(token, scopes) });
    count(textOf(filled).length + PARAGRAPH_BYTES);
    return filled;
  };
  const fill = (node: XmlNode, around: readonly TemplateScope[], owned: boolean): XmlNode =>
    sectionOf(node) ? endSection(fillNode(node, around, owned), around) : fillNode(node, around, owned);
  const fillNode = (node: XmlNode, scopes: readonly TemplateScope[], owned: boolean): XmlNode => {
    const pieces = isBlock(node) && !sectionOf(node) ? piecesOf(node, owned) : null;
    if (pieces) {
      const written = writePieces(pieces, (token) => valueText(token, scopes, language));
      count(written.length);
      return { name: node.name, attributes: node.attributes, children: [], written: [written] };
    }
    const tokens = read.get(node)?.tokens;
    if (tokens) return fillTexts(node, tokens, scopes);
    const children = elementsIn(node);
    if (!children.length) return node;
    const table = tables.get(node);
    if (table) layOutColumns(table, scopes, laid, tooLarge);
    const columns = laid.get(node);
    if (columns) return overColumns(node, columns, (cell, own) => fill(cell, [...own, ...scopes], owned));
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
          // A paragraph that was nothing but marks is not there.
          if (!isLeftOut(child)) filled.push(fill(child, around, owned || ownsLoops(child)));
        }
      }
    };
    visit(blocks, scopes);
    return {
      ...node,
      children: node.name === 'w:tc' ? withParagraph(filled) : node.name.startsWith('w:') ? keepTexts(node, filled) : filled,
    };
  };
  return fill(root, scopes, false);
}

/** What a paragraph takes beside its text. */
const PARAGRAPH_BYTES = 200;

const isMarksAlone = (tokens: readonly TemplateToken[] | null | undefined): boolean =>
  Boolean(tokens?.length) &&
  (tokens ?? []).every(
    (token) => token.kind !== 'value' && token.kind !== 'drawing' && (token.kind !== 'text' || token.text.trim() === ''),
  ) &&
  unbalanced(tokens ?? []).length > 0;

/** A cell of a table without a paragraph is broken. */
const withParagraph = (children: XmlNode[]): XmlNode[] =>
  children.some(isParagraph) ? children : [...children, { name: 'w:p', attributes: {}, children: [] }];

const keepTexts = (node: XmlNode, filled: XmlNode[]): (XmlNode | string)[] =>
  node.children.some((child) => typeof child === 'string' && child.trim() !== '') ? node.children : filled;

/** A document that says nothing of the plan is no form. */
export const noPlaceholders = (): TemplateFault => fault('no_placeholders', {}, 'warning');
