/**
 * Models, against web-ifc and the library's own reading in the same run: conversion, properties, first picture, seek and memory, on a model of
 * 27,000 elements that the product's writer makes. `--quick` takes 3,000 elements; `--elements N` any number; CHROMIUM names the browser.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { convertFile } from '../../apps/server/src/features/bim/models/models.child.service.ts';
import { type GatedFigure, holdToGates, share } from '../gates.ts';
import { bundlePage } from './bundle.ts';

import { generateModel } from './generate.ts';
import type { Jump } from './page.ts';

const MEGABYTE = 1024 * 1024;
const given = process.argv.slice(2);
const isQuick = given.includes('--quick');
const wanted = given.indexOf('--elements');
const ELEMENTS = wanted >= 0 ? Number(given[wanted + 1]) : isQuick ? 3000 : 27_000;
const REPEATS = isQuick ? 1 : 3;
/** Days far apart, forth and back; the first jump is from the model as it came. */
const DAYS = [150, 100, 200, 50, 250, 120, 180, 150];
const TICKS_A_SECOND = 100;
const GONE_MS = 500;
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Runs a part in a process of its own; libraries write of their own before the answer. */
const inProcess = (part: string, path: string): Record<string, number> => {
  const file = join(import.meta.dirname, 'parts.ts');
  const options = { encoding: 'utf8' as const, maxBuffer: 64 * MEGABYTE };
  const output = execFileSync(process.execPath, ['--max-old-space-size=8192', file, part, path], options);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
};

/** Seconds that processes which were started and have ended have worked. */
function timeOfChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}

const folder = mkdtempSync(join(tmpdir(), 'gantry-bench-bim-'));
const [source, geometry, rows] = ['model.ifc', 'model.frag', 'model.rows'].map((name) => join(folder, name));
const figures: GatedFigure[] = [];
let server: Server | null = null;
try {
  writeFileSync(source, generateModel(ELEMENTS));
  const megabytes = statSync(source).size / MEGABYTE;
  console.log(`${ELEMENTS} elements, ${megabytes.toFixed(1)} MB of IFC`);

  const [begun, used] = [performance.now(), timeOfChildren()];
  const watch = { bytes: statSync(source).size, signal: new AbortController().signal, progress: () => undefined };
  const { elements } = await convertFile({ source, geometry, rows, codePage: null }, watch);
  const conversion = (performance.now() - begun) / 1000;
  // Its process is counted when it is gone.
  await setTimeout(GONE_MS);
  const worked = timeOfChildren() - used;
  const meshes = inProcess('meshes', source);
  console.log(
    `conversion ${conversion.toFixed(1)} s, ${worked.toFixed(1)} s of the processor (${elements} elements); web-ifc alone, meshes only: ${(meshes['ms'] / 1000).toFixed(1)} s, ${(meshes['cpu'] / 1000).toFixed(1)} s of the processor`,
  );
  // The converter gives way to all else on the machine, the clock says more about that than about it.
  const ratio = worked / (meshes['cpu'] / 1000);
  figures.push({
    name: 'conversion with its tables / web-ifc’s meshes alone, time of the processor',
    figure: ratio,
    unit: '',
    gate: 4,
    floor: 1,
  });
  figures.push({
    name: 'bytes to the browser / bytes of IFC',
    figure: statSync(geometry).size / statSync(source).size,
    unit: '',
    gate: 0.05,
  });

  const [own, library] = [inProcess('ours', source), inProcess('library', source)];
  console.log(
    `properties: ours ${own['cpu'].toFixed(0)} ms of the processor for ${own['elements']}, the library's ${library['cpu'].toFixed(0)} ms for ${library['elements']}`,
  );
  figures.push({
    name: 'properties / the library’s reading, time of the processor',
    figure: own['cpu'] / library['cpu'],
    unit: '',
    gate: 0.5,
  });

  const site = await bundlePage(join(folder, 'site'));
  server = await serve({ site, source, geometry });
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the server has no port');
  figures.push(...(await inBrowser(`http://127.0.0.1:${address.port}`)));
} finally {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
}
holdToGates(figures);

/** Serves the page, the model as IFC and as geometry, and web-ifc; isolated, so that memory can be measured. */
async function serve({ site, source: ifc, geometry: made }: { site: string; source: string; geometry: string }): Promise<Server> {
  const webIfc = dirname(createRequire(import.meta.url).resolve('web-ifc'));
  const fileOf = (path: string): string => {
    if (path === '/model.ifc') return ifc;
    if (path === '/model.frag') return made;
    if (path.startsWith('/web-ifc')) return join(webIfc, path);
    return join(site, path === '/' ? 'index.html' : path);
  };
  const http = createServer((request, response) => {
    const file = fileOf(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  return http;
}

type Bench = {
  ours(url: string): Promise<number>;
  direct(url: string, wasm: string): Promise<number>;
  seek(days: readonly number[]): Promise<Jump[]>;
  memory(): Promise<number>;
};
declare const gantryBench: Bench;

async function inBrowser(url: string): Promise<GatedFigure[]> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  const software = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-dev-shm-usage'];
  const args = [...software, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const pictures: Record<'ours' | 'direct', number[]> = { ours: [], direct: [] };
  const used: Record<'ours' | 'direct', number> = { ours: NaN, direct: NaN };
  const jumps: Jump[] = [];
  // In turn, each in a browser of its own: what one has warmed up is not the other's.
  for (let time = 0; time < REPEATS; time++)
    for (const way of ['ours', 'direct'] as const) {
      const browser = await chromium.launch({ executablePath, args });
      try {
        const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
        page.setDefaultTimeout(600_000);
        page.on('pageerror', (error) => console.error(error.message));
        await page.goto(url);
        await page.waitForFunction(() => 'gantryBench' in globalThis);
        pictures[way].push(
          way === 'ours'
            ? await page.evaluate(() => gantryBench.ours('/model.frag'))
            : await page.evaluate(() => gantryBench.direct('/model.ifc', '/')),
        );
        if (time === REPEATS - 1) used[way] = await page.evaluate(() => gantryBench.memory());
        if (way === 'ours') jumps.push(...(await page.evaluate((days) => gantryBench.seek(days), DAYS)).slice(1));
      } finally {
        await browser.close();
      }
    }
  const [first, least] = [share(pictures.ours, 0.5), share(pictures.direct, 0.5)];
  console.log(`first picture: ours ${first.toFixed(0)} ms, web-ifc in the browser ${least.toFixed(0)} ms`);
  const whole = jumps.map(({ styles, tiles, picture }) => styles + tiles + picture);
  const parts = jumps.map(({ styles, tiles, picture }) => [styles, tiles, picture].map((ms) => ms.toFixed(0)).join(' + '));
  console.log(`seeks, states + tiles + picture of the processor: ${parts.join(', ')} ms`);
  console.log(`memory ours ${(used.ours / MEGABYTE).toFixed(0)}, web-ifc ${(used.direct / MEGABYTE).toFixed(0)} MB`);
  return [
    { name: 'first picture / IFC loaded in the browser', figure: first / least, unit: '', gate: 0.5 },
    { name: `seek over ${ELEMENTS} elements`, figure: share(whole, 0.5), unit: 'ms', gate: 250 },
    { name: 'memory / IFC loaded in the browser', figure: used.ours / used.direct, unit: '', gate: 0.9 },
  ];
}
