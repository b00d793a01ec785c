import { readTemplateText } from './grammar.ts';
import { rowsOfLoop, type TemplateScope } from './vocabulary.ts';

/** The rows that a loop of a template would run over: `works where critical sort start`. */
export function selectRows(scope: TemplateScope, asked: string): readonly TemplateScope[] {
  const [token] = readTemplateText(`{{#each ${asked}}}`, []);
  if (token?.kind !== 'each') throw new Error(`no loop: ${asked}`);
  return rowsOfLoop([scope], token);
}
