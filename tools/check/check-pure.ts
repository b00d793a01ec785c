/** domain, engine, scene and plan-view give the same answer every time: no clock, no chance, no timers, no network. Their types know no DOM. */

import { isShipping, type SourceTree } from './source-tree.ts';

const IMPURE =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\b(setTimeout|setInterval|queueMicrotask|fetch)\(|\bprocess\.|\bglobalThis\b|\bwindow\./;

/** Each line of a pure package that reaches out of it. */
export function checkPure(tree: SourceTree): string[] {
  const problems: string[] = [];
  for (const [path, text] of tree) {
    if (!/^packages\/(domain|engine|scene|plan-view)\//.test(path) || !isShipping(path)) continue;
    for (const [index, line] of text.split('\n').entries()) {
      const code = line.replace(/\/\/.*$|^\s*\*.*$|^\s*\/\*.*$/, '');
      const found = IMPURE.exec(code);
      if (found) problems.push(`${path}:${index + 1} uses ${found[0]}: what it needs is passed in`);
    }
  }
  return problems;
}
