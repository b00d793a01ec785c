// node shoot.mjs <folder> [name]: pictures of the demo page, for the eye; `npm run shots -w @gantry/e2e` takes them too.
import fs from 'node:fs';
import path from 'node:path';
import './installed.mjs';
import { serve } from './serve.mjs';

const { build } = await import('esbuild');
const { chromium } = await import('playwright-core');

const here = import.meta.dirname;
const out = process.argv[2] ?? path.join(here, 'dist/shots');
fs.mkdirSync(out, { recursive: true });
await build({
  entryPoints: [path.join(here, 'demo/demo.ts')],
  outfile: path.join(here, 'dist/demo.js'),
  bundle: true,
  format: 'iife',
  target: 'es2023',
  logLevel: 'error',
});
const { url, close } = await serve({ '/': fs.readFileSync(path.join(here, 'demo/index.html'), 'utf8') });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const SHOTS = [
  ['types-light', '?types&zoom=22&grid=560', 1680],
  ['types-dark', '?types&zoom=22&grid=560&theme=dark', 1680],
  ['types-looks', '?types&looks&zoom=22&grid=620', 1680],
  ['types-forced', '?types&zoom=22&grid=560', 1680, { forcedColors: 'active' }],
  ['types-forced-dark', '?types&zoom=22&grid=560&theme=dark', 1680, { forcedColors: 'active', colorScheme: 'dark' }],
  ['types-contrast', '?types&zoom=22&grid=560', 1680, { contrast: 'more' }],
  ['types-125', '?types&zoom=22&grid=560', 1344, { deviceScaleFactor: 1.25, height: 656 }],
  ['types-200', '?types&zoom=18&grid=400', 840, { deviceScaleFactor: 2, height: 410 }],
  ['types-compact', '?types&zoom=22&grid=560&row=24', 1680],
  ['types-labels-left', '?types&zoom=22&grid=560&label=left', 1680],
  ['week-light', '?zoom=9&histogram', 1440],
  ['day-light', '?zoom=30', 1440],
  ['month-dark', '?zoom=2.63&theme=dark&histogram', 1440],
  ['day-dark', '?zoom=30&theme=dark', 1440],
  ['quarter-light', '?zoom=1', 1024],
  ['year-light', '?zoom=0.3&plain', 1024],
  ['wide-light', '?zoom=6&grid=780', 1920],
  ['double-light', '?zoom=9', 720, { deviceScaleFactor: 2, height: 410 }],
  ['forced', '?zoom=9', 1440, { forcedColors: 'active' }],
  ['looks-light', '?zoom=9&looks&row=46&grid=900', 1440],
  ['hours-light', '?zoom=200', 1440],
  ['contrast', '?zoom=9', 1440, { contrast: 'more' }],
  ['fraction-light', '?zoom=9', 1152, { deviceScaleFactor: 1.25, height: 650 }],
];
const wanted = process.argv[3];
for (const [name, query, width, { height = 820, ...more } = {}] of SHOTS) {
  if (wanted && !name.includes(wanted)) continue;
  const page = await browser.newPage({ viewport: { width, height }, ...more });
  page.on('pageerror', (error) => console.log(name, String(error)));
  page.on('console', (message) => message.type() === 'error' && console.log(name, message.text()));
  await page.goto(url + '/' + query);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250);
  await page.evaluate(() => {
    const d = window.plan.dataDate;
    const v = window.gantt.chart.view;
    const { rows } = window.plan;
    if (location.search.includes('types')) {
      window.gantt.select([5]);
      return;
    }
    // Where works are under way at the data date, and every type of row is near.
    const first = rows.progress.findIndex((share, row) => share > 0 && share < 1 && rows.end[row] === row + 1);
    window.gantt.select([first + 4]);
    const left = ((d - v.scale.origin) / 1440) * v.scale.pixelsPerDay - (v.width - v.gridWidth) * 0.45;
    window.gantt.scrollTo(Math.max(0, (first - 8) * v.rowHeight), Math.max(0, left));
  });
  await page.waitForTimeout(150);
  await page.screenshot({ path: path.join(out, `${name}.png`) });
  await page.close();
}
await browser.close();
close();
