/** The standard word everywhere: in names of code, in comments and in the documents. */

import type { SourceTree } from '../source-tree.ts';
import { type Word, WORDS } from './words.ts';

const CODE = /^(packages|apps|tools|e2e|bench)\/.*\.(ts|tsx|mjs)$/;
/** Texts of languages have their own words, and decisions and the change log are what was written then. */
const DOCUMENT = /^(?!CHANGELOG\.md|docs\/decisions\/).*\.md$/;
/** This table and its test hold the words themselves. */
const OWN = /^tools\/check\/words\//;
const GENERATED = /\.generated\.ts$/;

type Part = { line: number; names: string; prose: string };

/** Every word past its limit with its places; what is left of the others. */
export function checkWords(tree: SourceTree, words: readonly Word[] = WORDS): { problems: string[]; warnings: string[] } {
  const found = words.map((): string[] => []);
  for (const [path, text] of tree) {
    if (OWN.test(path) || GENERATED.test(path)) continue;
    if (!CODE.test(path) && !DOCUMENT.test(path)) continue;
    for (const { line, ...part } of CODE.test(path) ? partsOf(text) : proseOf(text))
      for (const [index, { avoid, where }] of words.entries()) {
        const match = avoid.exec(part[where]);
        if (match) found[index].push(`  ${path}:${line} ${match[0]}`);
      }
  }
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const [index, { avoid, use, limit, where }] of words.entries()) {
    const { length } = found[index];
    const summary = `${where} ${avoid.source}: ${length}, at most ${limit}; use ${use}`;
    if (length > limit) problems.push(summary, ...found[index]);
    else if (limit > 0) warnings.push(summary);
  }
  return { problems, warnings };
}

const proseOf = (text: string): Part[] => text.split('\n').map((prose, index) => ({ line: index + 1, names: '', prose }));

/** Lines of code without their strings, and their comments; a template is a string up to its end on the same line. */
function partsOf(text: string): Part[] {
  let inside = false;
  return text.split('\n').map((source, index) => {
    const line = index + 1;
    const bare = source.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/g, "''");
    if (inside) {
      inside = !source.includes('*/');
      return { line, names: '', prose: source };
    }
    const begin = /\/\*|(?:^|\s)\/\/(?:\s|$)/.exec(bare);
    if (!begin) return { line, names: bare, prose: '' };
    const comment = source.slice(Math.max(0, source.lastIndexOf(begin[0].trim())));
    inside = begin[0] === '/*' && !comment.includes('*/');
    return { line, names: bare.slice(0, begin.index), prose: comment };
  });
}
