/** Runs the checks, two at a time, and reports problems; names on the command line select checks. */

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { endpoints, ERRORS } from '@gantry/contract';
import { checkCycles } from './check-cycles.ts';
import { CASTS_OF, checkCasts } from './check-casts.ts';
import { checkDeclarations } from './check-declarations.ts';
import { checkDependencies } from './check-dependencies.ts';
import { checkFigures } from './check-figures.ts';
import { checkGenerated } from './check-generated.ts';
import { checkLocales } from './check-locales.ts';
import { checkMirror } from './check-mirror.ts';
import { checkNames } from './check-names.ts';
import { checkPure } from './check-pure.ts';
import { checkSize } from './check-size.ts';
import { checkTables } from './check-tables.ts';
import { readSourceTree } from './source-tree.ts';
import { checkWords } from './words/check-words.ts';

type Outcome = { problems: string[]; warnings?: string[] };
type Check = { name: string; run(): Promise<Outcome> | Outcome };

const root = resolve(import.meta.dirname, '../..');
const tree = readSourceTree(root);
const program = (path: string) => resolve(root, 'node_modules', path);

const folders = (parent: string) => readdirSync(resolve(root, parent)).map((name) => `${parent}/${name}/tsconfig.json`);
const projects = [...folders('packages'), ...folders('apps'), 'tools/tsconfig.json', 'tsconfig.tests.json'].filter((file) =>
  existsSync(resolve(root, file)),
);

/** What the compiler remembers of a project: files that did not change since are not checked again. */
const buildInfoOf = (project: string): string => resolve(root, '.cache/tsc', `${project.replaceAll('/', '-')}.tsbuildinfo`);

const checks: Check[] = [
  ...projects.map((project) => ({
    name: `types ${project.replace(/\/?tsconfig\.?|\.?json$/g, '')}`,
    run: () => runTool(program('typescript/bin/tsc'), ['-p', project, '--incremental', '--tsBuildInfoFile', buildInfoOf(project)]),
  })),
  { name: 'lint', run: () => runTool(program('oxlint/bin/oxlint'), ['--type-aware', '--format', 'unix']) },
  { name: 'casts', run: countCasts },
  { name: 'format', run: () => runTool(program('oxfmt/bin/oxfmt'), ['--check', '.']) },
  { name: 'boundaries', run: checkBoundaries },
  { name: 'cycles', run: () => ({ problems: checkCycles(tree) }) },
  { name: 'unused', run: () => runTool(program('knip/bin/knip.js'), ['--no-progress', '--no-config-hints']) },
  { name: 'mirror', run: () => ({ problems: checkMirror(tree) }) },
  { name: 'declarations', run: () => ({ problems: checkDeclarations(endpoints()) }) },
  { name: 'names', run: () => ({ problems: checkNames(tree) }) },
  { name: 'tables', run: () => ({ problems: checkTables(tree) }) },
  { name: 'pure', run: () => ({ problems: checkPure(tree) }) },
  { name: 'locales', run: () => ({ problems: checkLocales(tree, Object.keys(ERRORS)) }) },
  { name: 'size', run: () => checkSize(tree) },
  { name: 'figures', run: () => checkFigures(tree) },
  { name: 'words', run: () => checkWords(tree) },
  { name: 'dependencies', run: () => ({ problems: checkDependencies(tree) }) },
  { name: 'generated', run: () => ({ problems: checkGenerated(tree) }) },
];

async function runTool(file: string, args: string[]): Promise<Outcome> {
  const { code, output } = await capture(file, args);
  return { problems: code === 0 ? [] : output.trim().split('\n').filter(Boolean) };
}

/** With an unsuitable parser the cruiser finds no module and reports success, so the count is checked too. */
async function checkBoundaries(): Promise<Outcome> {
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'packages', 'apps', 'e2e'];
  const { output } = await capture(program('dependency-cruiser/bin/dependency-cruiser.mjs'), args);
  const { summary } = JSON.parse(output) as {
    summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] };
  };
  if (summary.totalCruised < 100) return { problems: [`only ${summary.totalCruised} modules were looked at`] };
  return { problems: summary.violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`) };
}

/** The linter finds them by the syntax tree; `as const` is no cast. */
async function countCasts(): Promise<Outcome> {
  const { output } = await capture(program('oxlint/bin/oxlint'), ['-c', 'tools/check/casts.oxlintrc.json', '--format', 'json', CASTS_OF]);
  const { diagnostics, number_of_files } = JSON.parse(output) as { diagnostics: { filename: string }[]; number_of_files: number };
  if (number_of_files < 100) return { problems: [`only ${number_of_files} files were looked at`] };
  return checkCasts(
    tree,
    diagnostics.map(({ filename }) => filename.replaceAll('\\', '/')),
  );
}

function capture(file: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    const parts: string[] = [];
    const errors: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => parts.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
    child.once('error', fail);
    child.once('close', (code) => done({ code: code ?? 1, output: parts.join('') || errors.join('') }));
  });
}

/** A check that breaks is a red check, and the others still run. */
async function attempt(check: Check): Promise<Outcome> {
  try {
    return await check.run();
  } catch (error) {
    return { problems: [String(error)] };
  }
}

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const queue = checks.filter(({ name }) => asked.length === 0 || asked.some((word) => name.startsWith(word)));
  let failed = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const begun = performance.now();
      const { problems, warnings = [] } = await attempt(check);
      done += 1;
      if (problems.length > 0) failed += 1;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(
        `${problems.length > 0 ? 'FAIL' : 'ok  '} ${check.name} (${seconds} s)${problems.length > 0 ? `: ${problems.length}` : ''}`,
      );
      for (const line of problems) console.log(`     ${line}`);
      for (const line of warnings) console.log(`     (${line})`);
    }
  };
  await Promise.all([worker(), worker()]);
  console.log(`${done - failed} of ${done} checks are green`);
  process.exitCode = failed > 0 || done === 0 ? 1 : 0;
}

await main();
