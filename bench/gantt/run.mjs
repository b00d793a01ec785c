// npm run bench:gantt [-- --rows 1000,10000,100000,1000000 --reps 3 --peers gantry,gantry-rich,gantry-engine,dhtmlx,svar,frappe --quick]
// Ours and the peers in turn, a fresh browser each; table to stdout and bench/results/gantt.json; exit 1 where a gate at 100,000 rows is missed.
// Sizes that a call leaves out keep their earlier results, and with --add those it measures too: a long run may be made in rounds.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import './installed.mjs';
import { printVerdict } from './verdict.mjs';

const here = import.meta.dirname;
const given = process.argv.slice(2);
const option = (name, fallback) => (given.includes(`--${name}`) ? given[given.indexOf(`--${name}`) + 1] : fallback);
const quick = given.includes('--quick');
const reps = Number(option('reps', quick ? 1 : 3));
const sizes = option('rows', quick ? '100000' : '1000,10000,100000,1000000')
  .split(',')
  .map(Number);
const peers = option(
  'peers',
  quick ? 'gantry,gantry-rich,gantry-engine,dhtmlx,svar' : 'gantry,gantry-rich,gantry-engine,dhtmlx,svar,frappe',
).split(',');
/** Ours under other conditions: with everything switched on, and with the product's engine working for the held bar. */
const VARIANTS = {
  'gantry-rich': { bundle: 'gantry', rich: true },
  'gantry-engine': { bundle: 'gantry', engine: true, only: ['data', 'load', 'engineOpen', 'dragEngine'] },
};
/** Beyond these sizes a peer takes minutes or breaks: measured once by hand, left out of the runs. */
const MOST_ROWS = { frappe: 10_000, dhtmlx: 100_000, svar: 100_000, 'gantry-engine': 100_000 };
const LEAST_ROWS = { 'gantry-engine': 100_000 };

const { build } = await import('esbuild');
const entries = { gantry: 'gantry.ts', dhtmlx: 'dhtmlx.js', svar: 'svar.jsx', frappe: 'frappe.js' };
for (const bundle of new Set(peers.map((peer) => VARIANTS[peer]?.bundle ?? peer))) {
  await build({
    entryPoints: [path.join(here, 'adapters', entries[bundle])],
    outfile: path.join(here, 'dist', `${bundle}.js`),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.url': 'document.baseURI' },
    logLevel: 'error',
    loader: { '.woff2': 'dataurl', '.woff': 'empty', '.ttf': 'empty', '.png': 'empty', '.svg': 'empty', '.gif': 'empty' },
  });
  const css = path.join(here, 'dist', `${bundle}.css`);
  if (!fs.existsSync(css)) fs.writeFileSync(css, '');
}

if (peers.includes('gantry-engine')) {
  await build({
    entryPoints: [path.join(here, '../../apps/web/src/features/planning/wbs/preview/wbs.preview.worker.ts')],
    outfile: path.join(here, 'dist/worker.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    logLevel: 'error',
  });
}

/** Waits up to a minute (`--wait` in seconds) for an idle machine, so that ratios within a run are comparable. */
async function quiet() {
  for (let second = 0; second < Number(option('wait', 60)) && os.loadavg()[0] > os.cpus().length * 0.75; second += 5)
    await new Promise((resolve) => setTimeout(resolve, 5000));
}

const folder = path.join(here, '../results');
const file = path.join(folder, 'gantt.json');
fs.mkdirSync(folder, { recursive: true });
const earlier = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : [];
const results = earlier.filter(({ rows }) => given.includes('--add') || !sizes.includes(rows));
const run = new Date().toISOString();
for (let rep = 0; rep < reps; rep++) {
  for (const rows of sizes) {
    for (let turn = 0; turn < peers.length; turn++) {
      const peer = peers[(turn + rep) % peers.length];
      if (rows > (MOST_ROWS[peer] ?? Infinity) || rows < (LEAST_ROWS[peer] ?? 0)) continue;
      await quiet();
      const options = VARIANTS[peer] ?? {};
      const child = spawnSync(process.execPath, [path.join(here, 'measure.mjs'), peer, String(rows), JSON.stringify(options)], {
        encoding: 'utf8',
        timeout: 420_000,
        maxBuffer: 1 << 26,
      });
      let result;
      try {
        result = JSON.parse(child.stdout.trim().split('\n').pop());
      } catch {
        result = { peer, rows, errors: { run: (child.stderr || 'no output').slice(0, 300) } };
      }
      results.push({ run, ...result });
      fs.writeFileSync(file, JSON.stringify(results, null, 1));
      console.error(
        `${rep + 1}/${reps} ${peer} ${rows}: first picture ${result.load?.ttfp ?? '–'} ms, load ${os.loadavg()[0].toFixed(1)}`,
        Object.keys(result.errors).length > 0 ? result.errors : '',
        result.pageErrors ?? '',
      );
    }
  }
}
process.exit(printVerdict(results) === 0 ? 0 : 1);
