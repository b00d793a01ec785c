/**
 * Charts in Chromium: the first picture of a dashboard of twelve charts against ECharts and uPlot, the size of the code of charts, and what a
 * frame of a cyclogram of 100,000 works takes while somebody walks its works. The packages of the peers are installed in `peers` on first
 * use and belong to nothing else; CHROMIUM names the browser.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { framesOf, openUnclocked } from '../frames.ts';
import { type GatedFigure, holdToGates, share } from '../gates.ts';

const PAGES = ['none', 'ours', 'echarts', 'uplot', 'cyclogram'] as const;
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

  const { page } = await open('cyclogram');
  await page.getByRole('slider').focus();
  const walked = await framesOf(page, () =>
    page.evaluate(async (steps) => {
      for (let step = 0; step < steps; step += 1) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
    }, STEPS),
  );
  const text = await page.getByRole('slider').getAttribute('aria-valuenow');
  if (text !== String(STEPS)) throw new Error(`The works were not walked: ${text}.`);
  figures.push({ name: 'a frame of walking a cyclogram of 100,000 works, p95', figure: share(walked, 0.95), unit: 'ms', gate: 20 });
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
holdToGates(figures);

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
        output: { entryFileNames: `${name}.js` },
      },
    },
  });
  if (documents.length)
    writeFileSync(
      join(folder, `${name}.html`),
      `<!doctype html><title>${name}</title><body><script type="module" src="/${name}.js"></script>`,
    );
}
