/** `npm run pictures`: the pictures of the README, made anew from the demo space. */

import { ensureChromium } from './testing/chromium.mjs';
import { ensureInstalled, inOneSentence, pinnedEnvironment, pinnedNode, root, run } from './set-up.mjs';

try {
  process.chdir(root);
  await ensureInstalled();
  const env = { ...pinnedEnvironment(), CHROMIUM: ensureChromium() };
  process.exitCode = await run(pinnedNode(), ['e2e/pictures.ts', ...process.argv.slice(2)], env);
} catch (error) {
  console.error(inOneSentence(error));
  process.exitCode = 1;
}
