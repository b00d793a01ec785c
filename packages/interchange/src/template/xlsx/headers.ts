import type { Language } from '@gantry/domain';
import { unbalanced } from '../blocks.ts';
import { fault, type TemplateFault } from '../faults.ts';
import { OPENING, readTemplateText } from '../grammar.ts';
import { renderText } from '../render.ts';
import type { TemplateScope, Vocabulary } from '../vocabulary.ts';
import { elementOf, elementsIn, NO_ELEMENT, textIn, type XmlNode } from '../xml-tree.ts';
import { checkTokens } from './check-sheet.ts';
import type { TemplateSheet } from './template-sheet.ts';

/** The element of a sheet that holds the texts at the edges of its printed pages. */
export const HEADERS = 'headerFooter';

/** What a header may have at most: office programs take a longer one for damage. */
const LONGEST = 255;

/** Texts at the edges of the printed pages of a sheet that hold placeholders. */
export const headersOf = (root: XmlNode): XmlNode[] =>
  elementsIn(elementOf(root, HEADERS) ?? NO_ELEMENT).filter((node) => textIn(node).includes(OPENING));

/** Checks the texts at the edges of pages: loops end where they begin, and nothing is drawn there. */
export function checkHeaders({ name, root }: TemplateSheet, vocabulary: Vocabulary, faults: TemplateFault[]): void {
  for (const node of headersOf(root)) {
    const found: TemplateFault[] = [];
    const tokens = readTemplateText(textIn(node), found);
    checkTokens(tokens, [vocabulary], found);
    for (const mark of unbalanced(tokens))
      found.push(mark.kind === 'end' ? fault('unopened', { name: `/${mark.of}` }) : fault('unclosed', { name: `#${mark.kind}` }));
    for (const token of tokens) if (token.kind === 'drawing') found.push(fault('drawing_in_text', { name: token.name }));
    faults.push(...found.map((one) => ({ ...one, cell: `${name}!${node.name}` })));
  }
}

/** Fills the texts at the edges of pages; a value is never a code of a header, such as `&P`. */
export function fillHeaders(headers: XmlNode, scope: TemplateScope, language: Language): XmlNode {
  const children = headers.children.map((child) => {
    if (typeof child === 'string' || !textIn(child).includes(OPENING)) return child;
    return { ...child, children: [shortened(filled(textIn(child), scope, language))] };
  });
  return { ...headers, children };
}

/** The size of letters ends where a text that is no digit begins. */
const ENDS_IN_SIZE = /&\d+$/;

function filled(text: string, scope: TemplateScope, language: Language): string {
  const literal = literalScope(scope);
  let written = '';
  for (const piece of text.split(/(\{\{.*?\}\})/)) {
    const isDigitNext = ENDS_IN_SIZE.test(written) && /^\d/.test(renderText(readTemplateText(piece, []), [literal], language));
    written += isDigitNext ? ` ${piece}` : piece;
  }
  return renderText(readTemplateText(written, []), [literal], language);
}

/** Values with each `&` doubled: so it stands for itself in a header. */
const literalScope = (scope: TemplateScope): TemplateScope => ({
  value(path) {
    const value = scope.value(path);
    return typeof value === 'string' ? value.replaceAll('&', '&&') : value;
  },
  list: (path) => scope.list(path)?.map(literalScope),
});

function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST);
  // A code is not cut in two.
  return (/&+$/.exec(cut)?.[0].length ?? 0) % 2 === 1 ? cut.slice(0, -1) : cut;
}
