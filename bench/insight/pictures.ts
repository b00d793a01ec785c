/**
 * Charts in Chromium: the first picture of a dashboard of twelve charts against ECharts and uPlot, the size of the code of charts, and what a
 * frame of a cyclogram and of a time-location diagram of 100,000 works takes while somebody walks its works, beside the chart of as many rows while it is scrolled. The packages of the peers are installed in `peers` on first
 * use and belong to nothing else; CHROMIUM names the browser.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { framesOf, openUnclocked } from '../frames.ts';
import { type GatedFigure, holdToGates, share } from '../gates.ts';

const PAGES = ['none', 'ours', 'echarts', 'uplot', 'cyclogram', 'distance', 'gantt'] as const;
const TURNS = process.argv.includes('--quick') ? 5 : 15;
const STEPS = 60;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const peers = join(import.meta.dirname, 'peers');
if (!existsSync(join(peers, 'node_modules'))) {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peers, stdio: 'inherit' });
  if (status !== 0) throw new Error('The peers could not be installed.');
}
const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-pictures-'));
const server = createServer(({ url = '' }, answer) => {
  const path = join(folder, new URL(url, 'http://here').pathname);
  if (!existsSync(path)) return void answer.writeHead(404).end();
  answer.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(readFileSync(path));
});
const figures: GatedFigure[] = [];
const browser = await openUnclocked();
try {
  for (const name of PAGES) await bundle(name, ['index']);
  await bundle('chart-code', [], ['react', 'react/jsx-runtime']);
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = async (name: string) => {
    const page = await browser.newPage({ viewport: { width: 1600, height: 860 } });
    page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
    await page.goto(`${address}/${name}.html`);
    const painted = await page.waitForFunction(() => (window as unknown as { painted?: number }).painted, undefined, { timeout: 60_000 });
    return { page, painted: Number(await painted.jsonValue()) };
  };

  // In turns, so that what else the machine does falls on all.
  const taken: Record<string, number[]> = { none: [], ours: [], echarts: [], uplot: [] };
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [name, list] of Object.entries(taken)) {
      const { page, painted } = await open(name);
      list.push(painted);
      await page.close();
    }
  const above = (name: string): number => share(taken[name], 0.25) - share(taken['none'], 0.25);
  const [ours, echarts, uplot] = ['ours', 'echarts', 'uplot'].map(above);
  const name = `first picture of twelve charts (${ours.toFixed(0)} ms above a page without charts)`;
  figures.push(
    { name: `${name} against ECharts (${echarts.toFixed(0)} ms)`, figure: ours / echarts, unit: '×', gate: 1 / 3 },
    { name: `${name} against uPlot (${uplot.toFixed(0)} ms)`, figure: ours / uplot, unit: '×', gate: 1.5 },
    { name: 'code of charts, packed', figure: gzipSync(readFileSync(join(folder, 'chart-code.js'))).length / 1000, unit: 'kB', gate: 25 },
  );

  // In turns as well; each step draws once, in all.
  const flows = { cyclogram: [] as Walked[], distance: [] as Walked[] };
  const chart: Walked[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    for (const [name, walked] of Object.entries(flows))
      walked.push(await walk(name, walkWorks, async (page) => Number(await page.getByRole('slider').getAttribute('aria-valuenow'))));
    chart.push(await walk('gantt', scrollRows, async () => STEPS));
  }
  const busyIn = (of: readonly Walked[]): number => Math.min(...of.map(({ busy }) => busy));
  for (const [name, walked] of Object.entries({ 'a cyclogram': flows.cyclogram, 'a time-location diagram': flows.distance })) {
    const frames = walked.flatMap((one) => one.frames);
    figures.push(
      { name: `a frame of walking ${name} of 100,000 works, p95`, figure: share(frames, 0.95), unit: 'ms', gate: 20 },
      {
        name: `the page busy with a step of it (${busyIn(walked).toFixed(1)} ms) against one of the chart of 100,000 rows (${busyIn(chart).toFixed(1)} ms)`,
        figure: busyIn(walked) / busyIn(chart),
        unit: '×',
        gate: 1.5,
      },
    );
  }

  /** Goes through a picture step by step; returns the frames and the milliseconds that the page is busy with a step. */
  async function walk(name: string, go: (page: Page) => Promise<void>, stepsOf: (page: Page) => Promise<number>): Promise<Walked> {
    const { page } = await open(name);
    // What is drawn first is not a step.
    if (name !== 'gantt') await page.getByRole('slider').focus();
    await page.waitForTimeout(1000);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const busy = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name: metric }) => metric === 'TaskDuration')?.value ?? Number.NaN);
    };
    const before = await busy();
    const frames = await framesOf(page, () => go(page));
    const taken = (await busy()) - before;
    const steps = await stepsOf(page);
    if (steps !== STEPS) throw new Error(`Not all of ${name} was gone through: ${steps}.`);
    await page.close();
    return { frames, busy: taken / STEPS };
  }
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
holdToGates(figures);

type Walked = { frames: number[]; busy: number };

async function walkWorks(page: Page): Promise<void> {
  await page.evaluate(async (steps) => {
    for (let step = 0; step < steps; step += 1) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
  }, STEPS);
}

/** Scrolls a chart by a row a step; throws where it does not come as far. */
async function scrollRows(page: Page): Promise<void> {
  const painted = await page.evaluate(async (steps) => {
    const bench = (window as unknown as { __bench: Chart }).__bench;
    const before = bench.counters().paints;
    await bench.scroll({ frames: steps, step: 32 });
    return bench.counters().paints - before;
  }, STEPS);
  if (painted < STEPS) throw new Error(`The chart was painted ${painted} times in ${STEPS} steps.`);
}
type Chart = { scroll(way: { frames: number; step: number }): Promise<unknown>; counters(): { paints: number } };

/** Builds a file as the product builds its page, and a document around it where one is named. */
async function bundle(name: string, documents: readonly string[], external: readonly string[] = []): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '../..'),
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(peers, `${name}.mjs`),
        external: [...external],
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: `${name}.js`, assetFileNames: `${name}[extname]` },
      },
    },
  });
  const styled = existsSync(join(folder, `${name}.css`)) ? `<link rel="stylesheet" href="/${name}.css">` : '';
  if (documents.length)
    writeFileSync(
      join(folder, `${name}.html`),
      `<!doctype html><title>${name}</title>${styled}<body><script type="module" src="/${name}.js"></script>`,
    );
}
