import { fault, type TemplateFault } from './faults.ts';
import type { TemplateCondition, TemplateToken } from './grammar.ts';

type Each = TemplateToken & { kind: 'each' };

/** Items of a template in their order, loops and conditions around them. */
export type TemplateBlock =
  | { kind: 'item'; index: number }
  | { kind: 'each'; each: Each; blocks: TemplateBlock[] }
  | { kind: 'if'; conditions: TemplateCondition[]; blocks: TemplateBlock[]; otherwise: TemplateBlock[] };

/** Loops and conditions that begin or end in an item and reach beyond its parts. */
export type ItemMarks = readonly TemplateToken[];

export const isOpen = (token: TemplateToken): token is Each | (TemplateToken & { kind: 'if' }) =>
  token.kind === 'each' || token.kind === 'if';

/** The tokens of a text that open or close something that the text does not close or open itself. */
export function unbalanced(tokens: readonly TemplateToken[]): TemplateToken[] {
  const left: TemplateToken[] = [];
  for (const token of tokens) {
    if (isOpen(token)) left.push(token);
    else if (token.kind === 'else' && left.at(-1)?.kind !== 'if') left.push(token);
    else if (token.kind === 'end') {
      const open = left.at(-1);
      if (open && isOpen(open) && open.kind === token.of) left.pop();
      else left.push(token);
    }
  }
  return left;
}

/** The tokens of a text without marks that reach beyond it. */
export function balancedOnly(tokens: readonly TemplateToken[]): TemplateToken[] {
  const beyond = new Set(unbalanced(tokens));
  return tokens.filter((token) => !beyond.has(token));
}

/** Arranges items by the marks in them; `report` hears a fault with the item that it is in. */
export function blocksOf(items: readonly ItemMarks[], report: (index: number, fault: TemplateFault) => void): TemplateBlock[] {
  const top: TemplateBlock[] = [];
  type Open = { of: 'each' | 'if' | null; into: TemplateBlock[]; index: number; block: TemplateBlock | null };
  const open: Open[] = [{ of: null, into: top, index: 0, block: null }];
  for (const [index, marks] of items.entries()) {
    let placed = false;
    const place = (): void => {
      if (!placed) (open.at(-1) as Open).into.push({ kind: 'item', index });
      placed = true;
    };
    for (const token of marks) {
      const current = open.at(-1) as Open;
      if (isOpen(token)) {
        if (placed) report(index, fault('overlap', { name: token.kind }));
        const block: TemplateBlock =
          token.kind === 'each'
            ? { kind: 'each', each: token, blocks: [] }
            : { kind: 'if', conditions: token.conditions, blocks: [], otherwise: [] };
        current.into.push(block);
        open.push({ of: token.kind, into: block.blocks, index, block });
      } else if (token.kind === 'else') {
        if (current.block?.kind !== 'if') report(index, fault('else_alone'));
        else {
          place();
          current.into = current.block.otherwise;
        }
      } else if (token.kind === 'end') {
        if (current.of !== token.of) report(index, fault('unopened', { name: `/${token.of}` }));
        else {
          place();
          open.pop();
        }
      }
    }
    place();
  }
  for (const { of, index } of open.slice(1)) report(index, fault('unclosed', { name: `#${of}` }));
  return top;
}
