import { type TemplateBlock, unbalanced } from '../blocks.ts';
import { fault, type TemplateFault } from '../faults.ts';
import type { TemplateToken } from '../grammar.ts';
import type { TemplatePackage } from '../open-template.ts';
import { relationsOf } from '../relations.ts';
import { checkToken, listVocabulary, type Vocabulary } from '../vocabulary.ts';
import { elementOf, elementsOf, NO_ELEMENT } from '../xml-tree.ts';
import { columnName, columnNumber, rangeOf } from './references.ts';
import type { TemplateRow, TemplateSheet } from './template-sheet.ts';

/** Checks names where they stand, and that no merge is cut by a loop. */
export function checkSheet({ name, root, rows, blocks, columns }: TemplateSheet, vocabulary: Vocabulary, faults: TemplateFault[]): void {
  const named = namesOfColumns(columns?.blocks ?? [], [vocabulary], (column, one) =>
    faults.push({ ...one, cell: `${name}!${column}:${column}` }),
  );
  const walk = (list: readonly TemplateBlock[], around: readonly Vocabulary[]): void => {
    for (const block of list) {
      if (block.kind === 'item')
        checkRow(rows[block.index], named, around, (column, one) => faults.push({ ...one, cell: `${name}!${column}${block.index + 1}` }));
      else if (block.kind === 'each') {
        const own = listVocabulary(block.each.list, around);
        walk(block.blocks, own ? [own, ...around] : around);
      } else {
        walk(block.blocks, around);
        walk(block.otherwise, around);
      }
    }
  };
  walk(blocks ?? [], [vocabulary]);
  const [down, over] = [placesOf(blocks ?? []), placesOf(columns?.blocks ?? [])];
  for (const { attributes } of elementsOf(elementOf(root, 'mergeCells') ?? NO_ELEMENT, 'mergeCell')) {
    const range = rangeOf(attributes['ref'] ?? '');
    if (!range) continue;
    const isCut = (places: readonly string[], from: number, to: number): boolean => (places[from] ?? '') !== (places[to] ?? '');
    if (isCut(down, range.top, range.bottom) || isCut(over, columnNumber(range.left), columnNumber(range.right)))
      faults.push({ ...fault('merge_in_loop', { name: attributes['ref'] ?? '' }), cell: `${name}!${range.left}${range.top}` });
  }
}

function checkRow(
  { cells }: TemplateRow,
  named: readonly (readonly Vocabulary[])[],
  around: readonly Vocabulary[],
  report: (column: string, fault: TemplateFault) => void,
): void {
  for (const { column, tokens } of cells) {
    if (!tokens) continue;
    const found: TemplateFault[] = [];
    checkTokens(tokens, [...(named[columnNumber(column)] ?? []), ...around], found);
    for (const one of found) report(column, one);
  }
}

/** Checks the names of a text; its own loops stand around what is in them. Marks of loops over rows are known where they stand. */
export function checkTokens(tokens: readonly TemplateToken[], around: readonly Vocabulary[], faults: TemplateFault[]): void {
  const open: (readonly Vocabulary[])[] = [around];
  const marks = new Set(unbalanced(tokens));
  let depth = 0;
  for (const token of tokens) {
    const now = open.at(-1) ?? around;
    if (!marks.has(token)) depth += token.kind === 'each' || token.kind === 'if' ? 1 : token.kind === 'end' ? -1 : 0;
    if (token.kind === 'drawing' && depth > 0) faults.push(fault('drawing_in_text', { name: token.name }));
    // The loop of a row knows its own list: it is looked up from within.
    checkToken(token, now, faults);
    if (marks.has(token)) continue;
    if (token.kind === 'each') {
      const own = listVocabulary(token.list, now);
      open.push(own ? [own, ...now] : now);
    } else if (token.kind === 'end' && token.of === 'each' && open.length > 1) open.pop();
  }
}

/** Tables of a workbook name their columns one by one: a loop does not repeat them. */
export function checkTables(template: TemplatePackage, { name, part, columns }: TemplateSheet, faults: TemplateFault[]): void {
  const within = placesOf(columns?.blocks ?? []);
  for (const { type, target } of relationsOf(template, part)) {
    const { attributes } = (type === 'table' && template.xml(target)) || NO_ELEMENT;
    const range = rangeOf(attributes['ref'] ?? '');
    if (!range) continue;
    const [left, right] = [columnNumber(range.left), columnNumber(range.right)];
    if (within.slice(left, right + 1).some(Boolean))
      faults.push({ ...fault('table_in_across', { name: attributes['displayName'] ?? '' }), cell: `${name}!${range.left}${range.top}` });
  }
}

/** Which loops and conditions each row or column stands in, by its number. */
export function placesOf(blocks: readonly TemplateBlock[]): string[] {
  const places: string[] = [];
  const walk = (list: readonly TemplateBlock[], within: string): void => {
    for (const [at, block] of list.entries()) {
      if (block.kind === 'item') places[block.index + 1] = within;
      else if (block.kind === 'each') walk(block.blocks, `${within}/${at}`);
      else {
        walk(block.blocks, `${within}/${at}+`);
        walk(block.otherwise, `${within}/${at}-`);
      }
    }
  };
  walk(blocks, '');
  return places;
}

/** Names that each column knows by the loops over columns around it. */
export function namesOfColumns(
  blocks: readonly TemplateBlock[],
  outside: readonly Vocabulary[],
  report: (column: string, one: TemplateFault) => void,
) {
  const names: (readonly Vocabulary[])[] = [];
  const walk = (list: readonly TemplateBlock[], around: readonly Vocabulary[]): void => {
    for (const block of list) {
      if (block.kind === 'item') names[block.index + 1] = around;
      else if (block.kind === 'each') {
        const found: TemplateFault[] = [];
        checkToken({ ...block.each, across: false }, [...around, ...outside], found);
        for (const one of found) report(columnName(firstOf(block.blocks) + 1), one);
        const own = listVocabulary(block.each.list, [...around, ...outside]);
        walk(block.blocks, own ? [own, ...around] : around);
      }
    }
  };
  walk(blocks, []);
  return names;
}

const firstOf = ([block]: readonly TemplateBlock[]): number =>
  block === undefined ? 0 : block.kind === 'item' ? block.index : firstOf(block.blocks);
