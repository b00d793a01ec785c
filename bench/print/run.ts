/**
 * What a print costs, against pdfkit on the same primitives and Chromium on the same table in the same run. `--quick` prints a tenth of the
 * large plan and leaves Chromium out. Each part runs in a process of its own, so that none lives on what another has warmed up or kept.
 */

import { execFileSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { openPages, openPdf, type PageLayout, PDF_PACKING, PRINT_INKS } from '@gantry/scene';
import type { PrintSettings } from '@gantry/domain';
import { THREAD_MEMORY } from '../../apps/server/src/platform/jobs/workers.ts';
import { type GatedFigure, holdToGates, share } from '../gates.ts';
import { fitter, fonts, laidOut } from './print-plan.ts';

type Measured = Record<string, number>;

const SMALL = 2000;
const READ = 5000;
/** Rows of the plan that pages are seen of. */
const SEEN = 10_000;
/** Size of a semi-space, of which a young generation has three: the bound of the thread that prints. */
const YOUNG_MB = Math.floor(THREAD_MEMORY.maxYoungGenerationSizeMb / 3);
const isQuick = process.argv.includes('--quick');
const LARGE = isQuick ? 10_000 : 100_000;
const PEER = isQuick ? 4000 : 20_000;
const MEGABYTE = 1024 * 1024;

/** As the server packs in its thread: at once, because a stream for each page costs as much of the processor as the packing. */
const pack = async (bytes: Uint8Array): Promise<Uint8Array> => deflateSync(bytes, PDF_PACKING);
const ABOUT = { title: 'Plan', author: '', subject: '', language: 'en', created: '2026-01-01T00:00:00Z', id: '0'.repeat(32) };

/** Seconds of the processor that a piece of work takes, and of the clock. */
async function timed(work: () => unknown): Promise<{ cpu: number; wall: number }> {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1e6, wall: (performance.now() - wall) / 1000 };
}

async function print(layout: PageLayout, tagged: boolean): Promise<{ size: number; fonts: number }> {
  let fontBytes = 0;
  const measured = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const packed = await pack(bytes);
    // A font program begins with the version of its format, and no page does.
    if (bytes[0] === 0 && bytes[1] === 1) fontBytes = Math.max(fontBytes, packed.length);
    return packed;
  };
  const pdf = openPdf({ colours: PRINT_INKS.colour, fonts }, { about: ABOUT, tagged, deflate: measured, put: () => undefined });
  const pages = openPages(layout, {}, fitter);
  for (let page = 0; page < layout.pages; page += 1) await pdf.add(pages.page(page));
  const { size } = await pdf.close();
  return { size, fonts: fontBytes };
}

async function large(rowText: PrintSettings['row_text']): Promise<Measured> {
  let layout = laidOut(100, 'A3', rowText);
  const { wall: count } = await timed(() => (layout = laidOut(LARGE, 'A3', rowText)));
  let done = { size: 0, fonts: 0 };
  const { cpu, wall } = await timed(async () => (done = await print(layout, false)));
  return { count, cpu, wall, ...done, peak: process.resourceUsage().maxRSS / 1024, pages: layout.pages };
}

/** The peers are loaded where they are measured: what they hold is not ours. */
const peers = () => import('./print-peers.ts');

const PARTS: Record<string, () => Promise<Measured>> = {
  async sheet() {
    await print(laidOut(100, 'A3'), false);
    const { cpu, wall } = await timed(() => print(laidOut(SMALL, 'A0'), false));
    const { wall: again } = await timed(() => print(laidOut(SMALL, 'A0'), false));
    return { cpu, wall, again };
  },
  async sheetByPdfkit() {
    const { byPdfkit } = await peers();
    await byPdfkit(laidOut(100, 'A3'));
    const layout = laidOut(SMALL, 'A0');
    return { cpu: (await timed(() => byPdfkit(layout))).cpu };
  },
  chromium: async () => ({ again: await (await peers()).byChromium(laidOut(SMALL, 'A3')) }),
  large: () => large('cut'),
  wrapped: () => large('wrap'),
  async largeByPdfkit() {
    const { byPdfkit } = await peers();
    const layout = laidOut(PEER, 'A3');
    return { cpu: (await timed(() => byPdfkit(layout))).cpu };
  },
  async tags() {
    const layout = laidOut(READ, 'A3');
    await print(laidOut(100, 'A3'), true);
    const plain = await timed(() => print(layout, false));
    const tagged = await timed(() => print(layout, true));
    return { ratio: tagged.cpu / plain.cpu };
  },
  drawing: async () => ({ small: drawn(laidOut(SEEN, 'A3')), large: drawn(laidOut(SMALL, 'A0')) }),
  served: async () => (await import('./served.ts')).byServer(SEEN, LARGE),
  workbook: async () => (await import('./forms.ts')).workbook(),
  document: async () => (await import('./forms.ts')).document(),
};

const median = (values: number[]): number => share(values, 0.5);

/** Milliseconds that a page is drawn in, without what paints it. */
function drawn(layout: PageLayout): number {
  const pages = openPages(layout, {}, fitter);
  const times = Array.from({ length: Math.max(9, Math.min(60, layout.pages)) }, (_, turn) => {
    const begun = performance.now();
    pages.page(turn % layout.pages);
    return performance.now() - begun;
  });
  return median(times.slice(3));
}

const named = process.argv.find((word) => word.startsWith('--part='))?.slice('--part='.length);
if (named) console.log(JSON.stringify(await PARTS[named]()));
else holdToGates(figures());

function measure(part: string): Measured {
  const more = isQuick ? ['--quick'] : [];
  const command = [`--max-semi-space-size=${YOUNG_MB}`, import.meta.filename, `--part=${part}`, ...more];
  const out = execFileSync(process.execPath, command, { encoding: 'utf8' });
  // JSON has no word for what is no number.
  const figures = JSON.parse(out.trim().split('\n').at(-1) ?? '{}') as Record<string, number | null>;
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, figure ?? Number.NaN]));
}

function figures(): GatedFigure[] {
  const [sheet, sheetPeer, large, largePeer, tags] = ['sheet', 'sheetByPdfkit', 'large', 'largeByPdfkit', 'tags'].map(measure);
  const wrapped = measure('wrapped');
  const [drawing, served, workbook, document] = ['drawing', 'served', 'workbook', 'document'].map(measure);
  const perRow = large['cpu'] / LARGE / (largePeer['cpu'] / PEER);
  const list: GatedFigure[] = [
    { name: '2,000 rows on a sheet of A0', figure: sheet['wall'], unit: 's', gate: 1, floor: null },
    { name: 'its share of what pdfkit takes of the processor', figure: sheet['cpu'] / sheetPeer['cpu'], unit: '', gate: 0.5 },
    { name: `${LARGE} rows on ${large['pages']} sheets of A3`, figure: large['wall'], unit: 's', gate: (15 * LARGE) / 100_000 },
    { name: 'the most memory meanwhile', figure: large['peak'], unit: 'MB', gate: 300 },
    { name: `a row's share of what pdfkit takes at ${PEER}`, figure: perRow, unit: '', gate: 0.2 },
    { name: 'the file', figure: large['size'] / MEGABYTE, unit: 'MB', gate: (16 * LARGE) / 100_000 },
    {
      name: `with names in as many lines as they need, ${wrapped['pages']} sheets`,
      figure: wrapped['wall'],
      unit: 's',
      gate: (15 * LARGE) / 100_000,
    },
    { name: 'the most memory meanwhile', figure: wrapped['peak'], unit: 'MB', gate: 300 },
    { name: 'the larger font in it', figure: large['fonts'] / 1024, unit: 'kB', gate: 50 },
    { name: 'laid out for the first time', figure: large['count'], unit: 's', gate: 2.5 },
    { name: 'with a table for readers, 5,000 rows, against without', figure: tags['ratio'], unit: '', gate: 2.5 },
    { name: 'a page of A3 drawn', figure: drawing['small'], unit: 'ms', gate: 16 },
    { name: 'a page of A0 drawn', figure: drawing['large'], unit: 'ms', gate: 60 },
    { name: `${SEEN} rows counted again`, figure: served['counted'], unit: 'ms', gate: 50 },
    { name: `a page of ${SEEN} rows seen after a change`, figure: served['preview'], unit: 'ms', gate: 100 },
    { name: `a print of ${LARGE} rows gone after it is cancelled`, figure: served['cancelled'], unit: 'ms', gate: 500 },
    { name: 'between two reports of how far it is, p95', figure: served['progress'], unit: 'ms', gate: 250 },
    { name: 'calls of others meanwhile, p99, more than without', figure: served['beside'] - served['idle'], unit: 'ms', gate: 10 },
    {
      name: `a narrative of ${SEEN} rows, more than the comparison`,
      figure: served['narrative'] - served['compare'],
      unit: 'ms',
      gate: 300,
    },
    { name: 'a workbook of 5,000 × 60 cells against its zip alone', figure: workbook['fill'] / workbook['zip'], unit: '×', gate: 3 },
    { name: 'a document of 1,000 rows against easy-template-x', figure: document['own'] / document['peer'], unit: '×', gate: 0.5 },
  ];
  if (isQuick) return list;
  const browser = measure('chromium');
  return [
    ...list,
    {
      name: "its share of Chromium's time for the table alone, each once more",
      figure: sheet['again'] / browser['again'],
      unit: '',
      gate: 0.15,
    },
  ];
}
