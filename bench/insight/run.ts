/**
 * Insight against its gates, each part in a process of its own, so that none lives on what another has warmed up or kept:
 *   node bench/insight/run.ts [--quick] [part…]
 * Parts: `threads`, `laying` and `flows` (what the threads count), `groups`, `places`, `edits` and `forward` (the database and a server), `pictures` (Chromium). `--quick` takes a
 * tenth of the works. Each part may be run alone by its file. Exits with 1 when a gate of any part is missed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PARTS = ['threads', 'laying', 'flows', 'groups', 'places', 'edits', 'forward', 'pictures'];
const flags = process.argv.slice(2).filter((word) => word.startsWith('-'));
const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = asked.filter((part) => !PARTS.includes(part));
if (unknown.length) throw new Error(`No such part: ${unknown.join(', ')}. Parts: ${PARTS.join(', ')}.`);
for (const part of asked.length ? asked : PARTS) {
  console.log(`\n${part}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${part}.ts`), ...flags], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
