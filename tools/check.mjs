/** `npm run check`: every rule of the house that a tool can hold, in under a minute. */

import { ensureInstalled, inOneSentence, pinnedNode, root, run } from './set-up.mjs';

try {
  process.chdir(root);
  await ensureInstalled();
  process.exitCode = await run(pinnedNode(), ['tools/check/checks.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(inOneSentence(error));
  process.exitCode = 1;
}
