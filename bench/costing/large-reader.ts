/** Reads a GGE file, its rows or its tags alone, and prints what that took: a process of its own, so that its memory is its own. */

import { collectFindings, readEstimate } from '@gantry/interchange';
import { createReadStream, openSync, readSync } from 'node:fs';
import { readElements } from '../../packages/interchange/src/xml/read-elements.ts';

const [path, what] = process.argv.slice(2);
const head = Buffer.alloc(65_536);
readSync(openSync(path, 'r'), head);
const begun = performance.now();
let works = 0;
if (what === 'tags') {
  const nothing = { depth: 64, nodes: 30_000_000, textLength: 1 << 20, skip: () => true };
  await readElements(createReadStream(path), {}, collectFindings(), nothing);
} else {
  const { estimate } = await readEstimate(() => createReadStream(path), head, { name: 'large.gge', codePage: null });
  works = estimate?.rows.filter(({ kind }) => kind === 'work').length ?? 0;
}
const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ ms: performance.now() - begun, megabytes, works }));
