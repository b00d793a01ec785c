/**
 * Kills, freezes and cuts servers while people edit, and checks that nothing that was acknowledged is lost, doubled or out of order:
 *   npm run torture -- [smoke|short|night|release] [nodes|backups|power|standby|soak …] [--seed 1] [--cuts 60] [--minutes 105] [--write]
 * A release is all of the night, and a soak of 105 minutes. Everything runs on the loopback, in processes of this run. With --write the figures go to docs/reliability.md. Exits with 1 where an
 * invariant is broken, a control does not fail, or the run did not meet what it has to.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { seededRandom } from '@gantry/engine';
import { backups } from './backups/backups.ts';
import { nodes } from './nodes/nodes.ts';
import { power } from './power/power.ts';
import { soak } from './soak/soak.ts';
import { standby } from './standby/standby.ts';
import type { Outcome, ProfileName, Suite } from './suite.ts';

const SUITES: Record<string, Suite> = { backups, nodes, power, standby, soak };
/** Run where they are named, and for a release: one asks for more of Debian's programs than the tests do, others for longer than the profile has. */
const isNamedAlone = (name: string): boolean =>
  asked !== 'release' && (name === 'standby' || name === 'soak' || (name === 'power' && profile === 'smoke'));
const PROFILES: readonly string[] = ['smoke', 'short', 'night'];
const REPORT = resolve(import.meta.dirname, '../../docs/reliability.md');

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    cuts: { type: 'string' },
    minutes: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const suites = positionals.filter((name) => name in SUITES);
const [asked = 'smoke', ...unknown] = positionals.filter((name) => !(name in SUITES));
const profile = asked === 'release' ? 'night' : asked;
if (!isProfile(profile) || unknown.length)
  throw new Error(`Name one of ${PROFILES.join(', ')}, release, and any of ${Object.keys(SUITES).join(', ')}.`);
const seed = Number(values.seed);
const [cuts, minutes] = [numberOf('cuts'), numberOf('minutes')];

function numberOf(option: 'cuts' | 'minutes'): number | null {
  const text = values[option];
  if (text === undefined) return null;
  if (!(Number(text) > 0)) throw new Error(`Give --${option} a number.`);
  return Number(text);
}

function isProfile(name: string): name is ProfileName {
  return PROFILES.includes(name);
}

const outcomes = new Map<string, Outcome>();
const began = performance.now();
for (const [name, suite] of Object.entries(SUITES)) {
  if (suites.length ? !suites.includes(name) : isNamedAlone(name)) continue;
  const folder = mkdtempSync(join(tmpdir(), `gantry-torture-${name}-`));
  const log = (text: string): void => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${name}: ${text}`);
  const outcome = await suite({ profile, seed, cuts, minutes, random: seededRandom(seed), folder, log });
  outcomes.set(name, outcome);
  if (troublesOf(outcome).length) console.log(`seed ${seed}; kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

function troublesOf({ invariants, controls, met }: Outcome): string[] {
  return [
    ...invariants.flatMap(({ name, broken }) => broken.map((what) => `${name}: ${what}`)),
    ...controls.filter(({ hasFailed }) => !hasFailed).map(({ name }) => `the control "${name}" broke nothing`),
    ...Object.entries(met)
      .filter(([, was]) => !was)
      .map(([what]) => `the run met no ${what}`),
  ];
}

const troubles = [...outcomes].flatMap(([name, outcome]) => troublesOf(outcome).map((trouble) => `${name}: ${trouble}`));
let checks = 0;
for (const [name, { skipped, invariants, controls, met, figures }] of outcomes) {
  if (skipped !== undefined) console.log(`SKIPPED ${name}: ${skipped}`);
  checks += invariants.length + controls.length + Object.keys(met).length;
  for (const [figure, value] of figures) console.log(`${figure}: ${value}`);
}
for (const trouble of troubles) console.log(`BROKEN ${trouble}`);
if (values.write) writeFileSync(REPORT, report());
console.log(`${checks - troubles.length} passed, ${troubles.length} failed`);
process.exitCode = troubles.length ? 1 : 0;
process.exit();

function report(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [cpu] = cpus();
  const lines = [
    '# Reliability',
    '',
    'Written by `npm run torture -- PROFILE --write`: what was done to running servers while people edited one version, and what came of it.',
    '',
    `Profile ${asked}, seed ${seed}, commit ${commit}, ${cpus().length} × ${cpu?.model ?? 'processor'}, Node ${process.version}, ${Math.round((performance.now() - began) / 1000)} s.`,
  ];
  for (const [name, { skipped, events, figures, invariants, controls, met }] of outcomes) {
    lines.push('', `## ${name}`);
    if (skipped !== undefined) {
      lines.push('', `Skipped: ${skipped}.`);
      continue;
    }
    lines.push('', '| what was done | times |', '|---|---|');
    for (const [event, count] of Object.entries(events)) lines.push(`| ${event} | ${count} |`);
    lines.push('', '| figure | value |', '|---|---|');
    for (const [figure, value] of figures) lines.push(`| ${figure} | ${value} |`);
    lines.push('', '| invariant | broken |', '|---|---|');
    for (const { name: invariant, broken } of invariants) lines.push(`| ${invariant} | ${broken.length} |`);
    if (controls.length) lines.push('', '| control that must fail | |', '|---|---|');
    for (const { name: control, hasFailed } of controls)
      lines.push(`| ${control} | ${hasFailed ? 'failed, as it must' : '**did not fail**'} |`);
    lines.push(
      '',
      `Met: ${Object.entries(met)
        .map(([what, was]) => `${what} ${was ? 'yes' : '**no**'}`)
        .join(', ')}.`,
    );
  }
  return `${lines.join('\n')}\n`;
}
