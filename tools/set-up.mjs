/** Prepares a fresh clone: packages, the pinned Node, the built page. Imports no package itself. */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const inModules = (/** @type {string[]} */ ...parts) => path.join(root, 'node_modules', ...parts);

/** An error that the user can act on: printed without a stack. */
export class SetUpError extends Error {}

/** Installs the packages that the lock file names, unless they are there. */
export async function ensureInstalled() {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex');
  const stamp = inModules('.gantry-install');
  if (readIfThere(stamp) === wanted) return;
  if (!hasPackages(JSON.parse(lock.toString()))) {
    console.log('Installing packages; this happens once and takes about a minute.');
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  }
  fs.writeFileSync(stamp, wanted);
}

/** npm writes its own list last, so a matching list means a finished install. */
function hasPackages(/** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */ lock) {
  const text = readIfThere(inModules('.package-lock.json'));
  if (text === undefined) return false;
  const installed = JSON.parse(text).packages;
  return Object.entries(lock.packages).every(([key, wanted]) => {
    if (!key.startsWith('node_modules/') || wanted.optional) return true;
    return installed[key]?.version === wanted.version && fs.existsSync(path.join(root, key));
  });
}

async function npm(/** @type {string[]} */ args) {
  const cli = process.env['npm_execpath'];
  // The Node that runs npm, not the pinned one: the install replaces that.
  const node = process.env['npm_node_execpath'] || process.execPath;
  const [program, first] = cli && /\.c?js$/.test(cli) ? [node, [cli]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const { code, output } = await capture(program, [...first, ...args], { shell: program.endsWith('.cmd') });
  if (code === 0) return;
  const complaints = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  throw new SetUpError(full(output) ?? `The packages could not be installed: ${complaints.slice(0, 6).join('\n') || output.slice(-1000)}`);
}

/** The Node that Gantry is tested on; where npm has none for the machine, the one at hand if it is new enough. */
export function pinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const bin = inModules(`node-${platform}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (fs.existsSync(bin)) return fs.realpathSync(bin);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new SetUpError(
    `There is no packaged Node for ${platform}-${process.arch}: install Node 22.18 or newer (24 is best) and start again.`,
  );
}

/**
 * How Node runs the server: with as many helpers as it has processors beside the main thread. The usual four take both of a small machine from
 * whoever waits for an answer.
 */
export const NODE_ARGUMENTS = ['--v8-pool-size=0'];

/**
 * The environment in which `node` and the packages' programs are the pinned ones, and code is compiled once for all starts.
 * @returns {NodeJS.ProcessEnv}
 */
export function pinnedEnvironment() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = [path.dirname(pinnedNode()), inModules('.bin'), process.env[key] ?? ''];
  return { NODE_COMPILE_CACHE: inModules('.cache/gantry-code'), ...process.env, [key]: folders.join(path.delimiter) };
}

const PAGE = path.join(root, 'apps/web/dist');
const PAGE_SOURCES = ['apps/web', 'packages', 'package-lock.json'];

/** Builds the page with Vite unless it was built from the same sources. */
export async function ensurePageBuilt() {
  if (!fs.existsSync(path.join(root, 'apps/web/index.html'))) return;
  const stamp = path.join(PAGE, '.gantry-build');
  const wanted = hashOf(PAGE_SOURCES);
  if (readIfThere(stamp) === wanted) return;
  console.log('Building the page.');
  const next = `${PAGE}.next`;
  const { code, output } = await capture(
    pinnedNode(),
    [inModules('vite/bin/vite.js'), 'build', 'apps/web', '--outDir', next, '--emptyOutDir'],
    {
      env: { ...pinnedEnvironment(), NODE_ENV: 'production' },
    },
  );
  if (code !== 0) throw new SetUpError(full(output) ?? `The page could not be built:\n${output.slice(-3000)}`);
  const { compressFolder } = await import('./compress-folder.mjs');
  await compressFolder(path.join(next, 'assets'));
  fs.writeFileSync(path.join(next, '.gantry-build'), wanted);
  fs.rmSync(PAGE, { recursive: true, force: true });
  fs.renameSync(next, PAGE);
}

function hashOf(/** @type {string[]} */ places) {
  const hash = createHash('sha256');
  const visit = (/** @type {string} */ place) => {
    const name = path.basename(place);
    if (name === 'node_modules' || name === 'testing' || name.startsWith('dist') || /\.test\.tsx?$/.test(name)) return;
    const full = path.join(root, place);
    if (fs.statSync(full).isDirectory())
      return fs
        .readdirSync(full)
        .sort()
        .forEach((entry) => visit(path.join(place, entry)));
    hash.update(place).update('\0').update(fs.readFileSync(full)).update('\0');
  };
  places.forEach(visit);
  return hash.digest('hex');
}

/** npm repeats a terminal's signal to us; each kind is passed on once a second, until the result is released. */
export function passSignals(/** @type {(signal: NodeJS.Signals) => void} */ pass) {
  const handlers = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']).map((signal) => {
    let last = 0;
    const handle = () => {
      if (Date.now() - last > 1000) pass(signal);
      last = Date.now();
    };
    process.on(signal, handle);
    return { signal, handle };
  });
  return {
    release: () => {
      for (const { signal, handle } of handlers) process.off(signal, handle);
    },
  };
}

/** Runs a program with its output shown; resolves with its exit code. */
export function run(/** @type {string} */ program, /** @type {string[]} */ args, env = pinnedEnvironment()) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  passSignals((signal) => child.kill(signal));
  return exitCode(child);
}

function exitCode(/** @type {import('node:child_process').ChildProcess} */ child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** @returns {Promise<{ code: number, output: string }>} */
function capture(
  /** @type {string} */ program,
  /** @type {string[]} */ args,
  /** @type {import('node:child_process').SpawnOptions} */ options = {},
) {
  const child = spawn(program, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function full(/** @type {string} */ output) {
  return /ENOSPC|EDQUOT|No space left on device/.test(output)
    ? `The disk that holds ${root} is full: free some space and start again.`
    : undefined;
}

function readIfThere(/** @type {string} */ file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The message of an error for the user; with a stack only where it is a defect of ours. */
export function inOneSentence(/** @type {any} */ error) {
  if (error instanceof SetUpError) return error.message;
  const filled = full(`${error?.code} ${error?.message}`);
  if (filled) return filled;
  if (['EACCES', 'EPERM', 'EROFS'].includes(error?.code))
    return `Gantry cannot write to ${error.path ?? root}: give yourself the right to, or clone it elsewhere.`;
  return error?.stack ?? String(error);
}
