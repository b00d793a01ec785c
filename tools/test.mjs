/** `npm test`: sets up what the tests need and runs them; `npm test -- unit|server|postgres|e2e|<pattern>` runs a part. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureChromium } from './testing/chromium.mjs';
import { ensureInstalled, ensurePageBuilt, inOneSentence, pinnedEnvironment, pinnedNode, root, run } from './set-up.mjs';
import { addUp, inWords, redFiles, slowest, withSecondTry } from './testing/test-totals.mjs';

const CONFIGS = { main: 'vitest.config.ts', e2e: 'e2e/vitest.config.ts' };

/**
 * Files of server tests whose outcome may depend on the release of PostgreSQL, by a piece of their path: what a statement does, beyond
 * that it is understood. The part `postgres`; CI runs it on the oldest release, after every other statement was analysed there.
 */
const POSTGRES = [
  // Row-level security and the roles that it binds.
  'access/auth/auth.matrix.test',
  'access/spaces/',
  // Locks that are skipped and leases.
  'access/jobs/jobs.test',
  // LISTEN and NOTIFY, with the commit.
  'access/push/',
  // Locks of versions, savepoints, deadlocks.
  'planning/edits/edits.test',
  // COPY in both directions, copies of whole versions.
  'operations/import/import.test',
  'planning/versions/',
  // Trigrams, collations, JSON in columns.
  'catalog/directories/directories.search.test',
  'catalog/directories/directories.test',
  'structure/eps/',
  // Stems, and a GIN index under a policy that asks.
  'insight/search/',
];

/** Which vitest runs a request means: none given is everything; a word for a part; anything else narrows by file name. */
function runsFor(/** @type {string[]} */ asked) {
  const [part, ...rest] = asked;
  if (part === 'unit' || part === 'server') return [{ config: CONFIGS.main, args: ['--project', `${part}*`, ...rest] }];
  if (part === 'postgres') return [{ config: CONFIGS.main, args: ['--project', 'server', ...POSTGRES] }];
  if (part === 'e2e' || part?.startsWith('e2e/')) return [{ config: CONFIGS.e2e, args: part === 'e2e' ? rest : asked }];
  if (asked.length > 0) return [{ config: CONFIGS.main, args: asked }];
  return [
    { config: CONFIGS.main, args: [] },
    { config: CONFIGS.e2e, args: [] },
  ];
}

/**
 * CI runs at most this many failed files of a run a second time, alone: a browser or a connection on a shared machine is late now
 * and then. The output names what failed at the first try either way: it hides a race of the test or of the product, which must be
 * fixed.
 */
const MOST_UNSTEADY = 3;

/** How many of the slowest files of a run CI names. */
const SLOWEST = 25;

async function main() {
  process.chdir(root);
  await ensureInstalled();
  const runs = runsFor(process.argv.slice(2)).filter(({ config }) => fs.existsSync(config));
  const env = pinnedEnvironment();
  // The tests read this variable; without it they start the built-in database.
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
    const once = async (/** @type {string[]} */ filters, /** @type {string} */ name) => {
      const file = path.join(scratch, `${index}-${name}.json`);
      const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const code = await run(pinnedNode(), [vitest, 'run', '--config', config, '--passWithNoTests', ...reporters, ...filters], env);
      return { code, report: fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined };
    };
    let { code, report } = await once(args, 'first');
    const red = redFiles(report);
    if (env['CI'] && red.length > 0 && red.length <= MOST_UNSTEADY) {
      const second = await once(
        red.map((/** @type {string} */ file) => path.relative(path.dirname(config), file)),
        'second',
      );
      const both = withSecondTry(report, second.report);
      ({ report } = both);
      // What passed at one of the two tries is green; an error outside of tests has no test, and stays.
      code = addUp(second.report, 0).failed > 0 && addUp(report, 0).failed === 0 ? 0 : second.code;
      console.log(`Failed at the first try: ${both.unsteady.join('; ') || red.join('; ')}`);
    }
    if (env['CI']) for (const line of slowest(report, SLOWEST)) console.log(line.replace(`${root}/`, ''));
    totals.push(addUp(report, code));
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
