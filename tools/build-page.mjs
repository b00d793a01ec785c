/** `npm run build`: the page alone, for a server that is started by other means. */

import { ensureInstalled, ensurePageBuilt, inOneSentence } from './set-up.mjs';

try {
  await ensureInstalled();
  await ensurePageBuilt();
} catch (error) {
  console.error(inOneSentence(error));
  process.exitCode = 1;
}
