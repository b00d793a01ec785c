// Imported first by what needs the packages of this folder, which belong to nothing else: installs them on first use.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
if (!fs.existsSync(path.join(here, 'node_modules'))) {
  const install = spawnSync('npm', ['ci', '--legacy-peer-deps', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
  if (install.status !== 0) process.exit(1);
}
