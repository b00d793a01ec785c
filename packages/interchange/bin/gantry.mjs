#!/usr/bin/env node
/** Runs the command line on a Node that reads TypeScript: this one, else the one that comes with the packages. */

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const node = major > 22 || (major === 22 && minor >= 18) ? process.execPath : packaged();
if (node) {
  const cli = join(dirname(fileURLToPath(import.meta.url)), '../src/cli.ts');
  const { status } = spawnSync(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  process.stderr.write(`gantry needs Node 22.18 or newer, or the packages of Gantry (npm ci); this is Node ${process.versions.node}.\n`);
  process.exitCode = 1;
}

/** The Node among the packages; none where npm has none for the machine. */
function packaged() {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, 'bin', isWindows ? 'node.exe' : 'node');
  } catch {
    return null;
  }
}
