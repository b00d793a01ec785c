import type { Language } from '@gantry/domain';
import type { Cell } from '../table/columns.ts';
import { blocksOf, type TemplateBlock } from './blocks.ts';
import { formatValue } from './formats.ts';
import type { TemplateToken } from './grammar.ts';
import { holdsIn, rowsOfLoop, type TemplateScope, valueIn } from './vocabulary.ts';

/** A placeholder of a value. */
export type ValueToken = TemplateToken & { kind: 'value' };

/** The value of a placeholder as a text. */
export const valueText = ({ path, format }: ValueToken, scopes: readonly TemplateScope[], language: Language): string =>
  formatValue(valueIn(scopes, path), format, language);

/** Writes a text with its values; loops and conditions that it holds whole are carried out. */
export function renderText(tokens: readonly TemplateToken[], scopes: readonly TemplateScope[], language: Language): string {
  // Each token is an item of its own; marks are no text.
  const blocks = blocksOf(
    tokens.map((token) => (token.kind === 'text' || token.kind === 'value' ? [] : [token])),
    () => undefined,
  );
  const write = (list: readonly TemplateBlock[], around: readonly TemplateScope[]): string =>
    list
      .map((block) => {
        if (block.kind === 'each')
          return rowsOfLoop(around, block.each)
            .map((row) => write(block.blocks, [row, ...around]))
            .join('');
        if (block.kind === 'if') return write(holdsIn(around, block.conditions) ? block.blocks : block.otherwise, around);
        const token = tokens[block.index];
        if (token.kind === 'text') return token.text;
        return token.kind === 'value' ? valueText(token, around, language) : '';
      })
      .join('');
  return write(blocks, scopes);
}

/** The value of a text that is one placeholder and nothing else; undefined where it is more. */
export function soleValue(tokens: readonly TemplateToken[], scopes: readonly TemplateScope[]): Cell | undefined {
  const written = tokens.filter((token) => token.kind !== 'text' || token.text.trim() !== '');
  const [only] = written;
  if (written.some((token) => token.kind !== 'value') || written.length !== 1 || only.kind !== 'value') return undefined;
  return only.format ? undefined : valueIn(scopes, only.path);
}
