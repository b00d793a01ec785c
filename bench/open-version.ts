/** Opens a version of 100,000 items in Chromium over HTTP: from the first byte of the answer to the first rows and to all of them, and what an edit costs then. */

import { api } from '@gantry/contract';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { signIn } from '../e2e/caller.ts';
import { DEMO, newDataDir, startProduct } from '../e2e/product.ts';
import { syntheticXer } from './synthetic-xer.ts';
import { holdToGates, share } from './gates.ts';

const ACTIVITIES = Number(process.argv[2] ?? 100_000);
const ROUNDS = 5;
const GATES = { firstRowsMs: 1000, allRowsMs: 3000 };

type Opening = {
  firstRowsMs: number;
  allRowsMs: number;
  downloadMs: number;
  wireBytes: number;
  bytes: number;
  rows: number;
  longestTaskMs: number;
};

/** Runs in the page before its scripts: notes when the mirror of the grid first has rows and how many it has at each frame. */
function watch(): void {
  const seen = { first: 0, all: 0, rows: 0, longest: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.longest = Math.max(seen.longest, entry.duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = (): void => {
    const rows = Number(document.querySelector('[role=treegrid]')?.getAttribute('aria-rowcount') ?? 0) - 1;
    if (rows > seen.rows) {
      if (!seen.first) seen.first = performance.now();
      seen.rows = rows;
      seen.all = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const { dataDir, remove } = newDataDir();
const product = await startProduct(dataDir);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const person = await signIn(product.url);
  const space = await person.call(api.spaces.create, { body: { name: 'Bench' } });
  const member = person.inSpace(space.id);
  const facility = await member.call(api.facilities.create, { body: { name: 'Facility' } });
  const project = await member.call(api.projects.create, { body: { name: 'Project', facility_id: facility.id } });
  const schedule = await member.call(api.projects.createSchedule, { params: { id: project.id }, body: { name: 'Schedule' } });
  const { token } = await person.call(api.auth.login, { body: DEMO });
  const form = new FormData();
  form.append('file', new Blob([syntheticXer(ACTIVITIES)]), 'bench.xer');
  const begun = performance.now();
  const answer = await fetch(`${product.url}/api/v1/schedules/${schedule.id}/versions/upload/synchronous`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}`, 'x-space-id': String(space.id) },
  });
  const imported = (await answer.json()) as { version_id: number };
  if (!answer.ok) throw new Error(JSON.stringify(imported).slice(0, 500));
  console.log(`import of ${ACTIVITIES} activities: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const versionId = imported.version_id;

  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto('/auth/login');
  await page.locator('input[autocomplete=username]').fill(DEMO.login);
  await page.locator('input[type=password]').fill(DEMO.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/select-space/);
  await page.addInitScript(watch);

  const openings: Opening[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`/${space.id}/schedule/${versionId}`);
    // The content policy forbids what waitForFunction does.
    const rows = () => page.evaluate(() => (window as unknown as { seen: { rows: number } }).seen.rows);
    for (let tries = 0; (await rows()) < ACTIVITIES; tries += 1) {
      if (tries > 300) throw new Error(`only ${await rows()} rows have come`);
      await page.waitForTimeout(100);
    }
    await page.waitForTimeout(500);
    openings.push(
      await page.evaluate(() => {
        const { seen } = window as unknown as { seen: { first: number; all: number; rows: number; longest: number } };
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const stream = entries.find(({ name }) => /\/versions\/\d+\/wbs$/.test(name)) as PerformanceResourceTiming;
        return {
          firstRowsMs: seen.first - stream.responseStart,
          allRowsMs: seen.all - stream.responseStart,
          downloadMs: stream.responseEnd - stream.responseStart,
          wireBytes: stream.encodedBodySize,
          bytes: stream.decodedBodySize,
          rows: seen.rows,
          longestTaskMs: seen.longest,
        };
      }),
    );
  }
  const of = (name: keyof Opening): number =>
    Math.round(
      share(
        openings.map((opening) => opening[name]),
        0.5,
      ),
    );
  const figures = {
    activities: ACTIVITIES,
    rows: of('rows'),
    firstRowsMs: of('firstRowsMs'),
    allRowsMs: of('allRowsMs'),
    downloadMs: of('downloadMs'),
    longestTaskMs: of('longestTaskMs'),
    wireBytes: of('wireBytes'),
    bytes: of('bytes'),
  };
  console.log(JSON.stringify(figures, null, 2));
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(join(import.meta.dirname, 'results/open-version.json'), `${JSON.stringify(figures, null, 2)}\n`);
  holdToGates([
    { name: 'first rows', figure: figures.firstRowsMs, unit: 'ms', gate: GATES.firstRowsMs, floor: figures.downloadMs },
    { name: 'all rows', figure: figures.allRowsMs, unit: 'ms', gate: GATES.allRowsMs, floor: figures.downloadMs },
  ]);
} finally {
  await browser.close();
  await product.stop();
  remove();
}
