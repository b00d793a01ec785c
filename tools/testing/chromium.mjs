/** Finds a Chromium for the journeys, or installs Debian's. */

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { SetUpError } from '../set-up.mjs';

/** The shell without windows first: a new person's pages cost it a third of the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium; installed with apt when this is root on Debian or its kin. */
export function ensureChromium() {
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the journeys.');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    const { status, stderr } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
      encoding: 'utf8',
      env,
    });
    const installed = find();
    if (installed) return installed;
    throw new SetUpError(`Chromium could not be installed (apt-get ended with ${status}): ${stderr.trim().split('\n').at(-1)}`);
  }
  throw new SetUpError('The journeys need Chromium or Chrome: install one, or name its program in the environment variable CHROMIUM.');
}

function find() {
  const named = process.env['CHROMIUM'];
  if (named) {
    if (fs.existsSync(named)) return named;
    throw new SetUpError(`The environment variable CHROMIUM names ${named}, and there is no such file.`);
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return [...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...ELSEWHERE].find((file) => fs.existsSync(file));
}
