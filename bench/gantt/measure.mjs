// node measure.mjs <peer> <rows> [json options]: one fresh browser, one JSON object on stdout.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const here = import.meta.dirname;
const [peer, rowsText, optionsText = '{}'] = process.argv.slice(2);
const rows = Number(rowsText);
const { bundle = peer, only = null, shot = null, ...options } = JSON.parse(optionsText);
const STEP_MS = 60_000;
const out = { peer, rows, load1: os.loadavg()[0], errors: {} };

const { url, close } = await serve({ '/': fs.readFileSync(path.join(here, 'src/index.html'), 'utf8').replaceAll('__PEER__', bundle) });
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'gantt-bench-'));
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-extensions',
  '--no-default-browser-check',
  '--disable-features=Translate,OptimizationHints,MediaRouter',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--enable-precise-memory-info',
  '--js-flags=--expose-gc --max-old-space-size=8192',
  '--remote-debugging-port=0',
  `--user-data-dir=${profile}`,
  '--window-size=1600,900',
  'about:blank',
];
const executable = process.env.CHROMIUM ?? '/usr/bin/chromium';
const chrome = spawn(executable, flags, { detached: true, stdio: 'ignore', env: { ...process.env, TZ: 'UTC' } });
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function finish(code) {
  try {
    process.kill(-chrome.pid, 'SIGKILL');
  } catch {}
  close();
  await sleep(200);
  fs.rmSync(profile, { recursive: true, force: true });
  console.log(JSON.stringify(out));
  process.exit(code);
}

let port = null;
for (let i = 0; i < 150 && !port; i++) {
  await sleep(100);
  const file = path.join(profile, 'DevToolsActivePort');
  if (fs.existsSync(file)) port = fs.readFileSync(file, 'utf8').split('\n')[0];
}
const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
const context = browser.contexts()[0];
const page = context.pages()[0] ?? (await context.newPage());
await page.setViewportSize({ width: 1600, height: 900 });
const cdp = await context.newCDPSession(page);
await cdp.send('Performance.enable');
const pageErrors = [];
page.on('pageerror', (error) => pageErrors.push(String(error).slice(0, 200)));

/** Every Chromium process below the browser, with its user and system time in milliseconds. */
function processes() {
  const children = new Map();
  const used = new Map();
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      used.set(Number(name), (Number(fields[11]) + Number(fields[12])) * 10);
      const parent = Number(fields[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {}
  }
  const list = [];
  const pending = [chrome.pid];
  while (pending.length > 0) {
    const pid = pending.pop();
    list.push({ pid, ms: used.get(pid) ?? 0 });
    pending.push(...(children.get(pid) ?? []));
  }
  return list;
}

const cpuMs = () => processes().reduce((sum, { ms }) => sum + ms, 0);

const THREADS = { Compositor: 'compositor', VizCompositorTh: 'viz', ThreadPoolForeg: 'workers' };

/** Time by kind of thread work in milliseconds. */
function threadMs() {
  const times = { main: 0, compositor: 0, viz: 0, workers: 0, other: 0 };
  for (const { pid } of processes()) {
    try {
      const renderer = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
      for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
        const folder = `/proc/${pid}/task/${thread}`;
        const name = fs.readFileSync(`${folder}/comm`, 'utf8').trim();
        const kind = Number(thread) === pid && renderer ? 'main' : (THREADS[name] ?? 'other');
        times[kind] += Number(fs.readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
      }
    } catch {}
  }
  return times;
}

async function heapMb() {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await cdp.send('Runtime.getHeapUsage');
  return (usedSize + backingStorageSize) / 1048576;
}

const call = (name, ...list) => page.evaluate(([each, values]) => window.__bench[each](...values), [name, list]);
let dead = false;
async function step(name, work) {
  if (dead || (only && !only.includes(name))) return;
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`>${STEP_MS / 1000} s`)), STEP_MS);
  });
  try {
    out[name] = await Promise.race([work(), limit]);
  } catch (error) {
    out.errors[name] = String(error.message).split('\n')[0].slice(0, 200);
    if (/> ?\d+ s|crash|closed|Target/i.test(out.errors[name])) dead = true;
  }
  clearTimeout(timer);
}
async function perFrame(work) {
  const before = cpuMs();
  const threadsBefore = threadMs();
  const result = await work();
  const share = (ms) => Number((ms / (result.frames || 1)).toFixed(2));
  const threads = Object.entries(threadMs()).map(([kind, ms]) => [kind, share(ms - threadsBefore[kind])]);
  return { ...result, cpuMsPerFrame: share(cpuMs() - before), threads: Object.fromEntries(threads) };
}

await page.goto(`${url}/`, { waitUntil: 'load' });
const empty = await heapMb();
await step('data', () => call('prepare', rows, options));
const loadBefore = cpuMs();
try {
  only?.push('load');
  await step('load', async () => ({ ...(await call('load', options)), cpuMs: cpuMs() - loadBefore }));
} catch {}
if (!out.load) await finish(1);
await call('dropNeutral');
out.memoryMb = Number(((await heapMb()) - empty).toFixed(1));
out.dom = await call('dom');
if (shot) await page.screenshot({ path: shot });
await step('scrollDay', () => perFrame(() => call('scroll', { axis: 'y', frames: 120, step: 240 })));
out.counters = await call('counters');
await step('sweepDay', () => perFrame(() => call('scroll', { axis: 'y', frames: 80, sweep: true })));
await step('jump', () => call('jump', 0.37));
await step('reset', () => call('reset'));
await step('zoomMonth', () => call('timed', 'zoom', 'month'));
if (shot) await page.screenshot({ path: shot.replace('.png', '-month.png') });
await step('scrollMonth', () => perFrame(() => call('scroll', { axis: 'y', frames: 120, step: 240 })));
await step('reset', () => call('reset'));
await step('zoomDay', () => call('timed', 'zoom', 'day'));
await step('collapse', () => call('timed', 'collapseAll'));
await step('expand', () => call('timed', 'expandAll'));
await step('sort', () => call('timed', 'sort', true));
await step('unsort', () => call('timed', 'sort', false));
out.domAfter = await call('dom');
await step('move1k', () => call('move', 0));
await step('move10k', () => call('move', 1));
if (bundle === 'gantry' && !options.engine) {
  // A real hand: the bar that drives ten thousand successors, one day a frame.
  await step('drag10k', async () => {
    const at = await call('barOf', 1);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await call('idle', 100);
    await call('recStart');
    for (let day = 1; day <= 30; day++) await page.mouse.move(at.x + day * 15, at.y);
    const frames = await call('recStop');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    return frames;
  });
}
if (options.engine) {
  await step('engineOpen', () => call('own', 'engineOpen', 1));
  await step('dragEngine', async () => {
    const at = await call('barOf', 1);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await call('idle', 100);
    await call('recStart');
    for (let day = 1; day <= 40; day++) await page.mouse.move(at.x + day * 15, at.y);
    const frames = await call('recStop');
    const settled = await call('own', 'engineSettled', 1);
    if (shot) await page.screenshot({ path: shot.replace('.png', '-drag.png') });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    return { ...frames, ...settled };
  });
}
if (pageErrors.length > 0) out.pageErrors = pageErrors.slice(0, 3);
await finish(0);
