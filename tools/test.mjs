/** `npm test`: sets up what the tests need and runs them; `npm test -- unit|server|e2e|<pattern>` runs a part. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, ensurePageBuilt, inOneSentence, pinnedEnvironment, pinnedNode, root, run } from './set-up.mjs';
import { addUp, inWords } from './test-totals.mjs';

const CONFIGS = { main: 'vitest.config.ts', e2e: 'e2e/vitest.config.ts' };

/** Which vitest runs a request means: none given is everything; a word for a part; anything else narrows by file name. */
function runsFor(/** @type {string[]} */ asked) {
  const [part, ...rest] = asked;
  if (part === 'unit' || part === 'server') return [{ config: CONFIGS.main, args: ['--project', part, ...rest] }];
  if (part === 'e2e' || part?.startsWith('e2e/')) return [{ config: CONFIGS.e2e, args: part === 'e2e' ? rest : asked }];
  if (asked.length > 0) return [{ config: CONFIGS.main, args: asked }];
  return [
    { config: CONFIGS.main, args: [] },
    { config: CONFIGS.e2e, args: [] },
  ];
}

async function main() {
  process.chdir(root);
  await ensureInstalled();
  const runs = runsFor(process.argv.slice(2)).filter(({ config }) => fs.existsSync(config));
  const env = pinnedEnvironment();
  // The name under which the tests look for a database; without one they start the built-in.
  if (env['DATABASE_URL']) env['GANTRY_TEST_DATABASE_URL'] ??= env['DATABASE_URL'];
  delete env['DATABASE_URL'];
  if (runs.some(({ config }) => config === CONFIGS.e2e)) {
    env['CHROMIUM'] = ensureChromium();
    await ensurePageBuilt();
  }
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gantry-test-run-'));
  const totals = [];
  let exitCode = 0;
  for (const [index, { config, args }] of runs.entries()) {
    const report = path.join(scratch, `${index}.json`);
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await run(pinnedNode(), [vitest, 'run', '--config', config, '--passWithNoTests', ...reporters, ...args], env);
    totals.push(addUp(fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : undefined, code));
    exitCode ||= code;
  }
  fs.rmSync(scratch, { recursive: true, force: true });
  console.log(inWords(totals));
  process.exitCode = exitCode;
}

try {
  await main();
} catch (error) {
  console.error(inOneSentence(error));
  process.exitCode = 1;
}
