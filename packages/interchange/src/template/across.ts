import { isOpen } from './blocks.ts';
import type { TemplateToken } from './grammar.ts';

const TAKEN: TemplateToken = { kind: 'taken' };

/** Takes the marks of loops over columns out of the texts of one row; answers those of each text, null where there are none. */
export function takeAcross(texts: readonly (TemplateToken[] | null)[]): TemplateToken[][] | null {
  const open: TemplateToken[] = [];
  const across = new Set<TemplateToken>();
  for (const token of texts.flatMap((tokens) => tokens ?? [])) {
    if (isOpen(token)) open.push(token);
    else if (token.kind === 'end' && open.at(-1)?.kind === token.of) {
      const opened = open.pop();
      if (opened?.kind === 'each' && opened.across) across.add(opened).add(token);
    }
  }
  if (!across.size) return null;
  return texts.map((tokens) => {
    const marks = (tokens ?? []).filter((token) => across.has(token));
    for (const [at, token] of (tokens ?? []).entries()) if (tokens && across.has(token)) tokens[at] = TAKEN;
    return marks;
  });
}
