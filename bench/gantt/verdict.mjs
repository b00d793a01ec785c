// Prints a table of every size measured and what gates at 100,000 rows say: `node verdict.mjs` reads bench/results/gantt.json again.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { counterFailures, MEASURES, median } from './gates.mjs';

const RIVALS = ['dhtmlx', 'svar'];
const GATED = 100_000;

/** The missed gates of one measure; a ratio without a rival's result is unknown. */
function failuresOf({ ratio, most, engine }, cells, best) {
  const failures = [];
  for (const ours of engine ? ['gantry-engine'] : ['gantry', 'gantry-rich']) {
    const value = cells[ours];
    if (value === undefined) failures.push(`${ours} not measured`);
    else if (ratio && !Number.isFinite(best)) failures.push('no peer measured');
    else if (ratio && best / value < ratio) failures.push(`${ours} ${(best / value).toFixed(1)} < ${ratio}×`);
    if (value !== undefined && most !== undefined && value > most) failures.push(`${ours} ${value} > ${most}`);
  }
  return failures;
}

/** Time of a scrolled frame by thread work. */
function threadsOf(results) {
  const list = results.map(({ scrollDay }) => scrollDay?.threads).filter(Boolean);
  if (list.length === 0) return '–';
  return ['main', 'compositor', 'viz', 'workers'].map((kind) => median(list.map((threads) => threads[kind]))).join(', ');
}

/** Prints tables and verdict; returns the number of gates missed. */
export function printVerdict(results) {
  let missed = 0;
  for (const rows of [...new Set(results.map((each) => each.rows))].sort((a, b) => a - b)) {
    const here = results.filter((each) => each.rows === rows);
    const peers = ['gantry', 'gantry-rich', 'gantry-engine', ...RIVALS, 'frappe'].filter((peer) => here.some((each) => each.peer === peer));
    const rounds = new Set(here.map(({ run }) => run)).size;
    console.log(`\n### ${rows.toLocaleString('en')} rows, medians, ${rounds} calls`);
    console.log(`\n| | ${peers.join(' | ')} | best peer ÷ ours | gate |\n|---|${peers.map(() => '---:').join('|')}|---:|---|`);
    for (const measure of MEASURES) {
      const cells = Object.fromEntries(
        peers.map((peer) => [peer, median(here.filter((each) => each.peer === peer).map((each) => measure.read(each)))]),
      );
      const best = Math.min(...RIVALS.map((peer) => cells[peer] ?? Infinity));
      const failures = rows === GATED && (measure.ratio || measure.most !== undefined) ? failuresOf(measure, cells, best) : [];
      missed += failures.length;
      const share = Number.isFinite(best) && cells.gantry > 0 ? `${(best / cells.gantry).toFixed(1)}×` : '';
      const gate = rows !== GATED ? '' : failures.join('; ') || 'kept';
      console.log(`| ${measure.name} | ${peers.map((peer) => cells[peer] ?? '–').join(' | ')} | ${share} | ${gate} |`);
    }
    const rest = (peer) => threadsOf(here.filter((each) => each.peer === peer));
    console.log(`| of a frame by day: main, compositor, viz, workers | ${peers.map(rest).join(' | ')} | | |`);
  }
  for (const result of results.filter(({ peer }) => peer.startsWith('gantry'))) {
    for (const failure of [...counterFailures(result), ...Object.entries(result.errors).map((each) => each.join(': '))]) {
      missed++;
      console.log(`${result.peer} at ${result.rows}: ${failure}`);
    }
  }
  console.log(missed === 0 ? '\nAll gates kept.' : `\n${missed} gates missed.`);
  return missed;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exit(printVerdict(JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../results/gantt.json'), 'utf8'))) === 0 ? 0 : 1);
}
